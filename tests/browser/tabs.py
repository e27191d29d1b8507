"""Tabs that serve one visit after another: in a new one, Chromium compiles all of Streamlit anew, which is slow."""

from collections import defaultdict
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Page, Request


@dataclass(eq=False)
class Tab:
    """A page in a context of its own, whom it may ask, and what it complained about during this visit."""

    page: Page
    at: str
    locale: str
    complaints: list[str] = field(default_factory=list)

    def listen(self) -> None:
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", self._note_foreign)

    def _note_foreign(self, request: Request) -> None:
        # Requests that the page itself gave up when it closed are no fault; asking other hosts is.
        if not request.url.startswith((self.at, "data:", "blob:")):
            self.complaints.append(f"asked for {request.url}")

    def leave(self) -> list[str]:
        """End the visit, so that the next one finds nothing of it; gives what was complained about until then."""
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto("about:blank")
        self.page.context.clear_cookies()
        self.page.emulate_media(color_scheme="light")
        self.page.mouse.move(0, 0)
        said, self.complaints = self.complaints, []
        return said


class Tabs:
    """The tabs of a browser, by the server that they look at and the language of their reader."""

    def __init__(self, browser: Browser, server: str) -> None:
        self._browser = browser
        self._server = server
        self._free: defaultdict[tuple[str, str], list[Tab]] = defaultdict(list)

    def take(self, at: str, locale: str, width: int, height: int) -> Tab:
        """A tab that nobody uses: two visits of one test do not share what a browser remembers."""
        free = self._free[at, locale]
        tab = free.pop() if free else self._new(at, locale)
        tab.page.set_viewport_size({"width": width, "height": height})
        return tab

    def give_back(self, tab: Tab) -> list[str]:
        """For the next visit, if its server is still there then; gives what the page complained about."""
        said = tab.leave()
        if tab.at == self._server:
            self._free[tab.at, tab.locale].append(tab)
        else:
            tab.page.context.close()
        return said

    def _new(self, at: str, locale: str) -> Tab:
        tab = Tab(self._browser.new_context(locale=locale, reduced_motion="reduce").new_page(), at, locale)
        tab.listen()
        return tab
