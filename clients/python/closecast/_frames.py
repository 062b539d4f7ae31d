"""Reads data frames of daily closes and writes frames of forecasts, for pandas, polars and pyarrow alike."""

from __future__ import annotations

import bisect
import datetime
import math
import numbers
import os
import re
import warnings
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

import narwhals.stable.v2 as nw
from typing_extensions import Literal

from ._errors import FrameError, SeriesError, SeriesFailure, SettingsError, UnknownAnswerError
from ._json import DETAILS, dumps

FrameT = TypeVar("FrameT")
Level = Union[int, float]
#: What becomes of series that cannot be forecast.
Errors = Literal["raise", "keep"]

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_DAY_MICROSECONDS = 86_400_000_000
#: The last days that a date, and a time in nanoseconds, can have.
_LAST_DAY = datetime.date.max.toordinal() - _EPOCH
_LAST_NANOSECOND_DAY = 106_751
#: The name of the forecast's column.
NAME = "closecast"


class LeakageWarning(UserWarning):
    """Windows of a cross-validation lie in days that the model was trained or validated on."""

    # The name by which it is imported.
    __module__ = "closecast"


# MARK: Settings


@dataclass(frozen=True)
class Settings:
    """What is forecast of each series."""

    h: int
    levels: Tuple[float, ...] = ()
    quantiles: Tuple[float, ...] = ()
    model: Optional[str] = None
    paths: Optional[int] = None
    seed: Optional[int] = None

    @classmethod
    def checked(
        cls,
        h: int,
        level: Optional[Sequence[Level]],
        quantiles: Optional[Sequence[float]],
        model: Optional[str],
        paths: Optional[int],
        seed: Optional[int],
        freq: Optional[str] = None,
    ) -> Settings:
        if not _is_whole(h) or h < 1:
            raise SettingsError(f"h is {h!r}; the number of days to forecast is a whole number from 1")
        if freq is not None and freq not in ("D", "1D", "d", "1d"):
            raise SettingsError(f"freq is {freq!r}; the models forecast daily closes only, freq='D'")
        # Quantiles replace the default bands; nobody has to write level=None next to them.
        levels = () if quantiles is not None and level is DEFAULT_LEVEL else _numbers("level", level)
        asked = _numbers("quantiles", quantiles)
        if quantiles is not None and levels:
            raise SettingsError("level and quantiles are given; use one of them")
        for one in levels:
            if not _is_number(one) or not 1 <= one <= 99.9998:
                raise SettingsError(f"level has {one!r}; levels are percentages from 1 to 99.9998, such as 80")
        for one in asked:
            if not _is_number(one) or not 1e-6 <= one <= 0.999999:
                raise SettingsError(f"quantiles has {one!r}; quantiles are from 0.000001 to 0.999999, such as 0.1")
        if paths is not None and (not _is_whole(paths) or paths < 1):
            raise SettingsError(f"paths is {paths!r}; the number of sample paths is a whole number from 1")
        if seed is not None and (not _is_whole(seed) or seed < 0):
            raise SettingsError(f"seed is {seed!r}; a seed is a whole number from 0")
        if model is not None and (not isinstance(model, (str, os.PathLike)) or str(model)[:1] in ("", "-")):
            raise SettingsError(f"model is {model!r}; give a model's name, such as 'daily-close-t'")
        return cls(
            int(h),
            tuple(sorted(set(levels))),
            tuple(sorted(set(asked))),
            None if model is None else str(model),
            None if paths is None else int(paths),
            None if seed is None else int(seed),
        )

    def columns(self) -> List[Tuple[str, float]]:
        """The columns after the point and their quantiles, in the order of statsforecast."""
        low = [(f"{NAME}-lo-{level:.10g}", (100 - level) / 200) for level in reversed(self.levels)]
        high = [(f"{NAME}-hi-{level:.10g}", (100 + level) / 200) for level in self.levels]
        return [*low, *high, *((f"{NAME}-q-{quantile * 100:.10g}", quantile) for quantile in self.quantiles)]

    def request(self) -> Dict[str, Any]:
        """The settings as the server's parameters."""
        given: Dict[str, Any] = {"days": self.h, "model": self.model, "paths": self.paths, "seed": self.seed}
        # No bands at all are asked for by no levels, which the server accepts and the program does not.
        given.update({"quantiles": list(self.quantiles)} if self.quantiles else {"levels": list(self.levels)})
        return {name: value for name, value in given.items() if value is not None}


#: Recognized by identity, so that quantiles may replace it.
DEFAULT_LEVEL: Sequence[Level] = (80, 95)


def _is_whole(value: object) -> bool:
    # Arrays of numpy have __index__ too.
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _numbers(name: str, given: Any) -> Tuple[Any, ...]:
    """The numbers of a list or an array, as those of Python."""
    if given is None:
        return ()
    try:
        if isinstance(given, (str, bytes)):
            raise TypeError
        return tuple(map(_plain_number, given))
    except TypeError:
        shown = given.decode(errors="replace") if isinstance(given, bytes) else given
        raise SettingsError(f"{name} is {given!r}; give a list, {name}=[{shown}]") from None


def _plain_number(value: Any) -> Any:
    if isinstance(value, (bool, int, float)) and not hasattr(value, "dtype"):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    # By its text, so that 0.1 in 32 bits is 0.1.
    return float(str(value)) if isinstance(value, numbers.Real) and hasattr(value, "dtype") else value


@dataclass(frozen=True)
class ModelFacts:
    """What has to be known of a model before series are sent."""

    name: str
    context: int
    horizon: int
    #: The last day that the model was fitted or chosen by; None if it does not say.
    seen_through: Optional[str] = None

    @classmethod
    def of(cls, model: Mapping[str, Any]) -> ModelFacts:
        try:
            training = model.get("training") or {}
            days = [training[name] for name in ("through", "validated_through") if training.get(name)]
            return cls(str(model["name"]), int(model["context"]), int(model["horizon"]), max(days, default=None))
        except (KeyError, TypeError, ValueError):
            raise UnknownAnswerError(
                f"the model {model.get('name')!r} has no context and horizon; it reads no daily closes"
            ) from None

    def check(self, settings: Settings) -> None:
        if settings.h > self.horizon:
            raise SettingsError(f"h is {settings.h}; the model {self.name} forecasts 1 to {self.horizon} days")


# MARK: Reading


class Run(NamedTuple):
    """The rows of one series, in order of their days: from `start` up to `end`."""

    name: str
    start: int
    end: int


def day_text(day: int) -> str:
    return datetime.date.fromordinal(day + _EPOCH).isoformat()


def text_day(text: str) -> int:
    return datetime.date.fromisoformat(text).toordinal() - _EPOCH


class ClosesFrame:
    """A frame of daily closes: a row for each series and day."""

    def __init__(self, df: Any, id_col: str, time_col: str, target_col: str):
        self.id_col, self.time_col, self.target_col = id_col, time_col, target_col
        self.frame = _eager(df)
        self._check_columns()
        self.has_ids = id_col in self.frame.columns
        roles, columns = (id_col, time_col, target_col), self.frame.columns
        details = [name for name in DETAILS if name in columns and name not in roles]
        wanted = [*([id_col] if self.has_ids else []), time_col, target_col, *details]
        self.frame = nw.maybe_reset_index(self.frame.select(wanted))
        self.time_type = self.frame.schema[time_col]
        self._days = self._read_days()
        self._check_days()
        self._closes = self._read_numbers(target_col, "closes")
        self._check_ids()
        #: Rows whose day does not follow the day of the row before, within a series.
        self._breaks: List[int] = []
        self.runs = self._read_runs()
        self.days: List[int] = self._days.to_list()
        self.closes: List[float] = self._closes.to_list()
        # Libraries have different values for what is missing.
        for row in self._closes.is_null().arg_true().to_list():
            self.closes[row] = math.nan
        usable = ((self._closes > 0) & (self._closes < math.inf)).fill_null(False)
        self._unusable: List[int] = (~usable).arg_true().to_list() if not usable.all() else []
        #: What is sent of each row, by the name of its member: the closes, and what else is known of their days.
        self.members: Dict[str, Sequence[Optional[float]]] = {"closes": self.closes}
        for name in details:
            if not self.frame[name].is_null().all():
                self.members[name] = _known(self._read_numbers(name, f"the values of {name!r}"))

    # MARK: Columns

    def _check_columns(self) -> None:
        columns = self.frame.columns
        roles = {"id_col": self.id_col, "time_col": self.time_col, "target_col": self.target_col}
        for role, name in roles.items():
            for other in roles:
                if role < other and name == roles[other] and name in columns:
                    raise FrameError(f"{role} and {other} are both {name!r}; name a column of its own for each")
        for role, name in (("time_col", self.time_col), ("target_col", self.target_col)):
            if name not in columns:
                raise FrameError(f"no column {name!r} among {_listed(columns)}; name it: {role}=…")
        if len(self.frame) == 0:
            raise FrameError("the frame has no rows")
        if self.id_col not in columns and self.id_col != "unique_id":
            raise FrameError(f"no column {self.id_col!r} among {_listed(columns)}; name it: id_col=…")

    def _check_ids(self) -> None:
        if self.has_ids and self.frame[self.id_col].is_null().any():
            row = self.frame[self.id_col].is_null().arg_true()[0]
            raise FrameError(f"{self.id_col!r} is missing in row {row}; name the series of each row")

    def _read_days(self) -> nw.Series[Any]:
        """The days as numbers since 1970."""
        name, kind, times = self.time_col, self.time_type, self.frame[self.time_col]
        if times.is_null().any():
            raise FrameError(f"{name!r} is missing in row {times.is_null().arg_true()[0]}; each row needs its day")
        if kind in (nw.String, nw.Object, nw.Categorical):
            parsed = [self._parsed_day(value, row) for row, value in enumerate(times.to_list())]
            return nw.new_series(name, parsed, nw.Int64, backend=self.frame.implementation)
        if kind == nw.Date:
            return times.cast(nw.Datetime("us")).dt.timestamp("us") // _DAY_MICROSECONDS
        if not isinstance(kind, nw.Datetime):
            raise FrameError(
                f"{name!r} has the type {kind}; days are dates, datetimes at midnight, or texts such as 2025-02-28"
            )
        if kind.time_zone not in (None, "UTC", "Etc/UTC", "Z", "+00:00"):
            raise FrameError(
                f"{name!r} has the time zone {kind.time_zone}; the days of closes are those of UTC. "
                f"Convert it to UTC, or remove the zone if it already stands for UTC days"
            )
        moments = times.dt.timestamp("us")
        days = moments // _DAY_MICROSECONDS
        odd = days * _DAY_MICROSECONDS != moments
        if odd.any():
            row = odd.arg_true()[0]
            raise FrameError(
                f"{name!r} of {self._name(row)} is {times[row]}, which is not midnight; there is one close a day. "
                f"Keep the last close of each day, and cut the time of day off"
            )
        return days

    def _check_days(self) -> None:
        least, most = datetime.date.min.toordinal() - _EPOCH, _LAST_DAY
        odd = ((self._days < least) | (self._days > most)).arg_true().to_list()
        if odd:
            raise FrameError(
                f"{self.time_col!r} of {self._name(odd[0])} is not within the years 1 to 9999; correct the day"
            )

    def _parsed_day(self, value: Any, row: int) -> int:
        try:
            if isinstance(value, str):
                return text_day(value)
            if isinstance(value, datetime.datetime):
                if value.time() == datetime.time() and value.tzinfo in (None, datetime.timezone.utc):
                    return value.date().toordinal() - _EPOCH
            elif isinstance(value, datetime.date):
                return value.toordinal() - _EPOCH
        except ValueError:
            pass
        raise FrameError(
            f"{self.time_col!r} of {self._name(row)} is {value!r}; days are dates, or texts such as 2025-02-28"
        )

    def _read_numbers(self, name: str, what: str) -> nw.Series[Any]:
        column = self.frame[name]
        if not column.dtype.is_numeric():
            raise FrameError(
                f"{name!r} holds {_kind_text(column)}; {what} are numbers. Convert the column to floating point"
            )
        return column.cast(nw.Float64)

    def _name(self, row: int) -> str:
        return str(self.frame[self.id_col][row]) if self.has_ids else f"row {row}"

    # MARK: Series

    def _read_runs(self) -> List[Run]:
        runs = self._runs()
        if len({run.name for run in runs}) < len(runs) or self._backward():
            self._sort()
            runs = self._runs()
        starts: Dict[str, int] = {}
        for run in runs:
            self._check_id(run, starts.setdefault(run.name, run.start))
        return runs

    def _check_id(self, run: Run, first: int) -> None:
        """Ids are sent as text."""
        if first != run.start:
            one, other = self.frame[self.id_col][first], self.frame[self.id_col][run.start]
            raise FrameError(
                f"{self.id_col!r} has {one!r} and {other!r}, which are the same as text; convert the column to one type"
            )
        try:
            run.name.encode()
        except UnicodeEncodeError:
            raise FrameError(
                f"{self.id_col!r} has {run.name!r}, which is not valid Unicode text; replace its surrogates"
            ) from None

    def _sort(self) -> None:
        days, closes = "_closecast_day", "_closecast_close"
        whole = self.frame.with_columns(self._days.alias(days), self._closes.alias(closes))
        keys = [self.id_col, days] if self.has_ids else [days]
        whole = nw.maybe_reset_index(whole.sort(*keys))
        self.frame = whole.drop(days, closes)
        self._days, self._closes = whole[days], whole[closes]

    def _runs(self) -> List[Run]:
        """The stretches of rows with the same id."""
        count = len(self.frame)
        if not self.has_ids:
            starts, names = [0], [NAME]
            steps = self._days.diff()
            self._breaks = (steps != 1).fill_null(False).arg_true().to_list()
        else:
            ids = self.frame[self.id_col]
            if not isinstance(ids.dtype, (nw.String, nw.Int64, nw.Int32)):
                # Categories of other frames and other unusual types cannot all be compared to their shifted selves.
                names_by_row = ids.to_list()
                first = [0, *(row for row in range(1, count) if names_by_row[row] != names_by_row[row - 1])]
                starts = first
            else:
                starts = [0, *(ids != ids.shift(1))[1:].fill_null(True).arg_true().to_list()]
                starts = [starts[0], *(row + 1 for row in starts[1:])]
            names = [str(name) for name in ids[starts].to_list()]
            breaks = (self._days.diff() != 1).fill_null(False).arg_true().to_list()
            first_rows = set(starts)
            self._breaks = [row for row in breaks if row not in first_rows]
        ends = [*starts[1:], count]
        return [Run(name, start, end) for name, start, end in zip(names, starts, ends)]

    def _backward(self) -> bool:
        if not self._breaks:
            return False
        steps = self._days.diff()[self._breaks]
        return bool((steps < 0).any())

    def ordered(self) -> List[Run]:
        """The series by their ids, as Nixtla's libraries return them."""
        if not self.has_ids:
            return self.runs
        ids = self.frame[self.id_col][[run.start for run in self.runs]].to_list()
        try:
            order = sorted(range(len(ids)), key=ids.__getitem__)
        except TypeError:
            return self.runs
        return [self.runs[index] for index in order]

    def failure(self, run: Run, end: int, need: int) -> Optional[SeriesFailure]:
        """Why the last `need` closes before row `end` cannot be forecast from, or None."""
        name = self.series_id(run)
        start = end - need
        broken = _between(self._breaks, max(start, run.start) + 1, end)
        if broken is not None:
            return self._break_failure(name, run, broken)
        unusable = _between(self._unusable, max(start, run.start), end)
        if unusable is not None:
            value, day = self.closes[unusable], day_text(self.days[unusable])
            if math.isnan(value):
                return SeriesFailure(
                    name,
                    "missing-close",
                    f"{name} has no close on {day}; fill it in, for example with the close before",
                )
            return SeriesFailure(
                name, "bad-close", f"{name} has the close {value} on {day}; closes are above zero and finite"
            )
        have = end - run.start
        if have < need:
            text = f"{name} has {have} daily closes, and the model reads {need}; add {need - have} more"
            return SeriesFailure(name, "history-too-short", text)
        return None

    def _break_failure(self, name: Any, run: Run, row: int) -> SeriesFailure:
        before, day = self.days[row - 1], self.days[row]
        if before == day:
            hint = "keep one row for each series and day" if self.has_ids else "name the series in a column unique_id"
            return SeriesFailure(name, "duplicate-day", f"{name} has two closes on {day_text(day)}; {hint}")
        steps = {self.days[other] - self.days[other - 1] for other in range(run.start + 1, run.end)}
        if 1 not in steps:
            text = f"{name} has a close every {min(steps)} days or less often; the models read one for each day"
            return SeriesFailure(name, "not-daily", text)
        first, last = day_text(before + 1), day_text(day - 1)
        missing = f"on {first}" if first == last else f"from {first} to {last}"
        return SeriesFailure(name, "gap", f"{name} has no close {missing}; add it, for example with the close before")

    def series_id(self, run: Run) -> Any:
        return self.frame[self.id_col][run.start] if self.has_ids else run.name

    # MARK: Columns of the answer

    def id_column(self, rows: Sequence[int]) -> Optional[nw.Series[Any]]:
        """The ids of the rows, in a column of the same type."""
        if not self.has_ids:
            return None
        return nw.maybe_reset_index(self.frame[self.id_col][list(rows)])

    def day_column(self, name: str, days: Sequence[int]) -> nw.Series[Any]:
        """Days in a column of the type of the frame's days."""
        backend, kind = self.frame.implementation, self.time_type
        if kind in (nw.String, nw.Categorical):
            return self._like_times(nw.new_series(name, _by_day(days, day_text), nw.String, backend=backend).cast(kind))
        if kind == nw.Object:
            dates: List[Any] = _by_day(days, lambda day: datetime.date.fromordinal(day + _EPOCH))
            return nw.new_series(name, dates, nw.Object, backend=backend)
        moments = nw.new_series(name, [day * _DAY_MICROSECONDS for day in days], nw.Int64, backend=backend)
        column = moments.cast(nw.Datetime("us"))
        if kind == nw.Date:
            return self._like_times(column.cast(nw.Date))
        assert isinstance(kind, nw.Datetime)
        column = column.cast(nw.Datetime(kind.time_unit))
        return column if kind.time_zone is None else column.dt.replace_time_zone(kind.time_zone)

    def _like_times(self, column: nw.Series[Any]) -> nw.Series[Any]:
        """The column with the type of the library where it has several for texts or dates, such as large_string."""
        if self.time_type == nw.Categorical:
            return column
        own, made = self.frame[self.time_col].to_native(), column.to_native()
        if self.frame.implementation.is_pyarrow():
            made = made.cast(own.type)
        elif self.frame.implementation.is_pandas():
            made = made.astype(own.dtype)
        else:
            return column
        like: nw.Series[Any] = nw.from_native(made, series_only=True)
        return like.alias(column.name)

    def native(self, columns: Sequence[Optional[nw.Series[Any]]]) -> Any:
        """A frame of the caller's library."""
        present = [column for column in columns if column is not None]
        return present[0].to_frame().with_columns(*present[1:]).to_native()

    def numbers(self, name: str, values: Sequence[Optional[float]]) -> nw.Series[Any]:
        return nw.new_series(name, values, nw.Float64, backend=self.frame.implementation)

    def texts(self, name: str, values: Sequence[str]) -> nw.Series[Any]:
        return nw.new_series(name, values, nw.String, backend=self.frame.implementation)


def _eager(df: Any) -> nw.DataFrame[Any]:
    if type(df).__module__.startswith("polars") and type(df).__name__ == "LazyFrame":
        raise FrameError("this is a LazyFrame; collect it first: df.collect()")
    try:
        frame: nw.DataFrame[Any] = nw.from_native(df, eager_only=True)
        names = frame.columns
    except nw.exceptions.DuplicateError:
        names = list(df.column_names if type(df).__module__.startswith("pyarrow") else df.columns)
    except TypeError:
        kind = f"{type(df).__module__}.{type(df).__qualname__}"
        raise FrameError(f"expected a DataFrame of pandas or polars, or a pyarrow Table; found {kind}") from None
    twice = next((name for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise FrameError(f"the frame has two columns {twice!r}; rename or remove one")
    return frame


def _kind_text(values: nw.Series[Any]) -> str:
    kind = values.dtype
    if kind == nw.Object:
        kinds = sorted({type(value).__name__ for value in values.to_list()})
        return f"Python objects ({', '.join(kinds)})"
    return "text" if kind in (nw.String, nw.Categorical, nw.Enum) else f"values of the type {kind}"


def _known(column: nw.Series[Any]) -> List[Optional[float]]:
    """The numbers of a column, None for those that are missing or not finite."""
    values: List[Optional[float]] = column.to_list()
    for row in (~column.is_finite()).fill_null(True).arg_true().to_list():
        values[row] = None
    return values


def _listed(columns: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in columns[:8])
    return shown + (f" and {len(columns) - 8} more" if len(columns) > 8 else "") if columns else "no columns"


def _between(sorted_rows: List[int], first: int, end: int) -> Optional[int]:
    """The first of the rows that is in the range, or None."""
    index = bisect.bisect_left(sorted_rows, first)
    return sorted_rows[index] if index < len(sorted_rows) and sorted_rows[index] < end else None


def _by_day(days: Sequence[int], of: Any) -> List[Any]:
    made = {day: of(day) for day in set(days)}
    return [made[day] for day in days]


# MARK: What is asked and answered


class Asked(NamedTuple):
    """One series as it is sent: what is known up to a row of the frame."""

    run: Run
    end: int

    def line(self, frame: ClosesFrame, need: int) -> bytes:
        days = {name: values[self.end - need : self.end] for name, values in frame.members.items()}
        return dumps({"id": self.run.name, "last": day_text(frame.days[self.end - 1]), **days})


class Plan:
    """What is asked of an engine, and the frame that its answers become."""

    def __init__(self, frame: ClosesFrame, settings: Settings, model: ModelFacts, errors: Errors):
        if errors not in ("raise", "keep"):
            raise SettingsError(f'errors is {errors!r}; accepted: "raise", "keep"')
        model.check(settings)
        self.frame, self.settings, self.model, self.errors = frame, settings, model, errors
        self.asked: List[Asked] = []
        #: By the first row of the series; a series fails once, however many of its windows do.
        self._failed: Dict[int, SeriesFailure] = {}
        self._check_names()
        self._read()
        self._check_last_days()
        if errors == "raise" and self.failures:
            raise SeriesError(self.failures, len(frame.runs))

    @property
    def failures(self) -> List[SeriesFailure]:
        return list(self._failed.values())

    def _fail(self, run: Run, failure: SeriesFailure) -> None:
        self._failed.setdefault(run.start, failure)

    def _kept_columns(self) -> List[str]:
        """The columns of the frame that the answer has too."""
        frame = self.frame
        return [*([frame.id_col] if frame.has_ids else []), frame.time_col]

    def _added_columns(self) -> List[str]:
        """The columns of the answer that the frame does not have."""
        return [NAME, *(name for name, _ in self.settings.columns())]

    def _check_names(self) -> None:
        """One column must not replace another."""
        added = self._added_columns()
        taken = [name for name in self._kept_columns() if name in added]
        if self.errors == "keep" and self.frame.has_ids and self.frame.id_col in ("error", "message"):
            taken.append(self.frame.id_col)
        if taken:
            raise FrameError(f"the answer has a column {taken[0]!r} of its own; rename that column of the frame")

    def _check_last_days(self) -> None:
        kind, frame = self.frame.time_type, self.frame
        short = isinstance(kind, nw.Datetime) and kind.time_unit == "ns"
        most = _LAST_NANOSECOND_DAY if short else _LAST_DAY
        for asked in self.asked:
            if frame.days[asked.end - 1] + self.settings.h > most:
                name, remedy = frame.series_id(asked.run), " or convert the column to microseconds" if short else ""
                raise FrameError(
                    f"{name} ends on {day_text(frame.days[asked.end - 1])}, and {self.settings.h} days later is after "
                    f"{day_text(most)}, the last day that {frame.time_col!r} can have; correct the days{remedy}"
                )

    def _read(self) -> None:
        for run in self.frame.ordered():
            failure = self.frame.failure(run, run.end, self.model.context)
            if failure is None:
                self.asked.append(Asked(run, run.end))
            else:
                self._fail(run, failure)

    def lines(self) -> Iterable[bytes]:
        """The series as lines of JSON, without line breaks."""
        return (asked.line(self.frame, self.model.context) for asked in self.asked)

    def result(self, answers: Iterable[Mapping[str, Any]]) -> Any:
        """The frame of the forecasts; with errors="keep", also one of the errors."""
        collected = Collected(self)
        # Answers are read to their end, where their source cleans up.
        for answer in answers:
            collected.add(answer)
        return collected.result()

    def refuse(self, asked: Asked, problem: Mapping[str, Any]) -> None:
        """Takes note of a series that an engine did not forecast."""
        self._fail(asked.run, self._refused(asked, problem["code"], problem["message"]))

    def frames(self, answered: Sequence[Asked], columns: Sequence[Tuple[str, Sequence[float]]]) -> Any:
        """The frame of the forecasts, with these columns; with errors="keep", also one of the errors."""
        if self.errors == "raise" and self.failures:
            raise SeriesError(self.failures, len(self.frame.runs))
        forecasts = self.frame.native(
            [*self._leading(answered), *(self.frame.numbers(name, values) for name, values in columns)]
        )
        return (forecasts, self._failure_frame()) if self.errors == "keep" else forecasts

    def _refused(self, asked: Asked, code: str, message: str) -> SeriesFailure:
        """Why an engine did not forecast a series, with the name of the series."""
        name, days = self.frame.series_id(asked.run), self.frame.days

        def dated(found: re.Match[str]) -> str:
            return f"close on {day_text(days[asked.end - 1] - int(found[2]) + int(found[1]))}"

        message = _PLACE.sub(dated, message)
        return SeriesFailure(name, code, message if str(name) in message else f"{name}: {message}")

    def _leading(self, answered: Sequence[Asked]) -> List[Optional[nw.Series[Any]]]:
        """The columns before the forecasts."""
        h, frame = self.settings.h, self.frame
        last = [frame.days[asked.end - 1] for asked in answered]
        days = [day + step for day in last for step in range(1, h + 1)]
        return [frame.id_column(_repeated(answered, h)), frame.day_column(frame.time_col, days)]

    def _failure_frame(self) -> Any:
        frame, own = self.frame, list(self._failed)
        codes = frame.texts("error", [failure.code for failure in self.failures])
        return frame.native(
            [frame.id_column(own), codes, frame.texts("message", [failure.message for failure in self.failures])]
        )


class Collected:
    """The answers to a plan, given one after the other. Only their numbers are kept: whole answers take ten times the memory."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self._waiting = iter(plan.asked)
        self._answered: List[Asked] = []
        self._columns = plan.settings.columns()
        self._points: List[float] = []
        self._bands: List[List[float]] = [[] for _ in self._columns]
        #: The names of the quantiles in the answers; known after the first one.
        self._keys: Optional[List[str]] = None

    def add(self, answer: Mapping[str, Any]) -> None:
        asked = next(self._waiting, None)
        if asked is None:
            raise UnknownAnswerError(f"there are more answers than the {len(self.plan.asked)} series")
        if str(answer.get("id")) != asked.run.name:
            raise UnknownAnswerError(f"the answer to {asked.run.name!r} has the id {answer.get('id')!r}")
        problem = answer.get("error")
        if problem is not None:
            self.plan.refuse(asked, problem)
            return
        values, h = answer["values"], self.plan.settings.h
        if len(values) != h:
            raise UnknownAnswerError(f"{asked.run.name} has {len(values)} days; {h} were asked for")
        if self._keys is None:
            self._keys = [_key(quantile, values[0].get("quantiles", {})) for _, quantile in self._columns]
        self._answered.append(asked)
        self._points.extend([value["point"] for value in values])
        if self._keys:
            rows = [value["quantiles"] for value in values]
            for key, band in zip(self._keys, self._bands):
                band.extend([row[key] for row in rows])

    def result(self) -> Any:
        """The frame, or frames, after the last answer."""
        missing = next(self._waiting, None)
        if missing is not None:
            raise UnknownAnswerError(f"{missing.run.name} has no answer")
        bands = [(name, band) for (name, _), band in zip(self._columns, self._bands)]
        return self.plan.frames(self._answered, [(NAME, self._points), *bands])


#: How an engine names a close by its place in the list.
_PLACE = re.compile(r"\bclose (\d+) of (\d+)\b")


def _repeated(answered: Sequence[Asked], h: int) -> List[int]:
    return [asked.run.start for asked in answered for _ in range(h)]


def _key(quantile: float, quantiles: Mapping[str, float]) -> str:
    """The name of a quantile in an answer."""
    key = min(quantiles, key=lambda key: abs(float(key) - quantile), default=None)
    if key is None or abs(float(key) - quantile) > 1e-9:
        raise UnknownAnswerError(f"the answer has no quantile {quantile:g}; it has {', '.join(quantiles) or 'none'}")
    return key


class ValidationPlan(Plan):
    """Forecasts of past days, from what was known before each window."""

    def __init__(
        self, frame: ClosesFrame, settings: Settings, model: ModelFacts, errors: Errors, n_windows: int, step_size: int
    ):
        for name, value in (("n_windows", n_windows), ("step_size", step_size)):
            if not _is_whole(value) or value < 1:
                raise SettingsError(f"{name} is {value!r}; a whole number from 1 is needed")
        self.n_windows, self.step_size = n_windows, step_size
        super().__init__(frame, settings, model, errors)

    def _read(self) -> None:
        h, need = self.settings.h, self.model.context
        tested = h + self.step_size * (self.n_windows - 1)
        for run in self.frame.ordered():
            failure = self.frame.failure(run, run.end, need + tested)
            if failure is None:
                ends = range(run.end - tested, run.end - h + 1, self.step_size)
                self.asked.extend(Asked(run, end) for end in ends)
            elif failure.code == "history-too-short":
                have = run.end - run.start
                text = (
                    f"{failure.id} has {have} daily closes; the model reads {need} and the windows need {tested} more: "
                    f"add {need + tested - have}, or use fewer windows"
                )
                self._fail(run, SeriesFailure(failure.id, failure.code, text))
            else:
                self._fail(run, failure)

    def _kept_columns(self) -> List[str]:
        return [*super()._kept_columns(), self.frame.target_col]

    def _added_columns(self) -> List[str]:
        return ["cutoff", *super()._added_columns()]

    def _leading(self, answered: Sequence[Asked]) -> List[Optional[nw.Series[Any]]]:
        h, frame = self.settings.h, self.frame
        cutoffs = [frame.days[asked.end - 1] for asked in answered for _ in range(h)]
        actual = [close for asked in answered for close in frame.closes[asked.end : asked.end + h]]
        leading = super()._leading(answered)
        return [*leading, frame.day_column("cutoff", cutoffs), frame.numbers(frame.target_col, actual)]

    def warn_of_leakage(self) -> None:
        """Warns the caller of the method that calls this one."""
        seen = self.model.seen_through
        if seen is None or not self.asked:
            return
        last = text_day(seen)
        known = sum(self.frame.days[asked.end] <= last for asked in self.asked)
        if known:
            warnings.warn(
                f"{known} of {len(self.asked)} windows begin on or before {seen}, the last day on which the model "
                f"{self.model.name} was trained or validated; errors in them say nothing about new days",
                LeakageWarning,
                stacklevel=3,
            )
