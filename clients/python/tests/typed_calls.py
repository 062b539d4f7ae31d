"""What type checkers see of both clients. mypy checks this file, which is never run (scripts/interop/python-tests)."""

from __future__ import annotations

import datetime
from typing import AsyncIterator, Iterator

from typing_extensions import assert_type

from closecast import AsyncClosecast, Closecast, series, types


def calls(client: Closecast) -> None:
    assert_type(client.get_asset("BTC", period=7), types.ShownAsset)
    assert_type(client.get_history_csv("BTC", start=datetime.date(2025, 1, 1)), str)
    assert_type(client.iterate_wallets(), Iterator[types.WalletInList])
    assert_type(Closecast.get_asset(client, "BTC"), types.ShownAsset)
    assert_type(client.wait_for_job("job"), types.Job)
    one = series([1.5, 2.5], high=[None, 2.75], last=datetime.date(2025, 1, 2))
    # A series of a job must have closes, one of a request may lack them, so it is copied for type checkers.
    assert_type(client.forecast_closes({"series": [{**one}]}), types.ForecastClosesAnswer)
    assert_type(client.create_job([one, {**one, "id": "BTC"}]), types.Job)
    client.get_asset("BTC", period="7")  # type: ignore[arg-type]
    client.get_asset("BTC", days=7)  # type: ignore[call-arg]
    client.get_asset()  # type: ignore[call-arg]


async def async_calls(client: AsyncClosecast) -> None:
    assert_type(await client.get_asset("BTC", period=7), types.ShownAsset)
    assert_type(await client.get_history_csv("BTC", start=datetime.date(2025, 1, 1)), str)
    assert_type(client.iterate_wallets(), AsyncIterator[types.WalletInList])
    assert_type(await AsyncClosecast.get_asset(client, "BTC"), types.ShownAsset)
    assert_type(await client.wait_for_job("job"), types.Job)
    await client.get_asset("BTC", period="7")  # type: ignore[arg-type]
    await client.get_asset("BTC", days=7)  # type: ignore[call-arg]
    await client.get_asset()  # type: ignore[call-arg]
    client.get_asset("BTC")  # type: ignore[unused-coroutine]
