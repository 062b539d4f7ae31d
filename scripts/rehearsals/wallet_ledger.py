"""Compares the figures of random wallets with those of a second ledger in Python (scripts/rehearsals/wallet-ledger)."""

import argparse
import collections
import datetime
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

from wallet_journals import FIRST, LAST, TICKERS, Group, as_csv, random_closes, row
from wallet_oracle import METHODS, Closes, Entry, Replay, units
from wallet_tax import COUNTRIES, tax_year

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
SHOWN = ("USD", "EUR", "SEK", "JPY", "KWD")
GROUPS_AT_ONCE = 7
# Members of answers that are amounts, which are compared as numbers.
TEXTS = {"transaction", "asset", "kind", "acquired_by", "acquired_on", "acquired_at", "term", "rule"}


class Server:
    """A server with a database of its own."""

    def __init__(self, folder: pathlib.Path, database: pathlib.Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = [PROGRAMS / "closecast-server", "--port", port, "--database", database, "--models", ROOT / "models", "--web", ROOT / "web"]
        words += ["--feed-hour", "off", "--log-requests", "false"]
        self.log = folder / "server.log"
        with self.log.open("ab") as output:
            self.process = subprocess.Popen([str(word) for word in words], stdout=output, stderr=output)
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
        self.asked = 0
        for _ in range(3000):
            try:
                self.ask("/v2/health/ready")
                return
            except (OSError, http.client.HTTPException):
                self.connection.close()
                time.sleep(0.01)
        sys.exit(f"wallet-ledger: the server does not start: {self.log.read_text()[-500:]}")

    def ask(self, path: str, body: object = None, kind: str = "application/json") -> dict:
        text = body if isinstance(body, (str, type(None))) else json.dumps(body)
        self.connection.request("GET" if body is None else "POST", path, text, {} if body is None else {"Content-Type": kind})
        answer = self.connection.getresponse()
        found = answer.read()
        self.asked += 1
        if answer.status >= 300:
            raise ValueError(f"{path} was answered with {answer.status}: {found[:1500].decode()}")
        return json.loads(found) if path.startswith("/v1") else {}

    def stop(self) -> None:
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Comparison:
    """Counts the figures that were compared and keeps the differences."""

    def __init__(self):
        self.compared, self.kinds, self.differences = 0, collections.Counter(), []

    def compare(self, found: object, expected: object, where: str) -> None:
        if isinstance(expected, dict):
            for name, part in expected.items():
                self.compare(found.get(name) if isinstance(found, dict) else None, part, f"{where} {name}")
        elif isinstance(expected, list):
            if not isinstance(found, list) or len(found) != len(expected):
                return self.differ(found, expected, where)
            for index, (one, other) in enumerate(zip(found, expected)):
                self.compare(one, other, f"{where} [{index}]")
        else:
            self.compared += 1
            name = where.rpartition(" ")[2]
            is_amount = isinstance(found, str) and isinstance(expected, int)
            if (units(found) if is_amount and name not in TEXTS else moment(found) if is_amount else found) != expected:
                self.differ(found, expected, where)

    def differ(self, found: object, expected: object, where: str) -> None:
        self.differences.append(where)
        if len(self.differences) <= 20:
            shown = [json.dumps(part)[:300] for part in (found, expected)]
            print(f"wallet-ledger: {where}: {shown[0]} instead of {shown[1]}", file=sys.stderr)


def moment(text: str) -> int:
    return int(datetime.datetime.fromisoformat(text).timestamp())


# Recording ------------------------------------------------------------------------------------------------------------


def record(server: Server, group: Group, number: int) -> tuple[list[Entry], int]:
    """Records the transactions of a group; returns those that count, and the number of the store's last one."""
    for wallet in group.wallets:
        server.ask("/v1/wallets", {"name": wallet.name, "cost_basis": wallet.basis, "allows_negative": wallet.allows_negative})
    for entry in group.entries:
        entry.number = entry.place = entry.number + number
    first = [entry for entry in group.entries if entry not in group.late]
    for entries in (first, group.late):
        if entries and group.random.random() < 0.5:
            server.ask("/v1/transactions/import?row_order=oldest-first", {"transactions": [row(entry) for entry in entries]})
        elif entries:
            server.ask("/v1/transactions/import?row_order=oldest-first", as_csv(entries), "text/csv")
    number += len(group.entries)
    corrected = group.chosen_corrections()
    if corrected:
        server.ask("/v1/corrections", {"transactions": [entry.number for entry in corrected]})
        number += len(corrected)
    kept = [entry for entry in group.entries if entry not in corrected]
    return replaced(server, group, kept, number)


def replaced(server: Server, group: Group, entries: list[Entry], number: int) -> tuple[list[Entry], int]:
    """Puts a larger deposit in the place of one."""
    deposits = [entry for entry in entries if entry.kind == "deposit" and entry.value is not None]
    if not deposits or group.random.random() < 0.5:
        return entries, number
    entry = group.random.choice(deposits)
    entry.quantity += group.random.randint(1, 10**18)
    made = row(entry)
    body = {name: made[name] for name in ("time", "kind", "asset", "quantity")} | {"replaces": entry.number}
    if entry.looks_up:
        entry.value = group.closes.recorded_value(entry)
    else:
        body["cost"] = made["value"]
    receipt = server.ask(f"/v1/wallets/{entry.wallet}/transactions", body)
    entry.number = next(made["id"] for made in receipt["transactions"] if made["kind"] == "deposit")
    return entries, max(made["id"] for made in receipt["transactions"])


# Comparing ------------------------------------------------------------------------------------------------------------


def compare_group(server: Server, group: Group, entries: list[Entry], comparison: Comparison) -> None:
    own = {wallet.name: wallet.basis for wallet in group.wallets}
    day = group.random.randint(FIRST, LAST)
    cut = [entry for entry in entries if entry.day <= day]
    names = list(own)
    for chosen in [[name] for name in names] + [names]:
        path = f"/v1/wallets/{chosen[0]}/gains" if len(chosen) == 1 else "/v1/portfolio/gains"
        for method, currency in pairs(group.random):
            words = {"method": method} | ({"wallets": ",".join(names)} if len(chosen) > 1 else {})
            replay = Replay(entries, own | dict.fromkeys(chosen, method), group.closes, currency)
            compare_gains(server, path, words, replay, chosen, None, comparison)
    for currency in SHOWN:
        usual = Replay(entries, own, group.closes, currency)
        past = Replay(cut, own, group.closes, currency)
        compare_gains(server, f"/v1/wallets/{names[0]}/gains", {"on": str(date(day))}, past, names[:1], day, comparison)
        query = urllib.parse.urlencode({"wallets": ",".join(names), "currency": currency, "limit": 500})
        rows = server.ask(f"/v1/portfolio/realized-gains?{query}")["data"]
        comparison.compare(rows, usual.realized(names), f"group {group.seed} realized {currency}")


def pairs(seeded: random.Random) -> list[tuple[str, str]]:
    """Each method and each currency, at random together."""
    return list(dict.fromkeys([(method, seeded.choice(SHOWN)) for method in METHODS] + [(seeded.choice(METHODS), shown) for shown in SHOWN]))


def date(day: int) -> datetime.date:
    return datetime.date(1970, 1, 1) + datetime.timedelta(day)


def compare_gains(
    server: Server, path: str, words: dict, replay: Replay, wallets: list[str], day: int | None, comparison: Comparison
) -> None:
    found = server.ask(f"{path}?{urllib.parse.urlencode(words | {'currency': replay.currency})}")
    expected = replay.gains(wallets, day)
    where = f"{path} {wallets[0]} {words} {replay.currency}:"
    comparison.compare(sorted(row["asset"] for row in found["holdings"]), sorted(expected["holdings"]), f"{where} assets")
    found["holdings"] = {row["asset"]: row for row in found["holdings"]}
    comparison.compare(found, expected, where)


def compare_tax(server: Server, entries: list[Entry], closes: Closes, seed: int, comparison: Comparison) -> None:
    for country, (methods, _, usual) in COUNTRIES.items():
        for method in methods:
            for currency in dict.fromkeys((usual, random.Random(f"tax {seed} {country} {method}").choice(SHOWN))):
                for year in (2024, 2025) if method in ("shares", "fifo") else (2024,):
                    query = urllib.parse.urlencode({"year": year, "country": country, "method": method, "currency": currency, "time_zone": "UTC"})
                    found = server.ask(f"/v1/portfolio/tax?{query}")
                    found |= {"gain": found["total"]["gain"], "uncounted": found["total"]["uncounted"]}
                    expected = tax_year(entries, closes, year, country, method, currency)
                    comparison.compare(found, expected, f"seed {seed} tax {country} {method} {currency} {year}")


# Rounds ---------------------------------------------------------------------------------------------------------------


def prepared(folder: pathlib.Path) -> tuple[pathlib.Path, Closes]:
    """A database with closes."""
    texts = random_closes(random.Random("closes"))
    files = []
    for asset, closes in texts.items():
        files.append(folder / f"{TICKERS[asset]}.csv")
        files[-1].write_text("date,close\n" + "".join(f"{date(day)},{close}\n" for day, close in closes.items()))
    database = folder / "closes.db"
    words = [PROGRAMS / "closecast", "history", "import", *files, "--database", database]
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return database, Closes({asset: {day: units(close) for day, close in closes.items()} for asset, closes in texts.items()})


def run(seeds: list[int], folder: pathlib.Path, closes: Closes, comparison: Comparison) -> int:
    """Compares groups that share a database; returns the number of requests."""
    database = folder / f"round{seeds[0]}.db"
    database.write_bytes((folder / "closes.db").read_bytes())
    server = Server(folder, database)
    try:
        number, all_entries = 0, []
        for seed in seeds:
            group = Group(seed, closes)
            entries, number = record(server, group, number)
            comparison.kinds.update(entry.kind for entry in entries)
            compare_group(server, group, entries, comparison)
            all_entries += entries
        compare_tax(server, all_entries, closes, seeds[0], comparison)
        return server.asked
    finally:
        server.stop()
        database.unlink()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wallets", type=int, default=1000, help="how many wallets are compared, at least (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first three wallets (default: 1)")
    arguments = parser.parse_args()
    # Stops the server too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("wallet-ledger: stopped"))
    comparison, began, asked = Comparison(), time.monotonic(), 0
    seeds = list(range(arguments.seed, arguments.seed + -(-arguments.wallets // 3)))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        _, closes = prepared(folder)
        for first in range(0, len(seeds), GROUPS_AT_ONCE):
            asked += run(seeds[first : first + GROUPS_AT_ONCE], folder, closes, comparison)
    kinds = ", ".join(f"{count} {kind}" for kind, count in comparison.kinds.most_common())
    print(f"{3 * len(seeds)} wallets, {sum(comparison.kinds.values())} transactions: {kinds}")
    print(f"{asked} requests, {comparison.compared} figures compared, {len(comparison.differences)} differences, {time.monotonic() - began:.0f} s")
    sys.exit(1 if comparison.differences else 0)


if __name__ == "__main__":
    main()
