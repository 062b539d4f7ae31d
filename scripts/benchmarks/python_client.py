"""Measures the Python client: its overhead over the bare HTTP call, and many series beside statsforecast.

    python3 scripts/benchmarks/python_client.py            about 15 minutes on two idle cores
    python3 scripts/benchmarks/python_client.py --quick    toy size, to check that it works; 15 s

Set CLOSECAST_PROGRAMS to the folder of built programs; default: .build/release. Answers are compared before they are timed.
The frame's conventions are compared with those of statsforecast.
"""

import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("bench-python-client")

import httpx
import numpy as np
import pandas as pd
from browser import servers
import polars as pl
import statsforecast
from statsforecast import StatsForecast
from statsforecast.models import GARCH, AutoETS, Naive

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "clients" / "python"))

import closecast
from closecast._frames import ClosesFrame, Plan, Settings

PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")).resolve()
MODELS = ROOT / "models"


def simulated(series: int) -> pd.DataFrame:
    """Simulated closes in the long form, 500 of each series."""
    command = [PROGRAMS / "closecast", "simulate", "--tickers", series, "--days", 500]
    lines = subprocess.run([str(word) for word in command], check=True, capture_output=True).stdout.splitlines()
    parsed = [json.loads(line) for line in lines]
    # Of thousands of markets, some jump as if the unit had changed, which is refused.
    parsed = [one for one in parsed if max(abs(np.diff(np.log(one["closes"])))) < 1]
    days = pd.date_range(end=parsed[0]["last"], periods=500)
    return pd.DataFrame(
        {
            "unique_id": [one["id"] for one in parsed for _ in range(500)],
            "ds": list(days) * len(parsed),
            "y": [close for one in parsed for close in one["closes"]],
        }
    )


def seconds(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def checksum(frame: pd.DataFrame) -> str:
    return hashlib.sha256(frame.closecast.to_numpy().tobytes()).hexdigest()[:12]


def shown(values: list[float], unit: float = 1000, digits: int = 1) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle * unit:.{digits}f} [{low * unit:.{digits}f}, {high * unit:.{digits}f}]"


# MARK: Overhead


def overhead(url: str, model: str, series: int, repetitions: int) -> None:
    """Compares a forecast of a frame with the same request sent by httpx alone, whose answer is not even parsed."""
    frame = simulated(series)
    with closecast.Closecast(url) as client, httpx.Client(base_url=url, timeout=60) as bare:
        plan = Plan(ClosesFrame(frame, "unique_id", "ds", "y"), Settings.checked(96, (80, 95), None, model, None, None), client._facts(model), "raise")
        request = dict(plan.settings.request(), series=[json.loads(line) for line in plan.lines()])
        body = json.dumps(request).encode()

        def send() -> bytes:
            answer = bare.post("/v1/forecasts", content=body, headers={"Content-Type": "application/json"})
            answer.raise_for_status()
            return answer.content

        answers = json.loads(send())["forecasts"]
        points = [value["point"] for answer in sorted(answers, key=lambda answer: answer["id"]) for value in answer["values"]]
        assert list(client.forecast(frame, model=model).closecast) == points
        own, alone = [], []
        for _ in range(repetitions):
            own.append(seconds(lambda: client.forecast(frame, model=model)))
            alone.append(seconds(send))
    ratio = statistics.median(own) / statistics.median(alone)
    extra = (statistics.median(own) - statistics.median(alone)) * 1000
    print(f"{model:15} {series:4} series   client {shown(own):>24} ms   bare {shown(alone):>24} ms   +{extra:6.1f} ms, {ratio:.2f} times", flush=True)


# MARK: Many series


def many(url: str, frame: pd.DataFrame, model: str) -> None:
    """One call each, after one on a few series that starts processes and connections."""
    count = frame.unique_id.nunique()
    few = frame[frame.unique_id.isin(frame.unique_id.unique()[:20])]
    polars = pl.from_pandas(frame)
    answers = []
    with closecast.LocalEngine(str(PROGRAMS / "closecast"), models=str(MODELS)) as engine, closecast.Closecast(url) as client:
        batch(frame, few, model, count)
        for name, work in [
            ("program, pandas", lambda data: engine.forecast(data, model=model)),
            ("server, pandas", lambda data: client.forecast(data, model=model)),
            ("program, polars", lambda data: engine.forecast(polars if data is frame else pl.from_pandas(data), model=model)),
        ]:
            work(few)
            taken = seconds(lambda: answers.append(work(frame)))
            answer = answers[-1] if isinstance(answers[-1], pd.DataFrame) else answers[-1].to_pandas()
            report(f"closecast {model}, {name}", count, taken, f"checksum {checksum(answer)}")
            answers[-1] = checksum(answer)
    assert len(set(answers)) == 1, "the engines differ"


def batch(frame: pd.DataFrame, few: pd.DataFrame, model: str, count: int) -> None:
    """The bare command: from a file of lines into a file of lines."""
    with tempfile.TemporaryDirectory() as folder:
        lines = pathlib.Path(folder, "series.ndjson")
        last = f"{frame.ds.iloc[-1]:%Y-%m-%d}"
        with open(lines, "w") as file:
            for name, closes in frame.groupby("unique_id").y:
                file.write(json.dumps({"id": name, "last": last, "closes": list(closes)}) + "\n")
        command = [PROGRAMS / "closecast", "batch", "--in", lines, "--out", f"{folder}/out.ndjson", "--model", model, "--level", "80,95"]
        environment = {**os.environ, "CLOSECAST_MODELS": str(MODELS)}
        taken = seconds(lambda: subprocess.run([str(word) for word in command], check=True, env=environment))
    report(f"closecast batch --model {model}, file to file", count, taken)


def peers(frame: pd.DataFrame, names: list[str]) -> None:
    count = frame.unique_id.nunique()
    few = frame[frame.unique_id.isin(frame.unique_id.unique()[:20])]
    # GARCH forecasts returns; the others forecast closes. Turning its bands into prices is not timed.
    models = {"Naive": Naive, "AutoETS": lambda: AutoETS(season_length=1), "GARCH": lambda: GARCH(1, 1)}
    closes, few_closes = frame, few
    for name in names:
        frame, few = (log_returns(closes), log_returns(few_closes)) if name == "GARCH" else (closes, few_closes)
        peer = StatsForecast(models=[models[name]()], freq="D", n_jobs=2)
        # Compiles and starts.
        peer.forecast(df=few, h=96, level=[80, 95])
        report(f"statsforecast {name}, pandas, n_jobs=2", count, seconds(lambda: peer.forecast(df=frame, h=96, level=[80, 95])))


def log_returns(frame: pd.DataFrame) -> pd.DataFrame:
    returns = np.log(frame.y).groupby(frame.unique_id).diff()
    return frame.assign(y=returns)[returns.notna()]


def report(name: str, count: int, taken: float, note: str = "") -> None:
    print(f"{name:55} {taken:8.2f} s   {count / taken:8.0f} series/s   {note}", flush=True)


# MARK: Conventions


def check_conventions() -> None:
    """Columns, order of rows, types and windows are those of statsforecast; of its models, AutoETS and AutoARIMA order bands in this way."""
    frame = simulated(3)
    frame = frame[(frame.unique_id != "SIM02") | (frame.ds <= frame.ds.max() - pd.Timedelta(days=10))].iloc[::-1]
    longer = pd.concat([frame.assign(ds=frame.ds - pd.Timedelta(days=300)), frame]).drop_duplicates(["unique_id", "ds"])
    peer = StatsForecast(models=[AutoETS(season_length=1, alias="closecast")], freq="D")
    with closecast.LocalEngine(str(PROGRAMS / "closecast"), models=str(MODELS)) as engine:
        pairs = [
            (engine.forecast(longer, h=5, level=[95, 80]), peer.forecast(df=longer, h=5, level=[95, 80])),
            (
                engine.cross_validation(longer, h=5, n_windows=3, step_size=2),
                peer.cross_validation(df=longer, h=5, n_windows=3, step_size=2, level=[80, 95]),
            ),
        ]
    for own, other in pairs:
        assert list(own) == list(other) and list(own.dtypes) == list(other.dtypes)
        known = [name for name in own if not name.startswith("closecast")]
        pd.testing.assert_frame_equal(own[known], other[known])
    print(f"columns, types, rows and windows are those of AutoETS in statsforecast {statsforecast.__version__}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="at toy size")
    parser.add_argument("--series", type=int, default=10_000)
    parser.add_argument("--skip-slow", action="store_true", help="leave out daily-average, AutoETS and GARCH, which take minutes")
    arguments = parser.parse_args()
    count = 3 if arguments.quick else arguments.series
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, pandas {pd.__version__}; load {os.getloadavg()[0]:.1f}")
    check_conventions()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        os.chdir(ROOT)
        server = servers.started(PROGRAMS / "closecast-server", "client", pathlib.Path(folder))
        stack.callback(servers.stop, server)
        for model in ("daily-close", "daily-volatility", "daily-average"):
            # One request with sample paths may have at most 25 series.
            for series in (1, count if arguments.quick else 20 if model == "daily-average" else 100):
                fast = model != "daily-average" or series == 1
                overhead(server.url, model, series, 1 if arguments.quick else 15 if fast else 3)
        frame = simulated(count)
        slow = arguments.quick or not arguments.skip_slow
        many(server.url, frame, "daily-close")
        many(server.url, frame, "daily-volatility")
        peers(frame, ["Naive"])
        if slow:
            peers(frame, ["AutoETS", "GARCH"])
            many(server.url, frame, "daily-average")
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
