"""``closecast.forecast`` and ``closecast.cross_validation``: the program on this machine, started when it is first needed."""

from __future__ import annotations

import threading
from typing import Any, Generator, Mapping, Optional

from ._forecasting import Forecasting
from ._frames import ModelFacts, Plan
from ._local import LocalEngine


class _Default(Forecasting):
    def __init__(self) -> None:
        self._engine: Optional[LocalEngine] = None
        self._lock = threading.Lock()

    def _started(self) -> LocalEngine:
        with self._lock:
            if self._engine is None:
                self._engine = LocalEngine()
            return self._engine

    def _facts(self, model: Optional[str]) -> ModelFacts:
        return self._started()._facts(model)

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Generator[Mapping[str, Any], None, None]:
        return self._started()._answers(plan, progress)


_default = _Default()
forecast = _default.forecast
cross_validation = _default.cross_validation
