#!/usr/bin/env python3
"""Sends a server numbers at the limits of their types and headers of our own, and tests that it is the same process afterwards.

    scripts/fuzz-server                                  both kinds of server, then the other fuzz tests
    python3 scripts/fuzzer/limits.py --requests 200000   more requests with several limits at a time
    python3 scripts/fuzzer/limits.py --each 200          every limit in every field; about two hours
    python3 scripts/fuzzer/limits.py --seed 7            the same requests again
    python3 scripts/fuzzer/limits.py --only trade        operations and pages whose names match this regular expression

Every field of every operation of the OpenAPI document and of every form of the pages takes limits; every page gets each header whose
name is in our sources. All of that is done by nobody, a person, an operator and a program with a token. An answer with a status of 500 or
more, no answer, or a server that ended is a fault; the server is then started again. Exits with status 1 if there are faults.
"""

import argparse
import collections
import contextlib
import dataclasses
import http.client
import json
import os
import pathlib
import random
import re
import socket
import sys
import tempfile
import time
import typing
import urllib.error

sys.path[0] += "/.."  # Modules are named from scripts/.

from fuzzer import scenes
from browser import servers
from fuzzer.documents import LIMITS, Asking, Document, some
from fuzzer.pages import ENDING, PagesRun
from fuzzer.scenes import Visitor
from browser.servers import ROOT, PageServer, check_programs, page_server

# One person's machine, and accounts with an operator and a person who trades.
SCENES = ("trading", "accounts-states")
# Refused on purpose: a price provider that does not answer, a full queue or disk, an unknown HTTP method or version.
ALLOWED = {501, 502, 503, 505, 507}
# Operations that ask for the password: wrong ones lock the account of the scene, and right ones end its sessions, and the account
# with them. Only an operator and visitors without an account try them.
PASSWORDS = {"signIn", "confirmSession", "changePassword", "deleteAccount"}
# Codes of problems after which a visitor can do nothing more.
OVER = re.compile(r"session-over|(second-factor|password|deletion)-first|account-locked")
# The number of requests of one person, which would be refused after a minute.
UNLIMITED = {
    "most-orders-an-hour": 1_000_000_000, "most-payments-a-day": 1_000_000, "most-transfers-a-day": 1_000_000, "most-open-orders": 10_000,
}


def own_headers() -> list[str]:
    """The names of headers that our sources read or write themselves."""
    names = set()
    for file in (ROOT / "Sources").rglob("*.swift"):
        names |= set(re.findall(r'(?:HTTPField\.Name|HTTPField\.Name\.init|= Self)\("([A-Za-z][A-Za-z-]+)"\)', file.read_text()))
    return sorted(names - {"Host"})


@dataclasses.dataclass
class Answer:
    status: int
    text: str
    kind: str
    location: str


class Ended(Exception):
    """The server's process ended."""


class Run:
    """The requests to one server."""

    def __init__(self, server: PageServer, given: argparse.Namespace, known: set[str], faults: list[str]):
        self.server, self.given, self.known, self.faults = server, given, known, faults
        self.random = random.Random(f"{given.seed} {server.scene}")
        self.connection: http.client.HTTPConnection | None = None
        self.count, self.statuses = 0, collections.Counter()
        self.last: collections.deque[str] = collections.deque(maxlen=3)
        self.words: dict[str, str] = {}
        self.accepted: set[str] = set()
        self.tried: set[str] = set()
        self.started, self.said_at = self.start_time(), time.monotonic()
        self.visitors = scenes.everybody(server)

    def start_time(self) -> str:
        with contextlib.suppress(OSError):
            return pathlib.Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()[19]
        return "ended"

    # MARK: Requests

    def send(self, visitor: Visitor, method: str, target: str, headers: dict[str, str] | None = None, data: bytes | None = None) -> Answer | None:
        """Sends a request; returns nil, and notes a fault, if it is not answered. Raises ``Ended`` if the server is gone."""
        self.count += 1
        all_headers = visitor.headers | (headers or {})
        said = f"{visitor.name}: {method} {target} {headers or ''} {data[:1500] if data else ''}"
        self.last.append(said)
        answer, trouble = None, ""
        for _ in range(2):
            try:
                answer = self.exchange(method, target, all_headers, data)
                break
            except (OSError, http.client.HTTPException) as error:
                trouble, self.connection = f"{type(error).__name__}: {error}", None
                time.sleep(0.2)
                if self.server.process.poll() is not None:
                    break
        if self.server.process.poll() is not None or self.start_time() != self.started:
            raise Ended("\n".join(self.last))
        if answer is None:
            self.fault(f"no answer ({trouble})", said)
            return None
        self.statuses[answer.status] += 1
        if answer.status >= 500 and answer.status not in ALLOWED:
            self.fault(f"status {answer.status}", f"{said}\n    -> {answer.text[:300]}")
        return answer

    def exchange(self, method: str, target: str, headers: dict[str, str], data: bytes | None) -> Answer:
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.server.url.partition("//")[2], timeout=60)
        # Header values are bytes; those that HTTP cannot carry are not sent.
        self.connection.request(method, target, data, headers)
        response = self.connection.getresponse()
        kind = response.getheader("Content-Type", "")
        if "event-stream" in kind:
            self.connection.close()
            self.connection = None
            return Answer(response.status, "", kind, "")
        text = response.read().decode(errors="replace")
        if response.will_close:
            self.connection = None
        return Answer(response.status, text, kind, response.getheader("Location", ""))

    def fault(self, what: str, said: str) -> None:
        # One of each kind is enough: the place of the fault without its values.
        kind = f"{what} {re.sub(r'[0-9]+|[?].*', '', said.partition(' {')[0])}"
        if kind not in self.known:
            self.known.add(kind)
            self.faults.append(f"{self.server.scene}, {what}: {said}")
            print(f"fuzzer/limits: FAULT {self.faults[-1]}", file=sys.stderr, flush=True)

    def progress(self, what: str) -> None:
        """Prints the progress every half minute."""
        if time.monotonic() - self.said_at > 30:
            self.said_at = time.monotonic()
            print(f"fuzzer/limits: {self.server.scene}: {self.count} requests, at {what}", file=sys.stderr, flush=True)

    def wanted(self, name: str) -> bool:
        return re.search(self.given.only, name) is not None

    @contextlib.contextmanager
    def leaving_out(self, label: str) -> typing.Iterator[bool]:
        """Notes a request that ends the server; the value is whether it did so before and is therefore left out."""
        try:
            yield label in self.known
        except Ended:
            self.known.add(label)
            raise

    # MARK: Operations

    def operations(self) -> list[Asking]:
        """Every operation, after their own examples have created what they need."""
        words = {"asset": "BTC", "model": "daily-close", "wallet": "Main", "version": "1", "currency": "EUR", "to": "Savings"}
        self.document = Document(json.loads(self.send(self.visitors[0], "GET", "/openapi.json").text), words)
        self.words, maker = words, self.visitors[-1]
        for name in ("Main", "Savings"):
            self.send(maker, "POST", "/v1/wallets", {"Content-Type": "application/json"}, json.dumps({"name": name}).encode())
        order = ["POST", "PUT", "PATCH", "GET", "DELETE"]
        for _ in range(2):
            for asking in sorted(self.askings(), key=lambda each: order.index(each.method)):
                if asking.method != "DELETE" and not self.spares(maker, asking):
                    answer = self.send(maker, *asking.sent([]))
                    if self.sign_in_again(maker, asking.name, answer):
                        answer = self.send(maker, *asking.sent([]))
                    with contextlib.suppress(ValueError):
                        self.document.learn(asking.path, json.loads(answer.text) if answer and answer.text else None, answer.location if answer else "")
        return self.askings() + self.imports(maker)

    def askings(self) -> list[Asking]:
        askings = self.document.askings()
        for asking in askings:
            # The example is the address of the scene's person: wrong passwords would lock their account for a quarter of an hour.
            if asking.name == "signIn":
                asking.body["email"] = "somebody.else@example.com"
        return askings

    def spares(self, visitor: Visitor, asking: Asking) -> bool:
        """Whether a request is left out, because the visitor could do nothing afterwards."""
        return ENDING.search(asking.name) is not None or (asking.name in PASSWORDS and visitor.name in (scenes.PERSON, scenes.TOKEN))

    def imports(self, maker: Visitor) -> list[Asking]:
        """Imports of the server's own exports, because the examples name nothing that exists."""
        found = []
        for asking in self.document.askings():
            source = asking.path.partition("/import")[0] + "/export"
            if "/import" in asking.path and source in self.document.document["paths"]:
                kind = (asking.kind or "").rpartition("/")[2]
                answer = self.send(maker, "GET", f"{source}?format={kind}")
                if answer and answer.status == 200:
                    body = json.loads(answer.text) if kind == "json" else answer.text
                    places = self.document.places(body, self.document.document["paths"][asking.path]["post"]["requestBody"]["content"][asking.kind]["schema"])
                    found.append(dataclasses.replace(asking, body=body, variables=places))
        return found

    def every_limit(self, askings: list[Asking]) -> None:
        """Each field of each operation takes each limit."""
        # Passwords come last: wrong ones use up the sign-in attempts of an address.
        for asking in sorted(askings, key=lambda each: each.name in PASSWORDS):
            if not self.wanted(asking.name):
                continue
            for visitor in [visitor for visitor in self.visitors if not self.spares(visitor, asking)]:
                # Visitors without rights get few limits: the request is refused before its fields are read.
                variables = [(variable, value) for variable in asking.variables for value in variable.values]
                answer = self.send(visitor, *asking.sent([])) if asking.method != "DELETE" else None
                refused = answer is not None and answer.status in (401, 403)
                most = min(20, self.given.each) if refused else len(asking.variables) * self.given.each
                for variable, value in some(variables, most, self.random):
                    self.ask(visitor, asking, [(variable, value)])
                self.sign_in_again(visitor, asking.name)
            self.progress(asking.name)

    def several_limits(self, askings: list[Asking]) -> None:
        """Several fields take limits at a time."""
        askings = [asking for asking in askings if asking.variables and self.wanted(asking.name)]
        weights = [len(asking.variables) for asking in askings]
        for _ in range(self.given.requests if askings else 0):
            asking = self.random.choices(askings, weights)[0]
            chosen = self.random.sample(asking.variables, min(len(asking.variables), self.random.randint(2, 5)))
            texts = any(variable.way[0] == "text" for variable in chosen)
            self.progress(asking.name)
            visitor = self.random.choice(self.visitors)
            if self.spares(visitor, asking):
                continue
            self.ask(visitor, asking, [(each, self.random.choice(each.values)) for each in (chosen[:1] if texts else chosen)])

    def ask(self, visitor: Visitor, asking: Asking, changes: list) -> None:
        method, target, headers, data = asking.sent(changes)
        with self.leaving_out(f"{asking.name} {' '.join(str(variable) for variable, _ in changes)}") as is_left_out:
            if is_left_out:
                return
            self.tried.add(asking.name)
            answer = self.send(visitor, method, target, headers, data)
        if answer and answer.status < 300:
            self.accepted.add(asking.name)

    def framing(self) -> None:
        """Lengths of bodies, of chunks and of parts: the numbers of HTTP itself."""
        host = self.server.url.partition("//")[2]
        for value in LIMITS:
            hexadecimal = f"{int(value):x}" if value.isdecimal() else value
            for text in (
                f"POST /v1/wallets HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {value}\r\n\r\n{{}}",
                f"POST /v1/wallets HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n{hexadecimal}\r\n{{}}\r\n0\r\n\r\n",
                f"GET /openapi.json HTTP/1.1\r\nHost: {host}\r\nRange: bytes={value}-{value}\r\nConnection: close\r\n\r\n",
            ):
                self.count += 1
                self.last.append(text[:300])
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", int(host.rpartition(":")[2])), 10) as connection:
                    connection.settimeout(10)
                    connection.sendall(text.encode())
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(1 << 16):
                        pass
                if self.server.process.poll() is not None or self.start_time() != self.started:
                    raise Ended("\n".join(self.last))

    # MARK: Sessions

    def sign_in_again(self, visitor: Visitor, after: str, answer: Answer | None = None) -> bool:
        """Opens another session if a request ended the visitor's; returns whether it did.

        `answer`: to another request of the visitor; without one, the server is asked.
        """
        if visitor.name not in scenes.WITH_SESSIONS or not self.server.has_accounts:
            return False
        answer = answer or self.send(visitor, "GET", "/v1/account")
        if answer is None or answer.status not in (401, 403) or not OVER.search(answer.text):
            return False
        print(f"fuzzer/limits: the session of {visitor.name} ended after {after}", file=sys.stderr, flush=True)
        try:
            scenes.open_session(self.server, visitor)
        except urllib.error.HTTPError as error:
            print(f"fuzzer/limits: {visitor.name} cannot sign in: {error} {error.read().decode(errors='replace')}", file=sys.stderr, flush=True)
            return False
        return True


# MARK: Running


@dataclasses.dataclass
class Found:
    """The combined results of all servers."""

    faults: list[str] = dataclasses.field(default_factory=list)
    statuses: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    # The routes that forms are sent to, and those of which a form was found.
    routes: set[str] = dataclasses.field(default_factory=set)
    reached: set[str] = dataclasses.field(default_factory=set)

    def report_routes(self, is_whole: bool) -> None:
        """Prints which forms were never found, and why. A form without an explanation is a fault of a full run."""
        never, reasons = self.routes - self.reached, scenes.UNREACHED
        print(f"fuzzer/limits: forms found for {len(self.reached)} of {len(self.routes)} routes", file=sys.stderr)
        for route in sorted(never):
            print(f"fuzzer/limits:     never for {route}: {reasons.get(route, 'no reason is known')}", file=sys.stderr)
        if is_whole and self.routes:
            self.faults += [f"no scene has a form for {route}; extend scripts/fuzzer/scenes.py" for route in sorted(never - reasons.keys())]
            self.faults += [f"{route} has a form, and scenes.UNREACHED says that it has none" for route in sorted(reasons.keys() & self.reached)]


def fuzz(scene: str, program: pathlib.Path, given: argparse.Namespace, known: set[str], found: Found) -> bool:
    """Runs everything against one server. Returns whether it finished without a server ending."""
    with page_server(program, scene) as server:
        run = Run(server, given, known, found.faults)
        try:
            everything(run, found)
        except Ended as last:
            trace = [line for line in (server.folder / "log").read_text(errors="replace").splitlines() if "atal error" in line or ".swift:" in line]
            found.faults.append(f"{scene}: the server ended, with status {server.process.poll()}\n{chr(10).join(trace[:12])}\nThe last requests:\n{last}")
            print(f"fuzzer/limits: FAULT {found.faults[-1]}", file=sys.stderr, flush=True)
            return False
        finally:
            found.statuses.update(run.statuses)
            print(f"fuzzer/limits: {scene}: {run.count} requests, answers {dict(sorted(run.statuses.items()))}", file=sys.stderr, flush=True)
    return True


def everything(run: Run, found: Found) -> None:
    scene, parts = run.server.scene, run.given.parts
    askings = run.operations()
    # Pages come first: their visitors sign in, and the limits of the operations use up the sign-in attempts of an address.
    if "pages" in parts:
        pages = PagesRun(run, own_headers())
        pages.everything()
        found.routes |= set(pages.actions)
        found.reached |= set(pages.actions) - pages.left.keys()
        print(f"fuzzer/limits: {scene}: forms that were always refused: {', '.join(sorted(pages.sent - pages.taken)) or 'none'}", file=sys.stderr)
        # Forms have ended sessions, and removed some objects that the operations name.
        for visitor in run.visitors:
            scenes.arrive(run.server, visitor)
        askings = run.operations() if "api" in parts or "random" in parts else askings
    if "api" in parts:
        run.every_limit(askings)
        run.framing()
    if "random" in parts:
        run.several_limits(askings)
    answer = run.send(run.visitors[0], "GET", "/v2/health/ready")
    if answer is None or answer.status != 200:
        found.faults.append(f"{scene}: the server is not ready in the end")
    never = sorted(run.tried - run.accepted)
    print(f"fuzzer/limits: {scene}: {len(run.accepted)} of {len(run.tried)} operations accepted a limit; never: {', '.join(never)}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build/release"))
    parser.add_argument("--requests", type=int, default=5000, help="requests with several limits, for each kind of server (default: %(default)s)")
    parser.add_argument("--each", type=int, default=25, help="limits that each field takes, of about 180 (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(100_000), help="(default: random, and printed)")
    parser.add_argument("--only", metavar="PATTERN", default="", help="operations, pages and forms whose names match this regular expression")
    parser.add_argument("--scene", choices=SCENES, help="one kind of server (default: both)")
    parser.add_argument("--parts", default="pages,api,random", type=lambda text: text.split(","), help="(default: pages,api,random)")
    parser.add_argument("--program", type=pathlib.Path, default=programs / "closecast-server", help="closecast-server (default: %(default)s)")
    given = parser.parse_args()
    check_programs(given.program)
    rules = tempfile.NamedTemporaryFile("w", suffix=".conf")
    rules.write("".join(f"{name} = {most}\n" for name, most in UNLIMITED.items()))
    rules.flush()
    servers.OPTIONS = ["--token-rate", "1000000/1000000", "--trading-rules", rules.name]
    print(f"fuzzer/limits: seed {given.seed}", file=sys.stderr, flush=True)
    found = Found()
    for scene in [given.scene] if given.scene else SCENES:
        known: set[str] = set()
        # A request that ended the server is left out the next time.
        for _ in range(10):
            if fuzz(scene, given.program, given, known, found):
                break
    if "pages" in given.parts:
        found.report_routes(is_whole=given.scene is None)
    print(f"fuzzer/limits: {sum(found.statuses.values())} requests, seed {given.seed}, {len(found.faults)} faults", file=sys.stderr)
    sys.exit(1 if found.faults else 0)


if __name__ == "__main__":
    main()
