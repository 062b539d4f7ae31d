"""Charts are drawn twice, by the server and by the page's script: both must draw the same, to the byte."""

import re

from playwright.sync_api import Error

from browser.chromium import settle
from browser.person import Failed, Person, Way

# The pages with charts, and the parts that are compared: the size that the server draws and the class of its picture.
CHARTED = ["/coins/SIM01?past=1W&ahead=1W", "/coins/SIM01?past=1Y&ahead=3M", "/coins/SIM04?past=All&ahead=1M&scale=log", "/coins/SIM09?past=3Y", "/wallets/Main"]
LANGUAGES = ["en", "it", "ru", "kk"]

# The server's picture, on the page without scripts.
SERVER_PICTURE = """(kind) => {
    const svg = document.querySelector(`#chart .plot svg.${kind}`);
    return svg && { box: svg.getAttribute("viewBox"), markup: svg.innerHTML };
}"""
# Resizes the plot to the server's picture, which makes the script redraw it.
SCRIPT_PICTURE = """async ([width, height]) => {
    const plot = document.querySelector("#chart .plot");
    plot.style.width = `${width}px`;
    plot.style.height = `${height}px`;
    for (let frame = 0; frame < 6; frame++) await new Promise((done) => requestAnimationFrame(done));
    const svg = plot.querySelector("svg");
    return { box: svg.getAttribute("viewBox"), markup: (svg.querySelector("g.picture") ?? svg.querySelector("g")).innerHTML };
}"""


def plain(markup: str) -> str:
    """Removes what may differ: ids, and white space between elements."""
    markup = re.sub(r'(id="|url\(#|href="#)[^")]+', r"\1ID", markup)
    return re.sub(r">\s+<", "><", markup.strip())


def difference(server: str, script: str) -> str:
    """Returns the first difference of two pictures with its surroundings; nothing if they are the same."""
    if server == script:
        return ""
    start = next((place for place, pair in enumerate(zip(server, script)) if pair[0] != pair[1]), min(len(server), len(script)))
    element = server[server.rfind("<", 0, start) :][:60]
    around = slice(max(0, start - 40), start + 40)
    return f"in {element}: the server has ...{server[around]}..., the script ...{script[around]}..."


def compared(person: Person, plain_person: Person, path: str, kind: str) -> str:
    plain_person.open(path)
    server = plain_person.page.evaluate(SERVER_PICTURE, kind)
    if not server:
        return f"no picture of the class {kind}"
    person.open(path)
    settle(person.page)
    width, height = (float(number) for number in server["box"].split()[2:])
    script = person.page.evaluate(SCRIPT_PICTURE, [width, height])
    if script["box"] != server["box"]:
        return f"the script drew {script['box']}, the server {server['box']}"
    return difference(plain(server["markup"]), plain(script["markup"]))


def try_charts(browser, server, check) -> None:
    for number, path in enumerate(CHARTED):
        for kind, width in (("wide", 1440), ("narrow", 390)):
            language = LANGUAGES[(number + width) % len(LANGUAGES)]
            person = Person(browser, server, width=width, language=language)
            other = Person(browser, server, Way.PLAIN, width=width, language=language)
            try:
                found = compared(person, other, path, kind)
            except (Error, Failed) as error:
                found = " ".join(str(error).split())[:300]
            check(f"server and script draw the same: {path}, {kind}, {language}", found, person.page)
            person.context.close()
            other.context.close()
