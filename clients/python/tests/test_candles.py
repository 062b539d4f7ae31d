"""Open, high, low and volume beside closes, in frames and in series, against a transport that answers as a server does."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import json
from typing import Any, Callable, Dict, List

import httpx
import numpy as np
import pandas as pd
import polars as pl
import pytest
from test_frames import LIBRARIES
from test_requests import client_of

import closecast
from closecast import _json
from closecast._json import DETAILS

NAN = float("nan")


class Server:
    """Forecasts one day by a model that reads three days, and keeps the series that it is sent."""

    def __init__(self) -> None:
        self.series: List[Dict[str, Any]] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            model = {"name": "m", "context": 3, "horizon": 9, "default": True}
            return httpx.Response(200, json={"data": [model], "next_cursor": None})
        if request.url.path == "/v1/jobs":
            self.series += map(json.loads, request.read().splitlines())
            return httpx.Response(202, json={})
        sent = json.loads(request.read())["series"]
        self.series += sent
        forecasts = [{"id": one.get("id"), "read": "ohlcv", "values": [{"day": 1, "point": 1.0}]} for one in sent]
        return httpx.Response(200, json={"forecasts": forecasts, "skill": []})


def candles(name: str = "A", days: int = 4, **columns: Any) -> pd.DataFrame:
    times = pd.date_range("2025-01-01", periods=days)
    numbers = np.arange(days) + 1.0
    own = {"open": numbers, "high": numbers + 0.5, "low": numbers - 0.5, "volume": 10 * numbers}
    return pd.DataFrame({"unique_id": name, "ds": times, "y": numbers, **own, **columns})


def sent(frame: Any, **settings: Any) -> List[Dict[str, Any]]:
    server = Server()
    client_of(server).forecast(frame, h=1, level=[], **settings)
    return server.series


# MARK: Frames


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("order", [[0, 1, 2, 3], [2, 0, 3, 1]])
def test_the_columns_of_candles_are_sent_with_null_where_they_are_not_known(library: str, order: List[int]) -> None:
    frame = candles(low=[0.5, NAN, 2.5, NAN]).iloc[order].reset_index(drop=True)
    assert sent(LIBRARIES[library](frame)) == [
        {
            "id": "A",
            "last": "2025-01-04",
            "closes": [2.0, 3.0, 4.0],
            "open": [2.0, 3.0, 4.0],
            "high": [2.5, 3.5, 4.5],
            "low": [None, 2.5, None],
            "volume": [20.0, 30.0, 40.0],
        }
    ]


def test_each_series_has_its_own_candles() -> None:
    frame = pd.concat([candles("B", volume=[1, 2, float("inf"), 4]), candles("A")])
    assert [(one["id"], one["volume"]) for one in sent(frame)] == [("A", [20.0, 30.0, 40.0]), ("B", [2.0, None, 4.0])]
    frame = candles(volume=pd.array([7, 8, None, 9], "Int64"))
    assert sent(frame)[0]["volume"] == [8.0, None, 9.0]


@pytest.mark.parametrize("library", LIBRARIES)
def test_columns_that_are_missing_empty_or_have_a_role_are_not_sent(library: str) -> None:
    frame = candles(open=None, high=NAN).drop(columns="low")
    assert list(sent(LIBRARIES[library](frame))[0]) == ["id", "last", "closes", "volume"]
    assert sent(LIBRARIES[library](frame), target_col="volume")[0] == {
        "id": "A",
        "last": "2025-01-04",
        "closes": [20.0, 30.0, 40.0],
    }


def test_a_column_of_candles_holds_numbers() -> None:
    with pytest.raises(closecast.FrameError, match="'open' holds text; the values of 'open' are numbers. Convert"):
        sent(candles(open="a"))


def test_windows_see_no_candle_after_their_cutoff() -> None:
    server = Server()
    client_of(server).cross_validation(candles(days=6), h=1, level=[], n_windows=3)
    assert [one["volume"] for one in server.series] == [[10.0, 20.0, 30.0], [20.0, 30.0, 40.0], [30.0, 40.0, 50.0]]


def test_both_clients_send_the_same() -> None:
    server = Server()

    async def forecast() -> None:
        async with closecast.AsyncClosecast("https://closecast.test", transport=httpx.MockTransport(answer)) as own:
            await own.forecast(candles(), h=1, level=[])

    async def answer(request: httpx.Request) -> httpx.Response:
        return server(request)

    asyncio.run(forecast())
    assert server.series == sent(candles())


# MARK: Series


@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        np.array,
        pd.Series,
        lambda values: pd.array(values, "Float64"),
        pl.Series,
        lambda values: [decimal.Decimal(repr(value)) for value in values],
    ],
)
def test_series_are_made_of_any_sequences(make: Callable[[List[float]], Any]) -> None:
    server = Server()
    one = closecast.series(make([1.0, 2.0]), high=make([1.5, NAN]), id="A", last=datetime.date(2025, 1, 2))
    assert client_of(server).forecast_closes({"series": [one]})["forecasts"][0]["read"] == "ohlcv"
    client_of(server).create_job([one])
    assert server.series == [{"id": "A", "last": "2025-01-02", "closes": [1.0, 2.0], "high": [1.5, None]}] * 2
    assert json.loads(json.dumps(one, allow_nan=False)) == server.series[0]


@pytest.mark.parametrize("missing", [None, NAN, float("inf"), pd.NA, np.float32("nan")])
def test_what_is_not_known_is_null(missing: Any) -> None:
    one = closecast.series([1, 2], **{name: [np.float64(0.1), missing] for name in DETAILS})
    expected = {"closes": [1.0, 2.0], **{name: [0.1, None] for name in DETAILS}}
    assert one == expected and json.loads(_json.dumps(one)) == expected


@pytest.mark.parametrize("name", DETAILS)
def test_other_lengths_and_other_values_are_refused(name: str) -> None:
    words = f"{name} has the length 1 and closes 2; give a number for each close, None where it is not known"
    with pytest.raises(closecast.SettingsError, match=words):
        closecast.series([1.0, 2.0], **{name: [1.0]})  # type: ignore[arg-type]
    for wrong in (["a", 1.0], "ab", 5):
        with pytest.raises(closecast.SettingsError, match=f"{name} has a value that is not a number"):
            closecast.series([1.0, 2.0], **{name: wrong})  # type: ignore[arg-type]
