"""The local engine with a small Python script as its program, which dies, hangs and answers as a test wants."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import time
from typing import Any, Callable, List

import pandas as pd
import pytest

import closecast

PROGRAM = """
import json, os, signal, sys, time
if sys.argv[1] == "model":
    print(json.dumps({"name": "m", "context": 2, "horizon": 9}))
    sys.exit()
days = int(sys.argv[sys.argv.index("--days") + 1])
def answer(id):
    values = [{"day": day + 1, "point": float(os.getpid()), "quantiles": {"0.5": 1.0}} for day in range(days)]
    print(json.dumps({"id": id, "values": values}), flush=True)
for line in sys.stdin:
    id = json.loads(line)["id"]
"""


@pytest.fixture
def program(tmp_path: pathlib.Path) -> Callable[[str], str]:
    """Makes a program of what it does with the series `id`."""

    def made(body: str) -> str:
        path = tmp_path / "closecast"
        path.write_text(f"#!{sys.executable}\n{PROGRAM}" + "".join(f"    {line}\n" for line in body.splitlines()))
        path.chmod(0o755)
        return str(path)

    return made


def frame(*ids: str) -> pd.DataFrame:
    days = pd.date_range("2024-01-01", periods=2)
    return pd.concat([pd.DataFrame({"unique_id": name, "ds": days, "y": 2.0}) for name in ids], ignore_index=True)


def ids(forecasts: pd.DataFrame) -> List[str]:
    return list(forecasts.unique_id)


def is_alive(pid: int) -> bool:
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# MARK: Series that kill


POISON = 'if "POISON" in id: sys.stderr.write("out of memory"); sys.stderr.flush(); os.kill(os.getpid(), signal.SIGKILL)\nanswer(id)'


@pytest.mark.parametrize("place", [0, 3, 8])
def test_only_the_series_that_kills_its_process_fails(program: Any, place: int) -> None:
    names = [f"S{number}" for number in range(9)]
    poison = f"S{place}-POISON"
    frames = frame(*names, poison)
    with closecast.LocalEngine(program(POISON)) as engine:
        forecasts, failed = engine.forecast(frames, h=1, level=None, errors="keep")
        assert ids(forecasts) == names
        assert [(row.unique_id, row.error) for row in failed.itertuples()] == [(poison, "process-died")]
        assert "signal 9 (SIGKILL): out of memory; 2 processes in a row died of this series" in failed.message[0]
        with pytest.raises(closecast.SeriesError, match=r'1 of 10 .*-POISON: closecast batch.*errors="keep"'):
            engine.forecast(frames, h=1, level=None)
        # The next call has a process again, which is kept.
        first, second = (engine.forecast(frame("A"), h=1, level=None).closecast[0] for _ in "ab")
        assert first == second


def test_a_program_that_only_dies_is_an_error(program: Any) -> None:
    with closecast.LocalEngine(program('sys.exit("out of paper")')) as engine:
        with pytest.raises(
            closecast.ProgramError, match="^closecast batch dies whatever .* exit status 1: out of paper"
        ) as caught:
            engine.forecast(frame("A", "B"), h=1, level=None, errors="keep")
    assert caught.value.exit_status == 1


@pytest.mark.parametrize("status", [64, 65, 66, 127])
def test_refused_options_are_not_tried_again(program: Any, tmp_path: pathlib.Path, status: int) -> None:
    body = f'open("{tmp_path}/starts", "a").write("x"); sys.stderr.write("too many"); sys.exit({status})'
    with closecast.LocalEngine(program(body)) as engine:
        with pytest.raises(closecast.ProgramError, match=f"ended with exit status {status}: too many") as caught:
            engine.forecast(frame("A"), h=1, level=None)
    assert caught.value.exit_status == status and (tmp_path / "starts").read_text() == "x"


def test_a_program_that_has_gone_is_an_error_of_the_package(program: Any) -> None:
    with closecast.LocalEngine(program("answer(id)")) as engine:
        engine._facts(None)
        os.unlink(engine.program)
        with pytest.raises(closecast.ProgramError, match=f"^the program {engine.program} does not exist"):
            engine.forecast(frame("A"), h=1, level=None)


def test_more_answers_than_series_are_an_error(program: Any) -> None:
    with closecast.LocalEngine(program("answer(id); answer(id)")) as engine:
        for names in (["A"], ["A", "B"]):
            # Either the surplus arrives with the answer, or with that to the next series.
            with pytest.raises(closecast.ClosecastError, match="more answers than|the answer to 'B' has the id 'A'"):
                for _ in range(3):
                    engine.forecast(frame(*names), h=1, level=None)


def test_an_answer_that_is_not_json_does_not_disturb_the_next_call(program: Any, tmp_path: pathlib.Path) -> None:
    body = 'print("no JSON" if id == "A" else "", end="\\n" if id == "A" else "", flush=True)\nanswer(id)'
    with closecast.LocalEngine(program(body)) as engine:
        with pytest.raises(ValueError):
            engine.forecast(frame("A", "B"), h=1, level=None)
        assert ids(engine.forecast(frame("C"), h=1, level=None)) == ["C"]


# MARK: Threads, forks and the end of Python

SCRIPT = """
import json, os, signal, sys, threading, time
import pandas as pd
import closecast

def frame(name):
    return pd.DataFrame({"unique_id": name, "ds": pd.date_range("2024-01-01", periods=2), "y": 2.0})

def forecast(name):
    return engine.forecast(frame(name), h=1, level=None)

engine = closecast.LocalEngine(sys.argv[1])
forecast("A")
pid = engine._runners[next(iter(engine._runners))].pid
busy = threading.Thread(target=forecast, args=["HANG"], daemon=True)
busy.start()
while not os.path.exists(sys.argv[1] + ".hangs"):
    time.sleep(0.01)
"""
HANGING = 'if id == "HANG": open(sys.argv[0] + ".hangs", "w").close(); time.sleep(600)\nanswer(id)'


def run(program: str, script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", SCRIPT + script, program],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_forked_process_does_not_wait_for_a_thread_of_its_parent(program: Any) -> None:
    script = """
reader, writer = os.pipe()
child = os.fork()
if child == 0:
    signal.alarm(20)
    own = forecast("B").closecast[0]
    os.write(writer, json.dumps([int(own) != pid, len(engine._runners)]).encode())
    engine.close()
    os._exit(0)
os.close(writer)
found = open(reader).read()
status = os.waitpid(child, 0)[1]
print(json.dumps([found, status, os.path.exists(f"/proc/{pid}")]))
"""
    assert json.loads(run(program(HANGING), script)) == ["[true, 1]", 0, True]


def test_the_end_of_python_does_not_wait_for_a_daemon_thread(program: Any) -> None:
    start = time.monotonic()
    pid = int(run(program(HANGING), "print(pid)"))
    assert time.monotonic() - start < 30
    while is_alive(pid):
        assert time.monotonic() - start < 30, f"process {pid} still runs"
        time.sleep(0.01)


def test_a_stopped_engine_starts_no_other_process(program: Any) -> None:
    script = """
ended = []
threading.excepthook = lambda what: ended.append(what.exc_value)
engine._stop()
busy.join(20)
print(type(ended[0]).__name__, ended[0], engine._runners[next(iter(engine._runners))].pid)
"""
    assert run(program(HANGING), script) == "ProgramError closecast batch was stopped None\n"


def test_the_functions_of_the_module_share_one_engine(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLOSECAST_PROGRAM", program("answer(id)"))
    from closecast import _default

    monkeypatch.setattr(_default._default, "_engines", [])
    pids = {closecast.forecast(frame("A"), h=1, level=None).closecast[0] for _ in range(3)}
    assert len(pids) == 1
    _default._default._started().close()
