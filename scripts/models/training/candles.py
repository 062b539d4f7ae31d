"""Reads the daily candles of the coins that a model can be trained on."""

import datetime
import pathlib
import typing

import numpy as np

from . import closes
from .closes import Run

COLUMNS = ("open", "high", "low", "close", "volume")


class Candles(typing.NamedTuple):
    """Candles of consecutive days, oldest first; each array is [days]. Closes are never missing; other missing values are NaN."""

    first_day: datetime.date
    open: np.ndarray
    high: np.ndarray
    low: np.ndarray
    close: np.ndarray
    volume: np.ndarray  # in the quote currency

    def through(self, last_day: datetime.date) -> "Candles":
        return self.sliced(0, max(0, (last_day - self.first_day).days + 1))

    def last(self, days: int) -> "Candles":
        return self.sliced(max(0, len(self.close) - days), len(self.close))

    def sliced(self, start: int, end: int) -> "Candles":
        columns = [getattr(self, name)[start:end] for name in COLUMNS]
        return Candles(self.first_day + datetime.timedelta(start), *columns)

    @property
    def ordinals(self) -> np.ndarray:
        """The days as numbers, [days]."""
        return self.first_day.toordinal() + np.arange(len(self.close))

    @property
    def weekdays(self) -> np.ndarray:
        """0 for Monday to 6 for Sunday, [days]."""
        return (self.ordinals + 6) % 7

    @property
    def log_ranges(self) -> np.ndarray:
        """ln(highest / lowest price of the day), [days]; NaN if the candle is incomplete, contradictory or flat."""
        highest = np.maximum(self.high, np.maximum(self.open, self.close))
        lowest = np.minimum(self.low, np.minimum(self.open, self.close))
        ranges = np.log(highest / lowest)
        return np.where((self.high >= self.low) & (ranges > 0), ranges, np.nan)


def read_folder(folder: pathlib.Path, through: datetime.date, needed: int) -> dict[str, list[Candles]]:
    """The candles up to `through` of every coin with `needed` consecutive closes, by ticker; prints which files are left out."""
    paths = {path.stem.upper(): path for path in folder.glob("*.csv")}
    runs_by_ticker = closes.read_folder(folder, through, through, needed)
    return {ticker: _with_candles(paths[ticker], runs) for ticker, runs in runs_by_ticker.items()}


def _with_candles(path: pathlib.Path, runs: list[Run]) -> list[Candles]:
    columns = {name: closes.read_column(path, name, is_required=False) for name in COLUMNS}
    found = []
    for run in runs:
        days = [run.first_day + datetime.timedelta(k) for k in range(len(run.closes))]
        arrays = {name: np.array([columns[name].get(day, np.nan) for day in days]) for name in COLUMNS}
        found.append(Candles(run.first_day, **arrays))
    return found
