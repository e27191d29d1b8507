"""Before the first visitor: everything heavy is loaded, and the garbage collector no longer looks at it."""

import json
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
