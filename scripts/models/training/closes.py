"""Reads a folder of daily closes and keeps what a network can learn from."""

import csv
import datetime
import math
import pathlib
import sys
import typing

import numpy as np

LARGEST_JUMP = math.log(20)  # of a close in a day; beyond it the file changes its unit or its coin
LARGEST_UNCHANGED = 0.05  # share of closes equal to the previous close; above it, the price is stored too coarsely

# Files that no rule above detects. In common data sets, these tickers belong to a smaller coin with the same ticker ...
OTHER_COINS = {"UNI", "TON", "PEPE"}
# ... and these start with days in another unit or before a long gap.
GOOD_FROM = {"AAVE": datetime.date(2020, 10, 10), "AVAX": datetime.date(2020, 9, 22)}


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


class Run(typing.NamedTuple):
    """Closes of consecutive days, oldest first."""

    first_day: datetime.date
    closes: np.ndarray  # [days]

    def through(self, last_day: datetime.date) -> "Run":
        return Run(self.first_day, self.closes[: max(0, (last_day - self.first_day).days + 1)])

    def index(self, day: datetime.date) -> int:
        return (day - self.first_day).days


def read_closes(path: pathlib.Path) -> dict[datetime.date, float]:
    """The positive closes of a CSV file by day, oldest first; empty, NaN and zero closes are missing days."""
    return read_column(path, "close")


def read_column(path: pathlib.Path, name: str, is_required: bool = True) -> dict[datetime.date, float]:
    """The positive numbers of a column by day, oldest first; nothing if the file lacks a column that is not required."""
    with path.open(newline="", encoding="utf-8-sig") as file:
        rows = csv.DictReader(file)
        columns = {column.strip().lower(): column for column in rows.fieldnames or []}
        day_column = columns.get("datetime", columns.get("date"))
        if day_column is None or (name not in columns and is_required):
            sys.exit(f"{path} has the columns {', '.join(columns)}; it needs datetime (or date) and {name}.")
        numbers = {}
        for row in rows if name in columns else ():
            try:
                day = datetime.date.fromisoformat(row[day_column].strip()[:10])
                number = float(row[columns[name]].strip() or "nan")
            except (ValueError, AttributeError) as error:
                needs = f"A row needs a day like 2023-06-30 and a {name} like 30477.25."
                sys.exit(f"{path}:{rows.line_num}: {error}. {needs}")
            if math.isfinite(number) and number > 0:
                numbers[day] = number
    return dict(sorted(numbers.items()))


def cut_into_runs(closes: dict[datetime.date, float]) -> list[Run]:
    """Cuts at missing days and at jumps that no market makes: across both, a return is not a day's return."""
    runs, previous = [], None
    for day, close in closes.items():
        follows = previous is not None and (day - previous).days == 1
        if follows and abs(math.log(close / closes[previous])) <= LARGEST_JUMP:
            runs[-1][1].append(close)
        else:
            runs.append((day, [close]))
        previous = day
    return [Run(first_day, np.array(values)) for first_day, values in runs]


def unchanged_share(closes: dict[datetime.date, float]) -> float:
    values = np.array(list(closes.values()))
    return float(np.mean(values[1:] == values[:-1])) if len(values) > 1 else 1.0


def read_folder(
    folder: pathlib.Path, through: datetime.date, last_day: datetime.date, needed: int
) -> dict[str, list[Run]]:
    """The runs up to `last_day` of every coin that can be trained on, by ticker; prints which files are left out and why.

    A coin takes part when it has `needed` consecutive closes up to `through`.
    """
    runs_by_ticker = {}
    for path in sorted(folder.glob("*.csv")):
        ticker = path.stem.upper()
        first_day = GOOD_FROM.get(ticker, datetime.date.min)
        closes = {day: close for day, close in read_closes(path).items() if first_day <= day <= last_day}
        runs = cut_into_runs(closes)
        # Only days up to `through` count, so that the choice of coins does not depend on the validation days.
        unchanged = unchanged_share({day: close for day, close in closes.items() if day <= through})
        if ticker in OTHER_COINS:
            say(f"{ticker} left out: known to be another coin under this ticker")
        elif not any(len(run.through(through).closes) >= needed for run in runs):
            say(f"{ticker} left out: no {needed} consecutive closes up to {through}")
        elif unchanged > LARGEST_UNCHANGED:
            say(f"{ticker} left out: {unchanged:.0%} of its closes equal the one before")
        else:
            runs_by_ticker[ticker] = runs
    if not runs_by_ticker:
        sys.exit(f"{folder} has no CSV file with {needed} valid closes up to {through}.")
    return runs_by_ticker
