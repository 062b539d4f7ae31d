"""What the tests share: the built programs, servers, and frames of simulated closes.

The programs are those of .build/release, or of the folder $CLOSECAST_PROGRAMS.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import socket
import subprocess
import time
from typing import Iterator, List, Optional

import pandas as pd
import pytest

import closecast
from closecast import _async_client, _client

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
PROGRAM = PROGRAMS / "closecast"
MODELS = ROOT / "models"
SAMPLE = ROOT / "data" / "simulated"
#: Fixtures that start the built programs.
STARTING = {"server", "guarded_server", "client", "engine", "own_engine"}


def pytest_collection_modifyitems(items: List[pytest.Item]) -> None:
    """Marks the tests that need the built programs; `-m "not program"` runs the others."""
    for item in items:
        if STARTING.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.program)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Server:
    """A running closecast-server."""

    def __init__(self, folder: pathlib.Path, *options: str):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = folder / "closecast.db"
        command = [PROGRAMS / "closecast-server", "--port", self.port, "--database", self.database, "--models", MODELS]
        command += [
            "--web",
            ROOT / "web",
            "--feed-hour",
            "off",
            "--log-requests",
            "false",
            "--drain-seconds",
            0,
            *options,
        ]
        self.log = folder / "log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([str(word) for word in command], stdout=log, stderr=log, cwd=ROOT)
        end = time.monotonic() + 60
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        self.stop()
        raise AssertionError(f"the server does not listen; its log:\n{self.log.read_text()[-3000:]}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def token(self, scope: str) -> str:
        command = [str(PROGRAM), "token", "create", "--scope", scope, "--owner", "local", "--expires", "1d"]
        command += ["--database", str(self.database)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the simulated markets, for which this machine needs no token."""
    server = Server(tmp_path_factory.mktemp("server"), "--sample")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def guarded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that needs a token."""
    leaked = ROOT / "data" / "leaked-passwords.bin"
    server = Server(
        tmp_path_factory.mktemp("guarded"), "--sample", "--accounts", "closed", "--leaked-passwords", str(leaked)
    )
    yield server
    server.stop()


@pytest.fixture
def client(server: Server) -> Iterator[closecast.Closecast]:
    with closecast.Closecast(server.url) as client:
        yield client


@pytest.fixture(scope="session")
def engine() -> Iterator[closecast.LocalEngine]:
    with closecast.LocalEngine(str(PROGRAM), models=str(MODELS)) as engine:
        yield engine


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> List[float]:
    """The pauses between tries, which take no time here."""
    found: List[float] = []
    monkeypatch.setattr(_client.time, "sleep", found.append)

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    monkeypatch.setattr(_async_client.anyio, "sleep", sleep)
    return found


def sample(tickers: List[str], last: Optional[int] = None) -> pd.DataFrame:
    """The simulated closes of some tickers in the long form."""
    frames = []
    for ticker in tickers:
        closes = pd.read_csv(SAMPLE / f"{ticker}.csv", parse_dates=["date"])
        frame = closes.rename(columns={"date": "ds", "close": "y"}).assign(unique_id=ticker)
        frames.append(frame if last is None else frame.tail(last))
    return pd.concat(frames, ignore_index=True)[["unique_id", "ds", "y"]]


@pytest.fixture
def closes() -> pd.DataFrame:
    return sample(["SIM03", "SIM01", "SIM02"], 600)
