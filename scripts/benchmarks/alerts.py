"""Compares the alerts of a new day with a Python program that does the same in SQL, in one run.

Run it as scripts/bench --alerts, which builds the Swift side:

    scripts/bench --alerts            10,000 alerts on the prices of 100 coins
    scripts/bench --alerts --quick    toy sizes, to check that it works

The peer is a careful script: sqlite3 with the same journal mode and durability, one transaction a day, set-based statements. For each
alert that fires, it writes the firing and a notice with its sentence in four languages, as Closecast does. Both must fire equally often
each day.
"""

import argparse
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
DAY = 86_400


def peer(folder: pathlib.Path) -> sqlite3.Connection:
    """A database with the same alerts, none of which has fired."""
    connection = sqlite3.connect(folder / "peer.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.executescript("""
        CREATE TABLE candles (asset TEXT, day INTEGER, close REAL, PRIMARY KEY (asset, day)) STRICT, WITHOUT ROWID;
        CREATE TABLE alerts (id TEXT PRIMARY KEY, owner TEXT, asset TEXT, direction TEXT, threshold TEXT, level REAL, rearm REAL, state TEXT,
            seen INTEGER, fired INTEGER) STRICT;
        CREATE INDEX alerts_by_asset ON alerts (asset, state);
        CREATE TABLE firings (id INTEGER PRIMARY KEY, alert TEXT, owner TEXT, time INTEGER, value REAL) STRICT;
        CREATE TABLE notices (id INTEGER PRIMARY KEY, owner TEXT, subject TEXT, text TEXT, translations TEXT, created INTEGER) STRICT;
        CREATE INDEX notices_by_owner ON notices (owner, created);
    """)
    theirs = sqlite3.connect(f"file:{folder / 'bench.db'}?mode=ro", uri=True)
    rows = theirs.execute("SELECT id, owner, asset, direction, threshold, level, rearm_level FROM alerts").fetchall()
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO alerts VALUES (?, ?, ?, ?, ?, ?, ?, 'armed', 0, 0)", rows)
    connection.execute("COMMIT")
    theirs.close()
    return connection


WORDS = {"it": ("sopra", "sotto"), "ru": ("выше", "ниже"), "kk": ("жоғары", "төмен")}


def evaluate(connection: sqlite3.Connection, day: int) -> int:
    end = (day + 1) * DAY
    connection.execute("BEGIN IMMEDIATE")
    crossed = connection.execute(
        "SELECT alerts.id, owner, alerts.asset, direction, threshold, close FROM candles JOIN alerts ON alerts.asset = candles.asset"
        " WHERE day = ? AND state = 'armed' AND seen < ? AND CASE direction WHEN 'above' THEN level < close ELSE level > close END",
        (day, end)).fetchall()
    connection.execute(
        "UPDATE alerts SET state = 'armed' FROM candles WHERE candles.asset = alerts.asset AND day = ? AND state = 'waiting' AND seen < ?"
        " AND CASE direction WHEN 'above' THEN rearm >= close ELSE rearm <= close END", (day, end))
    connection.executemany("UPDATE alerts SET state = 'waiting', fired = fired + 1 WHERE id = ?", ((row[0],) for row in crossed))
    connection.executemany(
        "INSERT INTO firings (alert, owner, time, value) VALUES (?, ?, ?, ?)", ((row[0], row[1], end, row[5]) for row in crossed))
    notices = []
    for id, owner, asset, direction, threshold, close in crossed:
        side = 0 if direction == "above" else 1
        text = f"{asset} {direction} {float(threshold):,.2f} USD: {close:,.2f} USD"
        others = {language: f"{asset} {words[side]} {float(threshold):,.2f} USD: {close:,.2f} USD" for language, words in WORDS.items()}
        notices.append((owner, id, text, json.dumps(others, ensure_ascii=False), end))
    connection.executemany("INSERT INTO notices (owner, subject, text, translations, created) VALUES (?, ?, ?, ?, ?)", notices)
    connection.execute("UPDATE alerts SET seen = ?", (end,))
    connection.execute("COMMIT")
    return len(crossed)


def milliseconds(seconds: list[float]) -> str:
    return f"{1000 * statistics.median(seconds):,.1f} ({1000 * min(seconds):,.1f}..{1000 * max(seconds):,.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench --alerts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy sizes")
    arguments = parser.parse_args()
    alerts, coins, repeats = (200, 10, 3) if arguments.quick else (10_000, 100, 15)
    with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
        folder = pathlib.Path(name)
        run = subprocess.run(
            [EXECUTABLE, "alerts", "--folder", name, "--alerts", str(alerts), "--coins", str(coins), "--repeats", str(repeats)],
            stdout=subprocess.PIPE, check=True)
        ours = json.loads(run.stdout)
        connection = peer(folder)
        seconds, fired = [], []
        for number, closes in enumerate(ours["closes"]):
            day = ours["first_day"] + number
            connection.executemany("INSERT INTO candles VALUES (?, ?, ?)", ((f"coin-{i}", day, close) for i, close in enumerate(closes)))
            start = time.perf_counter()
            fired.append(evaluate(connection, day))
            seconds.append(time.perf_counter() - start)
    if fired != ours["fired"]:
        sys.exit(f"bench: Closecast fired {ours['fired']}, Python {fired}")
    own = ours["seconds"]
    print(f"\n{alerts:,} alerts on {coins} coins, {repeats} new days, {min(fired):,} to {max(fired):,} firings a day; median (least..greatest)\n")
    print("| operation | target, ms | Python, ms | Closecast, ms | ratio |")
    print("|---|---:|---:|---:|---:|")
    print(f"| a new day | 50 | {milliseconds(seconds)} | {milliseconds(own)} | {statistics.median(seconds) / statistics.median(own):.2f} |")


if __name__ == "__main__":
    main()
