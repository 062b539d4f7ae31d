"""Streams of server-sent events: the states of a job, and the number of notices that are not read."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import httpx

from ._call import Call
from ._errors import ConnectionFailedError
from ._jobs import ENDED, parsed


class EventReader:
    """Reads the values out of server-sent events, and asks for the rest after a broken connection."""

    def __init__(self, path: str, names: Dict[str, str], what: str) -> None:
        self._path, self._names, self._what = path, names, what
        #: How often a value arrived, or a comment showed that the connection still stands.
        self.signs = 0
        #: Whether there is nothing more.
        self.is_over = False
        #: Seconds that the server asks for before the stream is opened again.
        self.pause_seconds = 0.0
        self._data: List[str] = []
        self._id: Optional[str] = None
        self._last_id: Optional[str] = None
        self._last: Optional[Any] = None

    def call(self) -> Call:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": self._last_id}
        return Call("GET", self._path, path=self._names, headers=headers, can_repeat=True)

    def begin(self, response: httpx.Response) -> None:
        # Nothing of an event that broke off counts: after the id of the end, the server would not repeat its value.
        self._data, self._id, self.pause_seconds = [], self._last_id, 0.0
        self.is_over = response.status_code == 204

    def value(self, line: str) -> Optional[Any]:
        """The value of an event that ends with this line; None if it is the same as before."""
        name, _, text = line.partition(":")
        text = text[1:] if text.startswith(" ") else text
        if line.startswith(":"):
            self.signs += 1
        elif name == "data":
            self._data.append(text)
        elif name == "id":
            self._id = text
        elif name == "retry" and text.isascii() and text.isdigit():
            self.pause_seconds = min(int(text[:9]) / 1000, 60.0)
        if line or not self._data:
            return None
        value = parsed("\n".join(self._data).encode(), f"an event of {self._what}")
        self._data, self._last_id = [], self._id
        self.is_over = self._is_last(value)
        # Each connection begins with the value as it is.
        if value == self._last:
            return None
        self._last = value
        self.signs += 1
        return value

    def broken(self, url: str) -> ConnectionFailedError:
        return ConnectionFailedError(f"{url}: the events of {self._what} ended too early")

    def _is_last(self, value: Any) -> bool:
        return False


class JobEvents(EventReader):
    """The states of a job until it has ended."""

    def __init__(self, job: str) -> None:
        super().__init__("/v1/jobs/{job}/events", {"job": job}, f"job {job}")

    def _is_last(self, value: Any) -> bool:
        return value["state"] in ENDED


class NoticeEvents(EventReader):
    """The numbers of notices that are not read, without end."""

    def __init__(self) -> None:
        super().__init__("/v1/notices/events", {}, "the notices")
