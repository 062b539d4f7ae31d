"""The generated operations: which of them are sent again, and their types. They are called here, but nothing is sent."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import inspect
import pathlib
import sys
import typing
from typing import Any, Dict, List, Optional, Type, Union
from unittest.mock import AsyncMock, create_autospec

import httpx
import pytest
from test_requests import Script, client, problem

import closecast
from closecast._call import NOT_GIVEN, Call, NotGiven
from closecast._operation import operation
from closecast._operations import AsyncOperations, Operations

#: What is repeated though it neither reads with GET nor has an Idempotency-Key. An operation that is not here is not repeated; add one
#: only if sending it twice does no more than sending it once.
REPEATED = {
    # They only need the scope to read.
    "forecast_closes",
    "preview_expense_import",
    "preview_import",
    "preview_transactions",
    "preview_transfer",
    "preview_withdrawal",
    "try_alert_draft",
    # Twice the same picture.
    "set_expense_photo",
    "set_picture",
    "set_reading_picture",
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


# MARK: Declarations


class Declared:
    """Operations of a made-up server."""

    @operation("GET", "/a/{one}", fixed_query={"format": "csv"}, decode="text")
    def read(
        self, one: str, *, needed: str, sort: Optional[str] = None, timeout_seconds: Optional[float] = None
    ) -> str:
        """Reads."""

    @operation("POST", "/a/{one}", query=["sort"], headers={"if_match": "If-Match"})
    def write(
        self,
        one: str,
        *,
        null: Optional[str],
        optional: Optional[str] = None,
        nullable: Union[str, NotGiven, None] = NOT_GIVEN,
        sort: Optional[str] = None,
        if_match: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> None:
        """Writes."""

    @operation("PUT", "/a", query=["sort"], can_repeat=True, decode="none")
    def send(self, body: bytes, *, sort: Optional[str] = None, content_type: str = "text/csv") -> None:
        """Sends a file."""

    @operation("POST", "/b")
    def post(self, body: Dict[str, int]) -> None:
        """Sends a document."""


class DeclaredMethods(Declared, Recorded):
    pass


class AsyncDeclaredMethods(Declared, AsyncRecorded):
    pass


def test_arguments_stand_where_the_declaration_says() -> None:
    own = DeclaredMethods()
    own.read("x", sort="up", needed="n", timeout_seconds=3)
    own.write("x", null=None, sort="up", if_match="tag")
    own.write(one="x", null="a", optional="b", nullable=None, idempotency_key="key")
    own.send(b"...", sort="up")
    own.post({"a": 1})
    read, write, key, send, post = own.calls
    fixed = {"format": "csv"}
    assert read == Call(
        "GET",
        "/a/{one}",
        path={"one": "x"},
        query={"needed": "n", "sort": "up", **fixed},
        can_repeat=True,
        decode="text",
        timeout_seconds=3,
    )
    assert (write.query, write.headers) == ({"sort": "up"}, {"If-Match": "tag"})
    assert write.request_body() == b'{"null":null}'
    assert (write.takes_key, write.can_repeat, write.idempotency_key) == (True, True, None)
    assert (key.path, key.query_pairs(), key.idempotency_key) == ({"one": "x"}, [], "key")
    assert key.request_body() == b'{"null":"a","optional":"b","nullable":null}'
    assert send == Call(
        "PUT", "/a", query={"sort": "up"}, content=b"...", content_type="text/csv", can_repeat=True, decode="none"
    )
    assert post == Call("POST", "/b", body={"a": 1})


def test_wrong_arguments_are_named_and_nothing_is_sent() -> None:
    own = DeclaredMethods()
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'needed'"):
        own.read("x")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'day'"):
        own.read("x", needed="n", day=1)  # type: ignore[call-arg]
    assert own.calls == []


def test_methods_look_like_their_declarations() -> None:
    """For help(), completion, and mocks with the specification of a client."""
    for kind in (DeclaredMethods, AsyncDeclaredMethods):
        assert inspect.getdoc(kind.post) == "Sends a document."
        assert str(inspect.signature(kind.post)) == "(self, body: 'Dict[str, int]') -> 'None'"
    found = (DeclaredMethods.post, AsyncDeclaredMethods.post, closecast.AsyncClosecast.create_job)
    assert list(map(inspect.iscoroutinefunction, found)) == [False, True, True]
    assert isinstance(create_autospec(closecast.AsyncClosecast).get_asset, AsyncMock)
    returned = inspect.signature(closecast.AsyncClosecast.iterate_assets).return_annotation
    assert returned == "AsyncIterator[t.ListedAsset]"


def test_tables_name_the_method_that_they_are_of() -> None:
    tables = [name for name in dir(Operations) if name.endswith("_csv")]
    assert tables
    for name in tables:
        of = name[: -len("_csv")]
        assert inspect.getdoc(getattr(Operations, name)) == f"The answer of ``{of}`` as a CSV table."
        assert hasattr(Operations, of)


# MARK: Types


def test_types_and_signatures_can_be_evaluated() -> None:
    """As libraries do that check data by its annotations. On Python 3.9 this fails for `str | None`."""
    evaluated = 0
    for name in closecast.types.__all__:
        found = getattr(closecast.types, name)
        if inspect.isclass(found) and hasattr(found, "__annotations__"):
            assert typing.get_type_hints(found).keys() == found.__annotations__.keys()
            evaluated += 1
    assert evaluated > 150
    for kind in (Operations, AsyncOperations, closecast.Closecast, closecast.AsyncClosecast, closecast.LocalEngine):
        for _, method in inspect.getmembers(kind, inspect.isfunction):
            typing.get_type_hints(method)


def test_no_annotation_needs_a_newer_python() -> None:
    """The same, noticed by every Python: 3.9 has no `|` between types."""
    for path in pathlib.Path(closecast.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
                for part in ast.walk(annotation) if isinstance(annotation, ast.AST) else ():
                    assert not isinstance(part, ast.BinOp), f"{path.name}:{part.lineno}: {ast.unparse(annotation)}"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="generate.py needs Python 3.11")
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("str", "str"),
        ("None", "None"),
        ("str | None", "Optional[str]"),
        ("str | int", "Union[str, int]"),
        ("None | str | t.Asset", "Optional[Union[str, t.Asset]]"),
        ("List[Dict[str, int | None] | str] | None", "Optional[List[Union[Dict[str, Optional[int]], str]]]"),
        ('NotRequired[Literal["a | b", "c, d]"] | None]', 'NotRequired[Optional[Literal["a | b", "c, d]"]]]'),
    ],
)
def test_the_generator_writes_unions_for_every_python(expression: str, expected: str) -> None:
    assert generator().annotation(expression) == expected


@pytest.mark.skipif(sys.version_info < (3, 11), reason="generate.py needs Python 3.11")
def test_the_generated_text_of_a_document() -> None:
    """Aliases come after what they name, and only what does no more when sent twice is repeated."""
    text = {"type": "string"}
    nullable = {"anyOf": [text, {"type": "null"}]}
    schemas = {
        "A": {"anyOf": [{"$ref": "#/components/schemas/B"}, {"type": "number"}]},
        "B": {"anyOf": [{"$ref": "#/components/schemas/C"}, text]},
        "C": {
            "type": "object",
            "properties": {"a": {"$ref": "#/components/schemas/A"}, "b": nullable},
            "required": ["b"],
        },
    }
    answers = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}

    def operation(name: str, **members: Any) -> Dict[str, Any]:
        return {"operationId": name, "summary": name, "responses": answers, **members}

    key = {"name": "Idempotency-Key", "in": "header", "schema": text}
    paths = {
        "/v1/a": {
            "get": operation("getA", parameters=[{"name": "q", "in": "query", "schema": text}]),
            "put": operation("putA"),
            "post": operation("postA", parameters=[key]),
            "delete": operation("deleteA"),
        },
        "/v1/b": {"post": operation("postB", description="Needs a token of scope `read`.")},
    }
    document = {"info": {"version": "1"}, "components": {"schemas": schemas}, "paths": paths}
    types = generator().Types(document)
    operations = generator().Operations(document, types)
    repeated = {method.name: method.can_repeat for method in operations.methods}
    assert repeated == {"get_a": True, "put_a": False, "post_a": True, "delete_a": False, "post_b": True}
    assert '    @operation("GET", "/v1/a")\n' in operations.text()
    assert "q: Optional[str] = None, timeout_seconds: Optional[float] = None" in operations.text()
    found = types.text()
    assert "    a: NotRequired[A]\n    b: Optional[str]\n" in found
    assert found.endswith("B = Union[C, str]\n\n\nA = Union[B, float]\n")
    compile(found, "_types.py", "exec")


def generator() -> Any:
    """The module generate.py, which is not part of the package."""
    found = importlib.util.spec_from_file_location("generate", pathlib.Path(__file__).parents[1] / "generate.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module
