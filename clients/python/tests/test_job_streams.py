"""Uploads, downloads and events of jobs, and events of notices, against a transport that breaks connections where a test says."""

from __future__ import annotations

import asyncio
import functools
import json
import pathlib
from typing import Any, Callable, List

import httpx
import pytest
from test_requests import client_of

import closecast
from closecast import _async_client, _client
from closecast._call import Retries

LINES = b"".join(json.dumps({"id": str(number)}).encode() + b"\n" for number in range(50))
IDS = [str(number) for number in range(50)]


class Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Some pieces, and then the end, or a broken connection."""

    def __init__(self, *pieces: bytes, breaks: bool = False, before: Callable[[], None] = lambda: None):
        self.pieces, self.breaks, self.before = pieces, breaks, before

    def __iter__(self) -> Any:
        self.before()
        yield from self.pieces
        if self.breaks:
            raise httpx.ReadError("broken")

    async def __aiter__(self) -> Any:
        for piece in self:
            yield piece


class Clock:
    """The time of retries; pauses between them move it, and nothing else."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def async_sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    timed = functools.partial(Retries, clock=lambda: clock.now)
    for module in (_client, _async_client):
        monkeypatch.setattr(module, "Retries", timed)
    monkeypatch.setattr(_client.time, "sleep", clock.sleep)
    monkeypatch.setattr(_async_client.anyio, "sleep", clock.async_sleep)
    return clock


Answers = Callable[[httpx.Request], httpx.Response]


def by_client(answer: Answers, name: str) -> List[Any]:
    """All that a method of the client returns, for a job unless it is about notices."""
    return list(getattr(client_of(answer), name)(*arguments(name)))


def arguments(name: str) -> List[str]:
    return ["j"] if "job" in name else []


def by_async_client(answer: Answers, name: str) -> List[Any]:
    async def all_of() -> List[Any]:
        transport = httpx.MockTransport(answer)
        async with closecast.AsyncClosecast("https://closecast.test", transport=transport) as own:
            return [one async for one in getattr(own, name)(*arguments(name))]

    return asyncio.run(all_of())


both = pytest.mark.parametrize("found", [by_client, by_async_client])


# MARK: Results


def part(request: httpx.Request, length: int, content: bytes = LINES, **options: Any) -> httpx.Response:
    """The bytes asked for, as the server sends them; the connection breaks after so many of them."""
    start = int(request.headers.get("Range", "bytes=0-")[6:-1])
    headers = {"ETag": f'"j-{len(content)}"'}
    if start and start >= len(content):
        return httpx.Response(416, headers={"Content-Range": f"bytes */{len(content)}"}, json={"code": "no-such-range"})
    rest = content[start : start + length]
    stream = Stream(rest, breaks=start + len(rest) < len(content), **options)
    return httpx.Response(206 if start else 200, stream=stream, headers=headers)


@both
def test_a_download_may_take_longer_than_retries_as_long_as_bytes_arrive(found: Any, clock: Clock) -> None:
    # Each connection lasts half a minute; all of them together take much longer than the 60 s of retries.
    answers = found(lambda request: part(request, 50, before=lambda: clock.sleep(30)), "iterate_job_result")
    assert [one["id"] for one in answers] == IDS
    assert clock.now > 300


@both
def test_a_download_that_gets_no_more_bytes_ends_after_the_time_of_retries(found: Any, clock: Clock) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return part(request, 100 if "Range" not in request.headers else 0)

    with pytest.raises(closecast.ConnectionFailedError, match="broken"):
        found(answer, "iterate_job_result")
    assert 40 < clock.now <= 60


@both
def test_a_connection_that_breaks_after_the_last_byte_is_the_end(found: Any, clock: Clock) -> None:
    requests: List[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        if len(requests) == 1:
            return httpx.Response(200, stream=Stream(LINES, breaks=True), headers={"ETag": '"j"'})
        return part(request, 1000)

    assert [one["id"] for one in found(answer, "iterate_job_result")] == IDS
    assert [request.headers.get("Range") for request in requests] == [None, f"bytes={len(LINES)}-"]


@both
def test_a_result_that_became_shorter_is_an_error(found: Any, clock: Clock) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return part(request, 200, LINES if "Range" not in request.headers else LINES[:100])

    with pytest.raises(closecast.InvalidRequestError, match="416, no-such-range"):
        found(answer, "iterate_job_result")


@both
def test_a_range_that_was_not_asked_for_is_an_error(found: Any) -> None:
    with pytest.raises(closecast.InvalidRequestError):
        found(lambda request: httpx.Response(416, headers={"Content-Range": "bytes */0"}), "iterate_job_result")


@both
@pytest.mark.parametrize("missing", [1, 5])
def test_a_result_that_ends_within_an_answer_is_an_error(found: Any, missing: int) -> None:
    """A proxy or a disk lost its end; an answer must not be missing silently."""
    with pytest.raises(
        closecast.UnknownAnswerError, match=f"ends within an answer, after {len(LINES) - missing} bytes"
    ):
        found(lambda request: httpx.Response(200, content=LINES[:-missing]), "iterate_job_result")


# MARK: Events


def job(completed: int, state: str = "running") -> dict:
    return {"id": "j", "state": state, "series": 9, "completed": completed}


def event(completed: int, state: str = "running") -> bytes:
    data = json.dumps(job(completed, state))
    return f"event: progress\nid: {completed}\ndata: {data}\n\n".encode()


def events(*streams: Stream) -> Any:
    """Answers with one stream after the other, the last one again and again; keeps the requests."""
    left = list(streams)
    requests: List[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        stream = left.pop(0) if len(left) > 1 else left[0]
        return httpx.Response(200, stream=stream, headers={"Content-Type": "text/event-stream"})

    return answer, requests


@both
def test_events_go_on_after_a_broken_connection(found: Any, clock: Clock) -> None:
    answer, requests = events(
        Stream(event(0), event(2), event(3)[:30], breaks=True),
        # A server that restarts ends its streams.
        Stream(event(2), b": \n\n", event(5)),
        Stream(event(5), event(9, "done")[:30], breaks=True),
        Stream(event(9, "done")),
    )
    states = found(answer, "iterate_job_events")
    assert states == [job(0), job(2), job(5), job(9, "done")]
    assert [request.headers.get("Last-Event-ID") for request in requests] == [None, "2", "5", "5"]


@both
def test_events_of_a_long_job_are_followed_as_long_as_they_come(found: Any, clock: Clock) -> None:
    streams = [Stream(event(number), before=lambda: clock.sleep(50)) for number in range(20)]
    answer, requests = events(*streams, Stream(event(20, "done"), breaks=True))
    assert len(found(answer, "iterate_job_events")) == 21 and len(requests) == 21
    # A job may wait for long while a proxy closes connections: comments show that all is well.
    streams = [Stream(event(0), b": \n\n", before=lambda: clock.sleep(50)) for _ in range(20)]
    answer, requests = events(*streams, Stream(event(1, "done")))
    assert found(answer, "iterate_job_events") == [job(0), job(1, "done")] and len(requests) == 21


@both
def test_streams_that_only_end_are_not_opened_for_ever(found: Any, clock: Clock) -> None:
    answer, requests = events(Stream(event(0)))
    with pytest.raises(closecast.ConnectionFailedError, match="the events of job j ended too early"):
        found(answer, "iterate_job_events")
    assert 8 < len(requests) < 25 and 40 < clock.now <= 60


@both
def test_a_job_that_was_removed_is_an_error(found: Any, clock: Clock) -> None:
    answers = [
        httpx.Response(200, stream=Stream(event(0))),
        httpx.Response(404, json={"code": "no-such-job", "detail": "no job j"}),
    ]
    with pytest.raises(closecast.NotFoundError, match="no job j"):
        found(lambda request: answers.pop(0), "iterate_job_events")


@both
def test_no_content_is_the_end_of_events(found: Any, clock: Clock) -> None:
    assert found(lambda request: httpx.Response(204), "iterate_job_events") == []


def counts(*unread: int, retry: int = 0) -> bytes:
    told = "".join(f'event: count\ndata: {{"unread":{count}}}\n\n' for count in unread)
    return (told + (f"retry: {retry}\n\n" if retry else "")).encode()


@both
def test_the_count_of_notices_is_followed_over_streams_that_end(found: Any, clock: Clock) -> None:
    """The server ends each stream after 10 minutes. What did not change is not told again."""
    streams = [Stream(counts(2), b": \n\n"), Stream(counts(2, 3), breaks=True), Stream(counts(3)), Stream(counts(0))]
    left = list(streams)

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=left.pop(0)) if left else httpx.Response(204)

    assert [count["unread"] for count in found(answer, "iterate_notice_events")] == [2, 3, 0]
    assert clock.now < 5


@both
@pytest.mark.parametrize("retry, pause", [(30_000, 30), (10**20, 60)])
def test_a_stream_that_was_replaced_waits_as_long_as_the_server_says(
    found: Any, clock: Clock, retry: int, pause: int
) -> None:
    """Otherwise two programs would take each other's place without end."""
    left = [httpx.Response(200, stream=Stream(counts(1, retry=retry))), httpx.Response(204)]
    assert len(found(lambda request: left.pop(0), "iterate_notice_events")) == 1
    assert pause <= clock.now < pause + 1


# MARK: Uploads


@pytest.mark.parametrize(
    "kind", [str, pathlib.Path, lambda path: path.read_bytes(), lambda path: bytearray(path.read_bytes())]
)
def test_a_job_is_made_from_a_path_or_from_lines(tmp_path: pathlib.Path, kind: Callable[[pathlib.Path], Any]) -> None:
    path = tmp_path / "series.ndjson"
    path.write_bytes(b'{"closes":[1.5]}\n{"closes":[2.5]}\n')
    bodies: List[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        bodies.append(request.read())
        return httpx.Response(202, json=job(0))

    client_of(answer).create_job(kind(path))
    series = [{"closes": [1.5]}, {"closes": [2.5]}]
    client_of(answer).create_job(series)
    assert bodies[0] == bodies[1] == path.read_bytes()

    async def create() -> None:
        async with closecast.AsyncClosecast("https://closecast.test", transport=httpx.MockTransport(read)) as own:
            await own.create_job(kind(path))

    async def read(request: httpx.Request) -> httpx.Response:
        bodies.append(await request.aread())
        return httpx.Response(202, json=job(0))

    asyncio.run(create())
    assert bodies[2] == path.read_bytes()


def test_what_is_no_list_of_series_is_refused() -> None:
    own = client_of(lambda request: httpx.Response(202, json=job(0)))
    with pytest.raises(FileNotFoundError, match=r"nowhere\.ndjson"):
        own.create_job("nowhere.ndjson")
    with pytest.raises(closecast.SettingsError, match=r"encode the lines, series\.encode\(\)"):
        own.create_job('{"closes":[1.5]}\n')
    with pytest.raises(closecast.SettingsError, match=r"give a list, \[series\]"):
        own.create_job({"closes": [1.5]})  # type: ignore[arg-type]
