"""``closecast.forecast`` and ``closecast.cross_validation``: the program on this machine, started when it is first needed."""

from __future__ import annotations

from typing import Any, Generator, List, Mapping, Optional

from ._forecasting import Forecasting
from ._frames import ModelFacts, Plan
from ._local import LocalEngine


class _Default(Forecasting):
    def __init__(self) -> None:
        # No lock, which a fork could copy while it is held: of engines that threads make at the same time, the first one is used.
        self._engines: List[LocalEngine] = []

    def _started(self) -> LocalEngine:
        if not self._engines:
            self._engines.append(LocalEngine())
        return self._engines[0]

    def _facts(self, model: Optional[str]) -> ModelFacts:
        return self._started()._facts(model)

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Generator[Mapping[str, Any], None, None]:
        return self._started()._answers(plan, progress)


_default = _Default()
forecast = _default.forecast
cross_validation = _default.cross_validation
