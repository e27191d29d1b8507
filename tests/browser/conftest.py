"""A server of the app and a Chromium to look at it with; without a Chromium these tests say so, loudly."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.tabs import Tab, Tabs

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_BROWSER = "no Chromium on this machine and none could be installed"
Open = Callable[..., Page]


@contextmanager
def serving() -> Iterator[str]:
    """A fresh server of the app, as `make run` starts it; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}", "--server.headless=true"]
    # Not a pipe: nobody would read it, and a server that has filled one waits forever.
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_until_healthy(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=20)
            log.seek(0)
            sys.stdout.write(log.read().decode(errors="replace"))


def _wait_until_healthy(address: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not come up within a minute (exit code {process.poll()})")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None and os.environ.get("REQUIRE_BROWSER"):
        pytest.fail(f"{NO_BROWSER}, and REQUIRE_BROWSER is set")
    if path is None:
        pytest.skip(NO_BROWSER)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def tabs(browser: Browser, server: str) -> Tabs:
    return Tabs(browser, server)


@pytest.fixture
def open_page(tabs: Tabs, server: str) -> Iterator[Open]:
    """Opens an address of the app in a visit of its own, and fails the test if the page reported an error."""
    visits = list[Tab]()

    def open_address(
        path: str, *, at: str = server, locale: str = "en-US", width: int = 1400, height: int = 1000
    ) -> Page:
        visits.append(tabs.take(at, locale, width, height))
        return turned_to(path, visits[-1].page, at)

    yield open_address
    assert [said for visit in visits for said in tabs.give_back(visit)] == []


def turned_to(path: str, page: Page, at: str = "") -> Page:
    """The same visitor at another address, read anew; on the same server, if none is named."""
    page.goto(urljoin(at or page.url, path))
    settled(page)
    return page


def settled(page: Page) -> None:
    """Wait until the script has run and nothing on the page is a placeholder any more."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_attached(timeout=30_000)
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0, timeout=30_000)
