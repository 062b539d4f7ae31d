"""The generated operations: which of them are sent again, and their types. They are called here, but nothing is sent."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any, Dict, List, Type, Union

import httpx
import pytest
from test_requests import Script, client, problem

import closecast
from closecast._call import Call
from closecast._operations import AsyncOperations, Operations

#: What is repeated though it neither reads with GET nor has an Idempotency-Key. An operation that is not here is not repeated; add one
#: only if sending it twice does no more than sending it once.
REPEATED = {
    # They only need the scope to read.
    "forecast_closes",
    "preview_import",
    "preview_transactions",
    "preview_transfer",
    "preview_withdrawal",
    # Twice the same picture.
    "set_picture",
}


class Recorded(Operations):
    """Keeps the calls instead of sending them."""

    def __init__(self) -> None:
        self.calls: List[Call] = []

    def _answer(self, call: Call) -> Any:
        self.calls.append(call)


class AsyncRecorded(AsyncOperations):
    """Keeps the calls instead of sending them."""

    def __init__(self) -> None:
        self.calls: List[Call] = []

    async def _answer(self, call: Call) -> Any:
        self.calls.append(call)


def calls(kind: Union[Type[Recorded], Type[AsyncRecorded]]) -> Dict[str, Call]:
    """The call of every operation, by the method's name."""
    found = {}
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if name.startswith(("_", "iterate_")):
            continue
        own = kind()
        needed = [
            one for one in inspect.signature(method).parameters.values() if one.default is inspect.Parameter.empty
        ]
        values = {one.name: "x" for one in needed if one.name != "self"}
        answer = method(own, **values)
        if inspect.isawaitable(answer):
            asyncio.run(answer)  # type: ignore[arg-type]
        (found[name],) = own.calls
    assert len(found) > 150
    return found


@pytest.mark.parametrize("kind", [Recorded, AsyncRecorded])
def test_only_what_does_no_more_when_sent_twice_is_repeated(kind: Any) -> None:
    found = calls(kind)
    for name, call in found.items():
        expected = call.method == "GET" or call.takes_key or name in REPEATED
        assert call.can_repeat == expected, f"{name}: {call.method} {call.template}"
    assert found.keys() >= REPEATED


def test_operations_on_accounts_are_not_repeated() -> None:
    """As docs/python.md says."""
    prefixes = ("/v1/account", "/v1/sessions", "/v1/password-resets", "/v1/second-factor-removals")
    changes = [
        (name, call)
        for name, call in calls(Recorded).items()
        if call.template.startswith(prefixes) and call.method != "GET"
    ]
    assert len(changes) > 25
    assert [name for name, call in changes if call.can_repeat] == ["set_picture"]


def test_a_new_password_whose_answer_was_lost_is_not_sent_again(pauses: List[float]) -> None:
    script = Script(httpx.ReadError("broken"), problem(403, "wrong-password"))
    with pytest.raises(closecast.ConnectionFailedError):
        client(script).change_password(current_password="a", password="b", password_again="b")
    assert len(script.requests) == 1 and pauses == []


def test_a_revocation_whose_answer_was_lost_is_not_reported_as_missing(pauses: List[float]) -> None:
    script = Script(httpx.ReadError("broken"), problem(404, "no-such-token"))
    with pytest.raises(closecast.ConnectionFailedError):
        client(script).revoke_token("t_1")
    assert len(script.requests) == 1


def test_operations_on_accounts_are_repeated_if_there_was_no_connection(pauses: List[float]) -> None:
    script = Script(httpx.ConnectError("refused"), httpx.Response(204))
    client(script).revoke_token("t_1")
    assert len(script.requests) == 2
