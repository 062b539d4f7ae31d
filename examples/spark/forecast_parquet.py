"""Forecasts daily closes in Parquet with Spark: one row per series in, one row per series and forecast day out.

    python3 forecast_parquet.py closes.parquet forecasts.parquet
    python3 forecast_parquet.py closes.parquet forecasts.parquet --simulate 1000 --kill-worker

It starts two workers on this machine. --simulate writes simulated series to the input first. --kill-worker kills one worker while the
job runs, as a machine that fails would, and Spark repeats what that worker had not finished.

Needs the program closecast, Java 17, and the Python package with its Spark parts, from a checkout of the repository:
pip install './clients/python[spark]'
"""

import argparse
import datetime
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from closecast.spark import forecast
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

TASKS = 16


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="Parquet with the columns unique_id, closes and last, or unique_id, ds and y")
    parser.add_argument("output", help="the folder of Parquet files to write")
    parser.add_argument("--days", type=int, default=30, help="days to forecast (default: %(default)s)")
    parser.add_argument("--paths", type=int, help="sample paths of each series (default: the program's)")
    parser.add_argument("--program", default="closecast", help="the program closecast (default: the one on the PATH)")
    parser.add_argument("--simulate", type=int, metavar="N", help="write N simulated series to the input first")
    parser.add_argument("--kill-worker", action="store_true", help="kill one worker while the job runs")
    return parser.parse_args()


def write_simulated(path: str, count: int, program: str) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    command = [program, "simulate", "--tickers", str(count), "--days", "520"]
    lines = [json.loads(line) for line in subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()]
    columns = {
        "unique_id": [line["id"] for line in lines],
        "closes": [line["closes"] for line in lines],
        "last": [datetime.date.fromisoformat(line["last"]) for line in lines],
    }
    parquet.write_table(pa.table(columns), path)


def session(folder: str) -> SparkSession:
    """Two workers with a processor each, as processes of their own."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ["SPARK_WORKER_DIR"] = folder
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "OFF")
        .config("spark.local.dir", folder)
        .getOrCreate()
    )


def workers(spark: SparkSession) -> list:
    """The process ids of this application's workers, oldest first."""
    lines = subprocess.run(["ps", "-eo", "pid,args"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    marks = ("CoarseGrainedExecutorBackend", spark.sparkContext.applicationId)
    return [int(line.split()[0]) for line in lines if all(mark in line for mark in marks)]


def kill_worker_under_way(spark: SparkSession) -> None:
    tracker = spark.sparkContext.statusTracker()
    while True:
        for stage in filter(None, map(tracker.getStageInfo, tracker.getActiveStageIds())):
            if stage.numTasks == TASKS and stage.numCompletedTasks >= 3:
                os.kill(workers(spark)[0], signal.SIGKILL)
                print(f"killed one of 2 workers after {stage.numCompletedTasks} of {TASKS} tasks", flush=True)
                return
        time.sleep(0.02)


def main() -> None:
    options = arguments()
    if options.simulate:
        write_simulated(options.input, options.simulate, options.program)
    folder = tempfile.mkdtemp(prefix="closecast-spark-")
    try:
        spark = session(folder)
        closes = spark.read.parquet(options.input)
        wanted = closes.select("unique_id").distinct().count()
        print(f"{wanted} series in {options.input}", flush=True)
        start = time.monotonic()
        forecasts = forecast(
            closes, h=options.days, level=[80], paths=options.paths, program=options.program, partitions=TASKS
        )
        if options.kill_worker:
            threading.Thread(target=kill_worker_under_way, args=[spark], daemon=True).start()
        forecasts.write.mode("overwrite").parquet(options.output)
        seconds = time.monotonic() - start

        written = spark.read.parquet(options.output)
        first = written.agg(F.min("unique_id")).first()[0]
        written.where(F.col("unique_id") == F.lit(first)).drop("error_message").orderBy("ds").show(3)
        rows, days = written.count(), written.select("unique_id", "ds").distinct().count()
        failed = written.where(F.col("error").isNotNull()).count()
        found = written.select("unique_id").distinct().count()
        print(f"{found} series in {options.output}: {found - failed} forecast, {failed} failed; {rows} rows in {seconds:.0f} s")
        spark.stop()
        if found != wanted or rows != days or rows != (found - failed) * options.days + failed:
            sys.exit("rows are missing, or there twice")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
