"""The server that scripts/bench --server compares trades with: FastAPI and SQLAlchemy on SQLite, as durable as ours.

The tables are ours in spirit: accounts with their balances, transactions, postings that add up to zero, quotes that are used once, orders,
and what is used of the limits. Amounts are exact decimals, stored as text. Each request is one transaction, whose statements are compiled
once. Below /def the routes run in a thread pool, below /async on the event loop.

    CLOSECAST_TRADES=trades.db uvicorn --app-dir scripts benchmarks.server_trades_peer:app --workers 1
"""

import datetime
import decimal
import hashlib
import os
import secrets
import threading
import time
import typing
from decimal import ROUND_DOWN, ROUND_UP, Decimal

import fastapi
import orjson
import pydantic
import sqlalchemy
from sqlalchemy import Column, ForeignKey, Index, Integer, Table, UniqueConstraint, bindparam, func, select
from sqlalchemy.dialects.sqlite import insert as upsert

CENT, COIN = Decimal("0.01"), Decimal("0.00000001")
QUOTE_SECONDS = 30
TRADE_FEE, TOLERANCE = Decimal("0.01"), Decimal("0.01")
LEAST_TRADE, MOST_TRADE = Decimal("1.00"), Decimal("10000.00")
LIMIT_DAY, LIMIT_MONTH = Decimal("1000000000.00"), Decimal("1000000000.00")
MOST_ORDERS_AN_HOUR = 1_000_000_000
LARGEST_CLOSE_AGE = 1000 * 3600

decimal.getcontext().prec = 60


class Exact(sqlalchemy.types.TypeDecorator):
    """A decimal as text."""

    impl = sqlalchemy.Text
    cache_ok = True

    def process_bind_param(self, value, dialect):
        return None if value is None else format(value, "f")

    def process_result_value(self, value, dialect):
        return None if value is None else Decimal(value)


Text = sqlalchemy.Text
tables = sqlalchemy.MetaData()
tokens = Table("tokens", tables, Column("hash", Text, primary_key=True), Column("owner", Text, nullable=False))
assets = Table("assets", tables, Column("id", Integer, primary_key=True), Column("ticker", Text, unique=True, nullable=False))
closes = Table(
    "closes", tables, Column("asset", ForeignKey("assets.id"), primary_key=True), Column("day", Integer, primary_key=True),
    Column("close", Exact, nullable=False), Column("source", Text, nullable=False),
)
wallets = Table(
    "wallets", tables, Column("id", Integer, primary_key=True), Column("owner", Text, unique=True, nullable=False),
    Column("tolerance", Exact, nullable=False),
)
accounts = Table(
    "accounts", tables, Column("id", Integer, primary_key=True), Column("wallet", ForeignKey("wallets.id"), nullable=False),
    Column("role", Text, nullable=False), Column("asset", ForeignKey("assets.id"), nullable=False),
    Column("balance", Exact, nullable=False), Column("last_time", Integer, nullable=False),
    UniqueConstraint("wallet", "role", "asset"),
    sqlalchemy.CheckConstraint("role <> 'holding' OR substr(balance, 1, 1) <> '-'"),
)
transactions = Table(
    "transactions", tables, Column("id", Integer, primary_key=True), Column("owner", Text, nullable=False),
    Column("key", Text, nullable=False), Column("kind", Text, nullable=False), Column("time", Integer, nullable=False),
    Column("note", Text, nullable=False), UniqueConstraint("owner", "key"),
)
postings = Table(
    "postings", tables, Column("transaction_id", ForeignKey("transactions.id"), primary_key=True),
    Column("position", Integer, primary_key=True), Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("time", Integer, nullable=False), Column("amount", Exact, nullable=False),
    Index("postings_by_account", "account", "time", "transaction_id"), sqlite_with_rowid=False,
)
entries = Table(
    "wallet_transactions", tables, Column("wallet", ForeignKey("wallets.id"), primary_key=True),
    Column("time", Integer, primary_key=True), Column("transaction_id", ForeignKey("transactions.id"), primary_key=True),
    sqlite_with_rowid=False,
)
quotes = Table(
    "quotes", tables, Column("id", Text, primary_key=True), Column("owner", Text, nullable=False), Column("side", Text, nullable=False),
    Column("asset", ForeignKey("assets.id"), nullable=False), Column("quantity", Exact, nullable=False),
    Column("cash", Exact, nullable=False), Column("fee", Exact, nullable=False), Column("price", Exact, nullable=False),
    Column("price_source", Text, nullable=False), Column("price_time", Integer, nullable=False),
    Column("created_at", Integer, nullable=False), Column("expires_at", Integer, nullable=False),
    Index("quotes_by_owner", "owner", "expires_at"), sqlite_with_rowid=False,
)
orders = Table(
    "orders", tables, Column("id", Text, primary_key=True), Column("owner", Text, nullable=False), Column("side", Text, nullable=False),
    Column("asset", ForeignKey("assets.id"), nullable=False), Column("quote", Text, unique=True), Column("state", Text, nullable=False),
    Column("quantity", Exact), Column("cash", Exact), Column("fee", Exact), Column("price", Exact), Column("price_source", Text),
    Column("price_time", Integer), Column("created_at", Integer, nullable=False),
    Index("orders_by_owner", "owner", "created_at", "id"), sqlite_with_rowid=False,
)
usage = Table(
    "usage", tables, Column("owner", Text, primary_key=True), Column("day", Integer, primary_key=True),
    Column("amount", Exact, nullable=False), sqlite_with_rowid=False,
)

OWNER = select(tokens.c.owner).where(tokens.c.hash == bindparam("hash"))
ASSET = select(assets.c.id).where(assets.c.ticker == bindparam("ticker"))
PRICE = select(closes.c.day, closes.c.close, closes.c.source).where(
    closes.c.asset == bindparam("asset"), closes.c.day <= bindparam("day")
).order_by(closes.c.day.desc()).limit(1)
WALLET = select(wallets.c.id, wallets.c.tolerance).where(wallets.c.owner == bindparam("owner"))
OLD_QUOTES = quotes.delete().where(quotes.c.owner == bindparam("of"), quotes.c.expires_at <= bindparam("time"))
QUOTE = select(quotes).where(quotes.c.id == bindparam("quote"))
ORDER_OF_QUOTE = select(orders).where(orders.c.quote == bindparam("quote"))
ORDERS_SINCE = select(func.count()).select_from(orders).where(orders.c.owner == bindparam("owner"), orders.c.created_at > bindparam("time"))
USED = select(usage.c.day, usage.c.amount).where(usage.c.owner == bindparam("owner"), usage.c.day.between(bindparam("first"), bindparam("last")))
added = upsert(usage)
USE = added.on_conflict_do_update(index_elements=["owner", "day"], set_={"amount": added.excluded.amount})
BALANCES = select(accounts.c.role, accounts.c.asset, accounts.c.id, accounts.c.balance, accounts.c.last_time).where(
    accounts.c.wallet == bindparam("wallet"), accounts.c.asset.in_([bindparam("cash"), bindparam("coin")])
)
SET_BALANCE = accounts.update().where(accounts.c.id == bindparam("account")).values(
    balance=bindparam("balance"), last_time=bindparam("last_time")
)


def engine(path: str) -> sqlalchemy.Engine:
    # One connection for each thread that waits for the only writer.
    made = sqlalchemy.create_engine(f"sqlite:///{path}", pool_size=50, connect_args={"timeout": 30, "check_same_thread": False})

    @sqlalchemy.event.listens_for(made, "connect")
    def prepare(connection, _):
        # SQLAlchemy begins transactions, not the driver.
        connection.isolation_level = None
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {setting}")

    @sqlalchemy.event.listens_for(made, "begin")
    def begin(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return made


# Use cases ------------------------------------------------------------------------------------------------------------


class Problem(Exception):
    def __init__(self, status: int, code: str):
        super().__init__(code)
        self.status, self.code = status, code


class Wish(pydantic.BaseModel):
    side: typing.Literal["buy", "sell"]
    asset: str = pydantic.Field(max_length=100)
    currency: typing.Literal["USD"]
    cash: Decimal | None = pydantic.Field(default=None, gt=0)
    quantity: Decimal | None = pydantic.Field(default=None, gt=0)


class Figures(typing.NamedTuple):
    quantity: Decimal
    cash: Decimal
    fee: Decimal


def caller(connection: sqlalchemy.Connection, authorization: str) -> str:
    kind, _, token = authorization.partition(" ")
    owner = connection.execute(OWNER, {"hash": hashlib.sha256(token.encode()).hexdigest()}).scalar()
    if kind != "Bearer" or owner is None:
        raise Problem(401, "unknown-token")
    return owner


def price_now(connection: sqlalchemy.Connection, asset: int, now: int) -> tuple[Decimal, str, int]:
    row = connection.execute(PRICE, {"asset": asset, "day": now // 86_400 - 1}).first()
    if row is None or now - (row.day + 1) * 86_400 > LARGEST_CLOSE_AGE:
        raise Problem(409, "no-price")
    return row.close, row.source, (row.day + 1) * 86_400


def fee_of(gross: Decimal) -> Decimal:
    return (gross * TRADE_FEE).quantize(CENT, ROUND_UP)


def figures(wish: Wish, price: Decimal) -> Figures:
    amount = wish.cash if wish.quantity is None else wish.quantity
    if amount is None or (wish.cash is not None) == (wish.quantity is not None):
        raise Problem(422, "two-amounts")
    if amount != amount.quantize(CENT if wish.cash else COIN, ROUND_DOWN):
        raise Problem(422, "bad-amount")
    if wish.side == "buy" and wish.cash:
        fee = fee_of(amount)
        found = Figures(((amount - fee) / price).quantize(COIN, ROUND_DOWN), amount, fee)
    elif wish.side == "buy":
        gross = (amount * price).quantize(CENT, ROUND_UP)
        found = Figures(amount, gross + fee_of(gross), fee_of(gross))
    elif wish.cash:
        gross = (amount / (1 - TRADE_FEE)).quantize(CENT, ROUND_UP)
        found = Figures((gross / price).quantize(COIN, ROUND_UP), amount, gross - amount)
    else:
        gross = (amount * price).quantize(CENT, ROUND_DOWN)
        found = Figures(amount, gross - fee_of(gross), fee_of(gross))
    size = found.cash if wish.side == "buy" else found.cash + found.fee
    if found.quantity <= 0 or found.cash <= 0 or not LEAST_TRADE <= size <= MOST_TRADE:
        raise Problem(422, "too-small-or-too-large")
    return found


def offer(connection: sqlalchemy.Connection, authorization: str, wish: Wish) -> dict:
    now, owner = int(time.time()), caller(connection, authorization)
    if connection.execute(WALLET, {"owner": owner}).first() is None:
        raise Problem(404, "no-account")
    asset = connection.execute(ASSET, {"ticker": wish.asset}).scalar()
    if asset is None:
        raise Problem(404, "unknown-asset")
    price, source, price_time = price_now(connection, asset, now)
    offered = figures(wish, price)
    quote = {
        "id": f"q_{secrets.token_hex(8)}", "owner": owner, "side": wish.side, "asset": asset, **offered._asdict(), "price": price,
        "price_source": source, "price_time": price_time, "created_at": now, "expires_at": now + QUOTE_SECONDS,
    }
    connection.execute(OLD_QUOTES, {"of": owner, "time": now - 3600})
    connection.execute(quotes.insert(), quote)
    return document(quote, wish.asset)


def confirm(connection: sqlalchemy.Connection, authorization: str, id: str) -> tuple[int, dict]:
    now, owner = int(time.time()), caller(connection, authorization)
    made = connection.execute(ORDER_OF_QUOTE, {"quote": id}).first()
    if made is not None and made.owner == owner:
        return 200, document(made._asdict(), None)
    quote = connection.execute(QUOTE, {"quote": id}).first()
    if quote is None or quote.owner != owner:
        raise Problem(404, "no-quote")
    if not quote.created_at - 60 <= now < quote.expires_at:
        raise Problem(409, "quote-expired")
    wallet = connection.execute(WALLET, {"owner": owner}).one()
    if connection.execute(ORDERS_SINCE, {"owner": owner, "time": now - 3600}).scalar_one() >= MOST_ORDERS_AN_HOUR:
        raise Problem(429, "too-many-requests")
    price, _, _ = price_now(connection, quote.asset, now)
    if abs(price - quote.price) > quote.price * wallet.tolerance:
        raise Problem(409, "price-moved")
    count_usage(connection, owner, quote.cash if quote.side == "buy" else quote.cash + quote.fee, now)
    order = {
        "id": f"o_{secrets.token_hex(8)}", "owner": owner, "side": quote.side, "asset": quote.asset, "quote": quote.id,
        "state": "filled", "quantity": quote.quantity, "cash": quote.cash, "fee": quote.fee, "price": quote.price,
        "price_source": quote.price_source, "price_time": quote.price_time, "created_at": now,
    }
    post(connection, wallet.id, owner, order, now)
    connection.execute(orders.insert(), order)
    return 201, document(order, None)


def count_usage(connection: sqlalchemy.Connection, owner: str, dollars: Decimal, now: int) -> None:
    today = now // 86_400
    first = today - datetime.datetime.fromtimestamp(now, datetime.timezone.utc).day + 1
    days = {row.day: row.amount for row in connection.execute(USED, {"owner": owner, "first": first, "last": today})}
    used = days.get(today, Decimal(0))
    if used + dollars > LIMIT_DAY or sum(days.values()) + dollars > LIMIT_MONTH:
        raise Problem(403, "over-limit")
    connection.execute(USE, {"owner": owner, "day": today, "amount": used + dollars})


def post(connection: sqlalchemy.Connection, wallet: int, owner: str, order: dict, now: int) -> None:
    """Writes the postings of a trade, which add up to zero in each asset, and the new balances."""
    coin, cash = order["asset"], CASH
    sign = 1 if order["side"] == "buy" else -1
    gross = order["cash"] - sign * order["fee"]
    legs = [
        ("holding", coin, sign * order["quantity"]), ("market", coin, -sign * order["quantity"]),
        ("holding", cash, -sign * order["cash"]), ("market", cash, sign * gross), ("fees", cash, order["fee"]),
    ]
    found = {(row.role, row.asset): row for row in connection.execute(BALANCES, {"wallet": wallet, "cash": cash, "coin": coin})}
    at = max([now, *(row.last_time for row in found.values())])
    transaction = connection.execute(
        transactions.insert(), {"owner": owner, "key": f"trading/{order['id']}", "kind": order["side"], "time": at,
                                "note": f"order {order['id']}"}
    ).inserted_primary_key[0]
    changes, lines = [], []
    for position, (role, asset, amount) in enumerate(legs):
        account = found.get((role, asset))
        if account is None:
            id = connection.execute(
                accounts.insert(), {"wallet": wallet, "role": role, "asset": asset, "balance": Decimal(0), "last_time": at}
            ).inserted_primary_key[0]
            balance = amount
        else:
            id, balance = account.id, account.balance + amount
        if role == "holding" and balance < 0:
            raise Problem(409, "not-enough")
        changes.append({"account": id, "balance": balance, "last_time": at})
        lines.append({"transaction_id": transaction, "position": position, "account": id, "time": at, "amount": amount})
    connection.execute(postings.insert(), lines)
    connection.execute(SET_BALANCE, changes)
    connection.execute(entries.insert(), {"wallet": wallet, "time": at, "transaction_id": transaction})


def moment(seconds: int) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def document(record: dict, ticker: str | None) -> dict:
    times = {name: moment(record[name]) for name in ("created_at", "expires_at", "price_time") if name in record}
    plain = {name: format(value, "f") if isinstance(value, Decimal) else value for name, value in record.items()}
    return {"simulated": True, **plain, **times, **({"asset": ticker} if ticker else {})}


# Routes ---------------------------------------------------------------------------------------------------------------

CASH = 1  # US dollars are the first asset.
app = fastapi.FastAPI()
# SQLite has one writer: threads of this process take turns here, rather than by asking SQLite repeatedly.
writing = threading.Lock()
store = engine(os.environ["CLOSECAST_TRADES"]) if "CLOSECAST_TRADES" in os.environ else None


@app.exception_handler(Problem)
async def problem(_: fastapi.Request, error: Problem) -> fastapi.Response:
    return answer(error.status, {"status": error.status, "code": error.code})


def answer(status: int, body: dict) -> fastapi.Response:
    return fastapi.Response(orjson.dumps(body), status, media_type="application/json")


@app.post("/def/quotes")
def quote_in_a_thread(wish: Wish, authorization: typing.Annotated[str, fastapi.Header()]) -> fastapi.Response:
    with writing, store.begin() as connection:
        offered = offer(connection, authorization, wish)
    return answer(201, offered)


@app.post("/def/quotes/{quote}/confirmation")
def confirm_in_a_thread(quote: str, authorization: typing.Annotated[str, fastapi.Header()]) -> fastapi.Response:
    with writing, store.begin() as connection:
        status, order = confirm(connection, authorization, quote)
    return answer(status, order)


@app.post("/async/quotes")
async def quote_on_the_loop(wish: Wish, authorization: typing.Annotated[str, fastapi.Header()]) -> fastapi.Response:
    with store.begin() as connection:
        offered = offer(connection, authorization, wish)
    return answer(201, offered)


@app.post("/async/quotes/{quote}/confirmation")
async def confirm_on_the_loop(quote: str, authorization: typing.Annotated[str, fastapi.Header()]) -> fastapi.Response:
    with store.begin() as connection:
        status, order = confirm(connection, authorization, quote)
    return answer(status, order)


@app.get("/ready")
async def ready() -> dict:
    return {}


# The benchmark's side -------------------------------------------------------------------------------------------------


def seed(path: str, owners: dict[str, str], ticker: str, price: str, cash: str, coins: str) -> None:
    """Makes a database with a price of yesterday and an account for each owner.

    :param owners: the token of each.
    """
    made, now = engine(path), int(time.time())
    with made.begin() as connection:
        tables.create_all(connection)
        connection.execute(assets.insert(), [{"id": CASH, "ticker": "USD"}, {"id": 2, "ticker": ticker}])
        connection.execute(closes.insert(), {"asset": 2, "day": now // 86_400 - 1, "close": Decimal(price), "source": "test"})
        for owner, token in owners.items():
            connection.execute(tokens.insert(), {"hash": hashlib.sha256(token.encode()).hexdigest(), "owner": owner})
            wallet = connection.execute(wallets.insert(), {"owner": owner, "tolerance": TOLERANCE}).inserted_primary_key[0]
            for asset, amount in ((CASH, Decimal(cash)), (2, Decimal(coins))):
                deposit(connection, wallet, owner, asset, amount, now)
    made.dispose()


def deposit(connection: sqlalchemy.Connection, wallet: int, owner: str, asset: int, amount: Decimal, now: int) -> None:
    transaction = connection.execute(
        transactions.insert(), {"owner": owner, "key": f"deposit {asset}", "kind": "deposit", "time": now, "note": ""}
    ).inserted_primary_key[0]
    for position, (role, change) in enumerate((("holding", amount), ("external", -amount))):
        account = connection.execute(
            accounts.insert(), {"wallet": wallet, "role": role, "asset": asset, "balance": change, "last_time": now}
        ).inserted_primary_key[0]
        line = {"transaction_id": transaction, "position": position, "account": account, "time": now, "amount": change}
        connection.execute(postings.insert(), line)
    connection.execute(entries.insert(), {"wallet": wallet, "time": now, "transaction_id": transaction})


def audited(path: str) -> int:
    """The number of orders, after checking that all postings add up to zero and to the balances."""
    made = engine(path)
    with made.connect() as connection:
        sums: dict[int, Decimal] = {}
        for account, amount in connection.execute(select(postings.c.account, postings.c.amount)):
            sums[account] = sums.get(account, Decimal(0)) + amount
        for id, balance in connection.execute(select(accounts.c.id, accounts.c.balance)):
            assert sums.get(id, Decimal(0)) == balance, f"account {id} has {balance}; its postings add up to {sums.get(id)}"
        count = connection.execute(select(func.count()).select_from(orders)).scalar_one()
    made.dispose()
    return count
