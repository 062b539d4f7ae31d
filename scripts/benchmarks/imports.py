"""Imports of files of transactions, beside pandas reading the same files, in one run.

Run it as scripts/bench --imports, which builds the program:

    scripts/bench --imports            100,000 lines of six programs; some minutes
    scripts/bench --imports --quick    2,000 lines, to check that it works

For each file: the preview, the import into a store that has only closes, and the same import again, which changes nothing. The peer is
pandas.read_csv with dates parsed by the format of the file, in a process of its own like the program. It reads columns; the import reads
transactions, checks each, and records them.
"""

import argparse
import datetime
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from requirements import virtual_environment

virtual_environment.enter("bench-python-client")

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast"
FIRST = datetime.datetime(2019, 1, 1)
CLOSES = {"BTC": 50_000, "ETH": 2_000, "EUR": 1.1, "BNB": 300}
SECONDS_APART = 600


# Files ----------------------------------------------------------------------------------------------------------------


def moment(number: int, pattern: str = "%Y-%m-%d %H:%M:%S") -> str:
    return (FIRST + datetime.timedelta(seconds=number * SECONDS_APART)).strftime(pattern)


def coinbase(count: int) -> str:
    lines = ["ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes"]
    kinds = ("Buy,BTC,0.02,USD,$50000.00,$1000.00,$1010.00,$10.00,Bought", "Sell,BTC,-0.01,USD,$50000.00,$500.00,$495.00,$5.00,Sold", "Staking Income,ETH,0.001,USD,$2000.00,$2.00,$2.00,$0.00,", "Send,BTC,-0.002,USD,$50000.00,-$100.00,-$100.00,$0.00,Sent")
    return "\n".join(lines + [f"a{n},{moment(n)} UTC,{kinds[n % 4]}" for n in range(count)]) + "\n"


def kraken(count: int) -> str:
    lines = ['"txid","refid","time","type","subtype","aclass","asset","amount","fee","balance"']
    for n in range(count // 2):
        start = f'"R{n}","{moment(2 * n)}","trade","","currency"'
        lines += [f'"L{2 * n}",{start},"ZUSD",-500.0000,1.3000,498.7000', f'"L{2 * n + 1}",{start},"XXBT",0.0110000000,0.0000000000,0.0110000000']
    return "\n".join(lines) + "\n"


def binance(count: int) -> str:
    lines = ["User_ID,UTC_Time,Account,Operation,Coin,Change,Remark"]
    parts = ("Buy,EUR,-100,", "Buy,ETH,0.05,", "Fee,ETH,-0.0003,", "Simple Earn Flexible Interest,ETH,1.5E-05,Binance Earn")
    return "\n".join(lines + [f"1,{moment(n // 4)},Spot,{parts[n % 4]}" for n in range(count)]) + "\n"


def koinly(count: int) -> str:
    lines = ["Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash"]
    parts = ("500,USD,0.01,BTC,1,USD,,,,,", ",,0.001,ETH,,,1.8,EUR,staking,,", "0.002,BTC,0.05,ETH,,,99,USD,,,")
    return "\n".join(lines + [f"{moment(n)} UTC,{parts[n % 3]}" for n in range(count)]) + "\n"


def cointracking(count: int) -> str:
    lines = ['"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"']
    parts = ('"Trade","0.01000000","BTC","501.00000000","USD","1.00","USD"', '"Gift/Tip","0.00100000","ETH","-","","",""', '"Withdrawal","-","","0.00510000","BTC","0.0001","BTC"')
    return "\n".join(lines + [f'{parts[n % 3]},"Kraken","","","{moment(n, "%d.%m.%Y %H:%M:%S")}"' for n in range(count)]) + "\n"


def rotki(count: int) -> str:
    lines = ["Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp"]
    parts = ("Deposit,kucoin,EUR,1000.00,,,", "Deposit,binance,ETH,1.5,,,", "Withdrawal,binance,ETH,0.99,0.01,ETH,")
    start = int(FIRST.replace(tzinfo=datetime.UTC).timestamp())
    return "\n".join(lines + [f"{parts[n % 3]},{(start + n * SECONDS_APART) * 1000}" for n in range(count)]) + "\n"


# Text, and how pandas reads its dates.
FILES = {
    "coinbase": (coinbase, "Timestamp", "%Y-%m-%d %H:%M:%S UTC"), "kraken-ledgers": (kraken, "time", "%Y-%m-%d %H:%M:%S"),
    "binance-history": (binance, "UTC_Time", "%Y-%m-%d %H:%M:%S"), "koinly": (koinly, "Date", "%Y-%m-%d %H:%M:%S UTC"),
    "cointracking": (cointracking, "Date", "%d.%m.%Y %H:%M:%S"), "rotki-events": (rotki, "Timestamp", "ms"),
}

PEER = """
import sys, time, pandas
path, column, pattern = sys.argv[1:]
start = time.perf_counter()
table = pandas.read_csv(path)
if pattern == "ms":
    table[column] = pandas.to_datetime(table[column], unit="ms")
else:
    table[column] = pandas.to_datetime(table[column], format=pattern)
print(time.perf_counter() - start)
"""


# Measuring ------------------------------------------------------------------------------------------------------------


def measured(words: list[object], environment: dict[str, str], folder: pathlib.Path) -> tuple[float, float, float]:
    """Seconds, processor seconds, and the most megabytes of a process."""
    with open(folder / "output.txt", "w+b") as output:
        start = time.perf_counter()
        process = subprocess.Popen([str(word) for word in words], stdout=output, stderr=output, env=environment)
        _, status, use = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            output.seek(0)
            sys.exit(f"bench: {' '.join(map(str, words))[:300]} failed: {output.read()[-1500:].decode()}")
    return seconds, use.ru_utime + use.ru_stime, use.ru_maxrss / 1024


def store_with_closes(folder: pathlib.Path, environment: dict[str, str]) -> pathlib.Path:
    paths = []
    for ticker, close in CLOSES.items():
        paths.append(folder / f"{ticker}.csv")
        days = (FIRST.date() + datetime.timedelta(day) for day in range(-10, 900))
        paths[-1].write_text("date,close\n" + "".join(f"{day},{close}\n" for day in days))
    database = folder / "closes.db"
    measured([PROGRAM, "history", "import", *paths, "--database", database], environment, folder)
    return database


def run(count: int, rounds: int, folder: pathlib.Path) -> None:
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    closes = store_with_closes(folder, environment)
    print(f"| {count:,} lines of | preview, s | import, s | the same again, s | pandas, s | without its start, s | preview / pandas | preview, processor s | MB | pandas, MB |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, (made, column, pattern) in FILES.items():
        path = folder / f"{name}.csv"
        path.write_text(made(count))
        found: dict[str, list[tuple[float, float, float]]] = {"preview": [], "import": [], "again": [], "pandas": []}
        readings: list[float] = []
        for _ in range(rounds):
            database = folder / "wallets.db"
            database.write_bytes(closes.read_bytes())
            words = [PROGRAM, "wallet", "import", path, "--wallet", "Main", "--create", "--deposit-missing-cash", "--database", database]
            found["pandas"].append(measured([sys.executable, "-c", PEER, path, column, pattern], environment, folder))
            readings.append(float((folder / "output.txt").read_text()))
            found["preview"].append(measured([*words, "--preview"], environment, folder))
            found["import"].append(measured(words, environment, folder))
            found["again"].append(measured(words, environment, folder))
            for file in folder.glob("wallets.db*"):
                file.unlink()
        middle = {part: [statistics.median(values) for values in zip(*all_rounds)] for part, all_rounds in found.items()}
        preview, pandas = middle["preview"], middle["pandas"]
        print(
            f"| {name} | {preview[0]:.2f} | {middle['import'][0]:.2f} | {middle['again'][0]:.2f} | {pandas[0]:.2f} | {statistics.median(readings):.2f}"
            f" | {preview[0] / pandas[0]:.1f} | {preview[1]:.2f} | {preview[2]:.0f} | {pandas[2]:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="2,000 lines, one round")
    parser.add_argument("--rounds", type=int, default=3, help="(default: 3)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        run(2_000 if arguments.quick else 100_000, 1 if arguments.quick else arguments.rounds, pathlib.Path(name))


if __name__ == "__main__":
    main()
