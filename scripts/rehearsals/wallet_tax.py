"""Tax years as docs/tax.md defines them, for scripts/rehearsals/wallet-ledger."""

import collections
import dataclasses
import datetime

from wallet_oracle import CURRENCIES, Closes, Entry, Holding, Lot, becoming, both, rounded, sale_kind, shares, value_of

# The first method is the usual one.
COUNTRIES = {
    "it": (("lifo",), False, "EUR"), "de": (("fifo", "average"), True, "EUR"), "us": (("fifo", "lifo", "hifo"), True, "USD"),
    "gb": (("shares",), False, "GBP"), "kz": (("fifo", "lifo", "hifo", "average"), False, "KZT"),
    "generic": (("fifo", "lifo", "hifo", "average", "shares"), False, "USD"),
}


def date(day: int) -> datetime.date:
    return datetime.date(1970, 1, 1) + datetime.timedelta(day)


def is_long(country: str, acquired: int, sold: int) -> bool:
    """Germany: after the same date a year later (28 February for 29 February). United States: from the day after that date."""
    start = date(acquired if country == "de" else acquired + 1)
    try:
        end = start.replace(year=start.year + 1)
    except ValueError:
        end = datetime.date(start.year + 1, 2, 28) if country == "de" else datetime.date(start.year + 1, 3, 1)
    return date(sold) > end if country == "de" else date(sold) >= end


@dataclasses.dataclass
class Event:
    """What a transaction does to one coin. `effect` is acquired, disposed, removed, moved or becomes."""

    entry: Entry
    asset: str
    quantity: int
    effect: str
    kind: str = ""
    cost: int | None = None
    proceeds: int | None = None
    fee: int | None = None


def events(entries: list[Entry], closes: Closes, currency: str) -> list[Event]:
    found = []
    for entry in sorted(entries, key=lambda entry: entry.order):
        value = value_of(entry, closes, currency)
        dollars = lambda amount: closes.converted(amount, currency, entry.day)
        made = lambda effect, quantity=entry.quantity, asset=entry.asset, **more: found.append(Event(entry, asset, quantity, effect, **more))
        match entry.kind:
            case "deposit": made("acquired", cost=value)
            case "income": made("acquired", cost=value if entry.at_market else 0)
            case "buy": made("acquired", cost=dollars(entry.cash + entry.fee))
            case "sell": made("disposed", kind="sale", proceeds=dollars(entry.cash - entry.fee), fee=dollars(entry.fee))
            case "fee": made("disposed", kind="fee", proceeds=0)
            case "withdrawal" if entry.value == 0: made("disposed", kind="loss", proceeds=0)
            case "withdrawal": made("removed")
            case "swap":
                made("disposed", kind=sale_kind(entry), proceeds=value, fee=dollars(0))
                made("acquired", entry.to_quantity, entry.to_asset, cost=value)
            case "split": made("becomes")
            case "transfer":
                made("moved")
                if entry.fee:
                    made("disposed", entry.fee, kind="fee", proceeds=0)
    return [event for event in found if event.asset != "usd" and event.asset not in CURRENCIES]


class Pool:
    """Coins with one cost for all of them."""

    def __init__(self):
        self.quantity, self.cost = 0, 0

    def add(self, quantity: int, cost: int | None) -> None:
        self.quantity, self.cost = self.quantity + quantity, both(self.cost, cost)

    def take(self, part: int) -> int | None:
        share = None if self.cost is None else rounded(self.cost * part, self.quantity)
        self.quantity, self.cost = self.quantity - part, None if share is None else self.cost - share
        if not self.quantity:
            self.cost = 0
        return share


# A part of a disposal: quantity, cost, the day of its acquisition, and how it was found.
Part = tuple[int, int | None, int | None, str]


def lot_parts(found: list[Event], method: str, is_per_wallet: bool) -> dict[int, list[Part]]:
    """By the index of the event."""
    holdings: dict[tuple, Holding] = {}
    averages: dict[tuple, Pool] = collections.defaultdict(Pool)
    parts: dict[int, list[Part]] = {}

    def add(place: tuple, origin: tuple, quantity: int, cost: int | None) -> None:
        holding = holdings.setdefault(place, Holding("fifo" if method == "average" else method))
        kept = Lot(origin, 0, quantity, cost)
        if owed := min(holding.short, quantity):
            kept.split(owed)
        if kept.quantity:
            averages[place].add(kept.quantity, kept.cost)
        holding.add(origin, quantity, cost)

    def take(place: tuple, quantity: int) -> list[Lot]:
        taken = holdings.setdefault(place, Holding("fifo" if method == "average" else method)).take(quantity)
        if method == "average":
            for lot in taken:
                lot.cost = averages[place].take(lot.quantity) if lot.origin else None
        return taken

    for index, event in enumerate(found):
        entry, wallet = event.entry, event.entry.wallet if is_per_wallet else ""
        match event.effect:
            case "acquired": add((wallet, event.asset), entry.order, event.quantity, event.cost)
            case "removed": take((wallet, event.asset), event.quantity)
            case "moved" if is_per_wallet:
                for lot in take((wallet, event.asset), event.quantity):
                    add((entry.target, event.asset), lot.origin or entry.order, lot.quantity, lot.cost)
            case "becomes":
                for lot in becoming(take((wallet, event.asset), event.quantity), entry.to_quantity):
                    add((wallet, entry.to_asset), lot.origin or entry.order, lot.quantity, lot.cost)
            case "disposed":
                rule = "average" if method == "average" else "lot"
                parts[index] = [
                    (lot.quantity, lot.cost, lot.origin[0] // 86_400 if lot.origin else None, rule if lot.origin else "unmatched")
                    for lot in take((wallet, event.asset), event.quantity)
                ]
    return parts


def share_parts(found: list[Event]) -> dict[int, list[Part]]:
    """The same day, then the 30 days after it, then the pool; the coins of a split are another kind of coin."""
    order = sorted(range(len(found)), key=lambda index: (found[index].entry.day, index))
    splits, kinds = collections.Counter(), {}
    bought: dict[tuple, Pool] = collections.defaultdict(Pool)
    for index in order:
        event = found[index]
        kinds[index] = (event.asset, splits[event.asset], event.entry.day)
        if event.effect == "becomes" and event.entry.to_asset == event.asset:
            splits[event.asset] += 1
        if event.effect == "acquired":
            bought[kinds[index]].add(event.quantity, event.cost)
    left = {index: found[index].quantity for index in order if found[index].effect == "disposed"}
    parts: dict[int, list[Part]] = {index: [] for index in left}

    def match(index: int, later: int, rule: str) -> None:
        asset, kind, day = kinds[index]
        free = bought.get((asset, kind, day + later))
        part = min(left[index], free.quantity) if free else 0
        if part:
            left[index] -= part
            parts[index].append((part, free.take(part), day + later, rule))

    for index in left:
        match(index, 0, "same-day")
    for index in left:
        for later in range(1, 31):
            match(index, later, "30-days")

    pools: dict[str, Pool] = collections.defaultdict(Pool)
    short: collections.Counter = collections.Counter()

    def enter(asset: str, coins: Pool) -> None:
        owed = min(short[asset], coins.quantity)
        if owed:
            short[asset] -= owed
            coins.take(owed)
        if coins.quantity:
            pools[asset].add(coins.quantity, coins.cost)

    def leave(asset: str, quantity: int) -> tuple[int, int | None]:
        held = min(quantity, pools[asset].quantity)
        short[asset] += quantity - held
        return held, pools[asset].take(held) if held else None

    for index in order:
        event = found[index]
        enter(event.asset, bought.pop(kinds[index], Pool()))
        match event.effect:
            case "removed": leave(event.asset, event.quantity)
            case "becomes":
                held, cost = leave(event.asset, event.quantity)
                coins = Pool()
                coins.add(event.entry.to_quantity, cost if held == event.quantity else None)
                enter(event.entry.to_asset, coins)
            case "disposed" if left[index]:
                held, cost = leave(event.asset, left[index])
                parts[index] += [(held, cost, None, "pool")] * (held > 0)
                parts[index] += [(left[index] - held, None, None, "unmatched")] * (left[index] > held)
    return parts


def tax_year(entries: list[Entry], closes: Closes, year: int, country: str, method: str, currency: str) -> dict:
    """The members of a tax report that are figures."""
    found = events(entries, closes, currency)
    parts = share_parts(found) if method == "shares" else lot_parts(found, method, COUNTRIES[country][1])
    begins = (4, 6) if country == "gb" else (1, 1)
    is_listed = lambda entry: datetime.date(year, *begins) <= date(entry.day) < datetime.date(year + 1, *begins)
    rows = []
    for index in sorted(parts, key=lambda index: (found[index].entry.time, found[index].entry.number)):
        event = found[index]
        quantities = [part[0] for part in parts[index]]
        amounts = zip(parts[index], shares(event.proceeds, quantities), shares(event.fee, quantities))
        for (quantity, cost, acquired, rule), proceeds, fee in amounts:
            term = None if acquired is None or country not in ("de", "us") else "long" if is_long(country, acquired, event.entry.day) else "short"
            row = {
                "transaction": event.entry.number, "kind": event.kind, "asset": event.asset, "quantity": quantity,
                "acquired_on": None if acquired is None else str(date(acquired)), "term": term, "rule": rule, "proceeds": proceeds,
                "cost": cost, "gain": None if cost is None or proceeds is None else proceeds - cost, "fee": fee,
            }
            rows += [row] if is_listed(event.entry) else []
    gains = [row["gain"] for row in rows]
    income = [entry for entry in sorted(entries, key=lambda entry: entry.order) if entry.kind == "income" and is_listed(entry)]
    values = [earned(entry, closes, currency) for entry in income]
    counted = [value for entry, value in zip(income, values) if entry.at_market or entry.asset == "usd" or entry.asset in CURRENCIES]
    return {
        "disposals": rows, "gain": None if None in gains else sum(gains), "uncounted": gains.count(None),
        "income": [{"transaction": entry.number, "quantity": entry.quantity, "value": value} for entry, value in zip(income, values)],
        "income_total": None if None in counted else sum(counted),
    }


def earned(entry: Entry, closes: Closes, currency: str) -> int | None:
    if entry.asset == "usd":
        return closes.converted(entry.quantity, currency, entry.day)
    is_free = not entry.at_market and entry.asset not in CURRENCIES
    return None if is_free else value_of(entry, closes, currency)
