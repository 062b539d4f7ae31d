"""The errors of this package."""

from __future__ import annotations

import datetime
import email.utils
import re
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

import httpx

from ._json import loads

__all__ = [
    "AuthenticationError",
    "ClosecastError",
    "ConflictError",
    "ConnectionFailedError",
    "FrameError",
    "InvalidRequestError",
    "JobFailedError",
    "NotFoundError",
    "PermissionDeniedError",
    "ProblemError",
    "ProgramError",
    "RateLimitError",
    "SeriesError",
    "SeriesFailure",
    "SettingsError",
    "UnavailableError",
    "UnknownAnswerError",
]


class ClosecastError(Exception):
    """The base of all errors of this package."""


class SettingsError(ClosecastError, ValueError):
    """A parameter has a value that is not accepted."""


class FrameError(ClosecastError, ValueError):
    """A data frame cannot be read as daily closes."""


class SeriesFailure(NamedTuple):
    """Why one series has no forecast."""

    id: Any
    code: str
    message: str


class SeriesError(ClosecastError, ValueError):
    """Some series cannot be forecast; ``failures`` lists all of them."""

    def __init__(self, failures: Sequence[SeriesFailure], series: int):
        self.failures = list(failures)
        self.series = series
        super().__init__(self._text())

    def _text(self) -> str:
        count = len(self.failures)
        head = f"{count} of {self.series} series cannot be forecast:"
        hint = 'To forecast the others, use errors="keep"' if count < self.series else ""
        messages = [failure.message.rstrip(".") for failure in self.failures[:5]]
        if count == 1:
            return f"{head} {messages[0]}. {hint}" if hint else f"{head} {messages[0]}"
        more = [f"and {count - 5} more"] if count > 5 else []
        return "\n".join([head, *(f"- {line}" for line in [*messages, *more]), *([hint] if hint else [])])


class ProgramError(ClosecastError):
    """The program ``closecast`` is missing, refused its options, or ended before it had answered."""

    def __init__(self, message: str, exit_status: Optional[int] = None):
        self.exit_status = exit_status
        super().__init__(message)


class ConnectionFailedError(ClosecastError):
    """The server could not be reached, or the connection broke."""


class UnknownAnswerError(ClosecastError):
    """The answer is not one of a Closecast server."""


class JobFailedError(ClosecastError):
    """A job ended without its answers; ``job`` is its last state."""

    def __init__(self, message: str, job: Mapping[str, Any]):
        self.job = job
        super().__init__(message)


class ProblemError(ClosecastError):
    """The server answered with an error (RFC 9457). Decide by ``code``, which is stable."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float] = None):
        self.status = status
        self.problem: Dict[str, Any] = dict(problem)
        self.code: str = str(problem.get("code", ""))
        self.detail: str = str(problem.get("detail") or problem.get("title") or f"status {status}")
        self.field: Optional[str] = _optional_text(problem.get("field"))
        self.value: Any = problem.get("value")
        self.accepted: Optional[str] = _optional_text(problem.get("accepted"))
        self.request_id: Optional[str] = problem.get("request_id")
        self.problems: List[Dict[str, Any]] = list(problem.get("problems") or [])
        #: Seconds after which another try makes sense; None if the server did not say.
        self.retry_after = retry_after
        super().__init__(self._text())

    def _text(self) -> str:
        facts = [f"status {self.status}", self.code]
        # The detail often names the field and what is accepted; nothing is said twice.
        if self.field is not None and not re.search(rf"\b{re.escape(self.field)}\b", self.detail):
            facts.append(f"{self.field}: {self.value!r}" if self.value is not None else self.field)
        if self.accepted is not None and self.accepted not in self.detail:
            facts.append(f"accepted: {self.accepted}")
        if self.request_id is not None:
            facts.append(f"request {self.request_id}")
        return f"{self.detail} ({', '.join(fact for fact in facts if fact)})"


def _optional_text(value: Any) -> Optional[str]:
    return None if value is None else str(value)


class InvalidRequestError(ProblemError):
    """The request is not accepted as it is (400, 413, 415, 422 and others)."""


class AuthenticationError(ProblemError):
    """The token is missing, unknown, expired or revoked (401)."""


class PermissionDeniedError(ProblemError):
    """The token does not allow this (403)."""


class NotFoundError(ProblemError):
    """There is no such thing, or no such path (404)."""


class ConflictError(ProblemError):
    """The request contradicts the present state (409, 412)."""


class RateLimitError(ProblemError):
    """Too many requests (429)."""


class UnavailableError(ProblemError):
    """The server failed or cannot answer now (500 and above)."""


_BY_STATUS = {
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: ConflictError,
    429: RateLimitError,
}


def problem_of(response: httpx.Response) -> ProblemError:
    """The error that a response of status 300 or above stands for; its body must have been read."""
    try:
        problem = loads(response.content)
    except ValueError:
        problem = None
    if not isinstance(problem, dict):
        # A proxy's own page, for example.
        problem = {"detail": f"{response.reason_phrase or 'error'}, without a description by Closecast"}
    kind = _BY_STATUS.get(response.status_code)
    if kind is None:
        kind = UnavailableError if response.status_code >= 500 else InvalidRequestError
    retry_after = retry_after_of(response.headers.get("Retry-After"))
    try:
        return kind(response.status_code, problem, retry_after)
    except (RecursionError, TypeError, ValueError):
        # Members of other types than those of a Closecast server, or nested too deeply.
        return kind(response.status_code, {"detail": "error with a description that cannot be read"}, retry_after)


def retry_after_of(value: Optional[str]) -> Optional[float]:
    """The seconds of a Retry-After header, which has a number or a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(int(value)))
    except OverflowError:
        return None
    except ValueError:
        pass
    try:
        date = email.utils.parsedate_to_datetime(value)
    except (IndexError, OverflowError, TypeError, ValueError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=datetime.timezone.utc)
    return max(0.0, (date - datetime.datetime.now(datetime.timezone.utc)).total_seconds())


# Tracebacks show the names by which the errors are imported.
for _name in __all__:
    globals()[_name].__module__ = "closecast"
