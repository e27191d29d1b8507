"""A tab of Chromium that is asked no more than it must be.

Playwright has the browser hand over a copy of everything that the server sends, which takes part of the two cores away
from what is measured: 7 % on the page of a layer. Here nothing is listened to.
"""

import json
import re
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from websockets.sync.client import ClientConnection, connect

_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A tab behind another one works as fast as the one in front.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--force-prefers-reduced-motion",
    "--window-size=1400,1000",
]
_CODES = {"ArrowLeft": 37, "ArrowRight": 39}


@contextmanager
def browsing(program: str) -> Iterator[str]:
    """A fresh Chromium; gives the address at which it opens tabs."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [program, *_FLAGS, "--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            yield _address_of(process)
        finally:
            process.kill()
            process.wait(timeout=20)


def _address_of(process: "subprocess.Popen[str]") -> str:
    for line in process.stderr or ():
        if found := re.search(r"ws://(127\.0\.0\.1:\d+)/", line):
            return f"http://{found[1]}"
    raise RuntimeError("Chromium did not say where it listens")


@dataclass(frozen=True, eq=False)
class Tab:
    """One tab, by the protocol of its developer tools."""

    line: ClientConnection
    numbers: Iterator[int] = field(default_factory=count)

    @classmethod
    def opened(cls, browser: str, address: str, *, script: str) -> "Tab":
        """A new tab at `address`, in which `script` runs first."""
        asked = urllib.request.Request(f"{browser}/json/new?about:blank", method="PUT")  # noqa: S310 - Chromium's own
        with urllib.request.urlopen(asked) as answer:  # noqa: S310
            tab = cls(connect(json.load(answer)["webSocketDebuggerUrl"], max_size=None))
        tab.tell("Page.enable")
        tab.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        tab.tell("Page.addScriptToEvaluateOnNewDocument", source=script)
        tab.tell("Page.navigate", url=address)
        return tab

    def tell(self, method: str, **parameters: object) -> dict[str, Any]:
        """Send a command; gives the answer to it."""
        number = next(self.numbers)
        self.line.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer: dict[str, Any] = json.loads(self.line.recv())
            if answer.get("id") == number:
                return answer.get("result", {})

    def value(self, expression: str) -> Any:
        """What a JavaScript expression is in the page."""
        return self.tell("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def wait_until(self, expression: str, every: float, at_most: float = 60.0) -> None:
        """Ask every so many seconds; seldom, as each question takes time from the page."""
        for _ in range(int(at_most / every)):
            time.sleep(every)
            if self.value(expression):
                return
        raise TimeoutError(f"not within {at_most:g} seconds: {expression}")

    def press(self, key: str) -> None:
        """Press and release a key."""
        self.tell("Page.bringToFront")
        for kind in ("keyDown", "keyUp"):
            self.tell("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=_CODES[key])
