"""``Closecast``, the client of a server."""

from __future__ import annotations

import collections
import contextlib
import time
from typing import Any, Deque, Dict, Generator, Iterator, List, Mapping, Optional, Sequence

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
from ._forecasting import Forecasting
from ._frames import ModelFacts, Plan, Settings
from ._jobs import JobMethods, ResultReader, Series, Watch, chunks, creation, size_of, spooled
from ._lazy_types import t
from ._operations import Operations
from ._progress import Progress


class Closecast(Operations, JobMethods, Forecasting):
    """A client of a server. It can be used by several threads; close it, or use it in a `with` statement.

    Args:
        url: The server's address, with ``https://`` or ``http://``. Default: ``$CLOSECAST_URL``, with the token of
            ``$CLOSECAST_TOKEN``.
        token: A token of the server, unless it needs none.
        timeout_seconds: Longest wait for a connection's next bytes, not for the whole answer; operations have a parameter
            of the same name.
        retry_seconds: For how long requests that failed for a passing reason are repeated; 0: never. Only requests that
            do no more when sent twice are repeated: those that change nothing, and those with an idempotency key.
        ca_file: A file of certificates to trust, in PEM, instead of the usual ones.
        allow_http: Send the token without encryption to hosts other than this one.
        transport: Of httpx, for tests.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        token: Optional[str] = None,
        *,
        timeout_seconds: float = 60,
        retry_seconds: float = 60,
        ca_file: Optional[str] = None,
        allow_http: bool = False,
        transport: Optional[httpx.BaseTransport] = None,
    ):
        address = Address(url, token, allow_http)
        self.url = address.url
        self._retry_seconds = retry_seconds
        self._http = httpx.Client(transport=transport, **address.options(timeout_seconds, ca_file))
        self._known: Dict[Optional[str], ModelFacts] = {}
        #: How many series one request may have, where it is less than usual.
        self._most: Dict[Settings, int] = {}

    def __repr__(self) -> str:
        return f"Closecast({self.url!r})"

    def __enter__(self) -> Closecast:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    # MARK: Requests

    def _answer(self, call: Call) -> Any:
        return call.decoded(self._response(call))

    def _response(self, call: Call, content: Optional[Content] = None, *, stream: bool = False) -> httpx.Response:
        """The response, after as many tries as it takes; the caller closes a stream."""
        retries = Retries(self._retry_seconds)
        call = with_key(call)
        while True:
            try:
                return self._try(call, content, stream)
            except ClosecastError as error:
                pause = retries.pause(error, call)
                if pause is None:
                    raise
            time.sleep(pause)

    def _try(self, call: Call, content: Optional[Content], stream: bool) -> httpx.Response:
        try:
            response = self._http.send(built(self._http, call, content), stream=stream)
            if stream and not response.is_success:
                response.read()
        except httpx.TransportError as error:
            raise connection_error(error, self.url) from error
        except httpx.DecodingError as error:
            raise UnknownAnswerError(f"{self.url}: the answer cannot be unpacked: {error}") from error
        error_found = error_of(response, call)
        if error_found is not None:
            response.close()
            raise error_found
        return response

    # MARK: Jobs

    def _upload(self, series: Series, settings: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
        with spooled(series) as file:
            call = creation(settings, size_of(file), idempotency_key)
            return call.decoded(self._response(call, lambda: chunks(file)))

    def _wait(self, job: str, progress: Optional[bool], timeout_seconds: Optional[float]) -> t.Job:
        watch = Watch(time.monotonic, timeout_seconds)
        state = self.get_job(job)
        with Progress(state["series"], progress, f"job {job[:8]}") as bar:
            while True:
                pause = watch.pause(state, bar)
                if pause is None:
                    return state
                time.sleep(pause)
                state = self.get_job(job)

    def iterate_job_result(self, job: str) -> Iterator[t.SentForecast]:
        """Iterates over the answers of a job in the order of its series; a broken download goes on where it broke.

        Of a job that has not ended, the answers so far. ``GET /v1/jobs/{job}/result``
        """
        reader = ResultReader(job)
        retries = Retries(self._retry_seconds)
        while True:
            call, received = reader.call(), reader.received
            response = self._response(call, stream=True)
            try:
                if reader.begin(response):
                    for chunk in response.iter_bytes():
                        yield from reader.answers(chunk)
                reader.end()
                return
            except httpx.TransportError as error:
                failure = connection_error(error, self.url)
            finally:
                response.close()
            time.sleep(retries.reopening(failure, call, went_on=reader.received > received))

    def iterate_job_events(self, job: str) -> Iterator[t.Job]:
        """Iterates over the states of a job as it goes on, until it has ended; a broken connection is opened again.

        ``GET /v1/jobs/{job}/events``
        """
        return self._events(JobEvents(job))

    def iterate_notice_events(self) -> Iterator[t.NoticeCount]:
        """Iterates without end over the number of notices that are not read, now and whenever it changes.

        A broken connection is opened again.

        ``GET /v1/notices/events``
        """
        return self._events(NoticeEvents())

    def _events(self, reader: EventReader) -> Iterator[Any]:
        retries = Retries(self._retry_seconds)
        while True:
            call, signs = reader.call(), reader.signs
            response = self._response(call, stream=True)
            try:
                reader.begin(response)
                for line in response.iter_lines():
                    value = reader.value(line)
                    if value is not None:
                        yield value
                failure = reader.broken(self.url)
            except httpx.TransportError as error:
                failure = connection_error(error, self.url)
            finally:
                response.close()
            if reader.is_over:
                return
            pause = retries.reopening(failure, call, went_on=reader.signs > signs)
            time.sleep(max(pause, reader.pause_seconds))

    # MARK: Frames

    def _facts(self, model: Optional[str]) -> ModelFacts:
        if model not in self._known:
            self._known[model] = facts_in(self.iterate_models(), model)
        return self._known[model]

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Generator[Mapping[str, Any], None, None]:
        with Progress(len(plan.asked), progress) as bar:
            if wants_jobs(plan):
                jobs: Deque[str] = collections.deque()
                series = bundles(plan.lines(), JOB_SERIES, JOB_BYTES)
                first = next(series)
                # Servers without jobs, and tokens that may only read, forecast by requests.
                with contextlib.suppress(NotFoundError, PermissionDeniedError):
                    jobs.append(self._job_of(plan, first))
                if jobs:
                    yield from self._job_answers(plan, series, jobs, bar)
                    return
            requests = Requests(plan.lines(), self._most.get(plan.settings, REQUEST_SERIES))
            while True:
                bundle = requests.bundle()
                if not bundle:
                    return
                try:
                    document = self._answer(request_of(plan, bundle))
                except ProblemError as error:
                    requests.divide(bundle, error)
                    self._most[plan.settings] = requests.most
                    continue
                bar.advance(len(bundle))
                yield from document["forecasts"]

    def _job_of(self, plan: Plan, bundle: Sequence[bytes]) -> str:
        return self.create_job(b"\n".join(bundle) + b"\n", **plan.settings.request())["id"]

    def _job_answers(
        self, plan: Plan, series: Iterator[List[bytes]], jobs: Deque[str], bar: Progress
    ) -> Iterator[Mapping[str, Any]]:
        try:
            while jobs:
                while len(jobs) < JOBS_AHEAD:
                    bundle = next(series, None)
                    if bundle is None:
                        break
                    jobs.append(self._job_of(plan, bundle))
                watch = Watch(time.monotonic)
                while True:
                    pause = watch.pause(self.get_job(jobs[0]), bar)
                    if pause is None:
                        break
                    time.sleep(pause)
                yield from self.iterate_job_result(jobs[0])
                self.remove_job(jobs.popleft())
        finally:
            # What was given up is not worth computing.
            for job in jobs:
                with contextlib.suppress(ClosecastError):
                    self.remove_job(job)
