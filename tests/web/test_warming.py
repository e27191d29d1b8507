"""Before the first visitor: everything heavy is loaded, and the garbage collector no longer looks at it."""

import json
import os
import subprocess
import sys

import pytest

from tests.web.visits import ROOT

SCRIPT = """
import gc, json, sys, torch
from explainer.web.warming import warm_up
warm_up()
print(json.dumps({
    "frozen": gc.get_freeze_count(),
    "left": len(gc.get_objects()),
    "threads": torch.get_num_threads(),
    "drawn": "plotly.graph_objs._heatmap" in sys.modules,
}))
"""


@pytest.mark.sweep
def test_a_warm_server_has_its_modules_loaded_frozen_and_on_one_thread() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True)
    warm = json.loads(done.stdout)
    assert warm["frozen"] > 100_000
    assert warm["left"] < warm["frozen"] / 20
    assert warm["threads"] == 1
    assert warm["drawn"]


OF_ITS_OWN = """
import app, json, os, threading
from explainer.running import Settings, run
from explainer.series import sample_series

def threads():
    return len(os.listdir("/proc/self/task"))

def answer():
    run(Settings(), sample_series())
    brought.append(threads() - before)

brought = []
run(Settings(), sample_series())
before = threads()
for _ in range(4):
    thread = threading.Thread(target=answer)
    thread.start()
    thread.join()
print(json.dumps(brought))
"""


@pytest.mark.sweep
@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted where Linux lists them")
def test_a_pass_in_a_thread_of_its_own_brings_no_second_one_along() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    command = [sys.executable, "-c", OF_ITS_OWN]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=bare)
    assert json.loads(done.stdout) == [1, 1, 1, 1]
