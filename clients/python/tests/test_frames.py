"""Data frames in and out: libraries, types of columns, and what is wrong with rows."""

from __future__ import annotations

import datetime
from typing import Any, Callable, Dict, List

import narwhals.stable.v2 as nw
import numpy as np
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
        *(f"closecast-{one}" for one in ("lo-95", "lo-80", "hi-80", "hi-95")),
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
        lambda frame: pa.table({**as_table(texts(frame)), "ds": as_table(texts(frame))["ds"].cast(pa.large_string())}),
        lambda frame: frame.assign(ds=texts(frame).ds.astype("string")),
        lambda frame: frame.assign(ds=texts(frame).ds.astype(pd.ArrowDtype(pa.large_string()))),
        lambda frame: frame.assign(ds=texts(frame).ds.astype("category")),
    ],
)
def test_days_keep_their_type(
    engine: closecast.LocalEngine, closes: pd.DataFrame, change: Callable[[pd.DataFrame], Any]
) -> None:
    made = change(closes)
    answer = engine.forecast(made, h=4)
    assert rows(answer) == rows(engine.forecast(closes, h=4))
    assert nw.from_native(answer).schema["ds"] == nw.from_native(made).schema["ds"]
    if isinstance(made, pa.Table):
        assert answer.schema.field("ds").type == made.schema.field("ds").type
    elif isinstance(made, pd.DataFrame) and not isinstance(made.ds.dtype, pd.CategoricalDtype):
        assert answer.ds.dtype == made.ds.dtype


def texts(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(ds=frame.ds.dt.strftime("%Y-%m-%d"))


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
        (lambda frame: frame.assign(y=frame.y.astype(str)), "'y' holds text; closes are numbers"),
        (
            lambda frame: frame.assign(y=pd.Series([1.0, None, *["a"] * 1798], dtype=object)),
            r"'y' holds Python objects \(NoneType, float, str\)",
        ),
        (lambda frame: pd.concat([frame, frame.y], axis=1), "two columns 'y'; rename or remove one"),
        (
            lambda frame: pa.table(list(as_table(frame).values()) * 2, [*frame, *"abc"]).rename_columns(
                [*frame, *"aba"]
            ),
            "two columns 'a'; rename or remove one",
        ),
        (
            lambda frame: frame.assign(unique_id=frame.unique_id.replace("SIM02", "SIM\udc80")),
            r"'SIM\\udc80', which is not valid Unicode text",
        ),
        (
            lambda frame: frame.assign(unique_id=frame.unique_id.map({"SIM01": 1, "SIM02": "1", "SIM03": 3})),
            "1 and '1', which are the same as text; convert the column to one type",
        ),
        (
            lambda frame: frame.assign(ds=(frame.ds + pd.Timedelta(days=86662)).astype("datetime64[ns]")),
            "2262-04-10, and 2 days later is after 2262-04-11.*microseconds",
        ),
        (
            lambda frame: frame.assign(
                ds=[str(np.datetime64("9999-12-31") - np.timedelta64(n, "D")) for n in reversed(range(600))] * 3
            ),
            "ends on 9999-12-31",
        ),
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
    with pytest.raises(closecast.SeriesError, match="7 of 7 series ") as caught:
        engine.forecast(frame)
    lines = str(caught.value).splitlines()
    assert lines[0] == "7 of 7 series cannot be forecast:" and lines[6:] == ["- and 2 more"]
    assert lines[5] == "- SIM05 has 30 daily closes, and the model reads 500; add 470 more"
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
    assert rows(engine.forecast(closes.assign(other=1.0).set_index(closes.index[::-1]), h=2)) == expected


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


@pytest.mark.parametrize(
    ("method", "role", "name"),
    [
        ("forecast", "id_col", "closecast"),
        ("forecast", "time_col", "closecast"),
        ("forecast", "id_col", "closecast-lo-80"),
        ("forecast", "time_col", "closecast-hi-95"),
        ("forecast", "id_col", "error"),
        ("forecast", "id_col", "message"),
        ("cross_validation", "target_col", "closecast"),
        ("cross_validation", "target_col", "cutoff"),
        ("cross_validation", "id_col", "cutoff"),
        ("cross_validation", "time_col", "cutoff"),
        ("cross_validation", "id_col", "error"),
    ],
)
def test_columns_with_names_of_the_answer_are_refused(
    engine: closecast.LocalEngine, closes: pd.DataFrame, method: str, role: str, name: str
) -> None:
    made = closes.rename(columns={{"id_col": "unique_id", "time_col": "ds", "target_col": "y"}[role]: name})
    with pytest.raises(closecast.FrameError, match=f"a column '{name}' of its own; rename"):
        getattr(engine, method)(made, h=1, errors="keep", **{role: name})


def test_names_that_are_not_in_the_answer_are_free(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    made = closes.rename(columns={"unique_id": "error", "y": "closecast"})
    answer = engine.forecast(made, h=1, level=[80], id_col="error", target_col="closecast")
    assert rows(answer) == rows(engine.forecast(closes, h=1, level=[80]))


@pytest.mark.parametrize(
    "same", [("id_col", "time_col"), ("id_col", "target_col"), ("target_col", "time_col")], ids="-".join
)
def test_a_column_has_one_role(engine: closecast.LocalEngine, closes: pd.DataFrame, same: Any) -> None:
    with pytest.raises(closecast.FrameError, match=f"{same[0]} and {same[1]} are both '(ds|y)'"):
        engine.forecast(closes, h=1, **dict.fromkeys(same, "y" if "target_col" in same else "ds"))


@pytest.mark.parametrize("kind", ["Float64", "Int64", "double[pyarrow]", "int64[pyarrow]"])
def test_missing_closes_of_nullable_columns_are_named(
    engine: closecast.LocalEngine, closes: pd.DataFrame, kind: str
) -> None:
    made = closes.assign(y=(closes.y * 1000).round().astype(kind))
    made["y"] = made.y.mask((made.unique_id == "SIM01") & (made.ds == "2024-11-05"))
    with pytest.raises(closecast.SeriesError, match="SIM01 has no close on 2024-11-05; fill"):
        engine.forecast(made, h=2)
    for method in (engine.forecast, engine.cross_validation):
        forecasts, failed = method(made, h=2, errors="keep")
        assert len(forecasts) == 4 and rows(failed)[0][:2] == ("SIM01", "missing-close")


def test_a_failure_keeps_the_value_of_its_id(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    """Ids of several types in one column."""
    made = short(closes).assign(unique_id=lambda frame: frame.unique_id.map({"SIM01": 1, "SIM02": "2", "SIM03": 3.5}))
    forecasts, failed = engine.forecast(made, h=1, errors="keep")
    assert list(failed.unique_id) == [3.5] and sorted(forecasts.unique_id, key=str) == [1, "2"]


def test_a_series_that_the_engine_refuses_fails_once_with_its_day(
    engine: closecast.LocalEngine, closes: pd.DataFrame
) -> None:
    made = edited(closes, "2024-11-05", 1e9)
    with pytest.raises(closecast.SeriesError, match="^1 of 3 .*SIM01: close on 2024-11-05 is 1000000000.0, ") as caught:
        engine.cross_validation(made, h=1, n_windows=3)
    assert [failure.code for failure in caught.value.failures] == ["jump"]
    assert "\n" not in str(caught.value)
    _, failed = engine.cross_validation(made, h=1, n_windows=3, errors="keep")
    assert rows(failed)[0][:2] == ("SIM01", "jump") and len(failed) == 1


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
        ({"h": 97}, "h is 97; the model daily-average forecasts 1 to 96 days"),
        ({"h": 2.0}, "h is 2.0"),
        ({"level": [0.8]}, r"level has 0\.8"),
        ({"level": ["80"]}, "level has '80'"),
        ({"level": 80}, r"level is 80; give a list, level=\[80\]"),
        ({"level": 0}, r"level is 0; give a list, level=\[0\]"),
        ({"level": "80"}, r"level is '80'; give a list, level=\[80\]"),
        ({"level": [0]}, "level has 0"),
        ({"level": [True]}, "level has True"),
        ({"level": np.array(80)}, "level is array.*give a list"),
        ({"quantiles": [80]}, "quantiles has 80"),
        ({"quantiles": 0.1}, r"quantiles is 0\.1; give a list"),
        ({"seed": [1]}, r"seed is \[1\]; a seed is a whole number from 0"),
        ({"seed": -1}, "seed is -1"),
        ({"paths": 0}, "paths is 0"),
        ({"model": "--help"}, "model is '--help'; give a model's name"),
        ({"model": ""}, "model is ''"),
        ({"model": 5}, "model is 5"),
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

    assert names() == ["closecast-lo-95", "closecast-lo-80", "closecast-hi-80", "closecast-hi-95"]
    assert names(level=[95, 50.5, 95]) == [
        "closecast-lo-95",
        "closecast-lo-50.5",
        "closecast-hi-50.5",
        "closecast-hi-95",
    ]
    assert names(level=None) == names(level=[]) == []
    assert names(quantiles=[0.9, 0.025]) == ["closecast-q-2.5", "closecast-q-90"]


def test_levels_and_quantiles_can_be_arrays(
    engine: closecast.LocalEngine, client: closecast.Closecast, closes: pd.DataFrame
) -> None:
    for own in (engine, client):
        expected = own.forecast(closes, h=1, level=[80, 95])
        assert rows(own.forecast(closes, h=1, level=np.array([95, 80]))) == rows(expected)
        assert list(own.forecast(closes, h=1, level=[np.int64(80), np.float64(95)])) == list(expected)
        for kind in (np.float32, np.float64):
            answer = own.forecast(closes, h=1, quantiles=np.array([0.1, 0.9], dtype=kind))
            assert list(answer)[3:] == ["closecast-q-10", "closecast-q-90"]
        assert list(own.forecast(closes, h=1, level=np.array([])))[3:] == []
        assert rows(own.forecast(closes, h=np.int64(1), seed=np.int64(1))) == rows(expected)


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
