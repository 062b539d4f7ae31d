"""Forecasts by the program ``closecast`` on this machine."""

from __future__ import annotations

import atexit
import collections
import contextlib
import json
import os
import shutil
import subprocess
import threading
import weakref
from typing import Any, Dict, Generator, List, Mapping, Optional

from ._batch_process import BatchError, BatchRunner
from ._errors import ProgramError
from ._forecasting import Forecasting
from ._frames import ModelFacts, Plan, Settings
from ._json import loads
from ._progress import Progress

#: Series that are sent and not answered, at most; enough to keep all processors busy.
_IN_FLIGHT, _IN_FLIGHT_BYTES = 1024, 64 << 20
#: Processes with different settings that are kept.
_KEPT = 4


class LocalEngine(Forecasting):
    """The program ``closecast`` as a process that is kept between calls with the same settings.

    Args:
        program: Its path or name; default: ``$CLOSECAST_PROGRAM``, or ``closecast`` on the PATH.
        models: The folder with the models; default: ``$CLOSECAST_MODELS``, or where the program finds them itself.
        threads: Threads to compute on; default: one per processor.
        answer_seconds: How long to wait for the next answers before the process counts as stuck.
    """

    def __init__(
        self,
        program: Optional[str] = None,
        *,
        models: Optional[str] = None,
        threads: Optional[int] = None,
        answer_seconds: float = 600,
    ):
        self.program = found_program(program)
        self._environment = dict(os.environ)
        if models is not None:
            self._environment["CLOSECAST_MODELS"] = os.fspath(models)
        self._threads, self._answer_seconds = threads, answer_seconds
        self._runners: collections.OrderedDict[Settings, BatchRunner] = collections.OrderedDict()
        self._known: Dict[Optional[str], ModelFacts] = {}
        self._lock = threading.RLock()
        _engines.add(self)

    def __repr__(self) -> str:
        return f"LocalEngine(program={self.program!r})"

    def __enter__(self) -> LocalEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes; a later call starts new ones. Waits for a forecast of another thread."""
        with self._lock:
            while self._runners:
                self._runners.popitem()[1].close()

    def _stop(self) -> None:
        """Ends the processes at the end of Python. Nobody waits for a daemon thread, nor for its forecast."""
        if self._lock.acquire(blocking=False):
            try:
                self.close()
            finally:
                self._lock.release()
        else:
            for runner in list(self._runners.values()):
                runner.stop()

    def _leave_to_parent(self) -> None:
        """In a forked process: starts own processes, and does not wait for a thread of the parent that held the lock."""
        runners, self._runners = self._runners, collections.OrderedDict()
        self._lock = threading.RLock()
        for runner in runners.values():
            runner.forget()

    # MARK: Models

    def _facts(self, model: Optional[str]) -> ModelFacts:
        if model not in self._known:
            command = [self.program, "model", "show", *([model] if model is not None else []), "--json"]
            try:
                done = subprocess.run(
                    command, env=self._environment, capture_output=True, text=True, check=False, timeout=60
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise ProgramError(f"{self.program} cannot be run: {error}") from error
            if done.returncode != 0:
                raise ProgramError(done.stderr.strip() or f"{' '.join(command)} failed", done.returncode)
            self._known[model] = ModelFacts.of(json.loads(done.stdout))
        return self._known[model]

    # MARK: Answers

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Generator[Mapping[str, Any], None, None]:
        # One call at a time: calls share the processes, and each process uses all processors anyway.
        with self._lock, Progress(len(plan.asked), progress) as bar:
            lines = (line + b"\n" for line in plan.lines())
            try:
                with contextlib.closing(self._runner(plan.settings).answers(lines)) as answers:
                    for answer in answers:
                        bar.advance()
                        yield loads(answer)
            except BatchError as error:
                raise ProgramError(error.reason, error.status) from error

    def _runner(self, settings: Settings) -> BatchRunner:
        """What runs the process of these settings."""
        runner = self._runners.get(settings)
        if runner is None:
            runner = BatchRunner(
                self._command(settings),
                self._environment,
                in_flight=_IN_FLIGHT,
                in_flight_bytes=_IN_FLIGHT_BYTES,
                restarts=1,
                answer_seconds=self._answer_seconds,
                keeps=True,
            )
            self._runners[settings] = runner
            while len(self._runners) > _KEPT:
                self._runners.popitem(last=False)[1].close()
        self._runners.move_to_end(settings)
        return runner

    def _command(self, settings: Settings) -> List[str]:
        command = [self.program, "batch", "--keep-going", "--days", str(settings.h)]
        if settings.levels:
            command += ["--level", ",".join(f"{level:.10g}" for level in settings.levels)]
        else:
            command += ["--quantiles", ",".join(repr(quantile) for quantile in settings.quantiles or (0.5,))]
        options = {
            "--model": settings.model,
            "--paths": settings.paths,
            "--seed": settings.seed,
            "--threads": self._threads,
        }
        for name, value in options.items():
            if value is not None:
                command += [name, str(value)]
        return command


#: Engines whose processes end with this one.
_engines: weakref.WeakSet[LocalEngine] = weakref.WeakSet()


@atexit.register
def _stop_engines() -> None:
    for engine in list(_engines):
        engine._stop()


def _leave_engines_to_parent() -> None:
    for engine in list(_engines):
        engine._leave_to_parent()


os.register_at_fork(after_in_child=_leave_engines_to_parent)


def found_program(program: Optional[str] = None) -> str:
    """The path of the program ``closecast``.

    Raises:
        ProgramError: there is none.
    """
    asked = program or os.environ.get("CLOSECAST_PROGRAM") or "closecast"
    path = asked if os.sep in asked else shutil.which(asked)
    if path is None or not os.access(path, os.X_OK) or os.path.isdir(path):
        where = f"no program {path}" if path is not None else f"no program {asked!r} on the PATH"
        raise ProgramError(
            f"{where}. Install the package closecast, set CLOSECAST_PROGRAM to its path, or forecast through a server: "
            'Closecast("https://…").forecast(df)'
        )
    return os.path.abspath(path)
