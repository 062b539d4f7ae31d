"""What people do on the pages: the tasks of scripts/browser/page_tests.py.

A task is a function with the decorator `task`. It is done with the mouse, with the keyboard alone and without JavaScript, unless it says
in which ways. All of them share the server of their scene, one after the other, so a task makes what it changes: `mine(person, "Trip")`
is a name of its own for each way.
"""

import contextlib
import dataclasses
import json
import pathlib
import re
import struct
import time
import typing
import urllib.parse

from playwright.sync_api import Error

from browser.chromium import axe
from browser.person import Person, Way
from browser.servers import EMAIL, PASSWORD, ROOT, SAMPLE, closes

# What the server writes, from 1e-12 to 1e12 in four languages; Tests/LanguagesTests checks it.
AMOUNTS = json.loads((ROOT / "Tests/LanguagesTests/Golden/babel.json").read_text())

ALL = (Way.MOUSE, Way.KEYBOARD, Way.PLAIN)
SCRIPTED = (Way.MOUSE, Way.KEYBOARD)


@dataclasses.dataclass(frozen=True)
class Task:
    name: str
    do: typing.Callable[[Person], None]
    scene: str
    ways: tuple[Way, ...]
    width: int
    # The person of the scene "accounts" is signed in.
    is_signed_in: bool


TASKS: list[Task] = []


def task(name: str, scene: str = "sample", ways: tuple[Way, ...] = ALL, width: int = 1440, is_signed_in: bool = True):
    def keep(do):
        TASKS.append(Task(name, do, scene, ways, width, is_signed_in))
        return do

    return keep


def mine(person: Person, name: str) -> str:
    return f"{name} {person.way.name.lower()}"


def number(text: str) -> float:
    """The first number of a text in English notation; unknown values sort last."""
    found = re.search(r"[+−-]?[\d,]*\.?\d+", text)
    if not found:
        return float("inf")
    value = float(found[0].replace(",", "").replace("−", "-"))
    return value * {"k": 1e3, "m": 1e6, "b": 1e9}.get(text[found.end() : found.end() + 1].lower(), 1)


# MARK: The first minute


@task("from an empty server to coins: the sample, then files, of which one is old", scene="empty")
def first_coins(person: Person) -> None:
    for coin in person.server.ask("GET", "/v1/assets")["data"]:  # What a failed attempt has stored.
        if coin["price"]:
            person.server.ask("DELETE", f"/v1/assets/{coin['id']}/history")
    person.open("/markets")
    person.press("Add the sample")
    see_result(person, "See the result")
    person.is_at("/markets")
    coins = person.column(2, "table.markets")
    person.expect(len(coins) == 12, "the twelve coins of the sample", coins)
    person.press("Add coins or prices")
    person.sees_not("Add the sample")
    new = f"NEW{time.monotonic_ns() % 10**9}"
    person.give_files("[name=file]", {"BTC.csv": closes(90_000, 91_000), f"{new}.csv": closes(1, 5, age_days=14)})
    person.submit("#prices-form")
    person.sees(f"{new} is a new coin")
    person.submit_with("import")
    see_result(person, "Open BTC")
    person.is_at("/coins/BTC")
    person.open("/markets")
    sees_age(person, fresh="BTC", old=new)


def see_result(person: Person, link: str) -> None:
    """Waits for the end of the task whose page is open, and follows the link to its result."""
    result = person.page.get_by_role("link", name=link, exact=True)

    def has_ended() -> bool:
        if person.way is Way.PLAIN and not result.count():
            person.press("Refresh")
        return result.count() > 0

    person.wait_until(has_ended, f"the task has the result {link!r}", lambda: person.text[:300], seconds=20)
    person.press(result)


def sees_age(person: Person, fresh: str, old: str) -> None:
    """The markets mark the coin whose last close is two weeks old and leave it out of the summary, like those of the sample."""
    rows = {ticker: person.page.get_by_role("row").filter(has_text=ticker).inner_text() for ticker in (fresh, old)}
    person.expect("14 days old" in rows[old] and "days old" not in rows[fresh], "only the old close has its age in its row", rows)
    person.expect("+1.1%" in rows[fresh] and "400" not in rows[old], "only the new close has changes", rows)
    summary = person.page.locator("section.summary").inner_text()
    person.expect("1 of 1" in summary and fresh in summary and old not in summary, "the summary is that of the new close", summary)


@task("learn before a trade that prices are old, and use practice prices", scene="new")
def practice_prices(person: Person) -> None:
    for path in ("/practice", "/trading/deposit"):
        person.open(path)
        person.sees("Nothing can be traded now.")
    person.open("/trading/trade/SIM01")
    notice = person.page.locator(".notice", has_text="You cannot trade at closes older than")
    places = [place.bounding_box()["y"] for place in (notice, person.page.get_by_role("textbox", name="Amount"))]
    person.expect(places == sorted(places), "the notice is before the form", places)
    person.expect(notice.get_by_role("link", name="Add coins or prices").count() == 1, "practice prices would not help this coin")
    person.open("/trading/trade/BTC")
    person.press(person.page.get_by_role("link", name="Practice prices").first)
    person.press("Use practice prices")
    person.is_at("/trading/trade/BTC")
    person.sees("Practice prices are on.")
    person.open("/practice")
    person.sees_not("Nothing can be traded now.")


# MARK: Markets


@task("sort by each column")
def sort_columns(person: Person) -> None:
    person.open("/markets")
    heads = person.page.locator("table.markets thead th")
    for place in range(heads.count()):
        head = heads.nth(place)
        field = head.get_attribute("data-sort")
        if not field or field == "outlook" or not head.is_visible():
            continue
        person.press(head.locator("a, button").first)
        order = person.page.locator("table.markets thead th").nth(place).get_attribute("aria-sort")
        person.expect(order in ("ascending", "descending"), f"the column {field} says how it is sorted", order)
        cells = person.column(place + 1, "table.markets")
        # A name's cell begins with the letters of its disc.
        values = [re.search(r"SIM\d\d", cell)[0] if field == "ticker" else number(cell) for cell in cells]
        expected = sorted(values, reverse=order == "descending")
        person.expect(len(cells) == 12 and values == expected, f"sorted by {field}, {order}", cells)


@task("search a coin")
def search(person: Person) -> None:
    person.open("/markets")
    person.fill("#search", "sim07")
    if person.way is Way.PLAIN:
        person.press(person.page.locator("form[role=search] button").first)
    person.wait_until(lambda: len(person.column(2, "table.markets")) == 1, "one coin is left", lambda: person.column(2, "table.markets"))
    person.press(person.page.locator("table.markets tbody tr:visible a.coin").first)
    person.is_at("/coins/SIM07")


@task("search what does not exist")
def search_nothing(person: Person) -> None:
    person.open("/markets")
    person.fill("#search", "zzz")
    if person.way is Way.PLAIN:
        person.press(person.page.locator("form[role=search] button").first)
    person.sees("zzz")
    person.expect(person.page.locator("#none").is_visible(), "the page reports that nothing was found")


@task("mark a favourite and take several away")
def favourites(person: Person) -> None:
    for ticker in ("SIM10", "SIM11"):
        person.open("/markets")
        star = f"[data-coin={ticker}]"
        if person.page.locator(star).get_attribute("aria-pressed") != "true":
            person.press(person.page.locator(star))
        person.wait_until(lambda: person.page.locator(star).get_attribute("aria-pressed") == "true", f"{ticker} is a favourite")
    person.open("/favourites")

    def names() -> list[str]:
        return person.page.locator("ol.favourites a.coin b").all_inner_texts()

    before = names()
    person.expect({"SIM10", "SIM11"} <= set(before), "both are listed", before)
    person.press(person.page.locator("ol.favourites button[name=down]:enabled").first)
    person.wait_until(lambda: names()[:1] != before[:1], "the first one has moved down", names)
    person.press(person.page.locator("ol.favourites button[name=up]:enabled").first)
    person.wait_until(lambda: names() == before, "and up again", names)
    for ticker in ("SIM10", "SIM11"):
        person.press(person.page.locator(f"ol.favourites [data-coin={ticker}]"))
        person.settle()
    star = person.page.locator("main [data-coin=SIM11]")
    if person.way is Way.PLAIN:
        person.sees("SIM11 removed from favourites.")
        person.press("Undo")
        person.wait_until(lambda: names() == [name for name in before if name != "SIM10"], "SIM11 is back in its place", names)
    else:
        person.wait_until(lambda: star.get_attribute("aria-pressed") == "false", "SIM11 is gone")
        person.press("Undo")
        person.wait_until(lambda: star.get_attribute("aria-pressed") == "true", "SIM11 is a favourite again")
    person.press(star)
    person.settle()
    person.open("/favourites")
    person.expect(not {"SIM10", "SIM11"} & set(names()), "both are gone", names())
    person.sees("SIM01")


# MARK: A coin


@task("change the granularity of a coin's chart")
def granularity(person: Person) -> None:
    person.open("/coins/SIM01")
    seen = set()
    for past in ("1W", "1M", "3M", "1Y", "3Y", "All"):
        choice = person.page.locator(f"[data-past='{past}']").first
        person.press(choice)
        choice = person.page.locator(f"[data-past='{past}']").first
        person.wait_until(lambda: choice.get_attribute("aria-current") == "true", f"{past} is chosen")
        person.wait_until(lambda: f"past={past}" in person.page.url, f"the address names {past}", lambda: person.page.url)
        seen.add(drawn(person))
    person.expect(len(seen) == 6, "six different pictures", len(seen))


@task("change how far a coin's forecast is shown, and the scale")
def horizon(person: Person) -> None:
    person.open("/coins/SIM01")
    seen = set()
    for choice in [f"[data-ahead='{ahead}']" for ahead in ("1W", "2W", "1M", "2M", "3M")] + ["a[data-scale=log]"]:
        person.press(person.page.locator(choice).first)
        person.wait_until(lambda: person.page.locator(choice).first.get_attribute("aria-current") == "true", f"{choice} is chosen")
        seen.add(drawn(person))
    person.expect(len(seen) == 6, "six different pictures", len(seen))


def drawn(person: Person) -> str:
    """The main line of the visible chart."""
    return person.page.locator(".plot svg:visible path.line").first.get_attribute("d")


DOT_ON_LINE = """() => {
    const dot = document.querySelector("#chart .dot"), line = dot.ownerSVGElement.querySelector("path.line-close");
    return line.isPointInStroke(new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value));
}"""


@task("save a chart as a picture", ways=SCRIPTED)
def save_picture(person: Person) -> None:
    person.open("/coins/SIM01")
    plot = person.page.locator("#chart .plot")
    person.wait_until(lambda: plot.get_attribute("role") == "slider", "the chart answers to the keyboard")
    source = person.page.locator("#chart").get_attribute("data-source")
    person.expect("Closecast" in source and "daily-average" in source, "the picture's text names program and model", source)
    width, height = person.page.locator(".plot svg:visible").first.evaluate(
        "(svg) => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]"
    )
    person.press(person.page.locator("details.menu:has(#save-png) summary"))
    with person.page.expect_download() as download:
        person.press(person.page.locator("#save-png"))
    picture = struct.unpack(">II", pathlib.Path(download.value.path()).read_bytes()[16:24])
    # At twice the size, with 24 pixels on each side, a title above and its source below.
    person.expect(picture[0] == 2 * (width + 48) and picture[1] > 2 * (height + 48 + 46), "the picture has margins", picture)


@task("move along a chart", ways=SCRIPTED)
def crosshair(person: Person) -> None:
    person.open("/coins/SIM01")
    plot = person.page.locator("#chart .plot")
    person.wait_until(lambda: plot.get_attribute("role") == "slider", "the chart answers to the keyboard")
    readouts = []
    if person.way is Way.MOUSE:
        box = plot.bounding_box()
        for across in (0.2, 0.5, 0.85):
            person.page.mouse.move(box["x"] + box["width"] * across, box["y"] + 100)
            person.settle()
            readouts.append(person.readout)
            person.expect(across > 0.6 or person.page.evaluate(DOT_ON_LINE), "the dot is on the line")
            flags = person.page.locator("#chart .flag text").all_text_contents()
            person.expect(len(flags) == 2 and flags[1] in person.readout, "the day and the value are on the axes", flags)
    else:
        person.reach(plot)
        for key in ("Home", "PageUp", "End", "t", "ArrowRight"):
            person.page.keyboard.press(key)
            person.settle()
            readouts.append(person.readout)
            said = plot.get_attribute("aria-valuetext")
            person.expect(len(said) > 8, "the slider says day and values", said)
        person.expect("80%" in readouts[-1], "the day after the last close has bands", readouts[-1])
    person.expect(len(set(readouts)) == len(readouts), "each day has its own date and value", readouts)
    person.expect(all(re.search(r"20\d\d", text) and re.search(r"\d\.\d", text) for text in readouts), "a date and a value", readouts)


@task("follow a chart with a finger", ways=(Way.MOUSE,), width=390)
def touch(person: Person) -> None:
    person.open("/coins/SIM01")
    plot = person.page.locator("#chart .plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    network = person.context.new_cdp_session(person.page)
    readouts = []
    network.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": box["x"] + 60, "y": box["y"] + 100}]})
    for across in (90, 150, 200):
        network.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": box["x"] + across, "y": box["y"] + 102}]})
        person.settle()
        readouts.append(person.readout)
    network.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    person.expect(len(set(readouts)) == 3, "the day under the finger", readouts)


@task("see a coin's price, change and chart, and act on it, on the first screen of a phone", ways=(Way.MOUSE,), width=390)
def first_screen(person: Person) -> None:
    person.open("/coins/SIM01?past=1M")
    top = person.page.locator("#chart .plot").bounding_box()["y"]
    person.expect(top <= 170, "the chart begins within 170 pixels", top)
    person.sees(re.compile("the past month"))
    bar, places = (person.page.locator(each).bounding_box() for each in (".action-bar", ".nav"))
    person.expect(bar["y"] + bar["height"] <= places["y"] + 1, "the actions are above the places", (bar, places))
    change = person.page.locator("#change").inner_text()
    person.press(person.page.locator("[data-past='1Y']").first)
    person.wait_until(lambda: person.page.locator("#change").inner_text() != change, "the change is that of the chosen year")


@task("read how sure a forecast is")
def honesty(person: Person) -> None:
    person.open("/coins/SIM01")
    person.sees("last price", re.compile(r"of 100 ", re.I))
    person.expect(person.page.locator("#odds .verdict").inner_text().strip() != "", "the page says whether it rises or falls")


@task("read a chart as a table")
def table(person: Person) -> None:
    person.open("/coins/SIM01")
    person.press(person.page.locator("details.opens summary").first)
    rows = person.page.locator("#chart-table tbody tr:visible").count()
    person.expect(rows >= 12, "rows for days of the past and ahead", rows)


@task("open a coin that does not exist")
def unknown_coin(person: Person) -> None:
    person.open("/coins/NOSUCH", status=404)
    person.sees("NOSUCH")


# MARK: Wallets


@task("from an empty wallet to a coin", scene="new", ways=(Way.MOUSE,))
def empty_wallet(person: Person) -> None:
    person.open("/portfolio")
    person.press(person.page.locator(".empty a[href='/wallets/new']"))
    person.fill("[name=name]", "First")
    person.submit("main form")
    person.sees("First")
    person.expect(person.page.locator(".empty a").count() > 0, "the empty wallet points to where coins are added")


def make_wallet(person: Person, name: str) -> str:
    person.open("/wallets/new")
    person.fill("[name=name]", name)
    person.submit("main form")
    person.sees(name)
    return re.split("[?#]", person.page.url.removeprefix(person.server.url))[0]


@task("make a wallet, add coins, change and remove one")
def wallet(person: Person) -> None:
    path = make_wallet(person, mine(person, "Trip"))
    for ticker, quantity in (("SIM01", "2"), ("SIM02", "0.5"), ("SIM03", "1,000")):
        person.open(f"{path}/record?kind=deposit")
        person.fill("#asset", ticker)
        person.fill("#quantity", quantity)
        person.submit_with("record")
        person.is_at(path)
    person.sees("SIM01", "SIM02", "SIM03", "502.82")
    person.open(f"{path}/record?kind=set&asset=SIM01")
    person.fill("#quantity", "3")
    person.submit_with("record")
    person.open(f"{path}/record?kind=set&asset=SIM02")
    person.fill("#quantity", "0")
    person.submit_with("record")
    held = {holding["asset"]: holding["quantity"] for holding in person.server.ask("GET", f"/v1{path}")["holdings"]}
    person.expect(held == {"sim01": "3", "sim03": "1000"}, "what the API says is held", held)


@task("buy first: the deposit of the cash comes with the purchase")
def first_purchase(person: Person) -> None:
    path = make_wallet(person, mine(person, "First purchase"))
    person.open(f"{path}/record")
    deposit = person.page.get_by_role("checkbox", name="Also record the deposit of the missing cash")
    person.expect(deposit.is_checked(), "the deposit of the missing cash is chosen")
    person.fill("#asset", "SIM01")
    person.fill("#quantity", "2")
    # The closes of the sample end years ago, so there is none for today.
    person.fill("#price", "16")
    person.submit_with("preview")
    person.sees("1 deposit of missing cash is added: 32.00 USD.")
    person.submit_with("record")
    person.is_at(path)
    person.sees("Recorded, with a deposit of the missing cash.")
    kinds = [each["kind"] for each in person.server.ask("GET", f"/v1{path}/transactions")["data"]]
    person.expect(sorted(kinds) == ["buy", "deposit"], "the purchase and its deposit were recorded", kinds)


@task("add wrong amounts: nothing is lost, nothing is recorded")
def wrong_amounts(person: Person) -> None:
    path = make_wallet(person, mine(person, "Wrong"))
    for quantity in ("abc", "", "-1", "0"):
        person.open(f"{path}/record?kind=deposit")
        person.fill("#asset", "SIM04")
        person.fill("#quantity", quantity)
        person.press(person.page.locator("#record summary"))
        person.fill("#note", "kept")
        person.submit_with("record")
        person.sees_error("quantity")
        person.expect(person.value("quantity") == quantity and person.value("asset") == "SIM04" and person.value("note") == "kept", "what was typed is kept", person.value("note"))
    person.open(f"{path}/record?kind=deposit")
    person.fill("#asset", "NOSUCH")
    person.fill("#quantity", "1")
    person.submit_with("record")
    person.sees_error("asset")
    held = person.server.ask("GET", f"/v1{path}")["holdings"]
    person.expect(held == [], "nothing was recorded", held)


@task("sell more than there is")
def overdraw(person: Person) -> None:
    person.open("/wallets/Savings/record?kind=sell")
    person.fill("#asset", "SIM02")
    person.fill("#quantity", "1,000")
    person.fill("#price", "20")
    person.submit_with("record")
    person.sees_error("quantity")


@task("see what an order would do before it is recorded")
def preview(person: Person) -> None:
    before = person.server.ask("GET", "/v1/wallets/Savings/transactions")["data"]
    person.open("/wallets/Savings/record?kind=withdrawal")
    person.fill("#asset", "SIM02")
    person.fill("#quantity", "1")
    person.submit_with("preview")
    person.sees("SIM02")
    person.expect(person.page.locator("#preview").inner_text().count("9") > 0, "nine are left", person.page.locator("#preview").inner_text())
    after = person.server.ask("GET", "/v1/wallets/Savings/transactions")["data"]
    person.expect(before == after, "a preview records nothing", len(after))


@task("see what a wallet is worth and where it comes from")
def total(person: Person) -> None:
    person.open("/wallets/Main")
    worth = float(person.server.ask("GET", "/v1/wallets/Main/valuation")["value"])
    person.sees(f"{worth:,.2f}")
    person.expect(person.page.locator("svg.ring, .ring svg").count() > 0, "a ring of the parts")
    person.press(person.page.locator("details.opens summary").first)
    steps = [number(text) for text in person.page.locator("details[open] .steps b").all_inner_texts()]
    person.expect(abs(sum(steps[:-1]) - steps[-1]) < 0.05 and abs(steps[-1] - worth) < 0.005, "the parts add up to the total", steps)


@task("show all digits of the amounts")
def digits(person: Person) -> None:
    person.open("/wallets/Main")
    person.press("Show all digits")
    person.sees("Show rounded amounts")
    exact = {text for text in person.page.locator("[data-amount]").all_inner_texts() if re.search(r"\.\d{9,}", text)}
    person.press("Show rounded amounts")
    person.sees("Show all digits")
    shown = person.page.locator("[data-amount]").all_inner_texts()
    person.expect(not exact & set(shown), "no amount has more digits than it needs", exact & set(shown))


@task("numbers from scripts are those of the server", ways=(Way.MOUSE,))
def formats(person: Person) -> None:
    for language in ("en", "it", "ru", "kk"):
        person.context.add_cookies([{"name": "closecast-language", "value": language, "url": person.server.url}])
        person.open("/coins/SIM02")
        golden = AMOUNTS[language]
        # Each row: what was given, and what the scripts should write.
        rows = {
            "amounts": [(row[:1], row[1:3]) for row in golden["amounts"]],
            "ranges": [(row[:2], row[2:]) for row in golden["ranges"]],
            "changes": [(row[:1], row[1:]) for row in golden["changes"]],
        }
        written = person.page.evaluate(
            """async (given) => {
                const address = performance.getEntriesByType("resource").map((each) => each.name).find((name) => /format\\b[^/]*\\.js$/.test(name));
                const { price, estimate, range, percent } = await import(address);
                const writers = {
                    amounts: (value) => [price(value), estimate(value)], ranges: (low, high) => Object.values(range(low, high)),
                    changes: (ratio) => [percent(ratio)],
                };
                return Object.fromEntries(Object.entries(given).map(([kind, rows]) => [kind, rows.map((row) => writers[kind](...row))]));
            }""",
            {kind: [[float(text) for text in given] for given, _ in table] for kind, table in rows.items()})
        for kind, table in rows.items():
            texts = [[text.replace("\u2212", "-") for text in got] for got in written[kind]]
            wrong = [(given, expected, got) for (given, expected), got in zip(table, texts, strict=True) if expected != got]
            person.expect(not wrong, f"{kind} in {language}", wrong[:3])


@task("an enormous total stays within a phone", ways=(Way.MOUSE,), width=390)
def enormous(person: Person) -> None:
    person.open("/portfolio")
    width = person.page.evaluate(
        """() => {
            const figure = document.querySelector(".figure");
            figure.classList.add("long");
            figure.querySelector("[data-amount]").textContent = "97,600,062,513,595";
            return document.documentElement.scrollWidth;
        }""")
    person.expect(width <= 390, "the page does not scroll sideways", width)


@task("hide the amounts")
def hide(person: Person) -> None:
    worth = f"{float(person.server.ask('GET', '/v1/wallets/Main/valuation')['value']):,.2f}"
    person.open("/wallets/Main")
    person.sees(worth)
    person.press("#hide")
    person.wait_until(lambda: worth not in person.text, "the total is hidden", lambda: person.text[:200])
    person.open("/wallets/Main")
    person.sees_not(worth)
    person.open("/")
    person.sees_not(worth)
    person.open("/compare?coins=SIM01,SIM04")
    person.expect(person.page.locator("#chart .plot").is_visible(), "a chart without amounts is drawn")
    person.open("/wallets/Main")
    person.press("#hide")
    person.sees(worth)


@task("hide the amounts of the portfolio and show them again, at the same place", width=390)
def hide_portfolio(person: Person) -> None:
    person.open("/portfolio")
    veil = "\u2022" * 5

    def place() -> list[float]:
        return person.page.evaluate("""() => {
            const { x, y } = document.querySelector("#hide").getBoundingClientRect();
            return [x + scrollX, y + scrollY].map(Math.round);
        }""")

    before = place()
    person.press("#hide")
    person.wait_until(lambda: veil in person.text, "the amounts are hidden", lambda: person.text[:200])
    person.expect(place() == before, "the button is where it was", (before, place()))
    person.press("#hide")
    person.wait_until(lambda: veil not in person.text, "the amounts are shown", lambda: person.text[:200])


@task("choose the days of the chart at home and stay there")
def home_days(person: Person) -> None:
    person.open("/")
    person.choose(person.page.locator("#spans fieldset").first, "3M")
    if person.way is Way.PLAIN:
        person.press("#spans button")
    person.wait_until(lambda: "past=3M" in person.page.url, "the address names 3M", lambda: person.page.url)
    person.expect(urllib.parse.urlsplit(person.page.url).path == "/", "it is still the address of Home", person.page.url)


@task("set an alert on a price and be told once when a close crosses it")
def alert(person: Person) -> None:
    coin = {Way.MOUSE: "LTC", Way.KEYBOARD: "XRP", Way.PLAIN: "DOGE"}[person.way]
    history = f"/v1/assets/{coin}/history"
    person.server.ask("PUT", history, "date,close\n2024-12-30,100\n2024-12-31,101\n".encode(), "text/csv")
    try:
        person.open(f"/alerts/new?asset={coin}")
        person.press(person.page.locator(f"a[href='/alerts/new?measure=price&asset={coin}']"))
        person.fill("#alerts-new-form-threshold", "no price")
        person.submit()
        person.sees_error("threshold")
        person.fill("#alerts-new-form-threshold", "90")
        person.submit()
        person.sees(f"{coin} below 90 USD", "It has not fired yet")

        def notices() -> int:
            return sum(coin in notice["text"] for notice in person.server.ask("GET", "/v1/notices")["data"])

        # A first try may have left some.
        before = notices()
        person.server.ask("PUT", history, "date,close\n2025-01-01,85\n".encode(), "text/csv")
        person.wait_until(lambda: notices() > before, "the alert fires", seconds=15)
        person.open("/notices")
        person.sees(f"{coin} below 90 USD: 85 USD")
        unread = person.page.locator(".notices .unread", has_text=coin)
        left = unread.count() - 1
        person.press(unread.first.locator("button[value=read]"))
        person.wait_until(lambda: unread.count() == left, "it is read", unread.count)
        person.open("/alerts")
        person.sees("has fired")
    finally:
        person.server.ask("DELETE", history)


@task("read the newest article on Bitcoin, filter, search and save it for later")
def news(person: Person) -> None:
    title, word = {
        Way.MOUSE: ("Bitcoin miners move north", "cheap"),
        Way.KEYBOARD: ("Bitcoin wallets get simpler", "grandmothers"),
        Way.PLAIN: ("Bitcoin fees fall again", "coffee"),
    }[person.way]
    articles = person.page.locator(".articles li")
    person.open("/coins/BTC")
    person.press(person.page.locator("#headlines .title").first)
    person.sees("Read at Example Post")
    person.open("/news")
    person.sees("Ether keeps still")
    person.choose_coin("[name=asset]", "BTC")
    person.press("Apply")
    person.sees(title)
    person.sees_not("Ether keeps still")
    person.fill("[name=search]", f"bitcoin {word}")
    person.press("Apply")
    person.wait_until(lambda: articles.count() == 1, "one article is found", articles.count)
    person.press(title)
    source = person.page.locator("a[target=_blank]")
    person.expect(source.get_attribute("rel") == "noopener noreferrer nofollow", "the source learns nothing", source.get_attribute("rel"))
    if person.way is Way.PLAIN:
        person.press("Mark as read")
    person.sees("Mark as unread")
    person.press("Save")
    person.sees("Remove from saved")
    person.press(person.page.locator("a.back"))
    person.press("Saved")
    person.expect(articles.count() == 1 and title in articles.first.inner_text(), "it is saved", articles.all_inner_texts())
    person.expect(articles.first.get_attribute("class") == "read", "it is read")
    person.press("Remove from saved")
    person.sees("Nothing is saved for later")


@task("write down an expense on a phone: amount first, the rest as usual for its name; split a receipt; undo a removal", width=390)
def expense(person: Person) -> None:
    name = mine(person, "Coffee")
    person.open("/expenses")
    person.press("Add an expense")
    person.fill("[name=amount]", "much")
    person.fill("[name=name]", name)
    person.submit_with("save")
    person.sees_error("amount")
    person.fill("[name=amount]", "3.20")
    person.fill("[name=new_category]", mine(person, "Drinks"))
    person.submit_with("save")
    person.is_at("/expenses")
    person.sees("Added.", name)
    person.open("/expenses/new")
    person.fill("[name=amount]", "3.40")
    person.fill("[name=name]", name.lower())
    person.submit_with("save")
    person.press(person.page.locator(".expense-day a.title", has_text=name.lower()).first)
    person.sees("3.40", mine(person, "Drinks"))
    person.press("Remove")
    person.sees("The transaction was removed.")
    person.press("Undo")
    person.sees("The transaction is back.")
    person.press("Edit")
    person.submit_with("split")
    person.fill("[name=part-amount-0]", "1.40")
    person.fill("[name=part-amount-1]", "2")
    person.submit_with("save")
    person.sees("Saved.", "1.40", "2.00")
    person.open(f"/expenses/list?search={urllib.parse.quote(name)}")
    person.expect(person.page.locator(".expense-day li").count() == 2, "two transactions of the name", person.text)


@task("enter an expense by the clock of the device where no time zone is chosen", ways=SCRIPTED, width=390)
def expense_clock(person: Person) -> None:
    person.open("/expenses")
    # An earlier form has kept the zone of the device.
    status = person.page.evaluate("""fetch("/v1/notices/settings", {
        method: "PUT", headers: { "Content-Type": "application/json" }, body: '{"time_zone":"UTC"}',
    }).then((answer) => answer.status)""")
    person.expect(status == 200, "no time zone is chosen", status)
    person.open("/expenses/new")
    zone = person.page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    person.sees("Day and time are by the clock of this device:", zone)
    person.sees_not("Day and time are in UTC")
    here = person.page.evaluate("new Date().toLocaleDateString('sv-SE')")
    person.expect(person.page.locator("[name=day]").input_value() == here, "the day is that of the device", here)


@task("add a place with opening times over midnight, filter places, and import a statement once", width=390)
def place_and_statement(person: Person) -> None:
    name = mine(person, "Bar")
    person.open("/expenses/places")
    person.press("New place")
    person.fill("[name=place_name]", name)
    person.submit_with("hours")
    person.choose("[name=last-0]", "Thursday")
    person.page.locator("[name=opens-0]").fill("18:00")
    person.page.locator("[name=closes-0]").fill("02:00")
    person.submit_with("save")
    person.sees("Saved.", "Monday–Thursday 18:00–02:00")
    person.press("Add to favourites")
    person.sees("Remove from favourites")
    person.open("/expenses/places?number=0&favourites=yes")
    person.sees(name)
    person.press("Reset")
    person.is_at("/expenses/places")
    shop = mine(person, "Bakery")
    statement = f"Date,Description,Amount,Currency\n2024-12-20,{shop},-3.20,EUR\n2024-12-21,{shop},-4.10,EUR\n".encode()
    for new, button in ((2, True), (0, False)):
        person.open("/expenses/import")
        person.give_file("[name=file]", "bank.csv", statement)
        if person.way is not Way.PLAIN:
            person.expect(person.page.locator("[data-chosen]").inner_text() == "bank.csv", "the chosen file's name is shown")
        person.submit_with("check")
        person.sees(f"{new} new transactions", shop)
        person.expect((person.page.locator("button[value=import]").count() > 0) is button, "only new ones can be imported")
        if button:
            person.submit_with("import")
            person.sees("2 transactions added")


@task("ask how likely a wallet is above an amount")
def question(person: Person) -> None:
    person.open("/wallets/Main")
    answers = []
    for amount in ("100", "14,000", "900,000"):
        person.fill("#above", amount)
        if person.way is Way.PLAIN:
            person.press(person.page.locator("#question button"))
        else:
            person.page.keyboard.press("Enter")
        person.page.wait_for_timeout(400 if person.way is not Way.PLAIN else 0)
        answers.append(person.page.locator("#answer").inner_text())
    person.expect(len(set(answers)) == 3, "three answers", answers)


@task("drag the threshold", ways=SCRIPTED)
def threshold(person: Person) -> None:
    person.open("/wallets/Main")
    place = person.page.locator("#threshold")
    person.wait_until(place.is_visible, "the threshold can be dragged")
    before = person.page.locator("#answer").inner_text()
    if person.way is Way.MOUSE:
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        person.page.mouse.down()
        person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 60, steps=6)
        person.page.mouse.up()
    else:
        person.reach(place)
        for _ in range(8):
            person.page.keyboard.press("ArrowUp")
    person.wait_until(lambda: person.page.locator("#answer").inner_text() != before, "the answer follows", lambda: before)


@task("filter a wallet's history, take an entry back and undo that")
def history(person: Person) -> None:
    path = make_wallet(person, mine(person, "Past"))
    for quantity in ("1", "2"):
        person.server.ask("POST", f"/v1{path}/transactions", {"kind": "deposit", "asset": "SIM05", "quantity": quantity, "cost": "10", "time": "2024-05-01"})
    person.server.ask("POST", f"/v1{path}/transactions", {"kind": "withdrawal", "asset": "SIM05", "quantity": "0.5", "time": "2024-06-01"})
    person.open(f"{path}/history")
    person.expect(person.page.locator("table.history tbody tr").count() == 3, "three entries")

    def held() -> list[str]:
        return [each["quantity"] for each in person.server.ask("GET", f"/v1{path}")["holdings"]]

    person.press(person.page.get_by_role("button", name=re.compile("^Remove #")).first)
    person.wait_until(lambda: held() == ["3"], "the newest entry was removed", held)
    person.press("Undo")
    person.wait_until(lambda: held() == ["2.5"], "the entry is recorded again", held)
    person.open(f"{path}/history?kind=withdrawal")
    person.expect(person.page.locator("table.history tbody tr").count() == 2, "the removed withdrawal and the new one")
    person.tick(person.page.locator("input[name=id]").first)
    person.press(person.page.locator(".bulk button[type=submit]"))
    person.wait_until(lambda: held() == ["3"], "the withdrawal was removed", held)
    person.press("Undo")
    person.sees("Recorded again.")
    person.expect(held() == ["2.5"], "the withdrawal is recorded again", held())


@task("delete a wallet, undo that, and be told when its name was taken")
def undelete(person: Person) -> None:
    name = mine(person, "Gone")
    path = make_wallet(person, name)
    person.server.ask("POST", f"/v1{path}/transactions", {"kind": "deposit", "asset": "SIM05", "quantity": "3", "cost": "10", "time": "2024-05-01"})

    def delete() -> None:
        person.open(f"{path}/settings")
        person.fill("[name=confirmation]", name)
        person.press("Delete wallet")
        person.is_at("/portfolio")
        person.sees(f"Wallet {name} was deleted.")

    delete()
    person.press("Undo")
    person.sees("Wallet restored.")
    held = [each["quantity"] for each in person.server.ask("GET", f"/v1{path}")["holdings"]]
    person.expect(held == ["3"], "the wallet holds what it held", held)
    delete()
    successor = person.server.ask("POST", "/v1/wallets", {"name": name})["id"]
    person.press("Undo")
    person.sees(f"Another wallet is called {name} now.")
    person.server.ask("PATCH", f"/v1/wallets/{successor}", {"name": f"{name} again"})
    # The list at the foot of the page needs no notice.
    person.open("/portfolio")
    person.sees("Deleted wallets")
    person.press(person.page.locator(f"form[action='{path}/restore'] button"))
    person.sees("Wallet restored.")


@task("send a form twice, it is done once", ways=(Way.MOUSE,))
def twice(person: Person) -> None:
    path = make_wallet(person, "Twice")
    person.open(f"{path}/record?kind=deposit")
    person.fill("#asset", "SIM06")
    person.fill("#quantity", "1")
    person.page.locator("button[value=record]").dblclick()
    person.settle()
    # Chromium cancels going back to a page that may not be stored while another one loads.
    with contextlib.suppress(Error):
        person.page.go_back()
    person.settle()
    if person.page.locator("button[value=record]").count():
        person.page.locator("button[value=record]").click()
        person.settle()
    count = len(person.server.ask("GET", f"/v1{path}/transactions")["data"])
    person.expect(count == 1, "one transaction", count)


@task("import a file of transactions, right and wrong")
def import_file(person: Person) -> None:
    name = mine(person, "Import")
    path = make_wallet(person, name)
    person.open(f"{path}/files")
    head = "time,kind,wallet,asset,quantity,cash,fee,to,value,note\n"
    person.fill("#text", head + f"2024-01-05,deposit,{name},SIM01,lots,,,,,\n")
    person.submit_with("preview")
    person.sees("lots")
    person.expect(person.server.ask("GET", f"/v1{path}/transactions")["data"] == [], "nothing was recorded")
    person.fill("#text", head + f"2024-01-05,deposit,{name},SIM01,2,,,,50,\n")
    person.submit_with("preview")
    person.submit_with("import")
    count = len(person.server.ask("GET", f"/v1{path}/transactions")["data"])
    person.expect(count == 1, "one transaction", count)


@task("import purchases only: the preview adds the missing cash, without it the row is refused, and the choice can be taken back")
def import_purchases(person: Person) -> None:
    path = make_wallet(person, mine(person, "Purchases"))
    person.open(f"{path}/files")
    person.fill("#text", "time,kind,asset,quantity,cash\n2024-01-05,buy,SIM01,2,50\n")
    person.submit_with("preview")
    person.sees("1 deposit of missing cash is added: 50.00 USD.")
    choice = person.page.get_by_role("checkbox", name="Also record deposits of the missing cash")
    person.expect(choice.is_checked(), "the deposits are chosen")
    person.tick(choice)
    person.submit_with("import")
    person.sees("Line 2", "this needs 50")
    person.expect(not choice.is_checked(), "the deposits are not chosen")
    person.expect(person.server.ask("GET", f"/v1{path}/transactions")["data"] == [], "nothing was recorded")
    person.tick(choice)
    person.submit_with("preview")
    person.submit_with("import")
    kinds = sorted(each["kind"] for each in person.server.ask("GET", f"/v1{path}/transactions")["data"])
    person.expect(kinds == ["buy", "deposit"], "the purchase and its deposit were recorded", kinds)


@task("import the file of another program: correct the match of its columns, look, record")
def import_foreign_file(person: Person) -> None:
    path = make_wallet(person, mine(person, "Foreign"))
    person.open(f"{path}/files")
    # “Amount” is taken for the amount of coins, but is in dollars here, and the dates can be read in two ways.
    lines = ["Executed at,Side,Symbol,Amount,Got", "03/04/2024,Deposit,USD,50,50", "04/04/2024,Buy,SIM01,36,2"]
    person.give_file("#file", "trades.csv", "\n".join(lines).encode())
    person.submit_with("preview")
    person.sees_error("date_format")
    person.expect(person.value("column-quantity") == "3", "the amount of coins is read from “Amount”", person.value("column-quantity"))
    person.choose("Date format", "dd/MM/yyyy")
    person.choose("Amount of coins", "Got (50)")
    person.choose("Cash paid or received (without a currency: USD)", "Amount (50)")
    person.submit_with("match")
    person.sees("2 transactions")
    recorded = f"/v1{path}/transactions"
    person.expect(person.server.ask("GET", recorded)["data"] == [], "a preview records nothing")
    person.submit_with("import")
    person.sees("The file was recorded.")
    found = {(each["kind"], each["asset"], each["quantity"], each["time"][:10]) for each in person.server.ask("GET", recorded)["data"]}
    expected = {("deposit", "usd", "50", "2024-04-03"), ("buy", "sim01", "2", "2024-04-04")}
    person.expect(found == expected, "what was recorded", found)


@task("add a coin to a wallet from its page")
def add_from_coin(person: Person) -> None:
    name = mine(person, "Added")
    path = make_wallet(person, name)
    person.open("/coins/SIM08")
    person.press(person.page.locator("[href='#add-dialog']").first)
    person.expect(person.page.locator("#add-dialog").is_visible(), "the dialog is open")
    person.choose("#add-wallet", name)
    person.fill("#add-quantity", "abc")
    person.submit("#add-dialog")
    person.sees_error("quantity")
    # The sample has no close of today.
    person.fill("#add-quantity", "12.5")
    person.submit("#add-dialog")
    person.sees_error("cost")
    person.fill("#add-cost", "30")
    person.submit("#add-dialog")
    held = person.server.ask("GET", f"/v1{path}")["holdings"]
    person.expect([(each["asset"], each["quantity"]) for each in held] == [("sim08", "12.5")], "what is held", held)


# MARK: Investments, files, settings


@task("add a purchase to the investments, and find it in the portfolio")
def investments(person: Person) -> None:
    person.open("/portfolio")
    person.press(person.page.locator("main a[href$='/record?kind=buy']").first)
    person.settle()
    person.expect("/record?kind=buy" in person.page.url, "the form of the wallet's purchases is open", person.page.url)
    path = person.page.url.removeprefix(person.server.url).partition("/record")[0]

    def recorded() -> int:
        names = [each["name"] for each in person.server.ask("GET", "/v1/wallets")["data"]]
        return len(person.server.ask("GET", "/v1/wallets/Investments/transactions")["data"]) if "Investments" in names else 0

    before = recorded()
    person.open(f"{path}/record?kind=deposit")
    person.fill("#asset", "SIM06")
    person.fill("#quantity", "3")
    person.submit_with("record")
    after = recorded()
    person.expect(after == before + 1, "one more transaction is recorded", (before, after))
    person.open("/portfolio")
    person.sees("Investments", "SIM06", "Practice")


@task("search everywhere", ways=(Way.KEYBOARD, Way.PLAIN))
def search_everywhere(person: Person) -> None:
    for text, path, seen in (("sim07", "/coins/SIM07", "SIM07"), ("settings", "/settings", "Language"), ("exchange deposit", None, "from the exchange")):
        person.open("/portfolio")
        if person.way is Way.PLAIN:
            person.press(person.page.locator(".nav .to-search"))
            person.is_at("/search")
            person.fill("#q", text)
            person.press(person.page.locator("main form[role=search] button"))
            person.press(person.page.locator("#found a").first)
        else:
            keys = "/" if path else "Control+k"
            person.page.keyboard.press(keys)
            person.expect(person.page.locator("#finder").is_visible(), f"{keys} opens the search")
            person.page.keyboard.type(text)
            option = person.page.locator("#finder [role=option][aria-selected=true]", has_text=re.compile(seen, re.I) if not path else text)
            with contextlib.suppress(Error):
                option.first.wait_for(timeout=3000)
            person.page.keyboard.press("Enter")
        person.sees(seen)
        if path:
            person.is_at(path)


@task("leave the search, and type a slash", ways=(Way.KEYBOARD,))
def leave_search(person: Person) -> None:
    person.open("/markets")
    person.reach(person.page.locator("#search"))
    person.page.keyboard.type("a/b")
    person.expect(person.page.locator("#search").input_value() == "a/b" and not person.page.locator("#finder").is_visible(), "a slash is typed")
    person.page.keyboard.press("Control+k")
    person.page.keyboard.type("zzz")
    person.wait_until(lambda: "zzz" in person.page.locator("#finder [role=status]").inner_text(), "the search says that it found nothing")
    found = axe(person.page)
    person.expect(found == [], "the dialog has no problems", found)
    person.page.keyboard.press("Escape")
    focused = person.page.evaluate("() => document.activeElement.id")
    person.expect(not person.page.locator("#finder").is_visible() and focused == "search", "the focus is back in the field", focused)


@task("a search that is too long is refused beside its field", ways=(Way.PLAIN,))
def long_search(person: Person) -> None:
    person.open("/search?q=" + "a" * 61, 422)
    person.sees_error("q")
    person.expect(person.page.locator("#found a").count() == 0, "nothing was searched")


@task("choose coins from the suggestions of forms")
def coin_fields(person: Person) -> None:
    path = make_wallet(person, mine(person, "Chosen"))
    person.open(f"{path}/record?kind=deposit")
    if person.way is Way.PLAIN:
        person.expect(person.page.locator("datalist option[value=SIM04]").count() == 1, "the browser can suggest the coin")
    person.choose_coin("#asset", "SIM04")
    person.fill("#quantity", "2")
    person.submit_with("record")
    person.is_at(path)
    person.open("/compare?coins=SIM01")
    person.choose_coin("#add", "SIM04")
    if person.way is Way.PLAIN:
        person.press(person.page.locator("form.compare-start button"))
    person.wait_until(lambda: person.page.locator(".chosen-coins li:has(a[href^='/coins/'])").count() == 2, "two coins are compared")
    person.open("/paper")
    person.fill("[name=coins]", "SIM02, SIM0")
    if person.way is not Way.PLAIN:
        option = person.page.locator(".suggestions [data-value=SIM05]")
        option.wait_for(timeout=3000)
        option.click()
        person.expect(person.value("coins") == "SIM02, SIM05, ", "the last of several coins is completed", person.value("coins"))


@task("go through the five places on wide screens and phones, and from former addresses")
def places(person: Person) -> None:
    for width in (1440, 390):
        person.page.set_viewport_size({"width": width, "height": 900})
        person.open("/settings")
        for place in ("/", "/markets", "/portfolio", "/practice", "/more"):
            entry = person.page.locator(f"nav.nav a.item[href='{place}']")
            person.expect(entry.is_visible(), f"{place} is in the menu at {width} px")
            person.press(entry)
            person.is_at(place)
            current = [link.get_attribute("href") for link in person.page.locator("nav.nav a.item[aria-current=page]").all()]
            person.expect(current == [place], f"only {place} is current at {width} px", current)
    for former, place in former_addresses().items():
        person.open(former)
        person.is_at(place)


def former_addresses() -> dict[str, str]:
    """The addresses of earlier versions and the places to which they redirect, as the faces declare them."""
    found = {}
    for face in [*(ROOT / "Sources").glob("*Web/**/*Face.swift"), ROOT / "Sources/PageKit/Site/SharedPlaces.swift"]:
        for name, others, paths in re.findall(r'= Self\(\s*name: "([^"]+)"([^)]*)formerPaths: \[([^\]]+)\]', face.read_text()):
            address = re.search(r'address: "([^"]+)"', others)
            found |= dict.fromkeys(re.findall(r'"([^"]+)"', paths), address[1] if address else f"/{name}")
    assert len(found) > 3, found
    return found


@task("switch the total between mine and practice")
def whose_total(person: Person) -> None:
    worth = float(person.server.ask("GET", "/v1/portfolio/valuation")["value"])
    person.open("/")
    person.sees(f"{worth:,.2f}")
    person.press(person.page.locator("main nav a[href='/?of=practice']"))
    person.sees("Simulated money")
    person.sees_not(f"{worth:,.2f}")
    person.press(person.page.locator("main nav:not(.group-tabs) a[href='/']"))
    person.sees(f"{worth:,.2f}")


@task("open the form of an alert from a price, a probability and a total")
def bells(person: Person) -> None:
    for place, fields in (
        ("/coins/SIM05 .price-line .bell", {}),
        ("/coins/SIM05 #odds a", {"asset": "SIM05", "days": "96"}),
        ("/portfolio .total-line .bell", {"whose": "*"}),
        ("/wallets/all .total-line .bell", {"whose": "*"}),
    ):
        path, bell = place.split(" ", 1)
        person.open(path)
        person.press(person.page.locator(bell).first)
        person.is_at("/alerts/new")
        found = {name: person.value(name) for name in fields}
        person.expect(found == fields, f"the form is filled in from {place}", found)


@task("reach the notices from the top of a narrow phone", ways=(Way.MOUSE,), width=360)
def notices_of_phone(person: Person) -> None:
    person.open("/markets")
    bell, search = (person.page.locator(f".top {each}").bounding_box() for each in (".to-notices", "[data-finder]"))
    person.expect(bell["x"] + bell["width"] <= search["x"] + 1 and search["x"] + search["width"] <= 360, "both fit", (bell, search))
    person.press(person.page.locator(".top .to-notices"))
    person.is_at("/notices")


@task("see the number at the bell follow a new notice", ways=(Way.MOUSE,), width=360)
def bell_follows(person: Person) -> None:
    settings = {"webhook": ["alert"], "webhook_url": "https://receiver.invalid/", "webhook_digest": "weekly"}
    person.server.ask("PUT", "/v1/notices/settings", settings)
    try:
        person.open("/markets")
        before = person.server.ask("GET", "/v1/notices/count")["unread"]
        person.server.ask("POST", "/v1/notices/test", {})
        badge = person.page.locator(".top .to-notices .badge")
        person.wait_until(
            lambda: badge.count() == 1 and badge.inner_text() == str(before + 1), "the number rises without loading the page", seconds=5)
        person.server.ask("POST", "/v1/notices/read", {})
        person.wait_until(lambda: badge.count() == 0, "the number goes", seconds=5)
    finally:
        person.server.ask("PUT", "/v1/notices/settings", {})


@task("read what has changed in the last days")
def since(person: Person) -> None:
    person.open("/")
    person.press(person.page.locator("main a[href='/since']"))
    person.is_at("/since")
    person.press(person.page.locator("a[href='/since?days=30']"))
    person.expect(person.page.locator("a[aria-current=true]", has_text="30").count() == 1, "30 days are chosen")


@task("forecast a file, right and wrong", scene="new")
def forecast_file(person: Person) -> None:
    person.open("/file")
    person.give_file("#file", "bad.csv", b"date,close\n2024-01-01,abc\n")
    person.press("#file-send")
    person.sees("abc")
    person.open("/file")
    person.give_file("#file", "SIM03.csv", (SAMPLE / "SIM03.csv").read_bytes())
    person.press("#file-send")
    person.wait_until(lambda: person.page.locator(".plot svg path.band").count() >= 3, "the fan of the file", lambda: person.text[:200])
    person.sees("last price")


@task("make the pages dark and Italian")
def look_and_language(person: Person) -> None:
    person.open("/settings")
    person.press(person.page.locator("label:has(input[name=appearance][value=dark])").first if person.way is not Way.KEYBOARD else person.page.locator("input[name=appearance]:checked").first)
    if person.way is Way.KEYBOARD:
        for _ in range(3):
            if person.page.evaluate("() => document.activeElement.value") == "dark":
                break
            person.page.keyboard.press("ArrowRight")
    person.choose("[name=language]", "Italiano")
    person.submit("main form:has([name=language])")
    person.open("/")
    root = person.page.locator("html")
    person.expect(root.get_attribute("lang") == "it", "the language is Italian", root.get_attribute("lang"))
    ground = person.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    person.expect(sum(map(int, re.findall(r"\d+", ground)[:3])) < 200, "the ground is dark", ground)


@task("compare coins")
def compare(person: Person) -> None:
    person.open("/compare?coins=SIM01,SIM04,SIM09")
    lines = person.page.locator(".plot svg:visible path.line").count()
    person.expect(lines >= 3, "three lines", lines)
    person.sees("SIM01", "SIM04", "SIM09", "100")


# MARK: Accounts


@task("sign in wrong and right, and out", scene="accounts", is_signed_in=False)
def sign_in(person: Person) -> None:
    person.open("/wallets/Main")
    person.is_at("/sign-in")
    person.fill("[name=email]", EMAIL)
    person.fill("[name=password]", "wrong wrong wrong wrong")
    person.submit("main form:has([name=password])")
    person.sees(re.compile(r"wrong|not right|does not|do not|incorrect", re.I))
    person.expect(person.value("email") == EMAIL, "the address is kept", person.value("email"))
    person.fill("[name=password]", PASSWORD)
    person.submit("main form:has([name=password])")
    person.is_at("/wallets/Main")
    person.open("/account")
    person.submit("form[action='/sign-out']")
    person.open("/wallets/Main")
    person.is_at("/sign-in")


@task("sign up: refused beside the fields, then mailed and verified", scene="accounts", is_signed_in=False)
def sign_up(person: Person) -> None:
    join(person, f"{person.way.name.lower()}@example.com")


def join(person: Person, address: str) -> None:
    """Signs up and verifies the address, which signs in."""
    count = len(list(person.server.outbox.glob("*-verification-*.eml")))
    person.open("/sign-up")
    person.fill("[name=name]", "Bob")
    person.fill("[name=email]", address)
    person.fill("[name=password]", "short")
    person.tick("[name=accept_terms]")
    person.submit("main form:has([name=accept_terms])")
    person.sees_error("password")
    person.expect(person.value("email") == address, "the address is kept", person.value("email"))
    person.fill("[name=password]", PASSWORD)
    if not person.page.locator("[name=accept_terms]").is_checked():
        person.tick("[name=accept_terms]")
    person.submit("main form:has([name=accept_terms])")
    token = person.server.mailed_token("verification", count + 1)
    person.open(f"/verify#{token}")
    if person.way is Way.PLAIN:
        person.fill("[name=token]", token)
    person.fill("[name=password]", PASSWORD)
    person.submit("main form:has([name=password])")
    person.open("/account")
    person.sees(address)


@task("set a PIN and sign in with it", scene="accounts", is_signed_in=False, ways=SCRIPTED)
def pin(person: Person) -> None:
    sign_in_here(person)
    person.open("/account/pin")
    for field in person.page.locator("main form input[name^=pin]").all():
        person.fill(field, "271834")
    person.submit("main form:has(input[name^=pin])")
    person.open("/account")
    person.submit("form[action='/sign-out']")
    person.open("/sign-in")
    person.is_at("/sign-in/pin")
    person.fill("[name=pin]", "271834")
    person.submit("main form:has([name=pin])")
    person.open("/wallets/Main")
    person.is_at("/wallets/Main")


def sign_in_here(person: Person, address: str = EMAIL, password: str = PASSWORD) -> None:
    person.open("/sign-in?with=password")
    person.fill("[name=email]", address)
    person.fill("[name=password]", password)
    person.submit("main form:has([name=password])")


@task("see on a second device what was made on the first", scene="accounts")
def second_device(person: Person) -> None:
    name = mine(person, "Shared")
    make_wallet(person, name)
    with Person(person.context.browser, person.server, person.way, width=390) as other:
        sign_in_here(other)
        other.open("/portfolio")
        other.sees(name)
        other.open("/account/devices")
        other.expect(other.page.locator("main form button:visible").count() >= 1, "other sessions can be ended")


@task("see nothing of other people's wallets", scene="accounts", ways=(Way.MOUSE,))
def others(person: Person) -> None:
    wallets = person.server.ask("GET", "/v1/wallets")["data"]
    with Person(person.context.browser, person.server) as stranger:
        for path in [f"/wallets/{wallets[0]['id']}", "/", "/portfolio", "/account", "/favourites"]:
            stranger.open(path)
            stranger.is_at("/sign-in")
