"""The module ``closecast.types`` as ``t`` in annotations.

Importing it takes 50 ms, and few programs evaluate annotations, so it is imported when the first one is evaluated.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__all__ = ["t"]


class _Types:
    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(".types", __package__), name)


if TYPE_CHECKING:
    from . import types as t
else:
    t = _Types()
