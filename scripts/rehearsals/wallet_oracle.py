"""The figures of wallets as docs/wallets.md, docs/tax.md and TheLedger.md define them, with Python's integers; no line of it is Closecast's.

Amounts are units of 1e-18. None is an amount that is not known.
"""

import collections
import dataclasses
import datetime
import decimal

UNIT = 10**18
BOUND = 2**127
DAY = 86_400
OLDEST_RATE = 5
METHODS = ("fifo", "lifo", "hifo", "average")
CURRENCIES = {"eur": "EUR", "currency-sek": "SEK", "currency-jpy": "JPY", "currency-kwd": "KWD", "currency-gbp": "GBP", "currency-kzt": "KZT"}
IDS = {code: asset for asset, code in CURRENCIES.items()} | {"USD": "usd"}


def rounded(numerator: int, denominator: int) -> int:
    """The quotient, half to even; the denominator is above zero."""
    quotient, rest = divmod(numerator, denominator)
    return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient % 2))


def units(text: str | None) -> int | None:
    with decimal.localcontext(prec=80):
        return None if text is None else int(decimal.Decimal(text) * UNIT)


def plain(amount: int) -> str:
    digits = f"{abs(amount):019}"
    return ("-" if amount < 0 else "") + digits[:-18] + ("." + digits[-18:].rstrip("0")).rstrip(".")


def times(quantity: int, price: int) -> int:
    return rounded(quantity * price, UNIT)


def both(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def ratio(gain: int | None, cost: int | None) -> int | None:
    if gain is None or cost is None or cost <= 0:
        return None
    found = rounded(gain * UNIT, cost)
    return found if abs(found) < BOUND else None


@dataclasses.dataclass
class Entry:
    """A transaction. `number` is that of the store, `place` that of the transaction whose place it took."""

    key: str
    time: int
    kind: str
    wallet: str
    asset: str
    quantity: int
    cash: int = 0
    fee: int = 0
    target: str = ""
    value: int | None = None
    at_market: bool = False
    to_asset: str = ""
    to_quantity: int = 0
    looks_up: bool = False
    number: int = 0
    place: int = 0

    @property
    def day(self) -> int:
        return self.time // DAY

    @property
    def order(self) -> tuple:
        return self.time, self.place, self.number

    def changes(self) -> list[tuple[str, str, int]]:
        """What it adds to wallets; what leaves comes first."""
        own, q = self.wallet, self.quantity
        match self.kind:
            case "deposit" | "income": return [(own, self.asset, q)]
            case "withdrawal" | "fee": return [(own, self.asset, -q)]
            case "buy": return [(own, "usd", -self.cash - self.fee), (own, self.asset, q)]
            case "sell": return [(own, self.asset, -q), (own, "usd", self.cash - self.fee)]
            case "transfer": return [(own, self.asset, -q - self.fee), (self.target, self.asset, q)]
        return [(own, self.asset, -q), (own, self.to_asset, self.to_quantity)]


class Closes:
    """Stored closes in US dollars, by asset and day."""

    def __init__(self, closes: dict[str, dict[int, int]]):
        self.closes = closes

    def close(self, asset: str, day: int) -> int | None:
        """Of exactly that day; of a currency, of up to five days before."""
        if asset == "usd":
            return UNIT
        stored = self.closes.get(asset, {})
        ages = range(OLDEST_RATE + 1) if asset in CURRENCIES else (0,)
        return next((stored[day - age] for age in ages if day - age in stored), None)

    def converted(self, dollars: int, currency: str, day: int) -> int | None:
        rate = self.close(IDS[currency], day)
        return dollars if currency == "USD" else None if rate is None else rounded(dollars * UNIT, rate)

    def value(self, asset: str, quantity: int, currency: str, day: int) -> int | None:
        if asset == IDS[currency]:
            return quantity
        close = self.close(asset, day)
        return None if close is None else self.converted(times(quantity, close), currency, day)

    def price(self, asset: str, currency: str, day: int) -> int | None:
        close = self.close(asset, day)
        return UNIT if asset == IDS[currency] else None if close is None else self.converted(close, currency, day)

    def newest_day(self, assets: set[str], currency: str) -> int:
        chosen = assets - {"usd"} or ({IDS[currency]} - {"usd"})
        days = [max(self.closes[asset]) for asset in chosen if self.closes.get(asset)]
        return max(days) if days else int(datetime.datetime.now(datetime.UTC).timestamp()) // DAY - 1

    def recorded_value(self, entry: Entry) -> int | None:
        """The value of a row without one: the close of its day; of a swap, that of the coins given, or else of those received."""
        found = self.value(entry.asset, entry.quantity, "USD", entry.day)
        if entry.kind == "swap" and found is None:
            return self.value(entry.to_asset, entry.to_quantity, "USD", entry.day)
        # Coins that only moved are not lost because they are worth less than the last digit.
        return None if entry.kind == "withdrawal" and found == 0 else found


@dataclasses.dataclass
class Lot:
    origin: tuple
    arrival: int
    quantity: int
    cost: int | None

    @property
    def age(self) -> tuple:
        return *self.origin, self.arrival

    def split(self, part: int) -> "Lot":
        """Takes a part out with its share of the cost; the exact rest stays."""
        cost = None if self.cost is None else rounded(self.cost * part, self.quantity)
        self.quantity, self.cost = self.quantity - part, None if cost is None else self.cost - cost
        return Lot(self.origin, self.arrival, part, cost)


class Holding:
    """The lots of one coin, and what left without having been held."""

    arrivals = 0

    def __init__(self, method: str):
        self.method, self.lots, self.short = method, [], 0

    @property
    def quantity(self) -> int:
        return sum(lot.quantity for lot in self.lots) - self.short

    def add(self, origin: tuple, quantity: int, cost: int | None) -> None:
        Holding.arrivals += 1
        lot = Lot(origin, Holding.arrivals, quantity, cost)
        owed = min(self.short, quantity)
        if owed:
            self.short -= owed
            lot.split(owed)
        if not lot.quantity:
            return
        if self.method == "average" and self.lots:
            pool = self.lots[0]
            pool.origin = min(pool.origin, origin)
            pool.quantity, pool.cost = pool.quantity + lot.quantity, both(pool.cost, lot.cost)
        else:
            self.lots.append(lot)

    def next(self) -> Lot:
        if self.method == "lifo":
            return max(self.lots, key=lambda lot: lot.age)
        oldest = sorted(self.lots, key=lambda lot: lot.age)
        if self.method != "hifo":
            return oldest[0]
        best = oldest[0]
        for lot in oldest[1:]:
            if lot.cost is not None and (best.cost is None or lot.cost * best.quantity > best.cost * lot.quantity):
                best = lot
        return best

    def take(self, quantity: int) -> list[Lot]:
        """The parts that leave; those that were not held have no origin."""
        taken = []
        while quantity and self.lots:
            lot = self.next()
            if lot.quantity <= quantity:
                self.lots.remove(lot)
                taken.append(lot)
            else:
                taken.append(lot.split(quantity))
            quantity -= taken[-1].quantity
        if quantity:
            self.short += quantity
            taken.append(Lot((), 0, quantity, None))
        return taken


def becoming(parts: list[Lot], received: int) -> list[Lot]:
    """The parts of a split: `received` shared by quantity, the last one gets the rest; costs of empty shares are handed on."""
    whole, lots, waiting = sum(part.quantity for part in parts), [], []
    for part in parts:
        share = rounded(received * part.quantity, whole)
        whole, received = whole - part.quantity, received - share
        waiting.append(part.cost)
        if share:
            lots.append((part.origin, share, waiting))
            waiting = []
    lots[-1][2].extend(waiting)
    return [Lot(origin, 0, share, None if None in costs else sum(costs)) for origin, share, costs in lots]


def shares(amount: int | None, quantities: list[int]) -> list[int | None]:
    """An amount shared by quantity; the last part gets the rest."""
    whole, found = sum(quantities), []
    for quantity in quantities:
        share = None if amount is None else rounded(amount * quantity, whole)
        whole, amount = whole - quantity, None if share is None else amount - share
        found.append(share)
    return found


class Sum:
    """A sum of which parts may be missing."""

    def __init__(self, parts=()):
        self.known, self.missing = 0, 0
        for part in parts:
            self.add(part)

    def add(self, part: int | None) -> None:
        self.known, self.missing = self.known + (part or 0), self.missing + (part is None)

    @property
    def total(self) -> int | None:
        return None if self.missing else self.known


@dataclasses.dataclass
class Disposal:
    entry: Entry
    kind: str
    wallet: str
    asset: str
    quantity: int
    origin: tuple
    cost: int | None
    proceeds: int | None

    @property
    def gain(self) -> int | None:
        return None if self.cost is None or self.proceeds is None else self.proceeds - self.cost


def value_of(entry: Entry, closes: Closes, currency: str) -> int | None:
    """The value of a transaction in a currency: cash in it is worth its amount."""
    if currency != "USD" and IDS[currency] in (entry.asset, entry.to_asset):
        return entry.quantity if entry.asset == IDS[currency] else entry.to_quantity
    return None if entry.value is None else closes.converted(entry.value, currency, entry.day)


def sale_kind(entry: Entry) -> str:
    """Coins that become other coins are swapped; those that become cash are sold."""
    return "sale" if entry.to_asset in IDS.values() else "swap"


class Replay:
    """Wallets after transactions, in the order of the journal."""

    def __init__(self, entries: list[Entry], bases: dict[str, str], closes: Closes, currency: str):
        self.bases, self.closes, self.currency = bases, closes, currency
        self.holdings: dict[tuple[str, str], Holding] = {}
        self.cash: collections.Counter = collections.Counter()
        self.disposals: list[Disposal] = []
        for entry in sorted(entries, key=lambda entry: entry.order):
            self.apply(entry)

    def holding(self, wallet: str, asset: str) -> Holding:
        return self.holdings.setdefault((wallet, asset), Holding(self.bases[wallet]))

    def dispose(self, entry: Entry, kind: str, quantity: int, proceeds: int | None) -> None:
        parts = self.holding(entry.wallet, entry.asset).take(quantity)
        for part, share in zip(parts, shares(proceeds, [part.quantity for part in parts])):
            self.disposals.append(Disposal(entry, kind, entry.wallet, entry.asset, part.quantity, part.origin, part.cost, share))

    def realize(self, entry: Entry, kind: str, quantity: int, cost: int | None, proceeds: int | None) -> None:
        self.disposals.append(Disposal(entry, kind, entry.wallet, entry.asset, quantity, (), cost, proceeds))

    def apply(self, entry: Entry) -> None:
        for wallet, asset, change in entry.changes():
            if asset == "usd":
                self.cash[wallet] += change
        if entry.asset == "usd":
            return self.apply_cash(entry)
        value = value_of(entry, self.closes, self.currency)
        dollars = sum(change for _, asset, change in entry.changes() if asset == "usd")
        cash = self.closes.converted(dollars, self.currency, entry.day)
        own = self.holding(entry.wallet, entry.asset)
        match entry.kind:
            case "deposit": own.add(entry.order, entry.quantity, value)
            case "income":
                if entry.at_market:
                    self.realize(entry, "income", entry.quantity, 0, value)
                own.add(entry.order, entry.quantity, value if entry.at_market else 0)
            case "buy": own.add(entry.order, entry.quantity, None if cash is None else -cash)
            case "sell": self.dispose(entry, "sale", entry.quantity, cash)
            case "fee": self.dispose(entry, "fee", entry.quantity, 0)
            case "withdrawal":
                if entry.value == 0:
                    self.dispose(entry, "loss", entry.quantity, 0)
                else:
                    own.take(entry.quantity)
            case "swap":
                self.dispose(entry, sale_kind(entry), entry.quantity, value)
                self.holding(entry.wallet, entry.to_asset).add(entry.order, entry.to_quantity, value)
            case "transfer":
                parts = own.take(entry.quantity)
                if entry.fee:
                    self.dispose(entry, "fee", entry.fee, 0)
                for part in parts:
                    self.holding(entry.target, entry.asset).add(part.origin or entry.order, part.quantity, part.cost)
            case "split":
                for lot in becoming(own.take(entry.quantity), entry.to_quantity):
                    self.holding(entry.wallet, entry.to_asset).add(lot.origin or entry.order, lot.quantity, lot.cost)

    def apply_cash(self, entry: Entry) -> None:
        if entry.kind == "income":
            self.realize(entry, "income", entry.quantity, 0, self.closes.converted(entry.quantity, self.currency, entry.day))
        paid = entry.fee if entry.kind == "transfer" else entry.quantity if entry.kind == "fee" else 0
        if paid:
            self.realize(entry, "fee", paid, self.closes.converted(paid, self.currency, entry.day), 0)

    # MARK: Figures

    def balances(self, wallets: list[str]) -> dict[str, int]:
        """What any of the wallets holds or owes; together it may be zero."""
        found: collections.Counter = collections.Counter()
        parts = [(wallet, asset, holding.quantity) for (wallet, asset), holding in self.holdings.items()]
        for wallet, asset, quantity in parts + [(wallet, "usd", cash) for wallet, cash in self.cash.items()]:
            if wallet in wallets and quantity:
                found[asset] += quantity
        return found

    def gains(self, wallets: list[str], day: int | None) -> dict:
        """The members of a report on gains that are figures."""
        balances = self.balances(wallets)
        day = self.closes.newest_day(set(balances), self.currency) if day is None else day
        sums, lots = collections.defaultdict(lambda: collections.defaultdict(Sum)), []
        worth = lambda asset, quantity: self.closes.value(asset, quantity, self.currency, day)
        for (wallet, asset), holding in sorted(self.holdings.items(), key=lambda item: (wallets + [item[0][0]]).index(item[0][0])):
            if wallet not in wallets:
                continue
            for lot in sorted(holding.lots, key=lambda lot: lot.age):
                value = worth(asset, lot.quantity)
                gain = None if value is None or lot.cost is None else value - lot.cost
                lots.append((wallet, asset, lot, value, gain))
                self.sum(sums[asset], value, lot.cost, gain)
            if holding.short:
                self.sum(sums[asset], worth(asset, -holding.short), None, None)
        if any(wallet in self.cash for wallet in wallets):
            cash = sum(self.cash[wallet] for wallet in wallets)
            value = worth("usd", cash) if cash else 0
            self.sum(sums["usd"], value, value, None if value is None else 0)
        for disposal in self.disposals:
            if disposal.wallet in wallets:
                for name in ("proceeds", "cost", "gain"):
                    sums[disposal.asset]["realized_" + name].add(getattr(disposal, name))
        return self.document(wallets, day, balances, sums, lots)

    @staticmethod
    def sum(sums: dict[str, Sum], value: int | None, cost: int | None, gain: int | None) -> None:
        for name, part in (("value", value), ("cost", cost), ("gain", gain)):
            sums[name].add(part)

    def document(self, wallets: list[str], day: int, balances: dict, sums: dict, lots: list) -> dict:
        total, coins = collections.defaultdict(Sum), collections.defaultdict(Sum)
        for asset, parts in sums.items():
            # The return on cost is that of coins: cash in any currency is no part of it.
            for group in (total,) if asset in IDS.values() else (total, coins):
                for name, part in parts.items():
                    group[name].known += part.known
                    group[name].missing += part.missing
        sold = {asset for asset, parts in sums.items() if any(parts[f"realized_{name}"].known or parts[f"realized_{name}"].missing for name in ("proceeds", "cost", "gain"))}
        order = lambda row: (wallets.index(row[0]), row[1])
        cost = both(coins["cost"].total, coins["realized_cost"].total)
        return {
            "day": str(datetime.date(1970, 1, 1) + datetime.timedelta(day)),
            "holdings": {
                asset: {"quantity": balances.get(asset, 0), "price": self.closes.price(asset, self.currency, day) if asset in balances else None}
                | summary(sums[asset]) for asset in balances.keys() | sold
            },
            "lots": [
                {"transaction": lot.origin[2], "asset": asset, "acquired_at": lot.origin[0], "quantity": lot.quantity, "cost": lot.cost,
                 "market_value": value, "unrealized_gain": gain, "unrealized_ratio": ratio(gain, lot.cost)}
                for _, asset, lot, value, gain in sorted(lots, key=order)
            ],
            "total": summary(total),
            # A missing rate stands for everything that needs it.
            "missing_prices": [IDS[self.currency]] if self.closes.converted(0, self.currency, day) is None and balances.keys() - {IDS[self.currency]}
            else sorted(asset for asset, parts in sums.items() if parts["value"].missing),
            "unknown_costs": sorted(
                asset for asset, parts in sums.items() if parts["realized_gain"].missing or (asset != "usd" and parts["cost"].missing)),
            "return_on_cost": ratio(both(coins["gain"].total, coins["realized_gain"].total), cost),
        }

    def realized(self, wallets: list[str]) -> list[dict]:
        """The rows of each disposal."""
        chosen = [d for d in self.disposals if d.wallet in wallets]
        return [
            {"transaction": d.entry.number, "kind": d.kind, "asset": d.asset, "quantity": d.quantity,
             "acquired_by": d.origin[2] if d.origin else None, "proceeds": d.proceeds, "cost": d.cost, "gain": d.gain}
            for d in chosen
        ]


def summary(sums: dict[str, Sum]) -> dict:
    return {
        "market_value": sums["value"].total, "known_market_value": sums["value"].known, "cost": sums["cost"].total,
        "unrealized_gain": sums["gain"].total, "unrealized_ratio": ratio(sums["gain"].total, sums["cost"].total),
        "proceeds": sums["realized_proceeds"].total, "realized_cost": sums["realized_cost"].total,
        "realized_gain": sums["realized_gain"].total,
        "realized_ratio": ratio(sums["realized_gain"].total, sums["realized_cost"].total),
    }
