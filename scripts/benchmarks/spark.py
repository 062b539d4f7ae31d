"""Measures forecasts on Spark: series a second with one and two workers, what Spark adds to `closecast batch`, and memory per worker, beside
statsforecast's Naive and AutoETS on the same Spark and the same series.

    python3 scripts/benchmarks/spark.py                              everything
    python3 scripts/benchmarks/spark.py --quick                      toy sizes with two workers, to check that it works
    python3 scripts/benchmarks/spark.py --at-most 2000 --rounds 1    fewer series, fewer rounds
    python3 scripts/benchmarks/spark.py --json figures.json

Build the program first (scripts/build closecast), or name the folder of an installed one: CLOSECAST_PROGRAMS=/usr/bin.

Spark runs in local-cluster mode, each worker a process with one core. The bare command gets as many threads as there are workers. All sides
read the same series of 500 simulated closes, from Parquet or JSON lines, forecast 96 days, and write all of it to files. They take turns in
rounds, so that a machine whose speed drifts slows all of them; the table shows the median of the rounds and their range. CPU seconds are
those of the workers or of the bare command, and depend less on what else the machine does.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("bench-spark")

import argparse
import collections
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = str(pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release")) / "closecast")
DAYS, HORIZON, LEVELS = 500, 96, [80, 95]
TICKS = os.sysconf("SC_CLK_TCK")
# The plan: the side, its model, the rows of the input, the number of series, and the rounds.
PLAN = {
    2: [
        ("rows", "daily-close-t", 400, 3),
        ("rows", "daily-close", 2_000, 3),
        ("long", "daily-close", 2_000, 3),
        ("peer", "Naive", 2_000, 3),
        ("long", "daily-close-t", 200, 3),
        ("peer", "AutoETS", 200, 3),
        ("rows", "daily-close", 10_000, 3),
        ("rows", "daily-close", 30_000, 1),
        ("rows", "daily-close", 100_000, 1),
    ],
    1: [
        ("rows", "daily-close-t", 200, 3),
        ("rows", "daily-close", 2_000, 3),
        ("rows", "daily-close", 10_000, 3),
        ("rows", "daily-close", 30_000, 1),
    ],
}
# One session, because Spark's own start takes most of the time. The warm-up has one row per series.
QUICK = {2: [("long", "daily-close", 20, 1), ("peer", "Naive", 20, 1)]}


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# MARK: Series


def write_series(folder: pathlib.Path, counts: set) -> None:
    """Writes the first n of the same series for each count, as JSON lines and as Parquet, and the small ones as one row per day too."""
    import pyarrow as pa
    from pyarrow import parquet

    command = [PROGRAM, "simulate", "--tickers", str(max(counts)), "--days", str(DAYS)]
    row = pa.schema([("unique_id", pa.string()), ("closes", pa.list_(pa.float64())), ("last", pa.date32())])
    with subprocess.Popen(command, stdout=subprocess.PIPE) as simulated:
        texts = {count: open(folder / f"{count}.ndjson", "wb") for count in counts}
        tables = {count: parquet.ParquetWriter(folder / f"{count}.parquet", row) for count in counts}
        days = {}
        for block in range(0, max(counts), 1000):
            lines = [line for line in (simulated.stdout.readline() for _ in range(1000)) if line]
            series = [json.loads(line) for line in lines]
            for count in counts:
                some = series[: max(0, count - block)]
                if not some:
                    continue
                texts[count].writelines(lines[: len(some)])
                last = [datetime.date.fromisoformat(one["last"]) for one in some]
                columns = [[one["id"] for one in some], [one["closes"] for one in some], last]
                tables[count].write_table(pa.table(columns, schema=row))
                if count <= 2_000:
                    days.setdefault(count, []).extend(zip(*columns))
        for file in [*texts.values(), *tables.values()]:
            file.close()
    for count, some in days.items():
        columns = {
            "unique_id": [id for id, _, _ in some for _ in range(DAYS)],
            "ds": [last - datetime.timedelta(DAYS - 1 - day) for _, _, last in some for day in range(DAYS)],
            "y": [close for _, closes, _ in some for close in closes],
        }
        table = pa.table(columns, schema=pa.schema([("unique_id", pa.string()), ("ds", pa.date32()), ("y", pa.float64())]))
        # statsforecast requires timestamps.
        table = table.set_column(1, "ds", table["ds"].cast(pa.timestamp("us")))
        parquet.write_table(table, folder / f"{count}-long.parquet")


# MARK: Processes of the workers


class Workers(threading.Thread):
    """Watches the memory of the workers' processes."""

    def __init__(self):
        super().__init__(daemon=True)
        self.peak = collections.Counter()

    def run(self) -> None:
        while True:
            for kind, pids in self.found().items():
                for pid in pids:
                    try:
                        status = pathlib.Path(f"/proc/{pid}/status").read_text()
                    except OSError:
                        continue  # It has ended meanwhile.
                    if "VmHWM:" in status:
                        self.peak[kind] = max(self.peak[kind], int(status.split("VmHWM:")[1].split()[0]) // 1024)
            time.sleep(0.1)

    @staticmethod
    def found() -> dict:
        """Process ids below this process, by kind: the worker's JVM, its Python, and the program."""
        parents, commands = {}, {}
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                    commands[int(entry.name)] = (entry / "cmdline").read_bytes()
                except OSError:
                    continue  # It has ended meanwhile.
        kinds = collections.defaultdict(list)
        for pid, command in commands.items():
            above = []
            while (pid_above := parents.get(above[-1] if above else pid, 0)) > 1:
                above.append(pid_above)
            if os.getpid() not in above:
                continue
            is_below_worker = any(b"CoarseGrainedExecutorBackend" in commands.get(one, b"") for one in above)
            if b"CoarseGrainedExecutorBackend" in command:
                kinds["JVM"].append(pid)
            elif is_below_worker and b"\0batch\0" in command:
                kinds["closecast"].append(pid)
            elif is_below_worker:
                kinds["Python"].append(pid)
        return kinds

    def cpu_seconds(self) -> float:
        """CPU seconds of all processes of the workers so far, those that have ended included."""
        ticks = 0
        for pids in self.found().values():
            for pid in pids:
                try:
                    ticks += sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
                except OSError:
                    continue
        return ticks / TICKS


# MARK: One session


class Session:
    def __init__(self, folder: pathlib.Path, worker_count: int):
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"], os.environ["SPARK_LOCAL_IP"] = sys.executable, "127.0.0.1"
        os.environ["SPARK_WORKER_DIR"], os.environ["CLOSECAST_MODELS"] = str(folder / "work"), str(REPOSITORY / "models")
        self.folder, self.worker_count = folder, worker_count
        self.spark = (
            SparkSession.builder.master(f"local-cluster[{worker_count},1,2048]")
            .config("spark.executor.memory", "2g")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.log.level", "OFF")
            .config("spark.local.dir", str(folder / "local"))
            .getOrCreate()
        )
        self.workers = Workers()
        self.workers.start()

    def bare(self, model: str, count: int) -> tuple:
        """Wall and CPU seconds of the command line."""
        out = self.folder / "bare.ndjson"
        command = [PROGRAM, "batch", "--in", str(self.folder / f"{count}.ndjson"), "--out", str(out), "--model", model]
        command += ["--threads", str(self.worker_count), "--level", ",".join(map(str, LEVELS))]
        before, start = os.times(), time.monotonic()
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        wall, after = time.monotonic() - start, os.times()
        return wall, after.children_user + after.children_system - before.children_user - before.children_system

    def closecast(self, layout: str, model: str, count: int) -> tuple:
        from closecast.spark import forecast

        suffix = "-long" if layout == "long" else ""
        frame = self.spark.read.parquet(str(self.folder / f"{count}{suffix}.parquet"))
        return self.timed(lambda: forecast(frame, model=model, level=LEVELS, program=PROGRAM), count)

    def peer(self, name: str, count: int) -> tuple:
        """statsforecast's own way on Spark: its distributed backend, Fugue."""
        from statsforecast import StatsForecast
        from statsforecast.models import AutoETS, Naive

        models = {"Naive": Naive(), "AutoETS": AutoETS(season_length=1)}
        frame = self.spark.read.parquet(str(self.folder / f"{count}-long.parquet")).repartition(4 * self.worker_count, "unique_id")
        return self.timed(lambda: StatsForecast(models=[models[name]], freq="D").forecast(df=frame, h=HORIZON, level=LEVELS), count)

    def timed(self, frame, count: int) -> tuple:
        out = str(self.folder / "out.parquet")
        before, start = self.workers.cpu_seconds(), time.monotonic()
        frame().write.mode("overwrite").parquet(out)
        wall, after = time.monotonic() - start, self.workers.cpu_seconds()
        rows = self.spark.read.parquet(out).count()
        if rows != count * HORIZON:
            raise SystemExit(f"benchmarks/spark: {rows} rows for {count} series; expected {count * HORIZON}")
        return wall, after - before

    def check(self) -> None:
        """Compares the last answers of both sides digit for digit, for 100 series."""
        bare = {}
        with open(self.folder / "bare.ndjson") as lines:
            for line, _ in zip(lines, range(100)):
                answer = json.loads(line)
                for day in answer["values"]:
                    bare[answer["id"], day["date"]] = (day["point"], *day["quantiles"].values())
        ids = sorted({id for id, _ in bare})
        frame = self.spark.read.parquet(str(self.folder / "out.parquet"))
        found = {
            (row[0], str(row[1])[:10]): tuple(row[2:7]) for row in frame.where(frame["unique_id"].isin(ids)).drop("error", "error_message").collect()
        }
        # Columns are point, lo-95, lo-80, hi-80, hi-95, which is the order of the quantiles.
        if found != bare:
            raise SystemExit("benchmarks/spark: Spark and the bare command give different forecasts")


def measured(folder: pathlib.Path, worker_count: int, plan: list) -> None:
    """Prints a JSON line for each measurement."""
    sys.path.insert(0, str(REPOSITORY / "clients" / "python"))
    session = Session(folder, worker_count)
    warm = min(count for _, _, count, _ in plan)
    session.closecast("rows", "daily-close", warm)
    for side, model, count, rounds in plan:
        session.workers.peak.clear()
        for _ in range(rounds):
            say(f"{worker_count} workers: {model}, {count} series, {side}")
            figures = {"workers": worker_count, "side": side, "model": model, "series": count}
            if side == "peer":
                figures["wall"], figures["cpu"] = session.peer(model, count)
            else:
                figures["bare_wall"], figures["bare_cpu"] = session.bare(model, count)
                figures["wall"], figures["cpu"] = session.closecast(side, model, count)
                session.check()
            print(json.dumps({**figures, "peak_mb": dict(session.workers.peak), "load": os.getloadavg()[0]}), flush=True)
    session.spark.stop()


# MARK: The table


def spread(values: list, digits: int) -> str:
    text = f"{statistics.median(values):.{digits}f}"
    return text if len(values) == 1 else f"{text} ({min(values):.{digits}f}..{max(values):.{digits}f})"


def show(figures: list) -> None:
    groups = collections.defaultdict(list)
    for one in figures:
        groups[one["model"], one["side"], one["workers"], one["series"]].append(one)
    print(f"{'model':14} {'input':5} {'workers':>7} {'series':>7}  {'series/s':24} {'over bare, wall %':24} {'over bare, CPU %':24} peak MB")
    for (model, side, workers, series), rounds in groups.items():
        rate = spread([series / one["wall"] for one in rounds], 1)
        over = ["", ""]
        if side != "peer":
            over = [spread([100 * (one[kind] / one[f"bare_{kind}"] - 1) for one in rounds], 0) for kind in ("wall", "cpu")]
        memory = ", ".join(f"{kind} {max(one['peak_mb'].get(kind, 0) for one in rounds)}" for kind in ("JVM", "Python", "closecast"))
        layout = "long" if side == "peer" else side
        print(f"{model:14} {layout:5} {workers:7} {series:7}  {rate:24} {over[0]:24} {over[1]:24} {memory}")
    loads = [one["load"] for one in figures]
    print(f"\n{platform.machine()}, {os.cpu_count()} cores; load of the machine {min(loads):.1f}..{max(loads):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy sizes")
    parser.add_argument("--json", metavar="FILE", help="also write the measurements, one JSON object a line")
    parser.add_argument("--workers", type=int, choices=[1, 2], help="measure with so many workers only")
    parser.add_argument("--at-most", type=int, metavar="N", help="leave out the measurements of more than N series")
    parser.add_argument("--rounds", type=int, metavar="N", help="measure everything at most N times")
    parser.add_argument("--session", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.session:
        asked = json.loads(options.session)
        return measured(pathlib.Path(asked["folder"]), asked["workers"], asked["plan"])
    plans = QUICK if options.quick else PLAN
    if options.workers:
        plans = {options.workers: plans.get(options.workers) or QUICK[2]}
    if options.at_most:
        plans = {workers: [one for one in plan if one[2] <= options.at_most] for workers, plan in plans.items()}
    if options.rounds:
        plans = {workers: [(*one[:3], min(one[3], options.rounds)) for one in plan] for workers, plan in plans.items()}
    folder = pathlib.Path(tempfile.mkdtemp(prefix="closecast-bench-spark-"))
    figures = []
    try:
        say("writing simulated series ...")
        write_series(folder, {count for plan in plans.values() for _, _, count, _ in plan})
        for workers, plan in plans.items():
            asked = json.dumps({"folder": str(folder), "workers": workers, "plan": plan})
            # A process for each session, because a session's workers cannot be changed.
            command = [sys.executable, __file__, "--session", asked]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
                for line in child.stdout:
                    figures.append(json.loads(line))
                    if options.json:
                        with open(options.json, "a") as out:
                            out.write(line)
            if child.returncode != 0:
                raise SystemExit(f"benchmarks/spark: the session with {workers} workers ended with exit status {child.returncode}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    show(figures)


if __name__ == "__main__":
    main()
