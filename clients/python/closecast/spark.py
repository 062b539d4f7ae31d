"""Forecasts the series of a Spark DataFrame with the program `closecast batch` on the workers.

    from closecast.spark import forecast

    forecasts = forecast(spark.read.parquet("closes.parquet"), h=30, level=[80])
    forecasts.write.parquet("forecasts.parquet")

Every task runs one process and keeps a bounded number of series in memory. The workers need the program, Python and pyarrow; this package
travels with the job.
"""

from __future__ import annotations

import collections
import json
import math
import numbers
import os
import re
import sys
import warnings
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from closecast import _batch_process
from closecast._batch_process import LONGEST_LINE, BatchError, BatchRunner, OptionError, checked_options
from closecast._json import DETAILS

__all__ = ["BatchError", "forecast"]

# The program's options, and the parameters that they are here.
_PARAMETERS = {
    "days": "h",
    "level": "level",
    "quantiles": "quantiles",
    "model": "model",
    "paths": "paths",
    "seed": "seed",
    "decode": "decode",
}
# Series that are encoded and decoded together.
_CHUNK = 128
_SECONDS_PER_DAY = 86_400
# The days of a series: arrays of its closes, and of what else is known of each day, by their names, shape [days].
_Series = Dict[str, Any]


class _Settings(NamedTuple):
    """What a task needs to know."""

    program: str
    options: Tuple[str, ...]
    models: Optional[str]
    horizon: int
    quantiles: Tuple[float, ...]
    columns: Tuple[str, ...]
    # Which of open, high, low and volume the input has.
    details: Tuple[str, ...]
    is_long: bool
    has_days: bool
    as_arrays: bool
    restarts: int
    answer_seconds: float
    model_sha256: Optional[str]


def forecast(
    sdf: Any,
    h: int = 96,
    level: Optional[Sequence[float]] = None,
    *,
    quantiles: Optional[Sequence[float]] = None,
    model: str = "daily-average",
    paths: Optional[int] = None,
    seed: Optional[int] = None,
    decode: Optional[str] = None,
    id_col: str = "unique_id",
    time_col: str = "ds",
    target_col: str = "y",
    closes_col: str = "closes",
    last_col: str = "last",
    arrays: bool = False,
    partitions: Optional[int] = None,
    program: str = "closecast",
    models: Optional[str] = None,
    restarts: int = 2,
    answer_seconds: float = 600,
    check: bool = True,
) -> Any:
    """Returns a DataFrame with the forecasts of every series of a DataFrame; it is computed when Spark needs its rows.

    The input has one row per day (`unique_id`, `ds`, `y`), or one row per series with an array of daily closes, oldest first
    (`unique_id`, `closes`, and optionally `last`, the day of the last close). Order and partitions of the rows do not matter.

    Models that read candles also use the columns `open`, `high`, `low` and `volume`, if there are any: a number per day, or an array with
    one for each close; null or NaN means not known.

    The output has one row per forecast day: `unique_id`, `ds`, `closecast`, `closecast-lo-80`, `closecast-hi-80`, …, `error`,
    `error_message`. `arrays=True` gives one row per series with arrays instead. A series that cannot be forecast has one row with `error`,
    so that every series is in the output. Without days in the input, `ds` counts the forecast days from 1.

    Args:
        sdf: the DataFrame.
        h: days to forecast, from 1 to the model's horizon.
        level: a list of central bands in percent (default: 80 and 95; an empty list: points only).
        quantiles: quantiles between 0 and 1 instead of bands, as columns `closecast-q-10`, ….
        model: a model's name, or its folder on the workers.
        paths, seed, decode: the program's options of these names.
        id_col, time_col, target_col, closes_col, last_col: the columns' names.
        arrays: whether the output has one row per series.
        partitions: tasks of the job (default: 4 for each core that Spark has; 0 keeps the partitions of input with a row per series).
        program: the program's name or path on driver and workers, or the name of a file sent with `SparkContext.addFile`.
        models: the folder of models on driver and workers, or the name of an archive sent with `SparkContext.addArchive`.
        restarts: how often the process of a series that kills it is started again before the series gets the error `process-died`.
        answer_seconds: a process that answers nothing for so long is killed and counts as dead.
        check: whether the driver runs the program once, so that a wrong option or a missing model is reported at once. The workers then
            also compare their model with the driver's.

    Raises:
        ValueError: a parameter or a column is wrong, or the driver's program refuses an option or the model.
        BatchError: the driver's program cannot be started or fails. On workers the same error fails the task.
    """
    from pyspark.sql import functions as F

    if not hasattr(sdf, "mapInArrow"):
        kind = f"{type(sdf).__module__}.{type(sdf).__qualname__}"
        raise ValueError(f"expected a DataFrame of Spark, found {kind}; make one: spark.createDataFrame(df)")
    is_long = _is_long(sdf, id_col, time_col, target_col, closes_col)
    has_days = is_long or last_col in sdf.columns
    roles = (id_col, time_col, target_col) if is_long else (id_col, closes_col, last_col)
    details = tuple(name for name in DETAILS if name in sdf.columns and name not in roles)
    quantile_columns = _quantile_columns(level, quantiles)
    settings = _Settings(
        program=program,
        options=_options(h, level, quantiles, model, paths, seed, decode),
        models=models,
        horizon=h,
        quantiles=tuple(quantile for _, quantile in quantile_columns),
        columns=("closecast", *(name for name, _ in quantile_columns)),
        details=details,
        is_long=is_long,
        has_days=has_days,
        as_arrays=arrays,
        restarts=restarts,
        answer_seconds=answer_seconds,
        model_sha256=None,
    )
    if check:
        command, environment = _command(settings, threads=1)
        try:
            answer, notes = checked_options(command, environment)
        except OptionError as error:
            raise OptionError(_with_parameters(str(error))) from None
        if notes:
            warnings.warn(notes, stacklevel=2)
        settings = settings._replace(model_sha256=answer["model_sha256"])
    prepared = (
        _long_input(sdf, id_col, time_col, target_col, details)
        if is_long
        else _row_input(sdf, id_col, closes_col, last_col, details)
    )
    if partitions is None or partitions > 0 or is_long:
        prepared = prepared.repartition(partitions or _default_partitions(sdf), "id")
    if is_long:
        prepared = prepared.groupBy("id").agg(F.collect_list(F.struct("day", "closes", *details)).alias("history"))
    prepared = prepared.withColumn("text", F.col("id").cast("string"))
    result = prepared.mapInArrow(_task(settings), _schema(settings, prepared.schema["id"].dataType))
    return _with_input_types(result, sdf, id_col, time_col if is_long else None, arrays)


# MARK: On the driver


def _with_parameters(text: str) -> str:
    """The program's message with the names of parameters instead of options."""
    options = "|".join(_PARAMETERS)
    return re.sub(rf"'?--({options})\b(?: <[^>]*>)?'?", lambda found: _PARAMETERS[found[1]], text)


def _is_long(sdf: Any, id_col: str, time_col: str, target_col: str, closes_col: str) -> bool:
    have = set(sdf.columns)
    if {id_col, time_col, target_col} <= have:
        return True
    if {id_col, closes_col} <= have:
        return False
    raise ValueError(
        f"the DataFrame has the columns {', '.join(sdf.columns)}; expected {id_col}, {time_col} and {target_col} (one row per day), "
        f"or {id_col} and {closes_col} (one row per series). Name other columns with id_col, time_col, target_col, closes_col"
    )


def _quantile_columns(
    level: Optional[Sequence[float]], quantiles: Optional[Sequence[float]]
) -> List[Tuple[str, float]]:
    """The columns after the point forecast, with their quantiles, in the order of Nixtla's libraries."""
    for name, given in (("level", level), ("quantiles", quantiles)):
        if given is not None and (isinstance(given, str) or not hasattr(given, "__len__")):
            raise ValueError(f"{name} is {given!r}; give a list, {name}=[{given}]")
        for one in () if given is None else given:
            if not isinstance(one, numbers.Real):
                raise ValueError(f"{name} has {one!r}; give numbers, such as {'80' if name == 'level' else '0.1'}")
    if level is not None and quantiles is not None:
        raise ValueError("level and quantiles: give one of them")
    if quantiles is not None:
        return [(f"closecast-q-{_number(100 * quantile)}", quantile) for quantile in sorted(set(quantiles))]
    levels = sorted(set((80, 95) if level is None else level))
    lows = [(f"closecast-lo-{_number(level)}", 0.5 - level / 200) for level in reversed(levels)]
    return lows + [(f"closecast-hi-{_number(level)}", 0.5 + level / 200) for level in levels]


def _number(value: float) -> str:
    return f"{value:.6g}"


def _options(
    h: int,
    level: Optional[Sequence[float]],
    quantiles: Optional[Sequence[float]],
    model: str,
    paths: Optional[int],
    seed: Optional[int],
    decode: Optional[str],
) -> Tuple[str, ...]:
    if model[:1] in ("", "-"):
        raise ValueError(f"model is {model!r}; give a model's name, or its folder")
    if isinstance(seed, (int, float)) and seed < 0:
        raise ValueError(f"seed is {seed!r}; a seed is a whole number from 0")
    options = ["--model", model, "--days", str(h)]
    levels = (80, 95) if level is None else tuple(level)
    if quantiles is not None and len(quantiles):
        options += ["--quantiles", ",".join(map(str, quantiles))]
    elif quantiles is None and levels:
        options += ["--level", ",".join(map(str, levels))]
    else:  # Points only; the program computes at least one quantile.
        options += ["--quantiles", "0.5"]
    for name, value in (("--paths", paths), ("--seed", seed), ("--decode", decode)):
        if value is not None:
            options += [name, str(value)]
    return tuple(options)


def _default_partitions(sdf: Any) -> int:
    try:
        return 4 * int(sdf.sparkSession.sparkContext.defaultParallelism)
    except Exception:  # Spark Connect has no context; which error says so depends on the version.
        return int(sdf.sparkSession.conf.get("spark.sql.shuffle.partitions"))


def _quoted(column: str) -> str:
    return "`" + column.replace("`", "``") + "`"


def _numbers(details: Tuple[str, ...], kind: str) -> List[str]:
    return [f"try_cast({_quoted(name)} AS {kind}) AS {name}" for name in details]


def _long_input(sdf: Any, id_col: str, time_col: str, target_col: str, details: Tuple[str, ...]) -> Any:
    # try_cast: a malformed day or price fails its series, and not the job.
    return sdf.selectExpr(
        f"{_quoted(id_col)} AS id",
        f"try_cast({_quoted(time_col)} AS date) AS day",
        f"try_cast({_quoted(target_col)} AS double) AS closes",
        *_numbers(details, "double"),
    )


def _row_input(sdf: Any, id_col: str, closes_col: str, last_col: str, details: Tuple[str, ...]) -> Any:
    last = f"try_cast({_quoted(last_col)} AS date)" if last_col in sdf.columns else "CAST(NULL AS date)"
    return sdf.selectExpr(
        f"{_quoted(id_col)} AS id",
        f"{last} AS last",
        f"try_cast({_quoted(closes_col)} AS array<double>) AS closes",
        *_numbers(details, "array<double>"),
    )


def _schema(settings: _Settings, id_type: Any) -> Any:
    from pyspark.sql import types as T

    def column(kind: Any) -> Any:
        return T.ArrayType(kind) if settings.as_arrays else kind

    return T.StructType(
        [
            T.StructField("id", id_type),
            T.StructField("ds", column(T.DateType() if settings.has_days else T.IntegerType())),
            *(T.StructField(name, column(T.DoubleType())) for name in settings.columns),
            T.StructField("error", T.StringType()),
            T.StructField("error_message", T.StringType()),
        ]
    )


def _with_input_types(result: Any, sdf: Any, id_col: str, time_col: Optional[str], arrays: bool) -> Any:
    """Renames the id, and gives days the type that they have in the input."""
    from pyspark.sql import functions as F

    result = result.withColumnRenamed("id", id_col)
    if time_col is None:
        return result
    kind = sdf.schema[time_col].dataType.simpleString()
    if kind != "date":
        result = result.withColumn("ds", F.col("ds").cast(f"array<{kind}>" if arrays else kind))
    return result.withColumnRenamed("ds", time_col)


# MARK: On the workers


def _task(settings: _Settings) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """Returns the function that Spark runs in each task."""
    from pyspark import cloudpickle

    # Sends the code of these modules along, so that the workers need not have the package.
    register: Callable[[Any], None] = cloudpickle.register_pickle_by_value
    for module in (sys.modules[__name__], _batch_process):
        register(module)

    def forecast_batches(batches: Iterable[Any]) -> Iterator[Any]:
        yield from _forecast_batches(batches, settings)

    return forecast_batches


def _command(settings: _Settings, threads: int) -> Tuple[List[str], Dict[str, str]]:
    """Returns the command, and the environment to run it in."""
    environment = dict(os.environ)
    if settings.models is not None:
        environment["CLOSECAST_MODELS"] = _sent_file(settings.models)
    command = [_sent_file(settings.program), "batch", "--keep-going", "--threads", str(threads), *settings.options]
    return command, environment


def _sent_file(name: str) -> str:
    """Returns the path of a file or folder that was sent with the job; the name itself if there is none."""
    from pyspark import SparkFiles

    if os.sep in name:
        return name
    try:
        path = os.path.abspath(SparkFiles.get(name))
    except Exception:  # On a driver without a context; which error says so depends on the version.
        return name
    return path if os.path.exists(path) else name


def _forecast_batches(batches: Iterable[Any], settings: _Settings) -> Iterator[Any]:
    from pyspark import TaskContext

    context = TaskContext.get()
    command, environment = _command(settings, threads=context.cpus() if context else 1)
    runner = BatchRunner(command, environment, restarts=settings.restarts, answer_seconds=settings.answer_seconds)
    chunks: Deque[_Chunk] = collections.deque()

    def lines() -> Iterator[bytes]:
        for batch in batches:
            for start in range(0, batch.num_rows, _CHUNK):
                chunk = _Chunk(batch.slice(start, _CHUNK), settings)
                chunks.append(chunk)
                yield from chunk.lines
                chunk.lines = []

    answers: List[bytes] = []
    decoder = _Decoder(settings)
    for answer in runner.answers(lines()):
        answers.append(answer)
        if len(answers) == len(chunks[0]):
            yield decoder.batch(chunks.popleft(), answers)
            answers = []


class _Chunk:
    """Some series: their lines, and what of them does not go through the program."""

    def __init__(self, batch: Any, settings: _Settings):
        import pyarrow as pa

        self.ids = batch.column("id")
        self.texts: List[Optional[str]] = batch.column("text").to_pylist()
        # Reasons not to ask the program: by position, code and message.
        self.faults: Dict[int, Tuple[str, str]] = {}
        # What the program was not sent, as a sentence, by position.
        self.cuts: Dict[int, str] = {}
        # The last day, in days since 1970; None if the input has no days.
        self.last_days: List[Optional[int]] = [None] * len(self.texts)
        if settings.is_long:
            series = self._series_by_day(batch.column("history"), settings)
        else:
            if settings.has_days:
                self.last_days = batch.column("last").cast(pa.int32()).to_pylist()
            series = self._series_in_rows(batch, settings)
        self.lines = [self._line(index, values) for index, values in enumerate(series)]

    def __len__(self) -> int:
        return len(self.texts)

    def _series_by_day(self, history: Any, settings: _Settings) -> Iterator[_Series]:
        """The closes of each series in order of their days, and what else is known of the days, from the last gap on."""
        import numpy as np
        import pyarrow as pa

        offsets = history.offsets.to_numpy()
        days = history.values.field("day").cast(pa.int32()).to_numpy(zero_copy_only=False)
        columns = {
            name: history.values.field(name).to_numpy(zero_copy_only=False) for name in ("closes", *settings.details)
        }
        for index in range(len(self)):
            rows = slice(offsets[index], offsets[index + 1])
            day, series = days[rows], _part(columns, rows)
            if day.dtype.kind == "f":  # Missing days make floats of all.
                if np.isnan(day).any():
                    self.faults[index] = ("bad-date", "a row of this series has no valid day")
                    yield _part(series, slice(0))
                    continue
                day = day.astype(np.int32)
            steps = np.diff(day)
            if (steps <= 0).any():
                order = np.argsort(day, kind="stable")
                day, series = day[order], _part(series, order)
                steps = np.diff(day)
            if (steps == 0).any():
                double = _date(day[int(np.flatnonzero(steps == 0)[0])])
                self.faults[index] = ("duplicate-day", f"{double} appears more than once; keep one row per day")
                yield _part(series, slice(0))
                continue
            known = np.isfinite(series["closes"])
            if not known.all():
                day, series = day[known], _part(series, known)
                steps = np.diff(day)
            gaps = np.flatnonzero(steps != 1)
            if len(gaps):
                first = int(gaps[-1]) + 1
                self._cut(index, _date(day[first] - 1), len(day) - first)
                series = _part(series, slice(first, None))
            if len(day):
                self.last_days[index] = int(day[-1])
            yield series

    def _series_in_rows(self, batch: Any, settings: _Settings) -> Iterator[_Series]:
        """The closes of each series, and what else is known of their days, from the last missing close on."""
        import numpy as np

        columns = {
            name: (batch.column(name).offsets.to_numpy(), batch.column(name).values.to_numpy(zero_copy_only=False))
            for name in ("closes", *settings.details)
        }
        for index in range(len(self)):
            arrays = {name: values[at[index] : at[index + 1]] for name, (at, values) in columns.items()}
            price = arrays["closes"]
            # Of a null array, nothing is known.
            series = {name: values for name, values in arrays.items() if len(values) or name == "closes"}
            if settings.has_days and self.last_days[index] is None:
                self.faults[index] = ("bad-date", "this series has no valid day of its last close")
                yield _part(series, slice(0))
                continue
            odd = [f"{name} has the length {len(values)}" for name, values in series.items() if len(values) != len(price)]
            if odd and len(price):
                self.faults[index] = (
                    "invalid-value",
                    f"{odd[0]} and closes {len(price)}; give a number for each close, null where it is not known",
                )
                yield _part(series, slice(0))
                continue
            missing = np.flatnonzero(~np.isfinite(price))
            if len(missing):
                first = int(missing[-1]) + 1
                if first == len(price):
                    self.faults[index] = ("gap", "the last close is missing; expected a number")
                    yield _part(series, slice(0))
                    continue
                last, after = self.last_days[index], len(price) - first
                self._cut(index, f"close {first} of {len(price)}" if last is None else _date(last - after), after)
                series = _part(series, slice(first, None))
            yield series

    def _cut(self, index: int, missing: str, have: int) -> None:
        self.cuts[index] = f"{missing} is missing, and only {have} closes follow it without a gap"

    def message(self, index: int, code: str, line: int, text: str) -> Tuple[str, str]:
        """The code and the message of an answer, in the words of the input."""
        need = re.search(r"the model reads (\d+)", text)
        if code == "history-too-short" and need and index in self.cuts:
            return "gap", f"{self.cuts[index]}; the model reads {need[1]}. Fill it in, for example with the close before"
        # A line's number in its process means nothing to the reader.
        text = text.replace(f"LINE-{line} ", f"{self.texts[index]} ")
        last = self.last_days[index]
        if last is None:
            return code, text
        day = last

        def dated(found: "re.Match[str]") -> str:
            return f"close on {_date(day - int(found[2]) + int(found[1]))}"

        return code, re.sub(r"\bclose (\d+) of (\d+)\b", dated, text)

    def _line(self, index: int, series: _Series) -> bytes:
        members: Dict[str, Any] = {}
        if self.texts[index] is not None:
            members["id"] = self.texts[index]
        if self.last_days[index] is not None and index not in self.faults:
            members["last"] = _date(self.last_days[index])
        line = _encoded(members, series)
        if len(line) <= LONGEST_LINE:
            return line
        self.faults[index] = (
            "line-too-long",
            f"{len(series['closes'])} closes are more than a line of {LONGEST_LINE >> 20} MB holds",
        )
        return _encoded(members, _part(series, slice(0)))


def _part(series: _Series, rows: Any) -> _Series:
    """Some days of a series: a slice, their places, or whether each is one."""
    return {name: values[rows] for name, values in series.items()}


def _date(day: Any) -> str:
    import datetime

    return (datetime.date(1970, 1, 1) + datetime.timedelta(int(day))).isoformat()


def _encoded(members: Dict[str, Any], series: _Series) -> bytes:
    """Returns the line of a series; every number has the digits that give the same number when read, and is null if not finite."""
    try:
        import orjson
    except ImportError:
        for name, values in series.items():
            members[name] = [value if math.isfinite(value) else None for value in values.tolist()]
        return json.dumps(members).encode() + b"\n"
    return orjson.dumps({**members, **series}, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE)


class _Decoder:
    """Makes record batches of answers."""

    def __init__(self, settings: _Settings):
        self.settings = settings
        # The program's names of the quantiles, in the order of the columns; known after the first forecast.
        self.names: Optional[List[str]] = None

    def batch(self, chunk: _Chunk, answers: List[bytes]) -> Any:
        """Returns the rows of a chunk, in its order."""
        import pyarrow as pa

        if self.names is None:
            self._learn(answers)
        table = self._read(answers)
        self._check(table, chunk)
        error = table["error"].combine_chunks()
        codes: List[Optional[str]] = error.field("code").to_pylist()
        messages: List[Optional[str]] = error.field("message").to_pylist()
        for index, line in enumerate(table["line"].to_pylist()):
            if index in chunk.faults:
                codes[index], messages[index] = chunk.faults[index]
            elif codes[index] is not None:
                codes[index], messages[index] = chunk.message(index, codes[index] or "", line, messages[index] or "")
        failed = [code is not None for code in codes]
        days = table["values"].combine_chunks()
        columns = self._arrays(days, chunk, failed) if self.settings.as_arrays else self._rows(days, chunk, failed)
        if self.settings.as_arrays:
            errors = [pa.array(codes, pa.string()), pa.array(messages, pa.string())]
        else:
            where = self._series_of_rows(failed)
            errors = [pa.array(words, pa.string()).take(where) for words in (codes, messages)]
        names = ["id", "ds", *self.settings.columns, "error", "error_message"]
        return pa.RecordBatch.from_arrays([*columns, *errors], names=names)

    def _learn(self, answers: List[bytes]) -> None:
        for answer in answers:
            parsed = json.loads(answer)
            if "error" in parsed:
                continue
            sha256 = parsed["model_sha256"]
            if self.settings.model_sha256 not in (None, sha256):
                raise BatchError(
                    f"{os.uname().nodename}: the model {parsed['model']} here is {sha256[:12]}, and the driver's is "
                    f"{self.settings.model_sha256[:12]}. Install the same model on all machines"
                )
            names = list(parsed["values"][0]["quantiles"])
            self.names = [
                min(names, key=lambda name: abs(float(name) - quantile)) for quantile in self.settings.quantiles
            ]
            return

    def _read(self, answers: List[bytes]) -> Any:
        import pyarrow as pa
        from pyarrow import json as arrow_json

        quantiles = pa.struct([(name, pa.float64()) for name in dict.fromkeys(self.names or [])])
        schema = pa.schema(
            [
                ("id", pa.string()),
                ("line", pa.int64()),
                ("error", pa.struct([("code", pa.string()), ("message", pa.string())])),
                ("values", pa.list_(pa.struct([("point", pa.float64()), ("quantiles", quantiles)]))),
            ]
        )
        data = b"\n".join(answers) + b"\n"
        return arrow_json.read_json(
            pa.BufferReader(data),
            # One block, because an answer must not lie across two.
            read_options=arrow_json.ReadOptions(use_threads=False, block_size=len(data) + 1),
            parse_options=arrow_json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
        )

    def _check(self, table: Any, chunk: _Chunk) -> None:
        """A mistake here would give a series the forecast of another."""
        if table["id"].to_pylist() != chunk.texts:
            raise BatchError(
                f"{os.uname().nodename}: the answers of closecast batch do not match its lines; this is a bug, please report it"
            )

    def _values(self, days: Any) -> List[Any]:
        """The columns of all forecasts, one after the other."""
        values = days.flatten()
        quantiles = values.field("quantiles")
        return [values.field("point"), *(quantiles.field(name) for name in self.names or [])]

    def _series_of_rows(self, failed: List[bool]) -> Any:
        import numpy as np

        return np.repeat(np.arange(len(failed)), np.where(failed, 1, self.settings.horizon))

    def _rows(self, days: Any, chunk: _Chunk, failed: List[bool]) -> List[Any]:
        import numpy as np
        import pyarrow as pa

        series = self._series_of_rows(failed)
        is_failed = np.array(failed)[series]
        # The place of each row's forecast in the columns; failed series have none.
        places = pa.array(np.cumsum(~is_failed) - 1, pa.int64(), mask=is_failed)
        values = [
            column.take(places) if len(column) else pa.nulls(len(series), pa.float64())
            for column in self._columns(days)
        ]
        return [chunk.ids.take(pa.array(series)), self._days(chunk, failed, series, is_failed), *values]

    def _arrays(self, days: Any, chunk: _Chunk, failed: List[bool]) -> List[Any]:
        import numpy as np
        import pyarrow as pa

        series = np.repeat(np.flatnonzero(~np.array(failed)), self.settings.horizon)
        offsets = np.concatenate([[0], np.cumsum(np.where(failed, 0, self.settings.horizon))])
        mask = pa.array(failed)

        def lists(column: Any) -> Any:
            return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), column, mask=mask)

        days_ahead = self._days(chunk, failed, series, np.zeros(len(series), bool))
        return [chunk.ids, lists(days_ahead), *(lists(column) for column in self._columns(days))]

    def _columns(self, days: Any) -> List[Any]:
        import pyarrow as pa

        if self.names is None:  # No series has a forecast yet.
            return [pa.nulls(0, pa.float64()) for _ in self.settings.columns]
        return self._values(days)

    def _days(self, chunk: _Chunk, failed: List[bool], series: Any, is_failed: Any) -> Any:
        """The day of each row, or the number of its step if the input has no days."""
        import numpy as np
        import pyarrow as pa

        succeeded = ~is_failed
        steps = np.zeros(len(series), np.int32)
        steps[succeeded] = np.tile(np.arange(1, self.settings.horizon + 1, dtype=np.int32), len(failed) - sum(failed))
        if not self.settings.has_days:
            return pa.array(steps, pa.int32(), mask=is_failed)
        last = np.array([day or 0 for day in chunk.last_days], np.int32)
        return pa.array(last[series] + steps, pa.int32(), mask=is_failed).cast(pa.date32())
