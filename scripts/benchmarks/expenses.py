"""Compares the expense journal of one person with a Python program that answers the same from SQL, in one run.

Run it as scripts/bench --expenses, which builds the server:

    scripts/bench --expenses            100,000 transactions of ten years, 300 places, 20 categories; about a minute
    scripts/bench --expenses --quick    toy sizes, to check that it works

Closecast is measured from the request to the last byte of its answer, over one connection. The peer is a careful script without a
network: sqlite3 in memory-mapped files, tables with the same indexes, set-based statements, and the answer as JSON. Both must find the
same transactions and sums.
"""

import argparse
import contextlib
import datetime
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast-server"
LAST = datetime.date(2026, 10, 31)
AT_ONCE = 200


def made_up(count: int) -> list[dict]:
    """Transactions, oldest first."""
    seeded = random.Random(1)
    days = sorted(seeded.randrange(3650) for _ in range(count))
    found = []
    for number, day in enumerate(days):
        place, currency = seeded.randrange(300), seeded.choice(("EUR", "EUR", "EUR", "USD", "KZT"))
        found.append({
            "name": f"Purchase {place * 7 % 1000}", "amount": f"{seeded.randrange(100, 20000) / 100:.2f}", "currency": currency,
            "day": str(LAST - datetime.timedelta(days=3649 - day)), "minute": seeded.randrange(1440), "place": f"Place {place:03}",
            "category": f"Category {place % 20:02}", "method": seeded.choice(("cash", "card")),
            "description": f"Receipt {number:06}",
        })
    return found


class Server:
    """A server whose journal is filled."""

    def __init__(self, folder: pathlib.Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = [PROGRAM, "--port", port, "--database", folder / "closecast.db", "--models", ROOT / "models", "--web", ROOT / "web"]
        words += ["--feed-hour", "off", "--log-requests", "false"]
        self.log = folder / "server.log"
        with self.log.open("wb") as output:
            self.process = subprocess.Popen([str(word) for word in words], stdout=output, stderr=output)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.wait()

    def wait(self) -> None:
        end = time.perf_counter() + 60
        while time.perf_counter() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                self.connection.request("GET", "/v2/health/ready")
                answer = self.connection.getresponse()
                answer.read()
                if answer.status == 200:
                    return
            self.connection.close()
            time.sleep(0.01)
        sys.exit(f"bench: the server does not start: {self.log.read_text()[-500:]}")

    def ask(self, path: str, body: object = None) -> bytes:
        text = None if body is None else json.dumps(body)
        headers = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request("GET" if body is None else "POST", path, text, headers)
        answer = self.connection.getresponse()
        found = answer.read()
        if answer.status >= 300:
            sys.exit(f"bench: {path} was answered with {answer.status}: {found[:400]!r}")
        return found

    def fill(self, expenses: list[dict]) -> float:
        for name in sorted({expense["category"] for expense in expenses}):
            self.ask("/v1/expenses/categories", {"name": name})
        for name in sorted({expense["place"] for expense in expenses}):
            self.ask("/v1/places", {"name": name})
        start = time.perf_counter()
        for first in range(0, len(expenses), AT_ONCE):
            self.ask("/v1/expenses/batch", {"expenses": expenses[first : first + AT_ONCE]})
        return time.perf_counter() - start

    def stop(self) -> None:
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Peer:
    """Amounts are cents. The indexes are those that the questions need."""

    def __init__(self, folder: pathlib.Path, expenses: list[dict]):
        self.connection = sqlite3.connect(folder / "peer.db", isolation_level=None)
        self.connection.executescript("""
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 268435456;
            CREATE TABLE expenses (id INTEGER PRIMARY KEY, day TEXT, minute INTEGER, name TEXT, description TEXT, amount INTEGER,
                currency TEXT, method TEXT, place TEXT, category TEXT) STRICT;
            CREATE INDEX by_day ON expenses (day, minute, currency, amount);
            CREATE INDEX by_category ON expenses (category, currency, day, amount);
            CREATE INDEX by_place ON expenses (place, currency, day, amount);
        """)
        self.connection.execute("BEGIN")
        self.connection.executemany(
            "INSERT INTO expenses (day, minute, name, description, amount, currency, method, place, category)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            ((e["day"], e["minute"], e["name"], e["description"], round(100 * float(e["amount"])), e["currency"], e["method"], e["place"],
              e["category"]) for e in expenses))
        self.connection.execute("COMMIT")
        self.connection.execute("ANALYZE")

    def rows(self, question: str, *values: object) -> list[dict]:
        cursor = self.connection.execute(question, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row)) for row in cursor]

    def page(self, condition: str, *values: object) -> bytes:
        found = self.rows(f"SELECT * FROM expenses WHERE {condition} ORDER BY day DESC, minute DESC, id DESC LIMIT 100", *values)
        days = [found[-1]["day"], found[0]["day"]] if found else ["", ""]
        totals = self.rows(
            f"SELECT day, currency, count(*) AS count, sum(amount) AS amount FROM expenses WHERE {condition} AND day BETWEEN ? AND ?"
            " GROUP BY day, currency ORDER BY day DESC", *values, *days)
        return json.dumps({"data": found, "totals": totals}).encode()

    def overview(self, first: str, last: str) -> bytes:
        def sums(what: str) -> list[dict]:
            return self.rows(
                f"SELECT {what} AS what, currency, count(*) AS count, sum(amount) AS amount FROM expenses WHERE day BETWEEN ? AND ?"
                " GROUP BY what, currency ORDER BY currency, amount DESC", first, last)
        return json.dumps({"months": sums("substr(day, 1, 7)"), "categories": sums("category"), "places": sums("place")}).encode()

    def places(self, least: int) -> bytes:
        return json.dumps(self.rows(
            "SELECT place, currency, count(*) AS count, sum(amount) AS amount, max(day) AS last FROM expenses GROUP BY place, currency"
            " HAVING count(*) > ? ORDER BY place", least)).encode()


def sums(listing: bytes) -> list:
    """The days' totals of a page: what both must agree on."""
    totals = json.loads(listing)["totals"]
    cents = lambda amount: amount if isinstance(amount, int) else round(100 * float(amount))  # noqa: E731
    return sorted((total["day"], total["currency"], total["count"], cents(total["amount"])) for total in totals)


def shares(overview: bytes) -> list:
    cents = lambda amount: amount if isinstance(amount, int) else round(100 * float(amount))  # noqa: E731
    found = json.loads(overview)["categories"]
    return sorted((share.get("what", share.get("name")), share["currency"], share["count"], cents(share["amount"])) for share in found)


def nothing(_: bytes) -> None:
    """What is not compared."""


def timed(work, repeats: int) -> list[float]:
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return seconds


def milliseconds(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):,.1f} ({1000 * min(seconds):,.1f}..{1000 * max(seconds):,.1f})"


def questions(server: Server, peer: Peer) -> list[tuple]:
    words = "(instr(lower(name || ' ' || description), ?) > 0 OR instr(lower(place), ?) > 0)"
    year = "day BETWEEN '2026-01-01' AND '2026-10-31'"
    return [
        ("list, newest 100", "/v1/expenses", lambda: peer.page("true"), sums),
        ("list of a category", "/v1/expenses?category=Category+07", lambda: peer.page("category = ?", "Category 07"), sums),
        ("list of a place, by card", "/v1/expenses?place=Place+123&method=card",
         lambda: peer.page("place = ? AND method = 'card'", "Place 123"), sums),
        ("list of a year, a currency, from 150", "/v1/expenses?since=2026-01-01&until=2026-10-31&currency=USD&least=150",
         lambda: peer.page(f"{year} AND currency = 'USD' AND amount >= 15000"), sums),
        ("search for a word", "/v1/expenses?search=purchase+21", lambda: peer.page(f"{words} AND {words}", *["purchase"] * 2, *["21"] * 2), sums),
        ("search without a match", "/v1/expenses?search=zebra", lambda: peer.page(words, "zebra", "zebra"), sums),
        ("overview of ten months", "/v1/expenses/overview?from=2026-01&through=2026-10",
         lambda: peer.overview("2026-01-01", "2026-10-31"), shares),
        ("overview of ten years", "/v1/expenses/overview?from=2016-11&through=2026-10",
         lambda: peer.overview("2016-11-01", "2026-10-31"), shares),
        ("places with more than 25", "/v1/places?number=26-&limit=200", lambda: peer.places(25), nothing),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench --expenses", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy sizes")
    quick = parser.parse_args().quick
    count, repeats = (1_000, 2) if quick else (100_000, 21)
    expenses = made_up(count)
    with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
        folder = pathlib.Path(name)
        server = Server(folder)
        try:
            seconds = server.fill(expenses)
            peer = Peer(folder, expenses)
            print(f"\n{count:,} transactions, added {AT_ONCE} at a time in {seconds:.1f} s; median (least..greatest) of {repeats}\n")
            print("| question | target, ms | Python, ms | Closecast, ms | ratio |")
            print("|---|---:|---:|---:|---:|")
            for what, path, theirs, same in questions(server, peer):
                if same(server.ask(path)) != same(theirs()):
                    sys.exit(f"bench: {what}: {same(server.ask(path))} and {same(theirs())}")
                found, own = timed(theirs, repeats), timed(lambda: server.ask(path), repeats)
                ratio = statistics.median(found) / statistics.median(own)
                print(f"| {what} | 50 | {milliseconds(found)} | {milliseconds(own)} | {ratio:.2f} |")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
