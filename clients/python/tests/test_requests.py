"""Requests, retries and errors, against a transport that answers as the test says."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import decimal
import http.server
import importlib.util
import json
import logging
import socket
import sys
import threading
import traceback
from typing import Any, Callable, Iterator, List, Optional, Union

import httpx
import polars as pl
import pytest

import closecast
from closecast import _call, _errors, _jobs
from closecast._call import Call, Retries
from closecast._errors import ConnectionFailedError, UnavailableError, retry_after_of

TOKEN = "closecast_api_0123456789abcdef"
Answer = Union[httpx.Response, Exception]


class Script:
    """Answers requests in turn, and keeps them; the last answer repeats."""

    def __init__(self, *answers: Answer):
        self.answers = list(answers)
        self.requests: List[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def client(script: Script, **options: Any) -> closecast.Closecast:
    return closecast.Closecast("https://closecast.test", TOKEN, transport=httpx.MockTransport(script), **options)


def problem(status: int, code: str = "some-code", retry_after: Optional[str] = None, **members: Any) -> httpx.Response:
    body = {
        "type": f"urn:{code}",
        "title": "Title",
        "status": status,
        "code": code,
        "detail": "It failed",
        "request_id": "r1",
    }
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return httpx.Response(status, json={**body, **members}, headers=headers)


def wallet() -> httpx.Response:
    return httpx.Response(201, json={"id": "w_1", "name": "Main"})


# MARK: Retries


def test_a_write_is_repeated_with_the_same_key_after_the_seconds_of_retry_after(pauses: List[float]) -> None:
    script = Script(problem(503, "queue-full", "2"), httpx.ReadError("broken"), wallet())
    assert client(script).create_wallet(name="Main")["id"] == "w_1"
    keys = {request.headers["Idempotency-Key"] for request in script.requests}
    assert len(script.requests) == 3 and len(keys) == 1
    assert 2.0 <= pauses[0] <= 2.2
    assert json.loads(script.requests[2].content) == {"name": "Main"}


def test_each_call_has_its_own_key_unless_one_is_given() -> None:
    script = Script(wallet())
    own = client(script)
    for key in (None, None, "mine"):
        own.create_wallet(name="Main", idempotency_key=key)
    keys = [request.headers["Idempotency-Key"] for request in script.requests]
    assert len(set(keys)) == 3 and keys[2] == "mine"


def test_a_post_without_a_key_is_sent_once(pauses: List[float]) -> None:
    script = Script(problem(503, "database-locked", "1"))
    with pytest.raises(closecast.UnavailableError):
        client(script).sign_in(email="ann@example.com", password="secret")
    assert len(script.requests) == 1 and pauses == []
    assert "Idempotency-Key" not in script.requests[0].headers


def test_a_post_without_a_key_is_repeated_if_there_was_no_connection(pauses: List[float]) -> None:
    script = Script(httpx.ConnectError("refused"), httpx.Response(201, json={"token": "t"}))
    client(script).sign_in(email="ann@example.com", password="secret")
    assert len(script.requests) == 2


def test_a_post_that_only_reads_is_repeated(pauses: List[float]) -> None:
    script = Script(problem(503, "queue-full", "1"), httpx.Response(200, json={"forecasts": [], "skill": []}))
    client(script).forecast_closes({"closes": [1.0]})
    assert len(script.requests) == 2


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 413, 422, 500])
def test_final_errors_are_not_repeated(pauses: List[float], status: int) -> None:
    script = Script(problem(status))
    with pytest.raises(closecast.ProblemError):
        client(script).get_wallet("Main")
    assert len(script.requests) == 1


def test_a_key_in_use_is_waited_for(pauses: List[float]) -> None:
    script = Script(problem(409, "in-progress", "1"), wallet())
    client(script).create_wallet(name="Main")
    assert len(script.requests) == 2


def test_retries_end_when_the_time_is_over() -> None:
    now = [0.0]
    retries = Retries(60, clock=lambda: now[0], draw=lambda: 0.5)
    call = Call("GET", "/v1/wallets", can_repeat=True)
    tries = 0
    while True:
        pause = retries.pause(UnavailableError(503, {}), call)
        if pause is None:
            break
        assert 0.1 <= pause <= 8
        now[0] += pause
        tries += 1
    assert 8 <= tries <= 20 and 50 <= now[0] <= 60


def test_a_longer_retry_after_than_the_time_left_is_an_error_at_once(pauses: List[float]) -> None:
    script = Script(problem(429, "too-many-requests", "3600"))
    with pytest.raises(closecast.RateLimitError) as caught:
        client(script).get_wallet("Main")
    assert caught.value.retry_after == 3600 and len(script.requests) == 1


@pytest.mark.parametrize("header", ["0", "-5", "Wed, 21 Oct 2015 07:28:00 GMT", "9" * 400, "9" * 9000])
def test_pauses_grow_whatever_retry_after_says(pauses: List[float], header: str) -> None:
    script = Script(*(problem(503, "queue-full", header) for _ in range(8)), wallet())
    client(script).get_wallet("Main")
    assert len(pauses) == 8
    assert all(0.125 * 2 ** min(tried, 5) <= pause for tried, pause in enumerate(pauses)), pauses


@pytest.mark.parametrize("key", ["", "a\nb", "a\x00", "ü", "two words", "a" * 256])
def test_keys_that_cannot_be_sent_are_refused(key: str) -> None:
    script = Script(wallet())
    with pytest.raises(closecast.SettingsError, match="idempotency_key is .* 1 to 255 visible ASCII"):
        client(script).create_wallet(name="Main", idempotency_key=key)
    with pytest.raises(closecast.SettingsError, match="idempotency_key"):
        client(script).create_job([{"closes": [1.0]}], idempotency_key=key)
    assert script.requests == []


def test_retries_can_be_turned_off(pauses: List[float]) -> None:
    script = Script(problem(503))
    with pytest.raises(closecast.UnavailableError):
        client(script, retry_seconds=0).get_wallet("Main")
    assert len(script.requests) == 1


def test_the_async_client_repeats_too(pauses: List[float]) -> None:
    script = Script(problem(503, "queue-full", "2"), httpx.ReadError("broken"), wallet())

    async def create() -> str:
        transport = httpx.MockTransport(script)
        async with closecast.AsyncClosecast("https://closecast.test", TOKEN, transport=transport) as own:
            return (await own.create_wallet(name="Main"))["id"]

    assert asyncio.run(create()) == "w_1"
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 1 and len(pauses) == 2


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("0", 0.0), ("17", 17.0), ("-5", 0.0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0), ("soon", None), (None, None)],
)
def test_retry_after_has_seconds_or_a_date(header: Optional[str], seconds: Optional[float]) -> None:
    assert retry_after_of(header) == seconds


def test_retry_after_as_a_date_to_come() -> None:
    date = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=90)
    seconds = retry_after_of(date.strftime("%a, %d %b %Y %H:%M:%S GMT"))
    assert seconds is not None and 85 <= seconds <= 90


def test_many_series_that_take_too_long_are_sent_in_smaller_requests(pauses: List[float]) -> None:
    """A server that forecasts at most three series in time."""
    sizes: List[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            model = {"name": "m", "default": True, "context": 2, "horizon": 9}
            return httpx.Response(200, json={"data": [model], "next_cursor": None})
        series = json.loads(request.content)["series"]
        sizes.append(len(series))
        if len(series) > 3:
            return problem(503, "timed-out") if len(series) > 6 else problem(422, "too-much-work")
        values = [{"day": 1, "point": 1.5}]
        return httpx.Response(
            200, json={"forecasts": [{"id": one["id"], "values": values} for one in series], "skill": []}
        )

    frame = pl.DataFrame(
        {"unique_id": [f"{n:02}" for n in range(20) for _ in "ab"], "ds": ["2024-01-01", "2024-01-02"] * 20}
    )
    own = client_of(answer)
    for _ in range(2):
        forecasts = own.forecast(frame.with_columns(y=pl.lit(2.0)), h=1, level=None)
        assert forecasts["unique_id"].to_list() == [f"{n:02}" for n in range(20)]
    assert sizes[:4] == [20, 10, 5, 3] and set(sizes[4:]) == {3, 2} and pauses == []


# MARK: Errors


def test_a_problem_has_its_members() -> None:
    answer = problem(422, "horizon-out-of-range", field="days", value="200", accepted="1 to 96")
    with pytest.raises(closecast.InvalidRequestError) as caught:
        client(Script(answer)).get_forecast("BTC", days=200)
    error = caught.value
    assert (error.status, error.code, error.field, error.value) == (422, "horizon-out-of-range", "days", "200")
    assert (error.accepted, error.request_id, error.retry_after) == ("1 to 96", "r1", None)
    text = "It failed (status 422, horizon-out-of-range, days: '200', accepted: 1 to 96, request r1)"
    assert str(error) == text


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, closecast.InvalidRequestError),
        (401, closecast.AuthenticationError),
        (403, closecast.PermissionDeniedError),
        (404, closecast.NotFoundError),
        (409, closecast.ConflictError),
        (412, closecast.ConflictError),
        (429, closecast.RateLimitError),
        (500, closecast.UnavailableError),
    ],
)
def test_each_status_has_its_error(status: int, kind: type) -> None:
    with pytest.raises(kind):
        client(Script(problem(status)), retry_seconds=0).get_wallet("Main")


def test_a_page_of_a_proxy_is_an_error_too() -> None:
    with pytest.raises(closecast.UnavailableError, match="Bad Gateway"):
        client(Script(httpx.Response(502, text="<html>")), retry_seconds=0).get_wallet("Main")


def test_an_answer_that_is_not_json_names_the_likely_reason() -> None:
    answer = httpx.Response(200, text="<html>", headers={"Content-Type": "text/html"})
    with pytest.raises(closecast.UnknownAnswerError, match=r"text/html.*address of a Closecast server"):
        client(Script(answer)).get_wallet("Main")


NESTED = b'{"value":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize(
    "body", [NESTED, b'{"value":' + b"[" * 900 + b"]" * 900 + b"}", b'{"problems": 5}', b"[]", b"\xff"]
)
@pytest.mark.parametrize("plain", [True, False], ids=["json", "orjson"])
def test_any_body_of_an_error_is_a_problem(monkeypatch: pytest.MonkeyPatch, body: bytes, plain: bool) -> None:
    if plain:
        monkeypatch.setattr(_errors, "loads", without_orjson().loads)
    with pytest.raises(closecast.UnavailableError) as caught:
        client(Script(httpx.Response(500, content=body)), retry_seconds=0).get_wallet("Main")
    assert caught.value.status == 500


def without_orjson() -> Any:
    """The module of JSON as it is where orjson is not installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "orjson", None)
        found = importlib.util.find_spec("closecast._json")
        assert found is not None and found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("plain", [True, False], ids=["json", "orjson"])
def test_an_answer_that_is_nested_too_deeply_is_an_error(monkeypatch: pytest.MonkeyPatch, plain: bool) -> None:
    if plain:
        monkeypatch.setattr(_call, "loads", without_orjson().loads)
        monkeypatch.setattr(_jobs, "loads", without_orjson().loads)
    own = client(Script(httpx.Response(200, content=NESTED + b"\n")))
    with pytest.raises(closecast.UnknownAnswerError):
        own.get_wallet("Main")
    with pytest.raises(closecast.UnknownAnswerError):
        list(own.iterate_job_result("j"))


def test_a_problem_says_nothing_twice() -> None:
    answer = problem(422, "c", detail="days must be 1 to 96", field="days", value="200", accepted="1 to 96")
    with pytest.raises(closecast.InvalidRequestError) as caught:
        client(Script(answer)).get_forecast("BTC", days=200)
    assert str(caught.value) == "days must be 1 to 96 (status 422, c, request r1)"


def test_redirects_are_not_followed() -> None:
    script = Script(httpx.Response(302, headers={"Location": "https://elsewhere.test/"}))
    with pytest.raises(closecast.InvalidRequestError):
        client(script).get_wallet("Main")
    assert len(script.requests) == 1


# MARK: Requests


def test_parameters_are_written_as_the_server_reads_them() -> None:
    script = Script(httpx.Response(200, json={}))
    own = client(script)
    own.forecast_wallet("Main / 1", days=2, levels=[80, 97.5], above=150, as_of=datetime.date(2024, 1, 2))
    request = script.requests[0]
    assert request.url.raw_path.decode().startswith("/v1/wallets/Main%20%2F%201/forecast?")
    assert dict(request.url.params) == {"days": "2", "levels": "80,97.5", "above": "150", "as_of": "2024-01-02"}
    own.list_assets(favourites=True)
    assert dict(script.requests[1].url.params) == {"favourites": "true"}


def test_bodies_have_decimals_and_times_as_text_and_leave_out_what_is_not_given() -> None:
    script = Script(httpx.Response(201, json={}))
    time = datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc)
    client(script).add_investment(asset="BTC", quantity=decimal.Decimal("1E-8"), price="20000.5", time=time)
    body = {"asset": "BTC", "quantity": "0.00000001", "price": "20000.5", "time": "2024-01-02T00:00:00+00:00"}
    assert json.loads(script.requests[0].content) == body


def test_null_is_sent_where_it_is_accepted_and_given() -> None:
    script = Script(httpx.Response(200, json={}))
    client(script).change_account(preferred_coin=None, appearance="dark")
    assert json.loads(script.requests[0].content) == {"preferred_coin": None, "appearance": "dark"}


@pytest.mark.parametrize("wallet", ["", ".", ".."])
def test_a_path_is_not_left(wallet: str) -> None:
    script = Script(httpx.Response(200, json={}))
    with pytest.raises(closecast.SettingsError):
        client(script).get_wallet(wallet)
    assert script.requests == []


def test_pages_are_read_to_their_end() -> None:
    pages = [
        {"data": [1, 2], "next_cursor": "aa"},
        {"data": [3], "next_cursor": "bb"},
        {"data": [], "next_cursor": None},
    ]
    script = Script(*(httpx.Response(200, json=page) for page in pages))
    assert list(client(script).iterate_wallets(limit=2)) == [1, 2, 3]
    assert [request.url.params.get("cursor") for request in script.requests] == [None, "aa", "bb"]
    assert {request.url.params["limit"] for request in script.requests} == {"2"}


def test_the_user_agent_names_the_client() -> None:
    script = Script(wallet())
    client(script).get_wallet("Main")
    assert script.requests[0].headers["User-Agent"].startswith(f"closecast-python/{closecast.__version__} ")


# MARK: The token


def test_the_token_is_sent_and_shown_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    script = Script(httpx.ReadError("broken"))
    own = client(script, retry_seconds=0)
    with pytest.raises(ConnectionFailedError) as caught:
        own.get_wallet("Main")
    assert script.requests[0].headers["Authorization"] == f"Bearer {TOKEN}"
    error = caught.value
    request = error.__cause__.request if isinstance(error.__cause__, httpx.TransportError) else None
    shown = [repr(own), repr(own._http), repr(own._http.auth), repr(error), repr(error.__cause__), caplog.text]
    shown += [repr(request), repr(request.headers if request else ""), repr(vars(own))]
    shown += traceback.TracebackException.from_exception(error, capture_locals=True).format()
    assert TOKEN not in "".join(shown)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://closecast.example.com", "not encrypted"),
        ("https://ann:secret@closecast.example.com", "user or password"),
        ("ftp://closecast.example.com", "not an address"),
        ("https://", "not an address"),
        ("closecast.example.com", "no scheme; write https://closecast.example.com"),
        ("localhost:8080", "no scheme.* or http://localhost:8080"),
        ("https://closecast.example.com/?a=1", "not an address"),
    ],
)
def test_addresses_that_would_be_unsafe_are_refused(url: str, words: str) -> None:
    with pytest.raises(closecast.SettingsError, match=words) as caught:
        closecast.Closecast(url, TOKEN)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "ünicode"])
def test_tokens_that_cannot_be_are_refused(token: str) -> None:
    with pytest.raises(closecast.SettingsError, match="token"):
        closecast.Closecast("https://closecast.example.com", token)


def test_loopback_needs_no_encryption() -> None:
    assert closecast.Closecast("http://127.0.0.1:8080/", TOKEN).url == "http://127.0.0.1:8080"
    assert closecast.Closecast("http://inside:8080", TOKEN, allow_http=True).url == "http://inside:8080"


def test_the_environment_has_an_address_with_its_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLOSECAST_URL", raising=False)
    with pytest.raises(closecast.SettingsError, match="CLOSECAST_URL"):
        closecast.Closecast()
    monkeypatch.setenv("CLOSECAST_URL", "https://a.test")
    monkeypatch.setenv("CLOSECAST_TOKEN", TOKEN)
    script = Script(wallet())
    closecast.Closecast(transport=httpx.MockTransport(script)).get_wallet("Main")
    # Another server does not get it.
    closecast.Closecast("https://b.test", transport=httpx.MockTransport(script)).get_wallet("Main")
    assert [request.headers.get("Authorization") for request in script.requests] == [f"Bearer {TOKEN}", None]


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_requests_to_this_machine_do_not_go_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch, name: str, host: str
) -> None:
    """The token is not encrypted on the way, and the proxy would read it."""
    for other in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
        monkeypatch.delenv(other, raising=False)
    with listening("127.0.0.1") as proxy:
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.server_port}")
        with listening(host.strip("[]")) as server:
            url = f"http://{host}:{server.server_port}"

            async def get() -> Any:
                async with closecast.AsyncClosecast(url, TOKEN) as own:
                    return await own.get_wallet("Main")

            with closecast.Closecast(url, TOKEN) as own:
                assert own.get_wallet("Main") == asyncio.run(get()) == {"name": "Main"}
        assert server.paths == ["/v1/wallets/Main"] * 2 and proxy.paths == []
        # Other hosts are still reached through the proxy.
        with closecast.Closecast("http://inside.test", TOKEN, allow_http=True) as own:
            own.get_wallet("Main")
        assert proxy.paths == ["http://inside.test/v1/wallets/Main"]


@contextlib.contextmanager
def listening(host: str) -> Iterator[Any]:
    """A small HTTP server that keeps the paths of requests; as a proxy it is asked for whole addresses."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.paths.append(self.path)  # type: ignore[attr-defined]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"name":"Main"}')

        def log_message(self, *_: Any) -> None:
            pass

    class Server(http.server.HTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        paths: List[str]

    try:
        server = Server((host, 0), Handler)
    except OSError as error:
        pytest.skip(f"this machine has no {host}: {error}")
    server.paths = []
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_client_with_a_token_keeps_no_cookies() -> None:
    """The server answers 400 two-credentials to a request with both."""
    cookie = "__Host-closecast=closecast_session_1; Path=/; Secure; HttpOnly; SameSite=Lax"
    script = Script(httpx.Response(201, json={"csrf_token": "c"}, headers={"Set-Cookie": cookie}), wallet())
    own = client(script)
    own.sign_in(email="ann@example.com", password="secret", cookie=True)
    own.get_wallet("Main")
    assert [request.headers.get("Cookie") for request in script.requests] == [None, None]
    assert script.requests[1].headers["Authorization"] == f"Bearer {TOKEN}"

    async def both() -> None:
        transport = httpx.MockTransport(script)
        async with closecast.AsyncClosecast("https://closecast.test", TOKEN, transport=transport) as own:
            await own.sign_in(email="ann@example.com", password="secret", cookie=True)
            await own.get_wallet("Main")

    script.answers = [httpx.Response(201, json={"csrf_token": "c"}, headers={"Set-Cookie": cookie}), wallet()]
    asyncio.run(both())
    assert [request.headers.get("Cookie") for request in script.requests] == [None] * 4


def test_a_client_without_a_token_has_the_session_of_its_cookie() -> None:
    cookie = "__Host-closecast=closecast_session_1; Path=/; Secure; HttpOnly; SameSite=Lax"
    script = Script(httpx.Response(201, json={"csrf_token": "c"}, headers={"Set-Cookie": cookie}), wallet())
    own = closecast.Closecast("https://closecast.test", transport=httpx.MockTransport(script))
    own.sign_in(email="ann@example.com", password="secret", cookie=True)
    own.get_wallet("Main")
    assert script.requests[1].headers["Cookie"] == "__Host-closecast=closecast_session_1"


# MARK: Results of jobs


def test_a_broken_download_goes_on_where_it_broke(pauses: List[float]) -> None:
    lines = b"".join(json.dumps({"id": str(number)}).encode() + b"\n" for number in range(50))
    requests: List[httpx.Request] = []

    class Breaking(httpx.SyncByteStream):
        def __init__(self, content: bytes, length: int):
            self.content, self.length = content, length

        def __iter__(self) -> Any:
            yield self.content[: self.length]
            if self.length < len(self.content):
                raise httpx.ReadError("broken")

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        start = int(request.headers.get("Range", "bytes=0-")[6:-1])
        status = 206 if start else 200
        return httpx.Response(status, stream=Breaking(lines[start:], 123), headers={"ETag": '"tag"'})

    own = closecast.Closecast("https://closecast.test", transport=httpx.MockTransport(answer))
    assert [one["id"] for one in own.iterate_job_result("j")] == [str(number) for number in range(50)]
    assert len(requests) == -(-len(lines) // 123)
    assert [request.headers.get("If-Range") for request in requests[:2]] == [None, '"tag"']


def test_a_result_that_changed_while_it_was_read_is_an_error(pauses: List[float]) -> None:
    class Breaking(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            yield b'{"id":"a"}\n{"id'
            raise httpx.ReadError("broken")

    own = client_of(lambda request: httpx.Response(200, stream=Breaking(), headers={"ETag": '"tag"'}))
    with pytest.raises(closecast.UnknownAnswerError, match="has changed"):
        list(own.iterate_job_result("j"))


def client_of(answer: Callable[[httpx.Request], httpx.Response]) -> closecast.Closecast:
    return closecast.Closecast("https://closecast.test", transport=httpx.MockTransport(answer))
