"""Chromium for the pages: one context per width, appearance and language; each records every problem on a page.

Used by page_tests.py, screenshots.py and benchmarks/pages.py, after `enter("browser")`.
"""

import contextlib
import dataclasses
import importlib.resources
import os
import pathlib
import typing
import urllib.parse

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

from browser.servers import EMAIL, PageServer

# Debian's Chromium: the build without windows, which has the same engine and starts in half the time, or the usual one.
CHROMIUM = next((each for each in ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium") if pathlib.Path(each).exists()), "/usr/bin/chromium")
# The cookies that choose the appearance and language of a page.
LOOK_COOKIE, LANGUAGE_COOKIE = "closecast-look", "closecast-language"
LOOKS = ("light", "dark")
LANGUAGES = {"en": "en-GB", "it": "it-IT", "ru": "ru-RU", "kk": "kk-KZ"}
# Width and height of the window.
SIZES = {390: (390, 844), 820: (820, 1180), 1440: (1440, 900)}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# Adds up layout shifts without input, from the first paint on.
NOTE_SHIFTS = """
window.layoutShift = 0;
window.layoutShifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.layoutShift += entry.value;
        for (const source of entry.sources ?? []) {
            const node = source.node?.nodeType === 1 ? source.node : source.node?.parentElement;
            const [from, to] = [source.previousRect, source.currentRect].map((box) => [box.x, box.y, box.width, box.height].map(Math.round));
            const name = node ? `${node.localName}.${node.getAttribute("class") ?? ""}` : "removed element";
            window.layoutShifts.push(`${name} from ${from} to ${to} after ${Math.round(entry.startTime)} ms`);
        }
    }
}).observe({ type: "layout-shift", buffered: true });
"""

# Finds unreadable text: outside the window, cut off, broken within a number, or too small. Returns a sentence for each.
BAD_TEXT = """() => {
    const found = [], small = new Map(), root = document.documentElement;
    const named = (node) => {
        const words = [node.localName];
        if (node.id) words.push("#" + node.id);
        const classes = (node.getAttribute("class") ?? "").trim();
        if (classes) words.push("." + classes.split(/\\s+/).join("."));
        return words.join("");
    };
    const quoted = (text) => JSON.stringify(text.trim().replace(/\\s+/g, " ").slice(0, 60));
    if (root.scrollWidth > root.clientWidth) {
        const wide = [...document.body.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > root.clientWidth + 1);
        found.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}: ${wide.slice(-3).map(named).join(", ")}`);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const node = text.parentElement;
        if (!text.data.trim() || !node || ["SCRIPT", "STYLE", "TEMPLATE", "OPTION", "TITLE"].includes(node.nodeName.toUpperCase())) continue;
        if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
        if (!boxes.length || isForScreenReaders(node)) continue;
        const style = getComputedStyle(node), svg = node.ownerSVGElement;
        const scale = svg ? Math.hypot(node.getScreenCTM().a, node.getScreenCTM().b) : 1;
        const size = parseFloat(style.fontSize) * scale;
        if (size < 11.95) small.set(size.toFixed(1), (small.get(size.toFixed(1)) ?? []).concat(`${quoted(text.data)} in ${named(node)}`));
        const cut = boxes.map((box) => cutBy(node, box)).find(Boolean);
        if (cut) found.push(`${quoted(text.data)} in ${named(node)} is cut off by ${cut}`);
        const isShort = text.data.trim().length <= 16 && root.clientWidth >= 390;
        if (isShort && node.closest(".measure") && boxes.some((box) => box.top >= boxes[0].bottom)) found.push(`${quoted(text.data)} breaks within the number`);
    }
    for (const [size, texts] of small) found.push(`${texts.length} texts of ${size} px: ${[...new Set(texts)].slice(0, 4).join("; ")}`);
    return [...new Set(found)];

    // A box of one pixel, or clipped to nothing: meant to be heard only.
    function isForScreenReaders(node) {
        for (let each = node; each && each !== document.body; each = each.parentElement) {
            const style = getComputedStyle(each), box = each.getBoundingClientRect();
            if (style.overflow !== "visible" && box.width <= 2 && box.height <= 2) return true;
            if (style.clipPath.startsWith("inset(50%") || style.clip === "rect(0px, 0px, 0px, 0px)") return true;
            // A skip link waits above the window until it has the focus.
            if (box.bottom <= 0 && style.position === "absolute" && document.activeElement !== each) return true;
        }
        return false;
    }

    function cutBy(node, box) {
        for (let each = node; each && each !== root; each = each.parentElement) {
            if (each.ownerSVGElement || each.localName === "svg" && getComputedStyle(each).overflow === "visible") continue;
            const style = getComputedStyle(each);
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const outer = each.getBoundingClientRect();
            const scrolls = (value) => value === "auto" || value === "scroll";
            // Long names may end in an ellipsis if the full name is available.
            if (style.textOverflow === "ellipsis" && each.closest("[title]")) return null;
            if (!scrolls(style.overflowX) && (box.left < outer.left - 1.5 || box.right > outer.right + 1.5)) return named(each);
            if (!scrolls(style.overflowY) && style.overflowY !== "visible"
                && (box.top < outer.top - box.height / 3 || box.bottom > outer.bottom + box.height / 3)) return named(each);
            if (scrolls(style.overflowX) || scrolls(style.overflowY)) return null;
        }
        return box.right > root.clientWidth + 1 || box.left < -1 ? "the window" : null;
    }
}"""

AXE = """(tags) => axe.run(document, { runOnly: { type: "tag", values: tags }, preload: false, resultTypes: ["violations"] })
    .then((result) => result.violations.map((each) => ({
        rule: each.id, impact: each.impact, help: each.help,
        nodes: each.nodes.map((node) => node.target.flat().join(" ") + ": " + (node.any[0] ?? node.all[0] ?? node.none[0])?.message),
    })))"""


@dataclasses.dataclass
class Watch:
    """The problems of all pages in one context."""

    origin: str
    problems: list[str] = dataclasses.field(default_factory=list)
    # Addresses of documents that were answered with an error page.
    error_pages: set[str] = dataclasses.field(default_factory=set)

    def take(self) -> list[str]:
        """The problems since the last call, each once."""
        found, self.problems = list(dict.fromkeys(self.problems)), []
        return found

    def see_message(self, message) -> None:
        if message.type not in ("error", "warning"):
            return
        address = message.location.get("url", "").split("#")[0]
        # The tests look at pages as the server sends them.
        if "Service Worker registration blocked" in message.text:
            return
        # Chromium reports every status of 400 or more, including expected "not found" pages.
        if message.text.startswith("Failed to load resource") and address in self.error_pages:
            return
        kind = "content policy" if "Content Security Policy" in message.text else f"console {message.type}"
        self.problems.append(f"{kind}: {message.text} ({address}:{message.location.get('lineNumber', 0)})")

    def see_request(self, request) -> None:
        url = urllib.parse.urlsplit(request.url)
        if url.scheme in ("data", "blob", "about"):
            return
        if f"{url.scheme}://{url.netloc}" != self.origin:
            self.problems.append(f"request to another host: {request.url}")

    def see_answer(self, response) -> None:
        if response.status < 400:
            return
        if response.request.is_navigation_request() and response.status < 500:
            self.error_pages.add(response.url.split("#")[0])
        else:
            self.problems.append(f"{response.request.method} {response.url} was answered with {response.status}")

    def see_failure(self, request) -> None:
        # Leaving a page cancels its pending requests.
        if request.failure not in ("net::ERR_ABORTED", None):
            self.problems.append(f"{request.method} {request.url} failed: {request.failure}")

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self.see_message)
        context.on("weberror", lambda error: self.problems.append(f"script error: {error.error}"))
        context.on("request", self.see_request)
        context.on("response", self.see_answer)
        context.on("requestfailed", self.see_failure)


@contextlib.contextmanager
def chromium(path: str = CHROMIUM, *options: str) -> typing.Iterator:
    # Chromium's own sandbox does not start as root, as in containers of CI.
    words = ["--host-resolver-rules=MAP *.test 127.0.0.1", "--disable-background-networking", "--font-render-hinting=none", *options]
    if os.geteuid() == 0:
        words.append("--no-sandbox")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=words)
        yield browser
        browser.close()


def new_context(
    browser, origin: str, *, width: int = 1440, look: str = "light", language: str = "en", scripts: bool = True, touch: bool | None = None,
    calm: bool = False, cookies: bool = True,
) -> tuple[BrowserContext, Watch]:
    """A browser of one person.

    `touch`: a touch screen (default: below 720 px). `cookies`: whether look and language come from the cookies, as for somebody who chose
    them; otherwise from the browser's own preferences.
    """
    wide, high = SIZES.get(width, (width, 900))
    context = browser.new_context(
        viewport={"width": wide, "height": high}, color_scheme=look, locale=LANGUAGES[language] if not cookies else "en-GB",
        java_script_enabled=scripts, has_touch=width < 720 if touch is None else touch, reduced_motion="reduce" if calm else "no-preference",
        timezone_id="Asia/Almaty", service_workers="block",
    )
    context.set_default_timeout(10_000)
    if cookies:
        chosen = {LOOK_COOKIE: look, LANGUAGE_COOKIE: language}
        context.add_cookies([{"name": name, "value": value, "url": origin} for name, value in chosen.items()])
    if scripts:
        context.add_init_script(NOTE_SHIFTS)
    watch = Watch(origin)
    watch.listen(context)
    return context, watch


def sign_in_browser(context: BrowserContext, server: PageServer, look: str, language: str, who: str = EMAIL) -> None:
    """Signs in as a person of the server's scene. Their settings then replace the cookies."""
    context.add_cookies(server.session_cookies(who))
    server.ask("PATCH", "/v1/account", {"appearance": look, "language": language}, who=who)


def sign_in_operator(context: BrowserContext, server: PageServer, look: str, language: str) -> None:
    """Signs in as the operator of the server's scene. Their settings then replace the cookies."""
    context.add_cookies(server.operator_cookies)
    server.ask("PATCH", "/v1/account", {"appearance": look, "language": language}, cookies=server.operator_cookies)


# The scripts of a page are loaded once it is painted.
SCRIPTS_RUN = "() => !document.querySelector('script[data-scripts]') || 'ready' in document.documentElement.dataset"


def settle(page: Page, scripts: bool = True) -> None:
    """Waits for fonts, pictures, two frames and the end of animations. Without scripts, nothing moves later."""
    page.wait_for_load_state("load")
    with contextlib.suppress(Error):
        page.wait_for_load_state("networkidle", timeout=3000)
    if not scripts:
        return
    page.wait_for_function(SCRIPTS_RUN)
    page.evaluate(
        """async () => {
            await document.fonts.ready;
            const ended = document.getAnimations().filter((each) => each.effect?.getTiming().iterations !== Infinity).map((each) => each.finished);
            await Promise.race([Promise.allSettled(ended), new Promise((done) => setTimeout(done, 600))]);
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        }""")


def bad_text(page: Page) -> list[str]:
    return page.evaluate(BAD_TEXT)


def layout_shift(page: Page) -> tuple[float, list[str]]:
    """The layout shift without input since the page was opened, and what moved."""
    return page.evaluate("() => [window.layoutShift ?? 0, [...new Set(window.layoutShifts ?? [])].slice(0, 5)]")


def axe(page: Page, *, off: tuple[str, ...] = ()) -> list[str]:
    """Returns a sentence for each axe-core finding. Runs over the browser's protocol, which keeps the page's policy in force."""
    if not page.evaluate("() => 'axe' in window"):
        source = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()
        page.evaluate(source + "\n;undefined")
    found = page.evaluate(AXE, RULES)
    return [
        f"{each['rule']} ({each['impact']}): {each['help']}: {' | '.join(each['nodes'][:3])}" + (f" and {len(each['nodes']) - 3} more" if len(each["nodes"]) > 3 else "")
        for each in found if each["rule"] not in off
    ]


# MARK: Keyboard


def has_focus_ring(page: Page) -> bool:
    """Returns true if the focus is visible."""
    return page.evaluate(
        """() => {
            const drawn = (node) => {
                const style = getComputedStyle(node);
                return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 || style.boxShadow !== "none";
            };
            const node = document.activeElement;
            // A hidden radio or check box is shown by what stands beside or around it, a handle by what is in it.
            return [node, node.firstElementChild, node.nextElementSibling, node.parentElement].some((each) => each && drawn(each));
        }""")
