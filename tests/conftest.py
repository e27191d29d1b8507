"""What holds for all tests: one thread, as on the server; and browser tests that could not run are not overlooked."""

import pytest
import torch

from tests.browser.conftest import NO_BROWSER
from tests.checking import check_every_call

check_every_call()

# Models this small are slower on many threads.
torch.set_num_threads(1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(
            f"!!! {len(skipped)} BROWSER TESTS WERE SKIPPED: {NO_BROWSER}. Install chromium and run again.",
            red=True,
            bold=True,
        )
