"""The same forecasts by the program directly, by a kept process and by a server; what becomes of processes and jobs."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
from typing import Any, Dict, List

import httpx
import pandas as pd
import pytest
from conftest import MODELS, PROGRAM, ROOT, Server, sample
from test_frames import rows

import closecast
from closecast import _address, _client


def random_frame(seed: int, series: int) -> pd.DataFrame:
    """Series of other lengths, ends and magnitudes, with closes of all digits."""
    draw = random.Random(seed)
    frames = []
    for number in range(series):
        close, closes = 10 ** draw.uniform(-6, 6), []
        for _ in range(500 + draw.randrange(30)):
            close *= draw.lognormvariate(0, 0.03)
            closes.append(close)
        last = pd.Timestamp("2024-12-31") - pd.Timedelta(days=draw.randrange(60))
        days = pd.date_range(end=last, periods=len(closes))
        frames.append(pd.DataFrame({"unique_id": f"S{number:04}", "ds": days, "y": closes}))
    return pd.concat(frames, ignore_index=True)


def directly(frame: pd.DataFrame, *options: str) -> List[Any]:
    """The rows that `closecast batch` itself answers."""
    lines = []
    for name, series in frame.groupby("unique_id"):
        lines.append(json.dumps({"id": name, "last": f"{series.ds.iloc[-1]:%Y-%m-%d}", "closes": list(series.y)}))
    environment = {**os.environ, "CLOSECAST_MODELS": str(MODELS)}
    command = [str(PROGRAM), "batch", *options]
    done = subprocess.run(command, input="\n".join(lines), env=environment, check=True, capture_output=True, text=True)
    found = []
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        for value in answer["values"]:
            found.append((answer["id"], value["date"], value["point"], *value["quantiles"].values()))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_all_engines_give_the_same_digits(
    engine: closecast.LocalEngine, client: closecast.Closecast, server: Server, seed: int
) -> None:
    draw = random.Random(seed)
    frame = random_frame(seed, 12)
    settings: Dict[str, Any] = {
        "h": draw.randint(1, 96),
        "paths": draw.choice([20, 100, 1000]),
        "seed": draw.randint(1, 9),
    }
    settings["quantiles"] = sorted(draw.sample([0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975], 3))
    options = ["--days", settings["h"], "--paths", settings["paths"], "--seed", settings["seed"]]
    options += ["--quantiles", ",".join(map(str, settings["quantiles"]))]
    expected = directly(frame, *map(str, options))
    assert len(expected) == 12 * settings["h"]

    async def through_the_async_client() -> pd.DataFrame:
        async with closecast.AsyncClosecast(server.url) as own:
            return await own.forecast(frame, **settings)

    assert rows(engine.forecast(frame, **settings)) == expected, f"seed {seed}"
    assert rows(client.forecast(frame, **settings)) == expected, f"seed {seed}"
    assert rows(asyncio.run(through_the_async_client())) == expected, f"seed {seed}"


@pytest.mark.parametrize("model", ["daily-close", "daily-close-t"])
def test_models_are_chosen_by_name(engine: closecast.LocalEngine, client: closecast.Closecast, model: str) -> None:
    frame = random_frame(9, 3)
    expected = directly(frame, "--model", model, "--level", "80", "--days", "7")
    for own in (engine, client):
        assert rows(own.forecast(frame, h=7, level=[80], model=model)) == expected


def test_an_unknown_model_is_named(engine: closecast.LocalEngine, client: closecast.Closecast) -> None:
    frame = sample(["SIM01"])
    with pytest.raises(closecast.ProgramError, match=r"no model named nope.*daily-close-t") as caught:
        engine.forecast(frame, model="nope")
    assert caught.value.exit_status == 66
    with pytest.raises(
        closecast.SettingsError, match=r"no model 'nope'; it has daily-average, daily-close, daily-close-t"
    ):
        client.forecast(frame, model="nope")


def test_requests_are_as_small_as_the_server_asks(engine: closecast.LocalEngine, server: Server) -> None:
    """The server limits the work of one request: 32 series of 96 days and 1,000 paths are too much."""
    frame = random_frame(8, 32)
    expected = rows(engine.forecast(frame, level=None))
    with closecast.Closecast(server.url) as client:
        assert rows(client.forecast(frame, level=None)) == expected
        # Even less than 16 on a busy machine, where they would take too long.
        assert [most <= 16 for most in client._most.values()] == [True]
    with closecast.Closecast(server.url) as client, pytest.raises(closecast.InvalidRequestError) as caught:
        client.forecast(sample(["SIM01"]), paths=100_000)
    assert caught.value.accepted == "a whole number from 1 to 10000"

    async def forecast() -> Any:
        async with closecast.AsyncClosecast(server.url) as own:
            return await own.forecast(frame, level=None)

    assert rows(asyncio.run(forecast())) == expected


# MARK: Jobs


def test_many_series_are_a_job_and_give_the_same(
    engine: closecast.LocalEngine, client: closecast.Closecast, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = random_frame(11, 40)
    expected = rows(engine.forecast(frame, h=5, paths=20))
    monkeypatch.setattr(_address, "JOB_FROM_SERIES", 10)
    # Five jobs, of which three are ahead.
    monkeypatch.setattr(_client, "JOB_SERIES", 9)
    created: List[Any] = []
    create = client.create_job
    monkeypatch.setattr(client, "create_job", lambda *args, **settings: created.append(1) or create(*args, **settings))
    assert rows(client.forecast(frame, h=5, paths=20)) == expected
    assert len(created) == 5
    # Nothing is left on the server.
    assert list(client.iterate_jobs()) == []


def test_the_async_client_uses_jobs_too(
    engine: closecast.LocalEngine, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = random_frame(12, 20)
    monkeypatch.setattr(_address, "JOB_FROM_SERIES", 10)

    async def forecast() -> Any:
        async with closecast.AsyncClosecast(server.url) as own:
            answer = await own.forecast(frame, h=5, paths=20)
            return answer, [job async for job in own.iterate_jobs()]

    answer, jobs = asyncio.run(forecast())
    assert rows(answer) == rows(engine.forecast(frame, h=5, paths=20)) and jobs == []


def test_a_token_that_may_only_read_forecasts_many_series(
    guarded_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_address, "JOB_FROM_SERIES", 5)
    frame = random_frame(13, 12)
    with closecast.Closecast(guarded_server.url) as without, pytest.raises(closecast.AuthenticationError) as caught:
        without.forecast(frame, h=2)
    assert caught.value.code == "token-needed"
    with closecast.Closecast(guarded_server.url, guarded_server.token("read")) as reader:
        with pytest.raises(closecast.PermissionDeniedError):
            reader.create_job([{"closes": [1.0]}])
        assert len(reader.forecast(frame, h=2, paths=20)) == 24
    with closecast.Closecast(guarded_server.url, guarded_server.token("write")) as writer:
        assert len(writer.forecast(frame, h=2, paths=20)) == 24


def test_a_job_by_its_steps(client: closecast.Closecast, tmp_path: pathlib.Path) -> None:
    series = [
        {"id": "good", "last": "2024-12-31", "closes": list(sample(["SIM01"]).y)},
        {"id": "short", "closes": [1.0]},
    ]
    file = tmp_path / "series.ndjson"
    file.write_text("\n".join(map(json.dumps, series)) + "\n")
    results = []
    for source in (series, file, file.read_bytes()):
        job = client.create_job(source, days=2, levels=[80], idempotency_key=f"key-{len(results)}")
        assert job["series"] == 2
        events = list(client.iterate_job_events(job["id"]))
        assert events[-1]["state"] == "done"
        done = client.wait_for_job(job["id"], progress=False)
        assert (done["completed"], done["failed"]) == (2, 1)
        results.append(list(client.iterate_job_result(job["id"])))
        # The same key and body are the same job.
        assert (
            client.create_job(source, days=2, levels=[80], idempotency_key=f"key-{len(results) - 1}")["id"] == job["id"]
        )
        client.remove_job(job["id"])
        with pytest.raises(closecast.NotFoundError):
            client.get_job(job["id"])
    assert results[0] == results[1] == results[2]
    assert results[0][0]["values"][0]["date"] == "2025-01-01" and results[0][1]["error"]["code"] == "history-too-short"


def test_the_async_job_by_its_steps(server: Server) -> None:
    async def steps() -> List[Any]:
        async with closecast.AsyncClosecast(server.url) as own:
            job = await own.create_job([{"id": "good", "closes": list(sample(["SIM01"]).y)}], days=2)
            events = [state["state"] async for state in own.iterate_job_events(job["id"])]
            await own.wait_for_job(job["id"], progress=False)
            answers = [answer async for answer in own.iterate_job_result(job["id"])]
            await own.remove_job(job["id"])
            return [events[-1], len(answers), answers[0]["id"]]

    assert asyncio.run(steps()) == ["done", 1, "good"]


def test_a_cancelled_job_is_an_error_for_those_who_wait(client: closecast.Closecast) -> None:
    closes = list(sample(["SIM01"], 500).y)
    job = client.create_job(({"closes": closes} for _ in range(300)), paths=10_000)
    with pytest.raises(TimeoutError, match=r"of 300 series after 0\.1 seconds"):
        client.wait_for_job(job["id"], progress=False, timeout_seconds=0.1)
    client.cancel_job(job["id"])
    with pytest.raises(closecast.JobFailedError, match="was cancelled after") as caught:
        client.wait_for_job(job["id"], progress=False)
    assert caught.value.job["state"] == "cancelled"
    client.remove_job(job["id"])


def test_an_interrupted_forecast_leaves_no_job(client: closecast.Closecast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_address, "JOB_FROM_SERIES", 1)
    frame = random_frame(14, 30)

    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(_client.time, "sleep", interrupted)
        with pytest.raises(KeyboardInterrupt):
            client.forecast(frame, paths=10_000)
    assert list(client.iterate_jobs()) == []


# MARK: The kept process


def processes(engine: closecast.LocalEngine) -> List[int]:
    return [runner.pid for runner in engine._runners.values() if runner.pid is not None]


@pytest.fixture
def own_engine() -> Any:
    with closecast.LocalEngine(str(PROGRAM), models=str(MODELS), threads=1) as engine:
        yield engine


def test_the_process_is_kept_for_the_same_settings(own_engine: closecast.LocalEngine) -> None:
    frame = sample(["SIM01", "SIM02"])
    first = own_engine.forecast(frame, h=2)
    kept = processes(own_engine)
    assert rows(own_engine.forecast(frame, h=2)) == rows(first) and processes(own_engine) == kept
    own_engine.forecast(frame, h=3)
    assert len(processes(own_engine)) == 2
    for h in range(4, 10):
        own_engine.forecast(frame, h=h)
    assert len(processes(own_engine)) == 4 and not is_running(kept[0])
    left = processes(own_engine)
    own_engine.close()
    assert not any(map(is_running, left))
    assert rows(own_engine.forecast(frame, h=2)) == rows(first)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_dies_is_replaced(own_engine: closecast.LocalEngine) -> None:
    frame = sample(["SIM01", "SIM02"])
    first = own_engine.forecast(frame, h=2)
    dead = processes(own_engine)[0]
    os.kill(dead, signal.SIGKILL)
    assert rows(own_engine.forecast(frame, h=2)) == rows(first) and processes(own_engine) != [dead]


def test_a_process_that_dies_under_way_is_replaced(own_engine: closecast.LocalEngine) -> None:
    frame = random_frame(3, 24)
    expected = directly(frame, "--quantiles", "0.1,0.9", "--paths", "1000")
    settings: Dict[str, Any] = {"quantiles": [0.1, 0.9], "paths": 1000}
    own_engine.forecast(sample(["SIM01"]), **settings)
    dead = processes(own_engine)
    # Forecasting takes seconds; the process dies within them.
    killer = threading.Timer(0.3, os.kill, [dead[0], signal.SIGKILL])
    killer.start()
    answer = own_engine.forecast(frame, **settings)
    killer.join()
    assert processes(own_engine) != dead and rows(answer) == expected


def test_an_interrupted_call_does_not_disturb_the_next(own_engine: closecast.LocalEngine) -> None:
    frame, other = random_frame(4, 30), random_frame(5, 3)
    expected = rows(own_engine.forecast(other, h=2))
    answers = own_engine._answers

    def interrupted(*args: Any) -> Any:
        for _, answer in zip(range(3), answers(*args)):
            yield answer
        raise KeyboardInterrupt

    own_engine._answers = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        own_engine.forecast(frame, h=2)
    own_engine._answers = answers  # type: ignore[method-assign]
    assert rows(own_engine.forecast(other, h=2)) == expected


def test_threads_share_an_engine(engine: closecast.LocalEngine) -> None:
    frames = [random_frame(seed, 4) for seed in range(20, 26)]
    expected = [rows(engine.forecast(frame, h=3)) for frame in frames]
    found: Dict[int, Any] = {}
    threads = [
        threading.Thread(
            target=lambda number=number: found.update({number: rows(engine.forecast(frames[number], h=3))})
        )
        for number in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(6)] == expected


def test_a_forked_process_starts_its_own(own_engine: closecast.LocalEngine) -> None:
    frame = sample(["SIM01"])
    expected = rows(own_engine.forecast(frame, h=2))
    kept = processes(own_engine)
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        same = rows(own_engine.forecast(frame, h=2)) == expected and processes(own_engine) != kept
        os.write(writer, b"1" if same else b"0")
        own_engine.close()
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as file:
        assert file.read() == b"1"
    os.waitpid(pid, 0)
    assert rows(own_engine.forecast(frame, h=2)) == expected and processes(own_engine) == kept


@pytest.mark.program
def test_a_missing_program_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.delenv("CLOSECAST_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(closecast.ProgramError, match="no program 'closecast' on the PATH.*CLOSECAST_PROGRAM"):
        closecast.LocalEngine()
    with pytest.raises(closecast.ProgramError, match="/nowhere/closecast"):
        closecast.LocalEngine("/nowhere/closecast")
    monkeypatch.setenv("CLOSECAST_PROGRAM", str(PROGRAM))
    assert closecast.LocalEngine().program == str(PROGRAM)


@pytest.mark.program
def test_a_program_that_only_dies_is_an_error(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "closecast"
    program.write_text(f'#!/bin/sh\n[ "$1" = model ] && exec "{PROGRAM}" "$@"\necho out of paper >&2; exit 74\n')
    program.chmod(0o755)
    with closecast.LocalEngine(str(program), models=str(MODELS)) as engine:
        with pytest.raises(closecast.ProgramError, match="exit status 74: out of paper") as caught:
            engine.forecast(sample(["SIM01"]))
    assert caught.value.exit_status == 74


def test_the_functions_of_the_module_use_the_program(
    monkeypatch: pytest.MonkeyPatch, engine: closecast.LocalEngine
) -> None:
    frame = sample(["SIM01", "SIM02"])
    monkeypatch.setenv("CLOSECAST_PROGRAM", str(PROGRAM))
    monkeypatch.setenv("CLOSECAST_MODELS", str(MODELS))
    assert rows(closecast.forecast(frame, h=2)) == rows(engine.forecast(frame, h=2))
    assert rows(closecast.cross_validation(frame, h=2)) == rows(engine.cross_validation(frame, h=2))


# MARK: Operations


def test_operations_of_a_real_server(client: closecast.Closecast) -> None:
    assert [model["name"] for model in client.iterate_models(limit=1)] == [
        "daily-average",
        "daily-close",
        "daily-close-t",
        "daily-volatility",
    ]
    assert len(list(client.iterate_assets(stored=True, limit=5))) == 12
    wallet = client.create_wallet(name="Main")
    receipt = client.record_transactions(
        wallet["id"], {"kind": "deposit", "asset": "SIM01", "quantity": "10", "cost": "150"}
    )
    assert receipt["recorded"] == 1
    assert client.get_wallet("Main")["holdings"][0]["quantity"] == "10"
    assert client.forecast_wallet("Main", days=2, levels=[80])["values"][1]["day"] == 2
    with pytest.raises(closecast.ConflictError):
        client.create_wallet(name="Main")
    with pytest.raises(closecast.NotFoundError) as caught:
        client.get_wallet("Nobody")
    assert caught.value.code == "no-such-wallet" and caught.value.request_id
    assert client.get_history_csv("SIM01", start="2024-12-30").splitlines()[0].startswith("date,open")
    assert len(client.get_history("SIM01", start="2024-12-30")["data"]) == 2
    csv = "date,close\n" + "\n".join(f"2024-01-{day:02},{day}" for day in range(1, 4))
    client.add_asset(ticker="NEW1")
    assert client.send_history("NEW1", csv)
    client.delete_wallet("Main", with_holdings=True)
    assert list(client.iterate_wallets()) == []
    assert client.server_ready()["ready"] is True


def test_every_operation_of_the_document_has_a_method(guarded_server: Server) -> None:
    document = httpx.get(f"{guarded_server.url}/openapi.json").json()
    text = (ROOT / "clients/python/closecast/_operations.py").read_text()
    by_hand = {
        "createJob": "create_job",
        "getJobResult": "iterate_job_result",
        "getJobEvents": "iterate_job_events",
        "getNoticeEvents": "iterate_notice_events",
    }
    count = 0
    for path, item in document["paths"].items():
        for verb, operation in item.items():
            if not path.startswith("/v1/") or "operationId" not in operation:
                continue
            count += 1
            name = by_hand.get(operation["operationId"])
            if name is None:
                assert re.search(rf'@operation\(\s*"{verb.upper()}",\s*"{re.escape(path)}"', text), f"{verb} {path}"
            else:
                assert hasattr(closecast.Closecast, name) and hasattr(closecast.AsyncClosecast, name)
    assert count > 150
