"""Forecasts of frames by the async client: memory, the event loop, and what becomes of jobs when a task is cancelled."""

from __future__ import annotations

import asyncio
import json
import threading
import weakref
from typing import Any, AsyncGenerator, Dict, List, Optional, Set

import anyio
import httpx
import pandas as pd
import pytest
from test_job_streams import Stream

import closecast
from closecast import _address, _async_client, _forecasting
from closecast._forecasting import AsyncForecasting, Forecasting
from closecast._frames import ModelFacts, Plan, ValidationPlan

both_loops = pytest.mark.parametrize("loop", ["asyncio", "trio"])


def frame(series: int, days: int = 2) -> pd.DataFrame:
    dates = pd.date_range("2024-01-01", periods=days)
    return pd.concat([pd.DataFrame({"unique_id": f"{number:04}", "ds": dates, "y": 2.0}) for number in range(series)])


class Answer(Dict[str, Any]):
    """An answer whose life can be watched."""


def answers(plan: Plan) -> Any:
    for asked in plan.asked:
        values = [{"day": day, "point": float(day), "quantiles": {"0.1": 0.5, "0.9": 1.5}} for day in (1, 2)]
        yield Answer(id=asked.run.name, values=values)


class Memory(AsyncForecasting):
    """An engine that counts the answers that are alive."""

    def __init__(self) -> None:
        self.alive: Set[int] = set()
        self.most = 0

    async def _facts(self, model: Optional[str]) -> ModelFacts:
        return ModelFacts("m", 2, 9, "2024-01-02")

    async def _answers(self, plan: Plan, progress: Optional[bool]) -> AsyncGenerator[Any, None]:
        for answer in answers(plan):
            self.alive.add(id(answer))
            weakref.finalize(answer, self.alive.discard, id(answer))
            self.most = max(self.most, len(self.alive))
            yield answer


class Local(Forecasting):
    """The same, not asynchronous."""

    def _facts(self, model: Optional[str]) -> ModelFacts:
        return ModelFacts("m", 2, 9, "2024-01-02")

    def _answers(self, plan: Plan, progress: Optional[bool]) -> Any:
        yield from answers(plan)


def test_answers_are_not_kept() -> None:
    own = Memory()
    forecasts = asyncio.run(own.forecast(frame(300), h=2, level=[80]))
    pd.testing.assert_frame_equal(forecasts, Local().forecast(frame(300), h=2, level=[80]))
    assert len(forecasts) == 600 and own.most <= 3


@pytest.mark.parametrize("kind", ["Plan", "ValidationPlan"])
def test_plans_are_made_on_another_thread_than_the_event_loop(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    threads: List[int] = []
    real = {"Plan": Plan, "ValidationPlan": ValidationPlan}[kind]

    def made(*args: Any) -> Any:
        threads.append(threading.get_ident())
        return real(*args)

    monkeypatch.setattr(_forecasting, kind, made)
    if kind == "Plan":
        asyncio.run(Memory().forecast(frame(3), h=2, level=[80]))
    else:
        asyncio.run(Memory().cross_validation(frame(3, 9), h=2, level=[80]))
    assert len(threads) == 1 and threads[0] != threading.get_ident()


def test_leakage_is_reported_where_the_caller_is() -> None:
    early = frame(2, 4)
    early["ds"] -= pd.Timedelta(days=2)
    with pytest.warns(closecast.LeakageWarning, match="2 of 2 windows begin on or before 2024-01-02") as caught:
        Local().cross_validation(early, h=2, level=[80])

        async def validated() -> None:
            await Memory().cross_validation(early, h=2, level=[80])

        asyncio.run(validated())
    assert [one.filename for one in caught] == [__file__] * 2


# MARK: Jobs


class Jobs:
    """A server whose jobs never end, unless the test says so."""

    def __init__(self) -> None:
        self.jobs: Dict[str, int] = {}
        self.removed: List[str] = []
        self.ends = False
        #: Whether a client waits for a job.
        self.is_asked = False

    async def until_asked(self) -> None:
        with anyio.fail_after(60):
            while not self.is_asked:
                await anyio.sleep(0.01)

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        # A cancelled task notices it here, as it would at a socket.
        await anyio.sleep(0)
        path = request.url.path
        if path == "/v1/models":
            model = {"name": "m", "default": True, "context": 2, "horizon": 9}
            return httpx.Response(200, json={"data": [model], "next_cursor": None})
        if request.method == "POST":
            body = await request.aread()
            self.jobs[f"j{len(self.jobs)}"] = len(body.splitlines())
            return httpx.Response(202, json=self.state(f"j{len(self.jobs) - 1}"))
        job = path.split("/")[3]
        if request.method == "DELETE":
            self.removed.append(job)
            return httpx.Response(204)
        if path.endswith("/result"):
            values = [{"day": 1, "point": 1.0}]
            lines = [json.dumps({"id": f"{number:04}", "values": values}) + "\n" for number in range(self.jobs[job])]
            return httpx.Response(200, stream=Stream(*(line.encode() for line in lines)))
        self.is_asked = True
        return httpx.Response(200, json=self.state(job))

    def state(self, job: str) -> Dict[str, Any]:
        return {"id": job, "series": self.jobs[job], "completed": 0, "state": "done" if self.ends else "running"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    monkeypatch.setattr(_address, "JOB_FROM_SERIES", 1)
    return Jobs()


def own_client(server: Jobs) -> closecast.AsyncClosecast:
    return closecast.AsyncClosecast("https://closecast.test", transport=httpx.MockTransport(server))


async def cancelled(own: closecast.AsyncClosecast, server: Jobs) -> None:
    """A forecast that is cancelled while it waits for its first job."""

    async def forecast() -> None:
        await own.forecast(frame(20), h=1, level=None)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(forecast)
        await server.until_asked()
        tasks.cancel_scope.cancel()


@both_loops
def test_a_cancelled_forecast_leaves_no_job(server: Jobs, monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
    monkeypatch.setattr(_async_client, "JOB_SERIES", 2)

    async def forecast() -> None:
        async with own_client(server) as own:
            await cancelled(own, server)

    anyio.run(forecast, backend=loop)
    assert len(server.jobs) == 3 and sorted(server.removed) == sorted(server.jobs)


def test_a_task_of_asyncio_that_is_cancelled_leaves_no_job(server: Jobs) -> None:
    async def forecast() -> None:
        async with own_client(server) as own:
            task = asyncio.ensure_future(own.forecast(frame(20), h=1, level=None))
            await server.until_asked()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(forecast())
    assert server.removed == list(server.jobs) == ["j0"]


@both_loops
def test_a_server_that_hangs_does_not_hold_a_cancelled_forecast(
    server: Jobs, monkeypatch: pytest.MonkeyPatch, loop: str
) -> None:
    monkeypatch.setattr(_async_client, "_CLEANING_SECONDS", 0.2)

    async def answer(request: httpx.Request) -> httpx.Response:
        if request.method == "DELETE":
            await anyio.sleep(600)
        return await server(request)

    async def forecast() -> None:
        async with closecast.AsyncClosecast("https://closecast.test", transport=httpx.MockTransport(answer)) as own:
            with anyio.fail_after(60):
                await cancelled(own, server)

    anyio.run(forecast, backend=loop)
    assert server.removed == []


@both_loops
def test_a_wrong_answer_leaves_no_job(server: Jobs, loop: str) -> None:
    """Generators are closed at once, and not when they are collected, where trio could not wait for them."""
    server.ends = True

    async def forecast() -> None:
        async with own_client(server) as own:
            with pytest.raises(closecast.UnknownAnswerError, match="2 were asked for"):
                await own.forecast(frame(20), h=2, level=None)
            assert server.removed == ["j0"]

    anyio.run(forecast, backend=loop)
