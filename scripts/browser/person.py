"""A simulated person who uses the pages with a mouse, with the keyboard alone, or with JavaScript switched off.

The same task is done in all three ways; see page_tests.py.
"""

import contextlib
import enum
import re
import time
import typing

from playwright.sync_api import Error, Locator, Page, Request, TimeoutError

from browser.chromium import SCRIPTS_RUN, axe, bad_text, has_focus_ring, layout_shift, new_context, settle
from browser.servers import PageServer


class Way(enum.Enum):
    """How the person uses the pages."""

    MOUSE = "mouse"
    KEYBOARD = "keyboard"
    PLAIN = "no JavaScript"


class Failed(Exception):
    """A task could not be done, or its result is wrong."""


class Person:
    """One person at one browser. Names are accessible names; a string that starts with #, . or [ is a CSS selector."""

    def __init__(self, browser, server: PageServer, way: Way = Way.MOUSE, *, width: int = 1440, look: str = "light", language: str = "en"):
        self.server, self.way = server, way
        self.context, self.watch = new_context(
            browser, server.url, width=width, look=look, language=language, scripts=way is not Way.PLAIN, calm=True)
        self.page: Page = self.context.new_page()
        # The requests for pages that are on their way.
        self.loading: set[Request] = set()
        self.page.on("request", lambda request: self.loading.add(request) if request.is_navigation_request() else None)
        for ended in ("requestfinished", "requestfailed"):
            self.page.on(ended, lambda request: self.loading.discard(request))

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, kind, *_) -> None:
        self.context.close()
        if kind is None:
            self.has_no_problems()

    # MARK: Doing

    def open(self, path: str, status: int = 200) -> None:
        answer = self.page.goto(self.server.url + path)
        self.expect(answer is None or answer.status == status, f"{path} is answered with {status}", answer and answer.status)
        self.settle()

    def settle(self) -> None:
        """Waits until the page has loaded and painted. For what scripts fetch, wait for the expected result instead."""
        for _ in range(3):
            self.await_answers()
            self.page.wait_for_load_state("load")
            if self.way is Way.PLAIN:
                return
            # A link that was just followed may replace the page.
            with contextlib.suppress(Error):
                self.page.wait_for_function(SCRIPTS_RUN)
                self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                if not self.loading:
                    return

    def await_answers(self) -> None:
        """Waits until the pages that were asked for are answered. After a key, the old page stands until then."""
        end = time.monotonic() + 10
        while self.loading and time.monotonic() < end:
            self.page.wait_for_timeout(20)

    def press(self, target: str | Locator) -> None:
        """Presses a button, follows a link, or opens a folded section."""
        place = self.find(target, ("button", "link", "tab", "menuitem", "radio", "checkbox", "switch"), "summary, label")
        if self.way is Way.KEYBOARD:
            self.reach(place)
            kind = place.evaluate("(node) => node.localName + ' ' + (node.type ?? '')")
            self.page.keyboard.press("Space" if kind.endswith("checkbox") or kind.endswith("radio") else "Enter")
        else:
            place.click()
        self.settle()

    def fill(self, target: str | Locator, text: str) -> None:
        place = self.find(target, ("textbox", "searchbox", "spinbutton", "combobox"), by_label=True)
        if self.way is Way.KEYBOARD:
            self.reach(place)
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.press("Delete")
            self.page.keyboard.type(text)
        else:
            place.fill(text)

    def choose_coin(self, target: str, ticker: str) -> None:
        """Fills in a field that asks for a coin, by its suggestion where there are some."""
        self.fill(target, ticker)
        if self.way is Way.PLAIN:
            return
        place = self.page.locator(target)
        option = self.page.locator(f".suggestions [role=option][data-value='{ticker}']")
        option.wait_for(timeout=3000)
        if self.way is Way.KEYBOARD:
            self.page.keyboard.press("ArrowDown")
            self.expect(place.get_attribute("aria-activedescendant") == option.get_attribute("id"), f"{ticker} is active")
            self.page.keyboard.press("Enter")
        else:
            option.click()
        self.wait_until(lambda: not self.page.locator(".suggestions:visible").count(), "the suggestions are gone")

    def choose(self, target: str | Locator, option: str) -> None:
        """Chooses an option of a list, or one of several radio buttons, by its text."""
        place = self.find(target, ("combobox", "listbox", "radiogroup", "group"), "select, fieldset", by_label=True)
        if place.evaluate("(node) => node.localName") != "select":
            return self.choose_radio(place, option)
        if self.way is Way.KEYBOARD:
            self.reach(place)
            self.page.keyboard.type(option)
        else:
            place.select_option(label=option)

    def choose_radio(self, group: str | Locator, option: str) -> None:
        place = self.find(group, ("radiogroup", "group"), "fieldset")
        if self.way is Way.KEYBOARD:
            chosen = place.locator("input:checked").first
            self.reach(chosen if chosen.count() else place.locator("input").first)
            for _ in range(12):
                label = self.page.evaluate("() => document.activeElement.labels?.[0]?.textContent.trim() ?? ''")
                if label == option:
                    break
                self.page.keyboard.press("ArrowRight")
            else:
                raise Failed(f"arrows never reached {option!r}")
        else:
            place.locator("label", has_text=re.compile(rf"^\s*{re.escape(option)}\s*$")).first.click()
        self.settle()

    def tick(self, target: str | Locator) -> None:
        place = self.find(target, ("checkbox", "switch"), by_label=True)
        if self.way is Way.KEYBOARD:
            self.reach(place)
            self.page.keyboard.press("Space")
        elif place.is_visible() and place.bounding_box()["width"] > 4:
            place.click()
        else:
            self.page.locator(f"label:has(#{place.get_attribute('id')})").or_(place.locator("xpath=ancestor::label")).first.click()

    def submit(self, form: str = "main form") -> None:
        """Sends a form by its main button, and waits for the answer."""
        main = self.page.locator(f"{form} button.main:visible")
        place = (main if main.count() else self.page.locator(f"{form} button[type=submit]:visible, {form} button:not([type]):visible")).first
        with contextlib.suppress(TimeoutError):
            with self.page.expect_response(lambda answer: answer.request.method == "POST", timeout=5000):
                self.press(place)
        self.settle()

    def submit_with(self, action: str) -> None:
        """Sends a form by its button `do` of this value."""
        place = self.page.locator(f"button[name=do][value={action}]:visible").first
        with contextlib.suppress(TimeoutError):
            with self.page.expect_response(lambda answer: answer.request.method == "POST", timeout=5000):
                self.press(place)
        self.settle()

    def give_file(self, target: str, name: str, content: bytes, kind: str = "text/csv") -> None:
        self.give_files(target, {name: content}, kind)

    def give_files(self, target: str, files: dict[str, bytes], kind: str = "text/csv") -> None:
        """Chooses several files, by name."""
        chosen = [{"name": name, "mimeType": kind, "buffer": content} for name, content in files.items()]
        self.page.locator(target).first.set_input_files(chosen)

    # MARK: Finding

    def find(self, target: str | Locator, roles: tuple[str, ...], others: str = "", by_label: bool = False) -> Locator:
        """The first visible element of a name and one of the roles."""
        if isinstance(target, Locator):
            return target
        if target[:1] in "#.[":
            found = self.page.locator(f"{target} >> visible=true").first
        else:
            choices = [self.page.get_by_role(role, name=target, exact=True) for role in roles]
            if by_label:
                choices.append(self.page.get_by_label(target, exact=True))
            if others:
                choices.append(self.page.locator(others).filter(has_text=re.compile(rf"^\s*{re.escape(target)}\s*$")))
            found = next((each.first for each in choices if any(one.is_visible() for one in each.all())), choices[0].first)
        try:
            found.wait_for(state="attached", timeout=3000)
        except TimeoutError:
            raise Failed(f"{target!r} is not on {self.page.url}") from None
        return found

    def reach(self, place: Locator) -> None:
        """Presses Tab until the element, or the control that opens it, has the focus."""
        node = place.element_handle()
        for _ in range(400):
            self.page.keyboard.press("Tab")
            if node.evaluate("(node) => node === document.activeElement || node.control === document.activeElement"):
                self.expect(has_focus_ring(self.page), "the focus is seen", node.evaluate("(node) => node.outerHTML.slice(0, 120)"))
                return
        raise Failed(f"Tab never reaches {node.evaluate('(node) => node.outerHTML.slice(0, 120)')}")

    # MARK: Seeing

    def expect(self, holds: bool, what: str, found: object = "") -> None:
        if not holds:
            raise Failed(f"expected: {what}; found {found!r} on {self.page.url}")

    def wait_until(self, holds: typing.Callable[[], bool], what: str, found: typing.Callable[[], object] = lambda: "", seconds: float = 3) -> None:
        """Waits until a condition holds."""
        end = time.monotonic() + seconds
        while not self.holds(holds):
            if time.monotonic() > end:
                self.expect(False, what, found())
            self.page.wait_for_timeout(50)

    def holds(self, condition: typing.Callable[[], bool]) -> bool:
        try:
            return condition()
        except Error as error:
            # A page that is just being replaced has nothing to read yet.
            if "Execution context was destroyed" in str(error):
                return False
            raise

    @property
    def text(self) -> str:
        """The visible text of the page, with plain spaces only."""
        return re.sub(r"\s+", " ", self.page.locator("body").inner_text())

    def sees(self, *texts: str | re.Pattern) -> None:
        for text in texts:
            self.wait_until(
                lambda: bool(text.search(self.text) if isinstance(text, re.Pattern) else text in self.text), f"the page says {text!r}",
                lambda: self.text[:300])

    def sees_not(self, *texts: str) -> None:
        for text in texts:
            self.expect(text not in self.text, f"the page does not say {text!r}", text)

    def is_at(self, path: str) -> None:
        def there() -> str:
            return re.split("[?#]", self.page.url.removeprefix(self.server.url))[0]

        self.wait_until(lambda: there() == path, f"the page is {path}", there)

    def sees_error(self, field: str) -> None:
        """Checks that an error is shown beside a field and linked to it for assistive technology."""
        place = self.page.locator(f"[name='{field}']").first
        message = place.evaluate(
            """(node) => (node.getAttribute("aria-describedby") ?? "").split(/\\s+/).concat(node.getAttribute("aria-errormessage") ?? "")
                .map((id) => document.getElementById(id)).filter((each) => each && each.checkVisibility()).map((each) => each.textContent.trim()).join(" ")""")
        self.expect(place.get_attribute("aria-invalid") == "true", f"the field {field} is marked as invalid", place.get_attribute("aria-invalid"))
        self.expect(len(message) > 3, f"an error message is shown beside the field {field}", message)

    def value(self, field: str) -> str:
        return self.page.locator(f"[name='{field}']").first.input_value()

    # MARK: Tables and charts

    def column(self, number: int, table: str = "table") -> list[str]:
        """The texts of a column's cells in the visible rows."""
        return [" ".join(text.split()) for text in self.page.locator(f"{table} tbody tr:visible > :nth-child({number})").all_inner_texts()]

    @property
    def readout(self) -> str:
        """The chart's readout for the day under its crosshair."""
        return " ".join(self.page.locator(".readout").first.inner_text().split())

    def has_no_problems(self) -> None:
        found = self.watch.take()
        self.expect(found == [], "nothing is on the console, refused or fetched from others", found)

    def looks_right(self, with_axe: bool = True) -> list[str]:
        """Checks the page in its current state, and layout shifts while it loaded."""
        settle(self.page, scripts=self.way is not Way.PLAIN)
        shift, moved = layout_shift(self.page)
        found = self.watch.take() + bad_text(self.page) + ([f"layout shift {shift:.4f}: {moved}"] if shift else [])
        return found + (axe(self.page) if with_axe else [])
