"""Random wallets of scripts/rehearsals/wallet-ledger: closes, and groups of three wallets with their transactions."""

import collections
import csv
import dataclasses
import datetime
import io
import random

from wallet_oracle import CURRENCIES, DAY, UNIT, Closes, Entry, plain

FIRST, LAST = (datetime.date(*day).toordinal() - datetime.date(1970, 1, 1).toordinal() for day in ((2024, 1, 1), (2025, 3, 31)))
# Ticker, and the usual close in US dollars. XRP has no closes.
COINS = {"bitcoin": ("BTC", 60_000.0), "ethereum": ("ETH", 3_000.0), "tiny": ("TINY", 2e-10), "vast": ("VAST", 4e6), "litecoin": ("LTC", 90.0), "ripple": ("XRP", 0.0)}
RATES = {"eur": 1.08, "currency-sek": 0.095, "currency-jpy": 0.0067, "currency-kwd": 3.25, "currency-gbp": 1.27, "currency-kzt": 0.0021}
DECIMALS = {"currency-jpy": 0, "currency-kwd": 3}
TICKERS = {asset: ticker for asset, (ticker, _) in COINS.items()} | CURRENCIES | {"usd": "USD"}
BASES = ("fifo", "lifo", "hifo", "average")
MOST_DOLLARS = 10**13
COLUMNS = ["key", "time", "kind", "wallet", "asset", "quantity", "cash", "fee", "to", "value", "at_market", "to_asset", "to_quantity"]


def random_closes(seeded: random.Random) -> dict[str, dict[int, str]]:
    """As text, by asset and day. Coins lack days; currencies lack weekends, and dinars more than the days that a rate counts for."""
    found: dict[str, dict[int, str]] = {}
    for asset, price in [(asset, price) for asset, (_, price) in COINS.items() if price] + list(RATES.items()):
        found[asset] = {}
        for day in range(FIRST, LAST + 1):
            price *= 1 + seeded.uniform(-0.02, 0.0202)
            is_missing = (day + 3) % 7 in (5, 6) or (asset == "currency-kwd" and day % 90 < 12) if asset in RATES else seeded.random() < 0.08
            if not is_missing:
                found[asset][day] = f"{price:.{6 if price > 1e-6 else 13}f}"
    return found


@dataclasses.dataclass
class Wallet:
    name: str
    basis: str
    allows_negative: bool


def is_possible(entries: list[Entry], wallets: list[Wallet]) -> bool:
    """Whether no wallet that may not be negative ever is."""
    guarded = {wallet.name for wallet in wallets if not wallet.allows_negative}
    balances: collections.Counter = collections.Counter()
    for entry in sorted(entries, key=lambda entry: entry.order):
        for wallet, asset, change in entry.changes():
            balances[wallet, asset] += change
            if balances[wallet, asset] < 0 and wallet in guarded:
                return False
    return True


class Group:
    """Three wallets that move coins between each other. The same seed makes the same group."""

    def __init__(self, seed: int, closes: Closes):
        self.seed, self.random, self.closes = seed, random.Random(f"group {seed}"), closes
        chosen = lambda: self.random.choice(BASES)
        self.wallets = [Wallet(f"W{seed}-{number}", chosen(), self.random.random() < 0.15) for number in range(3)]
        self.balances: collections.Counter = collections.Counter()
        count = self.random.choice((5, 20, 40, 80))
        moments = [self.moment() for _ in range(self.random.randint(1, count))]
        self.entries: list[Entry] = []
        for time in sorted(self.random.choice(moments) for _ in range(count)):
            self.add(time)
        for number, entry in enumerate(self.entries, 1):
            entry.number = entry.place = number
        self.late = self.chosen_late()

    def moment(self) -> int:
        day = self.random.randint(FIRST, LAST)
        return day * DAY + self.random.choice((0, 0, 1, 43_200, DAY - 1, self.random.randrange(DAY)))

    # MARK: Amounts

    def cap(self, asset: str) -> int:
        price = {"usd": 1.0, **RATES}.get(asset) or COINS[asset][1] or 1.0
        return min(int(MOST_DOLLARS / price), 10**15) * UNIT

    def amount(self, asset: str) -> int:
        """From the last decimal place to a huge amount."""
        if asset not in COINS:
            step = UNIT // 10 ** DECIMALS.get(asset, 2)
            return self.random.randint(1, 10 ** self.random.randint(1, 9)) * step
        if self.random.random() < 0.3:
            return self.random.randint(1, 400) * UNIT // 4
        return min(self.random.randint(1, 10 ** self.random.randint(1, 30)), self.cap(asset))

    def part(self, have: int) -> int:
        """A part of what is held, above zero."""
        whole = max(have, 1)
        kind = self.random.random()
        if kind < 0.25:
            return whole
        return max(1, min(whole, whole // self.random.randint(2, 5) if kind < 0.8 else self.random.randint(1, 10 ** self.random.randint(1, 18))))

    def dollars(self) -> int:
        return self.random.choice((self.random.randint(1, 10**7) * UNIT // 100, self.random.randint(1, 10 ** self.random.randint(1, 29))))

    # MARK: Transactions

    def held(self, wallet: Wallet, with_cash: bool = True) -> list[str]:
        assets = [asset for (name, asset), quantity in self.balances.items() if name == wallet.name and quantity > 0]
        if wallet.allows_negative and self.random.random() < 0.3:
            assets = list(COINS)
        return sorted(asset for asset in assets if with_cash or asset != "usd")

    def add(self, time: int) -> None:
        wallet = self.random.choice(self.wallets)
        kind = self.random.choice(("deposit", "deposit", "buy", "buy", "sell", "sell", "transfer", "swap", "split", "fee", "income", "withdrawal"))
        entry = Entry(f"g{self.seed}-{len(self.entries)}", time, kind, wallet.name, "", 0)
        if not getattr(self, kind)(entry, wallet):
            entry.kind = "deposit"
            self.deposit(entry, wallet)
        if entry.looks_up:
            entry.value = self.closes.recorded_value(entry)
        for name, asset, change in entry.changes():
            self.balances[name, asset] += change
        self.entries.append(entry)

    def value(self, entry: Entry, zero: bool = False) -> None:
        """A value of its own, one that is looked up, or none."""
        kind = self.random.random()
        entry.looks_up = kind < 0.4
        if kind > 0.55:
            entry.value = 0 if zero and kind > 0.93 else self.dollars()

    def deposit(self, entry: Entry, wallet: Wallet) -> bool:
        entry.asset = self.random.choice(("usd", *COINS, *COINS, *RATES))
        entry.quantity = self.amount(entry.asset)
        if entry.asset != "usd":
            self.value(entry, zero=True)
        return True

    def withdrawal(self, entry: Entry, wallet: Wallet) -> bool:
        if self.leaving(entry, wallet) and entry.asset != "usd":
            self.value(entry, zero=True)
        return bool(entry.asset)

    def fee(self, entry: Entry, wallet: Wallet) -> bool:
        return self.leaving(entry, wallet)

    def leaving(self, entry: Entry, wallet: Wallet, with_cash: bool = True) -> bool:
        held = self.held(wallet, with_cash)
        if held:
            entry.asset = self.random.choice(held)
            entry.quantity = self.part(self.balances[wallet.name, entry.asset])
        return bool(held)

    def buy(self, entry: Entry, wallet: Wallet) -> bool:
        cash = self.balances[wallet.name, "usd"]
        if cash < 2 and not wallet.allows_negative:
            return False
        entry.asset = self.random.choice((*COINS, *COINS, *RATES))
        entry.quantity, entry.cash = self.amount(entry.asset), self.part(cash)
        entry.fee = self.random.randint(0, max(0, min(cash - entry.cash, 20 * UNIT)))
        return True

    def sell(self, entry: Entry, wallet: Wallet) -> bool:
        if not self.leaving(entry, wallet, with_cash=False):
            return False
        entry.cash = self.random.choice((self.dollars(), self.dollars(), self.dollars(), 0))
        room = max(0, self.balances[wallet.name, "usd"] + entry.cash)
        entry.fee = self.random.choice((0, self.random.randint(0, min(room, 30 * UNIT))))
        return True

    def transfer(self, entry: Entry, wallet: Wallet) -> bool:
        if not self.leaving(entry, wallet):
            return False
        entry.target = self.random.choice([other.name for other in self.wallets if other != wallet])
        if entry.quantity > 1 and self.random.random() < 0.4:
            entry.fee = self.random.choice((1, entry.quantity // 3 or 1))
            entry.quantity -= entry.fee
        return True

    def income(self, entry: Entry, wallet: Wallet) -> bool:
        entry.asset = self.random.choice(("usd", *COINS, *RATES))
        entry.quantity = self.amount(entry.asset)
        if entry.asset == "usd":
            return True
        self.value(entry)
        known = self.closes.recorded_value(entry) if entry.looks_up else entry.value
        entry.at_market = bool(known) and self.random.random() < 0.6
        return True

    def swap(self, entry: Entry, wallet: Wallet) -> bool:
        if not self.leaving(entry, wallet, with_cash=False):
            return False
        entry.to_asset = self.random.choice([asset for asset in (*COINS, *RATES) if asset != entry.asset])
        entry.to_quantity = self.amount(entry.to_asset)
        self.value(entry)
        return True

    def split(self, entry: Entry, wallet: Wallet) -> bool:
        held = [asset for asset in self.held(wallet, with_cash=False) if asset in COINS]
        held = [asset for asset in held if self.balances[wallet.name, asset] > 0 or wallet.allows_negative]
        if not held:
            return False
        entry.asset = self.random.choice(held)
        entry.quantity = self.part(self.balances[wallet.name, entry.asset])
        entry.to_asset = self.random.choice((entry.asset, *COINS))
        wanted = self.random.choice((entry.quantity * 10, entry.quantity // 3, self.random.randint(1, 5), self.amount(entry.to_asset)))
        entry.to_quantity = max(1, min(wanted, self.cap(entry.to_asset)))
        entry.to_quantity += (entry.asset, entry.quantity) == (entry.to_asset, entry.to_quantity)
        return True

    # MARK: What happens later

    def chosen_late(self) -> list[Entry]:
        """Transactions that are recorded after all others, with earlier days."""
        late = self.random.sample(self.entries, min(len(self.entries), self.random.choice((0, 3))))
        late.sort(key=lambda entry: entry.time)
        first = [entry for entry in self.entries if entry not in late]
        for number, entry in enumerate(first + late, 1):
            entry.number = entry.place = number
        return late if is_possible(first, self.wallets) and is_possible(self.entries, self.wallets) else self.all_at_once()

    def all_at_once(self) -> list[Entry]:
        for number, entry in enumerate(self.entries, 1):
            entry.number = entry.place = number
        return []

    def chosen_corrections(self) -> list[Entry]:
        """Transactions that can be taken back together."""
        chosen: list[Entry] = []
        for entry in self.random.sample(self.entries, min(len(self.entries), 6)):
            if is_possible([other for other in self.entries if other not in [*chosen, entry]], self.wallets):
                chosen.append(entry)
        return chosen[:3]


def as_csv(entries: list[Entry]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(row(entry) for entry in entries)
    return text.getvalue()


def row(entry: Entry) -> dict[str, str]:
    """A transaction as a row of a file, without what it does not have."""
    made = {
        "key": entry.key, "time": datetime.datetime.fromtimestamp(entry.time, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "kind": entry.kind, "wallet": entry.wallet, "asset": TICKERS[entry.asset], "quantity": plain(entry.quantity),
    }
    if entry.kind in ("buy", "sell"):
        made["cash"] = plain(entry.cash)
    if entry.fee:
        made["fee"] = plain(entry.fee)
    if entry.target:
        made["to"] = entry.target
    if entry.to_asset:
        made |= {"to_asset": TICKERS[entry.to_asset], "to_quantity": plain(entry.to_quantity)}
    if entry.at_market:
        made["at_market"] = "true"
    if entry.kind in ("deposit", "withdrawal", "income", "swap") and entry.asset != "usd" and not entry.looks_up:
        made["value"] = "unknown" if entry.value is None else plain(entry.value)
    return made
