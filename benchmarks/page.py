"""From a key press on a slider to the last changed pixel, in Chromium, beside the least that Streamlit can do.

    python benchmarks/page.py [presses]

Prints for each page the median, the 95th percentile and the ratio to the floor: an app of one slider and one line
of text, served and measured in the same run, press by press in turn. A change counts when the frame that shows it
has been drawn; the server, the browser and this script share the machine's cores.
"""

import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from benchmarks.tab import Tab, browsing
from tests.browser.chromium import chromium

FLOOR = """
import gc
import streamlit as st

@st.cache_resource
def freeze():
    gc.collect()
    gc.freeze()

freeze()
n = st.slider("N", 1, 7, 5)
st.write(f"N is {n}")
"""
CORE = "encoder.attn_layers.0.attention.inner_attention"
PAGES = {
    "layer: the model itself": "/layer",
    "layer: EncoderLayer": "/layer?module=encoder.attn_layers.0",
    "layer: FullAttention": f"/layer?module={CORE}",
    "layer: FullAttention with the heatmap": f"/layer?module={CORE}&map_as=heatmap",
    "layer: FullAttention of PatchTST": f"/layer?model=patchtst&module={CORE}",
    "layer: everything inside the model": "/layer?depth=everything",
    "attention": "/attention",
    "record": "/record",
}
# The slider of N: B comes before it, the floor has it alone. It may stand in the shadow of a component.
SLIDER = """(() => {
  const within = (root) => [...root.querySelectorAll("*")].flatMap((each) =>
    each.matches("input[type=range]") ? [each] : each.shadowRoot ? within(each.shadowRoot) : []);
  const found = within(document);
  return found[Math.min(1, found.length - 1)];
})()"""
ROUND = ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")
QUIET = 700  # ms without a change: the page has settled

# Notes every change below the page's main part, shadow roots included, at the frame that shows it.
WATCH = """
(() => {
  window.lastChange = 0;
  window.pressed = 0;
  const seen = () => requestAnimationFrame(() => requestAnimationFrame(() => {
    window.lastChange = performance.now();
  }));
  const what = { subtree: true, childList: true, attributes: true, characterData: true };
  const watch = (root) => new MutationObserver(seen).observe(root, what);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    watch(root);
    return root;
  };
  addEventListener("keydown", () => { window.pressed = performance.now(); }, true);
  const wait = setInterval(() => {
    const main = document.querySelector("[data-testid=stMain]");
    if (main) { watch(main); clearInterval(wait); }
  }, 20);
})();
"""


@contextmanager
def serving(app: Path, cwd: Path) -> Iterator[str]:
    """A fresh server; gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(app), f"--server.port={port}", "--server.headless=true"]
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2)
                break
            except OSError:
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=20)


def opened(browser: str, address: str) -> Tab:
    """A page at rest."""
    tab = Tab.opened(browser, address, script=WATCH)
    tab.wait_until(f"!!({SLIDER} && document.querySelector('[data-test-script-state=notRunning]'))", every=0.5)
    time.sleep(1.5)
    return tab


def press(tab: Tab, key: str) -> float:
    """Milliseconds from the key press on the slider of N to the frame that shows the last change."""
    tab.value(f"{SLIDER}.focus()")
    tab.press(key)
    # Asked seldom: asked at every frame, as is usual, it keeps the browser drawing while it is measured.
    settled = f"lastChange > pressed && performance.now() - lastChange > {QUIET}"
    tab.wait_until(settled, every=QUIET / 2000)
    return float(tab.value("lastChange - pressed"))


def main() -> None:
    """Measure all pages in turn and print the table."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    program = chromium()
    if program is None:
        sys.exit("No Chromium was found on this machine; install it, on Debian with `apt-get install chromium`.")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (folder / "floor.py").write_text(FLOOR)
        floor = stack.enter_context(serving(folder / "floor.py", folder))
        app = stack.enter_context(serving(ROOT / "app.py", ROOT))
        browser = stack.enter_context(browsing(program))
        times = measured(
            browser, {"floor: a slider and one line of text": floor} | {n: app + p for n, p in PAGES.items()}, presses
        )
    print_table(times)


def measured(browser: str, addresses: dict[str, str], presses: int) -> dict[str, list[float]]:
    """The times of each page, in turn: two steps down and two up again on each, so that a busy moment meets all alike.

    A reader who moves a slider moves it more than once; the first round warms up.
    """
    pages = {name: opened(browser, address) for name, address in addresses.items()}
    times: dict[str, list[float]] = {name: [] for name in pages}
    for number in range(1 + -(-presses // len(ROUND))):
        for name, page in pages.items():
            taken = [press(page, key) for key in ROUND]
            if number > 0:
                times[name] += taken
    return times


def print_table(times: dict[str, list[float]]) -> None:
    """Median, 95th percentile, and the median's ratio to the floor's."""
    floor = statistics.median(next(iter(times.values())))
    print(f"{'':42} {'median':>9} {'p95':>9} {'x floor':>9}")
    for name, taken in times.items():
        median, p95 = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        print(f"{name:42} {median:6.0f} ms {p95:6.0f} ms {median / floor:9.1f}")


if __name__ == "__main__":
    main()
