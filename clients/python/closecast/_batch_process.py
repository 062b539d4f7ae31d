"""Forecasts lines with the program `closecast batch`, and starts it again when it dies.

Only the standard library is used, so that this file also runs on machines where nothing else of the package is installed.
"""

from __future__ import annotations

import collections
import fcntl
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import tempfile
from typing import Any, Deque, Dict, Generator, Iterable, List, Mapping, Optional, Sequence, Tuple

# The program refuses longer lines and ends, so they are answered here.
LONGEST_LINE = 16 << 20
_PIPE_BYTES = 1 << 20
_READ_BYTES = 1 << 20
# Lines that get a process of their own before several are sent to one again.
_ALONE = 64
# Linux; Python 3.10 and newer have it in fcntl.
_F_SETPIPE_SZ = 1031
# Exit statuses that another try cannot change: wrong usage, invalid model, file not found; not executable, libraries missing.
_FINAL_STATUSES = {64, 65, 66, 126, 127}
_TOO_MANY_ANSWERS = "closecast batch gave more answers than it got lines; this is a bug, please report it"


class BatchError(Exception):
    """`closecast batch` cannot run here, or cannot run with these options."""

    # The message without the name of the machine, and the exit status of the program if it ended with one.
    reason = ""
    status: Optional[int] = None


class OptionError(BatchError, ValueError):
    """`closecast batch` refuses an option or the model."""


class BatchDeath(Exception):
    """A process ended, or stopped answering, while answers were due."""

    def __init__(self, reason: str, status: Optional[int] = None):
        super().__init__(reason)
        self.status = status


def _failure(reason: str, status: Optional[int] = None) -> BatchError:
    """Returns an error that names this machine, which may be one of many workers."""
    error = BatchError(f"{socket.gethostname()}: {reason}")
    error.reason, error.status = reason, status
    return error


def found_program(program: str) -> str:
    """Returns the path of the program: as given if it contains a slash, otherwise as found on the PATH."""
    path = program if os.sep in program else shutil.which(program)
    if path is None:
        raise _failure(
            f'no program "{program}" on the PATH {os.environ.get("PATH", "")}. '
            "Install the package closecast on this machine, or give the program's path as program=…"
        )
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        what = "is not executable" if os.path.isfile(path) else "does not exist"
        raise _failure(
            f"the program {path} {what}. "
            "Install the package closecast on this machine, or give another path as program=…"
        )
    return path


def died_answer(line: bytes, reason: str) -> bytes:
    """Returns the answer to a line that every process died of, in the form of the program's own errors."""
    answer = {"error": {"code": "process-died", "message": reason}}
    try:
        series = json.loads(line)
        if "id" in series:
            answer = {"id": series["id"], **answer}
    except (ValueError, TypeError):
        pass  # The line is not a JSON object, so it has no id to repeat.
    return json.dumps(answer).encode() + b"\n"


class BatchProcess:
    """One running `closecast batch`, written to and read from without blocking."""

    def __init__(self, command: Sequence[str], environment: Optional[Mapping[str, str]] = None):
        # A file, and not a pipe: nobody has to read it while the process runs.
        self._messages = tempfile.TemporaryFile()
        program = found_program(command[0])
        try:
            self._process = subprocess.Popen(
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._messages,
                env=None if environment is None else dict(environment),
                bufsize=0,
            )
        except OSError as error:
            self._messages.close()
            raise _failure(
                f"{program} cannot be started: {error.strerror}. "
                "Install the package closecast for this machine's processor, or give another path as program=…"
            ) from error
        self.pid = self._process.pid
        self._unwritten: Deque[memoryview] = collections.deque()
        self._partial = b""
        self._input_ends = False
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: Any = self._process.stdin
        self._output: Any = self._process.stdout
        self._selector = selectors.DefaultSelector()
        for pipe in (self._input, self._output):
            os.set_blocking(pipe.fileno(), False)
            try:
                fcntl.fcntl(pipe.fileno(), _F_SETPIPE_SZ, _PIPE_BYTES)
            except OSError:
                pass  # Pipes of the usual size work as well, only with more turns.
        self._selector.register(self._output, selectors.EVENT_READ)

    def send(self, line: bytes) -> None:
        """Queues a line, which ends with a line break."""
        if not self._unwritten:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._unwritten.append(memoryview(line))

    def end_input(self) -> None:
        """Closes the input once everything queued is written."""
        self._input_ends = True
        if not self._unwritten:
            self._close_input()

    def exchange(self, seconds: float) -> List[bytes]:
        """Waits until the process takes or gives bytes; returns the answers that are complete.

        Raises BatchDeath if the process has closed its output, or if nothing moves for so many seconds.
        """
        events = self._selector.select(seconds)
        if not events:
            raise BatchDeath(f"no answer within {seconds:g} seconds")
        answers: List[bytes] = []
        for key, _ in events:
            if key.fileobj is self._input:
                self._write()
            else:
                answers += self._read()
        return answers

    def end(self) -> None:
        """Waits for the end of a process whose input is closed and whose answers are all read."""
        if self._process.poll() is None:
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                pass  # Its answers are complete; kill() ends it.
        self.kill()

    def kill(self) -> None:
        """Ends the process if it still runs, and releases what it held."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._selector.close()
        self._close_input()
        self._output.close()
        if not self._messages.closed:
            self._messages.close()

    def stop(self) -> None:
        """Ends the process from another thread than the one that reads its answers, which then sees its death."""
        self._process.kill()

    def forget(self) -> None:
        """Closes what a forked process has inherited; the process itself belongs to the parent."""
        self._selector.close()
        for file in (self._input, self._output, self._messages):
            file.close()
        # Nothing here may wait for it.
        self._process.returncode = 0

    def death(self) -> BatchDeath:
        """Returns how a process ended that has closed its output."""
        try:
            status = self._process.wait(10)
        except subprocess.TimeoutExpired:
            return BatchDeath("closecast batch closed its output and did not end")
        how = f"exit status {status}"
        if status < 0:
            try:
                how = f"signal {-status} ({signal.Signals(-status).name})"
            except ValueError:
                how = f"signal {-status}"
        self._messages.seek(0, os.SEEK_END)
        self._messages.seek(max(0, self._messages.tell() - 2000))
        words = self._messages.read().decode(errors="replace").strip()
        return BatchDeath(f"closecast batch ended with {how}" + (f": {words}" if words else ""), status)

    def _write(self) -> None:
        try:
            while self._unwritten:
                # Lines are a few kilobytes: one call for many of them.
                batch = [self._unwritten[index] for index in range(min(len(self._unwritten), 64))]
                written = os.writev(self._input.fileno(), batch)
                while written:
                    first = self._unwritten.popleft()
                    if written < len(first):
                        self._unwritten.appendleft(first[written:])
                        break
                    written -= len(first)
        except BlockingIOError:
            return
        except BrokenPipeError:
            # The process is ending; its output still holds answers, and then its end.
            self._unwritten.clear()
        self._selector.unregister(self._input)
        if self._input_ends:
            self._close_input()

    def _read(self) -> List[bytes]:
        try:
            chunk = os.read(self._output.fileno(), _READ_BYTES)
        except BlockingIOError:
            return []
        if not chunk:
            # An unfinished line is worth nothing: its series is sent again.
            raise self.death()
        lines = (self._partial + chunk).split(b"\n")
        self._partial = lines.pop()
        return lines

    def _close_input(self) -> None:
        try:
            self._input.close()
        except BrokenPipeError:
            pass  # Nothing is buffered, so nothing is lost that was not lost before.


class BatchRunner:
    """Answers lines in order through one process at a time.

    At most `in_flight` lines, or `in_flight_bytes`, are sent and not answered. When a process dies, the next one gets what was not
    answered. When that one dies at the same line, lines get processes of their own, so that only a line which kills `1 + restarts`
    processes is answered with the error `process-died`. If not even a harmless series is answered then, the machine is at
    fault, and BatchError is raised.

    With `keeps`, the process waits for the next lines when all are answered; only one call at a time may read answers.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Optional[Mapping[str, str]] = None,
        *,
        restarts: int = 2,
        in_flight: int = 512,
        in_flight_bytes: int = 8 << 20,
        answer_seconds: float = 600,
        keeps: bool = False,
    ):
        self.command, self.environment = list(command), environment
        self.restarts, self.in_flight, self.in_flight_bytes = restarts, in_flight, in_flight_bytes
        self.answer_seconds, self.keeps = answer_seconds, keeps
        # How often a process was started again.
        self.restarted = 0
        self._process: Optional[BatchProcess] = None
        self._is_stopped = False

    @property
    def pid(self) -> Optional[int]:
        """The id of the running process; None if there is none."""
        return None if self._process is None else self._process.pid

    def answers(self, lines: Iterable[bytes]) -> Generator[bytes, None, None]:
        """Yields an answer for each line, both with their line breaks left out of the answer. Lines end with one."""
        source = iter(lines)
        waiting: Deque[bytes] = collections.deque()
        waiting_bytes = 0
        source_ended = is_complete = False
        deaths_without_answer = 0
        try:
            while True:
                while not source_ended and len(waiting) < self.in_flight and waiting_bytes < self.in_flight_bytes:
                    line = next(source, None)
                    if line is None:
                        source_ended = True
                    else:
                        waiting.append(line)
                        waiting_bytes += len(line)
                        if self._process is not None:
                            self._process.send(line)
                if not waiting:
                    break
                try:
                    answered = self._running(waiting, source_ended).exchange(self.answer_seconds)
                except BatchDeath as death:
                    self._bury(death)
                    deaths_without_answer += 1
                    if deaths_without_answer > 1:
                        # Twice at the same line: it, or one that is computed along with it, may be the reason.
                        for _ in range(min(len(waiting), _ALONE)):
                            answer, died = self._answer_alone(waiting[0])
                            waiting_bytes -= len(waiting.popleft())
                            yield answer
                            if died:
                                break
                        deaths_without_answer = 0
                    continue
                for answer in answered:
                    if not waiting:
                        raise _failure(_TOO_MANY_ANSWERS)
                    waiting_bytes -= len(waiting.popleft())
                    deaths_without_answer = 0
                    yield answer
            if self._process is not None and not self.keeps:
                self._process.end_input()
                self._process.end()
                self._process = None
            is_complete = True
        finally:
            # Answers may still be due otherwise, and the next call must not read them.
            if not (is_complete and self.keeps):
                self.close()

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def stop(self) -> None:
        """Ends the process for good, from any thread and without waiting; one that reads answers gets BatchError."""
        self._is_stopped = True
        process = self._process
        if process is not None:
            process.stop()

    def forget(self) -> None:
        """Leaves the process to the parent, in a forked process."""
        if self._process is not None:
            self._process.forget()
            self._process = None

    def _running(self, waiting: Iterable[bytes], source_ended: bool) -> BatchProcess:
        if self._process is None:
            self._process = self._started()
            for line in waiting:
                self._process.send(line)
        if source_ended and not self.keeps:
            self._process.end_input()
        return self._process

    def _started(self) -> BatchProcess:
        if self._is_stopped:
            raise _failure("closecast batch was stopped")
        return BatchProcess(self.command, self.environment)

    def _bury(self, death: BatchDeath) -> None:
        self.close()
        if self._is_stopped:
            raise _failure("closecast batch was stopped") from death
        if death.status in _FINAL_STATUSES:
            raise _failure(str(death), death.status) from death
        self.restarted += 1

    def _answer_alone(self, line: bytes) -> Tuple[bytes, bool]:
        """Returns the answer to a line from a process of its own, and whether every process died of it."""
        death = BatchDeath("")
        for _ in range(1 + self.restarts):
            try:
                return self._single_answer(line), False
            except BatchDeath as error:
                death = error
                self._bury(error)
        try:
            self._single_answer(_harmless_line())
        except BatchDeath as error:
            self._bury(error)
            raise _failure(f"closecast batch dies whatever it forecasts: {error}", error.status) from error
        return died_answer(line, f"{death}; {1 + self.restarts} processes in a row died of this series"), True

    def _single_answer(self, line: bytes) -> bytes:
        self._process = self._started()
        self._process.send(line)
        self._process.end_input()
        answers: List[bytes] = []
        while not answers:
            answers = self._process.exchange(self.answer_seconds)
        self._process.end()
        self._process = None
        if len(answers) > 1:
            raise _failure(_TOO_MANY_ANSWERS)
        return answers[0]


def _harmless_line() -> bytes:
    """A series that every model forecasts."""
    return json.dumps({"id": "PROBE", "closes": [100.0 + day % 7 for day in range(2000)]}).encode() + b"\n"


def checked_options(
    command: Sequence[str], environment: Optional[Mapping[str, str]] = None
) -> Tuple[Dict[str, Any], str]:
    """Runs the command on one harmless series; returns the answer, and the program's notes on the options.

    Raises OptionError with the program's own message if it refuses an option or the model, and BatchError if it fails otherwise.
    """
    program = found_program(command[0])
    done = subprocess.run(
        [program, *command[1:]],
        input=_harmless_line(),
        capture_output=True,
        env=None if environment is None else dict(environment),
        check=False,
    )
    words = done.stderr.decode(errors="replace").strip()
    if done.returncode in (64, 65, 66):
        raise OptionError(_refusal(words))
    if done.returncode != 0:
        raise _failure(f"{program} ended with exit status {done.returncode}: {words}", done.returncode)
    answer: Dict[str, Any] = json.loads(done.stdout)
    return answer, words


def _refusal(words: str) -> str:
    """The program's message, without its hints on how to use the command."""
    hints = ("Usage:", "Help:", "See '")
    lines = [line.strip() for line in words.splitlines() if not line.strip().startswith(hints)]
    text = " ".join(filter(None, lines))
    for prefix in ("closecast: ", "Error: "):
        if text.startswith(prefix):
            text = text[len(prefix) :]
    return text
