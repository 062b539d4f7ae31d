#!/usr/bin/env python3
"""Sends a server numbers at the limits of their types and headers of our own, and tests that it is the same process afterwards.

    scripts/fuzz-server                                both kinds of server, then the other fuzz tests
    python3 scripts/fuzz_limits.py --requests 200000   more requests with several limits at a time
    python3 scripts/fuzz_limits.py --each 200          every limit in every field; about two hours
    python3 scripts/fuzz_limits.py --seed 7            the same requests again
    python3 scripts/fuzz_limits.py --only trade        operations and pages whose names match this regular expression

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
import secrets
import socket
import sys
import tempfile
import time
import urllib.parse

import page_servers
from fuzz_documents import DAYS, LIMITS, Asking, Document, Form, PageReader, some
from page_servers import EMAIL, ROOT, PageServer, check_programs, page_server

# One person's machine, and accounts with an operator and somebody who trades.
SCENES = ("trading", "accounts-states")
# Refused on purpose: a provider of prices that does not answer, a full queue or disk, a method or version of HTTP that is unknown.
ALLOWED = {501, 502, 503, 505, 507}
# What could end the session of the visitor, or the server's work for all.
ENDING = re.compile(r"signOut|/sign-out|endOther|/others-end|/deletion|takeOut|/v1/account$|closeAccount", re.I)
PAGE_LIMIT = 400
# Requests of one person, which would be refused after a minute.
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
class Visitor:
    """Somebody who sends requests, by the headers of their session."""

    name: str
    headers: dict[str, str]


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
        self.visitors = self.everybody()

    def start_time(self) -> str:
        with contextlib.suppress(OSError):
            return pathlib.Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()[19]
        return "ended"

    def everybody(self) -> list[Visitor]:
        nobody = Visitor("nobody", {})
        if not self.server.has_accounts:
            return [nobody]
        cookies = {"a person": self.server.session_cookies(EMAIL), "an operator": self.server.operator_cookies}
        own = {"Origin": self.server.url, "Sec-Fetch-Site": "same-origin"}
        people = [Visitor(name, own | {"Cookie": "; ".join(f"{each['name']}={each['value']}" for each in some)}) for name, some in cookies.items()]
        return [nobody, *people, Visitor("a token", {"Authorization": f"Bearer {self.server.tokens[EMAIL]}"})]

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
        # The values of headers are bytes; those that HTTP cannot carry are not sent.
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
        # One of a kind is enough: the place of the fault without its values.
        kind = f"{what} {re.sub(r'[0-9]+|[?].*', '', said.partition(' {')[0])}"
        if kind not in self.known:
            self.known.add(kind)
            self.faults.append(f"{self.server.scene}, {what}: {said}")
            print(f"fuzz_limits: FAULT {self.faults[-1]}", file=sys.stderr, flush=True)

    def progress(self, what: str) -> None:
        """Says every half a minute how far it is."""
        if time.monotonic() - self.said_at > 30:
            self.said_at = time.monotonic()
            print(f"fuzz_limits: {self.server.scene}: {self.count} requests, at {what}", file=sys.stderr, flush=True)

    def wanted(self, name: str) -> bool:
        return re.search(self.given.only, name) is not None

    # MARK: Operations

    def operations(self) -> list[Asking]:
        """Every operation, after what they need was made by their own examples."""
        words = {"asset": "BTC", "model": "daily-close", "wallet": "Main", "version": "1", "currency": "EUR", "to": "Savings"}
        self.document = Document(json.loads(self.send(self.visitors[0], "GET", "/openapi.json").text), words)
        self.words, maker = words, self.visitors[-1]
        for name in ("Main", "Savings"):
            self.send(maker, "POST", "/v1/wallets", {"Content-Type": "application/json"}, json.dumps({"name": name}).encode())
        order = ["POST", "PUT", "PATCH", "GET", "DELETE"]
        for _ in range(2):
            for asking in sorted(self.document.askings(), key=lambda each: order.index(each.method)):
                if asking.method != "DELETE" and not ENDING.search(asking.name):
                    answer = self.send(maker, *asking.sent([]))
                    with contextlib.suppress(ValueError):
                        self.document.learn(asking.path, json.loads(answer.text) if answer and answer.text else None, answer.location if answer else "")
        return self.document.askings() + self.imports(maker)

    def imports(self, maker: Visitor) -> list[Asking]:
        """Imports of what the server exports: their examples name nothing that exists."""
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
        for asking in askings:
            if not self.wanted(asking.name) or ENDING.search(asking.name):
                continue
            for visitor in self.visitors:
                # Who has no rights gets few: the request is refused before its fields are read.
                variables = [(variable, value) for variable in asking.variables for value in variable.values]
                answer = self.send(visitor, *asking.sent([])) if asking.method != "DELETE" else None
                refused = answer is not None and answer.status in (401, 403)
                most = min(20, self.given.each) if refused else len(asking.variables) * self.given.each
                for variable, value in some(variables, most, self.random):
                    self.ask(visitor, asking, [(variable, value)])
            self.progress(asking.name)

    def several_limits(self, askings: list[Asking]) -> None:
        """Several fields take limits at a time."""
        askings = [asking for asking in askings if asking.variables and self.wanted(asking.name) and not ENDING.search(asking.name)]
        weights = [len(asking.variables) for asking in askings]
        for _ in range(self.given.requests if askings else 0):
            asking = self.random.choices(askings, weights)[0]
            chosen = self.random.sample(asking.variables, min(len(asking.variables), self.random.randint(2, 5)))
            texts = any(variable.way[0] == "text" for variable in chosen)
            self.progress(asking.name)
            self.ask(self.random.choice(self.visitors), asking, [(each, self.random.choice(each.values)) for each in (chosen[:1] if texts else chosen)])

    def ask(self, visitor: Visitor, asking: Asking, changes: list) -> None:
        method, target, headers, data = asking.sent(changes)
        label = f"{asking.name} {' '.join(str(variable) for variable, _ in changes)}"
        if label in self.known:
            return
        self.tried.add(asking.name)
        try:
            answer = self.send(visitor, method, target, headers, data)
        except Ended:
            self.known.add(label)
            raise
        if answer and answer.status < 300:
            self.accepted.add(asking.name)

    def framing(self) -> None:
        """Lengths of bodies, of chunks and of parts: what HTTP itself reads as numbers."""
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

    # MARK: Pages

    def pages(self) -> None:
        headers, (routes, actions) = own_headers(), self.routes()
        left = {action: re.compile(re.sub(r":\w+", "[^/]+", action)) for action in actions}
        for someone in self.visitors:
            # As a browser asks: problems are pages, too.
            visitor = Visitor(someone.name, {"Accept": "text/html"} | someone.headers)
            paths, forms = self.seen(visitor, routes)
            for path in paths:
                if not self.wanted(path) or ENDING.search(path):
                    continue
                self.every_header(visitor, path, headers)
                self.every_query(visitor, path, routes)
                self.progress(f"{visitor.name} {path}")
            for _, form in forms:
                path = form.action.partition("?")[0]
                left = {action: pattern for action, pattern in left.items() if not pattern.fullmatch(path)}
            for at, form in forms:
                if self.wanted(form.action) and not ENDING.search(form.action):
                    self.every_field(visitor, at, form)
                    self.sign_in_again(visitor, form.action)
                    self.progress(f"{visitor.name} {form.action}")
            someone.headers = {name: value for name, value in visitor.headers.items() if name != "Accept"}

        if actions:
            print(f"fuzz_limits: {self.server.scene}: forms seen for {len(actions) - len(left)} of {len(actions)} routes; not: {', '.join(left)}", file=sys.stderr)

    def sign_in_again(self, visitor: Visitor, after: str) -> None:
        """Opens another session if a form ended the visitor's."""
        if visitor.name == "nobody" or not self.server.has_accounts:
            return
        answer = self.send(visitor, "GET", "/v1/account")
        if answer is None or answer.status != 401:
            return
        print(f"fuzz_limits: the session of {visitor.name} ended after {after}", file=sys.stderr, flush=True)
        if visitor.name == "a person":
            self.server.cookies.pop(EMAIL, None)
            with contextlib.suppress(OSError):
                visitor.headers["Cookie"] = "; ".join(f"{each['name']}={each['value']}" for each in self.server.session_cookies(EMAIL))
        elif visitor.name == "a token":
            with contextlib.suppress(page_servers.Refused):
                session = self.server.ask("POST", "/v1/sessions", {"email": EMAIL, "password": page_servers.PASSWORD})
                visitor.headers["Authorization"] = f"Bearer {session['token']}"

    def routes(self) -> tuple[list[str], list[str]]:
        """The site's own list of pages and of what forms are sent to, which debug builds show; nothing otherwise."""
        answer = self.send(self.visitors[0], "GET", "/styleguide/routes")
        lines = answer.text.splitlines() if answer and answer.status == 200 else []
        return tuple([line.partition(" ")[2] for line in lines if line.startswith(f"{method} ")] for method in ("GET", "POST"))

    def seen(self, visitor: Visitor, routes: list[str]) -> tuple[list[str], list[tuple[str, Form]]]:
        """The pages that a visitor finds by links and by the list, one or two of each route, and their forms."""
        waiting = ["/", *(re.sub(r":\w+|\*+", lambda found: self.words.get(found[0][1:], "BTC"), route) for route in routes)]
        counts, paths, forms = collections.Counter(), [], {}
        while waiting and len(paths) < PAGE_LIMIT:
            target = waiting.pop(0)
            path = target.partition("?")[0]
            shape = re.sub(r"(?<=/)(?:[0-9a-f]{12,}|\d+|[A-Z0-9]{3,6})(?=/|$)", "*", path)
            if target in paths or counts[shape] >= 3 or re.match(r"/(v[12]/|assets|openapi)|.*\.(css|js|png|svg)$", path) or ENDING.search(path):
                continue
            counts[shape] += 1
            answer = self.send(visitor, "GET", target)
            paths.append(target)
            if answer and "html" in answer.kind:
                page = PageReader(answer.text, target)
                waiting += page.links
                # The documentation has forms for the operations, whose fields have their turn there.
                for form in page.forms:
                    if not re.match(r"/v[12]/", form.action):
                        forms.setdefault(form.shape, (target, form))
        return paths, list(forms.values())

    def every_header(self, visitor: Visitor, path: str, headers: list[str]) -> None:
        for name in headers:
            self.send(visitor, "GET", path, {name: self.random.choice(("1", *LIMITS)).strip()})
        self.send(visitor, "HEAD", path, dict.fromkeys(headers, "1"))

    def every_query(self, visitor: Visitor, path: str, routes: list[str]) -> None:
        """Each parameter of a link, and each part of a path that is a variable, takes limits."""
        path, _, query = path.partition("?")
        pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
        for index, (name, _) in enumerate(pairs):
            for value in some(LIMITS + DAYS, self.given.each, self.random):
                changed = [*pairs[:index], (name, value), *pairs[index + 1 :]]
                self.send(visitor, "GET", f"{path}?{urllib.parse.urlencode(changed)}")
        parts = path.split("/")
        for route in routes:
            names = route.split("/")
            if len(names) != len(parts) or any(name != part and not name.startswith(":") for name, part in zip(names, parts)):
                continue
            for index in [index for index, name in enumerate(names) if name.startswith(":")]:
                for value in some(LIMITS + DAYS, self.given.each, self.random):
                    self.send(visitor, "GET", "/".join([*parts[:index], urllib.parse.quote(value, safe=""), *parts[index + 1 :]]))

    def every_field(self, visitor: Visitor, at: str, form: Form) -> None:
        """Each field of a form takes each limit, in the form as the page has it now."""
        free = [name for name in dict.fromkeys(name for name, _ in form.fields) if name not in form.fixed]
        changes = [{name: value} for name in free for value in some(LIMITS + DAYS, self.given.each, self.random)]
        several = self.given.each if len(free) > 1 else 0
        changes += [{name: self.random.choice(LIMITS) for name in self.random.sample(free, min(len(free), 4))} for _ in range(several)]
        for change in changes or [{}]:
            label = f"{form.action} {' '.join(change)}"
            if label in self.known:
                continue
            try:
                answer = self.post(visitor, form, change)
            except Ended:
                self.known.add(label)
                raise
            if answer and answer.status in (401, 403):
                form = self.fresh(visitor, at, form)
                if form is None:
                    return

    def fresh(self, visitor: Visitor, at: str, form: Form) -> Form | None:
        answer = self.send(visitor, "GET", at)
        return next((each for each in PageReader(answer.text if answer else "", at).forms if each.shape == form.shape), None)

    def post(self, visitor: Visitor, form: Form, change: dict[str, str]) -> Answer | None:
        fields = [(name, secrets.token_hex(len(value or "") // 2) if name == "key" else change.get(name, value)) for name, value in form.fields]
        if form.method == "GET":
            return self.send(visitor, "GET", f"{form.action.partition('?')[0]}?{urllib.parse.urlencode([(name, value or '') for name, value in fields])}")
        headers = {"Origin": self.server.url, "Sec-Fetch-Site": "same-origin"}
        if not form.hasFiles:
            body = urllib.parse.urlencode([(name, value or "") for name, value in fields]).encode()
            return self.send(visitor, "POST", form.action, headers | {"Content-Type": "application/x-www-form-urlencoded"}, body)
        number = next((value for name, value in change.items() if (name, None) in form.fields), "1.5")
        file = f"date,close\n2024-01-01,{number}\n{number},2\n2024-01-03,3\n"
        if self.random.random() < 0.5:
            file = f"kind,time,wallet,asset,quantity,price\nbuy,2024-01-02,Main,BTC,{number},{number}\n"
        parts = [
            f'--b\r\nContent-Disposition: form-data; name="{name}"' + ('; filename="BTC.csv"\r\nContent-Type: text/csv' if value is None or (name, None) in form.fields else "")
            + f"\r\n\r\n{file if (name, None) in form.fields else value}\r\n" for name, value in fields
        ]
        return self.send(visitor, "POST", form.action, headers | {"Content-Type": "multipart/form-data; boundary=b"}, ("".join(parts) + "--b--\r\n").encode())


# MARK: Running


def fuzz(scene: str, program: pathlib.Path, given: argparse.Namespace, known: set[str], faults: list[str], totals: collections.Counter) -> bool:
    """Runs everything against one server. Returns whether it came to the end without a server that ended."""
    with page_server(program, scene) as server:
        run = Run(server, given, known, faults)
        try:
            askings = run.operations()
            if "api" in given.parts:
                run.every_limit(askings)
                run.framing()
            if "pages" in given.parts:
                run.pages()
            if "random" in given.parts:
                run.several_limits(askings)
            answer = run.send(run.visitors[0], "GET", "/v2/health/ready")
            if answer is None or answer.status != 200:
                faults.append(f"{scene}: the server is not ready in the end")
            never = sorted(run.tried - run.accepted)
            print(f"fuzz_limits: {scene}: {len(run.accepted)} of {len(run.tried)} operations accepted a limit; never: {', '.join(never)}", file=sys.stderr)
        except Ended as last:
            trace = [line for line in (server.folder / "log").read_text(errors="replace").splitlines() if "atal error" in line or ".swift:" in line]
            faults.append(f"{scene}: the server ended, with status {server.process.poll()}\n{chr(10).join(trace[:12])}\nThe last requests:\n{last}")
            print(f"fuzz_limits: FAULT {faults[-1]}", file=sys.stderr, flush=True)
            return False
        finally:
            totals.update(run.statuses)
            print(f"fuzz_limits: {scene}: {run.count} requests, answers {dict(sorted(run.statuses.items()))}", file=sys.stderr, flush=True)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build/release"))
    parser.add_argument("--requests", type=int, default=5000, help="requests with several limits, for each kind of server (default: %(default)s)")
    parser.add_argument("--each", type=int, default=25, help="limits that each field takes, of about 180 (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(100_000), help="(default: random, and printed)")
    parser.add_argument("--only", metavar="PATTERN", default="", help="operations, pages and forms whose names match this regular expression")
    parser.add_argument("--scene", choices=SCENES, help="one kind of server (default: both)")
    parser.add_argument("--parts", default="api,pages,random", type=lambda text: text.split(","), help="(default: api,pages,random)")
    parser.add_argument("--program", type=pathlib.Path, default=programs / "closecast-server", help="closecast-server (default: %(default)s)")
    given = parser.parse_args()
    check_programs(given.program)
    rules = tempfile.NamedTemporaryFile("w", suffix=".conf")
    rules.write("".join(f"{name} = {most}\n" for name, most in UNLIMITED.items()))
    rules.flush()
    page_servers.OPTIONS = ["--token-rate", "1000000/1000000", "--trading-rules", rules.name]
    print(f"fuzz_limits: seed {given.seed}", file=sys.stderr, flush=True)
    faults: list[str] = []
    totals: collections.Counter = collections.Counter()
    for scene in [given.scene] if given.scene else SCENES:
        known: set[str] = set()
        # A request that ended the server is left out the next time.
        for _ in range(10):
            if fuzz(scene, given.program, given, known, faults, totals):
                break
    print(f"fuzz_limits: {sum(totals.values())} requests, seed {given.seed}, {len(faults)} faults", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
