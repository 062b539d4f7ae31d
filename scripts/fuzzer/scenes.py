"""Who tries a server for limits.py, and the data without which pages have no forms: an open order, a verification that waits.

`prepare` fills a server of a scene, and returns the doors: forms that are sent once as a person fills them in, because other forms are
behind them. `guests` are people in other states, whose pages have forms that nobody else sees.
"""

import dataclasses
import json
import pathlib
import subprocess
import time
import urllib.request

from browser import servers
from browser.servers import CAROL, EMAIL, PASSWORD, ROOT, SAMPLE, PageServer

PERSON, OPERATOR, NOBODY, TOKEN = "a person", "an operator", "nobody", "a token"
DAN, LEAVER = "dan@example.com", "Zoe Leaves"

# Routes of forms that no scene reaches, each with the reason. limits.py prints them.
UNREACHED: dict[str, str] = {}


@dataclasses.dataclass
class Visitor:
    """A visitor who sends requests, by the headers of their session."""

    name: str
    headers: dict[str, str]


@dataclasses.dataclass
class Guest:
    """A person whose pages have forms that other visitors do not see."""

    visitor: Visitor
    paths: list[str]
    # Whether their session and account may end.
    may_end: bool = False


@dataclasses.dataclass
class Door:
    """A form that is sent once with these values: the answer, or the page that it leads to, has other forms."""

    who: str
    # The page with the form; empty for the answer to the previous door.
    at: str
    action: str
    fields: dict[str, str] = dataclasses.field(default_factory=dict)
    # Name and content.
    file: tuple[str, bytes] | None = None


def visitor_of(server: PageServer, name: str, cookies: list[dict]) -> Visitor:
    """A visitor with a browser. The API takes changes from a browser only with the token of forms."""
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
    headers = {"Origin": server.url, "Sec-Fetch-Site": "same-origin", "Cookie": cookie}
    with urllib.request.urlopen(urllib.request.Request(f"{server.url}/v1/sessions/current", headers=headers), timeout=60) as answer:
        return Visitor(name, headers | {"X-CSRF-Token": json.load(answer)["csrf_token"]})


def everybody(server: PageServer) -> list[Visitor]:
    nobody = Visitor(NOBODY, {})
    if not server.has_accounts:
        return [nobody]
    people = [visitor_of(server, PERSON, server.session_cookies(EMAIL)), visitor_of(server, OPERATOR, server.operator_cookies)]
    return [nobody, *people, Visitor(TOKEN, {"Authorization": f"Bearer {server.tokens[EMAIL]}"})]


# Visitors whose sessions a form can end.
WITH_SESSIONS = (PERSON, OPERATOR, TOKEN)


def open_session(server: PageServer, visitor: Visitor) -> None:
    """Gives a visitor a new session: the old one was ended, or is too old for operations that ask for the password again."""
    if visitor.name == PERSON:
        server.cookies.pop(EMAIL, None)
        visitor.headers |= visitor_of(server, PERSON, server.session_cookies(EMAIL)).headers
    elif visitor.name == TOKEN:
        with signed_in(server, EMAIL, cookie=False) as answer:
            server.token = server.tokens[EMAIL] = json.load(answer)["token"]
        visitor.headers["Authorization"] = f"Bearer {server.token}"
    elif visitor.name == OPERATOR:
        # Reusing the second factor would need a wait of half a minute for its next code.
        with servers.operator_answer(server, program(server), f"operator{time.time_ns()}@example.com", in_browser=True) as answer:
            visitor.headers |= visitor_of(server, OPERATOR, server.playwright_cookies(answer)).headers


def arrive(server: PageServer, visitor: Visitor) -> None:
    """Renews what must be recent when a visitor opens the pages."""
    # Changes to credentials ask for the password again after ten minutes.
    if visitor.name in WITH_SESSIONS:
        open_session(server, visitor)
    if visitor.name == owner(server):
        start_job(server)


def owner(server: PageServer) -> str:
    """Whose data the scene has."""
    return PERSON if server.has_accounts else NOBODY


def program(server: PageServer) -> pathlib.Path:
    return pathlib.Path(server.process.args[0])


def command(server: PageServer, *words: object) -> str:
    """Runs `closecast` with the server's database."""
    line = [program(server).parent / "closecast", *words, "--database", server.folder / "closecast.db"]
    return subprocess.run([str(word) for word in line], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()


def signed_in(server: PageServer, address: str, cookie: bool):
    body = json.dumps({"email": address, "password": PASSWORD, "cookie": cookie}).encode()
    headers = {"Content-Type": "application/json", "Origin": server.url, "Sec-Fetch-Site": "same-origin"}
    return urllib.request.urlopen(urllib.request.Request(f"{server.url}/v1/sessions", body, headers), timeout=60)


def address_of(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@example.com"


def invited(server: PageServer, name: str) -> str:
    """A new person, who has sessions; returns their address. An invitation does not count for the limit of sign-ups."""
    address = address_of(name)
    link = command(server, "account", "create", address)
    server.ask("POST", "/v1/accounts", {"name": name, "password": PASSWORD, "accept_terms": True, "invitation": link.partition("#")[2]})
    with signed_in(server, address, cookie=False) as answer:
        server.tokens[address] = json.load(answer)["token"]
    return address


# MARK: Data


def closes(ticker: str) -> bytes:
    return (SAMPLE / f"{ticker}.csv").read_bytes()


def with_gap(ticker: str) -> bytes:
    """Closes, one of which is missing: the page offers remedies."""
    lines = closes(ticker).splitlines()
    return b"\n".join(lines[:-20] + lines[-19:])


def prepare(server: PageServer) -> list[Door]:
    """Adds what pages show forms for, and returns the doors."""
    command(server, "history", "import", SAMPLE / "SIM01.csv", SAMPLE / "SIM02.csv")
    who, importer = owner(server), OPERATOR if server.has_accounts else NOBODY
    doors = [
        Door(who, "/file", "/file", file=("SIM01.csv", closes("SIM01"))),
        Door(who, "/file", "/file", file=("SIM01.csv", with_gap("SIM01"))),
        # A task that finishes soon, and one that runs for minutes.
        Door(importer, "/prices/import", "/prices/import", {"coin": "SIM02"}, ("SIM02.csv", closes("SIM02"))),
        Door(importer, "", "/prices/import", {"do": "import"}),
        Door(who, "/coins/SIM01", "/coins/SIM01/measure"),
    ]
    return doors + (prepare_accounts(server) if server.has_accounts else [])


def start_job(server: PageServer) -> None:
    """Starts a batch job that runs for minutes, and can be cancelled meanwhile."""
    values = [float(line.split(",")[1]) for line in closes("SIM01").decode().splitlines()[-500:]]
    lines = [json.dumps({"id": f"s{index}", "closes": [value + index / 1e6 for value in values]}) for index in range(150)]
    server.ask("POST", "/v1/jobs?paths=10000", "\n".join(lines).encode(), "application/x-ndjson")


def prepare_accounts(server: PageServer) -> list[Door]:
    """Work for operators, and people's own data."""
    address = f"helper{time.time_ns()}@example.com"
    with servers.operator_answer(server, program(server), address, in_browser=False) as answer:
        token = json.load(answer)["token"]
    waiting, locked = invited(server, "Pat Waits"), invited(server, "Lee Locked")
    servers.submit_passport(server, "+44 7700 900301", waiting)
    server.ask("PUT", f"/v1/operator/accounts/{account(server, locked)}/lock", {"reason": "To be unlocked."}, token=token)
    server.ask("POST", "/v1/operator/invitations", {"email": "invited@example.com"}, token=token)
    # Each side has an unread message.
    server.ask("POST", "/v1/trading/support", {"text": "When does my deposit arrive?"}, who=waiting)
    server.ask("POST", "/v1/trading/support", {"text": "And mine?"})
    server.ask("POST", f"/v1/operator/support/{account(server, EMAIL)}", {"text": "Tomorrow."}, token=token)
    return [
        Door(NOBODY, "/sign-in", "/sign-in", {"email": address, "password": PASSWORD}),
        Door(PERSON, "/account/pin", "/account/pin", {"pin": "402817", "pin_again": "402817"}),
        Door(PERSON, "/account/tokens", "/account/tokens", {"name": "Robot", "days": "30"}),
        Door(PERSON, "/account/second-factor", "/account/second-factor/offer"),
        Door(PERSON, "/account", "/account/picture", file=("me.png", (ROOT / "web" / "shared" / "images" / "icon-512.png").read_bytes())),
        Door(LEAVER, "/account/deletion", "/account/deletion", {"email": address_of(LEAVER), "password": PASSWORD}),
    ]


def account(server: PageServer, address: str) -> str:
    return server.ask("GET", "/v1/account", who=address)["id"]


def guests(server: PageServer) -> list[Guest]:
    """People in other states."""
    if not server.has_accounts:
        return []
    # A code is valid for ten minutes.
    servers.send_phone_code(server, "+44 7700 900204", CAROL)
    verification = ["/trading/verification"]
    found = [Guest(visitor_of(server, name, server.session_cookies(name)), verification) for name in (CAROL, DAN)]
    cookies = server.session_cookies(invited(server, "Pia Pin"))
    set_pin(server, visitor_of(server, "Pia Pin", cookies))
    device = next(f"{cookie['name']}={cookie['value']}" for cookie in cookies if "device" in cookie["name"])
    found.append(Guest(Visitor("a device with a PIN", {"Cookie": device}), ["/sign-in/pin"]))
    leaver = visitor_of(server, LEAVER, server.session_cookies(invited(server, LEAVER)))
    return [*found, Guest(leaver, ["/account/deletion", "/account/devices"], may_end=True)]


def set_pin(server: PageServer, visitor: Visitor) -> None:
    body = json.dumps({"pin": "402817", "pin_again": "402817"}).encode()
    request = urllib.request.Request(f"{server.url}/v1/account/pin", body, visitor.headers | {"Content-Type": "application/json"}, method="PUT")
    urllib.request.urlopen(request, timeout=60).close()
