"""Processes that die, stop answering or cannot start. Programs are small Python scripts, so that they fail exactly where a test needs it."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

from closecast._batch_process import BatchError, BatchRunner, OptionError, checked_options

# Answers like `closecast batch`: one line for each line, with its id.
ANSWER = """
import json, os, signal, sys, time
def answer(line):
    print(json.dumps({"id": json.loads(line)["id"], "pid": os.getpid()}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """Returns a function that makes a program of a script's body, which runs for each line."""

    def made(body: str, start: str = "") -> str:
        path = tmp_path / "program"
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        path.write_text(f"#!{sys.executable}\n{ANSWER}\n{start}\nfor line in sys.stdin:\n{lines}")
        path.chmod(0o755)
        return str(path)

    return made


def series(count: int, poison: int = -1) -> list:
    return [json.dumps({"id": "POISON" if index == poison else str(index)}).encode() + b"\n" for index in range(count)]


def ids(answers) -> list:
    return [json.loads(answer)["id"] for answer in answers]


def is_alive(pid: int) -> bool:
    return pathlib.Path(f"/proc/{pid}").exists()


def test_every_line_is_answered_in_order(program):
    runner = BatchRunner([program("answer(line)")])
    assert ids(runner.answers(series(3000))) == [str(index) for index in range(3000)]
    assert runner.restarted == 0


def test_no_lines_start_no_process(program):
    assert list(BatchRunner(["/no/such/program"]).answers([])) == []


def test_lines_in_flight_are_bounded(program):
    sent, most = 0, 0

    def lines():
        nonlocal sent
        for line in series(2000):
            sent += 1
            yield line

    for count, _ in enumerate(BatchRunner([program("answer(line)")], in_flight=50).answers(lines())):
        most = max(most, sent - count)
    assert most == 50


def test_a_program_that_computes_blocks_is_answered(program):
    body = "held = globals().setdefault('held', [])\nheld.append(line)\nif len(held) == 64: [answer(l) for l in held]; held.clear()"
    path = program(body)
    pathlib.Path(path).write_text(pathlib.Path(path).read_text() + "[answer(line) for line in held]\n")
    assert ids(BatchRunner([path]).answers(series(1000))) == [str(index) for index in range(1000)]


def test_a_killed_process_is_replaced_and_nothing_is_lost(program):
    runner = BatchRunner([program("answer(line)")], in_flight=100)
    answers, pids = [], []
    for answer in runner.answers(series(1000)):
        answers.append(answer)
        pids.append(json.loads(answer)["pid"])
        if len(answers) in (200, 500):
            os.kill(pids[-1], signal.SIGKILL)
    assert ids(answers) == [str(index) for index in range(1000)]
    assert len(set(pids)) == 3 and runner.restarted == 2


def test_an_unfinished_answer_is_computed_again(program):
    body = (
        "if json.loads(line)['id'] == '7' and not os.path.exists(sys.argv[1]):\n"
        "    open(sys.argv[1], 'w').close(); sys.stdout.write('{\"id\": \"7'); sys.stdout.flush(); os._exit(74)\n"
        "answer(line)"
    )
    path = program(body)
    answers = list(BatchRunner([path, path + ".died"]).answers(series(20)))
    assert ids(answers) == [str(index) for index in range(20)]


@pytest.mark.parametrize("poison", [0, 1, 300, 999])
def test_only_the_series_that_kills_its_process_fails(program, poison):
    body = "if 'POISON' in line: sys.stderr.write('out of memory'); sys.stderr.flush(); os.kill(os.getpid(), signal.SIGKILL)\nanswer(line)"
    answers = [json.loads(answer) for answer in BatchRunner([program(body)]).answers(series(1000, poison))]
    assert [answer["id"] for answer in answers] == [
        "POISON" if index == poison else str(index) for index in range(1000)
    ]
    assert [index for index, answer in enumerate(answers) if "error" in answer] == [poison]
    error = answers[poison]["error"]
    assert error["code"] == "process-died"
    assert "signal 9 (SIGKILL): out of memory" in error["message"] and "3 processes in a row" in error["message"]


def test_a_process_that_stops_answering_is_killed(program):
    body = "if 'POISON' in line: time.sleep(600)\nanswer(line)"
    runner = BatchRunner([program(body)], restarts=0, answer_seconds=1.5)
    answers = [json.loads(answer) for answer in runner.answers(series(10, 4))]
    assert [index for index, answer in enumerate(answers) if "error" in answer] == [4]
    assert "no answer within 1.5 seconds" in answers[4]["error"]["message"]


def test_a_kept_process_answers_the_next_lines_too(program):
    runner = BatchRunner([program("answer(line)")], keeps=True)
    pids = {json.loads(answer)["pid"] for _ in range(3) for answer in runner.answers(series(20))}
    assert pids == {runner.pid} and is_alive(runner.pid)
    # A call that is given up leaves answers behind, which the next one must not read.
    abandoned = runner.answers(series(20))
    next(abandoned)
    abandoned.close()
    assert runner.pid is None and not is_alive(pids.pop())
    assert ids(runner.answers(series(20))) == [str(index) for index in range(20)]
    runner.close()


@pytest.mark.parametrize("keeps", [False, True])
def test_more_answers_than_lines_are_an_error(program, keeps):
    runner = BatchRunner([program("sys.stdout.write(2 * '{}\\n'); sys.stdout.flush()")], keeps=keeps)
    with pytest.raises(BatchError, match="more answers than it got lines"):
        list(runner.answers(series(1)))
    assert runner.pid is None


def test_a_machine_on_which_every_process_dies_is_an_error(program):
    with pytest.raises(BatchError, match=r"dies whatever it forecasts: .*signal 11 \(SIGSEGV\)"):
        list(BatchRunner([program("os.kill(os.getpid(), signal.SIGSEGV)")]).answers(series(10)))


@pytest.mark.parametrize("status", [64, 65, 66])
def test_refused_options_end_at_once_with_the_programs_words(program, status):
    path = program("pass", start=f"sys.stderr.write('--days 400: too many'); sys.exit({status})")
    with pytest.raises(BatchError, match=f"exit status {status}: --days 400: too many"):
        list(BatchRunner([path]).answers(series(10)))


def test_a_missing_program_is_named_with_its_host_and_the_remedy():
    host = os.uname().nodename
    with pytest.raises(
        BatchError, match=f"{host}: the program /no/such/program does not exist. Install the package closecast"
    ):
        list(BatchRunner(["/no/such/program"]).answers(series(1)))
    with pytest.raises(BatchError, match=f'{host}: no program "no-such-program" on the PATH'):
        list(BatchRunner(["no-such-program"]).answers(series(1)))


def test_a_program_for_another_processor_is_an_error(tmp_path):
    path = tmp_path / "program"
    path.write_bytes(b"\x7fELF, but not for here")
    path.chmod(0o755)
    with pytest.raises(BatchError, match="cannot be started"):
        list(BatchRunner([str(path)]).answers(series(1)))


def test_abandoned_answers_end_the_process(program):
    answers = BatchRunner([program("answer(line)")]).answers(series(1000))
    pid = json.loads(next(answers))["pid"]
    assert is_alive(pid)
    answers.close()
    assert not is_alive(pid)


def test_a_process_without_its_parent_ends(program, tmp_path):
    script = (
        "import json, os, sys\nfrom closecast._batch_process import BatchRunner\n"
        'line = b\'{"id": "1"}\\n\'\n'
        "def lines():\n    yield line\n    sys.stdin.read()\n"
        f"runner = BatchRunner([{program('answer(line)')!r}], in_flight=1)\n"
        "for answer in runner.answers(lines()): print(json.loads(answer)['pid'], flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    end = time.monotonic() + 30
    while is_alive(pid):
        assert time.monotonic() < end, f"process {pid} still runs"
        time.sleep(0.01)


def test_options_are_checked_with_one_series(program):
    path = program("print(json.dumps({'closes': len(json.loads(line)['closes'])}))")
    assert checked_options([path]) == ({"closes": 2000}, "")
    with pytest.raises(BatchError, match="program ended with exit status 74: no disk$"):
        checked_options([program("pass", start="sys.stderr.write('no disk'); sys.exit(74)"), "--an-option"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("closecast: --days 200: too many", "--days 200: too many"),
        ("Error: --level 100: no\\nUsage: closecast batch <options>\\n  See \\'closecast batch --help\\'.", "--level 100: no"),
        ("Error: Wrong\\nHelp:  --seed <n>  The same seed.\\nUsage: closecast", "Wrong"),
    ],
)
def test_refused_options_are_the_programs_own_message(program, words, message):
    path = program("pass", start=f"sys.stderr.write('{words}'); sys.exit(64)")
    with pytest.raises(OptionError) as caught:
        checked_options([path, "--an-option"])
    assert str(caught.value) == message and isinstance(caught.value, ValueError)
