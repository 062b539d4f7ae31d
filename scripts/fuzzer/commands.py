#!/usr/bin/env python3
"""Gives the command line numbers at the limits of their types, in every option and argument and in the files that it reads.

    scripts/fuzz-server                                 runs this too
    python3 scripts/fuzzer/commands.py --each 200       every limit in every option; about an hour (default: 12 of them)
    python3 scripts/fuzzer/commands.py --only wallet    commands and files whose names match this regular expression

The options are those of `closecast --experimental-dump-help`. The exit status must not be that of a signal, and standard error must not have
"Fatal error". Each run has a copy of one database. Exits with status 1 if there are faults.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path[0] += "/.."  # Modules are named from scripts/.

from browser import servers
from fuzzer.documents import DAYS, LIMITS, NUMBER, some

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# These ask the network, run until they are stopped, or only print.
LEFT_OUT = {"help", "serve", "fetch", "generate-completion-script"}
SECONDS = 30


class Fuzz:
    def __init__(self, given: argparse.Namespace, folder: pathlib.Path):
        self.given, self.folder, self.random = given, folder, random.Random(given.seed)
        self.program = given.programs / "closecast"
        self.count, self.statuses, self.faults, self.known = 0, collections.Counter(), [], set()
        self.template, self.used = folder / "template.db", folder / "used.db"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TMPDIR": str(folder), "CLOSECAST_MODELS": str(ROOT / "models"), "TERM": "dumb"}
        self.words = self.prepared()

    # MARK: Running

    def command(self, *words: object, stdin: bytes = b"") -> subprocess.CompletedProcess:
        return subprocess.run(
            [str(self.program), *map(str, words)], input=stdin, capture_output=True, timeout=SECONDS, env=self.environment, cwd=self.folder)

    def run(self, name: str, words: list[str], stdin: bytes = b"") -> None:
        """Runs a command with a copy of the database, and notes a fault."""
        for suffix in ("", "-wal", "-shm"):
            self.used.with_name(self.used.name + suffix).unlink(missing_ok=True)
        shutil.copy(self.template, self.used)
        self.count += 1
        try:
            done = self.command(*words, stdin=stdin)
        except subprocess.TimeoutExpired:
            self.statuses["slow"] += 1  # many paths take long, and are stopped
            return
        except ValueError:
            return  # an argument cannot hold a zero byte
        self.noted(name, words, done.returncode, done.stderr.decode(errors="replace"))

    def noted(self, name: str, words: list[str], status: int, said: str) -> None:
        self.statuses[status] += 1
        if status < 0 or status > 128 or "Fatal error" in said:
            self.fault(f"{name}: status {status}", words, "\n".join(line for line in said.splitlines() if "error" in line or ".swift:" in line)[:600])

    def fault(self, what: str, words: list[str], said: str = "") -> None:
        place = (re.findall(r"\w+\.swift:\d+", said) or [what])[0]
        if place not in self.known:
            self.known.add(place)
            self.faults.append(f"{what}\n  closecast {' '.join(words)}\n  {said}")
            print(f"fuzzer/commands: FAULT {self.faults[-1]}", file=sys.stderr, flush=True)

    def prepared(self) -> dict[str, str]:
        """Fills the database, and returns a value for each kind of argument."""
        self.environment["CLOSECAST_DATABASE"] = str(self.template)
        prices = self.folder / "prices"
        prices.mkdir()
        for ticker in ("SIM01", "SIM02"):
            lines = (ROOT / "data" / "simulated" / f"{ticker}.csv").read_text().splitlines()
            (prices / f"{ticker}.csv").write_text("\n".join([lines[0], *lines[-600:]]) + "\n")
        made = [
            ["history", "import", prices], ["wallet", "create", "Main"], ["wallet", "create", "Savings", "--allow-negative"],
            ["wallet", "deposit", "Main", "USD", "10000", "--date", "2024-06-03"], ["wallet", "set", "Main", "SIM01=10", "--date", "2024-06-04"],
            ["wallet", "buy", "Main", "SIM02", "1", "--date", "2024-06-05"], ["wallet", "sell", "Main", "SIM01", "1", "--date", "2024-07-01"],
            ["invest", "add", "SIM01", "1.5", "20", "--date", "2024-06-03"], ["forecast", "SIM01"], ["paper", "start", "SIM01", "--since", "2024-06-01"],
        ]
        for words in made:
            done = self.command(*words)
            if done.returncode:
                print(f"fuzzer/commands: {' '.join(map(str, words))} ends with {done.returncode}: {done.stderr.decode()[:300]}", file=sys.stderr)
        match = re.search(r"pm_\w+", self.command("paper", "list").stdout.decode())
        (self.folder / "transactions.csv").write_bytes(self.command("wallet", "export", "--csv").stdout or self.command("wallet", "export").stdout)
        self.command("backup", self.folder / "backup.db")
        self.environment["CLOSECAST_DATABASE"] = str(self.used)
        return {
            "ticker": "SIM01", "ticker|id": "SIM01", "wallet": "Main", "quantity": "1.5", "price": "20", "amount": "20", "file": str(prices / "SIM01.csv"),
            "date": "2024-06-03", "id": match[0] if match else "1", "address": "a@example.com", "address|id": "a@example.com", "n": "3", "name": "Main",
            "name|dir": "daily-close", "dir": str(self.folder / "out"), "asset=quantity": "SIM01=2",
        }

    # MARK: Options

    def commands(self) -> list[tuple[list[str], list[dict]]]:
        """Each command with its arguments, as the program describes itself."""
        found = []

        def walk(command: dict, path: list[str]) -> None:
            inner = [each for each in command.get("subcommands", []) if each["commandName"] not in LEFT_OUT]
            for each in inner:
                walk(each, [*path, each["commandName"]])
            if path and not inner:
                found.append((path, [each for each in command.get("arguments", []) if each.get("kind") != "flag"]))

        walk(json.loads(self.command("--experimental-dump-help").stdout)["command"], [])
        return found

    def value(self, argument: dict) -> str:
        name = argument.get("valueName", "")
        return argument.get("defaultValue") or self.words.get(name) or next((word for key, word in self.words.items() if key in name), "1")

    def base(self, arguments: list[dict], besides: dict | None = None) -> list[str]:
        """Words for the required arguments of a command, and for one further argument that is left out here."""
        words = []
        for argument in arguments:
            if argument is besides or argument.get("isOptional"):
                continue
            words += [self.option(argument), self.value(argument)] if argument["kind"] == "option" else [self.value(argument)]
        return words

    @staticmethod
    def option(argument: dict) -> str:
        return next(("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"])

    def options(self) -> None:
        for path, arguments in self.commands():
            if not self.wanted(" ".join(path)):
                continue
            for argument in arguments:
                usual = self.value(argument)
                # A number within a larger word, such as 2 in SIM01=2, is replaced by the limit.
                values = [NUMBER.sub(lambda _: value, usual, count=1) if "=" in usual else value for value in some(LIMITS + DAYS, self.given.each, self.random)]
                if "," in usual or "level" in argument.get("valueName", ""):
                    values += [f"50,{value}" for value in some(LIMITS, 3, self.random)]
                for value in values:
                    self.run(" ".join(path), [*path, *self.with_value(arguments, argument, value)])

    def with_value(self, arguments: list[dict], chosen: dict, value: str) -> list[str]:
        words = []
        for argument in arguments:
            text = value if argument is chosen else self.value(argument)
            if argument is not chosen and argument.get("isOptional") and not (argument["kind"] == "positional" and chosen["kind"] == "option"):
                continue
            words += [f"{self.option(argument)}={text}"] if argument["kind"] == "option" else [text] if not text.startswith("-") else ["--", text]
        return words

    # MARK: The server

    def server_options(self) -> None:
        """Each setting of the server, checked with limits; a server with an accepted value starts, answers and stops."""
        if not self.wanted("serve"):
            return
        program = self.given.programs / "closecast-server"
        help_text = subprocess.run([program, "--help"], capture_output=True, text=True, env=self.environment, check=True).stdout
        for name in re.findall(r"^  (--[a-z-]+)  ", help_text, re.M):
            started = 0
            for value in [*some(LIMITS, self.given.each * 2, self.random), *map(str, self.edges(help_text, name))]:
                words = [f"{name}={value}"]
                done = subprocess.run([program, "--check", *words], capture_output=True, text=True, env=self.environment, cwd=self.folder, timeout=SECONDS)
                self.noted("serve --check", words, done.returncode, done.stderr)
                if done.returncode == 0 and started < 3 and name not in ("--port", "--host", "--grpc-port", "--metrics-port"):
                    started += 1
                    self.start_server(program, words)

    @staticmethod
    def edges(help_text: str, name: str) -> list[str]:
        """The smallest and largest accepted number according to the help."""
        text = re.sub(r"\s+", " ", help_text.partition(f"  {name} ")[2].partition("\n  --")[0])
        found = re.search(r"from (\S+) to ([\d.]+\d)", text)
        return list(found.groups()) if found else []

    def start_server(self, program: pathlib.Path, words: list[str]) -> None:
        port = servers.free_port()
        with open(self.folder / "log", "w+") as log:
            options = ["--port", str(port), "--database", str(self.folder / "server.db"), "--feed-hour", "off", *words]
            process = subprocess.Popen([program, *options], stderr=log, stdout=log, env=self.environment, cwd=self.folder)
            for _ in range(100):
                with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/v2/health/ready", timeout=2):
                    break
                if process.poll() is not None:
                    break
                time.sleep(0.05)
            process.terminate()
            try:
                status = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                # The accepted value may let it finish open requests for hours.
                process.kill()
                process.wait()
                status = 0
            log.seek(0)
            self.noted("serve", words, 0 if status == -15 else status, log.read())

    # MARK: Files

    def files(self) -> None:
        """Files in which numbers, one at a time or several, are limits."""
        prices = (self.folder / "prices" / "SIM01.csv").read_text()
        days = "\n".join(prices.splitlines()[-520:])
        closes = [float(line.split(",")[-1] or 1) for line in days.splitlines()[1:]]
        candles = "date,open,high,low,close,volume\n" + "\n".join(f"{line.split(',')[0]},{close},{close * 1.1},{close * 0.9},{close},1000" for line, close in zip(days.splitlines()[1:], closes))
        line = json.dumps({"id": "a", "closes": closes[:505], "last": "2024-12-31"})
        config = ROOT / "models" / "daily-close-t"
        price_commands = [
            ["forecast", "NEW", "--from", "{}"], ["forecast", "NEW", "--from", "{}", "--json"], ["forecast", "NEW", "--from", "{}", "--svg", "new.svg"],
            ["history", "import", "{}", "--asset", "SIM02", "--replace"], ["backtest", "NEW", "--from", "{}", "--paths", "20"],
            ["paper", "run", "NEW", "--from", "{}", "--since", "2024-06-01"],
        ]
        for name, text, commands in [
            ("NEW.csv", days, price_commands), ("NEW.csv", candles, price_commands),
            # Constant prices: everything that divides by a change has no value.
            ("NEW.csv", re.sub(r",[\d.]+$", ",100", days, flags=re.M), price_commands),
            ("NEW.json", json.dumps([[1_700_000_000_000 + 86_400_000 * day, close] for day, close in enumerate(closes)]), price_commands[:1]),
            ("transactions.csv", (self.folder / "transactions.csv").read_text(), [["wallet", "import", "{}"], ["wallet", "import", "{}", "--preview"]]),
            ("series.ndjson", f"{line}\n{line}\n", [["batch", "--in", "{}", "--days", "2", "--paths", "5", "--keep-going"]]),
            ("config.json", (config / "config.json").read_text(), [["model", "show", "model"], ["forecast", "SIM01", "--model", "model"], ["model", "check", "model"]]),
            ("model.safetensors", (config / "model.safetensors").read_bytes().decode("latin-1"), [["model", "show", "model"], ["forecast", "SIM01", "--model", "model"]]),
        ]:
            if self.wanted(name):
                self.file(name, text, commands)

    def file(self, name: str, text: str, commands: list[list[str]]) -> None:
        isModel = name in ("config.json", "model.safetensors")
        folder = self.folder / ("model" if isModel else "files")
        shutil.rmtree(folder, ignore_errors=True)
        if isModel:
            shutil.copytree(ROOT / "models" / "daily-close-t", folder)
        folder.mkdir(exist_ok=True)
        places = [found.span() for found in NUMBER.finditer(text[:200_000] if name != "model.safetensors" else text[:3000])]
        places = places[:20] + some(places[20:-20], 20, self.random) + places[-20:]
        for _ in range(self.given.each * 8):
            changed = text
            for start, end in sorted(some(places, self.random.choice((1, 1, 2, 5)), self.random), reverse=True):
                changed = changed[:start] + self.random.choice(LIMITS + DAYS) + changed[end:]
            path = folder / name
            path.write_bytes(changed.encode("latin-1" if name == "model.safetensors" else "utf-8"))
            words = [word.format(path) for word in self.random.choice(commands)]
            before = len(self.faults)
            self.run(f"{name} {words[0]}", words)
            if len(self.faults) > before:
                kept = self.given.keep / f"{before}-{name}"
                self.given.keep.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, kept)
                print(f"fuzzer/commands: the file is kept: {kept}", file=sys.stderr)

    def wanted(self, name: str) -> bool:
        return re.search(self.given.only, name) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")).resolve()
    parser.add_argument("--each", type=int, default=12, help="limits that each option takes; files take eight times as many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(100_000), help="(default: random, and printed)")
    parser.add_argument("--only", metavar="PATTERN", default="", help="commands and files whose names match this regular expression")
    parser.add_argument("--programs", type=pathlib.Path, default=programs, help="the folder of closecast (default: %(default)s)")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()) / "fuzz-commands", help="where files that cause faults go (default: %(default)s)")
    given = parser.parse_args()
    print(f"fuzzer/commands: seed {given.seed}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="closecast-fuzz-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        fuzz = Fuzz(given, pathlib.Path(folder))
        fuzz.options()
        fuzz.server_options()
        fuzz.files()
    print(f"fuzzer/commands: {fuzz.count} commands, seed {given.seed}, {len(fuzz.faults)} faults, statuses {dict(fuzz.statuses)}", file=sys.stderr)
    sys.exit(1 if fuzz.faults else 0)


if __name__ == "__main__":
    main()
