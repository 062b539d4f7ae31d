"""What scripts/benchmarks/pages.py measures in Chromium: bytes, paints, shifts, answers to a click or key, frames."""

import base64
import dataclasses
import time

from playwright.sync_api import Page

from browser.chromium import SCRIPTS_RUN

# Runs in every page before its own scripts. `bench.watch(selector)` records when the chart is first visible; `bench.arm(root)` measures the
# next click, key or input: until the next frame is painted, and until the chart has not changed for half a second.
IN_PAGE = """
window.bench = (() => {
    const state = { seen: null, start: null, painted: null, changed: null, drawn: 0 };
    // Charts on a canvas change without a trace in the document.
    for (const kind of [window.CanvasRenderingContext2D, window.OffscreenCanvasRenderingContext2D]) {
        for (const name of ["fill", "stroke", "fillText", "clearRect", "fillRect", "drawImage"]) {
            const own = kind?.prototype[name];
            if (own) kind.prototype[name] = function (...rest) { state.drawn = performance.now(); return own.apply(this, rest); };
        }
    }
    const afterPaint = (then) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => then(performance.now());
        channel.port2.postMessage(0);
    });
    const isSeen = (selector) => {
        const node = document.querySelector(selector), box = node?.getBoundingClientRect();
        // An empty canvas has a size, too, before anything is drawn.
        return Boolean(box) && box.width > 50 && box.height > 20 && (node.localName !== "canvas" || state.drawn > 0);
    };
    const watch = (selector) => {
        const look = () => { if (isSeen(selector)) afterPaint((now) => { state.seen ??= now; }); else requestAnimationFrame(look); };
        requestAnimationFrame(look);
    };
    const arm = (root, type) => {
        Object.assign(state, { start: null, painted: null, changed: null, drawn: 0 });
        const observer = new MutationObserver(() => { if (state.start !== null) state.changed = performance.now(); });
        for (const each of document.querySelectorAll(root)) {
            observer.observe(each, { subtree: true, childList: true, attributes: true, characterData: true });
        }
        addEventListener(type, (event) => {
            state.start = event.timeStamp;
            state.drawn = 0;
            afterPaint((now) => { state.painted = now; });
        }, { capture: true, once: true });
    };
    const frames = (milliseconds) => new Promise((done) => {
        const stamps = [];
        const step = (now) => { stamps.push(now); if (now - stamps[0] < milliseconds) requestAnimationFrame(step); else done(stamps); };
        requestAnimationFrame(step);
    });
    return { state, watch, arm, frames };
})();
"""


@dataclasses.dataclass
class Wire:
    """Bytes on the wire: compressed, with headers and WebSocket messages."""

    bytes: int = 0
    requests: int = 0

    def listen(self, page: Page) -> None:
        network = page.context.new_cdp_session(page)

        def count(event: dict) -> None:
            self.bytes += int(event["encodedDataLength"])
            self.requests += 1

        def count_message(event: dict) -> None:
            payload = event["response"]["payloadData"]
            self.bytes += len(base64.b64decode(payload)) if event["response"]["opcode"] == 2 else len(payload.encode())

        network.on("Network.loadingFinished", count)
        network.on("Network.webSocketFrameReceived", count_message)
        network.send("Network.enable")


@dataclasses.dataclass
class Load:
    """Opening a page with an empty cache."""

    first_paint: float  # ms, first contentful paint
    chart: float | None  # ms until the chart was painted
    kilobytes: float
    requests: int
    shift: float


def opened(page: Page, url: str, chart: str | None) -> Load:
    wire = Wire()
    wire.listen(page)
    page.add_init_script(IN_PAGE + (f"bench.watch({chart!r});" if chart else ""))
    page.goto(url, wait_until="load")
    if chart:
        page.wait_for_function("() => bench.state.seen !== null", timeout=30_000)
    page.wait_for_load_state("networkidle")
    page.wait_for_function(SCRIPTS_RUN)
    # Later fetches and layout shifts by scripts count too.
    page.wait_for_timeout(400)
    paint, seen, shift = page.evaluate(
        "() => [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN, bench.state.seen, window.layoutShift ?? 0]")
    # The browser's own figure includes the time until it is on the screen; ours ends when the frame is painted.
    return Load(paint, seen and max(seen, paint), wire.bytes / 1000, wire.requests, shift)


def answered(page: Page, act, root: str, event: str) -> tuple[float, float]:
    """Milliseconds from an input to the next painted frame, and until nothing below `root` changed any more.

    `act` makes the input, whose event has the type `event`.
    """
    page.evaluate("([root, event]) => bench.arm(root, event)", [root, event])
    act()
    page.wait_for_function("() => bench.state.painted !== null", timeout=10_000)
    last, since = None, time.monotonic()
    while time.monotonic() < since + 0.5:
        now = page.evaluate("() => [bench.state.changed, bench.state.drawn]")
        if now != last:
            last, since = now, time.monotonic()
        page.wait_for_timeout(50)
    start, painted, changed, drawn = page.evaluate(
        "() => [bench.state.start, bench.state.painted, bench.state.changed ?? 0, bench.state.drawn]")
    return painted - start, max(painted, changed, drawn) - start


def frames_while_moving(page: Page, plot: str, seconds: float = 2) -> tuple[float, float]:
    """Frames a second while the mouse moves to and fro over a chart, and the longest frame in milliseconds."""
    page.locator(plot).first.scroll_into_view_if_needed()
    box = page.locator(plot).first.bounding_box()
    left, middle = box["x"] + box["width"] * 0.1, box["y"] + box["height"] / 2
    page.mouse.move(left, middle)
    page.wait_for_timeout(200)
    page.evaluate("(ms) => { window.benchFrames = bench.frames(ms); }", seconds * 1000)
    end, step, place = time.monotonic() + seconds, box["width"] / 240, 0
    while time.monotonic() < end:
        place += 1
        there = place % 384
        page.mouse.move(left + step * (there if there < 192 else 384 - there), middle)
    stamps = page.evaluate("() => window.benchFrames")
    gaps = [after - before for before, after in zip(stamps, stamps[1:])]
    return 1000 * len(gaps) / (stamps[-1] - stamps[0]), max(gaps)
