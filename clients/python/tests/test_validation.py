"""Cross-validation with the windows of statsforecast."""

from __future__ import annotations

import warnings
from typing import List, Tuple

import pandas as pd
import pytest
from conftest import sample
from test_frames import rows

import closecast

#: Cutoffs and first and last days of the windows of statsforecast 2.1.1:
#: StatsForecast([Naive()], "D").cross_validation(df=frame(), h=3, n_windows=3, step_size=2)
STATSFORECAST = [
    ("SIM01", "2024-12-24", "2024-12-25", "2024-12-27"),
    ("SIM01", "2024-12-26", "2024-12-27", "2024-12-29"),
    ("SIM01", "2024-12-28", "2024-12-29", "2024-12-31"),
    ("SIM02", "2024-12-14", "2024-12-15", "2024-12-17"),
    ("SIM02", "2024-12-16", "2024-12-17", "2024-12-19"),
    ("SIM02", "2024-12-18", "2024-12-19", "2024-12-21"),
]


def frame() -> pd.DataFrame:
    """Two series, of which one ends earlier."""
    both = sample(["SIM02", "SIM01"])
    return both[(both.unique_id == "SIM01") | (both.ds <= "2024-12-21")].reset_index(drop=True)


def windows(validated: pd.DataFrame) -> List[Tuple[str, ...]]:
    found = []
    for (name, cutoff), window in validated.groupby(["unique_id", "cutoff"]):
        found.append((name, f"{cutoff:%Y-%m-%d}", f"{window.ds.iloc[0]:%Y-%m-%d}", f"{window.ds.iloc[-1]:%Y-%m-%d}"))
    return found


def test_windows_are_those_of_statsforecast(engine: closecast.LocalEngine) -> None:
    validated = engine.cross_validation(frame(), h=3, n_windows=3, step_size=2)
    assert windows(validated) == STATSFORECAST
    bands = ["closecast-lo-95", "closecast-lo-80", "closecast-hi-80", "closecast-hi-95"]
    assert list(validated) == ["unique_id", "ds", "cutoff", "y", "closecast", *bands]
    assert validated.sort_values(["unique_id", "cutoff", "ds"]).index.equals(validated.index)


def test_each_window_is_the_forecast_of_what_was_known(
    engine: closecast.LocalEngine, client: closecast.Closecast
) -> None:
    closes = frame()
    validated = engine.cross_validation(closes, h=5, n_windows=4, step_size=30)
    assert rows(client.cross_validation(closes, h=5, n_windows=4, step_size=30)) == rows(validated)
    for (name, cutoff), window in validated.groupby(["unique_id", "cutoff"]):
        known = closes[(closes.unique_id == name) & (closes.ds <= cutoff)]
        expected = engine.forecast(known, h=5)
        assert rows(window.drop(columns=["cutoff", "y"])) == rows(expected)
        actual = closes[(closes.unique_id == name) & (closes.ds > cutoff)].head(5)
        assert list(window.y) == list(actual.y)


def test_one_window_is_the_last_days(engine: closecast.LocalEngine) -> None:
    validated = engine.cross_validation(frame(), h=10)
    assert [cutoff for _, cutoff, *_ in windows(validated)] == ["2024-12-21", "2024-12-11"]


def test_too_short_series_say_how_much_is_missing(engine: closecast.LocalEngine) -> None:
    with pytest.raises(closecast.SeriesError, match=r"has 520 daily closes; .* need 30 more: add 10, or use fewer"):
        engine.cross_validation(sample(["SIM01"], 520), h=20, n_windows=11, step_size=1)


@pytest.mark.parametrize("wrong", [{"n_windows": 0}, {"step_size": 0}, {"n_windows": 1.5}])
def test_windows_are_whole_numbers(engine: closecast.LocalEngine, wrong: dict) -> None:
    with pytest.raises(closecast.SettingsError, match=next(iter(wrong))):
        engine.cross_validation(frame(), h=2, **wrong)


def test_windows_in_the_days_of_training_are_reported(
    engine: closecast.LocalEngine, client: closecast.Closecast
) -> None:
    early = sample(["SIM01"])
    early = early[early.ds <= "2024-04-10"]
    for own in (engine, client):
        with pytest.warns(closecast.LeakageWarning, match="10 of 20 windows begin on or before 2024-03-31"):
            own.cross_validation(early, h=1, n_windows=20, paths=10)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            own.cross_validation(early, h=1, n_windows=10, paths=10)
