"""Kills the server at random moments while people trade, and audits what is left with a second ledger.

    scripts/rehearsals/trading-kills                    200 kills, 20 people, about three minutes
    scripts/rehearsals/trading-kills --kills 5          quick, for CI
    scripts/rehearsals/trading-kills --seed 7 --keep DIR

Everybody quotes, confirms, places and cancels orders, starts plans, pays in and out and sends coins to the others, all at once, and sends
again what got no answer, with the same idempotency key. Every answer goes into a log before the next request. SIGKILL ends the server
at random moments, also while it starts; the next one starts at once on the same database. Meanwhile prices move, and the bank's clock
runs so fast that days pass in seconds.

At the end, trading_ledger.py computes all balances from the log and the history, with Python's decimals, and compares them with the
server's. `closecast doctor` must find nothing. Exit status 1 if something is lost, doubled or wrong; the folder is kept then.
"""

import argparse
import collections
import contextlib
import csv
import datetime
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path[0] += "/.."  # Modules are named from scripts/.

from rehearsals import trading_ledger
from rehearsals.trading_people import Confirmed, Person, exchanged

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release"))
# Prices in US dollars at the start.
PRICES = {"BTC": 90_000.0, "ETH": 3_000.0, "BNB": 650.0, "EUR": 1.1}
# Bank seconds for each real second: a day takes three seconds.
CLOCK_SPEED = 28_800
# High limits, so that people are rarely refused, and close prices that are still good if the day changes during the run.
RULES = """\
largest-close-age-hours = 1000
most-orders-an-hour = 1000000
most-open-orders = 1000
most-payments-a-day = 100000
most-transfers-a-day = 100000
full-trade-day = 100000000.00
full-trade-month = 1000000000.00
full-withdrawal-day = 100000000.00
full-withdrawal-month = 1000000000.00
full-transfer-day = 100000000.00
full-transfer-month = 1000000000.00
"""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def program(name: str, *words: object, check: bool = True) -> subprocess.CompletedProcess:
    finished = subprocess.run(
        [str(PROGRAMS / name), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if check and finished.returncode != 0:
        raise SystemExit(f"trading-kills: {name} {words[0]} ended with exit status {finished.returncode}: {finished.stderr.strip()}")
    return finished


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Service:
    """The server, which is killed and started again on one database."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.database, self.port = folder, folder / "closecast.db", free_port()
        (folder / "rules").write_text(RULES)
        self.log = open(folder / "server.log", "wb")
        self.process: subprocess.Popen | None = None

    def start(self, clock_speed: float = CLOCK_SPEED) -> None:
        command = [PROGRAMS / "closecast-server", "--port", self.port, "--database", self.database, "--feed-hour", "off"]
        command += ["--models", REPOSITORY / "models", "--web", REPOSITORY / "web", "--log-requests", "false", "--accounts", "off"]
        command += ["--trading-rules", self.folder / "rules", "--clock-speed", clock_speed, "--token-rate", "100000/100000"]
        self.process = subprocess.Popen([str(word) for word in command], stdout=self.log, stderr=self.log)

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            return exchanged(self.port, "GET", "/v2/health/ready", seconds=5)[0] == 200
        return False

    def wait(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not self.is_ready():
            if self.process.poll() is not None:
                raise SystemExit(f"trading-kills: the server ended with exit status {self.process.returncode}; see {self.folder}/server.log")
            if time.monotonic() > end:
                raise SystemExit(f"trading-kills: the server is not ready after {seconds:.0f} s; see {self.folder}/server.log")
            time.sleep(0.005)

    def kill(self) -> None:
        self.process.kill()
        if self.process.wait() != -signal.SIGKILL:
            raise SystemExit(f"trading-kills: the server had ended by itself; see {self.folder}/server.log")

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)


class Prices(threading.Thread):
    """Writes a price of each asset a second, as a price feed in another process would."""

    def __init__(self, database: pathlib.Path, seed: int):
        super().__init__(daemon=True)
        self.database, self.random, self.ended = database, random.Random(seed), threading.Event()
        self.count = 0

    def run(self) -> None:
        prices = dict(PRICES)
        with contextlib.closing(sqlite3.connect(self.database, timeout=30, isolation_level=None)) as connection:
            connection.execute("INSERT INTO sources (name) VALUES ('test') ON CONFLICT DO NOTHING")
            while not self.ended.wait(0.5):
                for ticker, price in prices.items():
                    # Occasionally more than the tolerance of one per cent.
                    prices[ticker] = price * (1 + self.random.gauss(0, 0.0005 if ticker == "EUR" else 0.004))
                    connection.execute(
                        "INSERT INTO quotes (asset, time, price, source) SELECT assets.id, ?, ?, sources.id FROM assets, sources"
                        " WHERE ticker = ? AND sources.name = 'test' ON CONFLICT DO NOTHING",
                        (int(time.time()), round(prices[ticker], 6), ticker))
                    self.count += 1

    def end_lease(self) -> None:
        """Simulates the time during which the next server leaves the scheduled work to the killed one."""
        with contextlib.closing(sqlite3.connect(self.database, timeout=30, isolation_level=None)) as connection:
            connection.execute("DELETE FROM leases")


def prepare(service: Service, people: int) -> list[str]:
    """Stores prices, and makes a token for each person."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    for ticker, price in PRICES.items():
        with open(service.folder / f"{ticker}.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["date", "close"])
            writer.writerows([[today - datetime.timedelta(days=back), price] for back in (3, 2, 1)])
        program("closecast", "history", "import", service.folder / f"{ticker}.csv", "--database", service.database)
    return [
        program("closecast", "token", "create", "--owner", f"person{number}", "--scope", "write", "--database", service.database)
        .stdout.strip()
        for number in range(people)
    ]


def kill_repeatedly(service: Service, prices: Prices, kills: int, dice: random.Random) -> int:
    """Returns how many servers were killed before they were ready."""
    early = 0
    for kill in range(kills):
        if dice.random() < 0.15:
            time.sleep(dice.uniform(0, 0.3))
        else:
            service.wait()
            time.sleep(dice.uniform(0.02, 1.0))
        early += not service.is_ready()
        service.kill()
        if dice.random() < 0.5:
            prices.end_lease()
        service.start()
        if (kill + 1) % 20 == 0:
            say(f"    {kill + 1} kills")
    service.wait()
    return early


def doctor(service: Service) -> list[str]:
    """The faults, except old closes and gaps."""
    finished = program("closecast", "doctor", "--json", "--database", service.database, check=False)
    if finished.returncode == 0:
        return []
    return [f"closecast doctor ended with exit status {finished.returncode}: {finished.stdout.strip()}"]


def run(given: argparse.Namespace, folder: pathlib.Path) -> list[str]:
    dice = random.Random(given.seed)
    service = Service(folder)
    tokens = prepare(service, given.people)
    confirmed = Confirmed(folder / "confirmed.jsonl")
    people = [Person(number, token, service.port, confirmed, dice.randrange(1 << 30)) for number, token in enumerate(tokens)]
    prices = Prices(service.database, dice.randrange(1 << 30))
    started = time.monotonic()
    try:
        service.start()
        service.wait()
        for person in people:
            person.prepare()
        Person.meet(people)
        prices.start()
        say("    waiting for the first deposits ...")
        for person in people:
            person.buy_first_coins()
        for person in people:
            person.start()
        early = kill_repeatedly(service, prices, given.kills, dice)
        for person in people:
            person.ended.set()
        for person in people:
            person.join(120)
        prices.ended.set()
        prices.join()
        faults = [f"person{person.number}: {person.fault}" for person in people if person.fault]
        faults += [f"person{person.number} got no answer" for person in people if person.is_alive()]
        seconds = time.monotonic() - started
        # From here on, the bank's clock is almost stopped, so balances do not change.
        service.stop()
        faults += doctor(service)
        service.start(clock_speed=1)
        service.wait()
        prices.end_lease()
        books = trading_ledger.settled_books(people)
        faults += trading_ledger.audit(books, confirmed)
    finally:
        service.stop()
        confirmed.close()
    faults += doctor(service)
    report(given, people, confirmed, books, early, seconds, prices.count)
    return faults


def report(given, people, confirmed, books, early: int, seconds: float, moved: int) -> None:
    kinds = collections.Counter((entry["kind"], entry["state"]) for book in books for entry in book.history)
    refusals = sum((person.refusals for person in people), collections.Counter())
    unanswered, replayed = sum(person.unanswered for person in people), sum(person.replayed for person in people)
    print(f"{given.kills} kills of the server ({early} before it was ready) in {seconds:.0f} s, {given.people} people, seed {given.seed}")
    print(f"{len(confirmed.answers)} confirmed answers: {counted(confirmed.kinds())}")
    print(f"{unanswered} requests sent again for want of an answer, {replayed} on purpose; {moved} prices stored")
    print(f"{sum(refusals.values())} refusals: {counted(refusals)}")
    print(f"{sum(kinds.values())} entries of history: {counted(collections.Counter({f'{a} {b}': n for (a, b), n in kinds.items()}))}")
    print(f"{sum(len(book.balances) for book in books)} balances computed anew")


def counted(counts: collections.Counter) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items(), key=lambda each: -each[1])) or "none"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/rehearsals/trading-kills", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed (default: 200)")
    parser.add_argument("--people", type=int, default=20, help="who trade at once (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="of the moments and of what people do (default: 1)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the database, the logs and the answers here")
    given = parser.parse_args()
    if given.people < 2:
        parser.error("--people must be 2 or more: they send each other coins")
    folder = given.keep or pathlib.Path(tempfile.mkdtemp(prefix="closecast-kills-"))
    folder.mkdir(parents=True, exist_ok=True)
    faults = run(given, folder)
    for fault in faults[:50]:
        print(f"WRONG: {fault}")
    if faults:
        sys.exit(f"trading-kills: {len(faults)} faults; everything is in {folder}")
    print("nothing lost, nothing doubled, every balance agrees, closecast doctor finds nothing")
    if not given.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
