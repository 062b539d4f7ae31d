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
    job_settings,
    request_of,
    wants_jobs,
    with_key,
)
from ._call import Call, Retries, connection_error, error_of
from ._errors import ClosecastError, NotFoundError, PermissionDeniedError, ProblemError, UnknownAnswerError
from ._forecasting import AsyncForecasting, aclosing
from ._frames import ModelFacts, Plan, Settings
from ._jobs import (
    ENDED,
    EventReader,
    ResultReader,
    Series,
    check_done,
    chunks_async,
    creation,
    pauses,
    size_of,
    spooled,
)
from ._lazy_types import t
from ._operations import AsyncOperations
from ._progress import Progress

#: The longest time for which a cancelled forecast removes its jobs.
_CLEANING_SECONDS = 5


class AsyncClosecast(AsyncOperations, AsyncForecasting):
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

    async def create_job(
        self,
        series: Series,
        *,
        days: Optional[int] = None,
        levels: Optional[Sequence[float]] = None,
        quantiles: Optional[Sequence[float]] = None,
        paths: Optional[int] = None,
        seed: Optional[int] = None,
        model: Optional[str] = None,
        version: Optional[str] = None,
        decode: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> t.Job:
        """Creates a job of up to 100,000 series, which the server forecasts in the background.

        ``POST /v1/jobs``

        Args:
            series: Mappings with ``closes``, and ``id`` and ``last`` where wanted; or the path of a file of such lines of
                JSON, or the lines themselves as bytes.
            days: How many days; all that the model forecasts where it is missing.
            levels: Central bands, in percent; default: 50, 80 and 95.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series.
            seed: The same seed draws the same paths.
            model: A name of ``list_models``; default: the default model.
            version: Of the model.
            decode: ``recursive`` or ``sliding-window``.
        """
        settings = job_settings(
            days=days,
            levels=levels,
            quantiles=quantiles,
            paths=paths,
            seed=seed,
            model=model,
            version=version,
            decode=decode,
        )
        with spooled(series) as file:
            call = creation(settings, size_of(file), idempotency_key)
            job: t.Job = call.decoded(await self._response(call, lambda: chunks_async(file)))
        return job

    async def wait_for_job(
        self, job: str, *, progress: Optional[bool] = None, timeout_seconds: Optional[float] = None
    ) -> t.Job:
        """Waits until a job has ended, and shows how far it is.

        Raises:
            JobFailedError: it failed or was cancelled.
            TimeoutError: it has not ended within ``timeout_seconds``; it goes on.
        """
        end = None if timeout_seconds is None else anyio.current_time() + timeout_seconds
        state = await self.get_job(job)
        with Progress(state["series"], progress, f"job {job[:8]}") as bar:
            shown = 0
            for pause in pauses():
                bar.advance(state["completed"] - shown)
                shown = state["completed"]
                if state["state"] in ENDED:
                    break
                if end is not None and anyio.current_time() + pause > end:
                    raise TimeoutError(
                        f"job {job} has {shown} of {state['series']} series after {timeout_seconds:g} seconds"
                    )
                await anyio.sleep(pause)
                state = await self.get_job(job)
        check_done(state)
        return state

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
        reader = EventReader(job)
        retries = Retries(self._retry_seconds)
        while True:
            call, signs = reader.call(), reader.signs
            response = await self._response(call, stream=True)
            try:
                reader.begin(response)
                async for line in response.aiter_lines():
                    state = reader.job(line)
                    if state is not None:
                        yield state
                failure = reader.broken(self.url)
            except httpx.TransportError as error:
                failure = connection_error(error, self.url)
            finally:
                await response.aclose()
            if reader.is_over:
                return
            await anyio.sleep(retries.reopening(failure, call, went_on=reader.signs > signs))

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
                shown = 0
                for pause in pauses():
                    state = await self.get_job(jobs[0])
                    bar.advance(state["completed"] - shown)
                    shown = state["completed"]
                    if state["state"] in ENDED:
                        break
                    await anyio.sleep(pause)
                check_done(state)
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
