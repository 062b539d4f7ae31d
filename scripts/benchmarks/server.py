"""Compares the server with FastAPI and ONNX Runtime on uvicorn, in one run, on the same weights and inputs.

Its pages are compared with FastAPI and Jinja2, which render the same tables and charts of the same data, and its simulated trades with
FastAPI and SQLAlchemy, which write the same postings into SQLite.

Run it as scripts/bench --server, which builds the Swift side:

    scripts/bench --server              everything but the endurance test, about 5 minutes
    scripts/bench --server --quick      toy sizes, to check that it works
    scripts/bench --server --soak 10    ten minutes of mixed load, with the server's memory every ten seconds

wrk sends requests over the loopback, from the same cores, on 64 connections, each of which sends the next request when it has an
answer. The servers take turns in rounds, after a warm-up that does not count. The table shows the median of the rounds, as measured by
wrk, and their spread (least..greatest). Before that, all requests go to both servers once, and the answers must agree.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("bench-server")

import argparse
import collections
import contextlib
import dataclasses
import datetime
import decimal
import http.client
import importlib.metadata
import json
import math
import os
import pathlib
import re
import signal
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time
import typing

from benchmarks import server_trades_peer
import numpy as np

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = SCRIPTS.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release"))
MODELS = REPOSITORY / "models"
# Points and conformal bands of one network, which the peer computes too.
MODEL = "daily-close"
# Bands in one pass, without sample paths.
FAST_MODEL = "daily-volatility"
CONTEXT, STEPS = 500, 96
# The asset that people trade, at a constant price.
TRADED, TRADED_PRICE = "BNB", "654.321"
# No limit is reached.
TRADING_RULES = """\
largest-close-age-hours = 1000
most-orders-an-hour = 1000000000
most-trade = 1000000.00
most-deposit = 1000000.00
deposit-days = 0
full-trade-day = 1000000000.00
full-trade-month = 1000000000.00
"""
# Addresses of each page that is rendered anew: more than can be requested in a round and in the 10 s for which a page is kept.
ANEW = 1000
# The largest relative difference of two prices that still counts as the same answer.
TOLERANCE = 1e-4


@dataclasses.dataclass(frozen=True)
class Plan:
    """How much is measured."""

    rounds: int = 5
    round_seconds: int = 6
    warm_up_seconds: int = 2
    connections: int = 64
    series: int = 256  # different requests
    starts: int = 10
    repeats: int = 30  # of a wallet's forecast
    people: int = 256  # who trade


QUICK = Plan(rounds=1, round_seconds=1, warm_up_seconds=1, series=8, starts=2, repeats=3, people=80)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Processes ------------------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Answer(typing.NamedTuple):
    status: int
    headers: typing.Mapping[str, str]
    body: bytes

    @property
    def json(self) -> typing.Any:
        return json.loads(self.body)


class Server:
    """A server that this program started, and a connection to it."""

    def __init__(self, name: str, command: list, ready: str, port: int, **options):
        self.name, self.ready, self.port = name, ready, port
        self.started = time.perf_counter()
        self.process = subprocess.Popen([str(word) for word in command], process_group=0, **options)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)

    def wait(self, seconds: float = 60) -> float:
        """Seconds from the start of the process until it was ready."""
        while time.perf_counter() < self.started + seconds:
            if self.process.poll() is not None:
                raise SystemExit(f"bench: {self.name} ended with exit status {self.process.returncode}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.ask("GET", self.ready).status == 200:
                    return time.perf_counter() - self.started
            time.sleep(0.001)
        raise SystemExit(f"bench: {self.name} is not ready after {seconds:.0f} s")

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            return exchanged(connection, method, path, body, headers)

    def processor_seconds(self) -> float:
        """Processor time of the process and its children."""
        ticks = 0
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                # The process leads its own group.
                if int(fields[2]) == self.process.pid:
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def resident(self) -> float:
        """MB of memory."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise SystemExit(f"bench: {self.name} has stopped")


def exchanged(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None, headers: dict) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, named)
    response = connection.getresponse()
    return Answer(response.status, response.headers, response.read())


def closecast(
    store: pathlib.Path, log: typing.IO | int = subprocess.DEVNULL, accounts: bool = False, more: tuple = ()
) -> Server:
    port = free_port()
    command = [PROGRAMS / "closecast-server", "--port", port, "--database", store, "--models", MODELS, "--feed-hour", "off"]
    # As the peer's.
    command += ["--log-requests", "false", *more]
    if accounts:
        command += ["--accounts", "invite", "--token-rate", "100000/100000"]
    return Server("Closecast", command, "/v2/health/ready", port, stdout=log, stderr=log)


class Crowd:
    """People who sign in at once with wrong passwords, each from an address of its own, until they are refused."""

    def __init__(self, port: int, people: int):
        self.port, self.ended = port, threading.Event()
        self.answers: collections.Counter = collections.Counter()
        self.threads = [threading.Thread(target=self.sign_in, args=(number,), daemon=True) for number in range(people)]
        for thread in self.threads:
            thread.start()

    def sign_in(self, number: int) -> None:
        attempt = 0
        while not self.ended.is_set():
            # Addresses and accounts have their own limits, which are not measured here.
            attempt += 1
            email = f"person{number}-{attempt // 9}@example.com"
            body = json.dumps({"email": email, "password": "wrong wrong wrong wrong"}).encode()
            source = (f"127.{1 + attempt % 200}.{number // 250}.{number % 250 + 1}", 0)
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=source)
            seconds = 1.0
            with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
                answer = exchanged(connection, "POST", "/v1/sessions", body, {"Content-Type": "application/json"})
                self.answers[answer.status] += 1
                seconds = float(answer.headers.get("Retry-After", 1))
            self.ended.wait(seconds)

    def disperse(self) -> collections.Counter:
        self.ended.set()
        for thread in self.threads:
            thread.join()
        return self.answers


def peer(workers: int) -> Server:
    port = free_port()
    command = [pathlib.Path(sys.prefix) / "bin" / "uvicorn", "benchmarks.server_peer:app", "--workers", workers, "--port", port]
    command += ["--no-access-log", "--log-level", "warning"]
    environment = {**os.environ, "CLOSECAST_MODEL": str(MODELS / MODEL)}
    return Server("FastAPI", command, "/ready", port, cwd=SCRIPTS, env=environment)


def pages_peer(workers: int, data: pathlib.Path) -> Server:
    port = free_port()
    command = [pathlib.Path(sys.prefix) / "bin" / "uvicorn", "benchmarks.server_pages_peer:app", "--workers", workers, "--port", port]
    command += ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    return Server("FastAPI and Jinja2", command, "/ready", port, cwd=SCRIPTS, env={**os.environ, "CLOSECAST_PAGES": str(data)})


def trades_peer(workers: int, database: pathlib.Path) -> Server:
    port = free_port()
    command = [pathlib.Path(sys.prefix) / "bin" / "uvicorn", "benchmarks.server_trades_peer:app", "--workers", workers, "--port", port]
    command += ["--no-access-log", "--log-level", "warning", "--loop", "uvloop", "--http", "httptools"]
    return Server("FastAPI and SQLAlchemy", command, "/ready", port, cwd=SCRIPTS, env={**os.environ, "CLOSECAST_TRADES": str(database)})


def program(*words: object) -> str:
    """The output of our command-line program."""
    command = [str(PROGRAMS / "closecast"), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


# Requests -------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Request:
    method: str
    path: str
    body: bytes | None = None
    kind: str = "application/json"
    header: tuple[str, str] = ("", "")

    def sent(self, server: Server) -> Answer:
        headers = dict([self.header]) if self.header[0] else {}
        if self.body is not None:
            headers["Content-Type"] = self.kind
        answer = server.ask(self.method, self.path, self.body, **headers)
        if answer.status != 200:
            raise SystemExit(f"bench: {server.name} answered {self.method} {self.path} with {answer.status}: {answer.body[:400]!r}")
        return answer


def wrk_list(folder: pathlib.Path, name: str, requests: list[Request]) -> pathlib.Path:
    """Writes the list of requests for server.lua."""
    lines = []
    for index, request in enumerate(requests):
        file = "-"
        if request.body is not None:
            file = folder / f"{name}-{index}"
            file.write_bytes(request.body)
        kind = request.kind if request.body is not None else "-"
        lines.append(f"{request.method} {request.path} {kind} {file} {' '.join(request.header)}".rstrip())
    path = folder / f"{name}.list"
    path.write_text("\n".join(lines) + "\n")
    return path


def series(count: int) -> list[list[float]]:
    """Closes of simulated markets."""
    lines = program("simulate", "--tickers", count, "--days", CONTEXT, "--out", "-").splitlines()
    return [json.loads(line)["closes"] for line in lines]


def posted_closes(closes: list[list[float]], bands: bool, model: str = MODEL) -> list[Request]:
    settings = {"model": model} if bands else {"model": model, "levels": []}
    return [Request("POST", "/v1/forecasts", json.dumps({**settings, "closes": values}).encode()) for values in closes]


def peer_closes(path: str, closes: list[list[float]]) -> list[Request]:
    return [Request("POST", path, json.dumps({"closes": values}).encode()) for values in closes]


def scaled(closes: list[float]) -> np.ndarray:
    """The network's inputs for 500 closes: [499]."""
    returns = np.diff(np.log(np.array(closes)))
    return np.clip(returns / returns.std(), -12, 12).astype("<f4")


def infer_requests(closes: list[list[float]]) -> list[Request]:
    """Binary tensors of the Open Inference Protocol, as tritonclient sends them."""
    requests = []
    for values in closes:
        inputs = scaled(values)
        header = json.dumps(
            {
                "inputs": [
                    {
                        "name": "input",
                        "shape": [1, len(inputs), 1],
                        "datatype": "FP32",
                        "parameters": {"binary_data_size": inputs.nbytes},
                    }
                ],
                "outputs": [{"name": "output", "parameters": {"binary_data": True}}],
            }
        ).encode()
        requests.append(
            Request(
                "POST", f"/v2/models/{MODEL}/infer", header + inputs.tobytes(), "application/octet-stream",
                ("Inference-Header-Content-Length", str(len(header))),
            )
        )
    return requests


def raw_requests(closes: list[list[float]]) -> list[Request]:
    return [Request("POST", "/raw", scaled(values).tobytes(), "application/octet-stream") for values in closes]


def points(answer: Answer) -> list[float]:
    """The prices of either side's answer."""
    document = answer.json
    if "points" in document:
        return document["points"]
    return [value["point"] for value in document["forecasts"][0]["values"]]


def tensor(answer: Answer) -> np.ndarray:
    """The outputs of either side's binary answer."""
    start = int(answer.headers.get("Inference-Header-Content-Length", "0"))
    return np.frombuffer(answer.body[start:], "<f4").astype(float)


# Measuring ------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Party:
    """One side of a comparison: a server and its requests."""

    name: str
    server: Server
    requests: pathlib.Path
    script: str = "server.lua"
    more: tuple[str, ...] = ()  # words for the script


@dataclasses.dataclass(frozen=True)
class Figures:
    name: str
    rounds: list[dict]

    def median(self, key: str) -> float:
        return statistics.median(round[key] for round in self.rounds)

    def spread(self, key: str, scale: float = 1, digits: int = 0) -> str:
        values = [round[key] * scale for round in self.rounds]
        text = f"{statistics.median(values):,.{digits}f}"
        return f"{text} ({min(values):,.{digits}f}..{max(values):,.{digits}f})" if len(values) > 1 else f"{text} (once)"


def wrk(party: Party, seconds: int, connections: int) -> dict:
    before = party.server.processor_seconds()
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--timeout", "10", "-s", str(SCRIPTS / "benchmarks" / party.script)]
    finished = subprocess.run(
        [*command, party.server.url, "--", str(party.requests), *party.more], check=True, stdout=subprocess.PIPE, text=True
    )
    (line,) = [line for line in finished.stdout.splitlines() if line.startswith("RESULT ")]
    result = json.loads(line.removeprefix("RESULT "))
    if result["refused"] or result["broken"]:
        first = "".join(line for line in finished.stdout.splitlines() if line.startswith("REFUSAL "))
        raise SystemExit(f"bench: {party.name} refused {result['refused']} requests and broke {result['broken']} {first}")
    used = party.server.processor_seconds() - before
    return {**result, "rate": result["requests"] / result["seconds"], "processor": used / max(result["requests"], 1)}


def measured(parties: list[Party], plan: Plan) -> list[Figures]:
    for party in parties:
        wrk(party, plan.warm_up_seconds, plan.connections)
    rounds = [[] for _ in parties]
    for _ in range(plan.rounds):
        for party, results in zip(parties, rounds):
            results.append(wrk(party, plan.round_seconds, plan.connections))
    found = [Figures(party.name, results) for party, results in zip(parties, rounds)]
    for figures in found:
        say(
            f"    {figures.name}: {figures.spread('rate')} a second, p99 {figures.spread('p99', 1e-3, 1)} ms, "
            f"{figures.spread('processor', 1e6)} us of a processor each"
        )
    return found


def agreed(what: str, ours: list[np.ndarray], theirs: list[np.ndarray]) -> tuple[float, float]:
    """Ends the benchmark if the two sides disagree; returns the sums of both."""
    for index, (our, their) in enumerate(zip(ours, theirs, strict=True)):
        our, their = np.array(our), np.array(their)
        difference = float(np.max(np.abs(our - their))) if our.shape == their.shape else math.inf
        largest = float(np.max(np.abs(their)))
        # Written so that a NaN fails.
        if not difference <= TOLERANCE * largest:
            raise SystemExit(
                f"bench: the {what} of series {index} differ by {difference:.3g} of {largest:.3g}; at most {TOLERANCE:g} of it is allowed"
            )
    return tuple(float(sum(np.sum(values) for values in side)) for side in (ours, theirs))


def check_page(who: str, answer: Answer, tickers: list[str]) -> int:
    """Ends the benchmark if a page does not show the coins, each with its chart; returns its bytes."""
    text = answer.body.decode()
    charts = re.findall(r'<path class="[^"]*\bline\b', text)
    if missing := [ticker for ticker in tickers if ticker not in text]:
        raise SystemExit(f"bench: {who}: {', '.join(missing)} are not on the page")
    if len(charts) < len(tickers):
        raise SystemExit(f"bench: {who}: the page has {len(charts)} charts; it should have {len(tickers)} or more")
    return len(answer.body)


def agreed_trades(parties: list[Party], token: str) -> tuple[float, float]:
    """Ends the benchmark if the sides offer different trades; returns sums of what the first and the second offered."""
    sums = []
    given = {"Authorization": f"Bearer {token}", "Content_Type": "application/json"}
    for party in parties:
        total = []
        amounts = {"cash": "65.43"}, {"quantity": "1.23456789"}
        for side, amount in [(side, amount) for side in ("buy", "sell") for amount in amounts]:
            body = {"side": side, "asset": TRADED, "currency": "USD", **amount}
            answer = party.server.ask("POST", f"{party.more[0]}/quotes", json.dumps(body).encode(), **given)
            if answer.status != 201:
                raise SystemExit(f"bench: {party.name} answered {body} with {answer.status}: {answer.body[:400]!r}")
            total += [decimal.Decimal(answer.json[name]) for name in ("quantity", "cash", "fee", "price")]
        sums.append(total)
    if any(total != sums[0] for total in sums):
        raise SystemExit(f"bench: the sides offer different trades: {sums}")
    return float(sum(sums[0])), float(sum(sums[1]))


def check_trades(database: pathlib.Path) -> int:
    """The number of stored trades, after our own audit of the journal."""
    program("doctor", "--database", database)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT count(*) FROM trading_orders WHERE state = 'filled'").fetchone()[0]


class Benchmark:
    def __init__(self, plan: Plan, folder: pathlib.Path):
        self.plan, self.folder = plan, folder
        self.cores = len(os.sched_getaffinity(0))
        self.store = folder / "closecast.db"
        self.report: dict = {"sums": {}}

    # The database: 30 assets, ten of them in a wallet.

    def prepare_store(self) -> None:
        say("Preparing a database of 30 assets ...")
        yesterday = (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)).date().isoformat()
        markets = self.folder / "markets"
        program("simulate", "--tickers", 30, "--days", 1500, "--last", yesterday, "--out", markets)
        program("history", "import", markets, "--database", self.store)
        self.tickers = sorted(path.stem for path in markets.glob("*.csv"))
        program("wallet", "create", "Ten", "--database", self.store)
        held = [f"{ticker}={index + 1}" for index, ticker in enumerate(self.tickers[:10])]
        program("wallet", "set", "Ten", *held, "--date", yesterday, "--database", self.store)

    # Forecasts of closes in the request.

    def forecasts(self, ours: Server, theirs: Server) -> None:
        say("Forecasts of closes in the body")
        closes = series(self.plan.series)
        say("    comparing the answers ...")
        requests, with_bands = posted_closes(closes, bands=False), posted_closes(closes, bands=True)
        answers = [points(request.sent(ours)) for request in requests]
        parties = [Party("Closecast", ours, wrk_list(self.folder, "ours", requests))]
        for path in ("def", "async"):
            asked = peer_closes(f"/{path}", closes)
            sums = agreed("prices", answers, [points(request.sent(theirs)) for request in asked])
            parties.append(Party(f"FastAPI, {path}", theirs, wrk_list(self.folder, path, asked)))
        agreed("prices", answers, [points(request.sent(ours)) for request in with_bands])
        parties.append(Party("Closecast, with bands", ours, wrk_list(self.folder, "bands", with_bands)))
        fast = posted_closes(closes, bands=True, model=FAST_MODEL)
        parties.append(Party(f"Closecast, with bands, {FAST_MODEL}", ours, wrk_list(self.folder, "fast", fast)))
        self.report["sums"]["prices"] = sums
        self.report["forecasts"] = measured(parties, self.plan)

    def tensors(self, ours: Server, theirs: Server) -> None:
        say("Raw tensors")
        closes = series(self.plan.series)
        requests, asked = infer_requests(closes), raw_requests(closes)
        sums = agreed(
            "outputs", [tensor(request.sent(ours)) for request in requests], [tensor(request.sent(theirs)) for request in asked]
        )
        self.report["sums"]["outputs"] = sums
        parties = [
            Party("Closecast, Open Inference Protocol", ours, wrk_list(self.folder, "infer", requests)),
            Party("FastAPI, bytes", theirs, wrk_list(self.folder, "raw", asked)),
        ]
        self.report["tensors"] = measured(parties, self.plan)

    # Forecasts of stored assets.

    def stored_requests(self) -> list[Request]:
        return [Request("GET", f"/v1/assets/{ticker}/forecast") for ticker in self.tickers]

    def stored(self, ours: Server) -> None:
        say("Forecasts of stored assets")
        requests = self.stored_requests()
        fast = [Request("GET", f"/v1/assets/{ticker}/forecast?model={FAST_MODEL}") for ticker in self.tickers]
        self.report["stored_first"] = {}
        for name, asked in (("the default model", requests), (FAST_MODEL, fast)):
            seconds = self.report["stored_first"][name] = []
            for request in asked:
                start = time.perf_counter()
                request.sent(ours)
                seconds.append(time.perf_counter() - start)
        self.report["stored_bytes"] = len(requests[0].sent(ours).body)
        party = Party("Closecast, cached", ours, wrk_list(self.folder, "stored", requests))
        self.report["stored"] = measured([party], self.plan)

    # A wallet.

    def wallet(self, ours: Server) -> None:
        say("Forecast of a wallet")
        wallet = ours.ask("GET", "/v1/wallets").json["data"][0]
        path = f"/v1/wallets/{wallet['name']}/forecast?paths=1000"
        connection = http.client.HTTPConnection("127.0.0.1", ours.port, timeout=60)

        def timed(path: str) -> float:
            start = time.perf_counter()
            answer = exchanged(connection, "GET", path, None, {})
            if answer.status != 200:
                raise SystemExit(f"bench: GET {path} returned {answer.status}: {answer.body[:400]!r}")
            return time.perf_counter() - start

        self.report["wallet"] = {
            "first": [timed(path)],
            "the same again": [timed(path) for _ in range(self.plan.repeats)],
            "another seed each time": [timed(f"{path}&seed={seed + 2}") for seed in range(self.plan.repeats)],
            f"{FAST_MODEL}, another seed each time": [
                timed(f"{path}&seed={seed + 2}&model={FAST_MODEL}") for seed in range(self.plan.repeats)
            ],
        }

    # Pages.

    def pages_data(self, ours: Server) -> list[dict]:
        """What the pages show, for the peer."""
        known = {asset["ticker"]: asset for asset in ours.ask("GET", "/v1/assets?stored=true&limit=100").json["data"]}
        coins = []
        for ticker in self.tickers:
            candles = ours.ask("GET", f"/v1/assets/{ticker}/history").json["data"]
            days = ours.ask("GET", f"/v1/assets/{ticker}/forecast?levels=50,80,95").json["forecasts"][0]["values"]
            bands = {}
            for level in (50, 80, 95):
                sides = (f"{(100 - level) / 200:g}", f"{(100 + level) / 200:g}")
                bands[level] = [[day["quantiles"][side] for day in days] for side in sides]
            coins.append(
                {
                    **{name: known[ticker][name] for name in ("ticker", "name", "price", "volume", "supply")},
                    **{name: known[ticker][name] for name in ("change_24h", "change_3d", "change_7d", "change_1mo")},
                    "days": [candle["date"] for candle in candles], "closes": [candle["close"] for candle in candles],
                    "ahead": [day["date"] for day in days], "middle": [day["point"] for day in days], "bands": bands,
                }
            )
        return coins

    def pages(self, ours: Server) -> None:
        say("Pages")
        data = self.folder / "pages.json"
        data.write_text(json.dumps(self.pages_data(ours)))
        with pages_peer(self.cores, data) as theirs:
            theirs.wait()
            self.report["pages"], self.report["page_bytes"] = {}, {}
            for name, path, shown in [("Markets", "/markets", self.tickers), ("a coin", "/coins/{ticker}", [])]:
                parties, sizes = [], {}
                for who, server, prefix, addresses in [
                    ("Closecast", ours, "", [""]), ("Closecast, rendered anew", ours, "", [f"?{number}-{{ticker}}" for number in range(ANEW)]),
                    ("FastAPI, Jinja2", theirs, "", [""]), ("FastAPI, Jinja2, figures and charts kept", theirs, "/kept", [""]),
                ]:
                    requests = [Request("GET", (prefix + path + more).format(ticker=ticker)) for more in addresses for ticker in self.tickers]
                    sizes[who] = check_page(who, requests[0].sent(server), shown or self.tickers[:1])
                    parties.append(Party(who, server, wrk_list(self.folder, f"{name[0]}{len(parties)}", requests)))
                self.report["pages"][name] = measured(parties, self.plan)
                self.report["page_bytes"][name] = sizes

    # Starts.

    def starts(self) -> None:
        say(f"{self.plan.starts} starts with a database of 30 assets")
        self.report["starts"] = []
        for _ in range(self.plan.starts):
            with closecast(self.store) as server:
                self.report["starts"].append(server.wait())

    # Sign-ins.

    def sign_ins(self) -> None:
        """Forecasts while 200 people sign in at once, again and again: each sign-in is an Argon2id hash."""
        say("Forecasts beside 200 sign-ins at once")
        with closecast(self.folder / "accounts.db", accounts=True) as server:
            server.wait()
            token = program("token", "create", "--scope", "read", "--database", self.folder / "accounts.db").strip()
            requests = [
                dataclasses.replace(each, header=("Authorization", f"Bearer {token}"))
                for each in posted_closes(series(self.plan.series), bands=True)
            ]
            party = Party("Closecast", server, wrk_list(self.folder, "with-token", requests))
            wrk(party, self.plan.warm_up_seconds, self.plan.connections)
            alone, beside, answers = [], [], collections.Counter()
            for _ in range(self.plan.rounds):
                alone.append(wrk(party, self.plan.round_seconds, self.plan.connections)["rate"])
                crowd = Crowd(server.port, 200)
                beside.append(wrk(party, self.plan.round_seconds, self.plan.connections)["rate"])
                answers += crowd.disperse()
            self.report["sign_ins"] = {"alone": alone, "beside": beside, "answers": dict(answers)}

    # Trades.

    def trades(self) -> None:
        """Quotes and their confirmations on simulated accounts, beside FastAPI and SQLAlchemy on the same file system."""
        say("Trades")
        tokens, shared = self.folder / "trading-tokens", (self.folder / "trading.db", self.folder / "trading-peer.db")
        owners = {f"person{number}": "" for number in range(self.plan.people)}
        rules = self.prepare_trades(shared[0], owners)
        server_trades_peer.seed(str(shared[1]), owners, TRADED, TRADED_PRICE, "1000000", "1000")
        tokens.write_text("".join(f"{token}\n" for token in owners.values()))
        servers = [closecast(shared[0], more=tuple(rules)), trades_peer(1, shared[1]), trades_peer(2, shared[1])]
        with contextlib.ExitStack() as stack:
            for server in servers:
                stack.enter_context(server).wait()
            parties = [
                Party(name, server, tokens, "server_trades.lua", (prefix, TRADED))
                for name, server, prefix in [
                    ("Closecast", servers[0], "/v1/trading"), ("FastAPI, async", servers[1], "/async"),
                    ("FastAPI, def", servers[1], "/def"), ("FastAPI, async, 2 workers", servers[2], "/async"),
                ]
            ]
            token = next(iter(owners.values()))
            self.report["sums"]["trades"] = agreed_trades(parties, token)
            found = measured(parties, self.plan)
        for figures in found:
            for each in figures.rounds:
                each["trade_rate"] = each["trades"] / each["seconds"]
                each["trade_processor"] = each["processor"] * each["requests"] / each["trades"]
        self.report["trades"] = found
        # The rounds, without the warm-up.
        stored = check_trades(shared[0]), server_trades_peer.audited(str(shared[1]))
        for count, least in zip(stored, (sum(r["trades"] for r in found[0].rounds), sum(r["trades"] for f in found[1:] for r in f.rounds))):
            if count < least:
                raise SystemExit(f"bench: {least} trades were confirmed, and {count} are stored")

    def prepare_trades(self, database: pathlib.Path, owners: dict[str, str]) -> list:
        """Makes people with cash and coins; returns the server's options for its rules."""
        closes, rules = self.folder / f"{TRADED}.csv", self.folder / "trading-rules"
        yesterday = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)
        closes.write_text(f"date,close\n{yesterday - datetime.timedelta(days=1)},{TRADED_PRICE}\n{yesterday},{TRADED_PRICE}\n")
        rules.write_text(TRADING_RULES)
        program("history", "import", closes, "--database", database)
        for owner in owners:
            owners[owner] = program("token", "create", "--scope", "write", "--owner", owner, "--database", database).strip()
        options = ["--trading-rules", rules, "--token-rate", "1000000/1000000"]

        def write(server: Server, token: str, path: str, body: dict | None) -> dict:
            given = {"Authorization": f"Bearer {token}", "Content_Type": "application/json"}
            answer = server.ask("POST", f"/v1/trading/{path}", json.dumps(body).encode() if body else None, **given)
            if answer.status != 201:
                raise SystemExit(f"bench: {server.name} answered POST {path} with {answer.status}: {answer.body[:400]!r}")
            return answer.json

        # The bank's clock runs so fast that deposits arrive within a second.
        with closecast(database, more=(*options, "--clock-speed", "100000")) as server:
            server.wait()
            for token in owners.values():
                write(server, token, "deposits", {"currency": "USD", "amount": "1000000"})
            end = time.perf_counter() + 60
            with contextlib.closing(sqlite3.connect(database)) as connection:
                while connection.execute("SELECT count(*) FROM trading_payments WHERE state <> 'settled'").fetchone()[0]:
                    if time.perf_counter() > end:
                        raise SystemExit("bench: deposits do not arrive")
                    time.sleep(0.1)
            for token in owners.values():
                wish = {"side": "buy", "asset": TRADED, "currency": "USD", "quantity": "1000"}
                quote = write(server, token, "quotes", wish)
                write(server, token, f"quotes/{quote['id']}/confirmation", None)
        return options

    # Endurance.

    def soak(self, ours: Server, minutes: float) -> None:
        say(f"{minutes:g} minutes of mixed load, resident memory in MB:")
        closes = series(self.plan.series)
        mixed: list[Request] = []
        for index, (posted, infer) in enumerate(zip(posted_closes(closes, bands=True), infer_requests(closes))):
            stored = self.stored_requests()[index % len(self.tickers)]
            ticker = self.tickers[index % len(self.tickers)]
            mixed += [posted, infer, stored, stored, Request("GET", f"/v1/assets/{ticker}/history"), Request("GET", "/v1/wallets")]
        party = Party("Closecast", ours, wrk_list(self.folder, "mixed", mixed))
        samples = self.report["soak"] = [(0.0, ours.resident())]
        start = time.perf_counter()
        while time.perf_counter() < start + 60 * minutes:
            seconds = min(10, max(1, math.ceil(start + 60 * minutes - time.perf_counter())))
            rate = wrk(party, seconds, self.plan.connections)["rate"]
            samples.append((time.perf_counter() - start, ours.resident()))
            say(f"    {samples[-1][0]:5.0f} s  {samples[-1][1]:6.1f}  at {rate:,.0f} requests a second")

    def run(self, parts: set[str], minutes: float) -> None:
        self.prepare_store()
        if "starts" in parts:
            self.starts()
        log = open(self.folder / "server.log", "wb")
        with closecast(self.store, log) as ours, peer(self.cores) as theirs:
            ours.wait()
            theirs.wait()
            for part, body in {
                "wallet": lambda: self.wallet(ours),
                "forecasts": lambda: self.forecasts(ours, theirs),
                "tensors": lambda: self.tensors(ours, theirs),
                "stored": lambda: self.stored(ours),
                "pages": lambda: self.pages(ours),
            }.items():
                if part in parts:
                    body()
            self.report["resident"] = ours.resident()
        if "sign-ins" in parts:
            self.sign_ins()
        if "trades" in parts:
            self.trades()
        if minutes:
            with closecast(self.store, log) as ours:
                ours.wait()
                self.soak(ours, minutes)


# Reporting ------------------------------------------------------------------------------------------------------------


def processor_name() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def milliseconds(seconds: list[float]) -> str:
    scaled = [1000 * value for value in seconds]
    text = f"{statistics.median(scaled):,.1f}"
    return f"{text} ({min(scaled):,.1f}..{max(scaled):,.1f})" if len(scaled) > 1 else f"{text} (once)"


def load_table(first: str, figures: list[Figures]) -> str:
    header = [first, "per second", "p50, ms", "p99, ms", "processor time, us each"]
    rows = [
        [
            each.name, each.spread("rate"), each.spread("p50", 1e-3, 2), each.spread("p99", 1e-3, 2),
            each.spread("processor", 1e6),
        ]
        for each in figures
    ]
    return table(header, rows)


def trades_table(figures: list[Figures]) -> str:
    header = ["a quote and its confirmation", "trades a second", "requests a second", "p50, ms", "p99, ms", "p99 of a request, ms", "processor time, us"]
    rows = [
        [
            each.name, each.spread("trade_rate"), each.spread("rate"), each.spread("trade_p50", 1e-3, 2),
            each.spread("trade_p99", 1e-3, 2), each.spread("p99", 1e-3, 2), each.spread("trade_processor", 1e6),
        ]
        for each in figures
    ]
    return table(header, rows)


def verdict(what: str, value: float, asked: str, kept: bool) -> str:
    return f"- {what}: {value:,.2f}; asked {asked}: {'reached' if kept else 'MISSED'}"


def comparison(figures: list[Figures]) -> list[str]:
    """Closecast, the first row, compared with the faster of the peers."""
    ours, others = figures[0], [each for each in figures if not each.name.startswith("Closecast")]
    best = max(others, key=lambda each: each.median("rate"))
    rate = ours.median("rate") / best.median("rate")
    tail = ours.median("p99") / best.median("p99")
    return [
        verdict(f"forecasts a second, of {best.name}'s", rate, "6 times", rate >= 6),
        verdict(f"p99, of {best.name}'s", tail, "a third", tail <= 1 / 3),
    ]


def memory_lines(samples: list[tuple[float, float]]) -> list[str]:
    """Growth is measured over the second half of the load: pools fill in the first."""
    last = [size for _, size in samples[-max(1, len(samples) // 6):]]
    middle = [size for _, size in samples[len(samples) // 2 : len(samples) // 2 + max(1, len(samples) // 6)]]
    growth = statistics.median(last) - statistics.median(middle)
    highest = max(size for _, size in samples)
    return [
        verdict(f"MB peak resident memory in {samples[-1][0] / 60:.1f} minutes", highest, "150", highest < 150),
        verdict("MB more at the end than halfway", growth, "none (2)", growth < 2),
    ]


def markdown(report: dict, plan: Plan) -> str:
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("fastapi", "uvicorn", "onnxruntime", "orjson", "jinja2", "sqlalchemy"))
    machine = report["machine"]
    parts = [
        f"The server on {report['date']}\n",
        f"- Processor: {machine['processor']}, {machine['cores']} cores; wrk on the same ones, {plan.connections} connections\n"
        f"- Closecast: OpenBLAS core {machine['openblas_core']}; model {MODEL}, {CONTEXT} closes in, {STEPS} out\n"
        f"- Peer: {versions}, {machine['cores']} workers",
    ]
    if "forecasts" in report:
        parts += ["\n" + load_table("forecasts of closes in the body", report["forecasts"]), "", *comparison(report["forecasts"])]
    if "tensors" in report:
        parts += ["\n" + load_table("raw tensors", report["tensors"]), "", *comparison(report["tensors"])]
    if "stored" in report:
        rate = report["stored"][0].median("rate")
        parts += [
            "\n" + load_table("forecasts of stored assets", report["stored"]),
            "",
            verdict("a second", rate, "15,000", rate >= 15_000),
            f"- of {report['stored_bytes']:,} bytes; the first of each asset took "
            + ", ".join(f"{milliseconds(seconds)} ms with {name}" for name, seconds in report["stored_first"].items()),
        ]
    for name, figures in report.get("pages", {}).items():
        ours, anew, *peers = figures
        best = max(peers, key=lambda each: each.median("rate"))
        sizes = ", ".join(f"{size:,} ({who})" for who, size in report["page_bytes"][name].items())
        tail = ours.median("p99") / best.median("p99")
        parts += [
            "\n" + load_table(f"pages: {name}", figures),
            "",
            verdict(f"pages a second, of {best.name}'s", ours.median("rate") / best.median("rate"), "more", ours.median("rate") > best.median("rate")),
            verdict(f"p99, of {best.name}'s", tail, "less", tail < 1),
            verdict(f"pages rendered anew, of {peers[0].name}'s", anew.median("rate") / peers[0].median("rate"), "more", anew.median("rate") > peers[0].median("rate")),
            f"- bytes of a page: {sizes}",
        ]
    if "wallet" in report:
        parts.append("")
        for what, seconds in report["wallet"].items():
            value = 1000 * statistics.median(seconds)
            parts.append(verdict(f"ms for a wallet of 10 coins, 1,000 paths, {what}", value, "50", value < 50))
    if "sign_ins" in report:
        crowd = report["sign_ins"]
        alone, beside = statistics.median(crowd["alone"]), statistics.median(crowd["beside"])
        parts.append(verdict("of their speed that forecasts keep beside 200 sign-ins at once", beside / alone, "0.95", beside > 0.95 * alone))
        answers = ", ".join(f"{count} with {status}" for status, count in sorted(crowd["answers"].items()))
        parts.append(f"- forecasts a second: {alone:,.0f} alone, {beside:,.0f} beside; sign-ins answered: {answers}")
    if "trades" in report:
        ours, best = report["trades"][0], max(report["trades"][1:], key=lambda each: each.median("trade_rate"))
        rate, tail = ours.median("trade_rate") / best.median("trade_rate"), ours.median("trade_p99") / best.median("trade_p99")
        parts += [
            "\n" + trades_table(report["trades"]),
            "",
            verdict(f"confirmed trades a second, of {best.name}'s", rate, "5 times", rate >= 5),
            verdict(f"p99, of {best.name}'s", tail, "less", tail < 1),
        ]
    if "starts" in report:
        value = 1000 * statistics.median(report["starts"])
        parts.append(verdict("ms from the start to ready, 30 assets", value, "300", value < 300))
        parts.append(f"- of {len(report['starts'])} starts: {milliseconds(report['starts'])} ms")
    if "resident" in report:
        parts.append(f"- {report['resident']:.0f} MB resident after all of this")
    if "soak" in report:
        parts += memory_lines(report["soak"])
    for what, (ours, theirs) in report["sums"].items():
        parts.append(f"- sum of all {what}: {ours:.6f} here, {theirs:.6f} there")
    if plan.rounds > 1:
        parts.append(f"\nMedian (least..greatest) of {plan.rounds} rounds of {plan.round_seconds} s, taking turns.")
    return "\n".join(parts)


def openblas_core() -> str:
    finished = subprocess.run([PROGRAMS / "closecast-bench", "peak"], check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(finished.stdout)["openblas_core"]


PARTS = ("starts", "wallet", "forecasts", "tensors", "stored", "pages", "sign-ins", "trades")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench --server", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="toy sizes; the results mean nothing")
    parser.add_argument("--only", choices=(*PARTS, "soak"), action="append", help="measure one part; may be repeated")
    parser.add_argument("--soak", type=float, default=0, metavar="MINUTES", help="then run a mixed load for this long")
    parser.add_argument("--rounds", type=int, help="of each side")
    parser.add_argument("--seconds", type=int, help="of a round")
    parser.add_argument("--json", metavar="FILE", help="keep the numbers")
    given = parser.parse_args()
    plan = QUICK if given.quick else Plan()
    plan = dataclasses.replace(plan, rounds=given.rounds or plan.rounds, round_seconds=given.seconds or plan.round_seconds)
    parts = set(given.only or PARTS)

    with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
        benchmark = Benchmark(plan, pathlib.Path(name))
        benchmark.run(parts, given.soak)
    report = benchmark.report
    report["date"] = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    report["machine"] = {"processor": processor_name(), "cores": benchmark.cores, "openblas_core": openblas_core()}
    print(markdown(report, plan))
    if given.json:
        text = json.dumps(report, indent=1, default=dataclasses.asdict)
        pathlib.Path(given.json).write_text(text + "\n")


if __name__ == "__main__":
    main()
