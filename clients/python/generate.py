"""Writes closecast/types.py and closecast/_operations.py from the OpenAPI document of a server.

    python3 generate.py                          starts closecast-server from ../../.build/release or $CLOSECAST_PROGRAMS
    python3 generate.py --url http://127.0.0.1:8080
    python3 generate.py --check                  writes nothing; exits with 1 if the files are not current

The document of a server with accounts has all operations, so the server that this script starts has them. Needs Python
3.11 or newer and no packages.
"""

import argparse
import contextlib
import json
import keyword
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import typing
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGE = HERE / "closecast"
WIDTH = 120
METHODS = ("get", "put", "post", "patch", "delete")
# Bodies and answers that are streams: written by hand in _jobs.py and _events.py.
PAGES = {"listHistory": "iterate_histories"}
BY_HAND = {"createJob", "getJobResult", "getJobEvents", "getNoticeEvents"}
# What changes something without an Idempotency-Key and still does no more when sent twice. Others mail twice, use a code up, or end the
# session whose new token was lost with the answer.
HARMLESS_TWICE = {"setExpensePhoto", "setPicture", "setReadingPicture"}
# Verbs whose requests have no body; operation() puts their parameters in the query.
BODILESS = ("GET", "DELETE")
CLASSES = '''

class Operations(Declarations, Synchronous):
    """Every operation of the server as a method; a base of the client."""


class AsyncOperations(Declarations, Asynchronous):
    """Every operation of the server as a coroutine function; a base of the async client."""
'''
HEADER = '''"""{}

Made by generate.py from the OpenAPI document of the server, version {}. Do not edit.
"""
'''


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="a server with accounts that runs already")
    parser.add_argument("--check", action="store_true", help="only compare")
    arguments = parser.parse_args()
    document = fetched(arguments.url) if arguments.url else from_own_server()
    types = Types(document)
    operations = Operations(document, types)
    files = {"_operations.py": operations.text(), "types.py": types.text()}
    changed = [name for name, text in files.items() if not is_same(PACKAGE / name, text)]
    if arguments.check:
        for name in changed:
            print(
                f"{PACKAGE / name} is not what the server's OpenAPI document says; run: python3 {__file__}",
                file=sys.stderr,
            )
        return 1 if changed else 0
    for name in changed:
        (PACKAGE / name).write_text(files[name])
    print(
        f"{operations.count} operations, {types.count} types; changed: {', '.join(changed) or 'nothing'}",
        file=sys.stderr,
    )
    return 0


def is_same(path: pathlib.Path, text: str) -> bool:
    return path.exists() and path.read_text() == text


# MARK: The document


def fetched(url: str) -> dict:
    with urllib.request.urlopen(f"{url.rstrip('/')}/openapi.json", timeout=30) as answer:
        return json.load(answer)


def from_own_server() -> dict:
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        log = stack.enter_context(open(f"{folder}/log", "w+"))
        options = [
            "--port",
            port,
            "--database",
            f"{folder}/closecast.db",
            "--models",
            ROOT / "models",
            "--feed-hour",
            "off",
        ]
        options += [
            "--web",
            ROOT / "web",
            "--accounts",
            "open",
            "--drain-seconds",
            0,
            "--leaked-passwords",
            leaked(folder),
        ]
        command = [str(word) for word in [programs / "closecast-server", *options]]
        process = subprocess.Popen(command, stdout=log, stderr=log)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        for _ in range(1200):
            with contextlib.suppress(OSError):
                return fetched(f"http://127.0.0.1:{port}")
            if process.poll() is not None:
                break
            time.sleep(0.05)
        log.seek(0)
        sys.exit(f"generate.py: the server does not answer; its log:\n{log.read()[-3000:]}")


def leaked(folder: str) -> pathlib.Path:
    """The list of leaked passwords: a server with accounts does not start without one, and here nobody signs up."""
    made = ROOT / "data" / "leaked-passwords.bin"
    if not made.exists():
        sys.exit(f"generate.py: {made} is missing; make it: scripts/setup")
    return made


# MARK: Names


def snake(name: str) -> str:
    """`setPIN` becomes `set_pin`."""
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name.replace("-", "_"))
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()
    return name + "_" if keyword.iskeyword(name) else name


def capital(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]", name))


def wrapped(text: str, indent: int, hanging: int = 0) -> str:
    pad = " " * indent
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=pad,
        subsequent_indent=pad + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines)


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


# MARK: Annotations


def annotation(expression: str) -> str:
    """`List[str | int] | None` becomes `Optional[List[Union[str, int]]]`: Python 3.9 cannot evaluate `|` between types, and libraries
    that check data by its annotations evaluate them."""
    parts = [annotation_part(part) for part in split(expression, " | ")]
    rest = [part for part in parts if part != "None"] or ["None"]
    union = rest[0] if len(rest) == 1 else f"Union[{', '.join(rest)}]"
    return union if len(rest) == len(parts) else f"Optional[{union}]"


def annotation_part(expression: str) -> str:
    found = re.fullmatch(r"([\w.]+)\[(.*)\]", expression)
    if found is None or found[1] == "Literal":
        return expression
    return f"{found[1]}[{', '.join(map(annotation, split(found[2], ', ')))}]"


def split(expression: str, separator: str) -> list[str]:
    """The parts between separators that are in no brackets and no quotes."""
    parts, depth, is_quoted, start = [], 0, False, 0
    for index, character in enumerate(expression):
        if character == '"':
            is_quoted = not is_quoted
        elif not is_quoted:
            depth += (character == "[") - (character == "]")
            if depth == 0 and expression.startswith(separator, index):
                parts.append(expression[start:index])
                start = index + len(separator)
    return [*parts, expression[start:]]


# MARK: Types


class Types:
    """The schemas of the document as Python types; objects become TypedDicts."""

    def __init__(self, document: dict):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.blocks: dict[str, str] = {}
        # The names of objects within named ones: the same object in two places is one type, named by the shorter one.
        self.objects: dict[str, str] = {}
        for name in sorted(self.schemas, key=lambda name: (len(name), name)):
            self.named(name)

    @property
    def count(self) -> int:
        return len(self.blocks)

    def named(self, name: str) -> str:
        if name not in self.blocks:
            self.blocks[name] = ""  # Its place, also if it refers to itself.
            schema = self.schemas[name]
            if "properties" in schema:
                self.blocks[name] = self.typed_dict(name, schema)
            else:
                self.blocks[name] = f"{name} = {annotation(self.of(schema, name))}\n"
        return name

    def of(self, schema: dict, name: str) -> str:
        """The type of a schema; `name` is for objects within that have none."""
        if "$ref" in schema:
            return self.named(schema["$ref"].rsplit("/", 1)[1])
        if "enum" in schema:
            return "Literal[" + ", ".join(json.dumps(value) for value in schema["enum"]) + "]"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.union(schema[key], name)
        if "properties" in schema:
            if not re.search(r"(Answer|Body)\d*$", name):
                name = self.objects.setdefault(json.dumps(schema, sort_keys=True), name)
            if name not in self.blocks:
                self.blocks[name] = ""
                self.blocks[name] = self.typed_dict(name, schema)
            return name
        kind = schema.get("type")
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"Dict[str, {self.of(values, name + 'Value') if isinstance(values, dict) else 'Any'}]"
        if kind == "array":
            return f"List[{self.of(schema.get('items', {}), singular(name))}]"
        return {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}.get(
            kind, "Any"
        )

    def union(self, options: list[dict], name: str) -> str:
        objects = sum("properties" in option for option in options)
        names = [f"{name}{number}" if objects > 1 else name for number in range(1, len(options) + 1)]
        parts = [self.of(option, own) for option, own in zip(options, names)]
        return " | ".join(dict.fromkeys(parts))

    def typed_dict(self, name: str, schema: dict) -> str:
        required = set(schema.get("required", []))
        members = []
        for member, inner in schema["properties"].items():
            type_name = self.of(inner, name + capital(member))
            members.append(
                (member, type_name if member in required else f"NotRequired[{type_name}]", inner.get("description"))
            )
        document = f'    """{quoted(schema["description"])}"""\n' if "description" in schema else ""
        if all(member.isidentifier() and not keyword.iskeyword(member) for member, *_ in members):
            return f"class {name}(TypedDict):\n{document}" + ("".join(map(self.member, members)) or "    pass\n")
        lines = "".join(
            f'        "{member}": {json.dumps(annotation(type_name))},\n' for member, type_name, _ in members
        )
        return f'{name} = TypedDict(\n    "{name}",\n    {{\n{lines}    }},\n)\n'

    @staticmethod
    def member(member: tuple[str, str, str | None]) -> str:
        name, type_name, description = member
        # Also for editors, which show the text below a member.
        text = "\n".join(textwrap.wrap(f'"""{quoted(description)}"""', WIDTH - 4)) if description else ""
        return f"    {name}: {annotation(type_name)}\n" + (textwrap.indent(text, "    ") + "\n" if text else "")

    def text(self) -> str:
        head = HEADER.format("The types of requests and answers.", self.document["info"]["version"])
        imports = (
            "\nfrom __future__ import annotations\n\nfrom typing import Any, Dict, List, Optional, Union\n\n"
            "from typing_extensions import Literal, NotRequired, TypedDict\n"
        )
        names = f"\n__all__ = [\n{wrapped(', '.join(map(json.dumps, sorted(self.blocks, key=natural))), 4)},\n]\n"
        # Classes first: aliases are evaluated at import.
        aliases = {name: text for name, text in sorted(self.blocks.items()) if not is_class(text)}
        classes = [text for name, text in sorted(self.blocks.items()) if name not in aliases]
        return head + imports + names + "\n\n" + "\n\n".join([*classes, *in_order(aliases)])


def natural(name: str) -> list[str | int]:
    """A key that sorts Order2 before Order10, as ruff does."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def is_class(text: str) -> bool:
    return text.startswith("class") or "TypedDict(" in text.split("\n")[0]


def in_order(aliases: dict[str, str]) -> list[str]:
    """The aliases, each after those that it names."""
    placed: dict[str, str] = {}

    def place(name: str) -> None:
        for other in aliases:
            if other != name and other not in placed and re.search(rf"\b{other}\b", aliases[name]):
                place(other)
        placed[name] = aliases[name]

    for name in aliases:
        if name not in placed:
            place(name)
    return list(placed.values())


def singular(name: str) -> str:
    """The name of an element, from the name of its list."""
    if name.endswith("eries"):
        return name[:-6] + "OneSeries" if name[-6] == "S" else name + "Item"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name + "Item"


# MARK: Operations


class Parameter(typing.NamedTuple):
    """A parameter of a method."""

    name: str
    wire_name: str
    type_name: str
    default: str | None
    description: str
    place: str  # path, query, header or body


class Method(typing.NamedTuple):
    """A method of both clients."""

    name: str
    operation_id: str
    verb: str
    path: str
    document: list[str]
    parameters: list[Parameter]
    answer: str
    decode: str
    query: dict[str, str]  # fixed values
    can_repeat: bool
    takes_key: bool
    content_types: list[str]  # of a body of bytes
    page_element: str | None


class Operations:
    """Methods for the operations under /v1, and for the server's health."""

    def __init__(self, document: dict, types: Types):
        self.document, self.types = document, types
        self.methods: list[Method] = []
        self.count = 0
        for path, item in document["paths"].items():
            if not path.startswith(("/v1/", "/v2/health/")):
                continue
            for verb in METHODS:
                if verb in item:
                    self.count += 1
                    if item[verb]["operationId"] not in BY_HAND:
                        self.add(path, verb, item[verb])

    # MARK: Reading

    def add(self, path: str, verb: str, operation: dict) -> None:
        answers = self.answers(operation)
        kinds = list(dict.fromkeys(kind for kind, _ in answers)) or ["none"]
        for kind in kinds:
            suffix = "_csv" if kind == "text" and "json" in kinds else ""
            schemas = [schema for own, schema in answers if own == kind]
            has_formats = "json" in kinds and len(kinds) > 1
            method = self.method(path, verb, operation, kind, schemas, suffix, has_formats)
            self.check(method)
            self.methods.append(method)

    @staticmethod
    def check(method: Method) -> None:
        """Refuses what operation() of closecast/_operation.py cannot send."""
        for one in method.parameters:
            if one.place not in ("header", "content") and one.name not in (one.wire_name, f"{one.wire_name}_"):
                sys.exit(
                    f"generate.py: {method.operation_id}: operation() must learn to send {one.name} as {one.wire_name}"
                )
            if one.place in ("body", "content") and method.verb in BODILESS:
                sys.exit(f"generate.py: {method.operation_id}: operation() must learn to send a body by {method.verb}")

    @staticmethod
    def answers(operation: dict) -> list[tuple[str, dict]]:
        found = []
        for status, answer in operation["responses"].items():
            if not status.startswith("2"):
                continue
            if not answer.get("content"):
                found.append(("none", {}))
            for content_type, content in answer.get("content", {}).items():
                kind = "json" if "json" in content_type else "text" if content_type.startswith("text/") else "bytes"
                found.append((kind, content.get("schema", {})))
        return found

    def method(self, path, verb, operation, kind, schemas, suffix, has_formats) -> Method:
        name = snake(operation["operationId"]) + suffix
        parameters, query, takes_key = [], {}, False
        for found in operation.get("parameters", []):
            if found["name"] == "Idempotency-Key":
                takes_key = True
            elif found["name"] == "format" and has_formats:
                query = {"format": "csv"} if kind == "text" else {}
            else:
                parameters.append(self.parameter(found))
        body, content_types = self.body(operation, {parameter.name for parameter in parameters})
        parameters += body
        answer = self.answer(operation, kind, schemas)
        scope = re.search(r"scope `(\w+)`", operation.get("description", ""))
        # A request that needs only the scope to read changes nothing, so it can be sent again.
        changes_nothing = verb == "get" or bool(scope and scope[1] == "read")
        can_repeat = changes_nothing or takes_key or operation["operationId"] in HARMLESS_TWICE
        return Method(
            name,
            operation["operationId"],
            verb.upper(),
            path,
            self.texts(operation),
            parameters,
            answer,
            kind,
            query,
            can_repeat,
            takes_key,
            content_types,
            self.page_element(operation, kind, schemas),
        )

    @staticmethod
    def texts(operation: dict) -> list[str]:
        return [text for text in (operation.get("summary"), operation.get("description")) if text]

    def answer(self, operation: dict, kind: str, schemas: list[dict]) -> str:
        if kind != "json":
            return {"text": "str", "bytes": "bytes", "none": "None"}[kind]
        name = capital(operation["operationId"]) + "Answer"
        unique = list({json.dumps(schema, sort_keys=True): schema for schema in schemas}.values())
        names = [name if len(unique) == 1 else f"{name}{number}" for number in range(1, len(unique) + 1)]
        return " | ".join(
            dict.fromkeys(self.qualified(self.types.of(schema, own)) for schema, own in zip(unique, names))
        )

    def page_element(self, operation: dict, kind: str, schemas: list[dict]) -> str | None:
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        if kind != "json" or "cursor" not in names:
            return None
        members = schemas[0].get("properties") or self.types.schemas[schemas[0]["$ref"].rsplit("/", 1)[1]]["properties"]
        name = (
            schemas[0]["$ref"].rsplit("/", 1)[1]
            if "$ref" in schemas[0]
            else capital(operation["operationId"]) + "Answer"
        )
        return self.qualified(self.types.of(members["data"]["items"], singular(name + "Data")))

    def parameter(self, found: dict) -> Parameter:
        is_required = found.get("required", False)
        type_name = self.argument(found["schema"], capital(found["name"]))
        place = found["in"]
        return Parameter(
            snake(found["name"]),
            found["name"],
            type_name if is_required else f"{type_name} | None",
            None if is_required else "None",
            found.get("description", ""),
            place,
        )

    def body(self, operation: dict, taken: set[str]) -> tuple[list[Parameter], list[str]]:
        """The members of a JSON object as parameters of their own, anything else as one parameter."""
        request = operation.get("requestBody")
        if request is None:
            return [], []
        content = request["content"]
        others = [content_type for content_type in content if content_type != "application/json"]
        if others:
            type_name = "bytes | str" if any(other.startswith("text/") for other in others) else "bytes"
            description = f"A file: {' or '.join(content)}."
            return [Parameter("body", "", type_name, None, description, "content")], list(content)
        schema = content["application/json"]["schema"]
        name = capital(operation["operationId"]) + "Body"
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            schema = self.types.schemas[name]
        if "properties" not in schema or any(snake(member) in taken for member in schema["properties"]):
            whole = content["application/json"]["schema"]
            return (
                [Parameter("body", "", self.qualified(self.types.of(whole, name)), None, "The body.", "content")],
                [],
            )
        required = set(schema.get("required", []))
        members = [
            self.body_member(name, member, inner, member in required) for member, inner in schema["properties"].items()
        ]
        return sorted(members, key=lambda member: member.default is not None), []

    def body_member(self, owner: str, member: str, schema: dict, is_required: bool) -> Parameter:
        type_name = self.argument(schema, owner + capital(member))
        default = None
        if not is_required:
            # Null has a meaning of its own where it is accepted.
            takes_null = "None" in type_name.split(" | ")
            default = "NOT_GIVEN" if takes_null else "None"
            type_name = type_name.replace(" | None", " | NotGiven") + " | None" if takes_null else type_name + " | None"
        return Parameter(snake(member), member, type_name, default, schema.get("description", ""), "body")

    def argument(self, schema: dict, name: str) -> str:
        """What a caller may give: more types than an answer has."""
        if "$ref" in schema:
            inner = self.types.schemas[schema["$ref"].rsplit("/", 1)[1]]
            if "properties" not in inner:
                return self.argument(inner, name)
        if "enum" in schema:
            return self.types.of(schema, name)
        for key in ("anyOf", "oneOf"):
            if key in schema:
                parts = [part for option in schema[key] for part in self.argument(option, name).split(" | ")]
                return " | ".join(
                    dict.fromkeys([part for part in parts if part != "None"] + (["None"] if "None" in parts else []))
                )
        kind, form = schema.get("type"), schema.get("format")
        if kind == "array":
            return f"Sequence[{self.argument(schema.get('items', {}), singular(name))}]"
        if kind == "string" and form == "date":
            return "str | datetime.date"
        if kind == "string" and form == "date-time":
            return "str | datetime.datetime"
        if kind == "string" and r"(\\.[0-9]" in json.dumps(schema.get("pattern", "")):
            return "str | decimal.Decimal | int"
        return self.qualified(self.types.of(schema, name))

    def qualified(self, expression: str) -> str:
        """Prefixes the names of types with their module."""
        return re.sub(r"(?<![\w\".])([A-Z]\w*)(?![\w\"])", self.qualified_name, expression)

    def qualified_name(self, found: re.Match) -> str:
        return f"t.{found[1]}" if found[1] in self.types.blocks else found[1]

    # MARK: Writing

    def text(self) -> str:
        head = HEADER.format("The operations of the server.", self.document["info"]["version"])
        # Type checkers miss the bodies that declarations do not have.
        checkers = '\n# mypy: disable-error-code="empty-body"\n# pyright: reportReturnType=false\n'
        imports = (
            "\nfrom __future__ import annotations\n\nimport datetime\nimport decimal\n"
            "from typing import Any, AsyncIterator, Dict, Iterator, List, Mapping, Optional, Sequence, Union\n\n"
            "from typing_extensions import Literal\n\nfrom ._call import NOT_GIVEN, NotGiven\n"
            "from ._lazy_types import t\nfrom ._operation import Asynchronous, Synchronous, operation, pages\n\n"
            '__all__ = ["AsyncOperations", "Operations"]\n'
        )
        return head + checkers + imports + "\n\n" + self.declarations() + CLASSES

    def declarations(self) -> str:
        blocks = [
            'class Declarations:\n    """Every operation once, for both clients. The functions have no bodies: see ``operation``."""\n'
        ]
        for method in self.methods:
            blocks.append(self.method_text(method))
            if method.page_element:
                blocks.append(self.pages_text(method))
        return "\n".join(blocks)

    def method_text(self, method: Method) -> str:
        heading = listed(4, "@operation(", [f'"{method.verb}"', f'"{method.path}"', *self.settings(method)], ")")
        definition = self.definition(method.name, method, method.parameters, annotation(method.answer))
        return heading + definition + self.document_text(method)

    def pages_text(self, method: Method) -> str:
        """An iterator over the elements of all pages."""
        name = PAGES.get(method.operation_id) or "iterate_" + re.sub(r"^(list|get)_", "", method.name)
        own = [one for one in method.parameters if one.name != "cursor"]
        definition = self.definition(name, method, own, f"Iterator[{annotation(method.page_element)}]")
        document = wrapped(f'"""Iterates over ``{method.name}``, page by page; ``limit`` is the size of a page."""', 8)
        return f"    @pages({method.name})\n{definition}{document}\n"

    @staticmethod
    def settings(method: Method) -> list[str]:
        """What operation() cannot see from the verb and the parameters."""
        found = []
        queries = [one.name for one in method.parameters if one.place == "query"]
        if queries and method.verb not in BODILESS:
            found.append(f"query={json.dumps(queries)}")
        if method.query:
            found.append(f"fixed_query={json.dumps(method.query)}")
        headers = {one.name: one.wire_name for one in method.parameters if one.place == "header"}
        if headers:
            found.append(f"headers={json.dumps(headers)}")
        if method.can_repeat and not method.takes_key and method.verb != "GET":
            found.append("can_repeat=True")
        if method.decode != "json":
            found.append(f'decode="{method.decode}"')
        return found

    @staticmethod
    def definition(name: str, method: Method, own: list[Parameter], answer: str) -> str:
        positional = [one for one in own if one.place in ("path", "content")]
        keywords = [one for one in own if one not in positional]
        keywords.sort(key=lambda one: one.default is not None)
        parts = ["self", *(f"{one.name}: {annotation(one.type_name)}" for one in positional), "*"]
        parts += [
            f"{one.name}: {annotation(one.type_name)}" + (f" = {one.default}" if one.default else "")
            for one in keywords
        ]
        if method.content_types:
            parts.append(f'content_type: str = "{method.content_types[0]}"')
        if method.takes_key:
            parts.append("idempotency_key: Optional[str] = None")
        parts.append("timeout_seconds: Optional[float] = None")
        return listed(4, f"def {name}(", parts, f") -> {answer}:")

    @staticmethod
    def document_text(method: Method) -> str:
        """The documentation. Its last sentence names the request, as people look it up in the documentation of the API."""
        # A space at which no line is broken.
        request = f"``{method.verb}\u00a0{method.path}``"
        sibling = snake(method.operation_id)
        if method.name != sibling:
            return wrapped(f'"""The answer of ``{sibling}`` as a CSV table."""', 8) + "\n"
        summary, *paragraphs = method.document
        paragraphs = [*paragraphs[:-1], f"{paragraphs[-1]} {request}"] if paragraphs else [request]
        lines = [wrapped(f'"""{summary}', 8), ""]
        for paragraph in paragraphs:
            lines += [wrapped(paragraph, 8), ""]
        described = [one for one in method.parameters if one.description]
        if described:
            lines.append("        Args:")
            lines += [wrapped(f"{one.name}: {one.description}", 12, 4) for one in described]
        else:
            lines.pop()
        lines.append('        """')
        return "\n".join(lines).replace("\\", "\\\\").replace("\u00a0", " ") + "\n"


def listed(indent: int, start: str, parts: list[str], end: str) -> str:
    """A list in brackets as ruff writes it: on one line where it fits, else indented on one, else one line for each part."""
    pad = " " * indent
    line = f"{pad}{start}{', '.join(parts)}{end}\n"
    if len(line) <= WIDTH + 1:
        return line
    inner = f"{pad}    {', '.join(parts)}\n"
    if len(inner) > WIDTH + 1:
        inner = "".join(f"{pad}    {part},\n" for part in parts)
    return f"{pad}{start}\n{inner}{pad}{end}\n"


if __name__ == "__main__":
    sys.exit(main())
