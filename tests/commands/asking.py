"""Typing a command: in this process, where it is fast, and really."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from explainer.commands import command_line

ROOT = Path(__file__).parent.parent.parent


def ask(*args: str, command: str = "trace") -> Result:
    result = CliRunner().invoke(command_line, [command, "--lang", "en", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def really_ask(*args: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1", **environment}
    command = [sys.executable, "-m", "explainer", *args]
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False)
