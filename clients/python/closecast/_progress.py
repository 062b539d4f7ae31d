"""Progress bars by tqdm, where it is installed."""

from __future__ import annotations

import sys
from typing import Any, Optional


class Progress:
    """A bar that counts series; nothing is shown if it is not wanted or tqdm is missing."""

    def __init__(self, total: int, wanted: Optional[bool], words: str = "forecasts"):
        self._bar: Any = None
        if wanted is None:
            wanted = sys.stderr.isatty() or "ipykernel" in sys.modules
        if not wanted:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self._bar = tqdm(total=total, desc=words, unit=" series")

    def advance(self, count: int = 1) -> None:
        if self._bar is not None and count:
            self._bar.update(count)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
