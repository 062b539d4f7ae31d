"""A second ledger: computes the balances of simulated accounts from confirmed answers and histories, and compares them with the server's."""

import collections
import dataclasses
import time
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_UP, Decimal, localcontext

from rehearsals.trading_people import Confirmed, Person

CENT, COIN, EXACT = Decimal("0.01"), Decimal("0.00000001"), Decimal("1e-18")
# The rules of the run.
TRADE_FEE, TRANSFER_FEE = Decimal("0.01"), Decimal("0.001")
CASH = {"USD": "usd", "EUR": "eur"}


@dataclasses.dataclass
class Book:
    """One person's account as the server has it at the end."""

    number: int
    account: dict
    history: list[dict]
    orders: dict[str, dict]  # all of the history's, and the open ones
    plans: dict[str, dict]
    payments: dict[str, dict]

    @property
    def balances(self) -> list[dict]:
        return self.account["balances"]


def book(person: Person) -> Book:
    history = person.pages("/v1/trading/history")
    orders = {
        entry["id"]: person.ask(f"/v1/trading/orders/{entry['id']}") for entry in history if entry["kind"] in ("buy", "sell")
    }
    payments = {
        entry["id"]: person.ask(f"/v1/trading/payments/{entry['id']}")
        for entry in history if entry["kind"] in ("deposit", "withdrawal")
    }
    plans = {plan["id"]: plan for plan in person.pages("/v1/trading/plans")}
    return Book(person.number, person.ask("/v1/trading/account"), history, orders, plans, payments)


def settled_books(people: list[Person]) -> list[Book]:
    """Reads all accounts once the scheduled work rests: nothing changes between two looks."""

    def look() -> list:
        accounts = [person.ask("/v1/trading/account") for person in people]
        return [[account["balances"] for account in accounts], [person.pages("/v1/trading/plans") for person in people]]

    before = look()
    for _ in range(60):
        time.sleep(2.5)
        now = look()
        if now == before:
            return [book(person) for person in people]
        before = now
    raise SystemExit("trading-kills: the accounts do not come to rest")


# Auditing -------------------------------------------------------------------------------------------------------------


def audit(books: list[Book], confirmed: Confirmed) -> list[str]:
    """Returns what is wrong."""
    with localcontext() as context:
        context.prec = 80
        faults = nothing_lost_or_doubled(books, confirmed)
        for each in books:
            faults += figures(each)
            faults += balances(each)
        return faults + transfers(books)


def nothing_lost_or_doubled(books: list[Book], confirmed: Confirmed) -> list[str]:
    """Everything confirmed is stored as confirmed, and nothing else is."""
    faults = []
    by_number = {each.number: each for each in books}
    entries = {each.number: collections.Counter(entry["id"] for entry in each.history) for each in books}
    for number, counts in entries.items():
        faults += [f"person{number}: {id} is in the history {count} times" for id, count in counts.items() if count > 1]

    expected: dict[int, set[str]] = {each.number: set() for each in books}
    for entry in confirmed.answers:
        number, action, answer = entry["person"], entry["action"], entry["answer"]
        own, place = by_number[number], f"person{number}: {action} {answer['id']}"
        if action == "quote":
            faults += [f"{place}: {fault}" for fault in wrong_figures(answer, quoted=entry["body"])]
            continue
        if action in ("plan", "cancelled plan"):
            stored = own.plans.get(answer["id"])
            if stored is None:
                faults.append(f"{place} is lost")
            elif action == "cancelled plan" and stored["state"] != "cancelled":
                faults.append(f"{place} is {stored['state']} again")
            continue
        expected[number].add(answer["id"])
        if answer["id"] not in entries[number]:
            faults.append(f"{place} is lost")
            continue
        stored = own.orders.get(answer["id"]) or own.payments.get(answer["id"])
        if stored is None:
            continue  # a transfer, see below
        fixed = {"id", "kind", "side", "asset", "currency", "amount", "amount_in", "trigger_price", "quote", "plan", "created_at",
                 "method", "fee", "requested_at", "sent_at", "due_at"}
        if action in ("trade", "cancelled order", "cancelled payment"):
            fixed |= {"state", "fill", "ended_at"}
        for name in fixed & answer.keys():
            if answer[name] != stored[name]:
                faults.append(f"{place} was confirmed with {name} {answer[name]}, and is stored with {stored[name]}")
    faults += one_order_a_quote(books, confirmed)
    faults += one_thing_a_key(confirmed)
    for each in books:
        faults += unexpected(each, expected[each.number])
    return faults


def one_order_a_quote(books: list[Book], confirmed: Confirmed) -> list[str]:
    quotes = {entry["answer"]["id"]: entry["answer"] for entry in confirmed.of("quote")}
    used = collections.Counter(order["quote"] for each in books for order in each.orders.values() if order["quote"])
    faults = [f"quote {quote} made {count} orders" for quote, count in used.items() if count > 1]
    for each in books:
        for id, order in each.orders.items():
            if order["quote"] is None:
                continue
            quote = quotes.get(order["quote"])
            if quote is None:
                faults.append(f"order {id} is of a quote that nobody was offered")
            elif any(order["fill"][name] != quote[name] for name in ("quantity", "cash", "fee", "price")):
                faults.append(f"order {id} differs from its quote: {order} of {quote}")
    return faults


def one_thing_a_key(confirmed: Confirmed) -> list[str]:
    things = collections.defaultdict(set)
    for entry in confirmed.answers:
        if entry["key"]:
            things[entry["key"]].add(entry["answer"]["id"])
    return [f"key {key} made {ids}" for key, ids in things.items() if len(ids) > 1]


def unexpected(each: Book, expected: set[str]) -> list[str]:
    """Entries without a confirmed answer: only plans make orders by themselves, and others send coins."""
    faults, runs = [], collections.Counter()
    for entry in each.history:
        if entry["kind"] == "receive" or entry["id"] in expected:
            continue
        order = each.orders.get(entry["id"])
        plan = each.plans.get(order["plan"]) if order and order["plan"] else None
        if plan is None:
            faults.append(f"person{each.number}: {entry['kind']} {entry['id']} was never confirmed")
            continue
        runs[plan["id"]] += 1
        if (order["asset"], order["currency"], order["amount"]) != (plan["asset"], plan["currency"], plan["cash"]):
            faults.append(f"person{each.number}: order {order['id']} is not what its plan says: {order}, {plan}")
    for id, plan in each.plans.items():
        if runs[id] != plan["runs"]:
            faults.append(f"person{each.number}: plan {id} ran {plan['runs']} times and made {runs[id]} orders")
    return faults


def transfers(books: list[Book]) -> list[str]:
    """Coins that left one account arrived in exactly one other."""
    sent = {entry["id"]: entry for each in books for entry in each.history if entry["kind"] == "send"}
    received = collections.Counter(entry["id"] for each in books for entry in each.history if entry["kind"] == "receive")
    faults = [f"transfer {id} arrived {received[id]} times" for id in sent if received[id] != 1]
    faults += [f"transfer {id} arrived and was never sent" for id in received if id not in sent]
    for each in books:
        for entry in each.history:
            if entry["kind"] == "receive" and entry["id"] in sent and entry["quantity"] != sent[entry["id"]]["quantity"]:
                faults.append(f"transfer {entry['id']} arrived with {entry['quantity']}, and left with {sent[entry['id']]['quantity']}")
    return faults


# Figures --------------------------------------------------------------------------------------------------------------


def decimals(document: dict, *names: str) -> list[Decimal]:
    return [Decimal(document[name]) for name in names]


def quotient(dividend: Decimal, divisor: Decimal) -> Decimal:
    return (dividend / divisor).quantize(EXACT, ROUND_HALF_EVEN)


def product(one: Decimal, other: Decimal) -> Decimal:
    return (one * other).quantize(EXACT, ROUND_HALF_EVEN)


def fee_of(gross: Decimal) -> Decimal:
    return (gross * TRADE_FEE).quantize(CENT, ROUND_UP)


def trade_of(side: str, amount: Decimal, unit: str, price: Decimal) -> tuple[Decimal, Decimal, Decimal]:
    """The figures of a trade: coins, cash with the fee or after it, and the fee."""
    if side == "buy" and unit == "cash":
        fee = fee_of(amount)
        return quotient(amount - fee, price).quantize(COIN, ROUND_DOWN), amount, fee
    if side == "buy":
        gross = product(amount, price).quantize(CENT, ROUND_UP)
        return amount, gross + fee_of(gross), fee_of(gross)
    if unit == "coin":
        gross = product(amount, price).quantize(CENT, ROUND_DOWN)
        return amount, gross - fee_of(gross), fee_of(gross)
    gross = quotient(amount, 1 - TRADE_FEE).quantize(CENT, ROUND_UP)
    return quotient(gross, price).quantize(COIN, ROUND_UP), amount, gross - amount


def wrong_figures(figures: dict, quoted: dict) -> list[str]:
    """Checks quantity, cash and fee against the price and what was ordered."""
    unit = "cash" if "cash" in quoted else "coin"
    amount = Decimal(quoted.get("cash") or quoted["quantity"])
    computed = trade_of(quoted["side"], amount, unit, Decimal(figures["price"]))
    stored = tuple(decimals(figures, "quantity", "cash", "fee"))
    return [] if computed == stored else [f"{amount} ({unit}) at {figures['price']} comes to {computed}, not {stored}"]


def figures(each: Book) -> list[str]:
    """Checks every filled order that had a price of its own."""
    faults = []
    for id, order in each.orders.items():
        if order["state"] != "filled" or order["quote"]:
            continue
        wanted = {"side": order["side"], "cash" if order["amount_in"] == "cash" else "quantity": order["amount"]}
        faults += [f"person{each.number}: order {id}: {fault}" for fault in wrong_figures(order["fill"], wanted)]
        if order["kind"] == "market":
            continue
        price, trigger = decimals({"price": order["fill"]["price"], "trigger": order["trigger_price"]}, "price", "trigger")
        is_below = (order["kind"] == "limit") == (order["side"] == "buy")
        if price > trigger if is_below else price < trigger:
            faults.append(f"person{each.number}: the {order['kind']} {order['side']} {id} at {trigger} was executed at {price}")
    return faults


# Balances -------------------------------------------------------------------------------------------------------------


def held_by(order: dict) -> tuple[str, Decimal]:
    """The amount held by an open order: the coins to sell, or the cash that it costs at its own price."""
    amount = Decimal(order["amount"])
    if order["side"] == "sell":
        return order["asset"], amount
    return CASH[order["currency"]], trade_of("buy", amount, order["amount_in"], Decimal(order["trigger_price"]))[1]


def computed_balances(each: Book) -> dict[str, list[Decimal]]:
    """By asset: free and held."""
    found: dict[str, list[Decimal]] = collections.defaultdict(lambda: [Decimal(0), Decimal(0)])
    for entry in each.history:
        kind, state = entry["kind"], entry["state"]
        if kind in ("buy", "sell"):
            if state == "filled":
                sign = 1 if kind == "buy" else -1
                found[entry["asset"]][0] += sign * Decimal(entry["quantity"])
                found[CASH[entry["currency"]]][0] -= sign * Decimal(entry["cash"])
            elif state == "open":
                asset, amount = held_by(each.orders[entry["id"]])
                found[asset][0] -= amount
                found[asset][1] += amount
        elif kind == "deposit":
            if state == "settled":
                found[CASH[entry["currency"]]][0] += Decimal(entry["cash"])
        elif kind == "withdrawal":
            whole = Decimal(entry["cash"]) + Decimal(entry["fee"])
            if state in ("pending", "sent", "settled"):
                found[CASH[entry["currency"]]][0] -= whole
            if state in ("pending", "sent"):
                found[CASH[entry["currency"]]][1] += whole
        elif kind == "send":
            quantity = Decimal(entry["quantity"])
            fee = product(quantity, TRANSFER_FEE).quantize(COIN, ROUND_UP)
            if fee != Decimal(entry["fee"]):
                raise ValueError(f"the fee of transfer {entry['id']} is {entry['fee']}, not {fee}")
            found[entry["asset"]][0] -= quantity + fee
        elif kind == "receive":
            found[entry["asset"]][0] += Decimal(entry["quantity"])
        else:
            raise ValueError(f"what is {kind}?")
    return found


def balances(each: Book) -> list[str]:
    try:
        computed = computed_balances(each)
    except ValueError as error:
        return [f"person{each.number}: {error}"]
    faults = []
    stored = {entry["asset"]: decimals(entry, "free", "held") for entry in each.balances}
    for asset in sorted(computed.keys() | stored.keys()):
        mine, theirs = computed.get(asset, [Decimal(0)] * 2), stored.get(asset, [Decimal(0)] * 2)
        if mine != theirs:
            faults.append(f"person{each.number}: {asset} is {theirs[0]} free and {theirs[1]} held; computed: {mine[0]} and {mine[1]}")
        if min(theirs) < 0:
            faults.append(f"person{each.number}: {asset} is negative: {theirs}")
    return faults
