"""Charts, by what is drawn."""

from __future__ import annotations

import sys

import pandas as pd
import pytest

import closecast


def test_each_series_has_its_closes_forecast_and_bands(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    forecasts = engine.forecast(closes, h=10, level=[50, 80, 95])
    figure = closecast.plot(closes.sample(frac=1, random_state=1), forecasts, max_days=100)
    axes = [axis for axis in figure.axes if axis.get_visible()]
    assert [axis.get_title("left") for axis in axes] == ["SIM01", "SIM02", "SIM03"]
    for axis in axes:
        own = closes[closes.unique_id == axis.get_title("left")].tail(100)
        expected = forecasts[forecasts.unique_id == axis.get_title("left")]
        history, forecast = axis.get_lines()
        assert list(history.get_ydata()) == list(own.y) and list(forecast.get_ydata()) == list(expected.closecast)
        assert [band.get_label() for band in axis.collections][:3] == ["95 %", "80 %", "50 %"]
        top = axis.collections[0].get_paths()[0].vertices[:, 1].max()
        assert top == expected["closecast-hi-95"].max()


def test_a_cross_validation_has_a_line_for_each_window(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    validated = engine.cross_validation(closes, h=5, n_windows=3, step_size=10)
    figure = closecast.plot(closes, validated, ids=["SIM02"], level=[80])
    assert [len(axis.get_lines()) for axis in figure.axes] == [4] and len(figure.axes[0].collections) == 3


def test_notebooks_show_a_picture(closes: pd.DataFrame) -> None:
    assert closecast.plot(closes)._repr_png_().startswith(b"\x89PNG")


def test_texts_as_days_and_one_series_without_an_id(engine: closecast.LocalEngine, closes: pd.DataFrame) -> None:
    one = closes[closes.unique_id == "SIM01"].drop(columns="unique_id")
    one = one.assign(ds=one.ds.dt.strftime("%Y-%m-%d"))
    (axis,) = closecast.plot(one, engine.forecast(one, h=5)).axes
    assert str(axis.get_lines()[0].get_xdata()[-1]) == "2024-12-31"
    assert len(closecast.plot(one).axes[0].get_lines()) == 1


def test_what_is_missing_is_named(closes: pd.DataFrame, engine: closecast.LocalEngine) -> None:
    with pytest.raises(closecast.FrameError, match="no column 'closecast'"):
        closecast.plot(closes, closes)
    with pytest.raises(closecast.FrameError, match="no series 'BTC'"):
        closecast.plot(closes, ids=["BTC"])
    with pytest.raises(closecast.SettingsError, match="no level 50; they have 95, 80"):
        closecast.plot(closes, engine.forecast(closes, h=2), level=[50])


def test_without_matplotlib_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, closes: pd.DataFrame
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(closecast.ClosecastError, match=r"pip install matplotlib"):
        closecast.plot(closes)
