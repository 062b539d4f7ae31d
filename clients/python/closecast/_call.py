"""One request of the server: what it consists of, and when it may be sent again."""

from __future__ import annotations

import enum
import random
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote

import httpx

from ._errors import (
    ClosecastError,
    ConnectionFailedError,
    ProblemError,
    SettingsError,
    UnknownAnswerError,
    problem_of,
)
from ._json import dumps, loads, plain


class NotGiven(enum.Enum):
    """The value of parameters that are left out, where None stands for null."""

    NOT_GIVEN = "NOT_GIVEN"


NOT_GIVEN = NotGiven.NOT_GIVEN


@dataclass
class Call:
    """A request by its parts."""

    method: str
    template: str
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    #: A JSON document; members that are NOT_GIVEN are left out.
    body: Any = NOT_GIVEN
    content: Union[bytes, str, None] = None
    content_type: Optional[str] = None
    takes_key: bool = False
    idempotency_key: Optional[str] = None
    #: Whether sending it twice does no more than sending it once.
    can_repeat: bool = False
    #: Codes of errors that another try of the same request would not mend.
    final_codes: Tuple[str, ...] = ()
    #: Statuses that are answers too, besides those of success.
    answers: Tuple[int, ...] = ()
    decode: str = "json"
    timeout_seconds: Optional[float] = None

    def __post_init__(self) -> None:
        key = self.idempotency_key
        if key is not None and not (1 <= len(key) <= 255 and all("!" <= character <= "~" for character in key)):
            raise SettingsError(f"idempotency_key is {key!r}; a key has 1 to 255 visible ASCII characters")

    def new_key(self) -> Optional[str]:
        return (self.idempotency_key or str(uuid.uuid4())) if self.takes_key else None

    def url_path(self) -> str:
        def value(found: re.Match[str]) -> str:
            text = str(self.path[found[1]])
            if text in ("", ".", ".."):
                raise SettingsError(f"{found[1]} is {text!r}, which cannot be part of a path")
            return quote(text, safe="")

        return re.sub(r"\{(\w+)\}", value, self.template)

    def query_pairs(self) -> List[Tuple[str, str]]:
        return [(name, _query_text(value)) for name, value in self.query.items() if value is not None]

    def request_headers(self) -> Dict[str, str]:
        headers = {name: str(value) for name, value in self.headers.items() if value is not None}
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = self.idempotency_key
        if self.content is not None:
            headers["Content-Type"] = self.content_type or "application/octet-stream"
        elif self.body is not NOT_GIVEN:
            headers["Content-Type"] = "application/json"
        return headers

    def request_body(self) -> Optional[bytes]:
        if self.content is not None:
            return self.content.encode() if isinstance(self.content, str) else self.content
        if self.body is NOT_GIVEN:
            return None
        body = self.body
        if isinstance(body, Mapping):
            body = {name: value for name, value in body.items() if value is not NOT_GIVEN}
        return dumps(plain(body))

    def decoded(self, response: httpx.Response) -> Any:
        if self.decode == "none" or response.status_code == 204:
            return None
        if self.decode == "text":
            return response.text
        if self.decode == "bytes":
            return response.content
        try:
            return loads(response.content)
        except ValueError:
            kind = response.headers.get("Content-Type", "no type")
            raise UnknownAnswerError(
                f"{self.method} {self.template}: the answer ({kind}) is not JSON; is this the address of a Closecast server?"
            ) from None


def _query_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_query_text(inner) for inner in value)
    return str(plain(value))


#: Statuses after which the same request may succeed. 409 only with the code in-progress.
_TEMPORARY = {408, 425, 429, 502, 503, 504}
#: Nothing was sent when these happened.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Retries:
    """Decides whether and when a request is sent again; one object for each request, or for all requests of one stream."""

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        draw: Callable[[], float] = random.random,
    ):
        self._seconds, self._clock, self._draw = seconds, clock, draw
        self.begin()

    def begin(self) -> None:
        self._end = self._clock() + self._seconds
        self._tries = 0

    def pause(self, error: ClosecastError, call: Call) -> Optional[float]:
        """Seconds until the next try, or None if the error is final."""
        self._tries += 1
        if not self._may_succeed(error, call):
            return None
        asked = error.retry_after if isinstance(error, ProblemError) else None
        # Longer after each failure; jitter keeps many clients from returning at the same moment.
        backoff = min(8.0, 0.25 * 2 ** min(self._tries - 1, 10)) * (0.5 + self._draw() / 2)
        # A server that asks for no pause must not be flooded.
        pause = backoff if asked is None else max(backoff, asked + 0.1 * self._draw() * min(asked, 1.0))
        return pause if self._clock() + pause <= self._end else None

    def reopening(self, failure: ClosecastError, call: Call, *, went_on: bool) -> float:
        """Seconds until a broken stream is opened again; the time counts anew if it went on since the last break.

        Raises the failure if it is final.
        """
        if went_on:
            self.begin()
        pause = self.pause(failure, call)
        if pause is None:
            raise failure
        return pause

    @staticmethod
    def _may_succeed(error: ClosecastError, call: Call) -> bool:
        if isinstance(error, ConnectionFailedError):
            return call.can_repeat or isinstance(error.__cause__, _NOT_SENT)
        if isinstance(error, ProblemError) and call.can_repeat and error.code not in call.final_codes:
            return error.status in _TEMPORARY or error.code == "in-progress"
        return False


def error_of(response: httpx.Response, call: Call) -> Optional[ProblemError]:
    """The error of a response whose body was read."""
    return None if response.is_success or response.status_code in call.answers else problem_of(response)


def connection_error(error: httpx.TransportError, url: str) -> ConnectionFailedError:
    words = str(error) or type(error).__name__
    failure = ConnectionFailedError(f"{url}: {words}")
    failure.__cause__ = error
    return failure
