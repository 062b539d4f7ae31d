"""Forecasts on Spark with two workers as separate processes, compared digit for digit with `closecast batch`.

CLOSECAST_PROGRAM is the program (default: closecast on the PATH), and CLOSECAST_MODELS the folder of its models.
"""

import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

import pandas
import pytest

pyspark = pytest.importorskip("pyspark")

from pyspark.sql import Row, SparkSession  # noqa: E402
from pyspark.sql import functions as F  # noqa: E402

from closecast import spark as closecast_spark  # noqa: E402
from closecast.spark import BatchError, forecast  # noqa: E402

SERIES = 160
QUICK = {"model": "daily-close", "h": 3, "level": [80]}


# MARK: Fixtures


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="session")
def program(folder):
    """The program under a path of its own, by which its processes are recognised."""
    found = shutil.which(os.environ.get("CLOSECAST_PROGRAM", "closecast"))
    assert found, "set CLOSECAST_PROGRAM to the program closecast"
    path = folder / "bin" / "closecast"
    path.parent.mkdir()
    path.symlink_to(pathlib.Path(found).resolve())
    return str(path)


@pytest.fixture(scope="session")
def models():
    assert "CLOSECAST_MODELS" in os.environ, "set CLOSECAST_MODELS to the folder of the models"
    return os.environ["CLOSECAST_MODELS"]


@pytest.fixture(scope="session")
def spark(folder):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_WORKER_DIR"] = str(folder / "work")
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "OFF")
        # The jobs are small: compiling less makes them end earlier.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.local.dir", str(folder / "local"))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.sql.shuffle.partitions", "4")
        # A job whose executor was killed waits for the next one, and not for a timeout.
        .config("spark.network.timeout", "60s")
        .config("spark.task.maxFailures", "2")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="session")
def lines(program):
    """Series as the program reads them."""
    simulated = subprocess.run(
        [program, "simulate", "--tickers", str(SERIES), "--days", "520"], check=True, stdout=subprocess.PIPE
    )
    return [json.loads(line) for line in simulated.stdout.splitlines()]


@pytest.fixture(scope="session")
def rows_path(spark, lines, folder):
    """Parquet with one row per series."""
    path = str(folder / "rows.parquet")
    rows = [
        Row(unique_id=line["id"], closes=line["closes"], last=datetime.date.fromisoformat(line["last"]))
        for line in lines
    ]
    spark.createDataFrame(rows).write.parquet(path)
    return path


def long_rows(line, ds=lambda day: day):
    last = datetime.date.fromisoformat(line["last"])
    count = len(line["closes"])
    return [
        Row(unique_id=line["id"], ds=ds(last - datetime.timedelta(count - 1 - index)), y=close)
        for index, close in enumerate(line["closes"])
    ]


def bare(program, lines, *options):
    """What `closecast batch` answers, by id."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        [program, "batch", "--keep-going", *options],
        input=text,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    return {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}


def check_equal(frame, expected, quantiles):
    """Compares rows of forecast days with answers of the program: every day of every series is there once, with the same digits."""
    names = ["unique_id", "ds", "closecast", *quantiles]
    rows = {tuple(row)[:2]: tuple(row)[2:] for row in frame.select([F.col(f"`{name}`") for name in names]).collect()}
    assert frame.count() == len(rows), "a row is there twice"
    wanted = {
        (id, datetime.date.fromisoformat(day["date"])): (
            day["point"],
            *(day["quantiles"][name] for name in quantiles.values()),
        )
        for id, answer in expected.items()
        for day in answer["values"]
    }
    assert rows == wanted


# MARK: Processes of the job


def processes():
    """The ids of all processes that descend from this one, with their commands."""
    parents, commands = {}, {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # It has ended meanwhile.

    def is_ours(pid):
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return {pid: command for pid, command in commands.items() if is_ours(pid)}


def batches(program):
    return {pid for pid, command in processes().items() if command.startswith(f"{program} batch")}


def executors():
    return {pid for pid, command in processes().items() if "CoarseGrainedExecutorBackend" in command}


class Job(threading.Thread):
    """Writes a DataFrame while the test kills processes."""

    def __init__(self, frame, path):
        super().__init__(daemon=True)
        self.frame, self.path, self.error = frame, path, None

    def run(self):
        try:
            self.frame.write.parquet(self.path)
        except Exception as error:  # Raised again by wait(), in the test's thread.
            self.error = error

    def wait_for_starts(self, starts, count):
        """Waits until so many processes have been started; returns their ids."""
        while True:
            assert self.is_alive(), f"the job ended before {count} processes were started: {self.error}"
            pids = starts.read_text().split() if starts.exists() else []
            if len(pids) >= count:
                return [int(pid) for pid in pids]
            time.sleep(0.005)

    def wait(self):
        self.join(240)
        assert not self.is_alive(), "the job has not ended within 240 seconds"
        if self.error is not None:
            raise self.error


# MARK: Answers


def test_parquet_in_and_out_equals_the_program(spark, program, models, rows_path, lines, folder):
    out = str(folder / "equal.parquet")
    frame = forecast(
        spark.read.parquet(rows_path), model="daily-close", level=[80, 99.9], program=program, models=models
    )
    assert frame.columns == [
        "unique_id",
        "ds",
        "closecast",
        "closecast-lo-99.9",
        "closecast-lo-80",
        "closecast-hi-80",
        "closecast-hi-99.9",
        "error",
        "error_message",
    ]
    frame.write.parquet(out)
    expected = bare(program, lines, "--model", "daily-close", "--level", "80,99.9")
    names = {
        "closecast-lo-99.9": "0.0005",
        "closecast-lo-80": "0.1",
        "closecast-hi-80": "0.9",
        "closecast-hi-99.9": "0.9995",
    }
    check_equal(spark.read.parquet(out), expected, names)


@pytest.mark.parametrize("days", ["date", "timestamp", "string"])
def test_rows_per_day_equal_the_program_in_any_order(spark, program, models, lines, days):
    as_day = {
        "date": lambda day: day,
        "timestamp": lambda day: datetime.datetime(day.year, day.month, day.day),
        "string": lambda day: day.isoformat(),
    }[days]
    some = lines[:20]
    rows = spark.createDataFrame([row for line in some for row in long_rows(line, as_day)]).orderBy(F.rand(7))
    frame = forecast(rows, program=program, models=models, **QUICK)
    assert frame.schema["ds"].dataType == rows.schema["ds"].dataType
    expected = bare(program, some, "--model", "daily-close", "--days", "3", "--level", "80")
    check_equal(
        frame.withColumn("ds", F.col("ds").cast("date")), expected, {"closecast-lo-80": "0.1", "closecast-hi-80": "0.9"}
    )


def test_arrays_hold_the_same_as_rows(spark, program, models, rows_path):
    some = spark.read.parquet(rows_path).where("unique_id <= 'SIM050'")
    rows = forecast(some, program=program, models=models, **QUICK).collect()
    arrays = forecast(some, program=program, models=models, arrays=True, **QUICK).collect()
    flat = {
        (row["unique_id"], day): (point, low)
        for row in arrays
        for day, point, low in zip(row["ds"], row["closecast"], row["closecast-lo-80"])
    }
    assert len(arrays) == 50
    assert flat == {(row["unique_id"], row["ds"]): (row["closecast"], row["closecast-lo-80"]) for row in rows}


def test_options_reach_the_program(spark, program, models, rows_path, lines):
    frame = forecast(
        spark.read.parquet(rows_path).where("unique_id <= 'SIM010'"),
        h=2,
        quantiles=[0.5, 0.05],
        paths=50,
        seed=7,
        program=program,
        models=models,
    )
    expected = bare(program, lines[:10], "--days", "2", "--quantiles", "0.05,0.5", "--paths", "50", "--seed", "7")
    check_equal(frame, expected, {"closecast-q-5": "0.05", "closecast-q-50": "0.5"})


def test_no_levels_are_points_only(spark, program, models, lines):
    rows = spark.createDataFrame([Row(unique_id=line["id"], closes=line["closes"]) for line in lines[:2]])
    frame = forecast(rows, h=2, level=[], model="daily-close", program=program, models=models)
    assert frame.columns == ["unique_id", "ds", "closecast", "error", "error_message"]
    bands = forecast(rows, h=2, model="daily-close", program=program, models=models)
    found, expected = ({tuple(row)[:3] for row in one.collect()} for one in (frame, bands))
    assert len(found) == 4 and found == expected


def test_names_of_columns_can_differ(spark, program, models, lines):
    rows = spark.createDataFrame(long_rows(lines[0])).toDF("the coin", "the.day", "price`")
    frame = forecast(
        rows, id_col="the coin", time_col="the.day", target_col="price`", program=program, models=models, **QUICK
    )
    assert frame.columns[:2] == ["the coin", "the.day"]
    assert frame.count() == 3


def test_series_without_days_have_steps(spark, program, models, lines):
    rows = spark.createDataFrame([Row(unique_id=number, closes=lines[number]["closes"]) for number in range(2)])
    answers = forecast(rows, program=program, models=models, **QUICK).orderBy("unique_id", "ds").collect()
    assert [(row["unique_id"], row["ds"]) for row in answers] == [
        (number, step) for number in range(2) for step in (1, 2, 3)
    ]


def candles(line):
    """The series with the other values of its days, some of which are not known."""
    closes = line["closes"]
    made = {"open": closes, "high": [1.02 * close for close in closes], "low": [0.97 * close for close in closes]}
    return {**line, **made, "volume": [None if day == 300 else 1.0 + day % 7 for day in range(len(closes))]}


@pytest.mark.parametrize("is_long", [False, True])
def test_candles_are_columns_of_numbers_or_of_arrays(spark, program, models, lines, is_long):
    series = [candles(line) for line in lines[:6]]
    series[1]["volume"] = [1.0] * len(series[1]["closes"])
    options = ["--model", "daily-volatility", "--days", "3", "--level", "80"]
    expected = bare(program, series, *options)
    assert [answer["read"] for answer in expected.values()] == ["ohlc", "ohlcv", *["ohlc"] * 4]
    names = ("open", "high", "low", "volume")
    if is_long:
        rows = [
            Row(**row.asDict(), **{name: line[name][index] for name in names})
            for line in series
            for index, row in enumerate(long_rows(line))
        ]
    else:
        rows = [Row(unique_id=line["id"], **{name: line[name] for name in ("closes", "last", *names)}) for line in series]
    frame = forecast(
        spark.createDataFrame(rows), program=program, models=models, **{**QUICK, "model": "daily-volatility"}
    )
    check_equal(frame, expected, {"closecast-lo-80": "0.1", "closecast-hi-80": "0.9"})


# MARK: Failures


def test_arrays_of_candles_have_a_value_for_each_close(spark, program, models, lines):
    closes, last = lines[0]["closes"], lines[0]["last"]
    series = [
        ("whole", closes, last, closes),
        ("early", [None, *closes], last, [None, *closes]),
        ("unknown", closes, last, None),
        ("short", closes, last, closes[1:]),
    ]
    rows = spark.createDataFrame(series, "unique_id string, closes array<double>, last string, open array<double>")
    answers = forecast(rows, program=program, models=models, arrays=True, **QUICK).collect()
    errors = {row["unique_id"]: (row["error"], row["error_message"]) for row in answers}
    words = f"open has the length {len(closes) - 1} and closes {len(closes)}; give a number for each close, null where it is not known"
    assert errors == {**dict.fromkeys(("whole", "early", "unknown"), (None, None)), "short": ("invalid-value", words)}


def test_failed_series_are_rows_with_errors(spark, program, models, lines):
    line = lines[0]
    history = [(row.ds, row.y) for row in long_rows(line)]
    nan = float("nan")
    series = {
        "good": history,
        "old gap": history[:5] + history[6:],
        "old NaN": [*history[:5], (history[5][0], nan), *history[6:]],
        "gap": history[:-5] + history[-4:],
        "NaN": [*history[:-5], (history[-5][0], nan), *history[-4:]],
        "infinite": [*history[:-5], (history[-5][0], float("inf")), *history[-4:]],
        "twice": history + history[-1:],
        "short": history[-10:],
        "negative": [*history[:-1], (history[-1][0], -1.0)],
        "no day": [*history, (None, 1.0)],
        "empty": [(history[0][0], None)],
        None: history,
    }
    rows = spark.createDataFrame(
        [(id, ds, y) for id, closes in series.items() for ds, y in closes], "unique_id string, ds date, y double"
    )
    answers = forecast(rows, program=program, models=models, **QUICK).collect()
    by_id = {}
    for row in answers:
        by_id.setdefault(row["unique_id"], []).append(row)
    assert {id: by_id[id][0]["error"] for id in series} == {
        "good": None,
        "old gap": None,
        "old NaN": None,
        "gap": "gap",
        "NaN": "gap",
        "infinite": "gap",
        "twice": "duplicate-day",
        "short": "history-too-short",
        "negative": "bad-close",
        "no day": "bad-date",
        "empty": "no-closes",
        None: None,
    }
    for id, found in by_id.items():
        assert len(found) == (1 if found[0]["error"] else 3), id
        assert (found[0]["closecast"] is None) == (found[0]["ds"] is None) == (found[0]["error"] is not None), id
    good = [(row["ds"], row["closecast"]) for row in by_id["good"]]
    for id in ("old gap", "old NaN", None):
        assert sorted((row["ds"], row["closecast"]) for row in by_id[id]) == sorted(good), id
    messages = {id: found[0]["error_message"] for id, found in by_id.items()}
    assert messages["gap"] == (
        f"{history[-5][0]} is missing, and only 4 closes follow it without a gap; the model reads 500. "
        "Fill it in, for example with the close before"
    )
    assert messages["twice"].startswith(f"{history[-1][0]} appears more than once")
    assert messages["negative"].startswith(f"close on {history[-1][0]} is -1.0; ")


def test_failed_arrays_are_rows_with_errors(spark, program, models, lines):
    closes, last = lines[0]["closes"], lines[0]["last"]
    series = [
        ("good", closes, last, None),
        ("not a day", closes, "yesterday", "bad-date"),
        ("no closes", None, last, "no-closes"),
        ("missing", [*closes[:-1], None], last, "gap"),
        ("early", [None, *closes], last, None),
        ("short", closes[-2:], last, "history-too-short"),
        ("negative", [*closes[:-2], -1.0, closes[-1]], last, "bad-close"),
    ]
    rows = spark.createDataFrame([row[:3] for row in series], "unique_id string, closes array<double>, last string")
    answers = forecast(rows, program=program, models=models, arrays=True, **QUICK).collect()
    assert {row["unique_id"]: row["error"] for row in answers} == {row[0]: row[3] for row in series}
    assert {len(row["closecast"] or []) for row in answers if row["error"] is None} == {3}
    messages = {row["unique_id"]: row["error_message"] for row in answers}
    day_before = datetime.date.fromisoformat(last) - datetime.timedelta(1)
    assert messages["negative"].startswith(f"close on {day_before} is -1.0; ")
    # Only failures, so that no forecast shows the names of quantiles.
    failed = forecast(rows.where("unique_id = 'short'"), program=program, models=models, **QUICK).collect()
    assert [row["error"] for row in failed] == ["history-too-short"]


def test_wrong_options_fail_on_the_driver(spark, program, models, rows_path):
    frame = spark.read.parquet(rows_path)
    wrong = [
        ({"h": 400}, "^h 400: the model daily-close-t forecasts 1 to 96 days$"),
        ({"level": [100]}, "^level 100.0: levels are percentages"),
        ({"level": ["x"]}, "^level has 'x'; give numbers"),
        ({"paths": "x"}, "^The value 'x' is invalid for paths$"),
        ({"paths": 0}, "^paths 0: give"),
        ({"model": "daily-clos"}, "^no model named daily-clos"),
        ({"model": "--help"}, "^model is '--help'"),
        ({"seed": -1}, "^seed is -1"),
        ({"level": 80}, r"^level is 80; give a list, level=\[80\]$"),
    ]
    for options, words in wrong:
        with pytest.raises(ValueError, match=words) as caught:
            forecast(frame, program=program, models=models, **options)
        assert "--keep-going" not in str(caught.value)
    with pytest.raises(ValueError, match=r"found pandas.*DataFrame; make one: spark.createDataFrame\(df\)"):
        forecast(pandas.DataFrame({"unique_id": ["a"], "ds": ["2024-01-01"], "y": [1.0]}), program=program)
    with pytest.raises(BatchError, match="no/such/program does not exist"):
        forecast(frame, program="no/such/program")
    with pytest.raises(ValueError, match="expected unique_id, ds and y .one row per day., or unique_id and closes"):
        forecast(frame.withColumnRenamed("closes", "prices"), program=program, models=models)


def test_the_programs_notes_on_options_are_warnings(spark, program, models, rows_path):
    with pytest.warns(UserWarning, match="10 sample paths give rough bands"):
        forecast(spark.read.parquet(rows_path), paths=10, program=program, models=models)


def test_a_program_missing_on_the_workers_fails_the_job_with_its_path(spark, models, rows_path):
    frame = forecast(
        spark.read.parquet(rows_path), program="/no/such/closecast", models=models, check=False, partitions=1
    )
    with pytest.raises(Exception, match="the program /no/such/closecast does not exist. Install the package closecast"):
        frame.collect()


def test_another_model_on_the_workers_fails_the_job(spark, program, models, rows_path, monkeypatch):
    monkeypatch.setattr(closecast_spark, "checked_options", lambda *_: ({"model_sha256": "0" * 64}, ""))
    frame = forecast(spark.read.parquet(rows_path), program=program, models=models, partitions=1, **QUICK)
    with pytest.raises(Exception, match="and the driver's is 000000000000. Install the same model"):
        frame.collect()


def test_a_series_that_kills_its_process_is_a_row_with_an_error(spark, program, models, lines, folder):
    fragile = folder / "fragile"
    fragile.write_text(
        f"#!{sys.executable}\n"
        "import os, signal, subprocess, sys\n"
        f"child = subprocess.Popen([{program!r}, *sys.argv[1:]], stdin=subprocess.PIPE)\n"
        "for line in sys.stdin.buffer:\n"
        "    if b'SIM007' in line: child.kill(); os.kill(os.getpid(), signal.SIGKILL)\n"
        "    child.stdin.write(line); child.stdin.flush()\n"
        "child.stdin.close(); sys.exit(child.wait())\n"
    )
    fragile.chmod(0o755)
    rows = spark.createDataFrame([Row(unique_id=line["id"], closes=line["closes"]) for line in lines[:12]])
    answers = forecast(rows, program=str(fragile), models=models, partitions=1, arrays=True, **QUICK).collect()
    assert {row["unique_id"] for row in answers} == {line["id"] for line in lines[:12]}
    assert {row["unique_id"]: row["error"] for row in answers if row["error"]} == {"SIM007": "process-died"}


# MARK: The machinery of Spark


def test_a_program_and_models_can_be_sent_with_the_job(spark, program, models, rows_path, folder):
    sent = folder / "sent-closecast"
    shutil.copy(pathlib.Path(program).resolve(), sent)
    spark.sparkContext.addFile(str(sent))
    spark.sparkContext.addArchive(shutil.make_archive(str(folder / "models"), "zip", models) + "#sent-models")
    some = spark.read.parquet(rows_path).where("unique_id <= 'SIM004'")
    frame = forecast(some, program="sent-closecast", models="sent-models", **QUICK)
    assert frame.where("error IS NULL").count() == 12


def test_a_job_that_stops_early_leaves_no_process(spark, program, models, rows_path):
    assert len(forecast(spark.read.parquet(rows_path), program=program, models=models, **QUICK).take(2)) == 2
    end = time.monotonic() + 60
    while running := batches(program):
        assert time.monotonic() < end, f"{running} still run"
        time.sleep(0.05)


@pytest.mark.parametrize("victim", ["batch", "executor"])
def test_a_killed_process_loses_and_doubles_nothing(spark, program, models, rows_path, lines, folder, victim):
    out, starts, logged = (
        str(folder / f"killed-{victim}.parquet"),
        folder / f"starts-{victim}",
        folder / f"logged-{victim}",
    )
    logged.write_text(f'#!/bin/sh\necho $$ >> "{starts}"\nexec "{program}" "$@"\n')
    logged.chmod(0o755)
    frame = forecast(
        spark.read.parquet(rows_path), level=[80], paths=300, program=str(logged), models=models, partitions=12
    )
    before = executors()
    assert len(before) == 2
    starts.unlink()  # That of the driver's check.
    job = Job(frame, out)
    job.start()
    pids = job.wait_for_starts(starts, 4)
    os.kill(min(before) if victim == "executor" else pids[-1], signal.SIGKILL)
    assert job.is_alive(), "the job ended before the kill"
    job.wait()
    assert len(starts.read_text().split()) > 12, "no process was started again"
    if victim == "executor":
        assert min(before) not in executors()
    expected = bare(program, lines, "--level", "80", "--paths", "300")
    check_equal(spark.read.parquet(out), expected, {"closecast-lo-80": "0.1", "closecast-hi-80": "0.9"})
