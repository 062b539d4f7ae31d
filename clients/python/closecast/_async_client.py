"""``AsyncClosecast``, the client of a server for programs with an event loop."""

from __future__ import annotations

import collections
import contextlib
from typing import Any, AsyncGenerator, Deque, Dict, Iterator, List, Mapping, Optional, Sequence

import anyio
import anyio.to_thread
import httpx

from ._address import (
    JOB_BYTES,
    JOB_SERIES,
    JOBS_AHEAD,
    REQUEST_SERIES,
    Address,
    Content,
    Requests,
    built,
    bundles,
    facts_in,
    request_of,
    wants_jobs,
    with_key,
)
from ._call import Call, Retries, connection_error, error_of
from ._errors import ClosecastError, NotFoundError, PermissionDeniedError, ProblemError, UnknownAnswerError
from ._events import EventReader, JobEvents, NoticeEvents
from ._forecasting import AsyncForecasting, aclosing
from ._frames import ModelFacts, Plan, Settings
from ._jobs import JobMethods, ResultReader, Series, Watch, chunks_async, creation, size_of, spooled
from ._lazy_types import t
from ._operations import AsyncOperations
from ._progress import Progress

#: The longest time for which a cancelled forecast removes its jobs.
_CLEANING_SECONDS = 5


class AsyncClosecast(AsyncOperations, JobMethods, AsyncForecasting):
    """A client of a server for programs with an event loop, of asyncio or trio. Its parameters are those of ``Closecast``."""

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout_seconds: float = 60,
        retry_seconds: float = 60,
        ca_file: Optional[str] = None,
        allow_http: bool = False,
        transport: Optional[httpx.AsyncBaseTransport] = None,
    ):
        address = Address(url, token, allow_http)
        self.url = address.url
        self._retry_seconds = retry_seconds
        self._http = httpx.AsyncClient(transport=transport, **address.options(timeout_seconds, ca_file))
        self._known: Dict[Optional[str], ModelFacts] = {}
        #: How many series one request may have, where it is less than usual.
        self._most: Dict[Settings, int] = {}

    def __repr__(self) -> str:
        return f"AsyncClosecast({self.url!r})"

    async def __aenter__(self) -> AsyncClosecast:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    # MARK: Requests

    async def _answer(self, call: Call) -> Any:
        return call.decoded(await self._response(call))

    async def _response(self, call: Call, content: Optional[Content] = None, *, stream: bool = False) -> httpx.Response:
        """The response, after as many tries as it takes; the caller closes a stream."""
        retries = Retries(self._retry_seconds)
        call = with_key(call)
        while True:
            try:
                return await self._try(call, content, stream)
            except ClosecastError as error:
                pause = retries.pause(error, call)
                if pause is None:
                    raise
            await anyio.sleep(pause)

    async def _try(self, call: Call, content: Optional[Content], stream: bool) -> httpx.Response:
        try:
            response = await self._http.send(built(self._http, call, content), stream=stream)
            if stream and not response.is_success:
                await response.aread()
        except httpx.TransportError as error:
            raise connection_error(error, self.url) from error
        except httpx.DecodingError as error:
            raise UnknownAnswerError(f"{self.url}: the answer cannot be unpacked: {error}") from error
        error_found = error_of(response, call)
        if error_found is not None:
            await response.aclose()
            raise error_found
        return response

    # MARK: Jobs

    async def _upload(self, series: Series, settings: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
        with spooled(series) as file:
            call = creation(settings, size_of(file), idempotency_key)
            return call.decoded(await self._response(call, lambda: chunks_async(file)))

    async def _wait(self, job: str, progress: Optional[bool], timeout_seconds: Optional[float]) -> t.Job:
        watch = Watch(anyio.current_time, timeout_seconds)
        state = await self.get_job(job)
        with Progress(state["series"], progress, f"job {job[:8]}") as bar:
            while True:
                pause = watch.pause(state, bar)
                if pause is None:
                    return state
                await anyio.sleep(pause)
                state = await self.get_job(job)

    async def iterate_job_result(self, job: str) -> AsyncGenerator[t.SentForecast, None]:
        """Iterates over the answers of a job in the order of its series; a broken download goes on where it broke.

        Of a job that has not ended, the answers so far. ``GET /v1/jobs/{job}/result``
        """
        reader = ResultReader(job)
        retries = Retries(self._retry_seconds)
        while True:
            call, received = reader.call(), reader.received
            response = await self._response(call, stream=True)
            try:
                if reader.begin(response):
                    async for chunk in response.aiter_bytes():
                        for answer in reader.answers(chunk):
                            yield answer
                reader.end()
                return
            except httpx.TransportError as error:
                failure = connection_error(error, self.url)
            finally:
                await response.aclose()
            await anyio.sleep(retries.reopening(failure, call, went_on=reader.received > received))

    async def iterate_job_events(self, job: str) -> AsyncGenerator[t.Job, None]:
        """Iterates over the states of a job as it goes on, until it has ended; a broken connection is opened again.

        ``GET /v1/jobs/{job}/events``
        """
        async for value in self._events(JobEvents(job)):
            yield value

    async def iterate_notice_events(self) -> AsyncGenerator[t.NoticeCount, None]:
        """Iterates without end over the number of notices that are not read, now and whenever it changes.

        A broken connection is opened again.

        ``GET /v1/notices/events``
        """
        async for value in self._events(NoticeEvents()):
            yield value

    async def _events(self, reader: EventReader) -> AsyncGenerator[Any, None]:
        retries = Retries(self._retry_seconds)
        while True:
            call, signs = reader.call(), reader.signs
            response = await self._response(call, stream=True)
            try:
                reader.begin(response)
                async for line in response.aiter_lines():
                    value = reader.value(line)
                    if value is not None:
                        yield value
                failure = reader.broken(self.url)
            except httpx.TransportError as error:
                failure = connection_error(error, self.url)
            finally:
                await response.aclose()
            if reader.is_over:
                return
            pause = retries.reopening(failure, call, went_on=reader.signs > signs)
            await anyio.sleep(max(pause, reader.pause_seconds))

    # MARK: Frames

    async def _facts(self, model: Optional[str]) -> ModelFacts:
        if model not in self._known:
            self._known[model] = facts_in([listed async for listed in self.iterate_models()], model)
        return self._known[model]

    async def _answers(self, plan: Plan, progress: Optional[bool]) -> AsyncGenerator[Mapping[str, Any], None]:
        with Progress(len(plan.asked), progress) as bar:
            if wants_jobs(plan):
                jobs: Deque[str] = collections.deque()
                series = bundles(plan.lines(), JOB_SERIES, JOB_BYTES)
                first = await _next(series)
                assert first is not None
                # Servers without jobs, and tokens that may only read, forecast by requests.
                with contextlib.suppress(NotFoundError, PermissionDeniedError):
                    jobs.append(await self._job_of(plan, first))
                if jobs:
                    async with aclosing(self._job_answers(plan, series, jobs, bar)) as answers:
                        async for answer in answers:
                            yield answer
                    return
            requests = Requests(plan.lines(), self._most.get(plan.settings, REQUEST_SERIES))
            while True:
                bundle = await anyio.to_thread.run_sync(requests.bundle)
                if not bundle:
                    return
                try:
                    document = await self._answer(request_of(plan, bundle))
                except ProblemError as error:
                    requests.divide(bundle, error)
                    self._most[plan.settings] = requests.most
                    continue
                bar.advance(len(bundle))
                for answer in document["forecasts"]:
                    yield answer

    async def _job_of(self, plan: Plan, bundle: Sequence[bytes]) -> str:
        return (await self.create_job(b"\n".join(bundle) + b"\n", **plan.settings.request()))["id"]

    async def _job_answers(
        self, plan: Plan, series: Iterator[List[bytes]], jobs: Deque[str], bar: Progress
    ) -> AsyncGenerator[Mapping[str, Any], None]:
        try:
            while jobs:
                while len(jobs) < JOBS_AHEAD:
                    bundle = await _next(series)
                    if bundle is None:
                        break
                    jobs.append(await self._job_of(plan, bundle))
                watch = Watch(anyio.current_time)
                while True:
                    pause = watch.pause(await self.get_job(jobs[0]), bar)
                    if pause is None:
                        break
                    await anyio.sleep(pause)
                async with aclosing(self.iterate_job_result(jobs[0])) as answers:
                    async for answer in answers:
                        yield answer
                await self.remove_job(jobs.popleft())
        finally:
            # What was given up is not worth computing; also if this task is cancelled, which would cancel these requests too.
            with anyio.move_on_after(_CLEANING_SECONDS, shield=True):
                for job in jobs:
                    with contextlib.suppress(ClosecastError):
                        await self.remove_job(job)


async def _next(bundles: Iterator[List[bytes]]) -> Optional[List[bytes]]:
    """The next bundle, whose closes are written as JSON on another thread than the event loop's; None after the last."""
    return await anyio.to_thread.run_sync(next, bundles, None)
