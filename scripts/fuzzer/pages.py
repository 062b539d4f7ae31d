"""The pages of a server and their forms, tried at the limits of their fields, for limits.py."""

import collections
import dataclasses
import html
import html.parser
import re
import secrets
import sys
import typing
import urllib.parse

from fuzzer import scenes
from fuzzer.documents import DAYS, LIMITS, some
from fuzzer.scenes import Door, Guest, Visitor

if typing.TYPE_CHECKING:
    from fuzzer.limits import Answer, Run

PAGE_LIMIT = 400
# Requests that could end the session of the visitor, or the server's work for all.
ENDING = re.compile(r"signOut|/sign-out|endOther|/others-end|/deletion|takeOut|/v1/account$|closeAccount", re.I)
# The variable parts in the addresses of pages of one kind: ids, tickers, numbers.
PART = re.compile(r"(?<=/)(?:[a-z]{1,2}_[0-9a-f]{16}|[0-9a-f]{12,}|\d+|[A-Z0-9]{3,6})(?=/|$)")
ACTION = re.compile(r'<form\b[^>]*\saction="([^"]*)"')


@dataclasses.dataclass
class Form:
    """A form of a page. The value of a field is None for a file."""

    method: str
    action: str
    hasFiles: bool
    fields: list[tuple[str, str | None]] = dataclasses.field(default_factory=list)
    # Names of fields that accept no number: passwords, boxes, choices, and the tokens of forms.
    fixed: set[str] = dataclasses.field(default_factory=set)

    @property
    def path(self) -> str:
        return self.action.partition("?")[0]

    @property
    def shape(self) -> tuple:
        return self.method, PART.sub("*", self.path), tuple(sorted({name for name, _ in self.fields}))


class PageReader(html.parser.HTMLParser):
    """Collects the links and forms of a page."""

    def __init__(self, text: str, at: str):
        super().__init__()
        self.at, self.links, self.forms = at, [], []
        self.form: Form | None = None
        self.select: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        name = values.get("name", "")
        if tag in ("a", "link") and values.get("href", "").startswith(("/", "?")):
            self.links.append(urllib.parse.urljoin(self.at, values["href"].partition("#")[0]))
        elif tag == "form":
            action = urllib.parse.urljoin(self.at, values.get("action") or self.at).partition("#")[0]
            self.form = Form(values.get("method", "get").upper(), action, "multipart" in values.get("enctype", ""))
            self.forms.append(self.form)
        elif self.form and tag in ("input", "button", "textarea") and name:
            kind = values.get("type", "text")
            self.form.fields.append((name, None if kind == "file" else values.get("value", "")))
            if kind in ("password", "checkbox", "submit") or name in ("csrf", "key"):
                self.form.fixed.add(name)
        elif self.form and tag == "select" and name:
            self.select = name
        elif self.form and tag == "option" and self.select and (self.select not in dict(self.form.fields) or "selected" in values):
            self.form.fields = [field for field in self.form.fields if field[0] != self.select] + [(self.select, values.get("value", ""))]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select":
            self.select = None


class PagesRun:
    """The requests to the pages of one server."""

    def __init__(self, run: "Run", headers: list[str]):
        self.run, self.headers, self.server = run, headers, run.server
        self.routes, self.actions = self.listed()
        # The routes of forms that have not been found yet.
        self.left = {action: re.compile(re.sub(r":\w+", "[^/]+", action)) for action in self.actions}
        self.forms: list[tuple[str, Form]] = []
        self.shapes: set[tuple] = set()
        self.followed: set[str] = set()
        self.may_end = False
        # The routes that forms were sent to, and those of them where a visitor was not refused for lack of rights.
        self.sent, self.taken = set(), set()

    def listed(self) -> tuple[list[str], list[str]]:
        """The site's own list of pages and of what forms are sent to, which debug builds show; nothing otherwise."""
        answer = self.run.send(self.run.visitors[0], "GET", "/styleguide/routes")
        lines = answer.text.splitlines() if answer and answer.status == 200 else []
        return tuple([line.split(" ")[1] for line in lines if line.startswith(f"{method} ")] for method in ("GET", "POST"))

    def everything(self) -> None:
        doors = scenes.prepare(self.server)
        for someone in self.run.visitors:
            scenes.arrive(self.server, someone)
            visitor = browser(someone)
            self.begin()
            self.open(visitor, [door for door in doors if door.who == visitor.name])
            for path in self.seen(visitor):
                if self.run.wanted(path):
                    self.every_header(visitor, path)
                    self.every_query(visitor, path)
                    self.run.progress(f"{visitor.name} {path}")
            self.try_forms(visitor)
            someone.headers = {name: value for name, value in visitor.headers.items() if name != "Accept"}
        for guest in scenes.guests(self.server):
            self.receive(guest, doors)

    def receive(self, guest: Guest, doors: list[Door]) -> None:
        """Tries the forms of a guest's pages."""
        visitor = browser(guest.visitor)
        self.begin(guest.may_end)
        for path in guest.paths:
            self.note(visitor, path, self.run.send(visitor, "GET", path))
        # A visitor who has signed out can try no other form.
        leaving = [found for found in self.forms if found[1].path == "/sign-out"]
        self.forms = [found for found in self.forms if found not in leaving]
        self.try_forms(visitor)
        self.open(visitor, [door for door in doors if door.who == visitor.name])
        self.forms += leaving
        self.try_forms(visitor)

    # MARK: Finding

    def begin(self, may_end: bool = False) -> None:
        """Forgets the forms of the visitor before.

        `may_end`: whether the session and the account of the visitor may end.
        """
        self.forms, self.shapes, self.followed, self.may_end = [], set(), set(), may_end

    def seen(self, visitor: Visitor) -> list[str]:
        """The pages that a visitor finds by links and by the list, a few of each kind; takes note of their forms."""
        words = self.run.words
        # Running tasks may have ended later.
        waiting = ["/tasks", "/", *(re.sub(r":\w+|\*+", lambda found: words.get(found[0][1:], "BTC"), route) for route in self.routes)]
        counts, paths = collections.Counter(), []
        while waiting and len(paths) < PAGE_LIMIT:
            target = waiting.pop(0)
            path = target.partition("?")[0]
            kind = PART.sub("*", path)
            if target in paths or counts[kind] >= 3 or re.match(r"/(v[12]/|assets|openapi)|.*\.(css|js|png|svg)$", path) or ENDING.search(path):
                continue
            counts[kind] += 1
            paths.append(target)
            waiting += self.note(visitor, target, self.run.send(visitor, "GET", target))
        if waiting and len(paths) == PAGE_LIMIT:
            print(f"fuzzer/limits: {visitor.name} sees more than {PAGE_LIMIT} pages; the others are left out", file=sys.stderr)
        return paths

    def note(self, visitor: Visitor, at: str, answer: "Answer | None") -> list[str]:
        """Takes note of the forms of a page, and returns its links."""
        if answer is None or "html" not in answer.kind:
            return []
        page = PageReader(answer.text, at)
        for form in page.forms:
            # The documentation has forms for the operations, whose fields are tested there.
            if form.shape not in self.shapes and not re.match(r"/v[12]/|/styleguide", form.action):
                self.shapes.add(form.shape)
                self.forms.append((at, form))
                if form.method == "POST":
                    self.left = {action: pattern for action, pattern in self.left.items() if not pattern.fullmatch(form.path)}
        return page.links

    def follow(self, visitor: Visitor, at: str, answer: "Answer | None") -> None:
        """Takes note of forms behind a form: on the page that answers it, or where it leads to."""
        if answer is None:
            return
        if answer.status == 303 and answer.location.startswith("/"):
            at = answer.location.partition("#")[0]
            kind = PART.sub("*", at.partition("?")[0])
            if kind in self.followed or (ENDING.search(kind) and not self.may_end):
                return
            self.followed.add(kind)
            answer = self.run.send(visitor, "GET", at)
        if answer is None or "html" not in answer.kind:
            return
        paths = {html.unescape(action).partition("?")[0] for action in ACTION.findall(answer.text)}
        if any(pattern.fullmatch(path) for path in paths for pattern in self.left.values()):
            self.note(visitor, at, answer)

    def open(self, visitor: Visitor, doors: list[Door]) -> None:
        """Sends forms as a person would, and takes note of the forms behind them."""
        answer = None
        for door in doors:
            answer = self.run.send(visitor, "GET", door.at) if door.at else answer
            self.note(visitor, door.at, answer)
            page = PageReader(answer.text if answer else "", door.at)
            fits = [form for form in page.forms if form.method == "POST" and form.path == door.action and door.fields.keys() <= dict(form.fields).keys()]
            if not fits:
                print(f"fuzzer/limits: {self.server.scene}: {door.at} has no form {door.action} for {visitor.name}", file=sys.stderr)
                continue
            answer = self.post(visitor, fits[0], door.fields, door.file)
            if answer and answer.status >= 400:
                errors = re.findall(r'class="error"[^>]*>([^<]+)<', answer.text)
                print(f"fuzzer/limits: {self.server.scene}: {door.action} is refused: {answer.status} {' '.join(errors)}", file=sys.stderr)
            self.follow(visitor, door.at, answer)

    # MARK: Headers and addresses

    def every_header(self, visitor: Visitor, path: str) -> None:
        for name in self.headers:
            self.run.send(visitor, "GET", path, {name: self.run.random.choice(("1", *LIMITS)).strip()})
        self.run.send(visitor, "HEAD", path, dict.fromkeys(self.headers, "1"))

    def every_query(self, visitor: Visitor, path: str) -> None:
        """Each parameter of a link, and each part of a path that is a variable, takes limits."""
        path, _, query = path.partition("?")
        pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
        for index, (name, _) in enumerate(pairs):
            for value in some(LIMITS + DAYS, self.run.given.each, self.run.random):
                changed = [*pairs[:index], (name, value), *pairs[index + 1 :]]
                self.run.send(visitor, "GET", f"{path}?{urllib.parse.urlencode(changed)}")
        parts = path.split("/")
        for route in self.routes:
            names = route.split("/")
            if len(names) != len(parts) or any(name != part and not name.startswith(":") for name, part in zip(names, parts)):
                continue
            for index in [index for index, name in enumerate(names) if name.startswith(":")]:
                for value in some(LIMITS + DAYS, self.run.given.each, self.run.random):
                    self.run.send(visitor, "GET", "/".join([*parts[:index], urllib.parse.quote(value, safe=""), *parts[index + 1 :]]))

    # MARK: Forms

    def try_forms(self, visitor: Visitor) -> None:
        """Tries the known forms, and those that are found meanwhile."""
        while self.forms:
            at, form = self.forms.pop(0)
            if self.run.wanted(form.action) and (self.may_end or not ENDING.search(form.action)):
                self.every_field(visitor, at, form)
                self.run.sign_in_again(visitor, form.action)
                self.run.progress(f"{visitor.name} {form.action}")

    def every_field(self, visitor: Visitor, at: str, form: Form) -> None:
        """Each field of a form takes each limit, in the form as the page has it now."""
        random, each = self.run.random, self.run.given.each
        free = [name for name in dict.fromkeys(name for name, _ in form.fields) if name not in form.fixed]
        changes = [{name: value} for name in free for value in some(LIMITS + DAYS, each, random)]
        several = each if len(free) > 1 else 0
        changes += [{name: random.choice(LIMITS) for name in random.sample(free, min(len(free), 4))} for _ in range(several)]
        for change in changes or [{}]:
            with self.run.leaving_out(f"{form.action} {' '.join(change)}") as is_left_out:
                if is_left_out:
                    continue
                answer = self.post(visitor, form, change)
            self.follow(visitor, at, answer)
            self.count(form, answer)
            if answer and answer.status in (401, 403):
                form = self.fresh(visitor, at, form)
                if form is None:
                    return

    def count(self, form: Form, answer: "Answer | None") -> None:
        if form.method == "POST":
            routes = {action for action in self.actions if re.fullmatch(re.sub(r":\w+", "[^/]+", action), form.path)}
            self.sent |= routes
            if answer and answer.status not in (401, 403):
                self.taken |= routes

    def fresh(self, visitor: Visitor, at: str, form: Form) -> Form | None:
        answer = self.run.send(visitor, "GET", at)
        return next((each for each in PageReader(answer.text if answer else "", at).forms if each.shape == form.shape), None)

    def post(self, visitor: Visitor, form: Form, change: dict[str, str], file: tuple[str, bytes] | None = None) -> "Answer | None":
        fields = [(name, secrets.token_hex(len(value or "") // 2) if name == "key" else change.get(name, value)) for name, value in form.fields]
        if form.method == "GET":
            return self.run.send(visitor, "GET", f"{form.path}?{urllib.parse.urlencode([(name, value or '') for name, value in fields])}")
        headers = {"Origin": self.server.url, "Sec-Fetch-Site": "same-origin"}
        if not form.hasFiles:
            body = urllib.parse.urlencode([(name, value or "") for name, value in fields]).encode()
            return self.run.send(visitor, "POST", form.action, headers | {"Content-Type": "application/x-www-form-urlencoded"}, body)
        name_of_file, content = file or ("BTC.csv", self.file(form, change))
        body = b""
        for name, value in fields:
            body += f'--b\r\nContent-Disposition: form-data; name="{name}"'.encode()
            is_file = (name, None) in form.fields
            if is_file:
                body += f'; filename="{name_of_file}"\r\nContent-Type: text/csv\r\n\r\n'.encode() + content + b"\r\n"
            else:
                body += b"\r\n\r\n" + (value or "").encode() + b"\r\n"
        return self.run.send(visitor, "POST", form.action, headers | {"Content-Type": "multipart/form-data; boundary=b"}, body + b"--b--\r\n")

    def file(self, form: Form, change: dict[str, str]) -> bytes:
        """A small file of prices or transactions with the limit of the field that is a file."""
        number = next((value for name, value in change.items() if (name, None) in form.fields), "1.5")
        if self.run.random.random() < 0.5:
            return f"kind,time,wallet,asset,quantity,price\nbuy,2024-01-02,Main,BTC,{number},{number}\n".encode()
        return f"date,close\n2024-01-01,{number}\n{number},2\n2024-01-03,3\n".encode()


def browser(someone: Visitor) -> Visitor:
    """Asks for pages as a browser does: problems are pages, too."""
    return Visitor(someone.name, {"Accept": "text/html"} | someone.headers)
