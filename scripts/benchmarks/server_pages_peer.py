"""The pages that scripts/bench --server compares ours with: FastAPI and Jinja2 on uvicorn, the same tables and charts of the same data.

The data come from our API once, before the measurement, and are in memory. Numbers are formatted by Python's format strings, which took
0.24 us for a price where Babel took 10.9 us. Two ways of writing it: / and /coins/... draw and format at each request; /kept/ and
/kept/coins/... did so when the program started, and only render the template. The routes are `async` and render the template
themselves, which saves the thread pool and TemplateResponse.

    CLOSECAST_PAGES=pages.json uvicorn --app-dir scripts benchmarks.server_pages_peer:app --workers 2
"""

import datetime
import json
import os
import pathlib

import fastapi
import jinja2
from fastapi.responses import HTMLResponse

data = json.loads(pathlib.Path(os.environ["CLOSECAST_PAGES"]).read_text())
coins = {coin["ticker"]: coin for coin in data}
templates = jinja2.Environment(
    loader=jinja2.FileSystemLoader(pathlib.Path(__file__).parent / "server_pages"), autoescape=True, auto_reload=False,
    trim_blocks=True, lstrip_blocks=True)
markets_template, coin_template = templates.get_template("markets.html"), templates.get_template("coin.html")
app = fastapi.FastAPI()

PLACES = [{"name": name, "href": f"/{name.lower()}", "icon": name.lower()} for name in ("Markets", "Wallets", "Compare", "Investments", "Settings")]
COLUMNS = [
    {"key": key, "name": name, "kind": kind}
    for key, name, kind in [
        ("favourite", "Favourite", ""), ("name", "Name", "name"), ("price", "Price, USD", ""), ("h24", "24 h", "middle-size"), ("d3", "3 d", "wider"),
        ("d7", "7 d", "wider"), ("d30", "30 d", "wide"), ("volume", "Volume, 24 h", "wider"), ("supply", "Supply", "wider"), ("trend", "30 days and 30 ahead", "trend"),
        ("width", "80% of paths", "outlook wide"),
    ]
]
RANGES = [
    {"name": "Past", "key": "past", "choices": ["1W", "1M", "3M", "1Y", "3Y", "All"], "chosen": "1Y"},
    {"name": "Ahead", "key": "ahead", "choices": ["1W", "2W", "1M", "2M", "3M"], "chosen": "3M"},
]


# MARK: Formats


def price(value: float | None) -> str:
    if value is None:
        return "–"
    if value >= 100_000:
        return f"{value:,.0f}"
    return f"{value:,.2f}" if value >= 1 else f"{value:.4g}"


def compact(value: float | None) -> str:
    if value is None:
        return "–"
    for size, letter in ((1e9, "bn"), (1e6, "m"), (1e3, "k")):
        if value >= size:
            return f"{value / size:,.1f}{letter}"
    return f"{value:,.0f}"


def percent(value: float) -> str:
    return f"{value * 100:+.1f}%".replace("-", "−")


def move(value: float | None) -> dict:
    if value is None:
        return {"kind": "flat", "text": "–"}
    return {"kind": "up" if value > 0.0005 else "down" if value < -0.0005 else "flat", "text": percent(value)}


def day_name(text: str) -> str:
    day = datetime.date.fromisoformat(text)
    return f"{day.day} {day:%b} {day.year}"


# MARK: Charts


def line(values: list[float], x, y) -> str:
    return "M" + "L".join(f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate(values))


def band(start: float, low: list[float], high: list[float], x, y) -> str:
    there = [f"{x(place):.1f},{y(value):.1f}" for place, value in enumerate([start, *high])]
    back = [f"{x(len(low) - place):.1f},{y(value):.1f}" for place, value in enumerate(reversed(low))]
    return "M" + "L".join(there + back) + "Z"


def spark(coin: dict) -> str:
    closes, bands = coin["closes"][-30:], coin["bands"]
    lows, highs = bands["80"][0][:30], bands["80"][1][:30]
    least, most = min(*closes, *lows), max(*closes, *highs)
    scale = 34 / (most - least or 1)

    def y(value: float) -> float:
        return 3 + (most - value) * scale

    fan = "".join(
        f'<path class="band band-{level}" d="{band(closes[-1], bands[level][0][:30], bands[level][1][:30], lambda place: 74 + place * 2.433, y)}"/>'
        for level in ("80", "50"))
    return f'<svg class="spark" viewBox="0 0 148 40" aria-hidden="true">{fan}<path class="line" d="{line(closes, lambda place: 1 + place * 2.517, y)}"/></svg>'


def chart(coin: dict, width: int, height: int, kind: str) -> str:
    closes, bands, ahead = coin["closes"][-366:], coin["bands"], len(coin["middle"])
    left, right, top, bottom = 6, width - 60, 30, height - 28
    least, most = min(*closes, *bands["95"][0]), max(*closes, *bands["95"][1])
    across, up = (right - left) / (len(closes) - 1 + ahead), (bottom - top) / (most - least)

    def y(value: float) -> float:
        return top + (most - value) * up

    today = left + across * (len(closes) - 1)
    step = 10 ** len(str(int(most - least))) / 10
    marks = [step * count for count in range(int(least / step), int(most / step) + 1)]
    parts = [f'<svg class="{kind}" viewBox="0 0 {width} {height}" role="img" aria-label="Price of {coin["ticker"]}, and its forecast">']
    parts.append(f'<rect class="ahead" x="{today:.1f}" y="{top}" width="{right - today:.1f}" height="{bottom - top}"/><g class="axis">')
    for mark in marks:
        parts.append(f'<path d="M{left},{y(mark):.1f}H{right}"/><text x="{right + 8}" y="{y(mark) + 4:.1f}">{price(mark)}</text>')
    days = coin["days"][-366:]
    for place, day in enumerate(days):
        if day.endswith("-01") and int(day[5:7]) % 2:
            parts.append(f'<text class="day" x="{left + across * place:.1f}" y="{bottom + 19}">{datetime.date.fromisoformat(day):%b}</text>')
    parts.append('</g><g class="fan">')
    for level in ("95", "80", "50"):
        parts.append(f'<path class="band band-{level}" d="{band(closes[-1], *bands[level], lambda place: today + across * place, y)}"/>')
    parts.append(f'<path class="middle" d="{line([closes[-1], *coin["middle"]], lambda place: today + across * place, y)}"/></g>')
    parts.append(f'<path class="line line-close" d="{line(closes, lambda place: left + across * place, y)}"/><path class="today" d="M{today:.1f},{top - 6}V{bottom}"/></svg>')
    return "".join(parts)


# MARK: Pages


def row(coin: dict) -> dict:
    last, (low, high) = coin["price"], (side[29] for side in coin["bands"]["80"])
    return {
        "ticker": coin["ticker"], "name": coin["name"], "plain_price": last, "price": price(last), "letters": coin["ticker"][0] + coin["ticker"][-1],
        "hue": sum(coin["ticker"].encode()) % 12 + 1, "day": move(coin["change_24h"]), "days3": move(coin["change_3d"]), "days7": move(coin["change_7d"]),
        "month": move(coin["change_1mo"]), "volume": compact(coin["volume"]), "supply": compact(coin["supply"]), "spark": spark(coin),
        "low": percent(low / last - 1), "high": percent(high / last - 1),
    }


def markets_context() -> dict:
    changes = [coin["change_24h"] or 0 for coin in data]
    rows = [row(coin) for coin in data]
    most = max(range(len(rows)), key=lambda place: abs(changes[place]))
    return {
        "places": PLACES, "here": "/markets", "columns": COLUMNS, "rows": rows, "last_day": day_name(data[0]["days"][-1]), "most": rows[most],
        "risen": sum(change > 0 for change in changes), "fallen": sum(change < 0 for change in changes),
    }


def ranged(bands: list[list[float]], place: int) -> str:
    return f"{price(bands[0][place])} to {price(bands[1][place])}"


def coin_context(coin: dict) -> dict:
    bands, year = coin["bands"], coin["closes"][-366:]
    days = [
        {"date": day_name(day), "middle": price(coin["middle"][place]), "fifty": ranged(bands["50"], place), "eighty": ranged(bands["80"], place), "ninety": ranged(bands["95"], place)}
        for place, day in enumerate(coin["ahead"])
    ]
    moves = [abs(after / before - 1) for before, after in zip(year, year[1:])]
    return {
        "places": PLACES, "here": "/markets", "coin": {**row(coin)}, "last_day": day_name(coin["days"][-1]), "end_day": days[-1]["date"], "ranges": RANGES, "days": days,
        "readout": [{"level": level, "low": price(bands[level][0][-1]), "high": price(bands[level][1][-1])} for level in ("50", "80", "95")],
        "wide": chart(coin, 736, 420, "wide"), "narrow": chart(coin, 358, 360, "narrow"), "verdict": "About even: it may rise or fall.", "odds_width": 149.7,
        "skill": [
            {"name": f"Days {name}", "y": 34 + 32 * place, "low": 150 + low * 12, "middle": 157 + middle * 12, "high": 160 + high * 12, "text": percent(middle / 100)}
            for place, (name, low, middle, high) in enumerate([("1 to 7", 0.7, 2.7, 6.1), ("8 to 30", -0.3, 0.7, 2.7), ("31 to 96", -0.6, 1.0, 3.7)])
        ],
        "lowest": price(min(year)), "highest": price(max(year)),
        "figures": [
            {"name": "Typical day", "value": f"±{sorted(moves)[len(moves) // 2] * 100:.1f}%"}, {"name": "Past year", "value": percent(year[-1] / year[0] - 1)},
            {"name": "Best day", "value": percent(max(moves))}, {"name": "Closes stored", "value": f"{len(coin['days']):,}"},
        ],
    }


kept_markets = markets_context()
kept_coins = {ticker: coin_context(coin) for ticker, coin in coins.items()}


@app.get("/markets")
async def markets() -> HTMLResponse:
    return HTMLResponse(markets_template.render(markets_context()))


@app.get("/kept/markets")
async def markets_kept() -> HTMLResponse:
    return HTMLResponse(markets_template.render(kept_markets))


@app.get("/coins/{ticker}")
async def one_coin(ticker: str) -> HTMLResponse:
    return HTMLResponse(coin_template.render(coin_context(coins[ticker])))


@app.get("/kept/coins/{ticker}")
async def one_coin_kept(ticker: str) -> HTMLResponse:
    return HTMLResponse(coin_template.render(kept_coins[ticker]))


@app.get("/ready")
async def ready() -> dict:
    return {}
