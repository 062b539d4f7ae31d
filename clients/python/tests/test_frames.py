"""Data frames in and out: libraries, types of columns, and what is wrong with rows."""

from __future__ import annotations

import datetime
from typing import Any, Callable, Dict, List

import narwhals.stable.v2 as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import sample

import closecast

LIBRARIES: Dict[str, Callable[[pd.DataFrame], Any]] = {
    "pandas": lambda frame: frame,
    "pandas-pyarrow": lambda frame: frame.convert_dtypes(dtype_backend="pyarrow"),
    "polars": pl.from_pandas,
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
}


def rows(frame: Any) -> List[Any]:
    """The rows of a frame with days as ISO text, however its library keeps them."""
    own = nw.from_native(frame, eager_only=True)
    return [
        tuple(str(value)[:10] if isinstance(value, datetime.date) else value for value in row) for row in own.rows()
    ]


# MARK: Libraries


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_answer_is_of_the_callers_library(
    engine: closecast.LocalEngine, closes: pd.DataFrame, library: str
) -> None:
    expected = engine.forecast(closes, h=4)
    made = LIBRARIES[library](closes)
    answer = engine.forecast(made, h=4)
    assert type(answer) is type(made)
    assert rows(answer) == rows(expected) and len(expected) == 12
    types, own = nw.from_native(answer).schema, nw.from_native(made).schema
    assert types["unique_id"] == own["unique_id"] and types["ds"] == own["ds"]
    assert list(types) == [
        "unique_id",
        "ds",
        "closecast",
        *(f"closecast-{one}" for one in ("lo-80", "lo-95", "hi-80", "hi-95")),
    ]


@pytest.mark.parametrize("library", LIBRARIES)
def test_cross_validation_and_errors_are_of_the_callers_library(
    engine: closecast.LocalEngine, closes: pd.DataFrame, library: str
) -> None:
    expected, _ = engine.cross_validation(short(closes), h=3, n_windows=2, errors="keep")
    made = LIBRARIES[library](short(closes))
    answer, failed = engine.cross_validation(made, h=3, n_windows=2, errors="keep")
    assert type(answer) is type(made) and type(failed) is type(made)
    assert rows(answer) == rows(expected) and len(expected) == 12
    types = nw.from_native(answer).schema
    assert types["cutoff"] == types["ds"] == nw.from_native(made).schema["ds"]
    assert [row[:2] for row in rows(failed)] == [("SIM03", "history-too-short")]


def short(frame: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([frame[frame.unique_id != "SIM03"], frame[frame.unique_id == "SIM03"].tail(100)])


# MARK: Days


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.assign(ds=frame.ds.dt.strftime("%Y-%m-%d")),
        lambda frame: frame.assign(ds=frame.ds.dt.date),
        lambda frame: frame.assign(ds=frame.ds.dt.tz_localize("UTC")),
        lambda frame: frame.assign(ds=frame.ds.astype("datetime64[s]")),
        lambda frame: pl.from_pandas(frame).with_columns(pl.col("ds").cast(pl.Date)),
        lambda frame: pl.from_pandas(frame).with_columns(pl.col("ds").cast(pl.Datetime("us", "UTC"))),
        lambda frame: pl.from_pandas(frame).with_columns(pl.col("ds").dt.strftime("%Y-%m-%d")),
        lambda frame: pa.table({**as_table(frame), "ds": as_table(frame)["ds"].cast(pa.date32())}),
    ],
)
def test_days_keep_their_type(
    engine: closecast.LocalEngine, closes: pd.DataFrame, change: Callable[[pd.DataFrame], Any]
) -> None:
    made = change(closes)
    answer = engine.forecast(made, h=4)
    assert rows(answer) == rows(engine.forecast(closes, h=4))
    assert nw.from_native(answer).schema["ds"] == nw.from_native(made).schema["ds"]


def as_table(frame: pd.DataFrame) -> Dict[str, Any]:
    table = pa.Table.from_pandas(frame, preserve_index=False)
    return {name: table[name] for name in table.column_names}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda frame: frame.assign(ds=frame.ds + pd.Timedelta(hours=13)),
            r"'ds' of SIM03 is 2023-05-12 13:00.*midnight",
        ),
        (lambda frame: frame.assign(ds=frame.ds.dt.tz_localize("Europe/Rome")), "time zone Europe/Rome"),
        (
            lambda frame: frame.assign(ds=frame.ds.dt.strftime("%d.%m.%Y")),
            r"'12.05.2023'; days are dates, or texts such as",
        ),
        (lambda frame: frame.assign(ds=range(len(frame))), "type Int64"),
        (lambda frame: frame.assign(ds=frame.ds.mask(frame.index == 7)), "'ds' is missing in row 7"),
        (
            lambda frame: frame.assign(unique_id=frame.unique_id.mask(frame.index == 9)),
            "'unique_id' is missing in row 9",
        ),
        (lambda frame: frame.assign(y=frame.y.astype(str)), "'y' has the type String"),
        (lambda frame: frame.drop(columns="y"), "no column 'y' among 'unique_id', 'ds'; name it: target_col"),
        (lambda frame: frame.head(0), "no rows"),
        (lambda frame: frame.to_dict(), "found builtins.dict"),
        (lambda frame: pl.from_pandas(frame).lazy(), "collect"),
    ],
)
def test_frames_that_cannot_be_read_name_the_row_and_what_helps(
    engine: closecast.LocalEngine, closes: pd.DataFrame, change: Callable[[pd.DataFrame], Any], words: str
) -> None:
    with pytest.raises(closecast.FrameError, match=words):
        engine.forecast(change(closes), h=2)


# MARK: Series


def edited(frame: pd.DataFrame, day: str, close: float) -> pd.DataFrame:
    return frame.assign(y=frame.y.mask((frame.unique_id == "SIM01") & (frame.ds == day), close))


def without(frame: pd.DataFrame, first: str, last: str) -> pd.DataFrame:
    return frame[~((frame.unique_id == "SIM01") & (frame.ds >= first) & (frame.ds <= last))]


WRONG = [
    (
        lambda frame: edited(frame, "2024-11-05", float("nan")),
        "missing-close",
        "SIM01 has no close on 2024-11-05; fill",
    ),
    (
        lambda frame: edited(frame, "2024-11-05", -1.5),
        "bad-close",
        "SIM01 has the close -1.5 on 2024-11-05; closes are above",
    ),
    (lambda frame: edited(frame, "2024-11-05", 0.0), "bad-close", "SIM01 has the close 0.0 on 2024-11-05"),
    (lambda frame: edited(frame, "2024-11-05", float("inf")), "bad-close", "SIM01 has the close inf on 2024-11-05"),
    (lambda frame: without(frame, "2024-11-05", "2024-11-05"), "gap", "SIM01 has no close on 2024-11-05; add it"),
    (
        lambda frame: without(frame, "2024-11-05", "2024-11-07"),
        "gap",
        "SIM01 has no close from 2024-11-05 to 2024-11-07",
    ),
    (lambda frame: without(frame, "2000-01-01", "2024-10-31"), "history-too-short", "SIM01 has 61 daily closes"),
    (
        lambda frame: pd.concat([frame, frame[(frame.unique_id == "SIM01") & (frame.ds == "2024-11-05")]]),
        "duplicate-day",
        "SIM01 has two closes on 2024-11-05; keep one",
    ),
    (
        lambda frame: pd.concat([frame[frame.unique_id != "SIM01"], frame[frame.unique_id == "SIM01"].iloc[::7]]),
        "not-daily",
        "SIM01 has a close every 7 days",
    ),
]


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize(("change", "code", "words"), WRONG)
def test_a_series_that_cannot_be_forecast_is_named_with_its_value(
    engine: closecast.LocalEngine,
    closes: pd.DataFrame,
    library: str,
    change: Callable[[pd.DataFrame], pd.DataFrame],
    code: str,
    words: str,
) -> None:
    made = LIBRARIES[library](change(closes).reset_index(drop=True))
    with pytest.raises(closecast.SeriesError, match="^1 of 3 series cannot be forecast: SIM01 has") as caught:
        engine.forecast(made, h=2)
    failure = caught.value.failures[0]
    assert (failure.id, failure.code) == ("SIM01", code) and failure.message.startswith(words)
    forecasts, failed = engine.forecast(made, h=2, errors="keep")
    assert sorted({row[0] for row in rows(forecasts)}) == ["SIM02", "SIM03"]
    assert rows(failed) == [("SIM01", code, failure.message)]
    # The others are forecast as they would be alone.
    others = closes[closes.unique_id != "SIM01"]
    assert rows(forecasts) == rows(engine.forecast(others, h=2))


def test_what_lies_before_the_days_that_the_model_reads_does_not_matter(
    engine: closecast.LocalEngine, closes: pd.DataFrame
) -> None:
    expected = rows(engine.forecast(closes, h=2))
    # Each series has 600 days, and the model reads 500.
    early = edited(without(closes, "2023-05-20", "2023-05-22"), "2023-06-01", float("nan"))
    assert rows(engine.forecast(early, h=2)) == expected


def test_errors_from_all_series_are_listed_up_to_five(engine: closecast.LocalEngine) -> None:
    frame = sample([f"SIM{number:02}" for number in range(1, 8)], 30)
    with pytest.raises(closecast.SeriesError, match="7 of 7 series .*SIM05.*and 2 more") as caught:
        engine.forecast(frame)
    assert len(caught.value.failures) == 7
    forecasts, failed = engine.forecast(frame, errors="keep")
    assert len(forecasts) == 0 and list(forecasts) == list(engine.forecast(sample(["SIM01"])))
    assert len(failed) == 7


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_rows_does_not_matter(
    engine: closecast.LocalEngine, closes: pd.DataFrame, library: str, seed: int
) -> None:
    expected = rows(engine.forecast(closes, h=2))
    shuffled = closes.sample(frac=1, random_state=seed).reset_index(drop=True)
    assert rows(engine.forecast(LIBRARIES[library](shuffled), h=2)) == expected, f"seed {seed}"
    by_day = closes.sort_values(["ds", "unique_id"], ignore_index=True)
    assert rows(engine.forecast(LIBRARIES[library](by_day), h=2)) == expected


def test_the_index_and_other_columns_do_not_matter(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    expected = rows(engine.forecast(closes, h=2))
    assert rows(engine.forecast(closes.assign(volume=1.0).set_index(closes.index[::-1]), h=2)) == expected


@pytest.mark.parametrize("make", [lambda ids: ids.astype("category"), lambda ids: ids.str[3:].astype("int64")])
def test_ids_keep_their_type(
    engine: closecast.LocalEngine, closes: pd.DataFrame, make: Callable[[pd.Series], pd.Series]
) -> None:
    made = closes.assign(unique_id=make(closes.unique_id))
    answer = engine.forecast(made, h=2)
    assert answer.unique_id.dtype == made.unique_id.dtype
    assert list(answer.closecast) == list(engine.forecast(closes, h=2).closecast)


def test_columns_can_have_other_names(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    made = closes.rename(columns={"unique_id": "coin", "ds": "day", "y": "close"})
    answer = engine.forecast(made, h=2, id_col="coin", time_col="day", target_col="close")
    assert rows(answer) == rows(engine.forecast(closes, h=2)) and list(answer)[:3] == ["coin", "day", "closecast"]
    validated = engine.cross_validation(made, h=2, id_col="coin", time_col="day", target_col="close")
    assert list(validated)[:5] == ["coin", "day", "cutoff", "close", "closecast"]
    with pytest.raises(closecast.FrameError, match="no column 'ticker'"):
        engine.forecast(made, id_col="ticker", time_col="day", target_col="close")


def test_a_frame_without_ids_is_one_series(engine: closecast.LocalEngine) -> None:
    frame = sample(["SIM01"])
    answer = engine.forecast(frame.drop(columns="unique_id"), h=2)
    assert [row[1:] for row in rows(engine.forecast(frame, h=2))] == rows(answer)
    with pytest.raises(closecast.SeriesError, match="two closes.*name the series in a column unique_id"):
        engine.forecast(pd.concat([frame, frame]).drop(columns="unique_id"), h=2)


# MARK: Settings


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"h": 0}, "h is 0"),
        ({"h": 97}, "h is 97; the model daily-close-t forecasts 1 to 96 days"),
        ({"h": 2.0}, "h is 2.0"),
        ({"level": [0.8]}, r"level has 0\.8"),
        ({"level": ["80"]}, "level has '80'"),
        ({"quantiles": [80]}, "quantiles has 80"),
        ({"level": [80], "quantiles": [0.1]}, "level and quantiles"),
        ({"freq": "W"}, "freq is 'W'"),
        ({"errors": "ignore"}, "errors is 'ignore'"),
    ],
)
def test_settings_that_are_not_accepted_are_named(
    engine: closecast.LocalEngine, closes: pd.DataFrame, settings: Dict[str, Any], words: str
) -> None:
    with pytest.raises(closecast.SettingsError, match=words):
        engine.forecast(closes, **settings)


def test_levels_and_quantiles_have_the_columns_of_nixtla(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    def names(**settings: Any) -> List[str]:
        return list(engine.forecast(closes, h=1, freq="D", **settings))[3:]

    assert names() == ["closecast-lo-80", "closecast-lo-95", "closecast-hi-80", "closecast-hi-95"]
    assert names(level=[95, 50.5, 95]) == [
        "closecast-lo-50.5",
        "closecast-lo-95",
        "closecast-hi-50.5",
        "closecast-hi-95",
    ]
    assert names(level=None) == names(level=[]) == []
    assert names(quantiles=[0.9, 0.025]) == ["closecast-q-2.5", "closecast-q-90"]


def test_a_level_is_the_band_between_its_quantiles(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    bands = engine.forecast(closes, level=[80])
    quantiles = engine.forecast(closes, quantiles=[0.1, 0.9])
    assert (bands["closecast-lo-80"] == quantiles["closecast-q-10"]).all()
    assert (bands["closecast-hi-80"] == quantiles["closecast-q-90"]).all()
    assert (bands["closecast-lo-80"] < bands.closecast).all() and (bands.closecast < bands["closecast-hi-80"]).all()
    assert (engine.forecast(closes, level=None).closecast == bands.closecast).all()


def test_a_seed_is_repeatable_and_another_one_differs(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    first, again, other = (rows(engine.forecast(closes, h=3, paths=50, seed=seed)) for seed in (5, 5, 6))
    assert first == again and first != other
