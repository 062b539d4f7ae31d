"""What both clients of a server share: checked settings, requests, and bundles of series."""

from __future__ import annotations

import http.cookiejar
import os
import platform
import ssl
from dataclasses import replace
from typing import Any, Callable, Dict, Generator, Iterable, Iterator, List, Mapping, Optional, Sequence

import httpx

from ._call import Call
from ._errors import ProblemError, SettingsError
from ._frames import ModelFacts, Plan
from ._json import dumps
from ._version import VERSION

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
#: One request forecasts at most this many series. They take seconds: the server refuses what would take longer than half a minute.
REQUEST_SERIES, REQUEST_BYTES = 100, 8 << 20
#: Codes of requests that would have to be smaller.
_TOO_MUCH = ("too-much-work", "timed-out")
#: More series than this are forecast by jobs, where the server has them.
JOB_FROM_SERIES = 1000
JOB_SERIES, JOB_BYTES = 50_000, 32 << 20
#: Jobs that are sent before the first one is read.
JOBS_AHEAD = 3


class _Bearer(httpx.Auth):
    """Adds the token to requests. Neither its text form nor that of a client shows the token."""

    def __init__(self, token: Optional[str]):
        self._header = None if token is None else f"Bearer {token}"

    def __repr__(self) -> str:
        return "_Bearer(…)"

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        if self._header is not None:
            request.headers["Authorization"] = self._header
        yield request


class Address:
    """Checked settings of both clients."""

    def __init__(self, url: Optional[str], token: Optional[str], allow_http: bool):
        if url is None:
            url = os.environ.get("CLOSECAST_URL")
            # The token of the environment is for the server of the environment.
            token = token if token is not None else os.environ.get("CLOSECAST_TOKEN")
            if url is None:
                raise SettingsError('no address; give one, Closecast("https://…"), or set CLOSECAST_URL')
        if "://" not in url:
            raise SettingsError(f"{url!r} has no scheme; write https://{url}, or http://{url} for this machine")
        try:
            parsed = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise SettingsError(f"{url!r} is not an address: {error}") from None
        if parsed.userinfo:
            raise SettingsError("the address has a user or password in it; give the token as the second parameter")
        if parsed.scheme not in ("http", "https") or not parsed.host or parsed.query or parsed.fragment:
            raise SettingsError(f"{url!r} is not an address such as https://closecast.example.com")
        if parsed.scheme == "http" and token is not None and parsed.host not in _LOOPBACK and not allow_http:
            raise SettingsError(
                f"{url} is not encrypted, and the token would be readable on the way; use https://, or allow_http=True "
                "within a network that you trust"
            )
        if token is not None and (not token or not all("!" <= character <= "~" for character in token)):
            raise SettingsError("the token is empty, or has spaces or characters that tokens never have")
        self.url = url.rstrip("/")
        self._host, self._has_token = parsed.host, token is not None
        self.auth = _Bearer(token)

    def options(self, timeout_seconds: float, ca_file: Optional[str]) -> Dict[str, Any]:
        user_agent = f"closecast-python/{VERSION} python/{platform.python_version()} httpx/{httpx.__version__}"
        verify: Any = ssl.create_default_context(cafile=ca_file) if ca_file is not None else True
        # What is sent to this machine must not leave it, whatever HTTP_PROXY says: it may have the token, and is not encrypted.
        loopback = f"[{self._host}]" if ":" in self._host else self._host
        # The server refuses a request with a token and the cookie of a session, so a client with a token keeps no cookies.
        no_cookies = http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(allowed_domains=[]))
        return {
            "base_url": self.url,
            "auth": self.auth,
            "timeout": httpx.Timeout(timeout_seconds, connect=min(10.0, timeout_seconds)),
            "headers": {"User-Agent": user_agent, "Accept": "*/*"},
            "verify": verify,
            "mounts": {f"all://{loopback}": None} if self._host in _LOOPBACK else None,
            "cookies": no_cookies if self._has_token else None,
            # A redirect would send the token elsewhere.
            "follow_redirects": False,
        }


#: Makes the body of a request, anew for each try.
Content = Callable[[], Any]


def with_key(call: Call) -> Call:
    """The call with the key that all of its tries share."""
    return replace(call, idempotency_key=call.new_key())


def built(http: Any, call: Call, content: Any) -> httpx.Request:
    options: Dict[str, Any] = {}
    if call.timeout_seconds is not None:
        options["timeout"] = httpx.Timeout(call.timeout_seconds)
    request: httpx.Request = http.build_request(
        call.method,
        call.url_path(),
        params=call.query_pairs() or None,
        headers=call.request_headers(),
        content=content() if content is not None else call.request_body(),
        **options,
    )
    return request


# MARK: Bundles of series


def bundles(lines: Iterable[bytes], most_series: int, most_bytes: int) -> Iterator[List[bytes]]:
    bundle: List[bytes] = []
    size = 0
    for line in lines:
        if bundle and (len(bundle) == most_series or size + len(line) > most_bytes):
            yield bundle
            bundle, size = [], 0
        bundle.append(line)
        size += len(line) + 1
    if bundle:
        yield bundle


class Requests:
    """Bundles of series for requests; the server limits the work of one request, which depends on the model and the settings."""

    def __init__(self, lines: Iterable[bytes], most: int):
        self._lines = iter(lines)
        self._returned: List[bytes] = []
        self.most = most

    def bundle(self) -> List[bytes]:
        """The next series; an empty list at the end."""
        own = min(self.most, REQUEST_SERIES)
        bundle, self._returned = self._returned[:own], self._returned[own:]
        size = sum(map(len, bundle))
        while len(bundle) < own and size < REQUEST_BYTES:
            line = next(self._lines, None)
            if line is None:
                break
            bundle.append(line)
            size += len(line) + 1
        return bundle

    def divide(self, bundle: List[bytes], error: ProblemError) -> None:
        """Takes back a bundle that was too much work, and makes smaller ones from now on; raises if it cannot be smaller."""
        if error.code not in _TOO_MUCH or len(bundle) == 1:
            raise error
        self._returned = bundle + self._returned
        self.most = (len(bundle) + 1) // 2


def request_of(plan: Plan, bundle: Sequence[bytes]) -> Call:
    """A request for the forecasts of some series, whose lines are put together as they are."""
    settings = dumps(plan.settings.request())
    body = settings[:-1] + b',"series":[' + b",".join(bundle) + b"]}"
    # Fewer series are answered in time where many are not.
    final = _TOO_MUCH if len(bundle) > 1 else ()
    return Call(
        "POST", "/v1/forecasts", content=body, content_type="application/json", can_repeat=True, final_codes=final
    )


def wants_jobs(plan: Plan) -> bool:
    return len(plan.asked) > JOB_FROM_SERIES


def facts_in(models: Iterable[Mapping[str, Any]], name: Optional[str]) -> ModelFacts:
    listed = list(models)
    for model in listed:
        # Of several versions, the default one answers.
        if model.get("default_version", True) and (model.get("default") if name is None else model["name"] == name):
            return ModelFacts.of(model)
    names = ", ".join(sorted({str(model["name"]) for model in listed}))
    wanted = "a default model" if name is None else f"a model {name!r}"
    raise SettingsError(f"the server has no {wanted[2:]}; it has {names or 'none'}")
