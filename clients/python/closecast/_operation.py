"""What makes one declaration of an operation a method of both clients.

``_operations.py`` declares every operation of the server once. ``Closecast`` has it as a method that returns the answer,
and ``AsyncClosecast`` as a coroutine function.
"""

from __future__ import annotations

import functools
import inspect
from dataclasses import replace
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Coroutine,
    Dict,
    Generic,
    Iterator,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypeVar,
    overload,
)

from typing_extensions import Concatenate, ParamSpec

from ._call import NOT_GIVEN, Call

P = ParamSpec("P")
ValueT = TypeVar("ValueT")
#: What a method returns in the synchronous and in the asynchronous client.
SyncT = TypeVar("SyncT")
AsyncT = TypeVar("AsyncT")
#: Parameters that say how a request is made, and are no part of it.
_OPTIONS = ("content_type", "idempotency_key", "timeout_seconds")


class Synchronous:
    """A base of the client whose methods return answers."""

    def _answer(self, call: Call) -> Any:
        raise NotImplementedError


class Asynchronous:
    """A base of the client whose methods are coroutine functions."""

    async def _answer(self, call: Call) -> Any:
        raise NotImplementedError


class Method(Generic[P, SyncT, AsyncT]):
    """A descriptor with a function for each of the clients. Type checkers see the one that fits the client."""

    def __init__(self, name: str, sync_function: Callable[..., SyncT], async_function: Callable[..., AsyncT]):
        self.name = name
        self._sync_function, self._async_function = sync_function, async_function

    @overload
    def __get__(self, client: Synchronous, kind: Any) -> Callable[P, SyncT]: ...
    @overload
    def __get__(self, client: Asynchronous, kind: Any) -> Callable[P, AsyncT]: ...
    @overload
    def __get__(self, client: None, kind: Type[Synchronous]) -> Callable[Concatenate[Any, P], SyncT]: ...
    @overload
    def __get__(self, client: None, kind: Type[Asynchronous]) -> Callable[Concatenate[Any, P], AsyncT]: ...
    def __get__(self, client: Any, kind: Any) -> Any:
        function: Any = self._async_function if issubclass(kind, Asynchronous) else self._sync_function
        return function.__get__(client, kind)


def operation(
    verb: str,
    path: str,
    *,
    query: Sequence[str] = (),
    fixed_query: Optional[Mapping[str, str]] = None,
    headers: Optional[Mapping[str, str]] = None,
    can_repeat: bool = False,
    decode: str = "json",
) -> Callable[[Callable[Concatenate[Any, P], ValueT]], Method[P, ValueT, Coroutine[Any, Any, ValueT]]]:
    """Makes methods that send a request, from a function that has only their signature and documentation.

    A positional parameter ``body`` is the whole body. Other parameters that are not in the path are sent in the query by
    GET and DELETE, and as the members of a JSON object by other verbs. A name with an underscore at its end, because
    Python keeps the word for itself, is sent without it: ``from_`` as ``from``.

    Args:
        query: Names of parameters that are sent in the query by these other verbs too.
        fixed_query: What is sent in the query besides parameters.
        headers: Names of parameters that are sent as headers, and the headers' names.
        can_repeat: Whether sending it twice does no more than sending it once. Always so for GET, and for operations with
            an idempotency key.
        decode: What the answer is: ``json``, ``text``, ``bytes`` or ``none``.
    """

    def methods(function: Callable[Concatenate[Any, P], ValueT]) -> Method[P, ValueT, Coroutine[Any, Any, ValueT]]:
        call = Call(verb, path, can_repeat=can_repeat, decode=decode)
        form = _Form(function, call, query, fixed_query or {}, headers or {})

        @functools.wraps(function)
        def method(client: Synchronous, *arguments: Any, **keywords: Any) -> Any:
            return client._answer(form.call(arguments, keywords))

        @functools.wraps(function)
        async def async_method(client: Asynchronous, *arguments: Any, **keywords: Any) -> Any:
            return await client._answer(form.call(arguments, keywords))

        return Method(function.__name__, method, async_method)

    return methods


def shared(
    function: Callable[Concatenate[Any, P], ValueT],
) -> Method[P, ValueT, Coroutine[Any, Any, ValueT]]:
    """Makes methods from a function that returns what a method of the client does: an answer, or a coroutine of it."""

    coroutine_of: Any = function

    @functools.wraps(function)
    async def async_method(*arguments: Any, **keywords: Any) -> Any:
        return await coroutine_of(*arguments, **keywords)

    return Method(function.__name__, function, async_method)


def pages(
    listing: Method[..., Any, Any],
) -> Callable[[Callable[Concatenate[Any, P], Iterator[ValueT]]], Method[P, Iterator[ValueT], AsyncIterator[ValueT]]]:
    """Makes methods that iterate over the elements of all pages of a list."""

    def methods(
        function: Callable[Concatenate[Any, P], Iterator[ValueT]],
    ) -> Method[P, Iterator[ValueT], AsyncIterator[ValueT]]:
        @functools.wraps(function)
        def method(client: Synchronous, *arguments: Any, **keywords: Any) -> Iterator[Any]:
            cursor = None
            while True:
                page = getattr(client, listing.name)(*arguments, cursor=cursor, **keywords)
                yield from page["data"]
                cursor = page["next_cursor"]
                if cursor is None:
                    return

        @functools.wraps(function)
        async def async_method(client: Asynchronous, *arguments: Any, **keywords: Any) -> AsyncIterator[Any]:
            cursor = None
            while True:
                page = await getattr(client, listing.name)(*arguments, cursor=cursor, **keywords)
                for element in page["data"]:
                    yield element
                cursor = page["next_cursor"]
                if cursor is None:
                    return

        _return_async_iterator(async_method)
        return Method(function.__name__, method, async_method)

    return methods


def _return_async_iterator(function: Any) -> None:
    """Corrects what help() shows: the declaration is that of a function which returns an Iterator."""
    signature = inspect.signature(function)
    returned = f"Async{signature.return_annotation}"
    function.__signature__ = signature.replace(return_annotation=returned)
    function.__annotations__ = {**function.__annotations__, "return": returned}


def _sent(name: str) -> str:
    """The name that the server knows."""
    return name[:-1] if name.endswith("_") else name


class _Form:
    """Where the arguments of a method stand in its request."""

    def __init__(
        self,
        function: Callable[..., Any],
        call: Call,
        query: Sequence[str],
        fixed_query: Mapping[str, str],
        headers: Mapping[str, str],
    ):
        code = function.__code__
        self._function = function
        self._names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
        self._defaults: Mapping[str, Any] = function.__kwdefaults__ or {}
        positional = code.co_varnames[1 : code.co_argcount]
        self._has_whole_body = "body" in positional
        self._path_names = [name for name in positional if name != "body"]
        self._options = [name for name in self._names if name in _OPTIONS]
        others = [name for name in self._names if name not in (*positional, *_OPTIONS, *headers)]
        has_no_body = call.method in ("GET", "DELETE")
        self._query_names = [name for name in others if has_no_body or name in query]
        self._member_names = [name for name in others if name not in self._query_names]
        self._fixed_query, self._headers = fixed_query, headers
        takes_key = "idempotency_key" in self._options
        can_repeat = call.can_repeat or takes_key or call.method == "GET"
        #: What all requests have in common.
        self._call = replace(call, takes_key=takes_key, can_repeat=can_repeat)

    def call(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> Call:
        # The declaration does nothing, but raises Python's own TypeError if an argument is missing or has no parameter.
        self._function(None, *arguments, **keywords)
        given = {**self._defaults, **dict(zip(self._names, arguments)), **keywords}
        return replace(
            self._call,
            path={name: given[name] for name in self._path_names},
            query={**{_sent(name): given[name] for name in self._query_names}, **self._fixed_query},
            headers={header: given[name] for name, header in self._headers.items()},
            **self._body(given),
            **{name: given[name] for name in self._options},
        )

    def _body(self, given: Mapping[str, Any]) -> Dict[str, Any]:
        if self._has_whole_body:
            return {"content" if "content_type" in given else "body": given["body"]}
        if not self._member_names:
            return {}
        return {"body": {_sent(name): self._member(name, given[name]) for name in self._member_names}}

    def _member(self, name: str, value: Any) -> Any:
        """None leaves a member out, except where the server accepts null."""
        is_left_out = value is None and self._defaults.get(name, NOT_GIVEN) is None
        return NOT_GIVEN if is_left_out else value
