"""What is said at the end of a test run: browser tests that could not run are not overlooked."""

import pytest

from tests.browser.conftest import NO_BROWSER


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(report.longrepr)]
    if skipped:
        terminalreporter.write_line(
            f"!!! {len(skipped)} BROWSER TESTS WERE SKIPPED: {NO_BROWSER}. Install chromium and run again.",
            red=True,
            bold=True,
        )
