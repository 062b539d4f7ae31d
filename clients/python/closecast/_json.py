"""JSON by orjson where it is installed, which is several times faster, otherwise by the standard library."""

from __future__ import annotations

import datetime
import decimal
import json
from typing import Any, Callable, Mapping

#: The members of a series that may stand beside its closes: for each close a number, or null where it is not known.
DETAILS = ("open", "high", "low", "volume")

dumps: Callable[[Any], bytes]
loads: Callable[[bytes], Any]

try:
    import orjson
except ImportError:

    def dumps(value: Any) -> bytes:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()

    def loads(value: Any) -> Any:
        try:
            return json.loads(value)
        except RecursionError:
            raise ValueError("the document is nested too deeply") from None

else:
    dumps, loads = orjson.dumps, orjson.loads


def plain(value: Any) -> Any:
    """Turns decimals, days and times into the texts that the server reads."""
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, decimal.Decimal):
        return format(value, "f")
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; add one, such as tzinfo=datetime.timezone.utc")
        return value.isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value
