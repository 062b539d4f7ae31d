"""Jobs: many series that the server forecasts in the background."""

from __future__ import annotations

import os
import tempfile
from typing import (
    IO,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Union,
    cast,
)

import httpx

from ._call import Call
from ._errors import JobFailedError, SettingsError, UnknownAnswerError, problem_of
from ._json import dumps, loads, plain
from ._lazy_types import t
from ._operation import shared
from ._progress import Progress

#: Series as the path of a file of JSON lines, as such lines, or one by one.
Series = Union[str, os.PathLike[str], bytes, Iterable[Union["t.JobDocumentOneSeries", Mapping[str, Any]]]]
ENDED = ("done", "cancelled", "failed")
_CHUNK = 1 << 18
#: More than this of the lines waits on disk while they are uploaded.
_IN_MEMORY = 32 << 20


def spooled(series: Series) -> IO[bytes]:
    """The lines of the series in a file, so that an upload can be repeated."""
    if isinstance(series, str) and series.lstrip().startswith("{"):
        raise SettingsError("series is a text; encode the lines, series.encode(), or give the path of a file")
    if isinstance(series, Mapping):
        raise SettingsError("series is one mapping; give a list, [series]")
    if isinstance(series, (str, os.PathLike)):
        return open(series, "rb")
    file = cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY))
    if isinstance(series, (bytes, bytearray, memoryview)):
        file.write(series)
    else:
        for one in series:
            file.write(dumps(plain(one)) + b"\n")
    return file


def size_of(file: IO[bytes]) -> int:
    return file.seek(0, os.SEEK_END)


def chunks(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while True:
        chunk = file.read(_CHUNK)
        if not chunk:
            return
        yield chunk


async def chunks_async(file: IO[bytes]) -> AsyncIterator[bytes]:
    for chunk in chunks(file):
        yield chunk


def creation(settings: Mapping[str, Any], size: int, idempotency_key: Optional[str]) -> Call:
    """The request that creates a job; its body is sent apart."""
    headers = {"Content-Type": "application/x-ndjson", "Content-Length": size}
    return Call(
        "POST",
        "/v1/jobs",
        query=settings,
        headers=headers,
        takes_key=True,
        idempotency_key=idempotency_key,
        can_repeat=True,
    )


class ResultReader:
    """Cuts the bytes of a result into lines, and asks for the rest after a broken connection."""

    def __init__(self, job_id: str):
        self.job_id = job_id
        #: Bytes so far.
        self.received = 0
        self._tag: Optional[str] = None
        self._partial: List[bytes] = []

    def call(self) -> Call:
        headers: Dict[str, Any] = {"Accept-Encoding": "identity"}
        if self.received:
            headers["Range"] = f"bytes={self.received}-"
            headers["If-Range"] = self._tag
        return Call(
            "GET",
            "/v1/jobs/{job}/result",
            path={"job": self.job_id},
            headers=headers,
            can_repeat=True,
            answers=(416,) if self.received else (),
        )

    def begin(self, response: httpx.Response) -> bool:
        """Returns whether there is more to read: the connection can break after the last byte."""
        if response.status_code == 416:
            if response.headers.get("Content-Range") == f"bytes */{self.received}":
                return False
            raise problem_of(response)
        if self.received and response.status_code != 206:
            raise UnknownAnswerError(f"the result of job {self.job_id} has changed while it was read; read it again")
        self._tag = response.headers.get("ETag")
        return True

    def end(self) -> None:
        """Checks that nothing of the last answer is missing."""
        if self._partial:
            raise UnknownAnswerError(
                f"the result of job {self.job_id} ends within an answer, after {self.received} bytes; read it again"
            )

    def lines(self, chunk: bytes) -> List[bytes]:
        """The lines that are complete with these bytes."""
        self.received += len(chunk)
        if b"\n" not in chunk:
            self._partial.append(chunk)
            return []
        *whole, rest = chunk.split(b"\n")
        if self._partial:
            whole[0] = b"".join([*self._partial, whole[0]])
        self._partial = [rest] if rest else []
        return whole

    def answers(self, chunk: bytes) -> Iterator[t.SentForecast]:
        for line in self.lines(chunk):
            yield parsed(line, f"the result of job {self.job_id}")


def parsed(text: bytes, what: str) -> Any:
    try:
        return loads(text)
    except ValueError as error:
        raise UnknownAnswerError(f"{what} is not JSON: {error}") from None


class Watch:
    """Says when to look at a job again, and shows how far it is."""

    def __init__(self, clock: Callable[[], float], timeout_seconds: Optional[float] = None):
        self._clock, self._timeout_seconds = clock, timeout_seconds
        self._start = clock()
        #: Short pauses for short jobs, at most one second.
        self._pause = 0.02
        self._shown = 0

    def pause(self, job: t.Job, bar: Progress) -> Optional[float]:
        """Seconds until the next look; None if the job is done.

        Raises:
            JobFailedError: it failed or was cancelled.
            TimeoutError: it has not ended in time.
        """
        bar.advance(job["completed"] - self._shown)
        self._shown = job["completed"]
        if job["state"] in ENDED:
            _check_done(job)
            return None
        pause, self._pause = self._pause, min(1.0, self._pause * 1.5)
        limit = self._timeout_seconds
        if limit is not None and self._clock() + pause > self._start + limit:
            raise TimeoutError(f"job {job['id']} has {self._shown} of {job['series']} series after {limit:g} seconds")
        return pause


def _check_done(job: t.Job) -> None:
    """Raises if a job has ended without all of its answers."""
    if job["state"] in ("cancelled", "failed"):
        problem = job["problem"]
        why = f": {problem['message']} ({problem['code']})" if problem else ""
        raise JobFailedError(
            f"job {job['id']} was {job['state']} after {job['completed']} of {job['series']} series{why}", job
        )


class JobMethods:
    """The methods of both clients that create a job and wait for it.

    What ``_upload`` and ``_wait`` return is the job here, and a coroutine of it in the asynchronous client.
    """

    _upload: Callable[..., Any]
    _wait: Callable[..., Any]

    @shared
    def create_job(
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
            series: What ``closecast.series`` returns, or mappings like it, with ``closes`` at least; or the path of a file
                of such lines of JSON, or the lines themselves as bytes.
            days: How many days (default: the model's full horizon).
            levels: Central bands, in percent; default: 50, 80 and 95.
            quantiles: Quantiles instead of bands.
            paths: Sample paths of each series.
            seed: The same seed draws the same paths.
            model: A name from ``list_models`` (default: the default model).
            version: Of the model.
            decode: ``recursive`` or ``sliding-window``.
        """
        settings = {
            "days": days,
            "levels": levels,
            "quantiles": quantiles,
            "paths": paths,
            "seed": seed,
            "model": model,
            "version": version,
            "decode": decode,
        }
        job: t.Job = self._upload(series, settings, idempotency_key)
        return job

    @shared
    def wait_for_job(
        self, job: str, *, progress: Optional[bool] = None, timeout_seconds: Optional[float] = None
    ) -> t.Job:
        """Waits until a job has ended, and shows how far it is.

        Raises:
            JobFailedError: it failed or was cancelled.
            TimeoutError: it has not ended within ``timeout_seconds``; it goes on.
        """
        done: t.Job = self._wait(job, progress, timeout_seconds)
        return done
