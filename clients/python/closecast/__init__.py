"""Forecasts of daily closes by Closecast, through a server or by the program on this machine.

    import closecast

    closecast.forecast(df)                                   by the program closecast on this machine
    closecast.Closecast("https://…", token).forecast(df)     by a server

``df`` has the columns ``unique_id``, ``ds`` and ``y``, as for Nixtla's libraries, in pandas, polars or pyarrow.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, List

from ._version import VERSION as __version__

if TYPE_CHECKING:
    from . import types
    from ._async_client import AsyncClosecast
    from ._call import NOT_GIVEN, NotGiven
    from ._client import Closecast
    from ._default import cross_validation, forecast
    from ._errors import (
        AuthenticationError,
        ClosecastError,
        ConflictError,
        ConnectionFailedError,
        FrameError,
        InvalidRequestError,
        JobFailedError,
        NotFoundError,
        PermissionDeniedError,
        ProblemError,
        ProgramError,
        RateLimitError,
        SeriesError,
        SeriesFailure,
        SettingsError,
        UnavailableError,
        UnknownAnswerError,
    )
    from ._frames import LeakageWarning
    from ._local import LocalEngine
    from ._plot import plot
    from ._series import series

__all__ = [
    "NOT_GIVEN",
    "AsyncClosecast",
    "AuthenticationError",
    "Closecast",
    "ClosecastError",
    "ConflictError",
    "ConnectionFailedError",
    "FrameError",
    "InvalidRequestError",
    "JobFailedError",
    "LeakageWarning",
    "LocalEngine",
    "NotFoundError",
    "NotGiven",
    "PermissionDeniedError",
    "ProblemError",
    "ProgramError",
    "RateLimitError",
    "SeriesError",
    "SeriesFailure",
    "SettingsError",
    "UnavailableError",
    "UnknownAnswerError",
    "__version__",
    "cross_validation",
    "forecast",
    "plot",
    "series",
    "types",
]

# Modules are imported when a name of theirs is first used, so that closecast.spark runs on machines without httpx and narwhals.
_MODULES = {
    "NOT_GIVEN": "_call",
    "AsyncClosecast": "_async_client",
    "Closecast": "_client",
    "LeakageWarning": "_frames",
    "LocalEngine": "_local",
    "NotGiven": "_call",
    "cross_validation": "_default",
    "forecast": "_default",
    "plot": "_plot",
    "series": "_series",
}


def __getattr__(name: str) -> Any:
    if name == "types":
        return importlib.import_module(".types", __name__)
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_MODULES.get(name, '_errors')}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> List[str]:
    return sorted(__all__)
