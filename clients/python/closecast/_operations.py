"""The operations of the server as methods.

Made by generate.py from the OpenAPI document of the server, version 0.2.0. Do not edit.
"""

from __future__ import annotations

import datetime
import decimal
from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from typing_extensions import Literal

from . import _types as t
from ._call import NOT_GIVEN, Call, NotGiven, left_out

__all__ = ["AsyncOperations", "Operations"]


class Operations:
    """Every operation of the server as a method; a base of the client."""

    def _answer(self, call: Call) -> Any:
        raise NotImplementedError

    def list_assets(
        self,
        *,
        sort: Optional[Literal["id", "ticker", "name", "price", "volume", "supply", "high", "low", "12h", "24h", "3d", "7d", "1mo"]] = None,
        order: Optional[Literal["ascending", "descending"]] = None,
        search: Optional[str] = None,
        favourites: Optional[bool] = None,
        stored: Optional[bool] = None,
        period: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAssetsAnswer:
        """Known assets with prices, volumes, supplies and changes; what is unknown is null, and comes last where sorted
        by it.

        Needs a token of scope `read`.

        ``GET /v1/assets``

        Args:
            sort: What to sort by; 12h to 1mo are changes of the price.
            order: The largest last or first.
            search: Only assets whose ticker, id or name holds this text, in any case.
            favourites: Only assets that the caller marked.
            stored: Only assets of which closes are stored.
            period: Days of the highest and lowest price.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/assets",
            query={
                "sort": sort,
                "order": order,
                "search": search,
                "favourites": favourites,
                "stored": stored,
                "period": period,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListAssetsAnswer = self._answer(call)
        return answer

    def iterate_assets(
        self,
        *,
        sort: Optional[Literal["id", "ticker", "name", "price", "volume", "supply", "high", "low", "12h", "24h", "3d", "7d", "1mo"]] = None,
        order: Optional[Literal["ascending", "descending"]] = None,
        search: Optional[str] = None,
        favourites: Optional[bool] = None,
        stored: Optional[bool] = None,
        period: Optional[int] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.ListedAsset]:
        """Iterates over ``list_assets``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListAssetsAnswer = self.list_assets(
                sort=sort,
                order=order,
                search=search,
                favourites=favourites,
                stored=stored,
                period=period,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def add_asset(
        self,
        *,
        ticker: str,
        id: Optional[str] = None,
        name: Optional[str] = None,
        providers: Optional[t.AddAssetBodyProviders] = None,
        supply: Optional[float] = None,
        first_trade: Optional[Union[str, datetime.date]] = None,
        last_trade: Optional[Union[str, datetime.date]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Asset:
        """Adds an asset, or changes what is known of the one with the ticker or id. All owners share assets. USD and
        the built-in coins keep their tickers and ids, and no id may be another asset's ticker.

        Needs a token of scope `admin`.

        ``POST /v1/assets``

        Args:
            id: That of the known asset, else the ticker in small letters, where it is missing.
            providers: What each provider calls it.
            supply: Coins in circulation.
        """
        call = Call(
            "POST",
            "/v1/assets",
            body={
                "ticker": ticker,
                "id": left_out(id),
                "name": left_out(name),
                "providers": left_out(providers),
                "supply": left_out(supply),
                "first_trade": left_out(first_trade),
                "last_trade": left_out(last_trade),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Asset = self._answer(call)
        return answer

    def get_asset(
        self,
        asset: str,
        *,
        period: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ShownAsset:
        """An asset, its statistics and which of its closes are stored.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            period: Days of the highest and lowest price.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}",
            path={"asset": asset},
            query={"period": period},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ShownAsset = self._answer(call)
        return answer

    def remove_asset(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Forgets an asset of which neither closes nor transactions are stored, with everybody's marks of it.

        Needs a token of scope `admin`.

        ``DELETE /v1/assets/{asset}``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "DELETE",
            "/v1/assets/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def refresh_asset(
        self,
        asset: str,
        *,
        timeout: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RefreshAssetAnswer:
        """Asks the providers that an administrator configured for the closes since the last stored one. Stored closes
        do not change, so a token of scope write is enough.

        Needs a token of scope `write`.

        ``POST /v1/assets/{asset}/refresh``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            timeout: How many seconds providers may take.
        """
        call = Call(
            "POST",
            "/v1/assets/{asset}/refresh",
            path={"asset": asset},
            query={"timeout": timeout},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RefreshAssetAnswer = self._answer(call)
        return answer

    def list_history(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListHistoryAnswer:
        """The assets whose closes are stored, in order of their tickers.

        Needs a token of scope `read`.

        ``GET /v1/history``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/history",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListHistoryAnswer = self._answer(call)
        return answer

    def iterate_histories(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.ListHistoryAnswerDataItem]:
        """Iterates over ``list_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListHistoryAnswer = self.list_history(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_history(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetHistoryAnswer:
        """Stored closes, oldest first: all of them, or page by page with a limit.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            start: The first day; the first stored one where it is missing.
            end: The last day; the last stored one where it is missing.
            interval: Days, weeks from Monday on, or calendar months.
            limit: How many to list; a number above 10000 counts as 10000.
            cursor: The `next_cursor` of the page before; of CSV, its header Next-Cursor.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={"start": start, "end": end, "interval": interval, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetHistoryAnswer = self._answer(call)
        return answer

    def iterate_history(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.GetHistoryAnswerDataItem]:
        """Iterates over ``get_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.GetHistoryAnswer = self.get_history(
                asset,
                start=start,
                end=end,
                interval=interval,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_history_csv(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Stored closes, oldest first: all of them, or page by page with a limit.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            start: The first day; the first stored one where it is missing.
            end: The last day; the last stored one where it is missing.
            interval: Days, weeks from Monday on, or calendar months.
            limit: How many to list; a number above 10000 counts as 10000.
            cursor: The `next_cursor` of the page before; of CSV, its header Next-Cursor.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={"start": start, "end": end, "interval": interval, "limit": limit, "cursor": cursor, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = self._answer(call)
        return answer

    def send_history(
        self,
        asset: str,
        body: Union[bytes, str],
        *,
        since: Optional[Union[str, datetime.date]] = None,
        replace: Optional[bool] = None,
        name: Optional[str] = None,
        coin: Optional[str] = None,
        column: Optional[str] = None,
        date_format: Optional[str] = None,
        stamp: Optional[Literal["open", "close"]] = None,
        quote: Optional[str] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        volume_unit: Optional[Literal["coins", "quote"]] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SendHistoryAnswer:
        """Stores the closes of a price file: a header with a date and a close column, one line per day. Sending it
        again changes nothing. All owners share closes.

        Needs a token of scope `admin`.

        ``PUT /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            since: Leave out the days before it.
            replace: Replace stored closes that differ, and accept closes that jump by more than 20 times.
            name: What the source of the closes is called.
            coin: The coin to read from a file of several, as the file writes it; the asset's ticker otherwise.
            column: Columns by their names in the header, where those are not the usual ones: `close=Last,date=Day`.
                Kinds are date, close, open, high, low, volume, symbol.
            date_format: How the file writes dates that are not ISO or Unix times: `dd/MM/yyyy`.
            stamp: What the times in the date column are: the start of the day that a line describes, or the time of the
                price.
            quote: The currency of the prices; that of the symbol, the close column or the name otherwise, or US
                dollars. Prices in another currency are converted by its stored closes.
            decimal: The decimal sign of the prices.
            volume_unit: What the volumes count: coins, or the currency of the prices.
            body: A file: text/csv.
        """
        call = Call(
            "PUT",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={
                "since": since,
                "replace": replace,
                "name": name,
                "coin": coin,
                "column": column,
                "date_format": date_format,
                "stamp": stamp,
                "quote": quote,
                "decimal": decimal,
                "volume_unit": volume_unit,
            },
            content=body,
            content_type=content_type,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SendHistoryAnswer = self._answer(call)
        return answer

    def remove_history(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RemoveHistoryAnswer:
        """Removes all stored closes of an asset, to send better ones.

        Needs a token of scope `admin`.

        ``DELETE /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "DELETE",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RemoveHistoryAnswer = self._answer(call)
        return answer

    def check_history(
        self,
        asset: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.CheckHistoryAnswer:
        """Gaps, jumps and old closes, a sentence each.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}/history/check``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}/history/check",
            path={"asset": asset},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CheckHistoryAnswer = self._answer(call)
        return answer

    def get_forecast(
        self,
        asset: str,
        *,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetForecastAnswer:
        """Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast for each model
        and last close, of all days that the model forecasts; forecasts with paths or seed of their own are not kept.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}/forecast``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            days: How many days; all that the model forecasts where it is missing.
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name of GET /v1/models; the default model where it is missing.
            version: Of the model; the highest where it is missing.
            above: Show how likely each close is to be above a price.
            below: Show how likely each close is to be below a price.
            touch: Show how likely the close is to reach a price by each day.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}/forecast",
            path={"asset": asset},
            query={
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetForecastAnswer = self._answer(call)
        return answer

    def forecast_closes(
        self,
        body: t.ForecastRequest,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ForecastClosesAnswer:
        """Forecasts closes that are sent, of one series or of many; nothing is stored. A single series that cannot be
        forecast is a problem, one of many has an error in its place.

        Needs a token of scope `read`.

        ``POST /v1/forecasts``

        Args:
            body: The body.
        """
        call = Call(
            "POST",
            "/v1/forecasts",
            body=body,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ForecastClosesAnswer = self._answer(call)
        return answer

    def get_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetDiaryAnswer:
        """Forecasts of an asset as they were issued, the newest first, scored against the naive forecast as their days
        arrive.

        Needs a token of scope `read`.

        ``GET /v1/assets/{asset}/diary``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
            values: Whether to include each day's numbers and the naive forecast's.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/assets/{asset}/diary",
            path={"asset": asset},
            query={"values": values, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetDiaryAnswer = self._answer(call)
        return answer

    def iterate_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.DiaryEntry]:
        """Iterates over ``get_diary``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.GetDiaryAnswer = self.get_diary(
                asset,
                values=values,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def list_favourites(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListFavouritesAnswer:
        """The assets that the caller marked, by name.

        Needs a token of scope `read`.

        ``GET /v1/favourites``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/favourites",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListFavouritesAnswer = self._answer(call)
        return answer

    def iterate_favourites(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Asset]:
        """Iterates over ``list_favourites``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListFavouritesAnswer = self.list_favourites(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def remove_favourites(
        self,
        *,
        assets: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RemoveFavouritesAnswer:
        """Removes several marks at once: all or none.

        Needs a token of scope `write`.

        ``DELETE /v1/favourites``

        Args:
            assets: Tickers or ids.
        """
        call = Call(
            "DELETE",
            "/v1/favourites",
            query={"assets": assets},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RemoveFavouritesAnswer = self._answer(call)
        return answer

    def add_favourite(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks an asset; one that is marked stays so.

        Needs a token of scope `write`.

        ``PUT /v1/favourites/{asset}``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "PUT",
            "/v1/favourites/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def remove_favourite(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a mark; of an asset without one there is nothing to do.

        Needs a token of scope `write`.

        ``DELETE /v1/favourites/{asset}``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "DELETE",
            "/v1/favourites/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_wallets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListWalletsAnswer:
        """Wallets in order of their names, with what they are worth.

        Needs a token of scope `read`.

        ``GET /v1/wallets``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/wallets",
            query={"limit": limit, "cursor": cursor, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListWalletsAnswer = self._answer(call)
        return answer

    def iterate_wallets(
        self,
        *,
        limit: Optional[int] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.WalletInList]:
        """Iterates over ``list_wallets``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListWalletsAnswer = self.list_wallets(
                limit=limit,
                currency=currency,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def create_wallet(
        self,
        *,
        name: str,
        cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        allows_negative: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """Makes a wallet.

        Needs a token of scope `write`.

        ``POST /v1/wallets``

        Args:
            name: Unique among the owner's wallets; names that differ in case, or look alike, are the same.
            cost_basis: Which lots leave first; fifo where it is missing.
            allows_negative: Whether holdings may fall below zero, as of an account with credit.
        """
        call = Call(
            "POST",
            "/v1/wallets",
            body={"name": name, "cost_basis": left_out(cost_basis), "allows_negative": left_out(allows_negative)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = self._answer(call)
        return answer

    def get_wallet(
        self,
        wallet: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """A wallet, what it holds now, and what that is worth at the newest stored closes.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = self._answer(call)
        return answer

    def change_wallet(
        self,
        wallet: str,
        *,
        if_match: Optional[str] = None,
        name: Optional[str] = None,
        cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """Gives a wallet another name, or another cost basis for all of its past.

        Needs a token of scope `write`.

        ``PATCH /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
            if_match: The ETag of the wallet that was read: refused with 412 where it was changed since.
        """
        call = Call(
            "PATCH",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            headers={"If-Match": if_match},
            body={"name": left_out(name), "cost_basis": left_out(cost_basis)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = self._answer(call)
        return answer

    def delete_wallet(
        self,
        wallet: str,
        *,
        with_holdings: Optional[bool] = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Takes a wallet out of the lists; its transactions stay in the journal.

        Needs a token of scope `write`.

        ``DELETE /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
            with_holdings: Delete it even if it still holds something.
            if_match: The ETag of the wallet that was read: refused with 412 where it was changed since.
        """
        call = Call(
            "DELETE",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            query={"with_holdings": with_holdings},
            headers={"If-Match": if_match},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTransactionsAnswer:
        """A wallet's transactions, the newest first.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/transactions``

        Args:
            wallet: A wallet's id, or its name in any case.
            asset: Only those that change the holding of it.
            kind: Only those of one kind.
            since: Only those of that day and later ones.
            until: Only those up to that day.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/transactions",
            path={"wallet": wallet},
            query={"asset": asset, "kind": kind, "since": since, "until": until, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTransactionsAnswer = self._answer(call)
        return answer

    def iterate_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Transaction]:
        """Iterates over ``list_transactions``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListTransactionsAnswer = self.list_transactions(
                wallet,
                asset=asset,
                kind=kind,
                since=since,
                until=until,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def record_transactions(
        self,
        wallet: str,
        body: t.Order,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Records what happened in a wallet: deposits, withdrawals, trades, transfers, fees, income, or what it is to
        hold.

        Needs a token of scope `write`.

        ``POST /v1/wallets/{wallet}/transactions``

        Args:
            wallet: A wallet's id, or its name in any case.
            body: The body.
        """
        call = Call(
            "POST",
            "/v1/wallets/{wallet}/transactions",
            path={"wallet": wallet},
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def get_transaction(
        self,
        transaction: int,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Transaction:
        """One transaction.

        Needs a token of scope `read`.

        ``GET /v1/transactions/{transaction}``

        Args:
            transaction: The number of a transaction.
        """
        call = Call(
            "GET",
            "/v1/transactions/{transaction}",
            path={"transaction": transaction},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Transaction = self._answer(call)
        return answer

    def correct_transaction(
        self,
        transaction: int,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Takes a transaction back, as if it had never been; both stay in the journal.

        Needs a token of scope `write`.

        ``POST /v1/transactions/{transaction}/correction``

        Args:
            transaction: The number of a transaction.
        """
        call = Call(
            "POST",
            "/v1/transactions/{transaction}/correction",
            path={"transaction": transaction},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def correct_transactions(
        self,
        *,
        transactions: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Takes transactions back, all or none: one and those that used what it brought.

        Needs a token of scope `write`.

        ``POST /v1/corrections``

        """
        call = Call(
            "POST",
            "/v1/corrections",
            body={"transactions": transactions},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def preview_transactions(
        self,
        wallet: str,
        body: t.Order,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Tells what an order would do, and records nothing.

        Needs a token of scope `read`.

        ``POST /v1/wallets/{wallet}/transactions/preview``

        Args:
            wallet: A wallet's id, or its name in any case.
            body: The body.
        """
        call = Call(
            "POST",
            "/v1/wallets/{wallet}/transactions/preview",
            path={"wallet": wallet},
            body=body,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def export_transactions(
        self,
        *,
        wallet: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExportTransactionsAnswer:
        """Transactions that count, the oldest first: without those that were taken back, and what took them back.

        Needs a token of scope `read`.

        ``GET /v1/transactions/export``

        Args:
            wallet: Only those of one wallet, by its id or name.
        """
        call = Call(
            "GET",
            "/v1/transactions/export",
            query={"wallet": wallet},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ExportTransactionsAnswer = self._answer(call)
        return answer

    def export_transactions_csv(
        self,
        *,
        wallet: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Transactions that count, the oldest first: without those that were taken back, and what took them back.

        Needs a token of scope `read`.

        ``GET /v1/transactions/export``

        Args:
            wallet: Only those of one wallet, by its id or name.
        """
        call = Call(
            "GET",
            "/v1/transactions/export",
            query={"wallet": wallet, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = self._answer(call)
        return answer

    def import_transactions(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Records the rows of a CSV or JSON file, all or none; those that were recorded before are skipped.

        Needs a token of scope `write`.

        ``POST /v1/transactions/import``

        Args:
            wallet: The wallet of rows that name none, by its id or name.
            create: Create wallets that do not exist.
            row_order: Row order of the file, used for rows with the same time. Default: detected from the times.
            body: A file: text/csv or application/json.
        """
        call = Call(
            "POST",
            "/v1/transactions/import",
            query={"wallet": wallet, "create": create, "row_order": row_order},
            content=body,
            content_type=content_type,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ImportReceipt = self._answer(call)
        return answer

    def preview_import(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        content_type: str = "text/csv",
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Reports what an import would record, or why it would be refused, and records nothing.

        Needs a token of scope `read`.

        ``POST /v1/transactions/import/preview``

        Args:
            wallet: The wallet of rows that name none, by its id or name.
            create: Create wallets that do not exist.
            row_order: Row order of the file, used for rows with the same time. Default: detected from the times.
            body: A file: text/csv or application/json.
        """
        call = Call(
            "POST",
            "/v1/transactions/import/preview",
            query={"wallet": wallet, "create": create, "row_order": row_order},
            content=body,
            content_type=content_type,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ImportReceipt = self._answer(call)
        return answer

    def get_valuation(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Valuation:
        """What was held and what that was worth, at the closes of one day.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/valuation``

        Args:
            wallet: A wallet's id, or its name in any case.
            on: As of the end of that day; what is held now, at the closes of the newest stored day, where it is
                missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/valuation",
            path={"wallet": wallet},
            query={"on": on, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Valuation = self._answer(call)
        return answer

    def get_gains(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Realized and unrealized gains of each lot and coin, and three returns.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/gains``

        Args:
            wallet: A wallet's id, or its name in any case.
            on: As of the end of that day; what is held now, at the closes of the newest stored day, where it is
                missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            explain: Also open every total: the lots, prices and formulas that give it.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/gains",
            path={"wallet": wallet},
            query={"on": on, "method": method, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Gains = self._answer(call)
        return answer

    def get_value_over_time(
        self,
        wallet: str,
        *,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ValueOverTime:
        """Value at the end of each day, week or month, at stored closes.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/value``

        Args:
            wallet: A wallet's id, or its name in any case.
            since: The first day; that of the first transaction where it is missing.
            until: The last day; the newest stored one where it is missing.
            interval: The last day of each day, week or month.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/value",
            path={"wallet": wallet},
            query={"since": since, "until": until, "interval": interval, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ValueOverTime = self._answer(call)
        return answer

    def get_portfolio_valuation(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValuation:
        """What was held and what that was worth, at the closes of one day. Of several wallets together: transfers among
        them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/valuation``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            on: As of the end of that day; what is held now, at the closes of the newest stored day, where it is
                missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/portfolio/valuation",
            query={"wallets": wallets, "on": on, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioValuation = self._answer(call)
        return answer

    def get_portfolio_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioGains:
        """Realized and unrealized gains of each lot and coin, and three returns. Of several wallets together: transfers
        among them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/gains``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            on: As of the end of that day; what is held now, at the closes of the newest stored day, where it is
                missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            explain: Also open every total: the lots, prices and formulas that give it.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/portfolio/gains",
            query={"wallets": wallets, "on": on, "method": method, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioGains = self._answer(call)
        return answer

    def get_portfolio_value_over_time(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValueOverTime:
        """Value at the end of each day, week or month, at stored closes. Of several wallets together: transfers among
        them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/value``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            since: The first day; that of the first transaction where it is missing.
            until: The last day; the newest stored one where it is missing.
            interval: The last day of each day, week or month.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/portfolio/value",
            query={"wallets": wallets, "since": since, "until": until, "interval": interval, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioValueOverTime = self._answer(call)
        return answer

    def get_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RealizedGains:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/realized-gains``

        Args:
            wallet: A wallet's id, or its name in any case.
            year: Only disposals of that calendar year in the time zone.
            time_zone: The zone of days and years, by its name in the IANA database. A time at midnight UTC is a day
                without a time, and stays that day in every zone.
            on: Transactions up to the end of that day; all where it is missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/realized-gains",
            path={"wallet": wallet},
            query={
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RealizedGains = self._answer(call)
        return answer

    def iterate_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.RealizedGainsDataItem]:
        """Iterates over ``get_realized_gains``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.RealizedGains = self.get_realized_gains(
                wallet,
                year=year,
                time_zone=time_zone,
                on=on,
                method=method,
                currency=currency,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_realized_gains_csv(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/realized-gains``

        Args:
            wallet: A wallet's id, or its name in any case.
            year: Only disposals of that calendar year in the time zone.
            time_zone: The zone of days and years, by its name in the IANA database. A time at midnight UTC is a day
                without a time, and stays that day in every zone.
            on: Transactions up to the end of that day; all where it is missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/realized-gains",
            path={"wallet": wallet},
            query={
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
                "format": "csv",
            },
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = self._answer(call)
        return answer

    def get_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioRealizedGains:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        Of several wallets together: transfers among them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/realized-gains``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            year: Only disposals of that calendar year in the time zone.
            time_zone: The zone of days and years, by its name in the IANA database. A time at midnight UTC is a day
                without a time, and stays that day in every zone.
            on: Transactions up to the end of that day; all where it is missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/portfolio/realized-gains",
            query={
                "wallets": wallets,
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioRealizedGains = self._answer(call)
        return answer

    def iterate_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.PortfolioRealizedGainsDataItem]:
        """Iterates over ``get_portfolio_realized_gains``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.PortfolioRealizedGains = self.get_portfolio_realized_gains(
                wallets=wallets,
                year=year,
                time_zone=time_zone,
                on=on,
                method=method,
                currency=currency,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_portfolio_realized_gains_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        Of several wallets together: transfers among them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/realized-gains``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            year: Only disposals of that calendar year in the time zone.
            time_zone: The zone of days and years, by its name in the IANA database. A time at midnight UTC is a day
                without a time, and stays that day in every zone.
            on: Transactions up to the end of that day; all where it is missing.
            method: Which lots leave first, to compare; each wallet's own way where it is missing.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/portfolio/realized-gains",
            query={
                "wallets": wallets,
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
                "format": "csv",
            },
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = self._answer(call)
        return answer

    def forecast_wallet(
        self,
        wallet: str,
        *,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        as_of: Optional[Union[str, datetime.date]] = None,
        leave_out: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.WalletForecast:
        """The total on the next days, from joint sample paths of the coins that are held now.

        Needs a token of scope `read`.

        ``GET /v1/wallets/{wallet}/forecast``

        Args:
            wallet: A wallet's id, or its name in any case.
            days: How many days; all that the model forecasts where it is missing.
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name of GET /v1/models; the default model where it is missing.
            version: Of the model; the highest where it is missing.
            above: Answer how likely each day's total is to be above a value.
            below: Answer how likely each day's total is to be below a value.
            touch: Answer how likely the total is to reach a value by the end of each day.
            as_of: The last day that the forecast may see; the newest stored one where it is missing.
            leave_out: Leave out coins that cannot be forecast, and name them; otherwise the request fails.
            currency: The currency of all totals, at the close of the last day seen on all days.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/forecast",
            path={"wallet": wallet},
            query={
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "as_of": as_of,
                "leave_out": leave_out,
                "currency": currency,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.WalletForecast = self._answer(call)
        return answer

    def forecast_portfolio(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        as_of: Optional[Union[str, datetime.date]] = None,
        leave_out: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioForecast:
        """The total on the next days, from joint sample paths of the coins that are held now. Of several wallets
        together: transfers among them are no flows.

        Needs a token of scope `read`.

        ``GET /v1/portfolio/forecast``

        Args:
            wallets: Ids or names of wallets, separated by commas; all wallets where it is missing.
            days: How many days; all that the model forecasts where it is missing.
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name of GET /v1/models; the default model where it is missing.
            version: Of the model; the highest where it is missing.
            above: Answer how likely each day's total is to be above a value.
            below: Answer how likely each day's total is to be below a value.
            touch: Answer how likely the total is to reach a value by the end of each day.
            as_of: The last day that the forecast may see; the newest stored one where it is missing.
            leave_out: Leave out coins that cannot be forecast, and name them; otherwise the request fails.
            currency: The currency of all totals, at the close of the last day seen on all days.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """
        call = Call(
            "GET",
            "/v1/portfolio/forecast",
            query={
                "wallets": wallets,
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "as_of": as_of,
                "leave_out": leave_out,
                "currency": currency,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioForecast = self._answer(call)
        return answer

    def get_investments(
        self,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Investments with what they gained against their buy prices: the lots of the wallet Investments.

        Needs a token of scope `read`.

        ``GET /v1/investments``

        Args:
            on: As of the end of that day; what is held now, at the closes of the newest stored day, where it is
                missing.
            explain: Also open every total: the lots, prices and formulas that give it.
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
        """
        call = Call(
            "GET",
            "/v1/investments",
            query={"on": on, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Gains = self._answer(call)
        return answer

    def add_investment(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        price: Union[str, decimal.Decimal, int, float],
        time: Optional[Union[str, datetime.date, datetime.datetime]] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Adds an investment.

        Needs a token of scope `write`.

        ``POST /v1/investments``

        Args:
            asset: A ticker or an id.
            quantity: How many coins.
            price: What a coin cost, in USD.
            time: When it happened; now where it is missing.
            note: A note to store with the transaction.
        """
        call = Call(
            "POST",
            "/v1/investments",
            body={"asset": asset, "quantity": quantity, "price": price, "time": left_out(time), "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def remove_investments(
        self,
        *,
        ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Removes investments, all or none, as if they had never been made.

        Needs a token of scope `write`.

        ``DELETE /v1/investments``

        Args:
            ids: Their numbers, separated by commas.
        """
        call = Call(
            "DELETE",
            "/v1/investments",
            query={"ids": ids},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def change_investment(
        self,
        transaction: int,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        price: Union[str, decimal.Decimal, int, float],
        time: Optional[Union[str, datetime.date, datetime.datetime]] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Corrects an investment: takes it back and records it anew, both or neither.

        Needs a token of scope `write`.

        ``PUT /v1/investments/{transaction}``

        Args:
            transaction: The number of an investment.
            asset: A ticker or an id.
            quantity: How many coins.
            price: What a coin cost, in USD.
            time: When it happened; now where it is missing.
            note: A note to store with the transaction.
        """
        call = Call(
            "PUT",
            "/v1/investments/{transaction}",
            path={"transaction": transaction},
            body={"asset": asset, "quantity": quantity, "price": price, "time": left_out(time), "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = self._answer(call)
        return answer

    def get_trading_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """The caller's simulated account: balances, level and limits. No real money is ever moved.

        Needs a token of scope `read`.

        ``GET /v1/trading/account``

        """
        call = Call(
            "GET",
            "/v1/trading/account",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = self._answer(call)
        return answer

    def open_trading_account(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """Opens the simulated account, which every other write does too. From then on the caller has a referral code.

        Needs a token of scope `write`.

        ``PUT /v1/trading/account``

        """
        call = Call(
            "PUT",
            "/v1/trading/account",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = self._answer(call)
        return answer

    def change_trading_account(
        self,
        *,
        tolerance_percent: Optional[Union[str, decimal.Decimal, int, float]] = None,
        password_above_usd: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """Changes the limits that the caller has set for themselves.

        Needs a token of scope `write`.

        ``PATCH /v1/trading/account``

        Args:
            tolerance_percent: How far a price may move between a quote and its confirmation: 0 to 100, at most four
                digits behind the point.
            password_above_usd: Withdrawals and transfers above it need the password again. Raising it does, too.
        """
        call = Call(
            "PATCH",
            "/v1/trading/account",
            body={"tolerance_percent": left_out(tolerance_percent), "password_above_usd": left_out(password_above_usd)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = self._answer(call)
        return answer

    def quote_trade(
        self,
        *,
        side: Literal["buy", "sell"],
        asset: str,
        currency: Literal["USD", "EUR"],
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        quantity: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeQuote:
        """Offers a trade at the stored price of the moment. The quote holds for 30 seconds and is used once.

        Needs a token of scope `write`.

        ``POST /v1/trading/quotes``

        Args:
            asset: A ticker or an id.
            cash: The cash to spend, fee included, or to receive; or give quantity.
            quantity: How many coins, with at most eight digits behind the point.
        """
        call = Call(
            "POST",
            "/v1/trading/quotes",
            body={
                "side": side,
                "asset": asset,
                "currency": currency,
                "cash": left_out(cash),
                "quantity": left_out(quantity),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeQuote = self._answer(call)
        return answer

    def confirm_trade(
        self,
        quote: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Trades exactly as a quote says. Confirming it again gives the same order: a quote is used once.

        Needs a token of scope `write`.

        ``POST /v1/trading/quotes/{quote}/confirmation``

        Args:
            quote: The quote's id.
        """
        call = Call(
            "POST",
            "/v1/trading/quotes/{quote}/confirmation",
            path={"quote": quote},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = self._answer(call)
        return answer

    def list_open_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListOpenOrdersAnswer:
        """Open limit and stop orders, oldest first; those that ended are in the history.

        Needs a token of scope `read`.

        ``GET /v1/trading/orders``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/trading/orders",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListOpenOrdersAnswer = self._answer(call)
        return answer

    def iterate_open_orders(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.TradeOrder]:
        """Iterates over ``list_open_orders``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListOpenOrdersAnswer = self.list_open_orders(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def place_order(
        self,
        *,
        kind: Literal["limit", "stop"],
        side: Literal["buy", "sell"],
        asset: str,
        currency: Literal["USD", "EUR"],
        price: Union[str, decimal.Decimal, int, float],
        days: int,
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        quantity: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Places a limit or stop order, which holds what it needs until stored prices reach it, it expires or is
        cancelled.

        Needs a token of scope `write`.

        ``POST /v1/trading/orders``

        Args:
            asset: A ticker or an id.
            price: The limit or stop for one coin, in the currency.
            days: Until it expires.
            cash: The cash to spend, fee included, or to receive; or give quantity.
            quantity: How many coins, with at most eight digits behind the point.
        """
        call = Call(
            "POST",
            "/v1/trading/orders",
            body={
                "kind": kind,
                "side": side,
                "asset": asset,
                "currency": currency,
                "price": price,
                "days": days,
                "cash": left_out(cash),
                "quantity": left_out(quantity),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = self._answer(call)
        return answer

    def get_order(
        self,
        order: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """An order.

        Needs a token of scope `read`.

        ``GET /v1/trading/orders/{order}``

        Args:
            order: The order's id.
        """
        call = Call(
            "GET",
            "/v1/trading/orders/{order}",
            path={"order": order},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = self._answer(call)
        return answer

    def cancel_order(
        self,
        order: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Cancels an open order and releases what it holds.

        Needs a token of scope `write`.

        ``DELETE /v1/trading/orders/{order}``

        Args:
            order: The order's id.
        """
        call = Call(
            "DELETE",
            "/v1/trading/orders/{order}",
            path={"order": order},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = self._answer(call)
        return answer

    def list_plans(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPlansAnswer:
        """Repeated purchases, oldest first.

        Needs a token of scope `read`.

        ``GET /v1/trading/plans``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/trading/plans",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPlansAnswer = self._answer(call)
        return answer

    def iterate_plans(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.RecurringPlan]:
        """Iterates over ``list_plans``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPlansAnswer = self.list_plans(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def start_plan(
        self,
        *,
        asset: str,
        currency: Literal["USD", "EUR"],
        cash: Union[str, decimal.Decimal, int, float],
        every: Literal["day", "week", "month"],
        days: int,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringPlan:
        """Starts a repeated purchase; the first one is made at once.

        Needs a token of scope `write`.

        ``POST /v1/trading/plans``

        Args:
            cash: For each purchase, with the fee.
            days: Until it ends.
        """
        call = Call(
            "POST",
            "/v1/trading/plans",
            body={"asset": asset, "currency": currency, "cash": cash, "every": every, "days": days},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RecurringPlan = self._answer(call)
        return answer

    def cancel_plan(
        self,
        plan: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringPlan:
        """Ends a repeated purchase.

        Needs a token of scope `write`.

        ``DELETE /v1/trading/plans/{plan}``

        Args:
            plan: The plan's id.
        """
        call = Call(
            "DELETE",
            "/v1/trading/plans/{plan}",
            path={"plan": plan},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RecurringPlan = self._answer(call)
        return answer

    def get_deposit_details(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.DepositDetails:
        """Where a deposit is sent: an account of a made-up bank. No real money may be sent there.

        Needs a token of scope `read`.

        ``GET /v1/trading/deposits``

        """
        call = Call(
            "GET",
            "/v1/trading/deposits",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.DepositDetails = self._answer(call)
        return answer

    def announce_deposit(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Announces a deposit of simulated cash, which arrives after some banking days.

        Needs a token of scope `write`.

        ``POST /v1/trading/deposits``

        Args:
            amount: With at most two digits behind the point.
        """
        call = Call(
            "POST",
            "/v1/trading/deposits",
            body={"currency": currency, "amount": amount},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = self._answer(call)
        return answer

    def preview_withdrawal(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        method: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentPreview:
        """Says what a withdrawal would cost and when it would arrive. Nothing is done.

        Needs a token of scope `read`.

        ``POST /v1/trading/withdrawals/preview``

        Args:
            amount: With at most two digits behind the point.
            method: The id of a linked card or bank account.
        """
        call = Call(
            "POST",
            "/v1/trading/withdrawals/preview",
            body={"currency": currency, "amount": amount, "method": method},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentPreview = self._answer(call)
        return answer

    def withdraw(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        method: str,
        due_at: Optional[Union[str, datetime.datetime]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Withdraws simulated cash to a linked card or account. It is held at once, can be cancelled until it is sent,
        and settles after some banking days.

        Needs a token of scope `write`.

        ``POST /v1/trading/withdrawals``

        Args:
            amount: With at most two digits behind the point.
            method: The id of a linked card or bank account.
            due_at: That of the preview: at another one the withdrawal is refused.
        """
        call = Call(
            "POST",
            "/v1/trading/withdrawals",
            body={"currency": currency, "amount": amount, "method": method, "due_at": left_out(due_at)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = self._answer(call)
        return answer

    def get_payment(
        self,
        payment: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """A deposit or withdrawal.

        Needs a token of scope `read`.

        ``GET /v1/trading/payments/{payment}``

        Args:
            payment: The payment's id.
        """
        call = Call(
            "GET",
            "/v1/trading/payments/{payment}",
            path={"payment": payment},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = self._answer(call)
        return answer

    def cancel_payment(
        self,
        payment: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Cancels a withdrawal that has not been sent, or a deposit that has not arrived.

        Needs a token of scope `write`.

        ``DELETE /v1/trading/payments/{payment}``

        Args:
            payment: The payment's id.
        """
        call = Call(
            "DELETE",
            "/v1/trading/payments/{payment}",
            path={"payment": payment},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = self._answer(call)
        return answer

    def list_payment_methods(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPaymentMethodsAnswer:
        """Linked cards and bank accounts, oldest first. Only the last four digits are kept.

        Needs a token of scope `read`.

        ``GET /v1/trading/methods``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/trading/methods",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPaymentMethodsAnswer = self._answer(call)
        return answer

    def iterate_payment_methods(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.PaymentMethod]:
        """Iterates over ``list_payment_methods``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPaymentMethodsAnswer = self.list_payment_methods(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def add_card(
        self,
        *,
        number: str,
        expires: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Links a card. Its number is checked, and only the last four digits are kept.

        Needs a session in which the password was given within the last ten minutes.

        ``POST /v1/trading/methods/cards``

        Args:
            expires: MM/YY.
            label: A name to recognize it by.
        """
        call = Call(
            "POST",
            "/v1/trading/methods/cards",
            body={"number": number, "expires": expires, "label": left_out(label)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = self._answer(call)
        return answer

    def add_bank_account(
        self,
        *,
        iban: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Links a bank account. Its IBAN is checked, and only the last four digits are kept.

        Needs a session in which the password was given within the last ten minutes.

        ``POST /v1/trading/methods/bank-accounts``

        Args:
            label: A name to recognize it by.
        """
        call = Call(
            "POST",
            "/v1/trading/methods/bank-accounts",
            body={"iban": iban, "label": left_out(label)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = self._answer(call)
        return answer

    def rename_payment_method(
        self,
        method: str,
        *,
        label: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Renames a card or account.

        Needs a session in which the password was given within the last ten minutes.

        ``PATCH /v1/trading/methods/{method}``

        Args:
            method: The payment method's id.
        """
        call = Call(
            "PATCH",
            "/v1/trading/methods/{method}",
            path={"method": method},
            body={"label": label},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = self._answer(call)
        return answer

    def remove_payment_method(
        self,
        method: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a card or account. What is on its way to it still arrives.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/trading/methods/{method}``

        Args:
            method: The payment method's id.
        """
        call = Call(
            "DELETE",
            "/v1/trading/methods/{method}",
            path={"method": method},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def make_coin_address(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinAddress:
        """The caller's address for a coin, which is made at the first request and stays. It is an address of no real
        chain.

        Needs a token of scope `write`.

        ``PUT /v1/trading/addresses/{asset}``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "PUT",
            "/v1/trading/addresses/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinAddress = self._answer(call)
        return answer

    def get_coin_address_qr(
        self,
        asset: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The caller's address for a coin as a QR code.

        Needs a token of scope `read`.

        ``GET /v1/trading/addresses/{asset}/qr``

        Args:
            asset: A ticker, or an id where several assets have the ticker.
        """
        call = Call(
            "GET",
            "/v1/trading/addresses/{asset}/qr",
            path={"asset": asset},
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = self._answer(call)
        return answer

    def preview_transfer(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        address: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.TransferPreview:
        """Says what sending coins would cost. Nothing is done.

        Needs a token of scope `read`.

        ``POST /v1/trading/transfers/preview``

        Args:
            quantity: What is to arrive; the fee leaves in addition.
            address: Of the receiver.
        """
        call = Call(
            "POST",
            "/v1/trading/transfers/preview",
            body={"asset": asset, "quantity": quantity, "address": address},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TransferPreview = self._answer(call)
        return answer

    def send_coins(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        address: str,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinTransfer:
        """Sends coins to another person, who has them at once.

        Needs a token of scope `write`.

        ``POST /v1/trading/transfers``

        Args:
            quantity: What is to arrive; the fee leaves in addition.
            address: Of the receiver.
            note: For both.
        """
        call = Call(
            "POST",
            "/v1/trading/transfers",
            body={"asset": asset, "quantity": quantity, "address": address, "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinTransfer = self._answer(call)
        return answer

    def list_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTradingHistoryAnswer:
        """Everything that moved in the simulated account, or is going to, newest first.

        Needs a token of scope `read`.

        ``GET /v1/trading/history``

        Args:
            kind: Only these kinds.
            asset: Only entries of this coin.
            since: Only entries of this day or later.
            until: Only entries of this day or earlier.
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/trading/history",
            query={"kind": kind, "asset": asset, "since": since, "until": until, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTradingHistoryAnswer = self._answer(call)
        return answer

    def iterate_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.TradingHistoryEntry]:
        """Iterates over ``list_trading_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListTradingHistoryAnswer = self.list_trading_history(
                kind=kind,
                asset=asset,
                since=since,
                until=until,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def export_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExportTradingHistoryAnswer:
        """The history as a file, newest first. What ends while a long file is being read may be missing in it.

        Needs a token of scope `read`.

        ``GET /v1/trading/history/export``

        Args:
            kind: Only these kinds.
            asset: Only entries of this coin.
            since: Only entries of this day or later.
            until: Only entries of this day or earlier.
        """
        call = Call(
            "GET",
            "/v1/trading/history/export",
            query={"kind": kind, "asset": asset, "since": since, "until": until},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ExportTradingHistoryAnswer = self._answer(call)
        return answer

    def export_trading_history_csv(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The history as a file, newest first. What ends while a long file is being read may be missing in it.

        Needs a token of scope `read`.

        ``GET /v1/trading/history/export``

        Args:
            kind: Only these kinds.
            asset: Only entries of this coin.
            since: Only entries of this day or later.
            until: Only entries of this day or earlier.
        """
        call = Call(
            "GET",
            "/v1/trading/history/export",
            query={"kind": kind, "asset": asset, "since": since, "until": until, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = self._answer(call)
        return answer

    def get_history_entry(
        self,
        entry: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingHistoryEntry:
        """One entry of the history.

        Needs a token of scope `read`.

        ``GET /v1/trading/history/{entry}``

        Args:
            entry: The id of an order, payment, transfer or reward.
        """
        call = Call(
            "GET",
            "/v1/trading/history/{entry}",
            path={"entry": entry},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingHistoryEntry = self._answer(call)
        return answer

    def get_verification(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """How far the caller is with proving who they are, and who looked at the documents.

        Needs a session without anything that must be done first.

        ``GET /v1/trading/verification``

        """
        call = Call(
            "GET",
            "/v1/trading/verification",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = self._answer(call)
        return answer

    def send_phone_code(
        self,
        *,
        phone: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Sends a code to a telephone. It works for ten minutes; three can be asked for in an hour.

        Needs a session without anything that must be done first.

        ``POST /v1/trading/verification/phone``

        """
        call = Call(
            "POST",
            "/v1/trading/verification/phone",
            body={"phone": phone},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = self._answer(call)
        return answer

    def confirm_phone(
        self,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Confirms the telephone by the code that was sent to it. After five wrong codes a new one is needed.

        Needs a session without anything that must be done first.

        ``POST /v1/trading/verification/phone/confirmation``

        """
        call = Call(
            "POST",
            "/v1/trading/verification/phone/confirmation",
            body={"code": code},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = self._answer(call)
        return answer

    def add_document(
        self,
        body: bytes,
        *,
        kind: Literal["passport", "identity-card", "driving-licence", "residence-permit"],
        side: Literal["front", "back"],
        content_type: str = "image/jpeg",
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityDocument:
        """Adds a photo of a document, or replaces the one of the same side. It is decoded, turned upright, scaled down
        to 1600 pixels, re-encoded without metadata, and encrypted.

        Needs a session without anything that must be done first.

        ``POST /v1/trading/verification/documents``

        Args:
            kind: The kind of document.
            side: Which side the photo shows.
            body: A file: image/jpeg or image/png or image/webp.
        """
        call = Call(
            "POST",
            "/v1/trading/verification/documents",
            query={"kind": kind, "side": side},
            content=body,
            content_type=content_type,
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityDocument = self._answer(call)
        return answer

    def remove_document(
        self,
        document: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Deletes a photo that is not submitted.

        Needs a session without anything that must be done first.

        ``DELETE /v1/trading/verification/documents/{document}``

        Args:
            document: The document's id.
        """
        call = Call(
            "DELETE",
            "/v1/trading/verification/documents/{document}",
            path={"document": document},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def submit_verification(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Submits the documents to the operators. Until they decide, nothing can be changed.

        Needs a session without anything that must be done first.

        ``POST /v1/trading/verification/submission``

        """
        call = Call(
            "POST",
            "/v1/trading/verification/submission",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = self._answer(call)
        return answer

    def get_support_messages(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportThread:
        """The caller's messages with the operators.

        Needs a token of scope `read`.

        ``GET /v1/trading/support``

        """
        call = Call(
            "GET",
            "/v1/trading/support",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportThread = self._answer(call)
        return answer

    def send_support_message(
        self,
        *,
        text: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportMessage:
        """Sends a message to the operators, at most 20 an hour.

        Needs a token of scope `write`.

        ``POST /v1/trading/support``

        """
        call = Call(
            "POST",
            "/v1/trading/support",
            body={"text": text},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportMessage = self._answer(call)
        return answer

    def mark_support_read(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks the operators' answers as read.

        Needs a token of scope `write`.

        ``POST /v1/trading/support/read``

        """
        call = Call(
            "POST",
            "/v1/trading/support/read",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def get_referral(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Referral:
        """The caller's referral code, and how many people it brought.

        Needs a token of scope `read`.

        ``GET /v1/trading/referral``

        """
        call = Call(
            "GET",
            "/v1/trading/referral",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Referral = self._answer(call)
        return answer

    def use_referral_code(
        self,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Referral:
        """Gives the code of the person who brought the caller here: once, and before the caller is verified.

        Needs a token of scope `write`.

        ``PUT /v1/trading/referral``

        """
        call = Call(
            "PUT",
            "/v1/trading/referral",
            body={"code": code},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Referral = self._answer(call)
        return answer

    def get_earnings(
        self,
        *,
        currency: Optional[Literal["USD", "EUR"]] = None,
        period: Optional[Literal["1w", "1m", "3m", "1y", "all"]] = None,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingEarnings:
        """What the simulated account has earned or lost over time, beside one coin bought and held for the same
        payments.

        Needs a token of scope `read`.

        ``GET /v1/trading/earnings``

        Args:
            currency: The currency of all figures: each is converted by the rate of its day, and is null if that is
                missing. Days without one, as on weekends, have the rate of up to five days before.
            period: The days that are listed.
            coin: The coin to hold instead; the caller's preferred coin, or BTC, where it is missing.
        """
        call = Call(
            "GET",
            "/v1/trading/earnings",
            query={"currency": currency, "period": period, "coin": coin},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingEarnings = self._answer(call)
        return answer

    def get_feed(
        self,
        *,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinFeed:
        """The coins of the caller's feed: in their order, and with the preferred coin first, as pages show them.

        Needs a token of scope `read`.

        ``GET /v1/trading/feed``

        Args:
            coin: The coin to show first; the caller's preferred coin where it is missing.
        """
        call = Call(
            "GET",
            "/v1/trading/feed",
            query={"coin": coin},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinFeed = self._answer(call)
        return answer

    def set_feed(
        self,
        *,
        assets: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinFeed:
        """Sets the coins of the feed and their order.

        Needs a token of scope `write`.

        ``PUT /v1/trading/feed``

        """
        call = Call(
            "PUT",
            "/v1/trading/feed",
            body={"assets": assets},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinFeed = self._answer(call)
        return answer

    def get_trading_rules(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingRules:
        """Fees, least and most amounts, ages of prices, banking days, and the limits of each level.

        Needs a token of scope `read`.

        ``GET /v1/trading/rules``

        """
        call = Call(
            "GET",
            "/v1/trading/rules",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingRules = self._answer(call)
        return answer

    def get_trading_help(
        self,
        *,
        query: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingHelp:
        """Questions and answers about the simulated account, with the figures of its rules, and where people meet.

        Needs a token of scope `read`.

        ``GET /v1/trading/help``

        Args:
            query: Words to look for; all questions where it is missing.
            language: The caller's language, or English, where it is missing.
        """
        call = Call(
            "GET",
            "/v1/trading/help",
            query={"query": query, "language": language},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingHelp = self._answer(call)
        return answer

    def list_paper_matches(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPaperMatchesAnswer:
        """Paper matches of the caller, newest first.

        Needs a token of scope `read`.

        ``GET /v1/paper-matches``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/paper-matches",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPaperMatchesAnswer = self._answer(call)
        return answer

    def iterate_paper_matches(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.PaperMatch]:
        """Iterates over ``list_paper_matches``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPaperMatchesAnswer = self.list_paper_matches(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def start_paper_match(
        self,
        *,
        coins: Sequence[str],
        start: Union[str, datetime.date],
        end: Optional[Union[str, datetime.date, NotGiven]] = NOT_GIVEN,
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        fee: Optional[Union[str, decimal.Decimal, int, float]] = None,
        strategies: Optional[Sequence[Literal["hold", "rebalance", "follow"]]] = None,
        threshold: Optional[Union[str, decimal.Decimal, int, float]] = None,
        seed: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaperMatch:
        """Starts a paper match: simulated strategies on stored closes, from a past day or from today on.

        Needs a token of scope `write`.

        ``POST /v1/paper-matches``

        Args:
            coins: Tickers or ids, each once.
            start: The first day of trading: a past day with stored closes, or today.
            end: The last day; null or missing if the match goes on as closes arrive.
            cash: US dollars that each strategy starts with; 10000.
            fee: The fee as a share of what is traded, at most 0.1; 0.001.
            strategies: All of them. hold always takes part: the others are measured against it.
            threshold: follow holds coins whose chance to rise is above it, at least 0 and below 1; 0.5.
            seed: Of the forecasts' sample paths and of the bootstrap; 1.
        """
        call = Call(
            "POST",
            "/v1/paper-matches",
            body={
                "coins": coins,
                "start": start,
                "end": end,
                "cash": left_out(cash),
                "fee": left_out(fee),
                "strategies": left_out(strategies),
                "threshold": left_out(threshold),
                "seed": left_out(seed),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaperMatch = self._answer(call)
        return answer

    def get_paper_match(
        self,
        match: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaperMatchResult:
        """A paper match and what became of it, computed from the stored closes; a running one ends at the newest close.

        Needs a token of scope `read`.

        ``GET /v1/paper-matches/{match}``

        Args:
            match: The id of a paper match.
        """
        call = Call(
            "GET",
            "/v1/paper-matches/{match}",
            path={"match": match},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaperMatchResult = self._answer(call)
        return answer

    def delete_paper_match(
        self,
        match: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Deletes a paper match.

        Needs a token of scope `write`.

        ``DELETE /v1/paper-matches/{match}``

        Args:
            match: The id of a paper match.
        """
        call = Call(
            "DELETE",
            "/v1/paper-matches/{match}",
            path={"match": match},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_models(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListModelsAnswer:
        """The models and their versions, with the measured skill of each against the last price.

        Needs a token of scope `read`.

        ``GET /v1/models``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/models",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListModelsAnswer = self._answer(call)
        return answer

    def iterate_models(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Model]:
        """Iterates over ``list_models``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListModelsAnswer = self.list_models(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def server_live(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ServerLiveAnswer:
        """Whether the process answers.

        Needs no token.

        ``GET /v2/health/live``

        """
        call = Call(
            "GET",
            "/v2/health/live",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ServerLiveAnswer = self._answer(call)
        return answer

    def server_ready(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Health:
        """Whether the server takes work, and all that is degraded.

        Needs no token.

        ``GET /v2/health/ready``

        """
        call = Call(
            "GET",
            "/v2/health/ready",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Health = self._answer(call)
        return answer

    def list_jobs(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListJobsAnswer:
        """Your jobs, newest first.

        Needs a token of scope `read`.

        ``GET /v1/jobs``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
            state: Only jobs in these states.
        """
        call = Call(
            "GET",
            "/v1/jobs",
            query={"limit": limit, "cursor": cursor, "state": state},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListJobsAnswer = self._answer(call)
        return answer

    def iterate_jobs(
        self,
        *,
        limit: Optional[int] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Job]:
        """Iterates over ``list_jobs``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListJobsAnswer = self.list_jobs(
                limit=limit,
                state=state,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_job(
        self,
        job: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Job:
        """How a job fares.

        Needs a token of scope `read`.

        ``GET /v1/jobs/{job}``

        Args:
            job: A job's id.
        """
        call = Call(
            "GET",
            "/v1/jobs/{job}",
            path={"job": job},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Job = self._answer(call)
        return answer

    def remove_job(
        self,
        job: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a job and its result; an open one is cancelled first.

        Needs a token of scope `write`.

        ``DELETE /v1/jobs/{job}``

        Args:
            job: A job's id.
        """
        call = Call(
            "DELETE",
            "/v1/jobs/{job}",
            path={"job": job},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def cancel_job(
        self,
        job: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Job:
        """Cancels a job; what is computed of it stays to be read. One that has ended is left as it is.

        Needs a token of scope `write`.

        ``POST /v1/jobs/{job}/cancel``

        Args:
            job: A job's id.
        """
        call = Call(
            "POST",
            "/v1/jobs/{job}/cancel",
            path={"job": job},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Job = self._answer(call)
        return answer

    def sign_up(
        self,
        *,
        name: str,
        password: str,
        accept_terms: bool,
        email: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        invitation: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Union[t.Account, t.SignUpAnswer2]:
        """Signs up. A mail has the link that verifies the address; with an invitation the account exists at once.

        Needs no token.

        ``POST /v1/accounts``

        Args:
            accept_terms: Must be true.
            email: Not needed with an invitation.
            language: Of mails; en where it is missing.
            invitation: Where signing up takes one.
        """
        call = Call(
            "POST",
            "/v1/accounts",
            body={
                "name": name,
                "password": password,
                "accept_terms": accept_terms,
                "email": left_out(email),
                "language": left_out(language),
                "invitation": left_out(invitation),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: Union[t.Account, t.SignUpAnswer2] = self._answer(call)
        return answer

    def verify_account(
        self,
        *,
        token: str,
        password: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Makes the account of a sign-up, with the token of the mailed link and the password of the sign-up.

        Needs no token.

        ``POST /v1/accounts/verification``

        Args:
            password: As at the sign-up.
        """
        call = Call(
            "POST",
            "/v1/accounts/verification",
            body={"token": token, "password": password},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = self._answer(call)
        return answer

    def send_verification_again(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.SendVerificationAgainAnswer:
        """Sends the verification mail again, if somebody signed up with the address; three times an hour at most.

        Needs no token.

        ``POST /v1/accounts/verification/mail``

        """
        call = Call(
            "POST",
            "/v1/accounts/verification/mail",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SendVerificationAgainAnswer = self._answer(call)
        return answer

    def list_sessions(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListSessionsAnswer:
        """Where the caller is signed in, the last used first.

        Needs a session.

        ``GET /v1/sessions``

        """
        call = Call(
            "GET",
            "/v1/sessions",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListSessionsAnswer = self._answer(call)
        return answer

    def sign_in(
        self,
        *,
        email: str,
        password: str,
        cookie: Optional[bool] = None,
        remember_me: Optional[bool] = None,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Union[t.SignedIn, t.SecondFactorNeeded]:
        """Signs in with address and password.

        Needs no token.

        ``POST /v1/sessions``

        Args:
            cookie: True for browsers: a cookie carries the session. Otherwise the answer has a `token` for
                `Authorization: Bearer`.
            remember_me: Whether the session lasts for weeks; false where it is missing.
            device_token: Of an earlier sign-in, for programs; browsers have it in a cookie.
        """
        call = Call(
            "POST",
            "/v1/sessions",
            body={
                "email": email,
                "password": password,
                "cookie": left_out(cookie),
                "remember_me": left_out(remember_me),
                "device_token": left_out(device_token),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: Union[t.SignedIn, t.SecondFactorNeeded] = self._answer(call)
        return answer

    def end_other_sessions(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.EndOtherSessionsAnswer:
        """Ends all of the caller's sessions but this one.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/sessions``

        """
        call = Call(
            "DELETE",
            "/v1/sessions",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.EndOtherSessionsAnswer = self._answer(call)
        return answer

    def complete_sign_in(
        self,
        *,
        sign_in: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Completes a sign-in with a code of the authenticator app or a recovery code.

        Needs no token.

        ``POST /v1/sessions/second-factor``

        Args:
            code: Of the authenticator app, where the account has a second factor.
            recovery_code: In place of `code`.
        """
        call = Call(
            "POST",
            "/v1/sessions/second-factor",
            body={"sign_in": sign_in, "code": left_out(code), "recovery_code": left_out(recovery_code)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = self._answer(call)
        return answer

    def sign_in_by_pin(
        self,
        *,
        pin: str,
        cookie: Optional[bool] = None,
        remember_me: Optional[bool] = None,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Signs in with the PIN of a device that signed in before. After five wrong ones only the password helps.

        Needs no token.

        ``POST /v1/sessions/pin``

        Args:
            cookie: True for browsers: a cookie carries the session. Otherwise the answer has a `token` for
                `Authorization: Bearer`.
            remember_me: Whether the session lasts for weeks; false where it is missing.
            device_token: Of an earlier sign-in, for programs; browsers have it in a cookie.
        """
        call = Call(
            "POST",
            "/v1/sessions/pin",
            body={
                "pin": pin,
                "cookie": left_out(cookie),
                "remember_me": left_out(remember_me),
                "device_token": left_out(device_token),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = self._answer(call)
        return answer

    def get_current_session(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.CurrentSession:
        """The caller's session, with the form token that changes made under a cookie need.

        Needs a session.

        ``GET /v1/sessions/current``

        """
        call = Call(
            "GET",
            "/v1/sessions/current",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CurrentSession = self._answer(call)
        return answer

    def sign_out(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Signs out.

        Needs a session.

        ``DELETE /v1/sessions/current``

        """
        call = Call(
            "DELETE",
            "/v1/sessions/current",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def confirm_session(
        self,
        *,
        password: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Confirms who is there, so that credentials may be changed for ten minutes. The session gets a new secret.

        Needs a session.

        ``POST /v1/sessions/current/confirmation``

        Args:
            code: Of the authenticator app, where the account has a second factor.
            recovery_code: In place of `code`.
        """
        call = Call(
            "POST",
            "/v1/sessions/current/confirmation",
            body={"password": password, "code": left_out(code), "recovery_code": left_out(recovery_code)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = self._answer(call)
        return answer

    def end_session(
        self,
        session: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Ends one of the caller's sessions.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/sessions/{session}``

        Args:
            session: The session's id.
        """
        call = Call(
            "DELETE",
            "/v1/sessions/{session}",
            path={"session": session},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def change_password(
        self,
        *,
        current_password: str,
        password: str,
        password_again: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Changes the password. The other sessions end, and a mail announces it.

        Needs a session.

        ``PUT /v1/account/password``

        Args:
            password: The new one.
            password_again: The new one again.
            code: Of the authenticator app, where the account has a second factor.
            recovery_code: In place of `code`.
        """
        call = Call(
            "PUT",
            "/v1/account/password",
            body={
                "current_password": current_password,
                "password": password,
                "password_again": password_again,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = self._answer(call)
        return answer

    def request_password_reset(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.RequestPasswordResetAnswer:
        """Mails a link with which the password can be set, if there is an account with the address.

        Needs no token.

        ``POST /v1/password-resets``

        """
        call = Call(
            "POST",
            "/v1/password-resets",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RequestPasswordResetAnswer = self._answer(call)
        return answer

    def reset_password(
        self,
        *,
        token: str,
        password: str,
        password_again: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets a new password with a mailed link, which works once. All sessions and devices end; nobody is signed in.

        Needs no token.

        ``POST /v1/password-resets/completion``

        Args:
            password: The new one.
            password_again: The new one again.
            code: Of the authenticator app, where the account has a second factor.
            recovery_code: In place of `code`.
        """
        call = Call(
            "POST",
            "/v1/password-resets/completion",
            body={
                "token": token,
                "password": password,
                "password_again": password_again,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def set_pin(
        self,
        *,
        pin: str,
        pin_again: str,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets or changes the PIN of this device, with which it signs in without the password.

        Needs a session in which the password was given within the last ten minutes.

        ``PUT /v1/account/pin``

        Args:
            device_token: Of the sign-in, for programs; browsers have it in a cookie.
        """
        call = Call(
            "PUT",
            "/v1/account/pin",
            body={"pin": pin, "pin_again": pin_again, "device_token": left_out(device_token)},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def remove_pin(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the PIN of this device.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/account/pin``

        """
        call = Call(
            "DELETE",
            "/v1/account/pin",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_devices(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListDevicesAnswer:
        """Devices that have signed in, the last used first.

        Needs a session.

        ``GET /v1/account/devices``

        """
        call = Call(
            "GET",
            "/v1/account/devices",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListDevicesAnswer = self._answer(call)
        return answer

    def remove_device(
        self,
        device: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Forgets a device: its sessions end, its PIN is gone.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/account/devices/{device}``

        Args:
            device: The device's id.
        """
        call = Call(
            "DELETE",
            "/v1/account/devices/{device}",
            path={"device": device},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def get_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetSecondFactorAnswer:
        """Whether sign-ins need a code too.

        Needs a session.

        ``GET /v1/account/second-factor``

        """
        call = Call(
            "GET",
            "/v1/account/second-factor",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetSecondFactorAnswer = self._answer(call)
        return answer

    def confirm_second_factor(
        self,
        *,
        code: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ConfirmSecondFactorAnswer:
        """Takes the secret into use with its first right code. The other sessions end.

        Needs a session.

        ``PUT /v1/account/second-factor``

        """
        call = Call(
            "PUT",
            "/v1/account/second-factor",
            body={"code": code},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ConfirmSecondFactorAnswer = self._answer(call)
        return answer

    def offer_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SecondFactorOffer:
        """Makes a secret for an authenticator app (TOTP, RFC 6238). It counts after its first right code, within ten
        minutes.

        Needs a session.

        ``POST /v1/account/second-factor``

        """
        call = Call(
            "POST",
            "/v1/account/second-factor",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SecondFactorOffer = self._answer(call)
        return answer

    def remove_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the second factor. The other sessions end.

        Needs a session in which the password was given within the last ten minutes.

        ``DELETE /v1/account/second-factor``

        """
        call = Call(
            "DELETE",
            "/v1/account/second-factor",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def renew_recovery_codes(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.RenewRecoveryCodesAnswer:
        """Makes new recovery codes; the earlier ones no longer work.

        Needs a session in which the password was given within the last ten minutes.

        ``POST /v1/account/recovery-codes``

        """
        call = Call(
            "POST",
            "/v1/account/recovery-codes",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RenewRecoveryCodesAnswer = self._answer(call)
        return answer

    def confirm_second_factor_loss(
        self,
        *,
        token: str,
        password: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ConfirmSecondFactorLossAnswer:
        """Confirms that the second factor is lost, with the link that an operator had mailed. It is removed a day
        later.

        Needs no token.

        ``POST /v1/second-factor-removals``

        """
        call = Call(
            "POST",
            "/v1/second-factor-removals",
            body={"token": token, "password": password},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ConfirmSecondFactorLossAnswer = self._answer(call)
        return answer

    def stop_second_factor_removal(
        self,
        *,
        token: str,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Keeps the second factor, with the link of the mail that announced its removal.

        Needs no token.

        ``POST /v1/second-factor-removals/stop``

        """
        call = Call(
            "POST",
            "/v1/second-factor-removals/stop",
            body={"token": token},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def get_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """The caller's account.

        Needs a session.

        ``GET /v1/account``

        """
        call = Call(
            "GET",
            "/v1/account",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = self._answer(call)
        return answer

    def change_account(
        self,
        *,
        name: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        quote_currency: Optional[Literal["USD", "EUR"]] = None,
        preferred_coin: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        appearance: Optional[Literal["automatic", "light", "dark"]] = None,
        time_zone: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Changes name and choices.

        Needs a session without anything that must be done first.

        ``PATCH /v1/account``

        Args:
            preferred_coin: A ticker or id; null for none.
        """
        call = Call(
            "PATCH",
            "/v1/account",
            body={
                "name": left_out(name),
                "language": left_out(language),
                "quote_currency": left_out(quote_currency),
                "preferred_coin": preferred_coin,
                "appearance": left_out(appearance),
                "time_zone": left_out(time_zone),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = self._answer(call)
        return answer

    def get_picture(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The caller's picture, 256 pixels square.

        Needs a session.

        ``GET /v1/account/picture``

        """
        call = Call(
            "GET",
            "/v1/account/picture",
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = self._answer(call)
        return answer

    def set_picture(
        self,
        body: bytes,
        *,
        content_type: str = "image/jpeg",
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without
        metadata.

        Needs a session without anything that must be done first.

        ``PUT /v1/account/picture``

        Args:
            body: A file: image/jpeg or image/png or image/webp.
        """
        call = Call(
            "PUT",
            "/v1/account/picture",
            content=body,
            content_type=content_type,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def remove_picture(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the picture.

        Needs a session without anything that must be done first.

        ``DELETE /v1/account/picture``

        """
        call = Call(
            "DELETE",
            "/v1/account/picture",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def change_email(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ChangeEmailAnswer:
        """Mails a link to a new address, and a notice to the present one. The address changes when the link is used.

        Needs a session in which the password was given within the last ten minutes.

        ``PUT /v1/account/email``

        """
        call = Call(
            "PUT",
            "/v1/account/email",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ChangeEmailAnswer = self._answer(call)
        return answer

    def verify_email(
        self,
        *,
        token: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Takes the new address, with the token of the mailed link. The other sessions end.

        Needs a session without anything that must be done first.

        ``POST /v1/account/email/verification``

        """
        call = Call(
            "POST",
            "/v1/account/email/verification",
            body={"token": token},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = self._answer(call)
        return answer

    def list_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListEventsAnswer:
        """What happened to the account in the last 90 days, newest first.

        Needs a session.

        ``GET /v1/account/events``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/account/events",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListEventsAnswer = self._answer(call)
        return answer

    def iterate_events(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.SecurityEvent]:
        """Iterates over ``list_events``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListEventsAnswer = self.list_events(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def export_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """All that is the caller's as one ZIP file: account, wallets, transactions, favourites, the simulated account,
        verification with photos, messages, events; once an hour.

        Needs a session in which the password was given within the last ten minutes.

        ``POST /v1/account/export``

        """
        call = Call(
            "POST",
            "/v1/account/export",
            can_repeat=False,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = self._answer(call)
        return answer

    def delete_account(
        self,
        *,
        password: str,
        email: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.DeleteAccountAnswer:
        """Deletes the account with all that is its own, after seven days in which it can be undone. Other sessions and
        all tokens end at once.

        Needs a session.

        ``PUT /v1/account/deletion``

        Args:
            email: The account's address, so that nobody deletes one by mistake.
            code: Of the authenticator app, where the account has a second factor.
            recovery_code: In place of `code`.
        """
        call = Call(
            "PUT",
            "/v1/account/deletion",
            body={
                "password": password,
                "email": email,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.DeleteAccountAnswer = self._answer(call)
        return answer

    def keep_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Keeps the account.

        Needs a session.

        ``DELETE /v1/account/deletion``

        """
        call = Call(
            "DELETE",
            "/v1/account/deletion",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def get_storage(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.AccountStorage:
        """What the caller stores, and may store.

        Needs a session.

        ``GET /v1/account/storage``

        """
        call = Call(
            "GET",
            "/v1/account/storage",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.AccountStorage = self._answer(call)
        return answer

    def list_tokens(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTokensAnswer:
        """The caller's tokens, the oldest first.

        Needs a session without anything that must be done first.

        ``GET /v1/account/tokens``

        """
        call = Call(
            "GET",
            "/v1/account/tokens",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTokensAnswer = self._answer(call)
        return answer

    def create_token(
        self,
        *,
        name: str,
        scope: Literal["read", "write", "admin"],
        days: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.NewPersonalToken:
        """Makes a token for a program. It opens the caller's data, and nothing of the account.

        Needs a session in which the password was given within the last ten minutes.

        ``POST /v1/account/tokens``

        Args:
            name: What it is for.
            days: How long it is valid; 90 where it is missing, 365 at most.
        """
        call = Call(
            "POST",
            "/v1/account/tokens",
            body={"name": name, "scope": scope, "days": left_out(days)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.NewPersonalToken = self._answer(call)
        return answer

    def revoke_token(
        self,
        token: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Revokes a token, with effect from the next request.

        Needs a session without anything that must be done first.

        ``DELETE /v1/account/tokens/{token}``

        Args:
            token: The token's id.
        """
        call = Call(
            "DELETE",
            "/v1/account/tokens/{token}",
            path={"token": token},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_accounts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAccountsAnswer:
        """Accounts in the order of their creation.

        Needs an operator's session.

        ``GET /v1/operator/accounts``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
            search: A part of the name or address.
        """
        call = Call(
            "GET",
            "/v1/operator/accounts",
            query={"limit": limit, "cursor": cursor, "search": search},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListAccountsAnswer = self._answer(call)
        return answer

    def iterate_accounts(
        self,
        *,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.ListedAccount]:
        """Iterates over ``list_accounts``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListAccountsAnswer = self.list_accounts(
                limit=limit,
                search=search,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def show_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """One account.

        Needs an operator's session.

        ``GET /v1/operator/accounts/{account}``

        Args:
            account: The account's id.
        """
        call = Call(
            "GET",
            "/v1/operator/accounts/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = self._answer(call)
        return answer

    def lock_account(
        self,
        account: str,
        *,
        reason: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """Locks an account and its tokens, effective with the next request. The owner is mailed the reason.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``PUT /v1/operator/accounts/{account}/lock``

        Args:
            account: The account's id.
            reason: Told to the person.
        """
        call = Call(
            "PUT",
            "/v1/operator/accounts/{account}/lock",
            path={"account": account},
            body={"reason": reason},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = self._answer(call)
        return answer

    def unlock_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """Unlocks an account.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``DELETE /v1/operator/accounts/{account}/lock``

        Args:
            account: The account's id.
        """
        call = Call(
            "DELETE",
            "/v1/operator/accounts/{account}/lock",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = self._answer(call)
        return answer

    def end_sessions_of_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.EndSessionsOfAccountAnswer:
        """Ends all sessions of somebody.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``DELETE /v1/operator/accounts/{account}/sessions``

        Args:
            account: The account's id.
        """
        call = Call(
            "DELETE",
            "/v1/operator/accounts/{account}/sessions",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.EndSessionsOfAccountAnswer = self._answer(call)
        return answer

    def start_password_reset(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.StartPasswordResetAnswer:
        """Mails somebody a link with which they set a new password. Nobody else sees it.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``POST /v1/operator/accounts/{account}/password-reset``

        Args:
            account: The account's id.
        """
        call = Call(
            "POST",
            "/v1/operator/accounts/{account}/password-reset",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.StartPasswordResetAnswer = self._answer(call)
        return answer

    def start_second_factor_removal(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.StartSecondFactorRemovalAnswer:
        """Starts the removal of a lost second factor: somebody confirms it with a mailed link and the password, and a
        day later it is gone.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``POST /v1/operator/accounts/{account}/second-factor-removal``

        Args:
            account: The account's id.
        """
        call = Call(
            "POST",
            "/v1/operator/accounts/{account}/second-factor-removal",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.StartSecondFactorRemovalAnswer = self._answer(call)
        return answer

    def list_operator_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListOperatorEventsAnswer:
        """What happened to accounts in the last 90 days, newest first.

        Needs an operator's session.

        ``GET /v1/operator/events``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
            account: Only those of one account.
        """
        call = Call(
            "GET",
            "/v1/operator/events",
            query={"limit": limit, "cursor": cursor, "account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListOperatorEventsAnswer = self._answer(call)
        return answer

    def iterate_operator_events(
        self,
        *,
        limit: Optional[int] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.OperatorEvent]:
        """Iterates over ``list_operator_events``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListOperatorEventsAnswer = self.list_operator_events(
                limit=limit,
                account=account,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def list_invitations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListInvitationsAnswer:
        """Invitations, newest first.

        Needs an operator's session.

        ``GET /v1/operator/invitations``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/operator/invitations",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListInvitationsAnswer = self._answer(call)
        return answer

    def iterate_invitations(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Invitation]:
        """Iterates over ``list_invitations``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListInvitationsAnswer = self.list_invitations(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def invite(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Invitation:
        """Invites somebody by mail. The link works once, for 72 hours.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``POST /v1/operator/invitations``

        """
        call = Call(
            "POST",
            "/v1/operator/invitations",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Invitation = self._answer(call)
        return answer

    def revoke_invitation(
        self,
        invitation: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Revokes an open invitation.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``DELETE /v1/operator/invitations/{invitation}``

        Args:
            invitation: The invitation's id.
        """
        call = Call(
            "DELETE",
            "/v1/operator/invitations/{invitation}",
            path={"invitation": invitation},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)

    def list_verifications(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListVerificationsAnswer:
        """Verifications that wait for a decision, the longest waiting first.

        Needs an operator's session.

        ``GET /v1/operator/verifications``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/operator/verifications",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListVerificationsAnswer = self._answer(call)
        return answer

    def iterate_verifications(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.ListedVerification]:
        """Iterates over ``list_verifications``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListVerificationsAnswer = self.list_verifications(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_verification_of(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedVerification:
        """The verification of one account.

        Needs an operator's session.

        ``GET /v1/operator/verifications/{account}``

        Args:
            account: The account's id.
        """
        call = Call(
            "GET",
            "/v1/operator/verifications/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedVerification = self._answer(call)
        return answer

    def look_at_document(
        self,
        account: str,
        document: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The photo of a document that waits for a decision; afterwards only whoever decided sees it. Each look is
        logged, and the person sees when.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``GET /v1/operator/verifications/{account}/documents/{document}``

        Args:
            account: The account's id.
            document: The document's id.
        """
        call = Call(
            "GET",
            "/v1/operator/verifications/{account}/documents/{document}",
            path={"account": account, "document": document},
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = self._answer(call)
        return answer

    def decide_verification(
        self,
        account: str,
        *,
        decision: Literal["accepted", "refused", "more-needed"],
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedVerification:
        """Decides a verification that waits. Nobody decides their own.

        Needs an operator's session in which the password was given within the last ten minutes.

        ``POST /v1/operator/verifications/{account}/decision``

        Args:
            account: The account's id.
            reason: Shown to the person.
        """
        call = Call(
            "POST",
            "/v1/operator/verifications/{account}/decision",
            path={"account": account},
            body={"decision": decision, "reason": reason},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedVerification = self._answer(call)
        return answer

    def list_support_threads(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListSupportThreadsAnswer:
        """People who wrote: those with unread messages first, then the newest.

        Needs an operator's session.

        ``GET /v1/operator/support``

        Args:
            limit: How many to list; a number above 500 counts as 500.
            cursor: The `next_cursor` of the page before.
        """
        call = Call(
            "GET",
            "/v1/operator/support",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListSupportThreadsAnswer = self._answer(call)
        return answer

    def iterate_support_threads(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.ListedSupportThread]:
        """Iterates over ``list_support_threads``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListSupportThreadsAnswer = self.list_support_threads(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def get_support_thread(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportThreadOfAccount:
        """The messages of one account.

        Needs an operator's session.

        ``GET /v1/operator/support/{account}``

        Args:
            account: The account's id.
        """
        call = Call(
            "GET",
            "/v1/operator/support/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportThreadOfAccount = self._answer(call)
        return answer

    def answer_support(
        self,
        account: str,
        *,
        text: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportMessage:
        """Answers somebody who wrote. What they wrote counts as read.

        Needs an operator's session.

        ``POST /v1/operator/support/{account}``

        Args:
            account: The account's id.
        """
        call = Call(
            "POST",
            "/v1/operator/support/{account}",
            path={"account": account},
            body={"text": text},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportMessage = self._answer(call)
        return answer

    def mark_support_thread_read(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks what somebody wrote as read, without an answer.

        Needs an operator's session.

        ``POST /v1/operator/support/{account}/read``

        Args:
            account: The account's id.
        """
        call = Call(
            "POST",
            "/v1/operator/support/{account}/read",
            path={"account": account},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        self._answer(call)


class AsyncOperations:
    """Every operation of the server as a method; a base of the async client."""

    async def _answer(self, call: Call) -> Any:
        raise NotImplementedError

    async def list_assets(
        self,
        *,
        sort: Optional[Literal["id", "ticker", "name", "price", "volume", "supply", "high", "low", "12h", "24h", "3d", "7d", "1mo"]] = None,
        order: Optional[Literal["ascending", "descending"]] = None,
        search: Optional[str] = None,
        favourites: Optional[bool] = None,
        stored: Optional[bool] = None,
        period: Optional[int] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAssetsAnswer:
        """Known assets with prices, volumes, supplies and changes; what is unknown is null, and comes last where sorted
        by it. See ``Closecast.list_assets``."""
        call = Call(
            "GET",
            "/v1/assets",
            query={
                "sort": sort,
                "order": order,
                "search": search,
                "favourites": favourites,
                "stored": stored,
                "period": period,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListAssetsAnswer = await self._answer(call)
        return answer

    async def iterate_assets(
        self,
        *,
        sort: Optional[Literal["id", "ticker", "name", "price", "volume", "supply", "high", "low", "12h", "24h", "3d", "7d", "1mo"]] = None,
        order: Optional[Literal["ascending", "descending"]] = None,
        search: Optional[str] = None,
        favourites: Optional[bool] = None,
        stored: Optional[bool] = None,
        period: Optional[int] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.ListedAsset]:
        """Iterates over ``list_assets``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListAssetsAnswer = await self.list_assets(
                sort=sort,
                order=order,
                search=search,
                favourites=favourites,
                stored=stored,
                period=period,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def add_asset(
        self,
        *,
        ticker: str,
        id: Optional[str] = None,
        name: Optional[str] = None,
        providers: Optional[t.AddAssetBodyProviders] = None,
        supply: Optional[float] = None,
        first_trade: Optional[Union[str, datetime.date]] = None,
        last_trade: Optional[Union[str, datetime.date]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Asset:
        """Adds an asset, or changes what is known of the one with the ticker or id. All owners share assets. USD and
        the built-in coins keep their tickers and ids, and no id may be another asset's ticker. See
        ``Closecast.add_asset``."""
        call = Call(
            "POST",
            "/v1/assets",
            body={
                "ticker": ticker,
                "id": left_out(id),
                "name": left_out(name),
                "providers": left_out(providers),
                "supply": left_out(supply),
                "first_trade": left_out(first_trade),
                "last_trade": left_out(last_trade),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Asset = await self._answer(call)
        return answer

    async def get_asset(
        self,
        asset: str,
        *,
        period: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ShownAsset:
        """An asset, its statistics and which of its closes are stored. See ``Closecast.get_asset``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}",
            path={"asset": asset},
            query={"period": period},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ShownAsset = await self._answer(call)
        return answer

    async def remove_asset(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Forgets an asset of which neither closes nor transactions are stored, with everybody's marks of it. See
        ``Closecast.remove_asset``."""
        call = Call(
            "DELETE",
            "/v1/assets/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def refresh_asset(
        self,
        asset: str,
        *,
        timeout: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RefreshAssetAnswer:
        """Asks the providers that an administrator configured for the closes since the last stored one. Stored closes
        do not change, so a token of scope write is enough. See ``Closecast.refresh_asset``."""
        call = Call(
            "POST",
            "/v1/assets/{asset}/refresh",
            path={"asset": asset},
            query={"timeout": timeout},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RefreshAssetAnswer = await self._answer(call)
        return answer

    async def list_history(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListHistoryAnswer:
        """The assets whose closes are stored, in order of their tickers. See ``Closecast.list_history``."""
        call = Call(
            "GET",
            "/v1/history",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListHistoryAnswer = await self._answer(call)
        return answer

    async def iterate_histories(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.ListHistoryAnswerDataItem]:
        """Iterates over ``list_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListHistoryAnswer = await self.list_history(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_history(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetHistoryAnswer:
        """Stored closes, oldest first: all of them, or page by page with a limit. See ``Closecast.get_history``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={"start": start, "end": end, "interval": interval, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetHistoryAnswer = await self._answer(call)
        return answer

    async def iterate_history(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.GetHistoryAnswerDataItem]:
        """Iterates over ``get_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.GetHistoryAnswer = await self.get_history(
                asset,
                start=start,
                end=end,
                interval=interval,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_history_csv(
        self,
        asset: str,
        *,
        start: Optional[Union[str, datetime.date]] = None,
        end: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Stored closes, oldest first: all of them, or page by page with a limit. See ``Closecast.get_history_csv``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={"start": start, "end": end, "interval": interval, "limit": limit, "cursor": cursor, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = await self._answer(call)
        return answer

    async def send_history(
        self,
        asset: str,
        body: Union[bytes, str],
        *,
        since: Optional[Union[str, datetime.date]] = None,
        replace: Optional[bool] = None,
        name: Optional[str] = None,
        coin: Optional[str] = None,
        column: Optional[str] = None,
        date_format: Optional[str] = None,
        stamp: Optional[Literal["open", "close"]] = None,
        quote: Optional[str] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        volume_unit: Optional[Literal["coins", "quote"]] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SendHistoryAnswer:
        """Stores the closes of a price file: a header with a date and a close column, one line per day. Sending it
        again changes nothing. All owners share closes. See ``Closecast.send_history``."""
        call = Call(
            "PUT",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            query={
                "since": since,
                "replace": replace,
                "name": name,
                "coin": coin,
                "column": column,
                "date_format": date_format,
                "stamp": stamp,
                "quote": quote,
                "decimal": decimal,
                "volume_unit": volume_unit,
            },
            content=body,
            content_type=content_type,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SendHistoryAnswer = await self._answer(call)
        return answer

    async def remove_history(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RemoveHistoryAnswer:
        """Removes all stored closes of an asset, to send better ones. See ``Closecast.remove_history``."""
        call = Call(
            "DELETE",
            "/v1/assets/{asset}/history",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RemoveHistoryAnswer = await self._answer(call)
        return answer

    async def check_history(
        self,
        asset: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.CheckHistoryAnswer:
        """Gaps, jumps and old closes, a sentence each. See ``Closecast.check_history``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}/history/check",
            path={"asset": asset},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CheckHistoryAnswer = await self._answer(call)
        return answer

    async def get_forecast(
        self,
        asset: str,
        *,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetForecastAnswer:
        """Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast for each model
        and last close, of all days that the model forecasts; forecasts with paths or seed of their own are not kept.
        See ``Closecast.get_forecast``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}/forecast",
            path={"asset": asset},
            query={
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetForecastAnswer = await self._answer(call)
        return answer

    async def forecast_closes(
        self,
        body: t.ForecastRequest,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ForecastClosesAnswer:
        """Forecasts closes that are sent, of one series or of many; nothing is stored. A single series that cannot be
        forecast is a problem, one of many has an error in its place. See ``Closecast.forecast_closes``."""
        call = Call(
            "POST",
            "/v1/forecasts",
            body=body,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ForecastClosesAnswer = await self._answer(call)
        return answer

    async def get_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetDiaryAnswer:
        """Forecasts of an asset as they were issued, the newest first, scored against the naive forecast as their days
        arrive. See ``Closecast.get_diary``."""
        call = Call(
            "GET",
            "/v1/assets/{asset}/diary",
            path={"asset": asset},
            query={"values": values, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetDiaryAnswer = await self._answer(call)
        return answer

    async def iterate_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.DiaryEntry]:
        """Iterates over ``get_diary``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.GetDiaryAnswer = await self.get_diary(
                asset,
                values=values,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def list_favourites(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListFavouritesAnswer:
        """The assets that the caller marked, by name. See ``Closecast.list_favourites``."""
        call = Call(
            "GET",
            "/v1/favourites",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListFavouritesAnswer = await self._answer(call)
        return answer

    async def iterate_favourites(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.Asset]:
        """Iterates over ``list_favourites``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListFavouritesAnswer = await self.list_favourites(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def remove_favourites(
        self,
        *,
        assets: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RemoveFavouritesAnswer:
        """Removes several marks at once: all or none. See ``Closecast.remove_favourites``."""
        call = Call(
            "DELETE",
            "/v1/favourites",
            query={"assets": assets},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RemoveFavouritesAnswer = await self._answer(call)
        return answer

    async def add_favourite(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks an asset; one that is marked stays so. See ``Closecast.add_favourite``."""
        call = Call(
            "PUT",
            "/v1/favourites/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def remove_favourite(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a mark; of an asset without one there is nothing to do. See ``Closecast.remove_favourite``."""
        call = Call(
            "DELETE",
            "/v1/favourites/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_wallets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListWalletsAnswer:
        """Wallets in order of their names, with what they are worth. See ``Closecast.list_wallets``."""
        call = Call(
            "GET",
            "/v1/wallets",
            query={"limit": limit, "cursor": cursor, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListWalletsAnswer = await self._answer(call)
        return answer

    async def iterate_wallets(
        self,
        *,
        limit: Optional[int] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.WalletInList]:
        """Iterates over ``list_wallets``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListWalletsAnswer = await self.list_wallets(
                limit=limit,
                currency=currency,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def create_wallet(
        self,
        *,
        name: str,
        cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        allows_negative: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """Makes a wallet. See ``Closecast.create_wallet``."""
        call = Call(
            "POST",
            "/v1/wallets",
            body={"name": name, "cost_basis": left_out(cost_basis), "allows_negative": left_out(allows_negative)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = await self._answer(call)
        return answer

    async def get_wallet(
        self,
        wallet: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """A wallet, what it holds now, and what that is worth at the newest stored closes. See
        ``Closecast.get_wallet``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = await self._answer(call)
        return answer

    async def change_wallet(
        self,
        wallet: str,
        *,
        if_match: Optional[str] = None,
        name: Optional[str] = None,
        cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """Gives a wallet another name, or another cost basis for all of its past. See ``Closecast.change_wallet``."""
        call = Call(
            "PATCH",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            headers={"If-Match": if_match},
            body={"name": left_out(name), "cost_basis": left_out(cost_basis)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Wallet = await self._answer(call)
        return answer

    async def delete_wallet(
        self,
        wallet: str,
        *,
        with_holdings: Optional[bool] = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Takes a wallet out of the lists; its transactions stay in the journal. See ``Closecast.delete_wallet``."""
        call = Call(
            "DELETE",
            "/v1/wallets/{wallet}",
            path={"wallet": wallet},
            query={"with_holdings": with_holdings},
            headers={"If-Match": if_match},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTransactionsAnswer:
        """A wallet's transactions, the newest first. See ``Closecast.list_transactions``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/transactions",
            path={"wallet": wallet},
            query={"asset": asset, "kind": kind, "since": since, "until": until, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTransactionsAnswer = await self._answer(call)
        return answer

    async def iterate_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.Transaction]:
        """Iterates over ``list_transactions``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListTransactionsAnswer = await self.list_transactions(
                wallet,
                asset=asset,
                kind=kind,
                since=since,
                until=until,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def record_transactions(
        self,
        wallet: str,
        body: t.Order,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Records what happened in a wallet: deposits, withdrawals, trades, transfers, fees, income, or what it is to
        hold. See ``Closecast.record_transactions``."""
        call = Call(
            "POST",
            "/v1/wallets/{wallet}/transactions",
            path={"wallet": wallet},
            body=body,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def get_transaction(
        self,
        transaction: int,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Transaction:
        """One transaction. See ``Closecast.get_transaction``."""
        call = Call(
            "GET",
            "/v1/transactions/{transaction}",
            path={"transaction": transaction},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Transaction = await self._answer(call)
        return answer

    async def correct_transaction(
        self,
        transaction: int,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Takes a transaction back, as if it had never been; both stay in the journal. See
        ``Closecast.correct_transaction``."""
        call = Call(
            "POST",
            "/v1/transactions/{transaction}/correction",
            path={"transaction": transaction},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def correct_transactions(
        self,
        *,
        transactions: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Takes transactions back, all or none: one and those that used what it brought. See
        ``Closecast.correct_transactions``."""
        call = Call(
            "POST",
            "/v1/corrections",
            body={"transactions": transactions},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def preview_transactions(
        self,
        wallet: str,
        body: t.Order,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Tells what an order would do, and records nothing. See ``Closecast.preview_transactions``."""
        call = Call(
            "POST",
            "/v1/wallets/{wallet}/transactions/preview",
            path={"wallet": wallet},
            body=body,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def export_transactions(
        self,
        *,
        wallet: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExportTransactionsAnswer:
        """Transactions that count, the oldest first: without those that were taken back, and what took them back. See
        ``Closecast.export_transactions``."""
        call = Call(
            "GET",
            "/v1/transactions/export",
            query={"wallet": wallet},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ExportTransactionsAnswer = await self._answer(call)
        return answer

    async def export_transactions_csv(
        self,
        *,
        wallet: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Transactions that count, the oldest first: without those that were taken back, and what took them back. See
        ``Closecast.export_transactions_csv``."""
        call = Call(
            "GET",
            "/v1/transactions/export",
            query={"wallet": wallet, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = await self._answer(call)
        return answer

    async def import_transactions(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Records the rows of a CSV or JSON file, all or none; those that were recorded before are skipped. See
        ``Closecast.import_transactions``."""
        call = Call(
            "POST",
            "/v1/transactions/import",
            query={"wallet": wallet, "create": create, "row_order": row_order},
            content=body,
            content_type=content_type,
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ImportReceipt = await self._answer(call)
        return answer

    async def preview_import(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        content_type: str = "text/csv",
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Reports what an import would record, or why it would be refused, and records nothing. See
        ``Closecast.preview_import``."""
        call = Call(
            "POST",
            "/v1/transactions/import/preview",
            query={"wallet": wallet, "create": create, "row_order": row_order},
            content=body,
            content_type=content_type,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ImportReceipt = await self._answer(call)
        return answer

    async def get_valuation(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Valuation:
        """What was held and what that was worth, at the closes of one day. See ``Closecast.get_valuation``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/valuation",
            path={"wallet": wallet},
            query={"on": on, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Valuation = await self._answer(call)
        return answer

    async def get_gains(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Realized and unrealized gains of each lot and coin, and three returns. See ``Closecast.get_gains``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/gains",
            path={"wallet": wallet},
            query={"on": on, "method": method, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Gains = await self._answer(call)
        return answer

    async def get_value_over_time(
        self,
        wallet: str,
        *,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ValueOverTime:
        """Value at the end of each day, week or month, at stored closes. See ``Closecast.get_value_over_time``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/value",
            path={"wallet": wallet},
            query={"since": since, "until": until, "interval": interval, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ValueOverTime = await self._answer(call)
        return answer

    async def get_portfolio_valuation(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValuation:
        """What was held and what that was worth, at the closes of one day. Of several wallets together: transfers among
        them are no flows. See ``Closecast.get_portfolio_valuation``."""
        call = Call(
            "GET",
            "/v1/portfolio/valuation",
            query={"wallets": wallets, "on": on, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioValuation = await self._answer(call)
        return answer

    async def get_portfolio_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioGains:
        """Realized and unrealized gains of each lot and coin, and three returns. Of several wallets together: transfers
        among them are no flows. See ``Closecast.get_portfolio_gains``."""
        call = Call(
            "GET",
            "/v1/portfolio/gains",
            query={"wallets": wallets, "on": on, "method": method, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioGains = await self._answer(call)
        return answer

    async def get_portfolio_value_over_time(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValueOverTime:
        """Value at the end of each day, week or month, at stored closes. Of several wallets together: transfers among
        them are no flows. See ``Closecast.get_portfolio_value_over_time``."""
        call = Call(
            "GET",
            "/v1/portfolio/value",
            query={"wallets": wallets, "since": since, "until": until, "interval": interval, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioValueOverTime = await self._answer(call)
        return answer

    async def get_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RealizedGains:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        See ``Closecast.get_realized_gains``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/realized-gains",
            path={"wallet": wallet},
            query={
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RealizedGains = await self._answer(call)
        return answer

    async def iterate_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.RealizedGainsDataItem]:
        """Iterates over ``get_realized_gains``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.RealizedGains = await self.get_realized_gains(
                wallet,
                year=year,
                time_zone=time_zone,
                on=on,
                method=method,
                currency=currency,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_realized_gains_csv(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        See ``Closecast.get_realized_gains_csv``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/realized-gains",
            path={"wallet": wallet},
            query={
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
                "format": "csv",
            },
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = await self._answer(call)
        return answer

    async def get_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioRealizedGains:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        Of several wallets together: transfers among them are no flows. See
        ``Closecast.get_portfolio_realized_gains``."""
        call = Call(
            "GET",
            "/v1/portfolio/realized-gains",
            query={
                "wallets": wallets,
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioRealizedGains = await self._answer(call)
        return answer

    async def iterate_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.PortfolioRealizedGainsDataItem]:
        """Iterates over ``get_portfolio_realized_gains``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.PortfolioRealizedGains = await self.get_portfolio_realized_gains(
                wallets=wallets,
                year=year,
                time_zone=time_zone,
                on=on,
                method=method,
                currency=currency,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_portfolio_realized_gains_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """Every sale, fee and income in cash: when it was acquired and sold, proceeds, cost and gain. The oldest first.
        Of several wallets together: transfers among them are no flows. See
        ``Closecast.get_portfolio_realized_gains_csv``."""
        call = Call(
            "GET",
            "/v1/portfolio/realized-gains",
            query={
                "wallets": wallets,
                "year": year,
                "time_zone": time_zone,
                "on": on,
                "method": method,
                "currency": currency,
                "limit": limit,
                "cursor": cursor,
                "format": "csv",
            },
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = await self._answer(call)
        return answer

    async def forecast_wallet(
        self,
        wallet: str,
        *,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        as_of: Optional[Union[str, datetime.date]] = None,
        leave_out: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.WalletForecast:
        """The total on the next days, from joint sample paths of the coins that are held now. See
        ``Closecast.forecast_wallet``."""
        call = Call(
            "GET",
            "/v1/wallets/{wallet}/forecast",
            path={"wallet": wallet},
            query={
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "as_of": as_of,
                "leave_out": leave_out,
                "currency": currency,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.WalletForecast = await self._answer(call)
        return answer

    async def forecast_portfolio(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        above: Optional[float] = None,
        below: Optional[float] = None,
        touch: Optional[float] = None,
        as_of: Optional[Union[str, datetime.date]] = None,
        leave_out: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioForecast:
        """The total on the next days, from joint sample paths of the coins that are held now. Of several wallets
        together: transfers among them are no flows. See ``Closecast.forecast_portfolio``."""
        call = Call(
            "GET",
            "/v1/portfolio/forecast",
            query={
                "wallets": wallets,
                "days": days,
                "levels": levels,
                "quantiles": quantiles,
                "paths": paths,
                "seed": seed,
                "model": model,
                "version": version,
                "above": above,
                "below": below,
                "touch": touch,
                "as_of": as_of,
                "leave_out": leave_out,
                "currency": currency,
                "fill": fill,
                "skip_day": skip_day,
            },
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PortfolioForecast = await self._answer(call)
        return answer

    async def get_investments(
        self,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        explain: Optional[bool] = None,
        currency: Optional[Literal["USD", "EUR"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Investments with what they gained against their buy prices: the lots of the wallet Investments. See
        ``Closecast.get_investments``."""
        call = Call(
            "GET",
            "/v1/investments",
            query={"on": on, "explain": explain, "currency": currency},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Gains = await self._answer(call)
        return answer

    async def add_investment(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        price: Union[str, decimal.Decimal, int, float],
        time: Optional[Union[str, datetime.date, datetime.datetime]] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Adds an investment. See ``Closecast.add_investment``."""
        call = Call(
            "POST",
            "/v1/investments",
            body={"asset": asset, "quantity": quantity, "price": price, "time": left_out(time), "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def remove_investments(
        self,
        *,
        ids: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Removes investments, all or none, as if they had never been made. See ``Closecast.remove_investments``."""
        call = Call(
            "DELETE",
            "/v1/investments",
            query={"ids": ids},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def change_investment(
        self,
        transaction: int,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        price: Union[str, decimal.Decimal, int, float],
        time: Optional[Union[str, datetime.date, datetime.datetime]] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Corrects an investment: takes it back and records it anew, both or neither. See
        ``Closecast.change_investment``."""
        call = Call(
            "PUT",
            "/v1/investments/{transaction}",
            path={"transaction": transaction},
            body={"asset": asset, "quantity": quantity, "price": price, "time": left_out(time), "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Receipt = await self._answer(call)
        return answer

    async def get_trading_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """The caller's simulated account: balances, level and limits. No real money is ever moved. See
        ``Closecast.get_trading_account``."""
        call = Call(
            "GET",
            "/v1/trading/account",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = await self._answer(call)
        return answer

    async def open_trading_account(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """Opens the simulated account, which every other write does too. From then on the caller has a referral code.
        See ``Closecast.open_trading_account``."""
        call = Call(
            "PUT",
            "/v1/trading/account",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = await self._answer(call)
        return answer

    async def change_trading_account(
        self,
        *,
        tolerance_percent: Optional[Union[str, decimal.Decimal, int, float]] = None,
        password_above_usd: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """Changes the limits that the caller has set for themselves. See ``Closecast.change_trading_account``."""
        call = Call(
            "PATCH",
            "/v1/trading/account",
            body={"tolerance_percent": left_out(tolerance_percent), "password_above_usd": left_out(password_above_usd)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingAccount = await self._answer(call)
        return answer

    async def quote_trade(
        self,
        *,
        side: Literal["buy", "sell"],
        asset: str,
        currency: Literal["USD", "EUR"],
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        quantity: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeQuote:
        """Offers a trade at the stored price of the moment. The quote holds for 30 seconds and is used once. See
        ``Closecast.quote_trade``."""
        call = Call(
            "POST",
            "/v1/trading/quotes",
            body={
                "side": side,
                "asset": asset,
                "currency": currency,
                "cash": left_out(cash),
                "quantity": left_out(quantity),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeQuote = await self._answer(call)
        return answer

    async def confirm_trade(
        self,
        quote: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Trades exactly as a quote says. Confirming it again gives the same order: a quote is used once. See
        ``Closecast.confirm_trade``."""
        call = Call(
            "POST",
            "/v1/trading/quotes/{quote}/confirmation",
            path={"quote": quote},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = await self._answer(call)
        return answer

    async def list_open_orders(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListOpenOrdersAnswer:
        """Open limit and stop orders, oldest first; those that ended are in the history. See
        ``Closecast.list_open_orders``."""
        call = Call(
            "GET",
            "/v1/trading/orders",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListOpenOrdersAnswer = await self._answer(call)
        return answer

    async def iterate_open_orders(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.TradeOrder]:
        """Iterates over ``list_open_orders``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListOpenOrdersAnswer = await self.list_open_orders(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def place_order(
        self,
        *,
        kind: Literal["limit", "stop"],
        side: Literal["buy", "sell"],
        asset: str,
        currency: Literal["USD", "EUR"],
        price: Union[str, decimal.Decimal, int, float],
        days: int,
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        quantity: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Places a limit or stop order, which holds what it needs until stored prices reach it, it expires or is
        cancelled. See ``Closecast.place_order``."""
        call = Call(
            "POST",
            "/v1/trading/orders",
            body={
                "kind": kind,
                "side": side,
                "asset": asset,
                "currency": currency,
                "price": price,
                "days": days,
                "cash": left_out(cash),
                "quantity": left_out(quantity),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = await self._answer(call)
        return answer

    async def get_order(
        self,
        order: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """An order. See ``Closecast.get_order``."""
        call = Call(
            "GET",
            "/v1/trading/orders/{order}",
            path={"order": order},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = await self._answer(call)
        return answer

    async def cancel_order(
        self,
        order: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradeOrder:
        """Cancels an open order and releases what it holds. See ``Closecast.cancel_order``."""
        call = Call(
            "DELETE",
            "/v1/trading/orders/{order}",
            path={"order": order},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradeOrder = await self._answer(call)
        return answer

    async def list_plans(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPlansAnswer:
        """Repeated purchases, oldest first. See ``Closecast.list_plans``."""
        call = Call(
            "GET",
            "/v1/trading/plans",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPlansAnswer = await self._answer(call)
        return answer

    async def iterate_plans(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.RecurringPlan]:
        """Iterates over ``list_plans``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPlansAnswer = await self.list_plans(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def start_plan(
        self,
        *,
        asset: str,
        currency: Literal["USD", "EUR"],
        cash: Union[str, decimal.Decimal, int, float],
        every: Literal["day", "week", "month"],
        days: int,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringPlan:
        """Starts a repeated purchase; the first one is made at once. See ``Closecast.start_plan``."""
        call = Call(
            "POST",
            "/v1/trading/plans",
            body={"asset": asset, "currency": currency, "cash": cash, "every": every, "days": days},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RecurringPlan = await self._answer(call)
        return answer

    async def cancel_plan(
        self,
        plan: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringPlan:
        """Ends a repeated purchase. See ``Closecast.cancel_plan``."""
        call = Call(
            "DELETE",
            "/v1/trading/plans/{plan}",
            path={"plan": plan},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RecurringPlan = await self._answer(call)
        return answer

    async def get_deposit_details(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.DepositDetails:
        """Where a deposit is sent: an account of a made-up bank. No real money may be sent there. See
        ``Closecast.get_deposit_details``."""
        call = Call(
            "GET",
            "/v1/trading/deposits",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.DepositDetails = await self._answer(call)
        return answer

    async def announce_deposit(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Announces a deposit of simulated cash, which arrives after some banking days. See
        ``Closecast.announce_deposit``."""
        call = Call(
            "POST",
            "/v1/trading/deposits",
            body={"currency": currency, "amount": amount},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = await self._answer(call)
        return answer

    async def preview_withdrawal(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        method: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentPreview:
        """Says what a withdrawal would cost and when it would arrive. Nothing is done. See
        ``Closecast.preview_withdrawal``."""
        call = Call(
            "POST",
            "/v1/trading/withdrawals/preview",
            body={"currency": currency, "amount": amount, "method": method},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentPreview = await self._answer(call)
        return answer

    async def withdraw(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        method: str,
        due_at: Optional[Union[str, datetime.datetime]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Withdraws simulated cash to a linked card or account. It is held at once, can be cancelled until it is sent,
        and settles after some banking days. See ``Closecast.withdraw``."""
        call = Call(
            "POST",
            "/v1/trading/withdrawals",
            body={"currency": currency, "amount": amount, "method": method, "due_at": left_out(due_at)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = await self._answer(call)
        return answer

    async def get_payment(
        self,
        payment: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """A deposit or withdrawal. See ``Closecast.get_payment``."""
        call = Call(
            "GET",
            "/v1/trading/payments/{payment}",
            path={"payment": payment},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = await self._answer(call)
        return answer

    async def cancel_payment(
        self,
        payment: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Cancels a withdrawal that has not been sent, or a deposit that has not arrived. See
        ``Closecast.cancel_payment``."""
        call = Call(
            "DELETE",
            "/v1/trading/payments/{payment}",
            path={"payment": payment},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Payment = await self._answer(call)
        return answer

    async def list_payment_methods(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPaymentMethodsAnswer:
        """Linked cards and bank accounts, oldest first. Only the last four digits are kept. See
        ``Closecast.list_payment_methods``."""
        call = Call(
            "GET",
            "/v1/trading/methods",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPaymentMethodsAnswer = await self._answer(call)
        return answer

    async def iterate_payment_methods(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.PaymentMethod]:
        """Iterates over ``list_payment_methods``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPaymentMethodsAnswer = await self.list_payment_methods(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def add_card(
        self,
        *,
        number: str,
        expires: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Links a card. Its number is checked, and only the last four digits are kept. See ``Closecast.add_card``."""
        call = Call(
            "POST",
            "/v1/trading/methods/cards",
            body={"number": number, "expires": expires, "label": left_out(label)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = await self._answer(call)
        return answer

    async def add_bank_account(
        self,
        *,
        iban: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Links a bank account. Its IBAN is checked, and only the last four digits are kept. See
        ``Closecast.add_bank_account``."""
        call = Call(
            "POST",
            "/v1/trading/methods/bank-accounts",
            body={"iban": iban, "label": left_out(label)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = await self._answer(call)
        return answer

    async def rename_payment_method(
        self,
        method: str,
        *,
        label: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Renames a card or account. See ``Closecast.rename_payment_method``."""
        call = Call(
            "PATCH",
            "/v1/trading/methods/{method}",
            path={"method": method},
            body={"label": label},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaymentMethod = await self._answer(call)
        return answer

    async def remove_payment_method(
        self,
        method: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a card or account. What is on its way to it still arrives. See
        ``Closecast.remove_payment_method``."""
        call = Call(
            "DELETE",
            "/v1/trading/methods/{method}",
            path={"method": method},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def make_coin_address(
        self,
        asset: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinAddress:
        """The caller's address for a coin, which is made at the first request and stays. It is an address of no real
        chain. See ``Closecast.make_coin_address``."""
        call = Call(
            "PUT",
            "/v1/trading/addresses/{asset}",
            path={"asset": asset},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinAddress = await self._answer(call)
        return answer

    async def get_coin_address_qr(
        self,
        asset: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The caller's address for a coin as a QR code. See ``Closecast.get_coin_address_qr``."""
        call = Call(
            "GET",
            "/v1/trading/addresses/{asset}/qr",
            path={"asset": asset},
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = await self._answer(call)
        return answer

    async def preview_transfer(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        address: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.TransferPreview:
        """Says what sending coins would cost. Nothing is done. See ``Closecast.preview_transfer``."""
        call = Call(
            "POST",
            "/v1/trading/transfers/preview",
            body={"asset": asset, "quantity": quantity, "address": address},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TransferPreview = await self._answer(call)
        return answer

    async def send_coins(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        address: str,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinTransfer:
        """Sends coins to another person, who has them at once. See ``Closecast.send_coins``."""
        call = Call(
            "POST",
            "/v1/trading/transfers",
            body={"asset": asset, "quantity": quantity, "address": address, "note": left_out(note)},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinTransfer = await self._answer(call)
        return answer

    async def list_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTradingHistoryAnswer:
        """Everything that moved in the simulated account, or is going to, newest first. See
        ``Closecast.list_trading_history``."""
        call = Call(
            "GET",
            "/v1/trading/history",
            query={"kind": kind, "asset": asset, "since": since, "until": until, "limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTradingHistoryAnswer = await self._answer(call)
        return answer

    async def iterate_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.TradingHistoryEntry]:
        """Iterates over ``list_trading_history``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListTradingHistoryAnswer = await self.list_trading_history(
                kind=kind,
                asset=asset,
                since=since,
                until=until,
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def export_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExportTradingHistoryAnswer:
        """The history as a file, newest first. What ends while a long file is being read may be missing in it. See
        ``Closecast.export_trading_history``."""
        call = Call(
            "GET",
            "/v1/trading/history/export",
            query={"kind": kind, "asset": asset, "since": since, "until": until},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ExportTradingHistoryAnswer = await self._answer(call)
        return answer

    async def export_trading_history_csv(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The history as a file, newest first. What ends while a long file is being read may be missing in it. See
        ``Closecast.export_trading_history_csv``."""
        call = Call(
            "GET",
            "/v1/trading/history/export",
            query={"kind": kind, "asset": asset, "since": since, "until": until, "format": "csv"},
            can_repeat=True,
            decode="text",
            timeout_seconds=timeout_seconds,
        )
        answer: str = await self._answer(call)
        return answer

    async def get_history_entry(
        self,
        entry: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingHistoryEntry:
        """One entry of the history. See ``Closecast.get_history_entry``."""
        call = Call(
            "GET",
            "/v1/trading/history/{entry}",
            path={"entry": entry},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingHistoryEntry = await self._answer(call)
        return answer

    async def get_verification(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """How far the caller is with proving who they are, and who looked at the documents. See
        ``Closecast.get_verification``."""
        call = Call(
            "GET",
            "/v1/trading/verification",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = await self._answer(call)
        return answer

    async def send_phone_code(
        self,
        *,
        phone: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Sends a code to a telephone. It works for ten minutes; three can be asked for in an hour. See
        ``Closecast.send_phone_code``."""
        call = Call(
            "POST",
            "/v1/trading/verification/phone",
            body={"phone": phone},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = await self._answer(call)
        return answer

    async def confirm_phone(
        self,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Confirms the telephone by the code that was sent to it. After five wrong codes a new one is needed. See
        ``Closecast.confirm_phone``."""
        call = Call(
            "POST",
            "/v1/trading/verification/phone/confirmation",
            body={"code": code},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = await self._answer(call)
        return answer

    async def add_document(
        self,
        body: bytes,
        *,
        kind: Literal["passport", "identity-card", "driving-licence", "residence-permit"],
        side: Literal["front", "back"],
        content_type: str = "image/jpeg",
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityDocument:
        """Adds a photo of a document, or replaces the one of the same side. It is decoded, turned upright, scaled down
        to 1600 pixels, re-encoded without metadata, and encrypted. See ``Closecast.add_document``."""
        call = Call(
            "POST",
            "/v1/trading/verification/documents",
            query={"kind": kind, "side": side},
            content=body,
            content_type=content_type,
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityDocument = await self._answer(call)
        return answer

    async def remove_document(
        self,
        document: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Deletes a photo that is not submitted. See ``Closecast.remove_document``."""
        call = Call(
            "DELETE",
            "/v1/trading/verification/documents/{document}",
            path={"document": document},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def submit_verification(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.IdentityVerification:
        """Submits the documents to the operators. Until they decide, nothing can be changed. See
        ``Closecast.submit_verification``."""
        call = Call(
            "POST",
            "/v1/trading/verification/submission",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.IdentityVerification = await self._answer(call)
        return answer

    async def get_support_messages(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportThread:
        """The caller's messages with the operators. See ``Closecast.get_support_messages``."""
        call = Call(
            "GET",
            "/v1/trading/support",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportThread = await self._answer(call)
        return answer

    async def send_support_message(
        self,
        *,
        text: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportMessage:
        """Sends a message to the operators, at most 20 an hour. See ``Closecast.send_support_message``."""
        call = Call(
            "POST",
            "/v1/trading/support",
            body={"text": text},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportMessage = await self._answer(call)
        return answer

    async def mark_support_read(
        self,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks the operators' answers as read. See ``Closecast.mark_support_read``."""
        call = Call(
            "POST",
            "/v1/trading/support/read",
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def get_referral(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Referral:
        """The caller's referral code, and how many people it brought. See ``Closecast.get_referral``."""
        call = Call(
            "GET",
            "/v1/trading/referral",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Referral = await self._answer(call)
        return answer

    async def use_referral_code(
        self,
        *,
        code: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Referral:
        """Gives the code of the person who brought the caller here: once, and before the caller is verified. See
        ``Closecast.use_referral_code``."""
        call = Call(
            "PUT",
            "/v1/trading/referral",
            body={"code": code},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Referral = await self._answer(call)
        return answer

    async def get_earnings(
        self,
        *,
        currency: Optional[Literal["USD", "EUR"]] = None,
        period: Optional[Literal["1w", "1m", "3m", "1y", "all"]] = None,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingEarnings:
        """What the simulated account has earned or lost over time, beside one coin bought and held for the same
        payments. See ``Closecast.get_earnings``."""
        call = Call(
            "GET",
            "/v1/trading/earnings",
            query={"currency": currency, "period": period, "coin": coin},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingEarnings = await self._answer(call)
        return answer

    async def get_feed(
        self,
        *,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinFeed:
        """The coins of the caller's feed: in their order, and with the preferred coin first, as pages show them. See
        ``Closecast.get_feed``."""
        call = Call(
            "GET",
            "/v1/trading/feed",
            query={"coin": coin},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinFeed = await self._answer(call)
        return answer

    async def set_feed(
        self,
        *,
        assets: Sequence[str],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.CoinFeed:
        """Sets the coins of the feed and their order. See ``Closecast.set_feed``."""
        call = Call(
            "PUT",
            "/v1/trading/feed",
            body={"assets": assets},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CoinFeed = await self._answer(call)
        return answer

    async def get_trading_rules(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingRules:
        """Fees, least and most amounts, ages of prices, banking days, and the limits of each level. See
        ``Closecast.get_trading_rules``."""
        call = Call(
            "GET",
            "/v1/trading/rules",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingRules = await self._answer(call)
        return answer

    async def get_trading_help(
        self,
        *,
        query: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingHelp:
        """Questions and answers about the simulated account, with the figures of its rules, and where people meet. See
        ``Closecast.get_trading_help``."""
        call = Call(
            "GET",
            "/v1/trading/help",
            query={"query": query, "language": language},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.TradingHelp = await self._answer(call)
        return answer

    async def list_paper_matches(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPaperMatchesAnswer:
        """Paper matches of the caller, newest first. See ``Closecast.list_paper_matches``."""
        call = Call(
            "GET",
            "/v1/paper-matches",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListPaperMatchesAnswer = await self._answer(call)
        return answer

    async def iterate_paper_matches(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.PaperMatch]:
        """Iterates over ``list_paper_matches``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListPaperMatchesAnswer = await self.list_paper_matches(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def start_paper_match(
        self,
        *,
        coins: Sequence[str],
        start: Union[str, datetime.date],
        end: Optional[Union[str, datetime.date, NotGiven]] = NOT_GIVEN,
        cash: Optional[Union[str, decimal.Decimal, int, float]] = None,
        fee: Optional[Union[str, decimal.Decimal, int, float]] = None,
        strategies: Optional[Sequence[Literal["hold", "rebalance", "follow"]]] = None,
        threshold: Optional[Union[str, decimal.Decimal, int, float]] = None,
        seed: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaperMatch:
        """Starts a paper match: simulated strategies on stored closes, from a past day or from today on. See
        ``Closecast.start_paper_match``."""
        call = Call(
            "POST",
            "/v1/paper-matches",
            body={
                "coins": coins,
                "start": start,
                "end": end,
                "cash": left_out(cash),
                "fee": left_out(fee),
                "strategies": left_out(strategies),
                "threshold": left_out(threshold),
                "seed": left_out(seed),
            },
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaperMatch = await self._answer(call)
        return answer

    async def get_paper_match(
        self,
        match: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaperMatchResult:
        """A paper match and what became of it, computed from the stored closes; a running one ends at the newest close.
        See ``Closecast.get_paper_match``."""
        call = Call(
            "GET",
            "/v1/paper-matches/{match}",
            path={"match": match},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.PaperMatchResult = await self._answer(call)
        return answer

    async def delete_paper_match(
        self,
        match: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Deletes a paper match. See ``Closecast.delete_paper_match``."""
        call = Call(
            "DELETE",
            "/v1/paper-matches/{match}",
            path={"match": match},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_models(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListModelsAnswer:
        """The models and their versions, with the measured skill of each against the last price. See
        ``Closecast.list_models``."""
        call = Call(
            "GET",
            "/v1/models",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListModelsAnswer = await self._answer(call)
        return answer

    async def iterate_models(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.Model]:
        """Iterates over ``list_models``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListModelsAnswer = await self.list_models(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def server_live(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ServerLiveAnswer:
        """Whether the process answers. See ``Closecast.server_live``."""
        call = Call(
            "GET",
            "/v2/health/live",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ServerLiveAnswer = await self._answer(call)
        return answer

    async def server_ready(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Health:
        """Whether the server takes work, and all that is degraded. See ``Closecast.server_ready``."""
        call = Call(
            "GET",
            "/v2/health/ready",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Health = await self._answer(call)
        return answer

    async def list_jobs(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListJobsAnswer:
        """Your jobs, newest first. See ``Closecast.list_jobs``."""
        call = Call(
            "GET",
            "/v1/jobs",
            query={"limit": limit, "cursor": cursor, "state": state},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListJobsAnswer = await self._answer(call)
        return answer

    async def iterate_jobs(
        self,
        *,
        limit: Optional[int] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.Job]:
        """Iterates over ``list_jobs``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListJobsAnswer = await self.list_jobs(
                limit=limit,
                state=state,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_job(
        self,
        job: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Job:
        """How a job fares. See ``Closecast.get_job``."""
        call = Call(
            "GET",
            "/v1/jobs/{job}",
            path={"job": job},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Job = await self._answer(call)
        return answer

    async def remove_job(
        self,
        job: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes a job and its result; an open one is cancelled first. See ``Closecast.remove_job``."""
        call = Call(
            "DELETE",
            "/v1/jobs/{job}",
            path={"job": job},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def cancel_job(
        self,
        job: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Job:
        """Cancels a job; what is computed of it stays to be read. One that has ended is left as it is. See
        ``Closecast.cancel_job``."""
        call = Call(
            "POST",
            "/v1/jobs/{job}/cancel",
            path={"job": job},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Job = await self._answer(call)
        return answer

    async def sign_up(
        self,
        *,
        name: str,
        password: str,
        accept_terms: bool,
        email: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        invitation: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Union[t.Account, t.SignUpAnswer2]:
        """Signs up. A mail has the link that verifies the address; with an invitation the account exists at once. See
        ``Closecast.sign_up``."""
        call = Call(
            "POST",
            "/v1/accounts",
            body={
                "name": name,
                "password": password,
                "accept_terms": accept_terms,
                "email": left_out(email),
                "language": left_out(language),
                "invitation": left_out(invitation),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: Union[t.Account, t.SignUpAnswer2] = await self._answer(call)
        return answer

    async def verify_account(
        self,
        *,
        token: str,
        password: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Makes the account of a sign-up, with the token of the mailed link and the password of the sign-up. See
        ``Closecast.verify_account``."""
        call = Call(
            "POST",
            "/v1/accounts/verification",
            body={"token": token, "password": password},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = await self._answer(call)
        return answer

    async def send_verification_again(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.SendVerificationAgainAnswer:
        """Sends the verification mail again, if somebody signed up with the address; three times an hour at most. See
        ``Closecast.send_verification_again``."""
        call = Call(
            "POST",
            "/v1/accounts/verification/mail",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SendVerificationAgainAnswer = await self._answer(call)
        return answer

    async def list_sessions(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListSessionsAnswer:
        """Where the caller is signed in, the last used first. See ``Closecast.list_sessions``."""
        call = Call(
            "GET",
            "/v1/sessions",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListSessionsAnswer = await self._answer(call)
        return answer

    async def sign_in(
        self,
        *,
        email: str,
        password: str,
        cookie: Optional[bool] = None,
        remember_me: Optional[bool] = None,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Union[t.SignedIn, t.SecondFactorNeeded]:
        """Signs in with address and password. See ``Closecast.sign_in``."""
        call = Call(
            "POST",
            "/v1/sessions",
            body={
                "email": email,
                "password": password,
                "cookie": left_out(cookie),
                "remember_me": left_out(remember_me),
                "device_token": left_out(device_token),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: Union[t.SignedIn, t.SecondFactorNeeded] = await self._answer(call)
        return answer

    async def end_other_sessions(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.EndOtherSessionsAnswer:
        """Ends all of the caller's sessions but this one. See ``Closecast.end_other_sessions``."""
        call = Call(
            "DELETE",
            "/v1/sessions",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.EndOtherSessionsAnswer = await self._answer(call)
        return answer

    async def complete_sign_in(
        self,
        *,
        sign_in: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Completes a sign-in with a code of the authenticator app or a recovery code. See
        ``Closecast.complete_sign_in``."""
        call = Call(
            "POST",
            "/v1/sessions/second-factor",
            body={"sign_in": sign_in, "code": left_out(code), "recovery_code": left_out(recovery_code)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = await self._answer(call)
        return answer

    async def sign_in_by_pin(
        self,
        *,
        pin: str,
        cookie: Optional[bool] = None,
        remember_me: Optional[bool] = None,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Signs in with the PIN of a device that signed in before. After five wrong ones only the password helps. See
        ``Closecast.sign_in_by_pin``."""
        call = Call(
            "POST",
            "/v1/sessions/pin",
            body={
                "pin": pin,
                "cookie": left_out(cookie),
                "remember_me": left_out(remember_me),
                "device_token": left_out(device_token),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = await self._answer(call)
        return answer

    async def get_current_session(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.CurrentSession:
        """The caller's session, with the form token that changes made under a cookie need. See
        ``Closecast.get_current_session``."""
        call = Call(
            "GET",
            "/v1/sessions/current",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.CurrentSession = await self._answer(call)
        return answer

    async def sign_out(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Signs out. See ``Closecast.sign_out``."""
        call = Call(
            "DELETE",
            "/v1/sessions/current",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def confirm_session(
        self,
        *,
        password: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Confirms who is there, so that credentials may be changed for ten minutes. The session gets a new secret. See
        ``Closecast.confirm_session``."""
        call = Call(
            "POST",
            "/v1/sessions/current/confirmation",
            body={"password": password, "code": left_out(code), "recovery_code": left_out(recovery_code)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = await self._answer(call)
        return answer

    async def end_session(
        self,
        session: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Ends one of the caller's sessions. See ``Closecast.end_session``."""
        call = Call(
            "DELETE",
            "/v1/sessions/{session}",
            path={"session": session},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def change_password(
        self,
        *,
        current_password: str,
        password: str,
        password_again: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Changes the password. The other sessions end, and a mail announces it. See ``Closecast.change_password``."""
        call = Call(
            "PUT",
            "/v1/account/password",
            body={
                "current_password": current_password,
                "password": password,
                "password_again": password_again,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SignedIn = await self._answer(call)
        return answer

    async def request_password_reset(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.RequestPasswordResetAnswer:
        """Mails a link with which the password can be set, if there is an account with the address. See
        ``Closecast.request_password_reset``."""
        call = Call(
            "POST",
            "/v1/password-resets",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RequestPasswordResetAnswer = await self._answer(call)
        return answer

    async def reset_password(
        self,
        *,
        token: str,
        password: str,
        password_again: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets a new password with a mailed link, which works once. All sessions and devices end; nobody is signed in.
        See ``Closecast.reset_password``."""
        call = Call(
            "POST",
            "/v1/password-resets/completion",
            body={
                "token": token,
                "password": password,
                "password_again": password_again,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def set_pin(
        self,
        *,
        pin: str,
        pin_again: str,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets or changes the PIN of this device, with which it signs in without the password. See
        ``Closecast.set_pin``."""
        call = Call(
            "PUT",
            "/v1/account/pin",
            body={"pin": pin, "pin_again": pin_again, "device_token": left_out(device_token)},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def remove_pin(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the PIN of this device. See ``Closecast.remove_pin``."""
        call = Call(
            "DELETE",
            "/v1/account/pin",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_devices(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListDevicesAnswer:
        """Devices that have signed in, the last used first. See ``Closecast.list_devices``."""
        call = Call(
            "GET",
            "/v1/account/devices",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListDevicesAnswer = await self._answer(call)
        return answer

    async def remove_device(
        self,
        device: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Forgets a device: its sessions end, its PIN is gone. See ``Closecast.remove_device``."""
        call = Call(
            "DELETE",
            "/v1/account/devices/{device}",
            path={"device": device},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def get_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetSecondFactorAnswer:
        """Whether sign-ins need a code too. See ``Closecast.get_second_factor``."""
        call = Call(
            "GET",
            "/v1/account/second-factor",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.GetSecondFactorAnswer = await self._answer(call)
        return answer

    async def confirm_second_factor(
        self,
        *,
        code: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ConfirmSecondFactorAnswer:
        """Takes the secret into use with its first right code. The other sessions end. See
        ``Closecast.confirm_second_factor``."""
        call = Call(
            "PUT",
            "/v1/account/second-factor",
            body={"code": code},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ConfirmSecondFactorAnswer = await self._answer(call)
        return answer

    async def offer_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SecondFactorOffer:
        """Makes a secret for an authenticator app (TOTP, RFC 6238). It counts after its first right code, within ten
        minutes. See ``Closecast.offer_second_factor``."""
        call = Call(
            "POST",
            "/v1/account/second-factor",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SecondFactorOffer = await self._answer(call)
        return answer

    async def remove_second_factor(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the second factor. The other sessions end. See ``Closecast.remove_second_factor``."""
        call = Call(
            "DELETE",
            "/v1/account/second-factor",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def renew_recovery_codes(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.RenewRecoveryCodesAnswer:
        """Makes new recovery codes; the earlier ones no longer work. See ``Closecast.renew_recovery_codes``."""
        call = Call(
            "POST",
            "/v1/account/recovery-codes",
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.RenewRecoveryCodesAnswer = await self._answer(call)
        return answer

    async def confirm_second_factor_loss(
        self,
        *,
        token: str,
        password: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ConfirmSecondFactorLossAnswer:
        """Confirms that the second factor is lost, with the link that an operator had mailed. It is removed a day
        later. See ``Closecast.confirm_second_factor_loss``."""
        call = Call(
            "POST",
            "/v1/second-factor-removals",
            body={"token": token, "password": password},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ConfirmSecondFactorLossAnswer = await self._answer(call)
        return answer

    async def stop_second_factor_removal(
        self,
        *,
        token: str,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Keeps the second factor, with the link of the mail that announced its removal. See
        ``Closecast.stop_second_factor_removal``."""
        call = Call(
            "POST",
            "/v1/second-factor-removals/stop",
            body={"token": token},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def get_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """The caller's account. See ``Closecast.get_account``."""
        call = Call(
            "GET",
            "/v1/account",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = await self._answer(call)
        return answer

    async def change_account(
        self,
        *,
        name: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        quote_currency: Optional[Literal["USD", "EUR"]] = None,
        preferred_coin: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        appearance: Optional[Literal["automatic", "light", "dark"]] = None,
        time_zone: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Changes name and choices. See ``Closecast.change_account``."""
        call = Call(
            "PATCH",
            "/v1/account",
            body={
                "name": left_out(name),
                "language": left_out(language),
                "quote_currency": left_out(quote_currency),
                "preferred_coin": preferred_coin,
                "appearance": left_out(appearance),
                "time_zone": left_out(time_zone),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = await self._answer(call)
        return answer

    async def get_picture(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The caller's picture, 256 pixels square. See ``Closecast.get_picture``."""
        call = Call(
            "GET",
            "/v1/account/picture",
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = await self._answer(call)
        return answer

    async def set_picture(
        self,
        body: bytes,
        *,
        content_type: str = "image/jpeg",
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without
        metadata. See ``Closecast.set_picture``."""
        call = Call(
            "PUT",
            "/v1/account/picture",
            content=body,
            content_type=content_type,
            can_repeat=True,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def remove_picture(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Removes the picture. See ``Closecast.remove_picture``."""
        call = Call(
            "DELETE",
            "/v1/account/picture",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def change_email(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ChangeEmailAnswer:
        """Mails a link to a new address, and a notice to the present one. The address changes when the link is used.
        See ``Closecast.change_email``."""
        call = Call(
            "PUT",
            "/v1/account/email",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ChangeEmailAnswer = await self._answer(call)
        return answer

    async def verify_email(
        self,
        *,
        token: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Takes the new address, with the token of the mailed link. The other sessions end. See
        ``Closecast.verify_email``."""
        call = Call(
            "POST",
            "/v1/account/email/verification",
            body={"token": token},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Account = await self._answer(call)
        return answer

    async def list_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListEventsAnswer:
        """What happened to the account in the last 90 days, newest first. See ``Closecast.list_events``."""
        call = Call(
            "GET",
            "/v1/account/events",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListEventsAnswer = await self._answer(call)
        return answer

    async def iterate_events(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.SecurityEvent]:
        """Iterates over ``list_events``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListEventsAnswer = await self.list_events(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def export_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """All that is the caller's as one ZIP file: account, wallets, transactions, favourites, the simulated account,
        verification with photos, messages, events; once an hour. See ``Closecast.export_account``."""
        call = Call(
            "POST",
            "/v1/account/export",
            can_repeat=False,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = await self._answer(call)
        return answer

    async def delete_account(
        self,
        *,
        password: str,
        email: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.DeleteAccountAnswer:
        """Deletes the account with all that is its own, after seven days in which it can be undone. Other sessions and
        all tokens end at once. See ``Closecast.delete_account``."""
        call = Call(
            "PUT",
            "/v1/account/deletion",
            body={
                "password": password,
                "email": email,
                "code": left_out(code),
                "recovery_code": left_out(recovery_code),
            },
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.DeleteAccountAnswer = await self._answer(call)
        return answer

    async def keep_account(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Keeps the account. See ``Closecast.keep_account``."""
        call = Call(
            "DELETE",
            "/v1/account/deletion",
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def get_storage(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.AccountStorage:
        """What the caller stores, and may store. See ``Closecast.get_storage``."""
        call = Call(
            "GET",
            "/v1/account/storage",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.AccountStorage = await self._answer(call)
        return answer

    async def list_tokens(
        self,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTokensAnswer:
        """The caller's tokens, the oldest first. See ``Closecast.list_tokens``."""
        call = Call(
            "GET",
            "/v1/account/tokens",
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListTokensAnswer = await self._answer(call)
        return answer

    async def create_token(
        self,
        *,
        name: str,
        scope: Literal["read", "write", "admin"],
        days: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.NewPersonalToken:
        """Makes a token for a program. It opens the caller's data, and nothing of the account. See
        ``Closecast.create_token``."""
        call = Call(
            "POST",
            "/v1/account/tokens",
            body={"name": name, "scope": scope, "days": left_out(days)},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.NewPersonalToken = await self._answer(call)
        return answer

    async def revoke_token(
        self,
        token: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Revokes a token, with effect from the next request. See ``Closecast.revoke_token``."""
        call = Call(
            "DELETE",
            "/v1/account/tokens/{token}",
            path={"token": token},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_accounts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAccountsAnswer:
        """Accounts in the order of their creation. See ``Closecast.list_accounts``."""
        call = Call(
            "GET",
            "/v1/operator/accounts",
            query={"limit": limit, "cursor": cursor, "search": search},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListAccountsAnswer = await self._answer(call)
        return answer

    async def iterate_accounts(
        self,
        *,
        limit: Optional[int] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.ListedAccount]:
        """Iterates over ``list_accounts``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListAccountsAnswer = await self.list_accounts(
                limit=limit,
                search=search,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def show_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """One account. See ``Closecast.show_account``."""
        call = Call(
            "GET",
            "/v1/operator/accounts/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = await self._answer(call)
        return answer

    async def lock_account(
        self,
        account: str,
        *,
        reason: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """Locks an account and its tokens, effective with the next request. The owner is mailed the reason. See
        ``Closecast.lock_account``."""
        call = Call(
            "PUT",
            "/v1/operator/accounts/{account}/lock",
            path={"account": account},
            body={"reason": reason},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = await self._answer(call)
        return answer

    async def unlock_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedAccount:
        """Unlocks an account. See ``Closecast.unlock_account``."""
        call = Call(
            "DELETE",
            "/v1/operator/accounts/{account}/lock",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedAccount = await self._answer(call)
        return answer

    async def end_sessions_of_account(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.EndSessionsOfAccountAnswer:
        """Ends all sessions of somebody. See ``Closecast.end_sessions_of_account``."""
        call = Call(
            "DELETE",
            "/v1/operator/accounts/{account}/sessions",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.EndSessionsOfAccountAnswer = await self._answer(call)
        return answer

    async def start_password_reset(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.StartPasswordResetAnswer:
        """Mails somebody a link with which they set a new password. Nobody else sees it. See
        ``Closecast.start_password_reset``."""
        call = Call(
            "POST",
            "/v1/operator/accounts/{account}/password-reset",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.StartPasswordResetAnswer = await self._answer(call)
        return answer

    async def start_second_factor_removal(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.StartSecondFactorRemovalAnswer:
        """Starts the removal of a lost second factor: somebody confirms it with a mailed link and the password, and a
        day later it is gone. See ``Closecast.start_second_factor_removal``."""
        call = Call(
            "POST",
            "/v1/operator/accounts/{account}/second-factor-removal",
            path={"account": account},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.StartSecondFactorRemovalAnswer = await self._answer(call)
        return answer

    async def list_operator_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListOperatorEventsAnswer:
        """What happened to accounts in the last 90 days, newest first. See ``Closecast.list_operator_events``."""
        call = Call(
            "GET",
            "/v1/operator/events",
            query={"limit": limit, "cursor": cursor, "account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListOperatorEventsAnswer = await self._answer(call)
        return answer

    async def iterate_operator_events(
        self,
        *,
        limit: Optional[int] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.OperatorEvent]:
        """Iterates over ``list_operator_events``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListOperatorEventsAnswer = await self.list_operator_events(
                limit=limit,
                account=account,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def list_invitations(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListInvitationsAnswer:
        """Invitations, newest first. See ``Closecast.list_invitations``."""
        call = Call(
            "GET",
            "/v1/operator/invitations",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListInvitationsAnswer = await self._answer(call)
        return answer

    async def iterate_invitations(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.Invitation]:
        """Iterates over ``list_invitations``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListInvitationsAnswer = await self.list_invitations(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def invite(
        self,
        *,
        email: str,
        timeout_seconds: Optional[float] = None,
    ) -> t.Invitation:
        """Invites somebody by mail. The link works once, for 72 hours. See ``Closecast.invite``."""
        call = Call(
            "POST",
            "/v1/operator/invitations",
            body={"email": email},
            can_repeat=False,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.Invitation = await self._answer(call)
        return answer

    async def revoke_invitation(
        self,
        invitation: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Revokes an open invitation. See ``Closecast.revoke_invitation``."""
        call = Call(
            "DELETE",
            "/v1/operator/invitations/{invitation}",
            path={"invitation": invitation},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)

    async def list_verifications(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListVerificationsAnswer:
        """Verifications that wait for a decision, the longest waiting first. See ``Closecast.list_verifications``."""
        call = Call(
            "GET",
            "/v1/operator/verifications",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListVerificationsAnswer = await self._answer(call)
        return answer

    async def iterate_verifications(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.ListedVerification]:
        """Iterates over ``list_verifications``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListVerificationsAnswer = await self.list_verifications(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_verification_of(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedVerification:
        """The verification of one account. See ``Closecast.get_verification_of``."""
        call = Call(
            "GET",
            "/v1/operator/verifications/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedVerification = await self._answer(call)
        return answer

    async def look_at_document(
        self,
        account: str,
        document: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> bytes:
        """The photo of a document that waits for a decision; afterwards only whoever decided sees it. Each look is
        logged, and the person sees when. See ``Closecast.look_at_document``."""
        call = Call(
            "GET",
            "/v1/operator/verifications/{account}/documents/{document}",
            path={"account": account, "document": document},
            can_repeat=True,
            decode="bytes",
            timeout_seconds=timeout_seconds,
        )
        answer: bytes = await self._answer(call)
        return answer

    async def decide_verification(
        self,
        account: str,
        *,
        decision: Literal["accepted", "refused", "more-needed"],
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedVerification:
        """Decides a verification that waits. Nobody decides their own. See ``Closecast.decide_verification``."""
        call = Call(
            "POST",
            "/v1/operator/verifications/{account}/decision",
            path={"account": account},
            body={"decision": decision, "reason": reason},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListedVerification = await self._answer(call)
        return answer

    async def list_support_threads(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListSupportThreadsAnswer:
        """People who wrote: those with unread messages first, then the newest. See
        ``Closecast.list_support_threads``."""
        call = Call(
            "GET",
            "/v1/operator/support",
            query={"limit": limit, "cursor": cursor},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.ListSupportThreadsAnswer = await self._answer(call)
        return answer

    async def iterate_support_threads(
        self,
        *,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> AsyncIterator[t.ListedSupportThread]:
        """Iterates over ``list_support_threads``, page by page; ``limit`` is the size of a page."""
        cursor: Optional[str] = None
        while True:
            page: t.ListSupportThreadsAnswer = await self.list_support_threads(
                limit=limit,
                cursor=cursor,
                timeout_seconds=timeout_seconds,
            )
            for element in page["data"]:
                yield element
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def get_support_thread(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportThreadOfAccount:
        """The messages of one account. See ``Closecast.get_support_thread``."""
        call = Call(
            "GET",
            "/v1/operator/support/{account}",
            path={"account": account},
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportThreadOfAccount = await self._answer(call)
        return answer

    async def answer_support(
        self,
        account: str,
        *,
        text: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SupportMessage:
        """Answers somebody who wrote. What they wrote counts as read. See ``Closecast.answer_support``."""
        call = Call(
            "POST",
            "/v1/operator/support/{account}",
            path={"account": account},
            body={"text": text},
            takes_key=True,
            idempotency_key=idempotency_key,
            can_repeat=True,
            decode="json",
            timeout_seconds=timeout_seconds,
        )
        answer: t.SupportMessage = await self._answer(call)
        return answer

    async def mark_support_thread_read(
        self,
        account: str,
        *,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Marks what somebody wrote as read, without an answer. See ``Closecast.mark_support_thread_read``."""
        call = Call(
            "POST",
            "/v1/operator/support/{account}/read",
            path={"account": account},
            can_repeat=False,
            decode="none",
            timeout_seconds=timeout_seconds,
        )
        await self._answer(call)
