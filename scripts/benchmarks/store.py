"""Compares operations on a database of many transactions with a Python program that does the same, in one run.

Run it as scripts/bench --store, which builds the Swift side:

    scripts/bench --store            1,000,000 transactions in 1,000 wallets, 100,000 closes; 2 to 3 minutes
    scripts/bench --store --quick    toy sizes, to check that it works

The peer is a careful script: sqlite3 with the same journal mode and durability, decimal.Decimal with 18 places, first in first out.
It reads the database that the Swift side wrote; its gains and values must be the same to 1e-12.
"""

import argparse
import collections
import csv
import datetime
import decimal
import itertools
import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXECUTABLE = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast-bench"
UNIT = decimal.Decimal(1).scaleb(-18)
decimal.getcontext().prec = 60
decimal.getcontext().rounding = decimal.ROUND_HALF_EVEN


def rounded(value: decimal.Decimal) -> decimal.Decimal:
    return value.quantize(UNIT)


def peer_import(folder: pathlib.Path) -> float:
    """Seconds to read the files of closes into a table, in one transaction."""
    start = time.perf_counter()
    connection = sqlite3.connect(folder / "peer.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(
        "CREATE TABLE candles (asset TEXT, day INTEGER, close REAL CHECK (close > 0), source TEXT, retrieved_at INTEGER,"
        " PRIMARY KEY (asset, day)) STRICT, WITHOUT ROWID"
    )
    connection.execute("BEGIN IMMEDIATE")
    epoch = datetime.date(1970, 1, 1)
    for path in sorted(folder.glob("coin-*.csv")):
        with path.open(newline="") as file:
            rows = csv.reader(file)
            next(rows)
            connection.executemany(
                "INSERT INTO candles VALUES (?, ?, ?, 'file:bench', 0)",
                ((path.stem, (datetime.date.fromisoformat(day) - epoch).days, float(close)) for day, close in rows),
            )
    connection.execute("COMMIT")
    connection.close()
    return time.perf_counter() - start


def opened(folder: pathlib.Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{folder / 'bench.db'}?mode=ro", uri=True)


def journal(folder: pathlib.Path) -> list[tuple]:
    """Day, kind, asset, quantity, cash and fee of each transaction of the first wallet, from the stored postings."""
    connection = opened(folder)
    postings = connection.execute(
        "SELECT w.transaction_id, w.time / 86400, t.kind, a.role, s.slug, p.amount FROM wallet_transactions w"
        " JOIN transactions t ON t.id = w.transaction_id JOIN postings p ON p.transaction_id = t.id"
        " JOIN accounts a ON a.id = p.account JOIN assets s ON s.id = a.asset"
        " WHERE w.wallet = 1 ORDER BY w.time, w.transaction_id, p.position"
    )
    rows = []
    for _, group in itertools.groupby(postings, key=lambda row: row[0]):
        asset, quantity, cash, fee = "usd", decimal.Decimal(0), decimal.Decimal(0), decimal.Decimal(0)
        for _, day, kind, role, slug, amount in group:
            if role == "market" and slug == "usd":
                cash = abs(decimal.Decimal(amount))
            elif role == "fees":
                fee = decimal.Decimal(amount)
            elif role == "holding" and (slug != "usd" or kind == "deposit"):
                asset, quantity = slug, abs(decimal.Decimal(amount))
        rows.append((day, kind, asset, quantity, cash, fee))
    connection.close()
    return rows


def peer_gains(rows: list[tuple]) -> tuple[decimal.Decimal, decimal.Decimal]:
    """Realized gain and cost of what is left, first in first out."""
    lots = collections.defaultdict(collections.deque)
    realized = decimal.Decimal(0)
    for _, kind, asset, quantity, cash, fee in rows:
        if kind == "buy":
            lots[asset].append([quantity, cash + fee])
        elif kind == "sell":
            left, proceeds = quantity, cash - fee
            while left:
                lot = lots[asset][0]
                taken = min(left, lot[0])
                cost = lot[1] if taken == lot[0] else rounded(lot[1] * taken / lot[0])
                lot[0] -= taken
                lot[1] -= cost
                realized -= cost
                left -= taken
                if not lot[0]:
                    lots[asset].popleft()
            realized += proceeds
    return realized, sum((lot[1] for queue in lots.values() for lot in queue), decimal.Decimal(0))


def peer_over_time(rows: list[tuple], folder: pathlib.Path, first: int, last: int) -> decimal.Decimal:
    """The last of the values of each day."""
    connection = opened(folder)
    closes = collections.defaultdict(dict)
    for asset, day, close in connection.execute(
        "SELECT s.slug, c.day, c.close FROM candles c JOIN assets s ON s.id = c.asset WHERE c.day BETWEEN ? AND ?", (first, last)
    ):
        closes[asset][day] = decimal.Decimal(repr(close))
    connection.close()
    held = collections.defaultdict(decimal.Decimal)
    position, value = 0, decimal.Decimal(0)
    for day in range(first, last + 1):
        while position < len(rows) and rows[position][0] <= day:
            _, kind, asset, quantity, cash, fee = rows[position]
            if kind == "deposit":
                held[asset] += quantity
            else:
                sign = 1 if kind == "buy" else -1
                held[asset] += sign * quantity
                held["usd"] -= sign * cash + fee
            position += 1
        value = sum(
            (amount if asset == "usd" else rounded(amount * closes[asset][day]) for asset, amount in held.items() if amount),
            decimal.Decimal(0))
    return value


def timed(repeats: int, body):
    seconds = []
    for _ in range(repeats + 1):
        start = time.perf_counter()
        result = body()
        seconds.append(time.perf_counter() - start)
    return result, seconds[1:]


def milliseconds(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):,.1f} ({1000 * min(seconds):,.1f}..{1000 * max(seconds):,.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench --store", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy sizes")
    parser.add_argument("--json", metavar="FILE", help="also write the results as JSON")
    arguments = parser.parse_args()
    transactions, wallets, days, repeats = (2000, 4, 100, 2) if arguments.quick else (1_000_000, 1000, 1826, 9)

    with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
        folder = pathlib.Path(name)
        print(f"writing {transactions:,} transactions of {wallets:,} wallets …", file=sys.stderr, flush=True)
        run = subprocess.run(
            [EXECUTABLE, "store", "--folder", name, "--transactions", str(transactions), "--wallets", str(wallets),
             "--days", str(days), "--repeats", str(repeats)],
            stdout=subprocess.PIPE, check=True)
        ours = json.loads(run.stdout)
        size = os.path.getsize(folder / "bench.db")
        print("the same in Python …", file=sys.stderr, flush=True)
        imported = peer_import(folder)
        last = (datetime.date(2025, 12, 31) - datetime.date(1970, 1, 1)).days
        (realized, cost), gains = timed(repeats, lambda: peer_gains(journal(folder)))
        value, over_time = timed(repeats, lambda: peer_over_time(journal(folder), folder, last - days + 1, last))

    checks = [
        ("realized gain", ours["realized"], realized), ("cost of what is held", ours["cost"], cost),
        ("value of the last day", ours["last_value"], value),
    ]
    for what, one, other in checks:
        if abs(decimal.Decimal(one) - other) > decimal.Decimal("1e-12"):
            sys.exit(f"bench: the {what} is {one} in Closecast and {other} in Python")
    print(f"\n{transactions:,} transactions in {wallets:,} wallets, {ours['import_closes']:,} closes; median (least..greatest) of {repeats}\n")
    print("| operation | target, ms | Python, ms | Closecast, ms | ratio |")
    print("|---|---:|---:|---:|---:|")
    table = [
        (f"import of {ours['import_closes']:,} closes, from text to the database", "2,000", [imported], [ours["import_seconds"]]),
        ("the same import again, which changes nothing", "", None, [ours["reimport_seconds"]]),
        ("valuation of a wallet with its gains, from its journal", "20", gains, ours["gains_seconds"]),
        ("valuation of a wallet, from its balances", "20", None, ours["valuation_seconds"]),
        (f"value of a wallet on each of {days:,} days", "200", over_time, ours["over_time_seconds"]),
    ]
    for what, target, peer, own in table:
        ratio = f"{statistics.median(peer) / statistics.median(own):.1f}" if peer else ""
        print(f"| {what} | {target} | {milliseconds(peer) if peer else ''} | {milliseconds(own)} | {ratio} |")
    print(
        f"\nWriting took {ours['append_seconds']:.0f} s ({ours['transactions'] / ours['append_seconds']:,.0f} a second); the file has {size / 1e6:,.0f} MB. "
        f"Memory: {ours['resident_before'] / 1e6:.0f} MB before the first valuation, {ours['resident_after_100_wallets'] / 1e6:.0f} MB after a hundred "
        f"wallets; the valuation of one of {ours['large_wallet_transactions']:,} transactions "
        f"({ours['large_wallet_seconds']:.2f} s) adds {ours['resident_growth_large_wallet'] / 1e6:.0f} MB. Both agree on gains and values to 1e-12.")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps({"closecast": ours, "python": {"import": imported, "gains": gains, "over_time": over_time}}))


if __name__ == "__main__":
    main()
