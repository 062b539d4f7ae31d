"""Jobs: many series that the server forecasts in the background."""

from __future__ import annotations

import os
import tempfile
from typing import IO, Any, AsyncIterator, Dict, Iterable, Iterator, List, Mapping, Optional, Union, cast

import httpx

from ._call import Call
from ._errors import ConnectionFailedError, JobFailedError, SettingsError, UnknownAnswerError, problem_of
from ._json import dumps, loads, plain
from ._lazy_types import t

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
            yield _parsed(line, f"the result of job {self.job_id}")


def _parsed(text: bytes, what: str) -> Any:
    try:
        return loads(text)
    except ValueError as error:
        raise UnknownAnswerError(f"{what} is not JSON: {error}") from None


class EventReader:
    """Reads the jobs out of server-sent events, and asks for the rest after a broken connection."""

    def __init__(self, job_id: str) -> None:
        self.job_id = job_id
        #: How often the job has come further, or a comment showed that the connection still stands.
        self.signs = 0
        #: Whether there is nothing more.
        self.is_over = False
        self._data: List[str] = []
        self._id: Optional[str] = None
        self._last_id: Optional[str] = None
        self._last: Optional[t.Job] = None

    def call(self) -> Call:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": self._last_id}
        return Call("GET", "/v1/jobs/{job}/events", path={"job": self.job_id}, headers=headers, can_repeat=True)

    def begin(self, response: httpx.Response) -> None:
        # Nothing of an event that broke off counts: after the id of the end, the server would not repeat its job.
        self._data, self._id = [], self._last_id
        self.is_over = response.status_code == 204

    def job(self, line: str) -> Optional[t.Job]:
        """The job of an event that ends with this line; None if it is the same as before."""
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if line.startswith(":"):
            self.signs += 1
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value
        if line or not self._data:
            return None
        job: t.Job = _parsed("\n".join(self._data).encode(), "an event of the job")
        self._data, self._last_id = [], self._id
        self.is_over = job["state"] in ENDED
        # Each connection begins with the job as it is.
        if job == self._last:
            return None
        self._last = job
        self.signs += 1
        return job

    def broken(self, url: str) -> ConnectionFailedError:
        return ConnectionFailedError(f"{url}: the events ended before job {self.job_id} did")


def check_done(job: t.Job) -> None:
    """Raises if a job has ended without all of its answers."""
    if job["state"] in ("cancelled", "failed"):
        problem = job["problem"]
        why = f": {problem['message']} ({problem['code']})" if problem else ""
        raise JobFailedError(
            f"job {job['id']} was {job['state']} after {job['completed']} of {job['series']} series{why}", job
        )


def pauses() -> Iterator[float]:
    """Seconds between two looks at a job: short for short jobs, at most one second."""
    pause = 0.02
    while True:
        yield pause
        pause = min(1.0, pause * 1.5)
