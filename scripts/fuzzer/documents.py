"""Requests to be varied, derived from a server's OpenAPI document, for limits.py."""

import copy
import dataclasses
import json
import random
import re
import typing
import urllib.parse

# A placeholder in a JSON text for a value that JSON cannot represent.
RAW = "\ue000"
# The form of unusual numbers in a text body.
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:[.\-]\d+)*")


def limits() -> list[str]:
    """Numbers at the limits of the types that hold them, their neighbours, and unusual ways to write a number."""
    whole = {2**bits + near for bits in (7, 8, 15, 16, 31, 32, 53, 63, 64, 127, 128) for near in (-1, 0, 1)}
    # The seconds and days of the first and last day that a calendar has, and of one that does not fit into 64 bits.
    whole |= {near + at for at in (253_402_300_799, 2_932_896, -62_135_596_800, -719_162, 2**63 // 86_400, 2**63 // 10**9) for near in (-1, 0, 1)}
    whole |= {10**power for power in (9, 18, 19, 20, 21, 38, 39)}
    # Amounts are whole multiples of 1e-18 in 128 bits.
    places = [f"{units // 10**18}.{units % 10**18:018}" for near in (-1, 0, 1) for units in [2**127 + near]]
    coins = [f"{units // 10**8}.{units % 10**8:08}" for near in (-1, 0, 1) for units in [2**127 // 10**10 + near]]
    places += coins + [f"{part}.{'9' * 18}" for part in (10**18 - 1, 2**63)] + ["0." + "0" * 17 + "1", "0.5" + "0" * 29, "0.00000001", "0.005"]
    texts = [str(number) for number in sorted(whole)] + places
    texts += [f"-{text}" for text in texts if not text.startswith("-")]
    floats = ["1e308", "1.7976931348623157e308", "1e309", "1e-324", "5e-324", "-1e308", "9.3e18", "1e19", "NaN", "Infinity", "-Infinity", "nan", "inf"]
    return [*texts, *floats, "0", "-0", "-1", "1", "007", "+1", "1.", ".5", "1_000", "0x10", " 1", "1e3", "9" * 400]


def days() -> list[str]:
    """Days and times at the ends of the calendar, and some that do not exist."""
    ends = ["0000-01-01", "0001-01-01", "0001-01-02", "1582-10-10", "1969-12-31", "1970-01-01", "2024-02-30", "9999-12-30", "9999-12-31", "10000-01-01", "-0001-01-01"]
    times = [f"{day}T{time}Z" for day in ("0001-01-01", "9999-12-31") for time in ("00:00:00", "23:59:59", "23:59:60", "24:00:00")]
    return [*ends, *times, "9999-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"]


LIMITS, DAYS = limits(), days()


@dataclasses.dataclass
class Variable:
    """A place in a request that can take another value: a parameter's name, or the way to a value in a body."""

    place: str
    way: tuple
    schema: dict

    @property
    def values(self) -> list[str]:
        """The limits of its type; fewer of them for an arbitrary text."""
        kind, form = self.schema.get("type"), self.schema.get("format", "")
        kinds = kind if isinstance(kind, list) else [kind]
        if form.startswith("date") or "date" in str(self.way[-1]):
            return DAYS + LIMITS[::6]
        if {"integer", "number"} & set(kinds) or "0-9" in self.schema.get("pattern", "") or "\\d" in self.schema.get("pattern", ""):
            return LIMITS
        return LIMITS[::9] + DAYS[::6]

    def __str__(self) -> str:
        return f"{self.place} {'.'.join(map(str, self.way))}"


@dataclasses.dataclass
class Asking:
    """A request with places for other values."""

    name: str
    method: str
    path: str
    parameters: dict[tuple[str, str], str]
    kind: str | None = None
    body: typing.Any = None
    variables: list[Variable] = dataclasses.field(default_factory=list)

    def sent(self, changes: list[tuple[Variable, str]]) -> tuple[str, str, dict[str, str], bytes | None]:
        """Method, target, headers and body with other values."""
        parameters, body = dict(self.parameters), copy.deepcopy(self.body)
        raws: list[str] = []
        for variable, value in changes:
            if variable.place != "body":
                parameters[(variable.place, variable.way[0])] = value
            elif isinstance(body, str):
                start, end = variable.way[1:]
                body = body[:start] + value + body[end:]
            else:
                isText = variable.schema.get("type") == "string"
                raws.append(json.dumps(value) if isText else value)
                body = changed(body, variable.way, f"{RAW}{len(raws) - 1}{RAW}")
        path = self.path
        for (place, name), value in parameters.items():
            if place == "path":
                path = path.replace(f"{{{name}}}", urllib.parse.quote(value, safe=""))
        query = urllib.parse.urlencode([(name, value) for (place, name), value in parameters.items() if place == "query"])
        headers = {name: value for (place, name), value in parameters.items() if place == "header"}
        data = None
        if self.kind:
            headers["Content-Type"] = self.kind
            text = body if isinstance(body, str) and "json" not in self.kind.partition(";")[0].removesuffix("x-ndjson") else None
            if text is None:
                text = json.dumps(body) if not isinstance(body, str) else body
                for index, raw in enumerate(raws):
                    text = text.replace(json.dumps(f"{RAW}{index}{RAW}"), raw)
            data = text.encode()
        return self.method, path + ("?" + query if query else ""), headers, data


def changed(value: typing.Any, way: tuple, new: str) -> typing.Any:
    """A JSON value with another one at the end of a way of keys and indices, which is made if it is missing."""
    if not way:
        return new
    if isinstance(way[0], int):
        items = list(value) if isinstance(value, list) and value else [None]
        items[way[0]] = changed(items[way[0]], way[1:], new)
        return items
    members = dict(value) if isinstance(value, dict) else {}
    members[way[0]] = changed(members.get(way[0]), way[1:], new)
    return members


class Document:
    """An OpenAPI document."""

    def __init__(self, document: dict, words: dict[str, str]):
        self.document, self.words, self.fixed = document, words, set(words)

    def resolved(self, schema: dict) -> dict:
        while "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        return schema

    def askings(self) -> list[Asking]:
        """A request for each operation, content and shape of its body."""
        found = []
        for path, operations in self.document["paths"].items():
            for method, operation in operations.items():
                parameters, variables = self.parameters(operation)
                base = Asking(operation["operationId"], method.upper(), path, parameters, variables=variables)
                contents = operation.get("requestBody", {}).get("content", {})
                for kind, content in contents.items():
                    for body in self.bodies(content):
                        way = self.places(body, content["schema"])
                        found.append(dataclasses.replace(base, kind=kind, body=body, variables=variables + way))
                if not contents:
                    found.append(base)
        return found

    def parameters(self, operation: dict) -> tuple[dict[tuple[str, str], str], list[Variable]]:
        values, variables = {}, []
        for parameter in operation.get("parameters", []):
            place, name, schema = parameter["in"], parameter["name"], self.resolved(parameter["schema"])
            if parameter.get("required"):
                values[(place, name)] = self.text(self.sample(schema, name))
            inner = self.resolved(schema.get("items", schema)) if schema.get("type") == "array" else schema
            if schema.get("type") != "boolean":
                variables.append(Variable(place, (name,), inner))
        return values, variables

    def bodies(self, content: dict) -> list[typing.Any]:
        """The example, and a value of each shape that the schema allows."""
        example, schema = self.known(content.get("example")), self.resolved(content["schema"])
        shapes = schema.get("oneOf") or schema.get("anyOf")
        if not shapes:
            return [example if example is not None else self.sample(schema, "body")]
        made = []
        for shape in shapes:
            body = self.sample(shape, "body")
            if isinstance(body, dict) and isinstance(example, dict):
                properties = self.resolved(shape)["properties"]
                # Members that only the example allows are not part of the shape.
                fixed = {key for key in body if {"const", "enum"} & self.resolved(properties.get(key, {})).keys()}
                body = {key: value if key in fixed else example.get(key, value) for key, value in body.items()}
            made.append(body)
        return ([example] if example is not None else []) + made

    def known(self, value: typing.Any, name: str = "") -> typing.Any:
        """An example in which made-up ids, such as m_0000000000000000, are those of something that exists."""
        if isinstance(value, dict):
            return {key: self.known(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.known(inner, name.removesuffix("s")) for inner in value]
        isName = isinstance(value, str) and (name == "address" or re.fullmatch(r"[a-z]{1,2}_[0-9a-f]{16}", value)) or name in ("transaction", "id")
        word = self.words.get(name, value) if isName else value
        return int(word) if isinstance(value, int) and str(word).isdecimal() else word

    def learn(self, path: str, document: typing.Any, location: str) -> None:
        """Keeps the ids of created or listed objects, as values of the parameters by which paths name it."""
        found = document
        if isinstance(document, dict) and isinstance(document.get("data"), list):
            found = document["data"][0] if document["data"] else None
        if isinstance(found, dict):
            if "address" in found:
                self.words["address"] = str(found["address"])
            resource = path.rstrip("/").rpartition("/")[2]
            for template in self.document["paths"]:
                name = re.search(rf"/{re.escape(resource)}/{{(\w+)}}", template)
                if name and "id" in found and name[1] not in self.fixed:
                    self.words[name[1]] = str(found["id"])
                # A deposit's id has the same prefix as a payment's: p_0123456789abcdef.
                for other in re.findall(r"{(\w+)}", template):
                    if str(found.get("id", "")).startswith(f"{other[0]}_"):
                        self.words.setdefault(other, str(found["id"]))
        for template in self.document["paths"]:
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
            match = re.fullmatch(pattern, location)
            for name, value in (match.groupdict() if match else {}).items():
                if name not in self.fixed:
                    self.words[name] = value

    def places(self, body: typing.Any, schema: dict) -> list[Variable]:
        if isinstance(body, str):
            return [Variable("body", ("text", *found.span()), {"type": "number"}) for found in list(NUMBER.finditer(body))[:12]]
        return [Variable("body", way, leaf) for way, leaf in self.leaves(schema, (), body)]

    def leaves(self, schema: dict, way: tuple, body: typing.Any) -> typing.Iterator[tuple[tuple, dict]]:
        schema = self.resolved(schema)
        if len(way) > 6 or "const" in schema:
            return
        for shape in schema.get("oneOf", []) + schema.get("anyOf", []):
            shape = self.resolved(shape)
            constants = {key: self.resolved(value)["const"] for key, value in shape.get("properties", {}).items() if "const" in self.resolved(value)}
            if not isinstance(body, dict) or all(body.get(key) == value for key, value in constants.items()):
                yield from self.leaves(shape, way, body)
        for key, inner in schema.get("properties", {}).items():
            yield from self.leaves(inner, (*way, key), body.get(key) if isinstance(body, dict) else None)
        if isinstance(schema.get("additionalProperties"), dict):
            yield from self.leaves(schema["additionalProperties"], (*way, "SIM01"), None)
        if "items" in schema:
            yield from self.leaves(schema["items"], (*way, 0), body[0] if isinstance(body, list) and body else None)
        kind = schema.get("type")
        if kind in ("integer", "number", "string") or isinstance(kind, list):
            yield way, schema

    def sample(self, schema: dict, name: str, depth: int = 0) -> typing.Any:
        """A value that a schema accepts."""
        schema = self.resolved(schema)
        for key in ("const", "example", "default"):
            if key in schema:
                return schema[key]
        if "enum" in schema:
            return self.words[name] if self.words.get(name) in schema["enum"] else schema["enum"][0]
        if name in self.words and schema.get("type") in ("string", "integer"):
            return self.words[name]
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self.sample(schema[key][0], name, depth + 1)
        kind = schema.get("type")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "object":
            required = schema.get("required", []) if depth < 6 else []
            return {key: self.sample(schema["properties"][key], key, depth + 1) for key in required if key in schema.get("properties", {})}
        if kind == "array":
            return [self.sample(schema["items"], name, depth + 1) for _ in range(max(1, min(600, schema.get("minItems", 1))))]
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        if kind == "boolean":
            return False
        if schema.get("format", "").startswith("date"):
            return "2024-06-03" if schema["format"] == "date" else "2024-06-03T08:00:00Z"
        return "1.5" if "0-9" in schema.get("pattern", "") else "x" * max(3, schema.get("minLength", 3))

    @staticmethod
    def text(value: typing.Any) -> str:
        return ",".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else json.dumps(value)


def some(values: list, count: int, generator: random.Random) -> list:
    return values if len(values) <= count else generator.sample(values, count)
