"""The people of scripts/rehearsals/trading-kills: each trades on a thread, sends again what got no answer, and logs every answer."""

import collections
import contextlib
import http.client
import json
import pathlib
import random
import threading
import time
import typing
from decimal import Decimal

COINS = ("BTC", "ETH", "BNB")
CURRENCIES = ("USD", "EUR")
# The simulated bank's rules return withdrawals to the second account.
ACCOUNTS = ("DE89370400440532013000", None)
ENDING_OF_RETURNS = "0404"


def exchanged(
    port: int, method: str, path: str, body: dict | None = None, headers: dict | None = None, seconds: float = 60
) -> tuple[int, typing.Any]:
    """Sends a request on a connection of its own; returns the status and the JSON of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    with contextlib.closing(connection):
        return answered(connection, method, path, body, headers or {})


def answered(connection: http.client.HTTPConnection, method: str, path: str, body: dict | None, headers: dict):
    text = None if body is None else json.dumps(body)
    connection.request(method, path, text, headers | ({"Content-Type": "application/json"} if text else {}))
    response = connection.getresponse()
    content = response.read()
    return response.status, json.loads(content) if content else None


def german_account(ending: str) -> str:
    """An IBAN with right check digits (ISO 7064, 97-10)."""
    number = "370400440532" + "01" + ending
    digits = 98 - int(number + "131400") % 97  # D is 13, E is 14
    return f"DE{digits:02}{number}"


class Confirmed:
    """Every successful answer that a person received, on disk before the person does anything else."""

    def __init__(self, path: pathlib.Path):
        self.file, self.lock = open(path, "w"), threading.Lock()
        self.answers: list[dict] = []

    def add(self, person: int, action: str, key: str | None, body: dict | None, answer: dict) -> dict:
        entry = {"person": person, "action": action, "key": key, "body": body, "answer": answer}
        with self.lock:
            self.answers.append(entry)
            self.file.write(json.dumps(entry) + "\n")
            self.file.flush()
        return entry

    def of(self, action: str) -> list[dict]:
        return [entry for entry in self.answers if entry["action"] == action]

    def kinds(self) -> collections.Counter:
        return collections.Counter(entry["action"] for entry in self.answers)

    def close(self) -> None:
        self.file.close()


class Sent(typing.NamedTuple):
    """A request with a key, to be sent again later."""

    action: str
    method: str
    path: str
    body: dict | None
    key: str
    answer_id: str


class Person(threading.Thread):
    def __init__(self, number: int, token: str, port: int, confirmed: Confirmed, seed: int):
        super().__init__(daemon=True)
        self.number, self.token, self.port, self.confirmed = number, token, port, confirmed
        self.random, self.ended = random.Random(seed), threading.Event()
        self.connection: http.client.HTTPConnection | None = None
        self.addresses: dict[str, str] = {}
        self.others: list["Person"] = []
        self.methods: list[str] = []
        self.orders: list[str] = []
        self.plans: list[str] = []
        self.payments: list[str] = []
        self.sent: list[Sent] = []
        self.keys = 0
        self.unanswered = self.replayed = 0
        self.refusals: collections.Counter = collections.Counter()
        self.fault: str | None = None

    # MARK: Requests

    def request(self, method: str, path: str, body: dict | None = None, key: str | None = None) -> tuple[int, typing.Any]:
        """Sends a request until it is answered for good."""
        headers = {"Authorization": f"Bearer {self.token}"} | ({"Idempotency-Key": key} if key else {})
        while True:
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                status, answer = answered(self.connection, method, path, body, headers)
            except (OSError, http.client.HTTPException):
                self.connection.close()
                self.connection = None
                self.unanswered += 1
                time.sleep(self.random.uniform(0.005, 0.05))
                continue
            if status >= 500 or status in (408, 425, 429) or (status == 409 and answer["code"] == "in-progress"):
                time.sleep(self.random.uniform(0.01, 0.1))
                continue
            return status, answer

    def ask(self, path: str) -> typing.Any:
        status, answer = self.request("GET", path)
        if status != 200:
            raise ValueError(f"GET {path} was answered with {status}: {answer}")
        return answer

    def pages(self, path: str) -> list[dict]:
        """All elements of a list."""
        found, cursor = [], ""
        while True:
            page = self.ask(f"{path}?limit=500{cursor}")
            found += page["data"]
            if page["next_cursor"] is None:
                return found
            cursor = f"&cursor={page['next_cursor']}"

    def do(self, action: str, method: str, path: str, body: dict | None = None, with_key: bool = True) -> dict | None:
        """Writes, and logs a success. Returns nil for a refusal."""
        self.keys += 1
        key = f"person{self.number}-{self.keys}" if with_key else None
        status, answer = self.request(method, path, body, key)
        if status >= 400:
            self.refusals[answer["code"]] += 1
            return None
        self.confirmed.add(self.number, action, key, body, answer)
        if key:
            self.sent.append(Sent(action, method, path, body, key, answer["id"]))
        return answer

    # MARK: Living

    def prepare(self) -> None:
        """Opens the account, with cash to begin with."""
        for currency in CURRENCIES:
            self.do("deposit", "POST", "/v1/trading/deposits", {"currency": currency, "amount": "20000"})
        for coin in COINS:
            self.addresses[coin] = self.request("PUT", f"/v1/trading/addresses/{coin}")[1]["address"]
        for iban in (ACCOUNTS[0], german_account(ENDING_OF_RETURNS)):
            status, answer = self.request("POST", "/v1/trading/methods/bank-accounts", {"iban": iban})
            if status != 201:
                raise SystemExit(f"trading-kills: {iban} was answered with {status}: {answer}")
            self.methods.append(answer["id"])

    def buy_first_coins(self) -> None:
        """Waits for the cash, and buys some of each coin with it."""
        end = time.monotonic() + 120
        while sum(Decimal(balance["free"]) > 0 for balance in self.ask("/v1/trading/account")["balances"]) < len(CURRENCIES):
            if time.monotonic() > end:
                raise SystemExit("trading-kills: the first deposits do not arrive; see server.log beside the database")
            time.sleep(0.2)
        for coin in COINS:
            wish = {"side": "buy", "asset": coin, "currency": self.random.choice(CURRENCIES), "cash": "3000"}
            quote = self.do("quote", "POST", "/v1/trading/quotes", wish)
            if quote is None:
                raise SystemExit(f"trading-kills: person{self.number} got no quote for {wish}: {dict(self.refusals)}")
            self.do("trade", "POST", f"/v1/trading/quotes/{quote['id']}/confirmation")

    @staticmethod
    def meet(people: list["Person"]) -> None:
        for person in people:
            person.others = [other for other in people if other is not person]

    def run(self) -> None:
        actions = [
            (self.trade, 50), (self.place, 12), (self.cancel_order, 6), (self.plan, 2), (self.cancel_plan, 2), (self.deposit, 7),
            (self.withdraw, 6), (self.cancel_payment, 3), (self.send, 12), (self.repeat, 12),
        ]
        bodies, weights = zip(*actions)
        try:
            while not self.ended.is_set():
                self.random.choices(bodies, weights)[0]()
                time.sleep(self.random.uniform(0, 0.02))
        except Exception as error:  # Reported at the end, with everything else that is wrong.
            self.fault = f"{type(error).__name__}: {error}"

    def cash(self, least: int, most: int) -> str:
        return str(Decimal(self.random.randint(100 * least, 100 * most)) / 100)

    def quantity(self, coin: str, dollars: float) -> str:
        price = {"BTC": 90_000, "ETH": 3_000, "BNB": 650}[coin]
        return f"{dollars / price:.8f}"

    def wish(self) -> dict:
        side, coin = self.random.choice(("buy", "buy", "sell")), self.random.choice(COINS)
        wish = {"side": side, "asset": coin, "currency": self.random.choice(CURRENCIES)}
        if self.random.random() < 0.6:
            return wish | {"cash": self.cash(2, 400)}
        return wish | {"quantity": self.quantity(coin, self.random.uniform(5, 400))}

    def trade(self) -> None:
        quote = self.do("quote", "POST", "/v1/trading/quotes", self.wish(), self.random.random() < 0.7)
        if quote is None or self.random.random() < 0.1:
            return
        path, how = f"/v1/trading/quotes/{quote['id']}/confirmation", self.random.random()
        if how < 0.15:
            self.confirm_twice(path)
        else:
            self.do("trade", "POST", path, None, how < 0.5)

    def confirm_twice(self, path: str) -> None:
        """Two devices confirm one quote at once."""
        answers: list[dict | None] = []
        other = Person(self.number, self.token, self.port, self.confirmed, self.random.randrange(1 << 30))
        thread = threading.Thread(target=lambda: answers.append(other.do("trade", "POST", path, None, with_key=False)))
        thread.start()
        answers.append(self.do("trade", "POST", path, None, with_key=False))
        thread.join()
        self.unanswered += other.unanswered
        self.refusals += other.refusals
        if len({answer["id"] for answer in answers if answer}) > 1:
            raise ValueError(f"one quote made two orders: {answers}")

    def place(self) -> None:
        coin, currency = self.random.choice(COINS), self.random.choice(CURRENCIES)
        kind, side = self.random.choice((("limit", "buy"), ("limit", "sell"), ("stop", "buy"), ("stop", "sell")))
        quote = self.do("quote", "POST", "/v1/trading/quotes", {"side": "buy", "asset": coin, "currency": currency, "cash": "10"})
        if quote is None:
            return
        # Limits to buy and stops to sell lie below the price; near enough to be reached within seconds.
        below = (kind, side) in (("limit", "buy"), ("stop", "sell"))
        distance = Decimal(str(round(self.random.uniform(0.001, 0.02), 4)))
        price = (Decimal(quote["price"]) * (1 - distance if below else 1 + distance)).quantize(Decimal("0.01"))
        body = {"kind": kind, "side": side, "asset": coin, "currency": currency, "price": str(price), "days": self.random.randint(1, 30)}
        if side == "sell" or (kind == "limit" and self.random.random() < 0.4):
            body["quantity"] = self.quantity(coin, self.random.uniform(5, 200))
        else:
            body["cash"] = self.cash(5, 200)
        order = self.do("order", "POST", "/v1/trading/orders", body)
        if order:
            self.orders.append(order["id"])

    def cancel_order(self) -> None:
        if self.orders:
            order = self.orders.pop(self.random.randrange(len(self.orders)))
            self.do("cancelled order", "DELETE", f"/v1/trading/orders/{order}", with_key=self.random.random() < 0.5)

    def plan(self) -> None:
        if len(self.plans) > 2:
            return self.cancel_plan()
        body = {
            "asset": self.random.choice(COINS), "currency": self.random.choice(CURRENCIES), "cash": self.cash(2, 30),
            "every": self.random.choice(("day", "day", "week", "month")), "days": self.random.randint(5, 300),
        }
        plan = self.do("plan", "POST", "/v1/trading/plans", body)
        if plan:
            self.plans.append(plan["id"])

    def cancel_plan(self) -> None:
        if self.plans:
            plan = self.plans.pop(self.random.randrange(len(self.plans)))
            self.do("cancelled plan", "DELETE", f"/v1/trading/plans/{plan}", with_key=self.random.random() < 0.5)

    def deposit(self) -> None:
        body = {"currency": self.random.choice(CURRENCIES), "amount": self.cash(1, 900)}
        payment = self.do("deposit", "POST", "/v1/trading/deposits", body)
        if payment:
            self.payments.append(payment["id"])

    def withdraw(self) -> None:
        method = self.methods[self.random.random() < 0.2]
        body = {"currency": self.random.choice(CURRENCIES), "amount": self.cash(10, 600), "method": method}
        payment = self.do("withdrawal", "POST", "/v1/trading/withdrawals", body)
        if payment:
            self.payments.append(payment["id"])

    def cancel_payment(self) -> None:
        if self.payments:
            payment = self.payments.pop()
            self.do("cancelled payment", "DELETE", f"/v1/trading/payments/{payment}", with_key=self.random.random() < 0.5)

    def send(self) -> None:
        coin, other = self.random.choice(COINS), self.random.choice(self.others)
        body = {"asset": coin, "quantity": self.quantity(coin, self.random.uniform(0.5, 150)), "address": other.addresses[coin]}
        self.do("transfer", "POST", "/v1/trading/transfers", body)

    def repeat(self) -> None:
        """Sends an answered request again: it must be answered with the same thing."""
        if not self.sent:
            return
        sent = self.random.choice(self.sent)
        status, answer = self.request(sent.method, sent.path, sent.body, sent.key)
        self.replayed += 1
        if status >= 300 or answer["id"] != sent.answer_id:
            raise ValueError(f"{sent.action} {sent.answer_id}, sent again with its key, was answered with {status}: {answer}")
