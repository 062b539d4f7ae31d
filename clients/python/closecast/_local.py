"""Forecasts by the program ``closecast`` on this machine."""

from __future__ import annotations

import atexit
import collections
import json
import os
import shutil
import subprocess
import threading
import weakref
from typing import Any, Deque, Dict, Generator, Iterator, List, Mapping, Optional

from ._batch_process import BatchDeath, BatchProcess
from ._errors import ProgramError
from ._forecasting import Forecasting
from ._frames import ModelFacts, Plan, Settings
from ._json import loads
from ._progress import Progress

#: Series that are sent and not answered, at most; enough to keep all processors busy.
_IN_FLIGHT = 1024
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
        self._processes: collections.OrderedDict[Settings, BatchProcess] = collections.OrderedDict()
        self._owner = os.getpid()
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
        """Ends the processes; a later call starts new ones."""
        with self._lock:
            self._leave_after_fork()
            while self._processes:
                self._processes.popitem()[1].kill()

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
            self._leave_after_fork()
            try:
                for answer in self._exchange(plan):
                    bar.advance()
                    yield loads(answer)
            except BaseException:
                # Answers may still be due, and the next call must not read them.
                self._drop(plan.settings)
                raise

    def _exchange(self, plan: Plan) -> Iterator[bytes]:
        """Yields an answer for each line of the plan, in their order. A process that dies is replaced once per answer."""
        lines = iter(plan.lines())
        waiting: Deque[bytes] = collections.deque()
        deaths = 0
        while True:
            process = self._running(plan.settings, waiting)
            while len(waiting) < _IN_FLIGHT:
                line = next(lines, None)
                if line is None:
                    break
                waiting.append(line + b"\n")
                process.send(waiting[-1])
            if not waiting:
                return
            try:
                answers = process.exchange(self._answer_seconds)
            except BatchDeath as death:
                self._drop(plan.settings)
                deaths += 1
                # Wrong options and models end the process at once and would do so again.
                if deaths > 1 or death.status in (64, 65, 66):
                    raise ProgramError(str(death), death.status) from death
                continue
            for answer in answers:
                waiting.popleft()
                deaths = 0
                yield answer

    def _running(self, settings: Settings, waiting: Deque[bytes]) -> BatchProcess:
        """The process of these settings; a new one gets what was not answered."""
        process = self._processes.get(settings)
        if process is None:
            process = BatchProcess(self._command(settings), self._environment)
            for line in waiting:
                process.send(line)
            self._processes[settings] = process
            while len(self._processes) > _KEPT:
                self._processes.popitem(last=False)[1].kill()
        self._processes.move_to_end(settings)
        return process

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

    def _drop(self, settings: Settings) -> None:
        process = self._processes.pop(settings, None)
        if process is not None:
            process.kill()

    def _leave_after_fork(self) -> None:
        """A forked process must not write into its parent's pipes."""
        if self._owner != os.getpid():
            self._owner = os.getpid()
            self._processes = collections.OrderedDict()


#: Engines whose processes end with this one.
_engines: weakref.WeakSet[LocalEngine] = weakref.WeakSet()


@atexit.register
def _close_engines() -> None:
    for engine in list(_engines):
        engine.close()


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
