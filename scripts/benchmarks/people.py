"""Measures how many people one server with its database carries.

    python3 scripts/benchmarks/people.py            1,000 and 10,000 people, about 6 minutes
    python3 scripts/benchmarks/people.py --quick    20 people, to check that it works; 15 s

Each person has a token and two wallets with ten coins and 24 transactions in each. wrk sends one kind of request at a time on 32
connections, from the same cores; each request is another person's. All answers must be successful. Programs: CLOSECAST_PROGRAMS, or
.build/release.
"""

import argparse
import atexit
import concurrent.futures
import contextlib
import datetime
import hashlib
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = SCRIPTS.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release")).resolve()
COINS = [f"SIM{number:02}" for number in range(1, 11)]
WALLETS = ("Main", "Savings")
TRANSACTIONS = 24
# Fewer than the calculations that may wait in the server (64).
CONNECTIONS = 32


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def token(person: int) -> str:
    return "closecast_" + hashlib.sha256(f"bench {person}".encode()).hexdigest()


def add_people(database: pathlib.Path, people: int) -> None:
    """Owners with tokens, as `closecast token create` stores them."""
    now = int(time.time())
    with contextlib.closing(sqlite3.connect(database, timeout=30)) as connection, connection:
        for person in range(people):
            digest = hashlib.sha256(token(person).encode()).hexdigest()
            connection.execute("INSERT INTO owners (id) VALUES (?)", (f"person{person}",))
            connection.execute(
                "INSERT INTO access_tokens (id, hash, owner, scope, created_at, expires_at) VALUES (?, ?, ?, 'write', ?, ?)",
                (digest[:12], digest, f"person{person}", now, now + 86400))


def history(person: int) -> bytes:
    """A person's transactions, as CSV: deposits of each coin, then more of them on later days."""
    seeded = random.Random(person)
    first = datetime.date(2022, 1, 1)
    lines = ["time,wallet,kind,asset,quantity,value"]
    for wallet in WALLETS:
        for number in range(TRANSACTIONS):
            day = first + datetime.timedelta(days=number * 40 + seeded.randrange(40))
            lines.append(f"{day},{wallet},deposit,{COINS[number % len(COINS)]},{seeded.randrange(1, 10**6) / 1000},{seeded.randrange(10, 5000)}")
    return "\n".join(lines).encode()


class Server:
    def __init__(self, database: pathlib.Path, log: pathlib.Path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [PROGRAMS / "closecast-server", "--port", self.port, "--database", database, "--models", REPOSITORY / "models"]
        command += ["--web", REPOSITORY / "web", "--feed-hour", "off", "--log-requests", "false", "--sample"]
        command += ["--token-rate", "1000000/1000000"]
        begun = time.perf_counter()
        with open(log, "ab") as output:
            self.process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=output)
        # However this program ends.
        atexit.register(self.process.kill)
        while time.perf_counter() < begun + 60 and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/v2/health/ready", None)[0] == 200:
                    self.ready_seconds = time.perf_counter() - begun
                    return
            time.sleep(0.001)
        raise SystemExit(f"bench: the server does not start: {log.read_text()[-500:]}")

    def ask(self, method: str, path: str, person: int | None, body: bytes | None = None, kind: str = "text/csv") -> tuple[int, bytes]:
        headers = {"Authorization": f"Bearer {token(person)}"} if person is not None else {}
        if body is not None:
            headers["Content-Type"] = kind
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()

    def processor_seconds(self) -> float:
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, field: str) -> float:
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
        raise SystemExit("bench: the server has stopped")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(30) != 0:
            raise SystemExit(f"bench: the server ended with exit status {self.process.returncode}")


def record(server: Server, person: int) -> None:
    status, body = server.ask("POST", "/v1/transactions/import?create=true", person, history(person))
    if status != 201:
        raise SystemExit(f"bench: the import of person {person} was answered with {status}: {body[:400]!r}")


# Requests of people, with their names in the table.
def requests(folder: pathlib.Path) -> dict[str, list[str]]:
    deposit = folder / "deposit.json"
    deposit.write_text(json.dumps({"kind": "deposit", "asset": "SIM01", "quantity": "0.5", "cost": "10"}))
    return {
        "list of wallets with their values": ["GET /v1/wallets - -"],
        "a wallet's gains, from its journal": ["GET /v1/wallets/Main/gains - -"],
        "a wallet's transactions": ["GET /v1/wallets/Main/transactions - -"],
        "forecast of a stored asset": [f"GET /v1/assets/{coin}/forecast - -" for coin in COINS],
        "forecast of a wallet of ten coins": ["GET /v1/wallets/Main/forecast - -"],
        "a deposit, on disk": [f"POST /v1/wallets/Main/transactions application/json {deposit}"],
    }


def wrk(server: Server, listing: pathlib.Path, seconds: int) -> dict:
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}", "--timeout", "30", "-s", str(SCRIPTS / "benchmarks" / "server.lua")]
    before = server.processor_seconds()
    finished = subprocess.run(
        [*command, f"http://127.0.0.1:{server.port}", "--", str(listing)], check=True, stdout=subprocess.PIPE, text=True)
    (line,) = [line for line in finished.stdout.splitlines() if line.startswith("RESULT ")]
    result = json.loads(line.removeprefix("RESULT "))
    if result["refused"] or result["broken"]:
        raise SystemExit(f"bench: {result['refused']} requests were refused, {result['broken']} broke")
    used = 1000 * (server.processor_seconds() - before) / max(1, result["requests"])
    return {**result, "rate": result["requests"] / result["seconds"], "processor": used}


def measure(folder: pathlib.Path, people: int, seconds: int, warm_up: int) -> dict:
    database, report = folder / "closecast.db", {}
    server = Server(database, folder / "server.log")
    say(f"{people:,} people: recording {people * len(WALLETS) * TRANSACTIONS:,} transactions ...")
    add_people(database, people)
    begun = time.perf_counter()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda person: record(server, person), range(people)))
    report["transactions a second"] = people * len(WALLETS) * TRANSACTIONS / (time.perf_counter() - begun)
    server.stop()

    server = Server(database, folder / "server.log")
    report["ready"], report["memory before"] = 1000 * server.ready_seconds, server.memory("VmRSS")
    order = list(range(people))
    random.Random(1).shuffle(order)
    for what, lines in requests(folder).items():
        listing = folder / "requests.list"
        listing.write_text("".join(f"{lines[person % len(lines)]} Authorization Bearer {token(person)}\n" for person in order))
        # The first forecast of each coin is computed, all others come from memory.
        for person, line in zip(order, lines):
            method, path, *_ = line.split()
            if method == "GET":
                server.ask(method, path, person)
        if warm_up:
            wrk(server, listing, warm_up)
        report[what] = wrk(server, listing, seconds)
        say(f"    {what}: {report[what]['rate']:,.0f} a second, {report[what]['processor']:.2f} ms of a processor, p99 {report[what]['p99'] / 1000:.1f} ms")
    report["memory"] = server.memory("VmHWM")
    begun = time.perf_counter()
    subprocess.run([PROGRAMS / "closecast", "backup", folder / "backup.db", "--database", database], check=True, capture_output=True)
    report["backup"], report["size"] = time.perf_counter() - begun, (folder / "backup.db").stat().st_size / 1e6
    begun = time.perf_counter()
    subprocess.run([PROGRAMS / "closecast", "restore", folder / "backup.db", "--database", folder / "other.db"], check=True, capture_output=True)
    report["restore"] = time.perf_counter() - begun
    server.stop()
    begun = time.perf_counter()
    finished = subprocess.run([PROGRAMS / "closecast", "doctor", "--database", database], capture_output=True, text=True)
    report["doctor"] = time.perf_counter() - begun
    if finished.returncode != 0:
        raise SystemExit(f"bench: doctor: {finished.stdout} {finished.stderr}")
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy size; the results mean nothing")
    given = parser.parse_args()
    sizes, seconds, warm_up = ((20,), 1, 0) if given.quick else ((1_000, 10_000), 8, 1)
    reports = {}
    for people in sizes:
        with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
            reports[people] = measure(pathlib.Path(name), people, seconds, warm_up)
    columns = [f"{people:,} people: {what}" for people in sizes for what in ("per second", "p99, ms", "processor time, ms each")]
    print("| | " + " | ".join(columns) + " |\n|---|" + "---:|" * len(columns))
    first = reports[sizes[0]]
    for what, value in first.items():
        if isinstance(value, dict):
            cells = [f"{r['rate']:,.0f} | {r['p99'] / 1000:,.0f} | {r['processor']:.2f}" for r in (reports[n][what] for n in sizes)]
            print(f"| {what} | " + " | ".join(cells) + " |")
    print("\n| | " + " | ".join(f"{people:,} people" for people in sizes) + " |\n|---|" + "---:|" * len(sizes))
    for what, key, digits in [
        ("transactions", None, 0), ("size of the database, MB", "size", 0), ("imported transactions a second", "transactions a second", 0),
        ("from start to ready, ms", "ready", 0), ("memory before the load, MB", "memory before", 0), ("memory at most, MB", "memory", 0),
        ("backup while it runs, s", "backup", 1), ("restore, s", "restore", 1), ("doctor, s", "doctor", 1),
    ]:
        values = [people * len(WALLETS) * TRANSACTIONS if key is None else reports[people][key] for people in sizes]
        print(f"| {what} | " + " | ".join(f"{value:,.{digits}f}" for value in values) + " |")
    print(f"\nOne round of {seconds} s each; load of the machine {os.getloadavg()[2]:.1f}")


if __name__ == "__main__":
    main()
