"""Measures the pages in Chromium on the loopback, and beside them the same chart as a Streamlit and as a Dash page, in one run.

Run it as scripts/bench --pages, which builds the Swift side:

    scripts/bench --pages              seven runs of everything, about 6 minutes
    scripts/bench --pages --quick      one run, to check that it works

Every run opens each page with an empty cache in a new context. Parties take turns. The table has medians, and the least and greatest.
"next frame" is the time from an input event to the end of the frame that follows it, which waits for the display's clock (up to 17 ms);
"whole chart" the time until the chart stopped changing. All parties get `prefers-reduced-motion`, so that nobody's animation counts.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("browser")

import argparse
import contextlib
import dataclasses
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import typing
import urllib.request

from playwright.sync_api import Error

from browser import measures
from browser.chromium import CHROMIUM, chromium, new_context
from browser.servers import ROOT, free_port, page_server

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
LIMITS = {"first paint": 200, "kB": 100, "frames a second": 58}
CLOSES, LONG = 500, 5000


@dataclasses.dataclass(frozen=True)
class Interaction:
    """An input whose answer is timed: `act` gets the page, `root` is what changes, `event` the type of the input's event."""

    name: str
    act: typing.Callable
    root: str
    event: str = "click"
    before: typing.Callable = lambda page: None


@dataclasses.dataclass(frozen=True)
class Measured:
    """A page and what is measured on it."""

    name: str
    path: str
    chart: str | None = None
    interactions: tuple[Interaction, ...] = ()
    moves_over: str | None = None


@dataclasses.dataclass(frozen=True)
class Party:
    name: str
    url: str
    pages: tuple[Measured, ...]


def click(selector: str) -> typing.Callable:
    return lambda page: page.locator(selector).first.click()


def chip(name: str, value: str) -> typing.Callable:
    return click(f"[data-{name}='{value}']")


PLOT = "#chart .plot"
SEEN = "#chart .plot svg"


def our_pages(suffix: str = "", markets: str = "/markets", coin: str = "/coins/SIM01", wallet: str = "/wallets/Main", settings: str = "/settings"):
    """Our pages; `coin` has the chart that is compared."""
    return (
        Measured(
            "Markets", markets, None,
            (
                Interaction("sort a column", click("th[data-sort=price] a"), "table.markets"),
                Interaction("search as one types", lambda page: page.keyboard.press("3"), "table.markets", "input", lambda page: page.locator("#search").focus()),
            ),
        ),
        Measured(
            "Coin", coin, SEEN,
            (Interaction("choose a range", chip("past", "3M"), PLOT), Interaction("logarithmic scale", click("a[data-scale=log]"), PLOT)), PLOT,
        ),
        Measured("Wallet", wallet, ".plot svg"),
        Measured("Settings", settings, None),
    )


PEER_PAGES = {
    "Streamlit": Measured(
        "Coin", "/", "[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg",
        (Interaction("choose a range", lambda page: page.get_by_text("3M", exact=True).click(), "[data-testid=stVegaLiteChart]"),),
        "[data-testid=stVegaLiteChart]",
    ),
    "Dash": Measured(
        "Coin", "/", ".js-plotly-plot .scatterlayer",
        (
            Interaction("choose a range", lambda page: page.locator("#range label", has_text="3M").click(), ".js-plotly-plot"),
            Interaction(
                "choose a range, the same scale", lambda page: page.locator(".rangeselector .button", has_text="1Y").click(), ".js-plotly-plot"),
        ),
        ".js-plotly-plot .nsewdrag",
    ),
}
# The same with 5,000 closes: all of them are drawn after "1M" was shown.
PEER_ALL = {
    "Streamlit": (lambda page: page.get_by_text("1M", exact=True).click(), lambda page: page.get_by_text("All", exact=True).click()),
    "Dash": (
        lambda page: page.locator("#range label", has_text="1M").click(), lambda page: page.locator("#range label", has_text="All").click(),
    ),
}


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# MARK: Parties


def chart_of(url: str, ticker: str, count: int) -> dict:
    """The closes and the fan of a coin, from our API."""

    def read(path: str) -> dict:
        with urllib.request.urlopen(url + path, timeout=60) as answer:
            return json.load(answer)

    candles = []
    cursor = ""
    while cursor is not None:
        page = read(f"/v1/assets/{ticker}/history?limit=2000{cursor and '&cursor=' + cursor}")
        candles += page["data"]
        cursor = page["next_cursor"]
    forecast = read(f"/v1/assets/{ticker}/forecast?levels=50,80,95")["forecasts"][0]["values"]
    bands = {}
    for level in ("50", "80", "95"):
        low, high = (f"{(100 - int(level)) / 200:g}", f"{(100 + int(level)) / 200:g}")
        bands[level] = {"low": [day["quantiles"][low] for day in forecast], "high": [day["quantiles"][high] for day in forecast]}
    last = candles[-count:]
    return {
        "ticker": ticker, "days": [each["date"] for each in last], "closes": [each["close"] for each in last],
        "ahead": [day["date"] for day in forecast], "middle": [day["point"] for day in forecast], "bands": bands,
    }


def wait_for(url: str, process: subprocess.Popen) -> None:
    end = time.monotonic() + 90
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url, timeout=5).close()
            return
        time.sleep(0.1)
    sys.exit(f"bench: nothing answers at {url}; exit status {process.poll()}")


@contextlib.contextmanager
def peer(name: str, chart: pathlib.Path) -> typing.Iterator[str]:
    """Starts the Streamlit or Dash page of a chart; yields its address."""
    port, programs = free_port(), virtual_environment.made("bench-pages") / "bin"
    if name == "Dash":
        command = [programs / "gunicorn", "--workers", 1, "--threads", 4, "--bind", f"127.0.0.1:{port}", "--log-level", "warning", "benchmarks.pages_dash:server"]
    else:
        command = [programs / "streamlit", "run", "benchmarks/pages_streamlit.py", "--server.port", port, "--server.address", "127.0.0.1"]
        command += ["--server.headless", "true", "--server.fileWatcherType", "none", "--browser.gatherUsageStats", "false", "--logger.level", "warning"]
    process = subprocess.Popen(
        [str(word) for word in command], cwd=SCRIPTS, env={**os.environ, "CLOSECAST_CHART": str(chart)}, stdout=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url, process)
        yield url
    finally:
        process.terminate()
        process.wait(20)


# MARK: Measuring


class Figures:
    """Values by party, page and what was measured."""

    def __init__(self):
        self.values: dict[tuple[str, str, str], list[float]] = {}
        # The figures that could not be measured, and why.
        self.missing: list[str] = []

    def add(self, party: str, page: str, what: str, value: float) -> None:
        self.values.setdefault((party, page, what), []).append(value)

    def median(self, party: str, page: str, what: str) -> float | None:
        values = self.values.get((party, page, what))
        return statistics.median(values) if values else None

    def text(self, party: str, page: str, what: str, digits: int = 0) -> str:
        values = self.values.get((party, page, what))
        if not values:
            return "-"
        text = f"{statistics.median(values):,.{digits}f}"
        return f"{text} ({min(values):,.{digits}f}..{max(values):,.{digits}f})" if len(values) > 1 else text


def measure_page(browser, party: Party, measured: Measured, figures: Figures, seconds: float) -> None:
    context, watch = new_context(browser, party.url, calm=True)
    page = context.new_page()
    # The new window must not count.
    page.wait_for_timeout(1000)
    try:
        load = measures.opened(page, party.url + measured.path, measured.chart)

        def add(what: str, value: float) -> None:
            figures.add(party.name, measured.name, what, value)

        for what, value in [
            ("first paint", load.first_paint), ("chart", load.chart), ("kB", load.kilobytes), ("requests", load.requests), ("shift", load.shift),
        ]:
            if value is not None:
                add(what, value)
        for each in measured.interactions:
            try:
                each.before(page)
                frame, whole = measures.answered(page, lambda: each.act(page), each.root, each.event)
            except Error as error:
                figures.missing.append(f"{party.name}, {measured.name}: {each.name}: {str(error).splitlines()[0]}")
                continue
            add(f"{each.name}: next frame", frame)
            add(f"{each.name}: whole chart", whole)
        if measured.moves_over:
            rate, longest = measures.frames_while_moving(page, measured.moves_over, seconds)
            add("frames a second", rate)
            add("longest frame", longest)
        add("problems", len(watch.take()))
    finally:
        context.close()


def measure_long(browser, party: Party, path: str, chart: str, short, whole, root: str, figures: Figures) -> None:
    """Draws 5,000 closes after a month was shown."""
    context, _ = new_context(browser, party.url, calm=True)
    try:
        page = context.new_page()
        measures.opened(page, party.url + path, chart)
        measures.answered(page, lambda: short(page), root, "click")
        frame, until = measures.answered(page, lambda: whole(page), root, "click")
        figures.add(party.name, "Coin", "5,000 points: next frame", frame)
        figures.add(party.name, "Coin", "5,000 points: whole chart", until)
    finally:
        context.close()


def run(given: argparse.Namespace) -> Figures:
    figures, runs, seconds = Figures(), 1 if given.quick else given.runs, 0.5 if given.quick else 2
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="closecast-bench-")))
        ours = stack.enter_context(page_server(PROGRAMS / "closecast-server", "fresh"))
        files = {}
        for ticker, count in (("SIM01", CLOSES), ("LONG", LONG)):
            files[count] = folder / f"{ticker}.json"
            files[count].write_text(json.dumps(chart_of(ours.url, ticker, count)))
        parties = [Party("Closecast", ours.url, our_pages())]
        long = [(parties[0], "/coins/LONG", SEEN, chip("past", "1M"), chip("past", "All"), PLOT)]
        for name in () if given.ours else PEER_PAGES:
            say(f"Starting {name} ...")
            parties.append(Party(name, stack.enter_context(peer(name, files[CLOSES])), (PEER_PAGES[name],)))
            url = stack.enter_context(peer(name, files[LONG]))
            measured = PEER_PAGES[name]
            long.append((Party(name, url, ()), "/", measured.chart, *PEER_ALL[name], measured.interactions[0].root))
        browser = stack.enter_context(chromium(given.chromium))
        for number in range(runs + (not given.quick)):
            # The first run warms the servers and does not count.
            kept = Figures() if number == 0 and not given.quick else figures
            say(f"Run {number} of {runs}" if kept is figures else "Warming up")
            for party in parties:
                for measured in party.pages:
                    measure_page(browser, party, measured, kept, seconds)
            for each in long:
                measure_long(browser, *each, kept)
    return figures


# MARK: Report


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def pages_table(figures: Figures, name: str) -> str:
    pages = list(dict.fromkeys(page for party, page, _ in figures.values if party == name))
    columns = [("first paint, ms", "first paint", 0), ("kB over the wire", "kB", 1), ("requests", "requests", 0), ("layout shift", "shift", 4)]
    return table(["page", *(head for head, *_ in columns)], [[page, *(figures.text(name, page, what, digits) for _, what, digits in columns)] for page in pages])


def interactions_table(figures: Figures, name: str) -> str:
    rows = [
        [f"{page}: {what.removesuffix(': next frame')}", figures.text(name, page, what), figures.text(name, page, what.replace("next frame", "whole chart"))]
        for party, page, what in figures.values if party == name and what.endswith(": next frame")
    ]
    return table(["input", "next frame, ms", "whole chart, ms"], rows)


COMPARED = [
    ("first paint, ms", "first paint", 0), ("chart in sight, ms", "chart", 0), ("kB over the wire", "kB", 0), ("requests", "requests", 0),
    ("choose a range: next frame, ms", "choose a range: next frame", 0), ("choose a range: whole chart, ms", "choose a range: whole chart", 0),
    ("the same by Plotly's own buttons, which keep the vertical scale, ms", "choose a range, the same scale: whole chart", 0),
    ("5,000 points: whole chart, ms", "5,000 points: whole chart", 0), ("frames a second at the crosshair", "frames a second", 0),
    ("longest frame there, ms", "longest frame", 0), ("layout shift", "shift", 3),
]


def peers_table(figures: Figures, ours: str) -> str:
    rows = []
    for head, what, digits in COMPARED:
        # Ours has one way to choose a range; it is compared with both of Dash's.
        mine = what.replace(", the same scale", "")
        row, own = [head, figures.text(ours, "Coin", mine, digits)], figures.median(ours, "Coin", mine)
        for name in PEER_PAGES:
            theirs = figures.median(name, "Coin", what)
            ratio = f", ours {own / theirs:.2f} of it" if own is not None and theirs else ""
            row.append(figures.text(name, "Coin", what, digits) + ratio)
        rows.append(row)
    return table(["the same chart", ours, *PEER_PAGES], rows)


def verdicts(figures: Figures, ours: str) -> list[str]:
    lines = []

    def judge(what: str, value: float, limit: float, kept: bool) -> None:
        lines.append(f"- {what}: {value:,.4g}; asked {limit:g}: {'reached' if kept else 'MISSED'}")

    for party, page, what in figures.values:
        if party != ours:
            continue
        value = figures.median(party, page, what)
        if what in ("first paint", "kB"):
            judge(f"{page}: {what}", value, LIMITS[what], value < LIMITS[what])
        elif what == "shift":
            judge(f"{page}: layout shift", value, 0, value == 0)
        elif what == "frames a second":
            judge(f"{page}: {what} at the crosshair", value, 60, value >= LIMITS[what])
        elif what.endswith(": next frame"):
            judge(f"{page}: {what}, ms", value, 50, value < 50)
        elif what == "problems" and value:
            lines.append(f"- {page}: {value:.0f} problems on the console: MISSED")
    for name in PEER_PAGES:
        for head, what, _ in COMPARED:
            own, theirs = figures.median(ours, "Coin", what.replace(", the same scale", "")), figures.median(name, "Coin", what)
            if own is not None and theirs and what in ("first paint", "chart", "kB", "choose a range: whole chart", "choose a range, the same scale: whole chart"):
                judge(f"{head}, of {name}'s", own / theirs, 0.333, own / theirs <= 1 / 3)
    return lines


def processor_name() -> str:
    names = [line.partition(":")[2].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0] if names else "unknown"


def peer_versions() -> str:
    python = virtual_environment.made("bench-pages") / "bin" / "python"
    code = "from importlib.metadata import version as v; print(', '.join(f'{n} {v(n)}' for n in ('streamlit', 'altair', 'dash', 'plotly')))"
    return subprocess.run([python, "-c", code], check=True, capture_output=True, text=True).stdout.strip()


def report(figures: Figures, given: argparse.Namespace) -> str:
    ours = next(iter(figures.values))[0]
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    version = subprocess.run([given.chromium, "--version"], capture_output=True, text=True).stdout.strip()
    parts = [
        f"The pages on {date}\n", f"- Processor: {processor_name()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {version}, headless, 1440 x 900",
        f"- {1 if given.quick else given.runs} runs, the cache empty in each; median (least..greatest)",
    ]
    parts += ["\n" + pages_table(figures, ours), "\n" + interactions_table(figures, ours)]
    if not given.ours:
        parts += [
            f"\n- Peers: {peer_versions()}; {CLOSES} closes, a fan of three bands, a table",
            "- Dash first paints the word Loading..., Streamlit an empty frame: \"chart in sight\" is when somebody sees what they came for",
            "\n" + peers_table(figures, ours),
        ]
    parts += ["", *verdicts(figures, ours)]
    parts += [f"- NOT MEASURED: {each}" for each in dict.fromkeys(figures.missing)]
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench --pages", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one short run; the results mean nothing")
    parser.add_argument("--runs", type=int, default=7, help="(default: %(default)s)")
    parser.add_argument("--ours", action="store_true", help="without the peers")
    parser.add_argument("--chromium", default=CHROMIUM, help="(default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="keep the numbers")
    given = parser.parse_args()
    figures = run(given)
    print(report(figures, given))
    if given.json:
        kept = [{"party": party, "page": page, "what": what, "values": values} for (party, page, what), values in figures.values.items()]
        pathlib.Path(given.json).write_text(json.dumps(kept, indent=1) + "\n")
    sys.exit(1 if figures.missing else 0)


if __name__ == "__main__":
    main()
