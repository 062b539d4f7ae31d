"""The operations of the server.

Made by generate.py from the OpenAPI document of the server, version 0.2.0. Do not edit.
"""

# mypy: disable-error-code="empty-body"
# pyright: reportReturnType=false

from __future__ import annotations

import datetime
import decimal
from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from typing_extensions import Literal

from ._call import NOT_GIVEN, NotGiven
from ._lazy_types import t
from ._operation import Asynchronous, Synchronous, operation, pages

__all__ = ["AsyncOperations", "Operations"]


class Declarations:
    """Every operation once, for both clients. The functions have no bodies: see ``operation``."""

    @operation("GET", "/v1/notices")
    def list_notices(
        self,
        *,
        kind: Optional[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version", "test"]] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListNoticesAnswer:
        """What the caller was told in the last 90 days, newest first.

        Needs a token of scope `read`. ``GET /v1/notices``

        Args:
            kind: Only notices of this kind.
            unread: Only notices that are not read.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_notices)
    def iterate_notices(
        self,
        *,
        kind: Optional[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version", "test"]] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Notice]:
        """Iterates over ``list_notices``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/notices", fixed_query={"format": "csv"}, decode="text")
    def list_notices_csv(
        self,
        *,
        kind: Optional[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version", "test"]] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_notices`` as a CSV table."""

    @operation("GET", "/v1/notices/count")
    def count_notices(self, *, timeout_seconds: Optional[float] = None) -> t.NoticeCount:
        """The number of notices that are not read.

        Needs a token of scope `read`. ``GET /v1/notices/count``
        """

    @operation("POST", "/v1/notices/{notice}/read")
    def mark_notice_read(
        self, notice: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Notice:
        """Marks a notice as read.

        Needs a token of scope `write`. ``POST /v1/notices/{notice}/read``

        Args:
            notice: The notice's id.
        """

    @operation("POST", "/v1/notices/{notice}/unread")
    def mark_notice_unread(
        self, notice: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Notice:
        """Marks a notice as not read.

        Needs a token of scope `write`. ``POST /v1/notices/{notice}/unread``

        Args:
            notice: The notice's id.
        """

    @operation("POST", "/v1/notices/read", decode="none")
    def mark_notices_read(
        self, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Marks all notices as read.

        Needs a token of scope `write`. ``POST /v1/notices/read``
        """

    @operation("GET", "/v1/notices/settings")
    def get_notice_settings(self, *, timeout_seconds: Optional[float] = None) -> t.NoticeSettings:
        """In which ways the caller is told outside the app, and what became of the last deliveries.

        Needs a token of scope `read`. ``GET /v1/notices/settings``
        """

    @operation("GET", "/v1/notices/settings", fixed_query={"format": "csv"}, decode="text")
    def get_notice_settings_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_notice_settings`` as a CSV table."""

    @operation("PUT", "/v1/notices/settings")
    def set_notice_settings(
        self,
        *,
        mail: Optional[Sequence[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]] = None,
        webhook: Optional[Sequence[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]] = None,
        ntfy: Optional[Sequence[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]] = None,
        gotify: Optional[Sequence[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]] = None,
        push: Optional[Sequence[Literal["alert", "practice", "security", "support", "task", "diary", "budget", "version"]]] = None,
        mail_digest: Optional[Literal["single", "daily", "weekly"]] = None,
        webhook_digest: Optional[Literal["single", "daily", "weekly"]] = None,
        ntfy_digest: Optional[Literal["single", "daily", "weekly"]] = None,
        gotify_digest: Optional[Literal["single", "daily", "weekly"]] = None,
        digest_hour: Optional[int] = None,
        quiet_from: Optional[Union[int, NotGiven]] = NOT_GIVEN,
        quiet_until: Optional[Union[int, NotGiven]] = NOT_GIVEN,
        time_zone: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        webhook_url: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        ntfy_url: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        ntfy_token: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        gotify_url: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        gotify_token: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        timeout_seconds: Optional[float] = None,
    ) -> t.NoticeSettings:
        """Replaces the settings: what is not sent is turned off or removed. A webhook gets a secret with its address.

        Needs a token of scope `write`. ``PUT /v1/notices/settings``

        Args:
            mail: The kinds of notices that are mailed to the account's address.
            webhook: The kinds that are sent to the webhook.
            ntfy: The kinds that are sent to the topic.
            gotify: The kinds that are sent to the Gotify server.
            push: The kinds that are shown on the devices.
            mail_digest: Whether each notice is sent by itself, or all together once a day, or once a week on Mondays.
            webhook_digest: Whether each notice is sent by itself, or all together once a day, or once a week on
                Mondays.
            ntfy_digest: Whether each notice is sent by itself, or all together once a day, or once a week on Mondays.
            gotify_digest: Whether each notice is sent by itself, or all together once a day, or once a week on Mondays.
            digest_hour: The hour of the day at which digests are sent, in the time zone.
            quiet_from: The start of the quiet hours, in minutes of the day; null for none.
            quiet_until: Their end.
            time_zone: An IANA name such as Europe/Rome.
            language: Of what is sent.
            webhook_url: http or https.
            ntfy_url: The address of the topic.
            ntfy_token: Null keeps the stored one as long as the address stays the same; an empty text removes it.
            gotify_url: The address of the server.
            gotify_token: Null keeps the stored one as long as the address stays the same; an empty text removes it.
        """

    @operation("POST", "/v1/notices/settings/webhook-secret")
    def make_webhook_secret(self, *, timeout_seconds: Optional[float] = None) -> t.WebhookSecret:
        """Makes a new secret for the webhook, and shows it once. The one before is void at once.

        Needs a token of scope `write`. ``POST /v1/notices/settings/webhook-secret``
        """

    @operation("POST", "/v1/notices/test")
    def test_notices(
        self, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Notice:
        """Sends a notice in every way that is on, at once and at most 10 times an hour.

        Needs a token of scope `write`. ``POST /v1/notices/test``
        """

    @operation("GET", "/v1/notices/push-key")
    def get_notice_push_key(self, *, timeout_seconds: Optional[float] = None) -> t.NoticePushKey:
        """The server's key, with which a browser subscribes to notices (Push API, applicationServerKey).

        Needs a token of scope `read`. ``GET /v1/notices/push-key``
        """

    @operation("GET", "/v1/notices/devices")
    def list_notice_devices(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListNoticeDevicesAnswer:
        """The devices that show the caller's notices.

        Needs a token of scope `read`. ``GET /v1/notices/devices``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_notice_devices)
    def iterate_notice_devices(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.NoticeDevice]:
        """Iterates over ``list_notice_devices``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/notices/devices", fixed_query={"format": "csv"}, decode="text")
    def list_notice_devices_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_notice_devices`` as a CSV table."""

    @operation("POST", "/v1/notices/devices")
    def add_notice_device(
        self,
        *,
        endpoint: str,
        p256dh: str,
        auth: str,
        name: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.NoticeDevice:
        """Adds a browser by its subscription, or replaces the keys of a known one. With the first, all kinds of notices
        are shown.

        Needs a token of scope `write`. ``POST /v1/notices/devices``

        Args:
            endpoint: The address at the push service.
            p256dh: The browser's public key in base64url: 65 bytes.
            auth: The secret that the browser shares with the server in base64url: 16 bytes.
            name: The name of the device.
        """

    @operation("DELETE", "/v1/notices/devices/{subscription}", decode="none")
    def remove_notice_device(
        self, subscription: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a device with what waits for it.

        Needs a token of scope `write`. ``DELETE /v1/notices/devices/{subscription}``

        Args:
            subscription: The device's id.
        """

    @operation("GET", "/v1/alerts")
    def list_alerts(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListAlertsAnswer:
        """The caller's alerts, newest first.

        Needs a token of scope `read`. ``GET /v1/alerts``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_alerts)
    def iterate_alerts(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.Alert]:
        """Iterates over ``list_alerts``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/alerts", fixed_query={"format": "csv"}, decode="text")
    def list_alerts_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_alerts`` as a CSV table."""

    @operation("POST", "/v1/alerts")
    def add_alert(
        self,
        *,
        measure: Literal["price", "change", "highest", "lowest", "probability-below", "probability-above", "band", "range", "coverage", "staleness", "total", "total-change", "share"],
        asset: Optional[str] = None,
        account: Optional[Literal["wallets", "practice"]] = None,
        wallet: Optional[str] = None,
        direction: Optional[Literal["above", "below"]] = None,
        threshold: Optional[Union[str, decimal.Decimal, int, float]] = None,
        currency: Optional[str] = None,
        days: Optional[int] = None,
        price: Optional[Union[str, decimal.Decimal, int, float]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        margin: Optional[Union[str, decimal.Decimal, int, float]] = None,
        repeats: Optional[bool] = None,
        ends_on: Optional[Union[str, datetime.date]] = None,
        note: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Alert:
        """Sets an alert. It fires when a figure that is newer than those known now passes the threshold.

        Needs a token of scope `write`. ``POST /v1/alerts``

        Args:
            asset: The coin's ticker or id; not for totals.
            account: Whose total is watched.
            wallet: A wallet's name or id; all wallets together without it.
            threshold: In the currency, percent or days, as the measure is.
            currency: Of a price or a total.
            days: The days of a change, a forecast or its band.
            price: The price of a probability, in US dollars.
            since: For the highest and the lowest; all days without it.
            margin: How far the figure must go back before the alert can fire again: percent of a threshold in money,
                else as the threshold.
            repeats: Whether it fires at every crossing instead of once.
            ends_on: The last day whose figures count.
        """

    @operation("GET", "/v1/alerts/{alert}")
    def get_alert(self, alert: str, *, timeout_seconds: Optional[float] = None) -> t.Alert:
        """An alert.

        Needs a token of scope `read`. ``GET /v1/alerts/{alert}``

        Args:
            alert: The alert's id.
        """

    @operation("DELETE", "/v1/alerts/{alert}", decode="none")
    def remove_alert(
        self, alert: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes an alert with its history.

        Needs a token of scope `write`. ``DELETE /v1/alerts/{alert}``

        Args:
            alert: The alert's id.
        """

    @operation("GET", "/v1/alerts/{alert}/firings")
    def list_alert_firings(
        self,
        alert: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAlertFiringsAnswer:
        """What an alert has fired, with the figures that it saw, newest first.

        Needs a token of scope `read`. ``GET /v1/alerts/{alert}/firings``

        Args:
            alert: The alert's id.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_alert_firings)
    def iterate_alert_firings(
        self, alert: str, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.AlertFiring]:
        """Iterates over ``list_alert_firings``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/alerts/{alert}/firings", fixed_query={"format": "csv"}, decode="text")
    def list_alert_firings_csv(
        self,
        alert: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_alert_firings`` as a CSV table."""

    @operation("POST", "/v1/alerts/{alert}/pause")
    def pause_alert(
        self, alert: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Alert:
        """Pauses an alert.

        Needs a token of scope `write`. ``POST /v1/alerts/{alert}/pause``

        Args:
            alert: The alert's id.
        """

    @operation("POST", "/v1/alerts/{alert}/resume")
    def resume_alert(
        self, alert: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Alert:
        """Watches a paused alert again, from the newest figure on.

        Needs a token of scope `write`. ``POST /v1/alerts/{alert}/resume``

        Args:
            alert: The alert's id.
        """

    @operation("POST", "/v1/alerts/{alert}/restore")
    def restore_alert(
        self, alert: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Alert:
        """Restores an alert that was removed less than a day ago.

        Needs a token of scope `write`. ``POST /v1/alerts/{alert}/restore``

        Args:
            alert: The alert's id.
        """

    @operation("GET", "/v1/alerts/{alert}/trial")
    def try_alert(self, alert: str, *, timeout_seconds: Optional[float] = None) -> t.AlertTrial:
        """What an alert would have fired over the last year of stored closes.

        Needs a token of scope `read`. ``GET /v1/alerts/{alert}/trial``

        Args:
            alert: The alert's id.
        """

    @operation("GET", "/v1/alerts/{alert}/trial", fixed_query={"format": "csv"}, decode="text")
    def try_alert_csv(self, alert: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``try_alert`` as a CSV table."""

    @operation("POST", "/v1/alert-trials", can_repeat=True)
    def try_alert_draft(
        self,
        *,
        measure: Literal["price", "change", "highest", "lowest", "probability-below", "probability-above", "band", "range", "coverage", "staleness", "total", "total-change", "share"],
        asset: Optional[str] = None,
        account: Optional[Literal["wallets", "practice"]] = None,
        wallet: Optional[str] = None,
        direction: Optional[Literal["above", "below"]] = None,
        threshold: Optional[Union[str, decimal.Decimal, int, float]] = None,
        currency: Optional[str] = None,
        days: Optional[int] = None,
        price: Optional[Union[str, decimal.Decimal, int, float]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        margin: Optional[Union[str, decimal.Decimal, int, float]] = None,
        repeats: Optional[bool] = None,
        ends_on: Optional[Union[str, datetime.date]] = None,
        note: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.AlertTrial:
        """What a new alert would have fired over the last year of stored closes.

        Needs a token of scope `read`. ``POST /v1/alert-trials``

        Args:
            asset: The coin's ticker or id; not for totals.
            account: Whose total is watched.
            wallet: A wallet's name or id; all wallets together without it.
            threshold: In the currency, percent or days, as the measure is.
            currency: Of a price or a total.
            days: The days of a change, a forecast or its band.
            price: The price of a probability, in US dollars.
            since: For the highest and the lowest; all days without it.
            margin: How far the figure must go back before the alert can fire again: percent of a threshold in money,
                else as the threshold.
            repeats: Whether it fires at every crossing instead of once.
            ends_on: The last day whose figures count.
        """

    @operation("GET", "/v1/assets")
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
        """Known assets with prices, volumes, supplies and changes. Unknown values are null and sort last.

        Needs a token of scope `read`. ``GET /v1/assets``

        Args:
            sort: The value to sort by; 12h to 1mo are price changes.
            order: Ascending: the largest last; descending: the largest first.
            search: Only assets whose ticker, id or name contains this text, ignoring case.
            favourites: Only the caller's favourites.
            stored: Only assets with stored closes.
            period: The number of days for the highest and lowest price.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_assets)
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

    @operation("GET", "/v1/assets", fixed_query={"format": "csv"}, decode="text")
    def list_assets_csv(
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
    ) -> str:
        """The answer of ``list_assets`` as a CSV table."""

    @operation("POST", "/v1/assets")
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
        """Adds an asset, or changes the one with this ticker or id. All owners share assets. USD and the built-in coins
        keep their tickers and ids, and an id cannot be another asset's ticker.

        Needs a token of scope `admin`. ``POST /v1/assets``

        Args:
            id: The asset's id (default: the known asset's id, otherwise the ticker in lower case).
            providers: The asset's id at each provider.
            supply: Coins in circulation.
        """

    @operation("GET", "/v1/assets/{asset}")
    def get_asset(
        self, asset: str, *, period: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> t.ShownAsset:
        """An asset, its statistics and the range of its stored closes.

        Needs a token of scope `read`. ``GET /v1/assets/{asset}``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            period: The number of days for the highest and lowest price.
        """

    @operation("DELETE", "/v1/assets/{asset}", decode="none")
    def remove_asset(
        self, asset: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes an asset without stored closes or transactions, also from all favourites.

        Needs a token of scope `admin`. ``DELETE /v1/assets/{asset}``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("POST", "/v1/assets/{asset}/refresh", query=["timeout"])
    def refresh_asset(
        self,
        asset: str,
        *,
        timeout: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RefreshAssetAnswer:
        """Fetches the closes since the last stored one from the providers that an administrator configured. Stored
        closes do not change, so a token of scope write is enough.

        Needs a token of scope `write`. ``POST /v1/assets/{asset}/refresh``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            timeout: How long to wait for providers, in seconds.
        """

    @operation("GET", "/v1/history")
    def list_history(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListHistoryAnswer:
        """The assets with stored closes, sorted by ticker.

        Needs a token of scope `read`. ``GET /v1/history``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_history)
    def iterate_histories(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.ListHistoryAnswerDataItem]:
        """Iterates over ``list_history``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/history", fixed_query={"format": "csv"}, decode="text")
    def list_history_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_history`` as a CSV table."""

    @operation("GET", "/v1/assets/{asset}/history")
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

        Needs a token of scope `read`. ``GET /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            start: The first day (default: the first stored day).
            end: The last day (default: the last stored day).
            interval: Days, weeks starting on Monday, or calendar months.
            limit: The page size; numbers above 10000 count as 10000.
            cursor: The `next_cursor` of the previous page; for CSV, its Next-Cursor header.
        """

    @pages(get_history)
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

    @operation("GET", "/v1/assets/{asset}/history", fixed_query={"format": "csv"}, decode="text")
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
        """The answer of ``get_history`` as a CSV table."""

    @operation(
        "PUT",
        "/v1/assets/{asset}/history",
        query=["since", "skip_day", "replace", "name", "coin", "column", "date_format", "stamp", "quote", "per", "decimal", "volume_unit"],
    )
    def send_history(
        self,
        asset: str,
        body: Union[bytes, str],
        *,
        since: Optional[Union[str, datetime.date]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        replace: Optional[bool] = None,
        name: Optional[str] = None,
        coin: Optional[str] = None,
        column: Optional[str] = None,
        date_format: Optional[str] = None,
        stamp: Optional[Literal["open", "close"]] = None,
        quote: Optional[str] = None,
        per: Optional[str] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        volume_unit: Optional[Literal["coins", "quote"]] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SendHistoryAnswer:
        """Stores the closes of a price file: a header with a date and a close column, one line per day. Sending it
        again changes nothing. All owners share closes. The European Central Bank's eurofxref-hist.csv has those of its
        currencies, and any file may be zipped.

        Needs a token of scope `admin`. ``PUT /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            since: Leave out days before this one.
            skip_day: Leave out the closes of these days.
            replace: Replace stored closes that differ, and accept closes that jump by more than 20 times.
            name: The name of the source of the closes.
            coin: The coin to read from a file with several, as written in the file (default: the asset's ticker).
            column: Names of columns in the header, if they are not the usual ones: `close=Last,date=Day`. Kinds are
                date, close, open, high, low, volume, symbol.
            date_format: How the file writes dates that are not ISO or Unix times: `dd/MM/yyyy`.
            stamp: What the times in the date column are: the start of the day that a line describes, or the time of the
                price.
            quote: The currency of the prices (default: that of the symbol, the close column or the name, otherwise US
                dollars). Others are converted at their stored closes.
            per: For a file of a currency's rates: they are units of the currency for one unit of this one, such as USD.
            decimal: The decimal sign of the prices.
            volume_unit: What the volumes count: coins, or the currency of the prices.
            body: A file: text/csv or application/zip.
        """

    @operation("DELETE", "/v1/assets/{asset}/history")
    def remove_history(
        self, asset: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.RemoveHistoryAnswer:
        """Removes all stored closes of an asset, so that you can send corrected ones.

        Needs a token of scope `admin`. ``DELETE /v1/assets/{asset}/history``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("GET", "/v1/assets/{asset}/history/check")
    def check_history(self, asset: str, *, timeout_seconds: Optional[float] = None) -> t.CheckHistoryAnswer:
        """Reports gaps, jumps and old closes, one sentence each.

        Needs a token of scope `read`. ``GET /v1/assets/{asset}/history/check``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("GET", "/v1/assets/{asset}/forecast")
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
        """Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast per model and
        last close, over the model's full horizon. Forecasts that set paths or seed are not kept.

        Needs a token of scope `read`. ``GET /v1/assets/{asset}/forecast``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            days: How many days (default: the model's full horizon).
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them, or for touch; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name from GET /v1/models (default: the default model).
            version: The model's version (default: the highest).
            above: Show how likely each close is to be above a price.
            below: Show how likely each close is to be below a price.
            touch: Show how likely the close is to reach a price by each day.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """

    @operation("GET", "/v1/assets/{asset}/forecast", fixed_query={"format": "csv"}, decode="text")
    def get_forecast_csv(
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
    ) -> str:
        """The answer of ``get_forecast`` as a CSV table."""

    @operation("GET", "/v1/assets/{asset}/backtest")
    def get_backtest(self, asset: str, *, timeout_seconds: Optional[float] = None) -> t.Backtest:
        """Measures the default model on the stored closes of one asset: forecasts from every 15th day that it was not
        fitted to, compared with the last price and GARCH-t. Takes about 0.1 s a forecast.

        Needs a token of scope `read`. ``GET /v1/assets/{asset}/backtest``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("POST", "/v1/forecasts", can_repeat=True)
    def forecast_closes(
        self, body: t.ForecastRequest, *, timeout_seconds: Optional[float] = None
    ) -> t.ForecastClosesAnswer:
        """Forecasts the closes that you send, of one series or of many; nothing is stored. A single series that cannot
        be forecast is refused; one of many gets an error in its place.

        Needs a token of scope `read`. ``POST /v1/forecasts``

        Args:
            body: The body.
        """

    @operation("GET", "/v1/assets/{asset}/diary")
    def get_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.GetDiaryAnswer:
        """Issued forecasts of an asset, newest first, scored against the naive forecast as their days arrive.

        Needs a token of scope `read`. ``GET /v1/assets/{asset}/diary``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
            values: Whether to include each day's numbers and the naive forecast's.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(get_diary)
    def iterate_diary(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.DiaryEntry]:
        """Iterates over ``get_diary``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/assets/{asset}/diary", fixed_query={"format": "csv"}, decode="text")
    def get_diary_csv(
        self,
        asset: str,
        *,
        values: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_diary`` as a CSV table."""

    @operation("GET", "/v1/favourites")
    def list_favourites(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListFavouritesAnswer:
        """The caller's favourites, by name.

        Needs a token of scope `read`. ``GET /v1/favourites``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_favourites)
    def iterate_favourites(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.Asset]:
        """Iterates over ``list_favourites``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/favourites", fixed_query={"format": "csv"}, decode="text")
    def list_favourites_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_favourites`` as a CSV table."""

    @operation("DELETE", "/v1/favourites")
    def remove_favourites(
        self, *, assets: Sequence[str], idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.RemoveFavouritesAnswer:
        """Removes several favourites, all or none.

        Needs a token of scope `write`. ``DELETE /v1/favourites``

        Args:
            assets: Tickers or ids.
        """

    @operation("PUT", "/v1/favourites/{asset}", decode="none")
    def add_favourite(
        self, asset: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Makes an asset a favourite; no effect if it is one.

        Needs a token of scope `write`. ``PUT /v1/favourites/{asset}``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("DELETE", "/v1/favourites/{asset}", decode="none")
    def remove_favourite(
        self, asset: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes an asset from the favourites; no effect if it is not one.

        Needs a token of scope `write`. ``DELETE /v1/favourites/{asset}``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("GET", "/v1/news")
    def list_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListNewsAnswer:
        """Articles, newest first.

        Needs a token of scope `read`. ``GET /v1/news``

        Args:
            asset: Only articles about this coin: a ticker or an id.
            topic: Only articles with this topic.
            source: Only articles of this source.
            since: The first day, in UTC.
            until: The last day, in UTC.
            search: Only articles with all these words, or beginnings of words, in title or summary. Text in quotation
                marks is a phrase.
            saved: Only articles that the caller saved.
            unread: Only articles that the caller has not read.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_news)
    def iterate_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Article]:
        """Iterates over ``list_news``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/news", fixed_query={"format": "csv"}, decode="text")
    def list_news_csv(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_news`` as a CSV table."""

    @operation("GET", "/v1/news/trending")
    def list_trending_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTrendingNewsAnswer:
        """The articles that spread fastest over several sources now, fastest first.

        Needs a token of scope `read`. ``GET /v1/news/trending``

        Args:
            asset: Only articles about this coin: a ticker or an id.
            topic: Only articles with this topic.
            source: Only articles of this source.
            since: The first day, in UTC.
            until: The last day, in UTC.
            search: Only articles with all these words, or beginnings of words, in title or summary. Text in quotation
                marks is a phrase.
            saved: Only articles that the caller saved.
            unread: Only articles that the caller has not read.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_trending_news)
    def iterate_trending_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Article]:
        """Iterates over ``list_trending_news``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/news/trending", fixed_query={"format": "csv"}, decode="text")
    def list_trending_news_csv(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_trending_news`` as a CSV table."""

    @operation("GET", "/v1/news/recommended")
    def list_recommended_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListRecommendedNewsAnswer:
        """The newest articles about coins that the caller holds or has marked as favourites.

        Needs a token of scope `read`. ``GET /v1/news/recommended``

        Args:
            asset: Only articles about this coin: a ticker or an id.
            topic: Only articles with this topic.
            source: Only articles of this source.
            since: The first day, in UTC.
            until: The last day, in UTC.
            search: Only articles with all these words, or beginnings of words, in title or summary. Text in quotation
                marks is a phrase.
            saved: Only articles that the caller saved.
            unread: Only articles that the caller has not read.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_recommended_news)
    def iterate_recommended_news(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Article]:
        """Iterates over ``list_recommended_news``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/news/recommended", fixed_query={"format": "csv"}, decode="text")
    def list_recommended_news_csv(
        self,
        *,
        asset: Optional[str] = None,
        topic: Optional[str] = None,
        source: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        search: Optional[str] = None,
        saved: Optional[bool] = None,
        unread: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_recommended_news`` as a CSV table."""

    @operation("GET", "/v1/news/topics")
    def list_news_topics(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListNewsTopicsAnswer:
        """The topics with most articles.

        Needs a token of scope `read`. ``GET /v1/news/topics``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_news_topics)
    def iterate_news_topics(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.NewsTopic]:
        """Iterates over ``list_news_topics``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/news/topics", fixed_query={"format": "csv"}, decode="text")
    def list_news_topics_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_news_topics`` as a CSV table."""

    @operation("GET", "/v1/news/sources")
    def list_news_sources(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListNewsSourcesAnswer:
        """The sources of news and their state.

        Needs a token of scope `read`. ``GET /v1/news/sources``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_news_sources)
    def iterate_news_sources(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.NewsSource]:
        """Iterates over ``list_news_sources``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/news/sources", fixed_query={"format": "csv"}, decode="text")
    def list_news_sources_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_news_sources`` as a CSV table."""

    @operation("GET", "/v1/news/{article}")
    def get_article(self, article: str, *, timeout_seconds: Optional[float] = None) -> t.Article:
        """An article.

        Needs a token of scope `read`. ``GET /v1/news/{article}``

        Args:
            article: The article's id.
        """

    @operation("POST", "/v1/news/{article}/read")
    def mark_article_read(
        self, article: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Article:
        """Marks an article as read by the caller.

        Needs a token of scope `write`. ``POST /v1/news/{article}/read``

        Args:
            article: The article's id.
        """

    @operation("POST", "/v1/news/{article}/unread")
    def mark_article_unread(
        self, article: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Article:
        """Marks an article as not read by the caller.

        Needs a token of scope `write`. ``POST /v1/news/{article}/unread``

        Args:
            article: The article's id.
        """

    @operation("POST", "/v1/news/{article}/saved")
    def save_article(
        self,
        article: str,
        *,
        saved: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Article:
        """Saves an article to be read later, or takes it off the caller's list.

        Needs a token of scope `write`. ``POST /v1/news/{article}/saved``

        Args:
            article: The article's id.
            saved: Whether to keep it on the list.
        """

    @operation("GET", "/v1/wallets")
    def list_wallets(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListWalletsAnswer:
        """Wallets with their values, sorted by name.

        Needs a token of scope `read`. ``GET /v1/wallets``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @pages(list_wallets)
    def iterate_wallets(
        self, *, limit: Optional[int] = None, currency: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.WalletInList]:
        """Iterates over ``list_wallets``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/wallets", fixed_query={"format": "csv"}, decode="text")
    def list_wallets_csv(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_wallets`` as a CSV table."""

    @operation("POST", "/v1/wallets")
    def create_wallet(
        self,
        *,
        name: str,
        cost_basis: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        allows_negative: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Wallet:
        """Creates a wallet.

        Needs a token of scope `write`. ``POST /v1/wallets``

        Args:
            name: Unique among the owner's wallets; names that differ in case, or look alike, are the same.
            cost_basis: Which lots are used first (default: fifo).
            allows_negative: Whether holdings may fall below zero (an account with credit).
        """

    @operation("GET", "/v1/wallets/{wallet}")
    def get_wallet(self, wallet: str, *, timeout_seconds: Optional[float] = None) -> t.Wallet:
        """A wallet with its current holdings and their value at the newest stored closes.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
        """

    @operation("GET", "/v1/wallets/{wallet}", fixed_query={"format": "csv"}, decode="text")
    def get_wallet_csv(self, wallet: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_wallet`` as a CSV table."""

    @operation("PATCH", "/v1/wallets/{wallet}", headers={"if_match": "If-Match"})
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
        """Changes a wallet's name, or its cost basis for its whole history.

        Needs a token of scope `write`. ``PATCH /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
            if_match: The ETag of the wallet as you read it; the request is refused with 412 if the wallet has changed
                since.
        """

    @operation("DELETE", "/v1/wallets/{wallet}", headers={"if_match": "If-Match"}, decode="none")
    def delete_wallet(
        self,
        wallet: str,
        *,
        with_holdings: Optional[bool] = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> None:
        """Deletes a wallet; its transactions stay in the journal.

        Needs a token of scope `write`. ``DELETE /v1/wallets/{wallet}``

        Args:
            wallet: A wallet's id, or its name in any case.
            with_holdings: Delete it even if it still holds something.
            if_match: The ETag of the wallet as you read it; the request is refused with 412 if the wallet has changed
                since.
        """

    @operation("POST", "/v1/wallets/{wallet}/restoration")
    def restore_wallet(
        self, wallet: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Wallet:
        """Undoes the deletion of a wallet; by a name, of the one that was deleted last.

        Needs a token of scope `write`. ``POST /v1/wallets/{wallet}/restoration``

        Args:
            wallet: A wallet's id, or its name in any case.
        """

    @operation("GET", "/v1/wallets/{wallet}/transactions")
    def list_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListTransactionsAnswer:
        """A wallet's transactions, newest first.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/transactions``

        Args:
            wallet: A wallet's id, or its name in any case.
            asset: Only transactions that change the holding of this asset.
            kind: Only transactions of this kind.
            since: Only transactions from this day on.
            until: Only transactions up to this day.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_transactions)
    def iterate_transactions(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Transaction]:
        """Iterates over ``list_transactions``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/wallets/{wallet}/transactions", fixed_query={"format": "csv"}, decode="text")
    def list_transactions_csv(
        self,
        wallet: str,
        *,
        asset: Optional[str] = None,
        kind: Optional[Literal["deposit", "withdrawal", "buy", "sell", "transfer", "fee", "income", "swap", "split", "correction"]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_transactions`` as a CSV table."""

    @operation("POST", "/v1/wallets/{wallet}/transactions")
    def record_transactions(
        self,
        wallet: str,
        body: t.Order,
        *,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Records what happened in a wallet: deposits, withdrawals, trades, transfers, fees or income; or sets its
        holdings.

        Needs a token of scope `write`. ``POST /v1/wallets/{wallet}/transactions``

        Args:
            wallet: A wallet's id, or its name in any case.
            body: The body.
        """

    @operation("GET", "/v1/transactions/{transaction}")
    def get_transaction(self, transaction: int, *, timeout_seconds: Optional[float] = None) -> t.Transaction:
        """One transaction.

        Needs a token of scope `read`. ``GET /v1/transactions/{transaction}``

        Args:
            transaction: The number of a transaction.
        """

    @operation("POST", "/v1/transactions/{transaction}/correction")
    def correct_transaction(
        self, transaction: int, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Receipt:
        """Reverses a transaction, as if it had never been recorded; both stay in the journal.

        Needs a token of scope `write`. ``POST /v1/transactions/{transaction}/correction``

        Args:
            transaction: The number of a transaction.
        """

    @operation("POST", "/v1/corrections")
    def correct_transactions(
        self,
        *,
        transactions: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Reverses transactions, all or none: for example, one and those that used what it added.

        Needs a token of scope `write`. ``POST /v1/corrections``
        """

    @operation("POST", "/v1/restorations")
    def restore_transactions(
        self,
        *,
        transactions: Sequence[int],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Receipt:
        """Records reversed transactions again, all or none, as they were before.

        Needs a token of scope `write`. ``POST /v1/restorations``
        """

    @operation("POST", "/v1/wallets/{wallet}/transactions/preview", can_repeat=True)
    def preview_transactions(self, wallet: str, body: t.Order, *, timeout_seconds: Optional[float] = None) -> t.Receipt:
        """Previews what an order would do, and records nothing.

        Needs a token of scope `read`. ``POST /v1/wallets/{wallet}/transactions/preview``

        Args:
            wallet: A wallet's id, or its name in any case.
            body: The body.
        """

    @operation("GET", "/v1/transactions/export")
    def export_transactions(
        self, *, wallet: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ExportTransactionsAnswer:
        """Transactions in effect, oldest first: without reversed transactions and their reversals.

        Needs a token of scope `read`. ``GET /v1/transactions/export``

        Args:
            wallet: Only transactions of this wallet, by its id or name.
        """

    @operation("GET", "/v1/transactions/export", fixed_query={"format": "csv"}, decode="text")
    def export_transactions_csv(self, *, wallet: Optional[str] = None, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``export_transactions`` as a CSV table."""

    @operation(
        "POST",
        "/v1/transactions/import",
        query=["wallet", "create", "row_order", "deposit_missing_cash", "form", "map", "leave_out_unreadable", "match_transfers"],
    )
    def import_transactions(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        deposit_missing_cash: Optional[bool] = None,
        form: Optional[str] = None,
        map: Optional[str] = None,
        leave_out_unreadable: Optional[bool] = None,
        match_transfers: Optional[bool] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Records the rows of a CSV or JSON file, ours or another program's, all or none. Rows recorded before are
        skipped.

        Needs a token of scope `write`. ``POST /v1/transactions/import``

        Args:
            wallet: The wallet for rows that name none, by its id or name.
            create: Create wallets that do not exist.
            row_order: Row order of the file, used for rows with the same time. Default: detected from the times.
            deposit_missing_cash: Also record deposits of the cash that the wallets lack for the rows.
            form: The form of another program's file. Default: found by its columns.
            map: A form as JSON, for a file that no form reads.
            leave_out_unreadable: Leave rows out that cannot be read, instead of refusing the file.
            match_transfers: Record withdrawals that arrived in another wallet as transfers, in the place of both.
            body: A file: text/csv or application/json.
        """

    @operation(
        "POST",
        "/v1/transactions/import/preview",
        query=["wallet", "create", "row_order", "deposit_missing_cash", "form", "map", "leave_out_unreadable", "match_transfers"],
        can_repeat=True,
    )
    def preview_import(
        self,
        body: Union[bytes, str],
        *,
        wallet: Optional[str] = None,
        create: Optional[bool] = None,
        row_order: Optional[Literal["oldest-first", "newest-first"]] = None,
        deposit_missing_cash: Optional[bool] = None,
        form: Optional[str] = None,
        map: Optional[str] = None,
        leave_out_unreadable: Optional[bool] = None,
        match_transfers: Optional[bool] = None,
        content_type: str = "text/csv",
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportReceipt:
        """Reports what an import would record, or why it would be refused, and records nothing.

        Needs a token of scope `read`. ``POST /v1/transactions/import/preview``

        Args:
            wallet: The wallet for rows that name none, by its id or name.
            create: Create wallets that do not exist.
            row_order: Row order of the file, used for rows with the same time. Default: detected from the times.
            deposit_missing_cash: Also record deposits of the cash that the wallets lack for the rows.
            form: The form of another program's file. Default: found by its columns.
            map: A form as JSON, for a file that no form reads.
            leave_out_unreadable: Leave rows out that cannot be read, instead of refusing the file.
            match_transfers: Record withdrawals that arrived in another wallet as transfers, in the place of both.
            body: A file: text/csv or application/json.
        """

    @operation("GET", "/v1/wallets/{wallet}/valuation")
    def get_valuation(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Valuation:
        """Holdings and their value, at the closes of one day.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/valuation``

        Args:
            wallet: A wallet's id, or its name in any case.
            on: As of the end of this day (default: current holdings, at the closes of the newest stored day).
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/wallets/{wallet}/valuation", fixed_query={"format": "csv"}, decode="text")
    def get_valuation_csv(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_valuation`` as a CSV table."""

    @operation("GET", "/v1/wallets/{wallet}/gains")
    def get_gains(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Realized and unrealized gains of each lot and coin, and three returns.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/gains``

        Args:
            wallet: A wallet's id, or its name in any case.
            on: As of the end of this day (default: current holdings, at the closes of the newest stored day).
            method: Which lots are used first, to compare (default: each wallet's own method).
            explain: Also explain every total: the lots, prices and formulas behind it.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/wallets/{wallet}/gains", fixed_query={"format": "csv"}, decode="text")
    def get_gains_csv(
        self,
        wallet: str,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_gains`` as a CSV table."""

    @operation("GET", "/v1/wallets/{wallet}/value")
    def get_value_over_time(
        self,
        wallet: str,
        *,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ValueOverTime:
        """Value at the end of each day, week or month, at stored closes.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/value``

        Args:
            wallet: A wallet's id, or its name in any case.
            since: The first day (default: that of the first transaction).
            until: The last day (default: the newest stored day).
            interval: The last day of each day, week or month.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/wallets/{wallet}/value", fixed_query={"format": "csv"}, decode="text")
    def get_value_over_time_csv(
        self,
        wallet: str,
        *,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_value_over_time`` as a CSV table."""

    @operation("GET", "/v1/portfolio/valuation")
    def get_portfolio_valuation(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValuation:
        """Holdings and their value, at the closes of one day. For several wallets together; transfers between them are
        not flows.

        Needs a token of scope `read`. ``GET /v1/portfolio/valuation``

        Args:
            wallets: Ids or names of wallets, separated by commas (default: all wallets).
            on: As of the end of this day (default: current holdings, at the closes of the newest stored day).
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/portfolio/valuation", fixed_query={"format": "csv"}, decode="text")
    def get_portfolio_valuation_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_portfolio_valuation`` as a CSV table."""

    @operation("GET", "/v1/portfolio/gains")
    def get_portfolio_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioGains:
        """Realized and unrealized gains of each lot and coin, and three returns. For several wallets together;
        transfers between them are not flows.

        Needs a token of scope `read`. ``GET /v1/portfolio/gains``

        Args:
            wallets: Ids or names of wallets, separated by commas (default: all wallets).
            on: As of the end of this day (default: current holdings, at the closes of the newest stored day).
            method: Which lots are used first, to compare (default: each wallet's own method).
            explain: Also explain every total: the lots, prices and formulas behind it.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/portfolio/gains", fixed_query={"format": "csv"}, decode="text")
    def get_portfolio_gains_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_portfolio_gains`` as a CSV table."""

    @operation("GET", "/v1/portfolio/value")
    def get_portfolio_value_over_time(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioValueOverTime:
        """Value at the end of each day, week or month, at stored closes. For several wallets together; transfers
        between them are not flows.

        Needs a token of scope `read`. ``GET /v1/portfolio/value``

        Args:
            wallets: Ids or names of wallets, separated by commas (default: all wallets).
            since: The first day (default: that of the first transaction).
            until: The last day (default: the newest stored day).
            interval: The last day of each day, week or month.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/portfolio/value", fixed_query={"format": "csv"}, decode="text")
    def get_portfolio_value_over_time_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        interval: Optional[Literal["1d", "1w", "1mo"]] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_portfolio_value_over_time`` as a CSV table."""

    @operation("GET", "/v1/wallets/{wallet}/realized-gains")
    def get_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RealizedGains:
        """Every sale, fee and income in cash, oldest first: when it was acquired and sold, proceeds, cost and gain.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/realized-gains``

        Args:
            wallet: A wallet's id, or its name in any case.
            year: Only disposals in this calendar year of the time zone.
            time_zone: The time zone of days and years, by its IANA name. Midnight UTC stands for a day without a time,
                and stays that day in every zone.
            on: Only transactions up to the end of this day (default: all).
            method: Which lots are used first, to compare (default: each wallet's own method).
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(get_realized_gains)
    def iterate_realized_gains(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.RealizedGainsDataItem]:
        """Iterates over ``get_realized_gains``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/wallets/{wallet}/realized-gains", fixed_query={"format": "csv"}, decode="text")
    def get_realized_gains_csv(
        self,
        wallet: str,
        *,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_realized_gains`` as a CSV table."""

    @operation("GET", "/v1/portfolio/realized-gains")
    def get_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioRealizedGains:
        """Every sale, fee and income in cash, oldest first: when it was acquired and sold, proceeds, cost and gain. For
        several wallets together; transfers between them are not flows.

        Needs a token of scope `read`. ``GET /v1/portfolio/realized-gains``

        Args:
            wallets: Ids or names of wallets, separated by commas (default: all wallets).
            year: Only disposals in this calendar year of the time zone.
            time_zone: The time zone of days and years, by its IANA name. Midnight UTC stands for a day without a time,
                and stays that day in every zone.
            on: Only transactions up to the end of this day (default: all).
            method: Which lots are used first, to compare (default: each wallet's own method).
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(get_portfolio_realized_gains)
    def iterate_portfolio_realized_gains(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.RealizedGainsDataItem]:
        """Iterates over ``get_portfolio_realized_gains``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/portfolio/realized-gains", fixed_query={"format": "csv"}, decode="text")
    def get_portfolio_realized_gains_csv(
        self,
        *,
        wallets: Optional[Sequence[str]] = None,
        year: Optional[int] = None,
        time_zone: Optional[str] = None,
        on: Optional[Union[str, datetime.date]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average"]] = None,
        currency: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_portfolio_realized_gains`` as a CSV table."""

    @operation("GET", "/v1/portfolio/tax")
    def get_tax_report(
        self,
        *,
        year: int,
        country: Optional[Literal["it", "de", "kz", "us", "gb", "generic"]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average", "shares"]] = None,
        wallet: Optional[str] = None,
        time_zone: Optional[str] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TaxReport:
        """The disposals and the income of a tax year, by the rules of a country. It is not tax advice, and computes
        gains, not the tax.

        Needs a token of scope `read`. ``GET /v1/portfolio/tax``

        Args:
            year: The year in which the tax year begins.
            country: The country whose rules are applied.
            method: How disposals are matched (default: the usual one of the country).
            wallet: List only what left or came into this wallet, by its id or name; all wallets are matched in any
                case.
            time_zone: The IANA name of the time zone of days and years (default: the account's).
            currency: The currency of all figures (default: the country's).
        """

    @operation("GET", "/v1/portfolio/tax", fixed_query={"format": "csv"}, decode="text")
    def get_tax_report_csv(
        self,
        *,
        year: int,
        country: Optional[Literal["it", "de", "kz", "us", "gb", "generic"]] = None,
        method: Optional[Literal["fifo", "lifo", "hifo", "average", "shares"]] = None,
        wallet: Optional[str] = None,
        time_zone: Optional[str] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_tax_report`` as a CSV table."""

    @operation("GET", "/v1/wallets/{wallet}/forecast")
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
        currency: Optional[str] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.WalletForecast:
        """Forecasts the total on the next days, from joint sample paths of the coins held now.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/forecast``

        Args:
            wallet: A wallet's id, or its name in any case.
            days: How many days (default: the model's full horizon).
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them, or for touch; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name from GET /v1/models (default: the default model).
            version: The model's version (default: the highest).
            above: Show how likely each day's total is to be above this value.
            below: Show how likely each day's total is to be below this value.
            touch: Show how likely the total is to reach this value by the end of each day.
            as_of: The last day that the forecast may see (default: the newest stored day).
            leave_out: Leave out coins that cannot be forecast, and name them; otherwise the request fails.
            currency: The currency of all totals, converted at the close of the last day seen on all days.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """

    @operation("GET", "/v1/wallets/{wallet}/forecast", fixed_query={"format": "csv"}, decode="text")
    def forecast_wallet_csv(
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
        currency: Optional[str] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``forecast_wallet`` as a CSV table."""

    @operation("GET", "/v1/portfolio/forecast")
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
        currency: Optional[str] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PortfolioForecast:
        """Forecasts the total on the next days, from joint sample paths of the coins held now. For several wallets
        together; transfers between them are not flows.

        Needs a token of scope `read`. ``GET /v1/portfolio/forecast``

        Args:
            wallets: Ids or names of wallets, separated by commas (default: all wallets).
            days: How many days (default: the model's full horizon).
            levels: Central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9. Default: 50, 80 and 95;
                an empty array: points only.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series, for a model that draws them, or for touch; 1000.
            seed: The same seed draws the same paths; 1.
            model: A name from GET /v1/models (default: the default model).
            version: The model's version (default: the highest).
            above: Show how likely each day's total is to be above this value.
            below: Show how likely each day's total is to be below this value.
            touch: Show how likely the total is to reach this value by the end of each day.
            as_of: The last day that the forecast may see (default: the newest stored day).
            leave_out: Leave out coins that cannot be forecast, and name them; otherwise the request fails.
            currency: The currency of all totals, converted at the close of the last day seen on all days.
            fill: Fill missing and bad closes with the previous close.
            skip_day: Days whose closes are left out; the previous close is used instead. Such forecasts are not kept in
                the diary.
        """

    @operation("GET", "/v1/portfolio/forecast", fixed_query={"format": "csv"}, decode="text")
    def forecast_portfolio_csv(
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
        currency: Optional[str] = None,
        fill: Optional[Literal["previous"]] = None,
        skip_day: Optional[Sequence[Union[str, datetime.date]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``forecast_portfolio`` as a CSV table."""

    @operation("GET", "/v1/investments")
    def get_investments(
        self,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Gains:
        """Investments with their gains against their buy prices: the lots of the wallet Investments.

        Needs a token of scope `read`. ``GET /v1/investments``

        Args:
            on: As of the end of this day (default: current holdings, at the closes of the newest stored day).
            explain: Also explain every total: the lots, prices and formulas behind it.
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
        """

    @operation("GET", "/v1/investments", fixed_query={"format": "csv"}, decode="text")
    def get_investments_csv(
        self,
        *,
        on: Optional[Union[str, datetime.date]] = None,
        explain: Optional[bool] = None,
        currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_investments`` as a CSV table."""

    @operation("POST", "/v1/investments")
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

        Needs a token of scope `write`. ``POST /v1/investments``

        Args:
            asset: A ticker or an id.
            quantity: How many coins.
            price: The price of one coin, in USD.
            time: When it happened (default: now).
            note: A note to store with the transaction.
        """

    @operation("DELETE", "/v1/investments")
    def remove_investments(
        self, *, ids: Sequence[int], idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Receipt:
        """Removes investments, all or none, as if they had never been made.

        Needs a token of scope `write`. ``DELETE /v1/investments``

        Args:
            ids: The numbers of the investments, separated by commas.
        """

    @operation("PUT", "/v1/investments/{transaction}")
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
        """Corrects an investment: reverses it and records it again, both or neither.

        Needs a token of scope `write`. ``PUT /v1/investments/{transaction}``

        Args:
            transaction: The number of an investment.
            asset: A ticker or an id.
            quantity: How many coins.
            price: The price of one coin, in USD.
            time: When it happened (default: now).
            note: A note to store with the transaction.
        """

    @operation("GET", "/v1/wallets/{wallet}/shares")
    def list_wallet_shares(
        self,
        wallet: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListWalletSharesAnswer:
        """The links to a wallet that have not ended, newest first.

        Needs a token of scope `read`. ``GET /v1/wallets/{wallet}/shares``

        Args:
            wallet: A wallet's id, or its name in any case.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_wallet_shares)
    def iterate_wallet_shares(
        self, wallet: str, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.WalletShare]:
        """Iterates over ``list_wallet_shares``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/wallets/{wallet}/shares", fixed_query={"format": "csv"}, decode="text")
    def list_wallet_shares_csv(
        self,
        wallet: str,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_wallet_shares`` as a CSV table."""

    @operation("POST", "/v1/wallets/{wallet}/shares")
    def create_wallet_share(
        self,
        wallet: str,
        *,
        label: str,
        shows: Optional[Literal["percent", "amounts"]] = None,
        days: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.MadeWalletShare:
        """Makes a link that shows a wallet to anybody who has it, read only.

        Needs a token of scope `write`. ``POST /v1/wallets/{wallet}/shares``

        Args:
            wallet: A wallet's id, or its name in any case.
            label: What its readers see in place of the wallet's name.
            shows: Percentages only, or amounts too.
            days: The days until it ends.
        """

    @operation("DELETE", "/v1/wallets/{wallet}/shares/{share}", decode="none")
    def revoke_wallet_share(self, wallet: str, share: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Revokes a link, with effect from the next request.

        Needs a token of scope `write`. ``DELETE /v1/wallets/{wallet}/shares/{share}``

        Args:
            wallet: A wallet's id, or its name in any case.
            share: The link's id.
        """

    @operation("GET", "/v1/shared/{token}")
    def get_shared_wallet(
        self, token: str, *, currency: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.SharedWallet:
        """What the readers of a link to a wallet see: its parts and changes in percent, and its amounts if the link
        shows them.

        Needs no token. ``GET /v1/shared/{token}``

        Args:
            token: The secret of the link.
            currency: The currency of amounts and changes.
        """

    @operation("GET", "/v1/shared/{token}", fixed_query={"format": "csv"}, decode="text")
    def get_shared_wallet_csv(
        self, token: str, *, currency: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``get_shared_wallet`` as a CSV table."""

    @operation("GET", "/v1/trading/account")
    def get_trading_account(self, *, timeout_seconds: Optional[float] = None) -> t.TradingAccount:
        """The caller's simulated account: balances, level and limits. No real money is ever moved.

        Needs a token of scope `read`. ``GET /v1/trading/account``
        """

    @operation("PUT", "/v1/trading/account")
    def open_trading_account(
        self, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.TradingAccount:
        """Opens the simulated account, as the first trade, payment or transfer does too. The caller then has a referral
        code.

        Needs a token of scope `write`. ``PUT /v1/trading/account``
        """

    @operation("PATCH", "/v1/trading/account")
    def change_trading_account(
        self,
        *,
        tolerance_percent: Optional[Union[str, decimal.Decimal, int, float]] = None,
        password_above_usd: Optional[Union[str, decimal.Decimal, int, float]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingAccount:
        """Changes the limits that the caller has set.

        Needs a token of scope `write`. ``PATCH /v1/trading/account``

        Args:
            tolerance_percent: How far a price may move between a quote and its confirmation: 0 to 100, at most four
                decimal places.
            password_above_usd: Withdrawals and transfers above it need the password again. So does raising it.
        """

    @operation("POST", "/v1/trading/quotes")
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
        """Quotes a trade at the current stored price. The quote is valid for 30 seconds and can be confirmed once.

        Needs a token of scope `write`. ``POST /v1/trading/quotes``

        Args:
            asset: A ticker or an id.
            cash: The cash to spend, fee included, or to receive; or give quantity.
            quantity: How many coins, at most eight decimal places.
        """

    @operation("POST", "/v1/trading/quotes/{quote}/confirmation")
    def confirm_trade(
        self, quote: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.TradeOrder:
        """Confirms a quote: trades exactly as it says. Confirming it again returns the same order.

        Needs a token of scope `write`. ``POST /v1/trading/quotes/{quote}/confirmation``

        Args:
            quote: The quote's id.
        """

    @operation("GET", "/v1/trading/orders")
    def list_open_orders(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListOpenOrdersAnswer:
        """Open limit and stop orders, oldest first; orders that have ended are in the history.

        Needs a token of scope `read`. ``GET /v1/trading/orders``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_open_orders)
    def iterate_open_orders(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.TradeOrder]:
        """Iterates over ``list_open_orders``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/trading/orders", fixed_query={"format": "csv"}, decode="text")
    def list_open_orders_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_open_orders`` as a CSV table."""

    @operation("POST", "/v1/trading/orders")
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
        """Places a limit or stop order. It reserves what it needs until stored prices reach it, it expires or you
        cancel it.

        Needs a token of scope `write`. ``POST /v1/trading/orders``

        Args:
            asset: A ticker or an id.
            price: The limit or stop for one coin, in the currency.
            days: Days until it expires.
            cash: The cash to spend, fee included, or to receive; or give quantity.
            quantity: How many coins, at most eight decimal places.
        """

    @operation("GET", "/v1/trading/orders/{order}")
    def get_order(self, order: str, *, timeout_seconds: Optional[float] = None) -> t.TradeOrder:
        """An order.

        Needs a token of scope `read`. ``GET /v1/trading/orders/{order}``

        Args:
            order: The order's id.
        """

    @operation("DELETE", "/v1/trading/orders/{order}")
    def cancel_order(
        self, order: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.TradeOrder:
        """Cancels an open order and releases what it has reserved.

        Needs a token of scope `write`. ``DELETE /v1/trading/orders/{order}``

        Args:
            order: The order's id.
        """

    @operation("GET", "/v1/trading/plans")
    def list_plans(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListPlansAnswer:
        """Repeated purchases, oldest first.

        Needs a token of scope `read`. ``GET /v1/trading/plans``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_plans)
    def iterate_plans(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.RecurringPlan]:
        """Iterates over ``list_plans``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/trading/plans", fixed_query={"format": "csv"}, decode="text")
    def list_plans_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_plans`` as a CSV table."""

    @operation("POST", "/v1/trading/plans")
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

        Needs a token of scope `write`. ``POST /v1/trading/plans``

        Args:
            cash: The amount of each purchase, fee included.
            days: Days until it ends.
        """

    @operation("DELETE", "/v1/trading/plans/{plan}")
    def cancel_plan(
        self, plan: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.RecurringPlan:
        """Ends a repeated purchase.

        Needs a token of scope `write`. ``DELETE /v1/trading/plans/{plan}``

        Args:
            plan: The plan's id.
        """

    @operation("GET", "/v1/trading/deposits")
    def get_deposit_details(self, *, timeout_seconds: Optional[float] = None) -> t.DepositDetails:
        """Where to send a deposit: an account at a made-up bank. Do not send real money there.

        Needs a token of scope `read`. ``GET /v1/trading/deposits``
        """

    @operation("POST", "/v1/trading/deposits")
    def announce_deposit(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Payment:
        """Announces a deposit of simulated cash. It arrives after a few banking days.

        Needs a token of scope `write`. ``POST /v1/trading/deposits``

        Args:
            amount: At most two decimal places.
        """

    @operation("POST", "/v1/trading/withdrawals/preview")
    def preview_withdrawal(
        self,
        *,
        currency: Literal["USD", "EUR"],
        amount: Union[str, decimal.Decimal, int, float],
        method: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentPreview:
        """Previews a withdrawal: its fee and when it would arrive. Nothing is recorded.

        Needs a token of scope `read`. ``POST /v1/trading/withdrawals/preview``

        Args:
            amount: At most two decimal places.
            method: The id of a linked card or bank account.
        """

    @operation("POST", "/v1/trading/withdrawals")
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
        """Withdraws simulated cash to a linked card or account. It is reserved at once and settles after a few banking
        days. You can cancel it until it is sent.

        Needs a token of scope `write`. ``POST /v1/trading/withdrawals``

        Args:
            amount: At most two decimal places.
            method: The id of a linked card or bank account.
            due_at: From the preview; the withdrawal is refused if it would arrive at another time.
        """

    @operation("GET", "/v1/trading/payments/{payment}")
    def get_payment(self, payment: str, *, timeout_seconds: Optional[float] = None) -> t.Payment:
        """A deposit or withdrawal.

        Needs a token of scope `read`. ``GET /v1/trading/payments/{payment}``

        Args:
            payment: The payment's id.
        """

    @operation("DELETE", "/v1/trading/payments/{payment}")
    def cancel_payment(
        self, payment: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Payment:
        """Cancels a withdrawal that has not been sent, or a deposit that has not arrived.

        Needs a token of scope `write`. ``DELETE /v1/trading/payments/{payment}``

        Args:
            payment: The payment's id.
        """

    @operation("GET", "/v1/trading/methods")
    def list_payment_methods(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListPaymentMethodsAnswer:
        """Linked cards and bank accounts, oldest first. Only the last four digits are kept.

        Needs a token of scope `read`. ``GET /v1/trading/methods``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_payment_methods)
    def iterate_payment_methods(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.PaymentMethod]:
        """Iterates over ``list_payment_methods``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/trading/methods", fixed_query={"format": "csv"}, decode="text")
    def list_payment_methods_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_payment_methods`` as a CSV table."""

    @operation("POST", "/v1/trading/methods/cards")
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

        Needs a session in which the password was confirmed within the last ten minutes.
        ``POST /v1/trading/methods/cards``

        Args:
            expires: MM/YY.
            label: A name to recognize it by.
        """

    @operation("POST", "/v1/trading/methods/bank-accounts")
    def add_bank_account(
        self,
        *,
        iban: str,
        label: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.PaymentMethod:
        """Links a bank account. Its IBAN is checked, and only the last four digits are kept.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``POST /v1/trading/methods/bank-accounts``

        Args:
            label: A name to recognize it by.
        """

    @operation("PATCH", "/v1/trading/methods/{method}")
    def rename_payment_method(
        self, method: str, *, label: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.PaymentMethod:
        """Renames a card or account.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``PATCH /v1/trading/methods/{method}``

        Args:
            method: The payment method's id.
        """

    @operation("DELETE", "/v1/trading/methods/{method}", decode="none")
    def remove_payment_method(
        self, method: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a card or account. Withdrawals on their way to it still arrive.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/trading/methods/{method}``

        Args:
            method: The payment method's id.
        """

    @operation("PUT", "/v1/trading/addresses/{asset}")
    def make_coin_address(
        self, asset: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.CoinAddress:
        """The caller's address for a coin: created by the first request, then always the same. It is on no real
        blockchain.

        Needs a token of scope `write`. ``PUT /v1/trading/addresses/{asset}``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("GET", "/v1/trading/addresses/{asset}/qr", decode="bytes")
    def get_coin_address_qr(self, asset: str, *, timeout_seconds: Optional[float] = None) -> bytes:
        """The caller's address for a coin as a QR code.

        Needs a token of scope `read`. ``GET /v1/trading/addresses/{asset}/qr``

        Args:
            asset: A ticker, or an id if several assets have the ticker.
        """

    @operation("POST", "/v1/trading/transfers/preview")
    def preview_transfer(
        self,
        *,
        asset: str,
        quantity: Union[str, decimal.Decimal, int, float],
        address: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TransferPreview:
        """Previews what sending coins would cost. Nothing is sent.

        Needs a token of scope `read`. ``POST /v1/trading/transfers/preview``

        Args:
            quantity: The quantity that arrives; the fee comes on top.
            address: The receiver's address.
        """

    @operation("POST", "/v1/trading/transfers")
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
        """Sends coins to another person, who receives them at once.

        Needs a token of scope `write`. ``POST /v1/trading/transfers``

        Args:
            quantity: The quantity that arrives; the fee comes on top.
            address: The receiver's address.
            note: A note for both people.
        """

    @operation("GET", "/v1/trading/history")
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
        """All past and pending entries of the simulated account, newest first.

        Needs a token of scope `read`. ``GET /v1/trading/history``

        Args:
            kind: Only these kinds.
            asset: Only entries of this coin.
            since: Only entries from this day on.
            until: Only entries up to this day.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_trading_history)
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

    @operation("GET", "/v1/trading/history", fixed_query={"format": "csv"}, decode="text")
    def list_trading_history_csv(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_trading_history`` as a CSV table."""

    @operation("GET", "/v1/trading/history/export")
    def export_trading_history(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExportTradingHistoryAnswer:
        """The history as a file, newest first. Entries that end while you download a long file may be missing.

        Needs a token of scope `read`. ``GET /v1/trading/history/export``

        Args:
            kind: Only these kinds.
            asset: Only entries of this coin.
            since: Only entries from this day on.
            until: Only entries up to this day.
        """

    @operation("GET", "/v1/trading/history/export", fixed_query={"format": "csv"}, decode="text")
    def export_trading_history_csv(
        self,
        *,
        kind: Optional[Sequence[Literal["buy", "sell", "deposit", "withdrawal", "send", "receive", "reward"]]] = None,
        asset: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``export_trading_history`` as a CSV table."""

    @operation("GET", "/v1/trading/history/{entry}")
    def get_history_entry(self, entry: str, *, timeout_seconds: Optional[float] = None) -> t.TradingHistoryEntry:
        """One entry of the history.

        Needs a token of scope `read`. ``GET /v1/trading/history/{entry}``

        Args:
            entry: The id of an order, payment, transfer or reward.
        """

    @operation("GET", "/v1/trading/verification")
    def get_verification(self, *, timeout_seconds: Optional[float] = None) -> t.IdentityVerification:
        """The state of the caller's identity verification, and when operators looked at the documents.

        Needs a session without pending steps. ``GET /v1/trading/verification``
        """

    @operation("POST", "/v1/trading/verification/phone")
    def send_phone_code(self, *, phone: str, timeout_seconds: Optional[float] = None) -> t.IdentityVerification:
        """Sends a code to a telephone. It works for ten minutes; you can request three an hour.

        Needs a session without pending steps. ``POST /v1/trading/verification/phone``
        """

    @operation("POST", "/v1/trading/verification/phone/confirmation")
    def confirm_phone(
        self, *, code: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.IdentityVerification:
        """Confirms the telephone with the code sent to it. After five wrong codes, request a new one.

        Needs a session without pending steps. ``POST /v1/trading/verification/phone/confirmation``
        """

    @operation("POST", "/v1/trading/verification/documents", query=["kind", "side"])
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

        Needs a session without pending steps. ``POST /v1/trading/verification/documents``

        Args:
            kind: The kind of document.
            side: Which side the photo shows.
            body: A file: image/jpeg or image/png or image/webp.
        """

    @operation("DELETE", "/v1/trading/verification/documents/{document}", decode="none")
    def remove_document(
        self, document: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Deletes a photo that has not been submitted.

        Needs a session without pending steps. ``DELETE /v1/trading/verification/documents/{document}``

        Args:
            document: The document's id.
        """

    @operation("POST", "/v1/trading/verification/submission")
    def submit_verification(
        self, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.IdentityVerification:
        """Submits the documents to the operators. You cannot change anything until they decide.

        Needs a session without pending steps. ``POST /v1/trading/verification/submission``
        """

    @operation("GET", "/v1/trading/support")
    def get_support_messages(self, *, timeout_seconds: Optional[float] = None) -> t.SupportThread:
        """The caller's messages with the operators.

        Needs a token of scope `read`. ``GET /v1/trading/support``
        """

    @operation("GET", "/v1/trading/support", fixed_query={"format": "csv"}, decode="text")
    def get_support_messages_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_support_messages`` as a CSV table."""

    @operation("POST", "/v1/trading/support")
    def send_support_message(
        self, *, text: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.SupportMessage:
        """Sends a message to the operators, at most 20 an hour.

        Needs a token of scope `write`. ``POST /v1/trading/support``
        """

    @operation("POST", "/v1/trading/support/read", decode="none")
    def mark_support_read(
        self, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Marks the operators' answers as read.

        Needs a token of scope `write`. ``POST /v1/trading/support/read``
        """

    @operation("GET", "/v1/trading/referral")
    def get_referral(self, *, timeout_seconds: Optional[float] = None) -> t.Referral:
        """The caller's referral code, and how many people have used it.

        Needs a token of scope `read`. ``GET /v1/trading/referral``
        """

    @operation("PUT", "/v1/trading/referral")
    def use_referral_code(
        self, *, code: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Referral:
        """Enters the code of the person who invited the caller: once, and before the caller is verified.

        Needs a token of scope `write`. ``PUT /v1/trading/referral``
        """

    @operation("GET", "/v1/trading/earnings")
    def get_earnings(
        self,
        *,
        currency: Optional[str] = None,
        period: Optional[Literal["1w", "1m", "3m", "1y", "all"]] = None,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingEarnings:
        """Gains and losses of the simulated account over time, compared with buying and holding one coin for the same
        payments.

        Needs a token of scope `read`. ``GET /v1/trading/earnings``

        Args:
            currency: The currency of all figures. Each is converted at the rate of its day, and is null if there is
                none. Days without a rate, such as weekends, use the rate of up to five days before.
            period: The days to list.
            coin: The coin to compare with (default: the caller's preferred coin, or BTC).
        """

    @operation("GET", "/v1/trading/earnings", fixed_query={"format": "csv"}, decode="text")
    def get_earnings_csv(
        self,
        *,
        currency: Optional[str] = None,
        period: Optional[Literal["1w", "1m", "3m", "1y", "all"]] = None,
        coin: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``get_earnings`` as a CSV table."""

    @operation("GET", "/v1/trading/feed")
    def get_feed(self, *, coin: Optional[str] = None, timeout_seconds: Optional[float] = None) -> t.CoinFeed:
        """The order of the caller's favourites, and as pages show it, with the preferred coin first.

        Needs a token of scope `read`. ``GET /v1/trading/feed``

        Args:
            coin: The coin to show first (default: the caller's preferred coin).
        """

    @operation("PUT", "/v1/trading/feed")
    def set_feed(
        self, *, assets: Sequence[str], idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.CoinFeed:
        """Sets the order of the favourites.

        Needs a token of scope `write`. ``PUT /v1/trading/feed``
        """

    @operation("GET", "/v1/trading/rules")
    def get_trading_rules(self, *, timeout_seconds: Optional[float] = None) -> t.TradingRules:
        """Fees, minimum and maximum amounts, maximum ages of prices, banking days, and the limits of each level.

        Needs a token of scope `read`. ``GET /v1/trading/rules``
        """

    @operation("GET", "/v1/trading/rules", fixed_query={"format": "csv"}, decode="text")
    def get_trading_rules_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_trading_rules`` as a CSV table."""

    @operation("GET", "/v1/trading/help")
    def get_trading_help(
        self,
        *,
        query: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.TradingHelp:
        """Questions and answers about the simulated account, with its current fees and limits, and community links.

        Needs a token of scope `read`. ``GET /v1/trading/help``

        Args:
            query: Words to search for (default: all questions).
            language: The language (default: the caller's, or English).
        """

    @operation("GET", "/v1/paper-matches")
    def list_paper_matches(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListPaperMatchesAnswer:
        """The caller's paper matches, newest first.

        Needs a token of scope `read`. ``GET /v1/paper-matches``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_paper_matches)
    def iterate_paper_matches(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.PaperMatch]:
        """Iterates over ``list_paper_matches``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/paper-matches", fixed_query={"format": "csv"}, decode="text")
    def list_paper_matches_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_paper_matches`` as a CSV table."""

    @operation("POST", "/v1/paper-matches")
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

        Needs a token of scope `write`. ``POST /v1/paper-matches``

        Args:
            coins: Tickers or ids, each once.
            start: The first day of trading: a past day with stored closes, or today.
            end: The last day; null or missing if the match continues as closes arrive.
            cash: US dollars that each strategy starts with (default: 10000).
            fee: The fee as a share of each trade, at most 0.1 (default: 0.001).
            strategies: The strategies (default: all). hold always takes part: the others are compared with it.
            threshold: follow holds coins whose chance to rise is above it, at least 0 and below 1 (default: 0.5).
            seed: For the forecasts' sample paths and the bootstrap (default: 1).
        """

    @operation("GET", "/v1/paper-matches/{match}")
    def get_paper_match(self, match: str, *, timeout_seconds: Optional[float] = None) -> t.PaperMatchResult:
        """A paper match and its result, computed from the stored closes; for a running match, up to the newest close.

        Needs a token of scope `read`. ``GET /v1/paper-matches/{match}``

        Args:
            match: The id of a paper match.
        """

    @operation("DELETE", "/v1/paper-matches/{match}", decode="none")
    def delete_paper_match(
        self, match: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Deletes a paper match.

        Needs a token of scope `write`. ``DELETE /v1/paper-matches/{match}``

        Args:
            match: The id of a paper match.
        """

    @operation("GET", "/v1/expenses")
    def list_expenses(
        self,
        *,
        search: Optional[str] = None,
        category: Optional[str] = None,
        place: Optional[str] = None,
        kind: Optional[Literal["expense", "income"]] = None,
        method: Optional[Literal["cash", "card"]] = None,
        currency: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        least: Optional[Union[str, decimal.Decimal, int, float]] = None,
        most: Optional[Union[str, decimal.Decimal, int, float]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListExpensesAnswer:
        """The caller's transactions, newest first, with the totals of their days.

        Needs a token of scope `read`. ``GET /v1/expenses``

        Args:
            search: Words that all must occur in name, description or place.
            category: A category's id or name.
            place: A place's id or name.
            since: The first day.
            until: The last day.
            least: The smallest amount, in any currency.
            most: The largest amount, in any currency.
            limit: The page size; numbers above 200 count as 200.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_expenses)
    def iterate_expenses(
        self,
        *,
        search: Optional[str] = None,
        category: Optional[str] = None,
        place: Optional[str] = None,
        kind: Optional[Literal["expense", "income"]] = None,
        method: Optional[Literal["cash", "card"]] = None,
        currency: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        least: Optional[Union[str, decimal.Decimal, int, float]] = None,
        most: Optional[Union[str, decimal.Decimal, int, float]] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Expense]:
        """Iterates over ``list_expenses``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/expenses", fixed_query={"format": "csv"}, decode="text")
    def list_expenses_csv(
        self,
        *,
        search: Optional[str] = None,
        category: Optional[str] = None,
        place: Optional[str] = None,
        kind: Optional[Literal["expense", "income"]] = None,
        method: Optional[Literal["cash", "card"]] = None,
        currency: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        least: Optional[Union[str, decimal.Decimal, int, float]] = None,
        most: Optional[Union[str, decimal.Decimal, int, float]] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_expenses`` as a CSV table."""

    @operation("POST", "/v1/expenses")
    def add_expense(
        self,
        *,
        amount: Union[str, decimal.Decimal, int, float],
        currency: str,
        day: Union[str, datetime.date],
        kind: Optional[Literal["expense", "income"]] = None,
        name: Optional[str] = None,
        description: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        minute: Optional[int] = None,
        place: Optional[str] = None,
        category: Optional[str] = None,
        parts: Optional[Sequence[t.ExpensePart]] = None,
        wallet: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Expense:
        """Adds a transaction: an expense or an income.

        Needs a token of scope `write`. ``POST /v1/expenses``

        Args:
            amount: Above 0, with no more decimals than the currency has.
            day: By the person's calendar.
            kind: Whether money is spent or comes in.
            minute: Of the day, by the person's clock.
            place: A place's id or name.
            category: A category's id or name.
            parts: Instead of category: the parts of a receipt, which add up to the amount.
            wallet: The id or name of a wallet whose cash pays it: see `payExpense`.
        """

    @operation("POST", "/v1/expenses/batch")
    def add_expenses(
        self,
        *,
        expenses: Sequence[t.ExpenseDraft],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.AddExpensesAnswer:
        """Adds several transactions, all or none.

        Needs a token of scope `write`. ``POST /v1/expenses/batch``
        """

    @operation("POST", "/v1/expenses/batch/remove", decode="none")
    def remove_expenses(
        self, *, expenses: Sequence[str], idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes several transactions, all or none. They can be restored for a day.

        Needs a token of scope `write`. ``POST /v1/expenses/batch/remove``

        Args:
            expenses: Their ids, each once.
        """

    @operation("POST", "/v1/expenses/batch/restore")
    def restore_expenses(
        self, *, expenses: Sequence[str], idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.RestoreExpensesAnswer:
        """Restores transactions that were removed less than a day ago, all or none.

        Needs a token of scope `write`. ``POST /v1/expenses/batch/restore``

        Args:
            expenses: Their ids, each once.
        """

    @operation("POST", "/v1/expenses/batch/set")
    def set_expenses(
        self,
        *,
        expenses: Sequence[t.SetExpensesBodyExpense],
        set: Literal["category", "place"],
        to: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SetExpensesAnswer:
        """Gives several transactions the same category or place, all or none. A receipt with several categories is
        refused a category.

        Needs a token of scope `write`. ``POST /v1/expenses/batch/set``

        Args:
            to: The id or name of the category or place; none without it.
        """

    @operation("GET", "/v1/expenses/usual")
    def get_usual_expense(self, *, name: str, timeout_seconds: Optional[float] = None) -> t.UsualExpense:
        """What the caller's newest transactions with a name have most often: proposals for another one.

        Needs a token of scope `read`. ``GET /v1/expenses/usual``
        """

    @operation("GET", "/v1/expenses/overview")
    def get_expense_overview(
        self,
        *,
        from_: str,
        through: str,
        kind: Optional[Literal["expense", "income"]] = None,
        total_currency: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExpenseOverview:
        """Totals of months, categories and places, and the last whole month beside those before it, each currency for
        itself.

        Needs a token of scope `read`. ``GET /v1/expenses/overview``

        Args:
            from_: The first month.
            through: The last month.
            kind: Of the categories, places, comparisons and totals.
            total_currency: Also add all currencies together in this one, at stored rates.
        """

    @operation("GET", "/v1/expenses/{expense}")
    def get_expense(self, expense: str, *, timeout_seconds: Optional[float] = None) -> t.Expense:
        """A transaction.

        Needs a token of scope `read`. ``GET /v1/expenses/{expense}``

        Args:
            expense: The entry's id.
        """

    @operation("GET", "/v1/expenses/{expense}", fixed_query={"format": "csv"}, decode="text")
    def get_expense_csv(self, expense: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_expense`` as a CSV table."""

    @operation("PUT", "/v1/expenses/{expense}")
    def edit_expense(
        self,
        expense: str,
        *,
        version: int,
        amount: Union[str, decimal.Decimal, int, float],
        currency: str,
        day: Union[str, datetime.date],
        kind: Optional[Literal["expense", "income"]] = None,
        name: Optional[str] = None,
        description: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        minute: Optional[int] = None,
        place: Optional[str] = None,
        category: Optional[str] = None,
        parts: Optional[Sequence[t.ExpensePart]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Expense:
        """Replaces what a transaction says. Another version than the one that was read is refused.

        Needs a token of scope `write`. ``PUT /v1/expenses/{expense}``

        Args:
            expense: The entry's id.
            version: As it was read. Another one is refused.
            amount: Above 0, with no more decimals than the currency has.
            day: By the person's calendar.
            kind: Whether money is spent or comes in.
            minute: Of the day, by the person's clock.
            place: A place's id or name.
            category: A category's id or name.
            parts: Instead of category: the parts of a receipt, which add up to the amount.
        """

    @operation("DELETE", "/v1/expenses/{expense}", decode="none")
    def remove_expense(
        self, expense: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a transaction. It can be restored for a day.

        Needs a token of scope `write`. ``DELETE /v1/expenses/{expense}``

        Args:
            expense: The entry's id.
        """

    @operation("POST", "/v1/expenses/{expense}/restore")
    def restore_expense(
        self, expense: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Expense:
        """Restores a transaction that was removed less than a day ago.

        Needs a token of scope `write`. ``POST /v1/expenses/{expense}/restore``

        Args:
            expense: The entry's id.
        """

    @operation("POST", "/v1/expenses/{expense}/duplicate")
    def duplicate_expense(
        self,
        expense: str,
        *,
        day: Union[str, datetime.date],
        minute: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Expense:
        """Adds the same transaction on another day.

        Needs a token of scope `write`. ``POST /v1/expenses/{expense}/duplicate``

        Args:
            expense: The entry's id.
            day: The day of the new entry.
            minute: As the entry's without it.
        """

    @operation("POST", "/v1/expenses/{expense}/wallet")
    def pay_expense(
        self,
        expense: str,
        *,
        wallet: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Expense:
        """Takes an expense from a wallet's cash, or pays an income into it: a transaction of the wallet that follows
        the expense.

        Needs a token of scope `write`. ``POST /v1/expenses/{expense}/wallet``

        Args:
            expense: The entry's id.
            wallet: The wallet's id or name.
        """

    @operation("DELETE", "/v1/expenses/{expense}/wallet", decode="none")
    def unpay_expense(
        self, expense: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Ends the link to a wallet's cash, and takes the wallet's transaction back.

        Needs a token of scope `write`. ``DELETE /v1/expenses/{expense}/wallet``

        Args:
            expense: The entry's id.
        """

    @operation("GET", "/v1/expenses/{expense}/photo", decode="bytes")
    def get_expense_photo(self, expense: str, *, timeout_seconds: Optional[float] = None) -> bytes:
        """The photo of a transaction, at most 1600 pixels wide and high.

        Needs a token of scope `read`. ``GET /v1/expenses/{expense}/photo``

        Args:
            expense: The entry's id.
        """

    @operation("PUT", "/v1/expenses/{expense}/photo", can_repeat=True, decode="none")
    def set_expense_photo(
        self, expense: str, body: bytes, *, content_type: str = "image/jpeg", timeout_seconds: Optional[float] = None
    ) -> None:
        """Sets the photo of a transaction, or replaces it. It is decoded, turned upright, scaled down to 1600 pixels
        and re-encoded without metadata.

        Needs a token of scope `write`. ``PUT /v1/expenses/{expense}/photo``

        Args:
            expense: The entry's id.
            body: A file: image/jpeg or image/png or image/webp.
        """

    @operation("DELETE", "/v1/expenses/{expense}/photo", decode="none")
    def remove_expense_photo(self, expense: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the photo of a transaction, if there is one.

        Needs a token of scope `write`. ``DELETE /v1/expenses/{expense}/photo``

        Args:
            expense: The entry's id.
        """

    @operation("GET", "/v1/expenses/export", decode="text")
    def export_expenses(
        self,
        *,
        search: Optional[str] = None,
        category: Optional[str] = None,
        place: Optional[str] = None,
        kind: Optional[Literal["expense", "income"]] = None,
        method: Optional[Literal["cash", "card"]] = None,
        currency: Optional[str] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        least: Optional[Union[str, decimal.Decimal, int, float]] = None,
        most: Optional[Union[str, decimal.Decimal, int, float]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The caller's transactions as CSV, newest first.

        Needs a token of scope `read`. ``GET /v1/expenses/export``

        Args:
            search: Words that all must occur in name, description or place.
            category: A category's id or name.
            place: A place's id or name.
            since: The first day.
            until: The last day.
            least: The smallest amount, in any currency.
            most: The largest amount, in any currency.
        """

    @operation(
        "POST",
        "/v1/expenses/import",
        query=["encoding", "columns", "date_format", "decimal", "spent_positive", "currency", "category", "method", "skip_similar"],
    )
    def import_expenses(
        self,
        body: Union[bytes, str],
        *,
        encoding: Optional[Literal["utf-8", "utf-16", "windows-1252", "windows-1251"]] = None,
        columns: Optional[str] = None,
        date_format: Optional[str] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        spent_positive: Optional[bool] = None,
        currency: Optional[str] = None,
        category: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        skip_similar: Optional[bool] = None,
        content_type: str = "text/csv",
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportResult:
        """Adds the transactions of a bank's statement, or of an export. Those that were added before are skipped.

        Needs a token of scope `write`. ``POST /v1/expenses/import``

        Args:
            encoding: Of the file; found out without it.
            columns: Columns by name or number from 1, if they are not recognised: `date=Day,amount=5`. The kinds are
                date, clock, text, counterparty, amount, debit, credit, direction, fee, currency, balance, status.
            date_format: How dates are written, such as `dd/MM/yyyy`.
            decimal: The decimal sign of the amounts.
            spent_positive: Whether amounts without a minus are spent, as on some credit cards.
            currency: Of amounts for which the file states none.
            category: A category's id or name for new transactions; without it, the usual one for the name.
            method: How new transactions were paid, if the file does not say.
            skip_similar: Skip transactions that were entered by hand: of the same day, kind, amount and currency.
            body: A file: text/csv.
        """

    @operation(
        "POST",
        "/v1/expenses/import/preview",
        query=["encoding", "columns", "date_format", "decimal", "spent_positive", "currency", "category", "method", "skip_similar"],
        can_repeat=True,
    )
    def preview_expense_import(
        self,
        body: Union[bytes, str],
        *,
        encoding: Optional[Literal["utf-8", "utf-16", "windows-1252", "windows-1251"]] = None,
        columns: Optional[str] = None,
        date_format: Optional[str] = None,
        decimal: Optional[Literal["point", "comma"]] = None,
        spent_positive: Optional[bool] = None,
        currency: Optional[str] = None,
        category: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        skip_similar: Optional[bool] = None,
        content_type: str = "text/csv",
        timeout_seconds: Optional[float] = None,
    ) -> t.ImportPreview:
        """Shows what an import would add and what the file leaves open, and adds nothing.

        Needs a token of scope `read`. ``POST /v1/expenses/import/preview``

        Args:
            encoding: Of the file; found out without it.
            columns: Columns by name or number from 1, if they are not recognised: `date=Day,amount=5`. The kinds are
                date, clock, text, counterparty, amount, debit, credit, direction, fee, currency, balance, status.
            date_format: How dates are written, such as `dd/MM/yyyy`.
            decimal: The decimal sign of the amounts.
            spent_positive: Whether amounts without a minus are spent, as on some credit cards.
            currency: Of amounts for which the file states none.
            category: A category's id or name for new transactions; without it, the usual one for the name.
            method: How new transactions were paid, if the file does not say.
            skip_similar: Skip transactions that were entered by hand: of the same day, kind, amount and currency.
            body: A file: text/csv.
        """

    @operation("GET", "/v1/expenses/month")
    def get_expense_month(self, *, currency: str, timeout_seconds: Optional[float] = None) -> t.ExpenseMonthEnd:
        """What has been spent this month, what is due, and a range for its total from the caller's own months.

        Needs a token of scope `read`. ``GET /v1/expenses/month``

        Args:
            currency: Only transactions in it count.
        """

    @operation("GET", "/v1/expenses/lasting")
    def get_wallet_lasting(
        self,
        *,
        wallet: Optional[str] = None,
        currency: Optional[str] = None,
        spending_currency: Optional[str] = None,
        rate: Optional[Union[str, decimal.Decimal, int, float]] = None,
        monthly: Optional[Union[str, decimal.Decimal, int, float]] = None,
        fee_percent: Optional[Union[str, decimal.Decimal, int, float]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.WalletLasting:
        """How probably wallets pay for months of the usual spending, if they are sold evenly; not known beyond the
        forecast.

        Needs a token of scope `read`. ``GET /v1/expenses/lasting``

        Args:
            wallet: A wallet's id or name; without it, all wallets together.
            currency: The currency of the wallet's value.
            spending_currency: The currency that is spent, if it is another one; it needs rate.
            rate: How much of spending_currency one unit of currency is; it is taken to stay the same.
            monthly: What is spent in a month, instead of the median of the journal's last complete months, at most six.
            fee_percent: Of what is sold, below 100.
        """

    @operation("GET", "/v1/expenses/categories")
    def list_expense_categories(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListExpenseCategoriesAnswer:
        """The caller's categories, by name.

        Needs a token of scope `read`. ``GET /v1/expenses/categories``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_expense_categories)
    def iterate_expense_categories(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.ExpenseCategory]:
        """Iterates over ``list_expense_categories``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/expenses/categories", fixed_query={"format": "csv"}, decode="text")
    def list_expense_categories_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_expense_categories`` as a CSV table."""

    @operation("POST", "/v1/expenses/categories")
    def add_expense_category(
        self, *, name: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ExpenseCategory:
        """Adds a category.

        Needs a token of scope `write`. ``POST /v1/expenses/categories``
        """

    @operation("PATCH", "/v1/expenses/categories/{category}")
    def rename_expense_category(
        self,
        category: str,
        *,
        name: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExpenseCategory:
        """Renames a category.

        Needs a token of scope `write`. ``PATCH /v1/expenses/categories/{category}``

        Args:
            category: Its id or name.
        """

    @operation("DELETE", "/v1/expenses/categories/{category}", decode="none")
    def remove_expense_category(
        self, category: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a category with its budgets. Its transactions stay, without a category.

        Needs a token of scope `write`. ``DELETE /v1/expenses/categories/{category}``

        Args:
            category: Its id or name.
        """

    @operation("POST", "/v1/expenses/categories/{category}/merge")
    def merge_expense_category(
        self,
        category: str,
        *,
        into: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ExpenseCategory:
        """Puts everything of a category into another one, and removes the first. Its budgets are removed with it.

        Needs a token of scope `write`. ``POST /v1/expenses/categories/{category}/merge``

        Args:
            category: Its id or name.
            into: The category that stays.
        """

    @operation("GET", "/v1/expenses/recurring")
    def list_recurring_expenses(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListRecurringExpensesAnswer:
        """Recurring transactions: the next one first, those that ended last.

        Needs a token of scope `read`. ``GET /v1/expenses/recurring``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_recurring_expenses)
    def iterate_recurring_expenses(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.RecurringExpense]:
        """Iterates over ``list_recurring_expenses``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/expenses/recurring", fixed_query={"format": "csv"}, decode="text")
    def list_recurring_expenses_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_recurring_expenses`` as a CSV table."""

    @operation("POST", "/v1/expenses/recurring")
    def add_recurring_expense(
        self,
        *,
        amount: Union[str, decimal.Decimal, int, float],
        currency: str,
        unit: Literal["day", "week", "month", "year"],
        first: Union[str, datetime.date],
        kind: Optional[Literal["expense", "income"]] = None,
        name: Optional[str] = None,
        description: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        minute: Optional[int] = None,
        place: Optional[str] = None,
        category: Optional[str] = None,
        parts: Optional[Sequence[t.ExpensePart]] = None,
        every: Optional[int] = None,
        until: Optional[Union[str, datetime.date]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringExpense:
        """Adds a recurring transaction and enters what is due. The 31st is the last day of shorter months.

        Needs a token of scope `write`. ``POST /v1/expenses/recurring``

        Args:
            amount: Above 0, with no more decimals than the currency has.
            first: The first day. The 31st is the last day of shorter months.
            kind: Whether money is spent or comes in.
            minute: Of the day, by the person's clock.
            place: A place's id or name.
            category: A category's id or name.
            parts: Instead of category: the parts of a receipt, which add up to the amount.
            every: Every so many units.
            until: The last day on which it can fall; without it there is no end.
        """

    @operation("GET", "/v1/expenses/recurring/{recurring}")
    def get_recurring_expense(self, recurring: str, *, timeout_seconds: Optional[float] = None) -> t.RecurringExpense:
        """A recurring transaction.

        Needs a token of scope `read`. ``GET /v1/expenses/recurring/{recurring}``

        Args:
            recurring: Its id.
        """

    @operation("GET", "/v1/expenses/recurring/{recurring}", fixed_query={"format": "csv"}, decode="text")
    def get_recurring_expense_csv(self, recurring: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_recurring_expense`` as a CSV table."""

    @operation("PUT", "/v1/expenses/recurring/{recurring}")
    def edit_recurring_expense(
        self,
        recurring: str,
        *,
        version: int,
        amount: Union[str, decimal.Decimal, int, float],
        currency: str,
        unit: Literal["day", "week", "month", "year"],
        first: Union[str, datetime.date],
        kind: Optional[Literal["expense", "income"]] = None,
        name: Optional[str] = None,
        description: Optional[str] = None,
        method: Optional[Literal["cash", "card"]] = None,
        minute: Optional[int] = None,
        place: Optional[str] = None,
        category: Optional[str] = None,
        parts: Optional[Sequence[t.ExpensePart]] = None,
        every: Optional[int] = None,
        until: Optional[Union[str, datetime.date]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringExpense:
        """Replaces what is entered from today on. Another version than the one that was read is refused.

        Needs a token of scope `write`. ``PUT /v1/expenses/recurring/{recurring}``

        Args:
            recurring: Its id.
            version: As it was read. Another one is refused.
            amount: Above 0, with no more decimals than the currency has.
            first: The first day. The 31st is the last day of shorter months.
            kind: Whether money is spent or comes in.
            minute: Of the day, by the person's clock.
            place: A place's id or name.
            category: A category's id or name.
            parts: Instead of category: the parts of a receipt, which add up to the amount.
            every: Every so many units.
            until: The last day on which it can fall; without it there is no end.
        """

    @operation("DELETE", "/v1/expenses/recurring/{recurring}", decode="none")
    def remove_recurring_expense(
        self, recurring: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a recurring transaction. What it has entered stays.

        Needs a token of scope `write`. ``DELETE /v1/expenses/recurring/{recurring}``

        Args:
            recurring: Its id.
        """

    @operation("POST", "/v1/expenses/recurring/{recurring}/pause")
    def pause_recurring_expense(
        self,
        recurring: str,
        *,
        paused: bool,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.RecurringExpense:
        """Pauses a recurring transaction, or resumes it from today on: what fell into the pause is not entered.

        Needs a token of scope `write`. ``POST /v1/expenses/recurring/{recurring}/pause``

        Args:
            recurring: Its id.
        """

    @operation("GET", "/v1/expenses/budgets")
    def list_budgets(
        self,
        *,
        month: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListBudgetsAnswer:
        """The budgets of a month, by category, with what is spent and what is left.

        Needs a token of scope `read`. ``GET /v1/expenses/budgets``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_budgets)
    def iterate_budgets(
        self, *, month: str, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.BudgetState]:
        """Iterates over ``list_budgets``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/expenses/budgets", fixed_query={"format": "csv"}, decode="text")
    def list_budgets_csv(
        self,
        *,
        month: str,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_budgets`` as a CSV table."""

    @operation("PUT", "/v1/expenses/budgets")
    def set_budget(
        self,
        *,
        category: str,
        amount: Union[str, decimal.Decimal, int, float],
        currency: str,
        from_month: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Budget:
        """Sets the monthly budget of a category in a currency; it replaces the one before. At 80 and 100 % a notice is
        sent.

        Needs a token of scope `write`. ``PUT /v1/expenses/budgets``

        Args:
            category: A category's id or name.
            amount: Of each month.
            from_month: The first month.
        """

    @operation("DELETE", "/v1/expenses/budgets/{budget}", decode="none")
    def remove_budget(
        self, budget: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a budget.

        Needs a token of scope `write`. ``DELETE /v1/expenses/budgets/{budget}``

        Args:
            budget: The budget's id.
        """

    @operation("GET", "/v1/places")
    def list_places(
        self,
        *,
        search: Optional[str] = None,
        categories: Optional[Sequence[str]] = None,
        number: Optional[Literal["0", "1-10", "11-25", "26-"]] = None,
        favourites: Optional[bool] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        open_now: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListPlacesAnswer:
        """The caller's places, by name, with what was spent there.

        Needs a token of scope `read`. ``GET /v1/places``

        Args:
            search: Words that all must occur in name, address or description.
            categories: Places with any of these categories: ids or names.
            number: The number of transactions.
            favourites: Only favourites.
            since: Only places with a visit on this day or later.
            until: Only places with a visit on this day or earlier.
            open_now: Only places that are open.
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_places)
    def iterate_places(
        self,
        *,
        search: Optional[str] = None,
        categories: Optional[Sequence[str]] = None,
        number: Optional[Literal["0", "1-10", "11-25", "26-"]] = None,
        favourites: Optional[bool] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        open_now: Optional[bool] = None,
        limit: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.PlaceUse]:
        """Iterates over ``list_places``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/places", fixed_query={"format": "csv"}, decode="text")
    def list_places_csv(
        self,
        *,
        search: Optional[str] = None,
        categories: Optional[Sequence[str]] = None,
        number: Optional[Literal["0", "1-10", "11-25", "26-"]] = None,
        favourites: Optional[bool] = None,
        since: Optional[Union[str, datetime.date]] = None,
        until: Optional[Union[str, datetime.date]] = None,
        open_now: Optional[bool] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_places`` as a CSV table."""

    @operation("POST", "/v1/places")
    def add_place(
        self,
        *,
        name: str,
        address: Optional[str] = None,
        description: Optional[str] = None,
        latitude: Optional[Union[str, decimal.Decimal, int, float]] = None,
        longitude: Optional[Union[str, decimal.Decimal, int, float]] = None,
        time_zone: Optional[str] = None,
        hours: Optional[Sequence[t.PlaceHour]] = None,
        favourite: Optional[bool] = None,
        categories: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Place:
        """Adds a place.

        Needs a token of scope `write`. ``POST /v1/places``

        Args:
            latitude: Degrees, -90 to 90.
            longitude: Degrees, -180 to 180.
            time_zone: An IANA name such as Europe/Rome; else the person's own.
            hours: When it opens and closes; a day without is closed. Missing if it is not known.
            categories: Ids or names.
        """

    @operation("GET", "/v1/places/{place}")
    def get_place(self, place: str, *, timeout_seconds: Optional[float] = None) -> t.PlaceUse:
        """A place with what was spent there.

        Needs a token of scope `read`. ``GET /v1/places/{place}``

        Args:
            place: Its id or name.
        """

    @operation("GET", "/v1/places/{place}", fixed_query={"format": "csv"}, decode="text")
    def get_place_csv(self, place: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_place`` as a CSV table."""

    @operation("PUT", "/v1/places/{place}")
    def edit_place(
        self,
        place: str,
        *,
        version: int,
        name: str,
        address: Optional[str] = None,
        description: Optional[str] = None,
        latitude: Optional[Union[str, decimal.Decimal, int, float]] = None,
        longitude: Optional[Union[str, decimal.Decimal, int, float]] = None,
        time_zone: Optional[str] = None,
        hours: Optional[Sequence[t.PlaceHour]] = None,
        favourite: Optional[bool] = None,
        categories: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Place:
        """Replaces what a place says; its transactions have its new name. Another version than the one that was read is
        refused.

        Needs a token of scope `write`. ``PUT /v1/places/{place}``

        Args:
            place: The place's id.
            version: As it was read. Another one is refused.
            latitude: Degrees, -90 to 90.
            longitude: Degrees, -180 to 180.
            time_zone: An IANA name such as Europe/Rome; else the person's own.
            hours: When it opens and closes; a day without is closed. Missing if it is not known.
            categories: Ids or names.
        """

    @operation("DELETE", "/v1/places/{place}", decode="none")
    def remove_place(
        self, place: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a place. Its transactions keep its name.

        Needs a token of scope `write`. ``DELETE /v1/places/{place}``

        Args:
            place: Its id or name.
        """

    @operation("POST", "/v1/places/{place}/favourite")
    def mark_place(
        self,
        place: str,
        *,
        favourite: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Place:
        """Makes a place a favourite, or no longer one.

        Needs a token of scope `write`. ``POST /v1/places/{place}/favourite``

        Args:
            place: Its id or name.
        """

    @operation("POST", "/v1/places/{place}/merge")
    def merge_place(
        self, place: str, *, into: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Place:
        """Puts all transactions of a place into another one, and removes the first.

        Needs a token of scope `write`. ``POST /v1/places/{place}/merge``

        Args:
            place: Its id or name.
            into: The place that stays.
        """

    @operation("GET", "/v1/expenses/reading")
    def get_reading_list(self, *, timeout_seconds: Optional[float] = None) -> t.ReadingList:
        """The articles on budgeting that journals show.

        Needs a token of scope `read`. ``GET /v1/expenses/reading``
        """

    @operation("GET", "/v1/expenses/reading", fixed_query={"format": "csv"}, decode="text")
    def get_reading_list_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_reading_list`` as a CSV table."""

    @operation("PUT", "/v1/expenses/reading")
    def choose_reading_list(
        self,
        *,
        shown: Literal["sample", "own", "none"],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ReadingList:
        """Chooses what all journals show: the sample list, the operator's own topics, or nothing.

        Needs a token of scope `admin`. ``PUT /v1/expenses/reading``
        """

    @operation("POST", "/v1/expenses/reading")
    def add_reading_topic(
        self,
        *,
        number: int,
        texts: Sequence[t.ReadingTopicText],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ReadingTopic:
        """Adds a topic to the operator's own list, which is shown from now on.

        Needs a token of scope `admin`. ``POST /v1/expenses/reading``

        Args:
            number: Its place in the list.
        """

    @operation("GET", "/v1/expenses/reading/{topic}/picture", decode="bytes")
    def get_reading_picture(
        self, topic: str, *, version: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> bytes:
        """The picture of a topic, 256 pixels square.

        Needs a token of scope `read`. ``GET /v1/expenses/reading/{topic}/picture``

        Args:
            topic: The topic's id.
            version: Not read: an address of its own for each version, because answers are cached.
        """

    @operation("PUT", "/v1/expenses/reading/{topic}/picture", can_repeat=True, decode="none")
    def set_reading_picture(
        self, topic: str, body: bytes, *, content_type: str = "image/jpeg", timeout_seconds: Optional[float] = None
    ) -> None:
        """Sets the picture of a topic. It is cut square, scaled to 256 pixels and re-encoded without metadata.

        Needs a token of scope `admin`. ``PUT /v1/expenses/reading/{topic}/picture``

        Args:
            topic: The topic's id.
            body: A file: image/jpeg or image/png or image/webp.
        """

    @operation("DELETE", "/v1/expenses/reading/{topic}/picture", decode="none")
    def remove_reading_picture(self, topic: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the picture of a topic.

        Needs a token of scope `admin`. ``DELETE /v1/expenses/reading/{topic}/picture``

        Args:
            topic: The topic's id.
        """

    @operation("PUT", "/v1/expenses/reading/{topic}")
    def edit_reading_topic(
        self,
        topic: str,
        *,
        version: int,
        number: int,
        texts: Sequence[t.ReadingTopicText],
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ReadingTopic:
        """Replaces what a topic says. Another version than the one that was read is refused.

        Needs a token of scope `admin`. ``PUT /v1/expenses/reading/{topic}``

        Args:
            topic: The topic's id.
            version: As it was read. Another one is refused.
            number: Its place in the list.
        """

    @operation("DELETE", "/v1/expenses/reading/{topic}", decode="none")
    def remove_reading_topic(
        self, topic: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a topic.

        Needs a token of scope `admin`. ``DELETE /v1/expenses/reading/{topic}``

        Args:
            topic: The topic's id.
        """

    @operation("GET", "/v1/models")
    def list_models(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListModelsAnswer:
        """The models and their versions, with the measured skill of each against the last price.

        Needs a token of scope `read`. ``GET /v1/models``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_models)
    def iterate_models(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.Model]:
        """Iterates over ``list_models``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/models", fixed_query={"format": "csv"}, decode="text")
    def list_models_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_models`` as a CSV table."""

    @operation("GET", "/v2/health/live")
    def server_live(self, *, timeout_seconds: Optional[float] = None) -> t.ServerLiveAnswer:
        """Whether the process answers.

        Needs no token. ``GET /v2/health/live``
        """

    @operation("GET", "/v2/health/ready")
    def server_ready(self, *, timeout_seconds: Optional[float] = None) -> t.Health:
        """Whether the server takes work, and all that is degraded.

        Needs no token. ``GET /v2/health/ready``
        """

    @operation("GET", "/v1/jobs")
    def list_jobs(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListJobsAnswer:
        """Your jobs, newest first.

        Needs a token of scope `read`. ``GET /v1/jobs``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
            state: Only jobs in these states.
        """

    @pages(list_jobs)
    def iterate_jobs(
        self,
        *,
        limit: Optional[int] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> Iterator[t.Job]:
        """Iterates over ``list_jobs``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/jobs", fixed_query={"format": "csv"}, decode="text")
    def list_jobs_csv(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[Sequence[Literal["waiting", "running", "done", "cancelled", "failed"]]] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_jobs`` as a CSV table."""

    @operation("GET", "/v1/jobs/{job}")
    def get_job(self, job: str, *, timeout_seconds: Optional[float] = None) -> t.Job:
        """The state of a job.

        Needs a token of scope `read`. ``GET /v1/jobs/{job}``

        Args:
            job: A job's id.
        """

    @operation("DELETE", "/v1/jobs/{job}", decode="none")
    def remove_job(
        self, job: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Removes a job and its result; an open one is cancelled first.

        Needs a token of scope `write`. ``DELETE /v1/jobs/{job}``

        Args:
            job: A job's id.
        """

    @operation("POST", "/v1/jobs/{job}/cancel")
    def cancel_job(
        self, job: str, *, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.Job:
        """Cancels a job; you can still read the answers so far. A job that has ended stays as it is.

        Needs a token of scope `write`. ``POST /v1/jobs/{job}/cancel``

        Args:
            job: A job's id.
        """

    @operation("GET", "/v1/profile")
    def get_profile(self, *, timeout_seconds: Optional[float] = None) -> t.Profile:
        """The caller's profile. It has only the details that are filled in.

        Needs a token of scope `read`. ``GET /v1/profile``
        """

    @operation("PUT", "/v1/profile")
    def set_profile(
        self,
        *,
        first_name: Optional[str] = None,
        last_name: Optional[str] = None,
        login_name: Optional[str] = None,
        phone: Optional[str] = None,
        email: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Profile:
        """Replaces the details of the caller's profile. Details that are left out are removed.

        Needs a token of scope `write`. ``PUT /v1/profile``

        Args:
            login_name: Unique on this server, regardless of case.
            phone: With its country code. Spaces, hyphens, dots and parentheses are removed.
            email: With accounts, the account's address: PUT /v1/account/email changes it.
        """

    @operation("GET", "/v1/profile/picture", decode="bytes")
    def get_profile_picture(self, *, timeout_seconds: Optional[float] = None) -> bytes:
        """The caller's picture, 256 pixels square. With accounts it is the account's.

        Needs a token of scope `read`. ``GET /v1/profile/picture``
        """

    @operation("PUT", "/v1/profile/picture", decode="none")
    def set_profile_picture(
        self, body: bytes, *, content_type: str = "image/jpeg", timeout_seconds: Optional[float] = None
    ) -> None:
        """Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without
        metadata.

        Needs a token of scope `write`. ``PUT /v1/profile/picture``

        Args:
            body: A file: image/jpeg or image/png or image/webp.
        """

    @operation("DELETE", "/v1/profile/picture", decode="none")
    def remove_profile_picture(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the picture, if there is one.

        Needs a token of scope `write`. ``DELETE /v1/profile/picture``
        """

    @operation("POST", "/v1/accounts")
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
        """Signs up. A mailed link verifies the address; with an invitation, the account is created at once.

        Needs no token. ``POST /v1/accounts``

        Args:
            accept_terms: Must be true.
            email: Not needed with an invitation.
            language: The language of mails (default: en).
            invitation: Where signing up needs one.
        """

    @operation("POST", "/v1/accounts/verification")
    def verify_account(self, *, token: str, password: str, timeout_seconds: Optional[float] = None) -> t.Account:
        """Creates the account, with the token of the mailed link and the password from the sign-up.

        Needs no token. ``POST /v1/accounts/verification``

        Args:
            password: The same as at sign-up.
        """

    @operation("POST", "/v1/accounts/verification/mail")
    def send_verification_again(
        self, *, email: str, timeout_seconds: Optional[float] = None
    ) -> t.SendVerificationAgainAnswer:
        """Sends the verification mail again if a sign-up used the address; at most three times an hour.

        Needs no token. ``POST /v1/accounts/verification/mail``
        """

    @operation("GET", "/v1/sessions")
    def list_sessions(self, *, timeout_seconds: Optional[float] = None) -> t.ListSessionsAnswer:
        """The caller's sessions, most recently used first.

        Needs a session. ``GET /v1/sessions``
        """

    @operation("GET", "/v1/sessions", fixed_query={"format": "csv"}, decode="text")
    def list_sessions_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``list_sessions`` as a CSV table."""

    @operation("POST", "/v1/sessions")
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

        Needs no token. ``POST /v1/sessions``

        Args:
            cookie: True for browsers: a cookie carries the session. Otherwise the answer has a `token` for
                `Authorization: Bearer`.
            remember_me: Whether the session lasts for weeks (default: false).
            device_token: From an earlier sign-in, for programs; browsers have it in a cookie.
        """

    @operation("DELETE", "/v1/sessions")
    def end_other_sessions(self, *, timeout_seconds: Optional[float] = None) -> t.EndOtherSessionsAnswer:
        """Ends all of the caller's sessions except this one.

        Needs a session in which the password was confirmed within the last ten minutes. ``DELETE /v1/sessions``
        """

    @operation("POST", "/v1/sessions/second-factor")
    def complete_sign_in(
        self,
        *,
        sign_in: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Completes a sign-in with a code from the authenticator app or a recovery code.

        Needs no token. ``POST /v1/sessions/second-factor``

        Args:
            code: From the authenticator app, if the account has a second factor.
            recovery_code: Instead of `code`.
        """

    @operation("POST", "/v1/sessions/pin")
    def sign_in_by_pin(
        self,
        *,
        pin: str,
        cookie: Optional[bool] = None,
        remember_me: Optional[bool] = None,
        device_token: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Signs in with the PIN of a device that signed in before. After five wrong PINs, sign in with the password.

        Needs no token. ``POST /v1/sessions/pin``

        Args:
            cookie: True for browsers: a cookie carries the session. Otherwise the answer has a `token` for
                `Authorization: Bearer`.
            remember_me: Whether the session lasts for weeks (default: false).
            device_token: From an earlier sign-in, for programs; browsers have it in a cookie.
        """

    @operation("GET", "/v1/sessions/current")
    def get_current_session(self, *, timeout_seconds: Optional[float] = None) -> t.CurrentSession:
        """The current session, with the form token that changes need if a cookie carries the session.

        Needs a session. ``GET /v1/sessions/current``
        """

    @operation("DELETE", "/v1/sessions/current", decode="none")
    def sign_out(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Signs out.

        Needs a session. ``DELETE /v1/sessions/current``
        """

    @operation("POST", "/v1/sessions/current/confirmation")
    def confirm_session(
        self,
        *,
        password: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.SignedIn:
        """Confirms your password, so that you can change credentials for ten minutes. The session gets a new secret.

        Needs a session. ``POST /v1/sessions/current/confirmation``

        Args:
            code: From the authenticator app, if the account has a second factor.
            recovery_code: Instead of `code`.
        """

    @operation("DELETE", "/v1/sessions/{session}", decode="none")
    def end_session(self, session: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Ends one of the caller's sessions.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/sessions/{session}``

        Args:
            session: The session's id.
        """

    @operation("PUT", "/v1/account/password")
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
        """Changes the password. All other sessions end, and the owner is notified by mail.

        Needs a session. ``PUT /v1/account/password``

        Args:
            password: The new one.
            password_again: The new one again.
            code: From the authenticator app, if the account has a second factor.
            recovery_code: Instead of `code`.
        """

    @operation("POST", "/v1/password-resets")
    def request_password_reset(
        self, *, email: str, timeout_seconds: Optional[float] = None
    ) -> t.RequestPasswordResetAnswer:
        """Mails a link for setting a new password, if an account has the address.

        Needs no token. ``POST /v1/password-resets``
        """

    @operation("POST", "/v1/password-resets/completion", decode="none")
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
        """Sets a new password with a mailed link, which works once. All sessions and devices end, and you must sign in
        again.

        Needs no token. ``POST /v1/password-resets/completion``

        Args:
            password: The new one.
            password_again: The new one again.
            code: From the authenticator app, if the account has a second factor.
            recovery_code: Instead of `code`.
        """

    @operation("PUT", "/v1/account/pin", decode="none")
    def set_pin(
        self, *, pin: str, pin_again: str, device_token: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> None:
        """Sets or changes this device's PIN for signing in without the password.

        Needs a session in which the password was confirmed within the last ten minutes. ``PUT /v1/account/pin``

        Args:
            device_token: From the sign-in, for programs; browsers have it in a cookie.
        """

    @operation("DELETE", "/v1/account/pin", decode="none")
    def remove_pin(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the PIN of this device.

        Needs a session in which the password was confirmed within the last ten minutes. ``DELETE /v1/account/pin``
        """

    @operation("GET", "/v1/account/devices")
    def list_devices(self, *, timeout_seconds: Optional[float] = None) -> t.ListDevicesAnswer:
        """Devices that have signed in, most recently used first.

        Needs a session. ``GET /v1/account/devices``
        """

    @operation("GET", "/v1/account/devices", fixed_query={"format": "csv"}, decode="text")
    def list_devices_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``list_devices`` as a CSV table."""

    @operation("DELETE", "/v1/account/devices/{device}", decode="none")
    def remove_device(self, device: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Forgets a device: ends its sessions and deletes its PIN.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/account/devices/{device}``

        Args:
            device: The device's id.
        """

    @operation("GET", "/v1/account/second-factor")
    def get_second_factor(self, *, timeout_seconds: Optional[float] = None) -> t.GetSecondFactorAnswer:
        """Whether signing in also needs a code.

        Needs a session. ``GET /v1/account/second-factor``
        """

    @operation("PUT", "/v1/account/second-factor")
    def confirm_second_factor(
        self, *, code: str, timeout_seconds: Optional[float] = None
    ) -> t.ConfirmSecondFactorAnswer:
        """Turns the second factor on with the first correct code. All other sessions end.

        Needs a session. ``PUT /v1/account/second-factor``
        """

    @operation("POST", "/v1/account/second-factor")
    def offer_second_factor(self, *, timeout_seconds: Optional[float] = None) -> t.SecondFactorOffer:
        """Creates a secret for an authenticator app (TOTP, RFC 6238). Confirm it with a correct code within ten
        minutes.

        Needs a session. ``POST /v1/account/second-factor``
        """

    @operation("DELETE", "/v1/account/second-factor", decode="none")
    def remove_second_factor(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the second factor. All other sessions end.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/account/second-factor``
        """

    @operation("POST", "/v1/account/recovery-codes")
    def renew_recovery_codes(self, *, timeout_seconds: Optional[float] = None) -> t.RenewRecoveryCodesAnswer:
        """Creates new recovery codes; the old ones no longer work.

        Needs a session in which the password was confirmed within the last ten minutes.
        ``POST /v1/account/recovery-codes``
        """

    @operation("POST", "/v1/second-factor-removals")
    def confirm_second_factor_loss(
        self, *, token: str, password: str, timeout_seconds: Optional[float] = None
    ) -> t.ConfirmSecondFactorLossAnswer:
        """Confirms that the second factor is lost, with the link that an operator had mailed. It is removed one day
        later.

        Needs no token. ``POST /v1/second-factor-removals``
        """

    @operation("POST", "/v1/second-factor-removals/stop", decode="none")
    def stop_second_factor_removal(self, *, token: str, timeout_seconds: Optional[float] = None) -> None:
        """Cancels the removal of the second factor, with the link in the mail that announced it.

        Needs no token. ``POST /v1/second-factor-removals/stop``
        """

    @operation("GET", "/v1/account")
    def get_account(self, *, timeout_seconds: Optional[float] = None) -> t.Account:
        """The caller's account.

        Needs a session. ``GET /v1/account``
        """

    @operation("PATCH", "/v1/account")
    def change_account(
        self,
        *,
        name: Optional[str] = None,
        language: Optional[Literal["en", "it", "ru", "kk"]] = None,
        quote_currency: Optional[str] = None,
        preferred_coin: Optional[Union[str, NotGiven]] = NOT_GIVEN,
        appearance: Optional[Literal["automatic", "light", "dark"]] = None,
        time_zone: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.Account:
        """Changes the account's name and preferences.

        Needs a session without pending steps. ``PATCH /v1/account``

        Args:
            preferred_coin: A ticker or id; null for none.
        """

    @operation("GET", "/v1/account/picture", decode="bytes")
    def get_picture(self, *, timeout_seconds: Optional[float] = None) -> bytes:
        """The caller's picture, 256 pixels square.

        Needs a session. ``GET /v1/account/picture``
        """

    @operation("PUT", "/v1/account/picture", can_repeat=True, decode="none")
    def set_picture(
        self, body: bytes, *, content_type: str = "image/jpeg", timeout_seconds: Optional[float] = None
    ) -> None:
        """Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without
        metadata.

        Needs a session without pending steps. ``PUT /v1/account/picture``

        Args:
            body: A file: image/jpeg or image/png or image/webp.
        """

    @operation("DELETE", "/v1/account/picture", decode="none")
    def remove_picture(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Removes the picture.

        Needs a session without pending steps. ``DELETE /v1/account/picture``
        """

    @operation("PUT", "/v1/account/email")
    def change_email(self, *, email: str, timeout_seconds: Optional[float] = None) -> t.ChangeEmailAnswer:
        """Mails a link to the new address and a notice to the current one. The address changes when the link is used.

        Needs a session in which the password was confirmed within the last ten minutes. ``PUT /v1/account/email``
        """

    @operation("POST", "/v1/account/email/verification")
    def verify_email(self, *, token: str, timeout_seconds: Optional[float] = None) -> t.Account:
        """Confirms the new address with the token of the mailed link. All other sessions end.

        Needs a session without pending steps. ``POST /v1/account/email/verification``
        """

    @operation("GET", "/v1/account/events")
    def list_events(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListEventsAnswer:
        """Events of the account in the last 90 days, newest first.

        Needs a session. ``GET /v1/account/events``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_events)
    def iterate_events(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.SecurityEvent]:
        """Iterates over ``list_events``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/account/events", fixed_query={"format": "csv"}, decode="text")
    def list_events_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_events`` as a CSV table."""

    @operation("POST", "/v1/account/export", decode="bytes")
    def export_account(self, *, timeout_seconds: Optional[float] = None) -> bytes:
        """Exports all data of the caller as one ZIP file: account, wallets, transactions, favourites, simulated
        account, verification with photos, messages and events. Once an hour.

        Needs a session in which the password was confirmed within the last ten minutes. ``POST /v1/account/export``
        """

    @operation("PUT", "/v1/account/deletion")
    def delete_account(
        self,
        *,
        password: str,
        email: str,
        code: Optional[str] = None,
        recovery_code: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.DeleteAccountAnswer:
        """Schedules the account and all its data for deletion in seven days; you can cancel until then. Other sessions
        and all tokens end at once.

        Needs a session. ``PUT /v1/account/deletion``

        Args:
            email: The account's address, to prevent deletion by mistake.
            code: From the authenticator app, if the account has a second factor.
            recovery_code: Instead of `code`.
        """

    @operation("DELETE", "/v1/account/deletion", decode="none")
    def keep_account(self, *, timeout_seconds: Optional[float] = None) -> None:
        """Cancels the deletion.

        Needs a session. ``DELETE /v1/account/deletion``
        """

    @operation("GET", "/v1/account/storage")
    def get_storage(self, *, timeout_seconds: Optional[float] = None) -> t.AccountStorage:
        """The caller's storage use and quotas.

        Needs a session. ``GET /v1/account/storage``
        """

    @operation("GET", "/v1/account/tokens")
    def list_tokens(self, *, timeout_seconds: Optional[float] = None) -> t.ListTokensAnswer:
        """The caller's tokens, oldest first.

        Needs a session without pending steps. ``GET /v1/account/tokens``
        """

    @operation("GET", "/v1/account/tokens", fixed_query={"format": "csv"}, decode="text")
    def list_tokens_csv(self, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``list_tokens`` as a CSV table."""

    @operation("POST", "/v1/account/tokens")
    def create_token(
        self,
        *,
        name: str,
        scope: Literal["read", "write", "admin"],
        days: Optional[int] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.NewPersonalToken:
        """Creates a token for a program. It gives access to the caller's data, but not to the account.

        Needs a session in which the password was confirmed within the last ten minutes. ``POST /v1/account/tokens``

        Args:
            name: What it is for.
            days: Days until it expires, at most 365 (default: 90).
        """

    @operation("DELETE", "/v1/account/tokens/{token}", decode="none")
    def revoke_token(self, token: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Revokes a token, with effect from the next request.

        Needs a session without pending steps. ``DELETE /v1/account/tokens/{token}``

        Args:
            token: The token's id.
        """

    @operation("GET", "/v1/operator/accounts")
    def list_accounts(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListAccountsAnswer:
        """Accounts, oldest first.

        Needs an operator's session. ``GET /v1/operator/accounts``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
            search: Part of the name or address.
        """

    @pages(list_accounts)
    def iterate_accounts(
        self, *, limit: Optional[int] = None, search: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.ListedAccount]:
        """Iterates over ``list_accounts``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/operator/accounts", fixed_query={"format": "csv"}, decode="text")
    def list_accounts_csv(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        search: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_accounts`` as a CSV table."""

    @operation("GET", "/v1/operator/accounts/{account}")
    def show_account(self, account: str, *, timeout_seconds: Optional[float] = None) -> t.ListedAccount:
        """One account.

        Needs an operator's session. ``GET /v1/operator/accounts/{account}``

        Args:
            account: The account's id.
        """

    @operation("PUT", "/v1/operator/accounts/{account}/lock")
    def lock_account(self, account: str, *, reason: str, timeout_seconds: Optional[float] = None) -> t.ListedAccount:
        """Locks an account and its tokens from the next request on. The owner is mailed the reason.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``PUT /v1/operator/accounts/{account}/lock``

        Args:
            account: The account's id.
            reason: Sent to the account's owner.
        """

    @operation("DELETE", "/v1/operator/accounts/{account}/lock")
    def unlock_account(self, account: str, *, timeout_seconds: Optional[float] = None) -> t.ListedAccount:
        """Unlocks an account.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/operator/accounts/{account}/lock``

        Args:
            account: The account's id.
        """

    @operation("DELETE", "/v1/operator/accounts/{account}/sessions")
    def end_sessions_of_account(
        self, account: str, *, timeout_seconds: Optional[float] = None
    ) -> t.EndSessionsOfAccountAnswer:
        """Ends all sessions of an account.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/operator/accounts/{account}/sessions``

        Args:
            account: The account's id.
        """

    @operation("POST", "/v1/operator/accounts/{account}/password-reset")
    def start_password_reset(
        self, account: str, *, timeout_seconds: Optional[float] = None
    ) -> t.StartPasswordResetAnswer:
        """Mails an account's owner a link for setting a new password. Only the owner sees the link.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``POST /v1/operator/accounts/{account}/password-reset``

        Args:
            account: The account's id.
        """

    @operation("POST", "/v1/operator/accounts/{account}/second-factor-removal")
    def start_second_factor_removal(
        self, account: str, *, timeout_seconds: Optional[float] = None
    ) -> t.StartSecondFactorRemovalAnswer:
        """Starts the removal of a lost second factor. The account's owner confirms it with a mailed link and the
        password; it is removed one day later.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``POST /v1/operator/accounts/{account}/second-factor-removal``

        Args:
            account: The account's id.
        """

    @operation("GET", "/v1/operator/events")
    def list_operator_events(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListOperatorEventsAnswer:
        """Events of all accounts in the last 90 days, newest first.

        Needs an operator's session. ``GET /v1/operator/events``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
            account: Only events of this account.
        """

    @pages(list_operator_events)
    def iterate_operator_events(
        self, *, limit: Optional[int] = None, account: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.OperatorEvent]:
        """Iterates over ``list_operator_events``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/operator/events", fixed_query={"format": "csv"}, decode="text")
    def list_operator_events_csv(
        self,
        *,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
        account: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> str:
        """The answer of ``list_operator_events`` as a CSV table."""

    @operation("GET", "/v1/operator/invitations")
    def list_invitations(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListInvitationsAnswer:
        """Invitations, newest first.

        Needs an operator's session. ``GET /v1/operator/invitations``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_invitations)
    def iterate_invitations(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.Invitation]:
        """Iterates over ``list_invitations``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/operator/invitations", fixed_query={"format": "csv"}, decode="text")
    def list_invitations_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_invitations`` as a CSV table."""

    @operation("POST", "/v1/operator/invitations")
    def invite(self, *, email: str, timeout_seconds: Optional[float] = None) -> t.Invitation:
        """Mails an invitation. Its link works once, for 72 hours.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``POST /v1/operator/invitations``
        """

    @operation("DELETE", "/v1/operator/invitations/{invitation}", decode="none")
    def revoke_invitation(self, invitation: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Revokes an open invitation.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``DELETE /v1/operator/invitations/{invitation}``

        Args:
            invitation: The invitation's id.
        """

    @operation("GET", "/v1/operator/verifications")
    def list_verifications(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListVerificationsAnswer:
        """Verifications awaiting a decision, longest wait first.

        Needs an operator's session. ``GET /v1/operator/verifications``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_verifications)
    def iterate_verifications(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.ListedVerification]:
        """Iterates over ``list_verifications``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/operator/verifications", fixed_query={"format": "csv"}, decode="text")
    def list_verifications_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_verifications`` as a CSV table."""

    @operation("GET", "/v1/operator/verifications/{account}")
    def get_verification_of(self, account: str, *, timeout_seconds: Optional[float] = None) -> t.ListedVerification:
        """The verification of one account.

        Needs an operator's session. ``GET /v1/operator/verifications/{account}``

        Args:
            account: The account's id.
        """

    @operation("GET", "/v1/operator/verifications/{account}", fixed_query={"format": "csv"}, decode="text")
    def get_verification_of_csv(self, account: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_verification_of`` as a CSV table."""

    @operation("GET", "/v1/operator/verifications/{account}/documents/{document}", decode="bytes")
    def look_at_document(self, account: str, document: str, *, timeout_seconds: Optional[float] = None) -> bytes:
        """The photo of a document awaiting a decision; afterwards, only the operator who decided can see it. Each view
        is logged, and the account's owner sees when.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``GET /v1/operator/verifications/{account}/documents/{document}``

        Args:
            account: The account's id.
            document: The document's id.
        """

    @operation("POST", "/v1/operator/verifications/{account}/decision")
    def decide_verification(
        self,
        account: str,
        *,
        decision: Literal["accepted", "refused", "more-needed"],
        reason: str,
        idempotency_key: Optional[str] = None,
        timeout_seconds: Optional[float] = None,
    ) -> t.ListedVerification:
        """Decides a pending verification. Operators cannot decide their own.

        Needs an operator's session in which the password was confirmed within the last ten minutes.
        ``POST /v1/operator/verifications/{account}/decision``

        Args:
            account: The account's id.
            reason: Shown to the account's owner.
        """

    @operation("GET", "/v1/operator/support")
    def list_support_threads(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.ListSupportThreadsAnswer:
        """Accounts with messages: those with unread messages first, then the newest.

        Needs an operator's session. ``GET /v1/operator/support``

        Args:
            limit: The page size; numbers above 500 count as 500.
            cursor: The `next_cursor` of the previous page.
        """

    @pages(list_support_threads)
    def iterate_support_threads(
        self, *, limit: Optional[int] = None, timeout_seconds: Optional[float] = None
    ) -> Iterator[t.ListedSupportThread]:
        """Iterates over ``list_support_threads``, page by page; ``limit`` is the size of a page."""

    @operation("GET", "/v1/operator/support", fixed_query={"format": "csv"}, decode="text")
    def list_support_threads_csv(
        self, *, limit: Optional[int] = None, cursor: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """The answer of ``list_support_threads`` as a CSV table."""

    @operation("GET", "/v1/operator/support/{account}")
    def get_support_thread(self, account: str, *, timeout_seconds: Optional[float] = None) -> t.SupportThreadOfAccount:
        """The messages of one account.

        Needs an operator's session. ``GET /v1/operator/support/{account}``

        Args:
            account: The account's id.
        """

    @operation("GET", "/v1/operator/support/{account}", fixed_query={"format": "csv"}, decode="text")
    def get_support_thread_csv(self, account: str, *, timeout_seconds: Optional[float] = None) -> str:
        """The answer of ``get_support_thread`` as a CSV table."""

    @operation("POST", "/v1/operator/support/{account}")
    def answer_support(
        self, account: str, *, text: str, idempotency_key: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> t.SupportMessage:
        """Answers an account's messages, which are then marked as read.

        Needs an operator's session. ``POST /v1/operator/support/{account}``

        Args:
            account: The account's id.
        """

    @operation("POST", "/v1/operator/support/{account}/read", decode="none")
    def mark_support_thread_read(self, account: str, *, timeout_seconds: Optional[float] = None) -> None:
        """Marks an account's messages as read, without an answer.

        Needs an operator's session. ``POST /v1/operator/support/{account}/read``

        Args:
            account: The account's id.
        """


class Operations(Declarations, Synchronous):
    """Every operation of the server as a method; a base of the client."""


class AsyncOperations(Declarations, Asynchronous):
    """Every operation of the server as a coroutine function; a base of the async client."""
