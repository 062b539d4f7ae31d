"""Rehearses a backup and a restore while people write.

    scripts/backup-rehearsal              less than a minute
    scripts/backup-rehearsal --keep DIR

Two clients record deposits in two wallets of a running server, without a pause. deploy/backup/closecast-backup, which the timer starts,
takes three backups meanwhile and keeps the newest two. Then the server is killed, its database is lost, and the newest backup restored.

- `closecast doctor` finds nothing, and the server starts.
- Everything that was confirmed before the backup began is there; nothing that was sent after it had ended.
- Balances, transactions and the forecast of the wallet are those of the backup, to the last digit.
- Clients that send the lost requests again, with their idempotency keys, get each of them recorded once.

A broken copy of the backup must be refused, and leave the database as it was. Exit status 1 if something is wrong.
"""

import argparse
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release")).resolve()
WALLETS = ("Main", "Savings")


class Failure(Exception):
    """Something that must not happen."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def program(*words: object) -> subprocess.CompletedProcess:
    return subprocess.run([str(PROGRAMS / "closecast"), *map(str, words)], capture_output=True, text=True)


def succeeded(*words: object) -> str:
    finished = program(*words)
    if finished.returncode != 0:
        raise Failure(f"closecast {words[0]}: exit status {finished.returncode}: {finished.stderr.strip()}")
    return finished.stdout


class Server:
    """A server on a database; killed and started again."""

    def __init__(self, folder: pathlib.Path, database: pathlib.Path):
        self.database, self.log = database, open(folder / "server.log", "ab")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [PROGRAMS / "closecast-server", "--port", self.port, "--database", self.database, "--models", REPOSITORY / "models"]
        command += ["--web", REPOSITORY / "web", "--feed-hour", "off", "--log-requests", "false", "--sample"]
        self.process = subprocess.Popen([str(word) for word in command], stdout=self.log, stderr=self.log)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", "/v2/health/ready")[0] == 200:
                    return
            time.sleep(0.01)
        raise Failure(f"the server does not start; see {self.log.name}")

    def ask(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> tuple[int, dict]:
        headers = {"Content-Type": "application/json"} if body else {}
        if key:
            headers["Idempotency-Key"] = key
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as connection:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def deposit(self, wallet: str, number: int) -> int:
        body = {"kind": "deposit", "asset": "SIM01", "quantity": f"{number}.25", "cost": "10", "note": str(number)}
        return self.ask("POST", f"/v1/wallets/{wallet}/transactions", body, f"{wallet}-{number}")[0]

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Writer(threading.Thread):
    """Records one deposit after the other in a wallet: 1.25, 2.25, 3.25, …"""

    def __init__(self, server: Server, wallet: str):
        super().__init__(daemon=True)
        self.server, self.wallet = server, wallet
        self.sent = self.confirmed = 0
        self.ended = threading.Event()
        self.fault = ""
        self.start()

    def run(self) -> None:
        while not self.ended.is_set():
            self.sent += 1
            try:
                status = self.server.deposit(self.wallet, self.sent)
            except (OSError, http.client.HTTPException) as error:
                status = repr(error)
            if status != 201:
                # The last one is cut off by the kill.
                if not self.ended.is_set():
                    self.fault = f"deposit {self.sent} in {self.wallet}: {status}"
                return
            self.confirmed = self.sent


def backed_up(database: pathlib.Path, backups: pathlib.Path) -> pathlib.Path:
    """Runs the timer's script, and returns the newest backup."""
    variables = {
        **os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "CLOSECAST_DATABASE": str(database),
        "CLOSECAST_BACKUPS": str(backups), "CLOSECAST_BACKUPS_KEPT": "2",
    }
    finished = subprocess.run([REPOSITORY / "deploy" / "backup" / "closecast-backup"], env=variables, capture_output=True, text=True)
    if finished.returncode != 0:
        raise Failure(f"closecast-backup: exit status {finished.returncode}: {finished.stderr.strip()}")
    return max(backups.glob("closecast-*.db"))


def figures(server: Server) -> dict:
    """What the wallets hold, all their deposits, and their forecast."""
    found = {}
    for wallet in WALLETS:
        rows, cursor = [], ""
        while True:
            page = server.ask("GET", f"/v1/wallets/{wallet}/transactions?limit=100{cursor}")[1]
            rows += page["data"]
            if not page["next_cursor"]:
                break
            cursor = f"&cursor={page['next_cursor']}"
        forecast = server.ask("GET", f"/v1/wallets/{wallet}/forecast?paths=200")[1]
        found[wallet] = {
            "numbers": sorted(int(row["quantity"].partition(".")[0]) for row in rows),
            "keys": sorted(row["key"] for row in rows),
            "holdings": server.ask("GET", f"/v1/wallets/{wallet}")[1]["holdings"],
            "forecast": forecast["values"],
        }
    return found


def rehearse(folder: pathlib.Path) -> None:
    database, backups = folder / "closecast.db", folder / "backups"
    server = Server(folder, database)
    try:
        server.start()
        for wallet in WALLETS:
            server.ask("POST", "/v1/wallets", {"name": wallet})
        writers = [Writer(server, wallet) for wallet in WALLETS]
        for _ in range(3):
            # Names have seconds.
            time.sleep(1.1)
            before = [writer.confirmed for writer in writers]
            begun = time.perf_counter()
            newest = backed_up(database, backups)
            seconds = time.perf_counter() - begun
            after = [writer.sent for writer in writers]
        if len(kept := sorted(backups.iterdir())) != 2:
            raise Failure(f"two backups should be kept: {[path.name for path in kept]}")
        time.sleep(1)
        for writer in writers:
            writer.ended.set()
        server.kill()
        for writer in writers:
            writer.join()
            if writer.fault:
                raise Failure(writer.fault)
        sent = [writer.sent for writer in writers]
        say(f"{sum(before)} deposits were confirmed before the last backup, {sum(sent)} in all; it took {seconds:.2f} s")

        # The figures of the backup itself, from a server on a copy.
        (folder / "copy").mkdir()
        shutil.copy(newest, folder / "copy" / "closecast.db")
        other = Server(folder, folder / "copy" / "closecast.db")
        try:
            other.start()
            asked = figures(other)
        finally:
            other.kill()

        for path in folder.glob("closecast.db*"):
            path.unlink() if path.is_file() else shutil.rmtree(path)
        succeeded("restore", newest, "--database", database)
        succeeded("doctor", "--database", database)
        broken = folder / "broken.db"
        broken.write_bytes(newest.read_bytes()[: newest.stat().st_size // 2])
        contents = database.read_bytes()
        if program("restore", broken, "--database", database).returncode == 0 or database.read_bytes() != contents:
            raise Failure("half a backup was not refused, or changed the database")
        server.start()
        restored = figures(server)
        if restored != asked:
            raise Failure("the restored figures are not those of the backup")
        for wallet, first, last in zip(WALLETS, before, after):
            numbers = restored[wallet]["numbers"]
            if numbers != list(range(1, len(numbers) + 1)) or not first <= len(numbers) <= last:
                raise Failure(f"{wallet}: {len(numbers)} deposits after the restore; {first} to {last} expected, each once")
        say(f"restored: {sum(len(restored[wallet]['numbers']) for wallet in WALLETS)} deposits, the figures of the backup; doctor found nothing")

        for wallet, count in zip(WALLETS, sent):
            # Those of the backup's last second are sent again too.
            for number in range(max(1, len(restored[wallet]["numbers"]) - 20), count + 1):
                if server.deposit(wallet, number) not in (200, 201):
                    raise Failure(f"{wallet}: deposit {number} is refused when it is sent again")
        for wallet, count in zip(WALLETS, sent):
            numbers = figures(server)[wallet]["numbers"]
            if numbers != list(range(1, count + 1)):
                raise Failure(f"{wallet}: {len(numbers)} deposits after all were sent again, not {count}")
        say(f"sent again: all {sum(sent)} deposits are there, each once")
        succeeded("doctor", "--database", database)
    finally:
        server.kill()
        server.log.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/backup-rehearsal", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", metavar="DIR", help="write everything into this folder, and keep it")
    given = parser.parse_args()
    folder = pathlib.Path(given.keep or tempfile.mkdtemp(prefix="closecast-backup-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        rehearse(folder)
    except Failure as failure:
        sys.exit(f"backup-rehearsal: {failure}; folder: {folder}")
    say("backup-rehearsal: passed")
    if not given.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
