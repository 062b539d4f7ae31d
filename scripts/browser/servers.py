"""Servers for the pages' tests, pictures and measurements, each with its own database, filled over /v1.

    with page_server(program, "sample") as server: ...

The kinds are in SCENES. They are started on a free port of a loopback address and end with the `with` block.
"""

import contextlib
import dataclasses
import datetime
import email
import email.policy
import json
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import typing
import urllib.error
import urllib.parse
import urllib.request

from browser import operator_session

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "data" / "simulated"
PASSWORD = "grey otters nap at noon"
NAME, EMAIL = "Ann Example", "ann@example.com"
# A person who waits for an operator's decision and answer, and a person who was sent a code.
BOB, CAROL = "bob@example.com", "carol@example.com"
# The coins of the filled wallet: quantity, date and cost.
BOUGHT = [("SIM01", "120", "4878.87", "2024-02-05"), ("SIM04", "95.5", "3230.14", "2024-05-20"), ("SIM09", "9", "3444.78", "2024-08-12")]
FAVOURITES = ["SIM01", "SIM04", "SIM07", "SIM09"]
INVESTMENTS = [("SIM02", "1.5", "1311.90", "2024-01-10"), ("SIM05", "300", "5.39", "2024-06-30"), ("SIM08", "12000", "0.0656", "2024-06-30")]
# The prices of BTC in the scene "trading-closes", further apart than the tolerance.
PRICES = (90_000, 99_000)
# Articles: title, summary and coin.
NEWS = [
    ("Ether keeps still", "Nothing happened to Ether, for once.", "ethereum"),
    ("Bitcoin miners move north", "Cold air is cheap there.", "bitcoin"),
    ("Bitcoin wallets get simpler", "A panel of grandmothers approves.", "bitcoin"),
    ("Bitcoin fees fall again", "A transfer costs less than a coffee.", "bitcoin"),
]
# A photo or a picture of a person.
PICTURE = (ROOT / "web" / "shared" / "images" / "icon-512.png").read_bytes()
# Options of every server, set by programs that use this module.
OPTIONS: list[object] = []
# The message under which a server logs values that a template lacks.
TEMPLATE_FAULT = '"message":"template"'
# The cutoffs of the forecasts in the diary.
DIARY = ["2024-02-29", "2024-04-30", "2024-06-30", "2024-08-31"]


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, method: str, path: str, status: int, text: str):
        super().__init__(f"{method} {path} was answered with {status}: {text[:500]}")
        self.status, self.text = status, text


@dataclasses.dataclass
class PageServer:
    """A running server and its credentials."""

    scene: str
    url: str
    folder: pathlib.Path
    process: subprocess.Popen
    token: str | None = None
    # Tokens of people who signed up, by address.
    tokens: dict[str, str] = dataclasses.field(default_factory=dict)
    # Cookies of opened browser sessions, by address.
    cookies: dict[str, list[dict]] = dataclasses.field(default_factory=dict)
    operator_cookies: list[dict] = dataclasses.field(default_factory=list)
    # Ids and addresses created by the scene, by the names in the paths of screens.
    made: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def has_accounts(self) -> bool:
        return self.scene.startswith("accounts")

    @property
    def outbox(self) -> pathlib.Path:
        return self.folder / "closecast.db.outbox"

    def ask(
        self, method: str, path: str, body: dict | bytes | None = None, kind: str = "application/json", who: str | None = None, token: str | None = None,
        cookies: list[dict] | None = None,
    ) -> typing.Any:
        """Sends a request of the API and returns the JSON of the answer.

        `who`: the address of somebody who signed up (default: the person of the scene). `token`: of somebody else. `cookies`: of a session in a
        browser, instead of a token.
        """
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        headers = {} if data is None else {"Content-Type": kind}
        token = token or (self.tokens[who] if who else self.token)
        if cookies:
            pairs = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
            headers |= {"Cookie": pairs, "Origin": self.url, "Sec-Fetch-Site": "same-origin"}
            if method != "GET":
                headers["X-CSRF-Token"] = self.ask("GET", "/v1/sessions/current", cookies=cookies)["csrf_token"]
        elif token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(method, path, error.code, error.read().decode(errors="replace")) from None
        return json.loads(text) if text else None

    def session_cookies(self, address: str = EMAIL) -> list[dict]:
        """The cookies of a session in a browser, for Playwright. One session is opened for each person: signing in is slow on purpose, and limited."""
        if address not in self.cookies:
            body = json.dumps({"email": address, "password": PASSWORD, "cookie": True}).encode()
            headers = {"Content-Type": "application/json", "Origin": self.url, "Sec-Fetch-Site": "same-origin"}
            with urllib.request.urlopen(urllib.request.Request(f"{self.url}/v1/sessions", body, headers), timeout=60) as answer:
                self.cookies[address] = self.playwright_cookies(answer)
        return self.cookies[address]

    def playwright_cookies(self, answer) -> list[dict]:
        """The cookies that an answer sets."""
        # Chromium accepts a Secure cookie only from an address with TLS, but sends it to a loopback address without TLS, as it does
        # its own.
        pairs = [header.split(";")[0].partition("=") for header in answer.headers.get_all("Set-Cookie")]
        return [
            {"name": name, "value": value, "url": self.url.replace("http:", "https:"), "secure": True, "httpOnly": True, "sameSite": "Strict" if name.endswith("device") else "Lax"}
            for name, _, value in pairs
        ]

    def phone_codes(self) -> list[str]:
        """The codes that were sent to telephones, oldest first."""
        files = sorted(self.outbox.glob("*-phone-code-*.txt"), key=lambda file: file.stat().st_mtime_ns)
        return [re.search(r"\b\d{6}\b", file.read_text().partition("\n\n")[2])[0] for file in files]

    def mailed_token(self, kind: str, count: int = 1) -> str:
        """Returns the token in the latest email of a kind; waits until there are `count`."""
        for _ in range(100):
            mails = sorted(self.outbox.glob(f"*-{kind}-*.eml"))
            if len(mails) >= count:
                mail = email.message_from_bytes(mails[-1].read_bytes(), policy=email.policy.default)
                return re.search(r"closecast_link_[0-9a-f]{64}", mail.get_body(("plain",)).get_content())[0]
            time.sleep(0.1)
        raise LookupError(f"no mail of the kind {kind} in {self.outbox}")


# MARK: Starting


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def started(program: pathlib.Path, scene: str, folder: pathlib.Path, *options: object) -> PageServer:
    port = free_port()
    command = [program, "--port", port, "--database", folder / "closecast.db", "--models", ROOT / "models"]
    command += ["--feed-hour", "off", "--log-requests", "false", "--drain-seconds", 0, *OPTIONS, *options]
    with open(folder / "log", "a") as log:
        process = subprocess.Popen([str(word) for word in command], stderr=log, stdout=log)
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return PageServer(scene, f"http://127.0.0.1:{port}", folder, process)
        time.sleep(0.02)
    process.kill()
    raise SystemExit(f"page_server: the server is not listening; its log:\n{(folder / 'log').read_text()[-3000:]}")


def stop(server: PageServer) -> None:
    server.process.terminate()
    try:
        server.process.wait(20)
    except subprocess.TimeoutExpired:
        server.process.kill()
        raise SystemExit(f"page_server: the server ({server.scene}) did not stop within 20 s of SIGTERM") from None
    faults = {line for line in (server.folder / "log").read_text().splitlines() if TEMPLATE_FAULT in line}
    if faults:
        raise SystemExit(f"page_server: templates of the pages lack values ({server.scene}):\n" + "\n".join(sorted(faults)))


# MARK: Filling


def closes_until(ticker: str, last: str) -> bytes:
    lines = (SAMPLE / f"{ticker}.csv").read_text().splitlines()
    return "\n".join([lines[0], *(line for line in lines[1:] if line[:10] <= last)]).encode()


def issue_old_forecasts(server: PageServer, tickers: list[str]) -> None:
    """Adds forecasts to the diary without leakage: stores closes up to each cutoff in turn."""
    for ticker in tickers:
        server.ask("DELETE", f"/v1/assets/{ticker}/history")
        for last in DIARY:
            server.ask("PUT", f"/v1/assets/{ticker}/history", closes_until(ticker, last), "text/csv")
            server.ask("GET", f"/v1/assets/{ticker}/forecast")
        server.ask("DELETE", f"/v1/assets/{ticker}/history")


def date_diary(database: pathlib.Path) -> None:
    """Dates each diary entry on the morning after its cutoff.

    Entries issued now count as late. The API cannot backdate them, so this changes the test database directly.
    """
    change = "diary_entries_are_not_changed"
    with contextlib.closing(sqlite3.connect(database)) as store, store:
        (trigger,) = store.execute("SELECT sql FROM sqlite_master WHERE name = ?", (change,)).fetchone()
        (now,) = store.execute("SELECT max(issued_at) FROM diary_entries").fetchone()
        scale = 1 if now < 1e11 else 1000 if now < 1e14 else 1_000_000
        store.execute(f"DROP TRIGGER {change}")
        store.execute("UPDATE diary_entries SET issued_at = ? * ((cutoff + 1) * 86400 + 21600)", (scale,))
        store.execute(trigger)


def add_news(database: pathlib.Path) -> None:
    """Stores the articles of NEWS, as if feeds had brought them: the newest first, an hour apart."""
    with contextlib.closing(sqlite3.connect(database)) as store, store:
        for source in ("Example Post", "Example Times"):
            store.execute("INSERT OR IGNORE INTO news_sources (name, address, host, next_at) VALUES (?, 'https://news.example/', 'news.example', 0)", (source,))
        for number, (title, summary, coin) in enumerate(NEWS, 1):
            moment, link = int(time.time()) - number * 3600, f"https://news.example/{number}"
            article = (1000 + number, f"e_{number:016x}", title, summary, link, moment)
            store.execute("INSERT INTO news_articles (position, id, title, summary, link, published_at, words) VALUES (?, ?, ?, ?, ?, ?, '')", article)
            for source in ("Example Post", "Example Times")[: 1 + number % 2]:
                values = (source, source, link, 1000 + number, link, moment)
                store.execute("INSERT INTO news_items (source, publisher, guid, article, link_key, published_at) VALUES (?, ?, ?, ?, ?, ?)", values)
            store.execute("INSERT INTO news_topics (article, topic, topic_key) VALUES (?, 'Mining', 'mining')", (1000 + number,))
            store.execute("INSERT INTO news_coins (article, asset) VALUES (?, ?)", (1000 + number, coin))


def fill_wallets(server: PageServer) -> None:
    server.ask("POST", "/v1/wallets", {"name": "Main"})
    orders = "/v1/wallets/Main/transactions"
    server.ask("POST", orders, {"kind": "deposit", "asset": "USD", "quantity": "2500", "time": "2024-02-01"})
    for ticker, quantity, cost, day in BOUGHT:
        server.ask("POST", orders, {"kind": "deposit", "asset": ticker, "quantity": quantity, "cost": cost, "time": day})
    server.ask("POST", orders, {"kind": "buy", "asset": "SIM01", "quantity": "50", "price": "18.05", "time": "2024-07-01"})
    server.ask("POST", orders, {"kind": "sell", "asset": "SIM09", "quantity": "2", "price": "398.07", "time": "2024-10-15"})
    server.ask("POST", "/v1/wallets", {"name": "Savings"})
    server.ask(
        "POST", "/v1/wallets/Savings/transactions",
        {"kind": "deposit", "asset": "SIM02", "quantity": "10", "cost": "8770.94", "time": "2024-03-01", "note": "from the exchange"},
    )
    server.ask("POST", "/v1/wallets", {"name": "Holiday"})


def fill(server: PageServer) -> None:
    """Wallets, favourites and investments of one person."""
    fill_wallets(server)
    for ticker in FAVOURITES:
        server.ask("PUT", f"/v1/favourites/{ticker}")
    for ticker, quantity, price, day in INVESTMENTS:
        server.ask("POST", "/v1/investments", {"asset": ticker, "quantity": quantity, "price": price, "time": day})
    profile = {"first_name": "Ann", "last_name": "Example", "login_name": "ann.example", "phone": "+39 333 123 4567"}
    server.ask("PUT", "/v1/profile", profile)
    server.ask("PUT", "/v1/profile/picture", PICTURE, "image/png")
    alert = {"measure": "price", "asset": "SIM01", "direction": "below", "threshold": "10", "note": "Buy more", "repeats": True}
    server.made["alert"] = server.ask("POST", "/v1/alerts", alert)["id"]
    fill_journal(server)


def fill_journal(server: PageServer) -> None:
    """Eight months of the expense journal, with a photo, places, a budget and a rent."""
    hours = [{"weekday": day, "opens": 480, "closes": 1320} for day in range(1, 7)]
    shop = server.ask("POST", "/v1/expenses/categories", {"name": "Food"})["id"]
    for name in ("Home", "Fun"):
        server.ask("POST", "/v1/expenses/categories", {"name": name})
    place = {
        "name": "Corner Shop", "address": "Via Roma 1", "description": "Bread is cheaper after six.", "hours": hours, "categories": [shop],
        "latitude": "43.238", "longitude": "76.889",
    }
    server.made["place"] = server.ask("POST", "/v1/places", place)["id"]
    server.ask("POST", "/v1/places", {"name": "Cinema", "favourite": True})
    today = datetime.date.today()
    for month in range(8):
        first = (today.replace(day=1) - datetime.timedelta(days=30 * month)).replace(day=1)
        entries = [
            {"name": name, "amount": str(amount + month), "currency": "EUR", "day": str(first), "category": category, "place": where, "minute": minute}
            for name, amount, category, where, minute in (
                ("Groceries", 62, "Food", "Corner Shop", 600), ("Bread", 4, "Food", "Corner Shop", 615), ("Film", 11, "Fun", "Cinema", 1230))
        ]
        entries.append({"name": "Salary", "kind": "income", "amount": "1900", "currency": "EUR", "day": str(first), "minute": 540})
        added = server.ask("POST", "/v1/expenses/batch", {"expenses": entries})["data"]
        server.made.setdefault("expense", added[0]["id"])
    server.ask("PUT", f"/v1/expenses/{server.made['expense']}/photo", PICTURE, "image/png")
    # Below 80 %, so that no notice comes of it.
    budget = {"category": "Food", "amount": "90", "currency": "EUR", "from_month": str(today)[:7]}
    server.ask("PUT", "/v1/expenses/budgets", budget)
    rent = {"name": "Rent", "amount": "650", "currency": "EUR", "unit": "month", "first": str(today.replace(day=1)), "category": "Home"}
    server.made["recurring"] = server.ask("POST", "/v1/expenses/recurring", rent)["id"]
    server.made["category"] = shop


def sign_up(server: PageServer, name: str = NAME, address: str = EMAIL) -> None:
    """Creates an account, verifies its address and keeps a session token for the API."""
    count = len(list(server.outbox.glob("*-verification-*.eml"))) if server.outbox.exists() else 0
    server.ask("POST", "/v1/accounts", {"name": name, "email": address, "password": PASSWORD, "accept_terms": True})
    token = server.mailed_token("verification", count + 1)
    server.ask("POST", "/v1/accounts/verification", {"token": token, "password": PASSWORD})
    server.token = server.tokens[address] = server.ask("POST", "/v1/sessions", {"email": address, "password": PASSWORD})["token"]


# MARK: Scenes


def sample(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """The embedded markets with a filled wallet, favourites, investments and a diary."""
    server = started(program, "sample", folder, "--sample")
    try:
        issue_old_forecasts(server, [ticker for ticker, *_ in BOUGHT])
    finally:
        stop(server)
    date_diary(folder / "closecast.db")
    add_news(folder / "closecast.db")
    # --sample stores the removed closes again.
    server = started(program, "sample", folder, "--sample")
    stack.callback(stop, server)
    fill(server)
    return server


def new_user(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """A first start: the embedded markets and no personal data."""
    server = started(program, "new", folder, "--sample")
    stack.callback(stop, server)
    return server


def empty(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """No closes at all."""
    server = started(program, "empty", folder)
    stack.callback(stop, server)
    return server


def fresh(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """Simulated markets that end yesterday, one of 5,000 closes, and a gap and an old close among them."""
    yesterday = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=1)
    command_line = program.parent / "closecast"

    def run(*words: object) -> None:
        subprocess.run([str(command_line), *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("simulate", "--tickers", 12, "--days", 1500, "--last", yesterday, "--out", folder / "markets")
    run("simulate", "--tickers", 1, "--days", 5000, "--seed", 2, "--last", yesterday, "--out", folder / "long")
    (folder / "long" / "SIM01.csv").rename(folder / "markets" / "LONG.csv")
    # A coin whose closes end two weeks ago.
    old = folder / "markets" / "SIM12.csv"
    old.write_text("\n".join(old.read_text().splitlines()[:-14]) + "\n")
    run("history", "import", folder / "markets", "--database", folder / "closecast.db")
    server = started(program, "fresh", folder)
    stack.callback(stop, server)
    fill(server)
    return server


def accounts(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """A server with accounts: Ann Example has signed up and keeps a filled wallet."""
    options = ["--accounts", "open", "--leaked-passwords", ROOT / "data" / "leaked-passwords.bin"]
    server = started(program, "accounts", folder, "--sample", *options)
    stack.callback(stop, server)
    sign_up(server)
    fill(server)
    return server


def operator_answer(server: PageServer, program: pathlib.Path, address: str, in_browser: bool):
    """Makes an operator and returns the answer to the sign-in."""
    create = [program.parent / "closecast", "account", "create", address, "--operator", "--database", server.folder / "closecast.db"]
    link = subprocess.run([str(word) for word in create], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()
    return operator_session.signed_in(server.url, link, in_browser, address)


def open_operator_session(server: PageServer, program: pathlib.Path) -> None:
    """Makes an operator, whose session in a browser the tests use."""
    with operator_answer(server, program, "operator@example.com", in_browser=True) as answer:
        server.operator_cookies = server.playwright_cookies(answer)


def operator_token(server: PageServer, program: pathlib.Path) -> str:
    """Makes another operator, who decides over the API."""
    with operator_answer(server, program, "decider@example.com", in_browser=False) as answer:
        return json.load(answer)["token"]


def send_phone_code(server: PageServer, phone: str, who: str) -> None:
    server.ask("POST", "/v1/trading/verification/phone", {"phone": phone}, who=who)


def submit_passport(server: PageServer, phone: str, who: str) -> None:
    """Confirms a telephone, and submits a photo to the operators."""
    send_phone_code(server, phone, who)
    server.ask("POST", "/v1/trading/verification/phone/confirmation", {"code": server.phone_codes()[-1]}, who=who)
    server.ask("POST", "/v1/trading/verification/documents?kind=passport&side=front", PICTURE, "image/png", who=who)
    server.ask("POST", "/v1/trading/verification/submission", who=who)


def accounts_trading(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack, *options: object) -> PageServer:
    """Accounts that must be verified before they trade, and an operator who does that."""
    accounts = ["--accounts", "open", "--leaked-passwords", ROOT / "data" / "leaked-passwords.bin", "--practice"]
    server = started(program, "accounts-trading", folder, *accounts, *options)
    stack.callback(stop, server)
    # A person waits for an operator's decision and answer.
    sign_up(server, "Bob Waits", BOB)
    submit_passport(server, "+44 7700 900123", BOB)
    server.ask("POST", "/v1/trading/support", {"text": "When does my deposit arrive?"})
    sign_up(server)
    # The referral page shows a code.
    server.ask("PUT", "/v1/trading/account")
    open_operator_session(server, program)
    return server


def accounts_trading_fast(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """The same with a bank whose day takes two seconds."""
    return accounts_trading(program, folder, stack, "--clock-speed", 43_200)


def accounts_states(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """Accounts in other states: a code was sent, more is needed, refused, accepted with coins to send. None waits for an operator."""
    options = ["--accounts", "open", "--leaked-passwords", ROOT / "data" / "leaked-passwords.bin", "--practice", "--clock-speed", 1_000_000]
    server = started(program, "accounts-states", folder, *options)
    stack.callback(stop, server)
    token = operator_token(server, program)

    def decided(address: str, phone: str, decision: str, reason: str) -> None:
        submit_passport(server, phone, address)
        account = server.ask("GET", "/v1/account", who=address)["id"]
        server.ask("POST", f"/v1/operator/verifications/{account}/decision", {"decision": decision, "reason": reason}, token=token)

    sign_up(server, "Dan More", "dan@example.com")
    decided("dan@example.com", "+44 7700 900201", "more-needed", "The photo is too dark. Take it by daylight.")
    sign_up(server, "Eve Again", "eve@example.com")
    decided("eve@example.com", "+44 7700 900202", "refused", "The document has expired.")
    server.made["address"] = server.ask("PUT", "/v1/trading/addresses/ADA", who="eve@example.com")["address"]
    sign_up(server)
    decided(EMAIL, "+44 7700 900203", "accepted", "Legible.")
    server.ask("POST", "/v1/trading/deposits", {"currency": "USD", "amount": "500"})
    wait_for_cash(server, "usd")
    trade(server, "buy", "ADA", "USD", "300")
    open_operator_session(server, program)
    # Last: a code works for ten minutes.
    sign_up(server, "Carol Code", CAROL)
    send_phone_code(server, "+44 7700 900204", CAROL)
    server.token = server.tokens[EMAIL]
    return server


def wait_for_cash(server: PageServer, asset: str) -> None:
    """Waits until a deposit has arrived."""
    for _ in range(300):
        if any(balance["asset"] == asset for balance in server.ask("GET", "/v1/trading/account")["balances"]):
            return
        time.sleep(0.1)
    raise LookupError(f"no {asset} has arrived in the simulated account")


def wait_for_payment(server: PageServer, payment: str, state: str) -> None:
    """Waits until a payment has come to a state."""
    for _ in range(300):
        if server.ask("GET", f"/v1/trading/payments/{payment}")["state"] == state:
            return
        time.sleep(0.1)
    raise LookupError(f"the payment {payment} never was {state}")


def trade(server: PageServer, side: str, ticker: str, currency: str, amount: str) -> None:
    quote = server.ask("POST", "/v1/trading/quotes", {"side": side, "asset": ticker, "currency": currency, "cash": amount})
    server.ask("POST", f"/v1/trading/quotes/{quote['id']}/confirmation")


LIMIT = {"kind": "limit", "side": "buy", "asset": "ETH", "currency": "EUR", "cash": "150", "price": "10.5", "days": 30}


def begin_trading(server: PageServer) -> None:
    """Cash, payments that have ended, and an order that will have expired; the bank's clock runs fast."""
    for currency, amount in [("EUR", "2500"), ("USD", "400")]:
        server.made["settled"] = server.ask("POST", "/v1/trading/deposits", {"currency": currency, "amount": amount})["id"]
        wait_for_cash(server, currency.lower())
    server.ask("POST", "/v1/trading/methods/cards", {"number": "4242 4242 4242 4242", "expires": "09/29", "label": "Holiday card"})
    server.ask("POST", "/v1/trading/methods/bank-accounts", {"iban": "DE89 3704 0044 0532 0130 00"})
    # The rules let accounts that end in 0404 return what they receive.
    closed = server.ask("POST", "/v1/trading/methods/bank-accounts", {"iban": "DE50 3704 0044 0532 0104 04", "label": "Closed account"})["id"]
    withdrawal = server.ask("POST", "/v1/trading/withdrawals", {"currency": "EUR", "amount": "20", "method": closed})["id"]
    wait_for_payment(server, withdrawal, "returned")
    server.made["returned"] = withdrawal
    server.made["expired"] = server.ask("POST", "/v1/trading/orders", LIMIT | {"cash": "10"})["id"]


def end_order(database: pathlib.Path, order: str) -> None:
    """Lets an order end a second after its beginning.

    The shortest order runs for a day, so this changes the test database directly, while no server runs.
    """
    with contextlib.closing(sqlite3.connect(database)) as store, store:
        changed = store.execute("UPDATE trading_orders SET ends_at = created_at + 1 WHERE id = ?", (order,)).rowcount
    if changed != 1:
        raise LookupError(f"no order {order} in {database}")


def wait_for_order(server: PageServer, find: typing.Callable[[], str | None], state: str) -> str:
    """Waits until there is an order in a state, and returns its id."""
    for _ in range(300):
        order = find()
        if order and server.ask("GET", f"/v1/trading/orders/{order}")["state"] == state:
            return order
        time.sleep(0.1)
    raise LookupError(f"no order was {state}")


def fill_trading(server: PageServer) -> None:
    """Trades, orders in each state, recurring purchases, and deposits under way and cancelled."""
    for side, ticker, currency, amount in [("buy", "BTC", "EUR", "650"), ("buy", "BNB", "EUR", "65"), ("buy", "ADA", "USD", "40"), ("sell", "BNB", "EUR", "20")]:
        trade(server, side, ticker, currency, amount)
    server.made["open"] = server.ask("POST", "/v1/trading/orders", LIMIT)["id"]
    server.made["cancelled"] = server.ask("POST", "/v1/trading/orders", LIMIT | {"cash": "20"})["id"]
    server.ask("DELETE", f"/v1/trading/orders/{server.made['cancelled']}")
    # The first one has no cash for its purchases.
    plan = server.ask("POST", "/v1/trading/plans", {"asset": "ETH", "currency": "EUR", "cash": "9000", "every": "month", "days": 365})["id"]
    server.ask("POST", "/v1/trading/plans", {"asset": "BTC", "currency": "EUR", "cash": "50", "every": "week", "days": 365})
    server.ask("POST", "/v1/trading/deposits", {"currency": "EUR", "amount": "100"})
    payment = server.ask("POST", "/v1/trading/deposits", {"currency": "EUR", "amount": "70"})["id"]
    server.ask("DELETE", f"/v1/trading/payments/{payment}")
    server.made["cancelled-payment"] = payment
    server.ask("PUT", "/v1/trading/addresses/BTC")
    server.ask("PUT", "/v1/trading/feed", {"assets": ["BTC", "ADA", "BNB", "ETH"]})

    def last_order() -> str | None:
        return next(each["last_order"] for each in server.ask("GET", "/v1/trading/plans")["data"] if each["id"] == plan)

    server.made["failed"] = wait_for_order(server, last_order, "failed")
    wait_for_order(server, lambda: server.made["expired"], "expired")


def trading(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """A simulated account with cash, coins and pending items, at current practice prices."""
    first = started(program, "trading", folder, "--practice", "--clock-speed", 1_000_000)
    try:
        begin_trading(first)
    finally:
        stop(first)
    end_order(folder / "closecast.db", first.made["expired"])
    # From here on, the bank's clock runs like ours, so that pending items stay pending.
    server = started(program, "trading", folder, "--practice")
    stack.callback(stop, server)
    server.made |= first.made
    fill_trading(server)
    return server


def closes(*prices: float, age_days: int = 1) -> bytes:
    """A file of a close for each day until yesterday, or until an older day."""
    today = datetime.datetime.now(datetime.timezone.utc).date()
    days = [today - datetime.timedelta(days=age_days + ago) for ago in reversed(range(len(prices)))]
    return "".join(["date,close\n", *(f"{day},{price}\n" for day, price in zip(days, prices, strict=True))]).encode()


def trading_closes(program: pathlib.Path, folder: pathlib.Path, stack: contextlib.ExitStack) -> PageServer:
    """A simulated account that trades at closes, which screens can change, with quotes that are valid for twelve seconds."""
    rules = folder / "rules.conf"
    rules.write_text("quote-seconds = 12\n")
    server = started(program, "trading-closes", folder, "--clock-speed", 1_000_000, "--trading-rules", rules)
    stack.callback(stop, server)
    server.ask("PUT", "/v1/assets/BTC/history?replace=true", closes(PRICES[0], PRICES[0]), "text/csv")
    server.ask("POST", "/v1/trading/deposits", {"currency": "USD", "amount": "500"})
    wait_for_cash(server, "usd")
    return server


SCENES = {
    "sample": sample, "new": new_user, "empty": empty, "fresh": fresh, "accounts": accounts, "trading": trading, "trading-closes": trading_closes,
    "accounts-trading": accounts_trading, "accounts-trading-fast": accounts_trading_fast, "accounts-states": accounts_states,
}


@contextlib.contextmanager
def page_server(program: pathlib.Path, scene: str) -> typing.Iterator[PageServer]:
    """Starts and fills the server of a scene."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"closecast-{scene}-")))
        yield SCENES[scene](program, folder, stack)


def check_programs(program: pathlib.Path) -> None:
    if not program.exists():
        sys.exit(f"{program} is missing; build it first: scripts/build closecast closecast-server closecast-picture")


if __name__ == "__main__":
    import os

    # To inspect a scene by hand, in scripts/: python3 -m browser.servers sample
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
    with page_server(programs / "closecast-server", sys.argv[1]) as shown:
        print(f"{shown.url}  (Ctrl-C ends it)", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            shown.process.wait()
