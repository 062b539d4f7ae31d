"""Compares the speed of Closecast, ONNX Runtime, OpenVINO and Keras in one run, on the same weights and inputs.

Run it as scripts/bench, which builds the Swift side and clears the variables that would slow its BLAS down:

    scripts/bench                          everything, about 5 minutes
    scripts/bench --quick                  toy sizes, to check that it works
    scripts/bench --only recursive --json figures.json

The table goes to stdout, progress to stderr. The engines take turns in rounds, so that a machine whose speed drifts
slows all of them. A round's time is the median of its forecasts; the table shows the median of the rounds and
their spread (least..greatest).
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

# Keras with TensorFlow takes more than a gigabyte, and these two leave it out.
without_keras = {"--quick", "--skip-keras"} & set(sys.argv)
virtual_environment.enter("bench-quick" if without_keras else "bench")

import argparse
import dataclasses
import datetime
import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

import numpy as np

from benchmarks import engine_peers
from benchmarks.engine_peers import LENGTH, STEPS, KerasPredict, OnnxRuntime, OpenVino, Peer, Variant, Weights

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release"))
EXECUTABLE = os.environ.get("CLOSECAST_BENCH", str(PROGRAMS / "closecast-bench"))
SEED = 20240229
# The largest difference from Closecast's outputs that still counts as the same answer, relative to the largest output.
TOLERANCE = 1e-4


@dataclasses.dataclass(frozen=True)
class Plan:
    """How much to measure."""

    series: tuple[int, ...] = (1, 4, 16, 64, 256, 1024)
    threads: tuple[int, ...] = (1, 2)
    rounds: int = 5
    round_seconds: float = 0.3  # of each engine, at least one forecast
    trial_seconds: float = 0.15  # of each variant, at least one forecast
    decodings: tuple[str, ...] = ("unrolled", "loop", "steps")


QUICK = Plan(series=(1, 4), rounds=2, round_seconds=0.01, trial_seconds=0.01, decodings=("loop", "steps"))


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def closecast_bench(*arguments: str) -> dict:
    """Runs our executable and reads its JSON object."""
    command = [EXECUTABLE, *arguments]
    try:
        finished = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    except FileNotFoundError:
        raise SystemExit(f"{EXECUTABLE} is missing. Build it: scripts/bench")
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(command)} ended with exit code {error.returncode}")
    return json.loads(finished.stdout)


class Closecast(Peer):
    """Closecast: a process that is started for every round, reads model and inputs, and then times itself."""

    name = "Closecast"

    def __init__(self, model: pathlib.Path, decoding: str):
        self.model, self.decoding = model, decoding

    def prepare(self, weights: Weights, series: int, threads: int) -> None:
        self.threads = threads

    def seconds(self, repeats: int) -> list[float]:
        with tempfile.NamedTemporaryFile(prefix="closecast-bench-", suffix=".f32") as file:
            file.write(self.inputs.astype("<f4").tobytes())
            file.flush()
            arguments = {
                "--model": self.model,
                "--inputs": file.name,
                "--series": len(self.inputs),
                "--length": LENGTH,
                "--steps": STEPS,
                "--threads": self.threads,
                "--decode": self.decoding,
                # One extra warm-up run, as for the peers.
                "--repeats": repeats + 1,
            }
            self.report = closecast_bench("run", *[str(part) for pair in arguments.items() for part in pair])
        if len(self.report["seconds"]) != repeats + 1:
            raise SystemExit(f"closecast-bench timed {len(self.report['seconds'])} forecasts instead of {repeats + 1}")
        return self.report["seconds"][1:]

    @property
    def checksum(self) -> float:
        return self.report["checksum"]

    @property
    def first_outputs(self) -> np.ndarray:
        return np.array(self.report["outputs"])


# Measuring ------------------------------------------------------------------------------------------------------------


def repeats_within(seconds: float, one: float) -> int:
    return max(1, min(200, int(seconds / one)))


def finalists(kind: type[Peer], weights: Weights, inputs: np.ndarray, threads: int, plan: Plan) -> list[Peer]:
    """Tries the sensible ways to run `kind` on these series and returns it prepared in the two fastest.

    All combinations would take too long, so one property is chosen after another: how the steps are written, then how the
    work is spread over threads, then how many series a call computes. It returns two because a short trial can be wrong.
    """
    series = len(inputs)
    tried: dict[Variant, float] = {}

    def prepared(variant: Variant) -> Peer:
        peer = kind(variant)
        peer.prepare(weights, series, threads)
        peer.inputs = inputs
        return peer

    def trial(variant: Variant) -> float:
        peer = prepared(variant)
        first = peer.seconds(1)[0]
        if first > plan.trial_seconds:
            return first
        return statistics.median(peer.seconds(repeats_within(plan.trial_seconds, first)))

    def fastest(variants) -> Variant:
        for variant in variants:
            if variant not in tried:
                tried[variant] = trial(variant)
        return min(tried, key=tried.get)

    # With few series, a second thread can cost more than it gains.
    workers = [threads] if series > 16 else [count for count in (threads, 1) if count <= series]
    best = fastest(
        Variant(decoding, step, block=series // count, workers=count)
        for count in workers
        for decoding in plan.decodings
        for step in ("LSTM", "MatMul")
    )
    best = fastest([dataclasses.replace(best, block=series, workers=1, threads_each=threads)])
    largest = series // best.workers
    fastest(dataclasses.replace(best, block=block) for block in (256, 64, 16, 8) if block < largest)
    two = sorted(tried, key=tried.get)[:2]
    say(f"    {kind.name}, the fastest of {len(tried)} ways: {two[0]}; {two[1]}")
    return [prepared(variant) for variant in two]


def measured(parties: list[Peer], plan: Plan) -> list[dict]:
    """Times all parties in rounds and returns one record each, in their order."""
    repeats = [repeats_within(plan.round_seconds, party.seconds(1)[0]) for party in parties]
    rounds = [[] for _ in parties]
    for _ in range(plan.rounds):
        for party, count, medians in zip(parties, repeats, rounds):
            medians.append(statistics.median(party.seconds(count)))
    return [record(party, medians) for party, medians in zip(parties, rounds)]


def fastest_of_each_engine(results: list[dict]) -> list[dict]:
    fastest = {}
    for result in results:
        former = fastest.setdefault(result["name"], result)
        if result["median_seconds"] < former["median_seconds"]:
            fastest[result["name"]] = result
    return list(fastest.values())


def record(party: Peer, rounds: list[float]) -> dict:
    return {
        "name": party.name,
        "variant": str(getattr(party, "variant", "")),
        "median_seconds": statistics.median(rounds),
        "rounds_seconds": rounds,
        "checksum": party.checksum,
    }


def check_agreement(ours: Closecast, peers: list[Peer]) -> None:
    """Ends the benchmark if a peer computed something else: its speed would mean nothing."""
    largest = float(np.abs(ours.first_outputs).max())
    for peer in peers:
        difference = float(np.abs(peer.first_outputs - ours.first_outputs).max())
        # Written so that a NaN fails.
        if not difference <= TOLERANCE * largest:
            raise SystemExit(
                f"{peer.name} and Closecast disagree on the first series: {difference:.3g} of {largest:.3g}, "
                f"and at most {TOLERANCE:g} of the largest output is allowed. Sums: {peer.checksum:.6f}, {ours.checksum:.6f}"
            )
        allowed = TOLERANCE * float(np.abs(peer.outputs).sum(dtype=np.float64))
        if not abs(peer.checksum - ours.checksum) <= allowed:
            raise SystemExit(
                f"{peer.name} and Closecast disagree: their outputs add up to {peer.checksum:.6f} and "
                f"{ours.checksum:.6f}, and a difference of {allowed:.3g} is allowed"
            )


class Benchmark:
    def __init__(self, model: pathlib.Path, plan: Plan):
        self.model, self.plan = model, plan
        self.weights = engine_peers.read_weights(model)
        normal = np.random.default_rng(SEED).standard_normal((max(plan.series), LENGTH), dtype=np.float32)
        self.inputs = np.clip(normal, -12, 12)
        self.machine = {}
        self.peaks = []

    def measure_peak(self) -> None:
        answer = closecast_bench("peak")
        self.peaks.append(answer["gflops"])
        self.machine["openblas_core"] = answer["openblas_core"]

    def ours(self, decoding: str, inputs: np.ndarray, threads: int) -> Closecast:
        party = Closecast(self.model, decoding)
        party.prepare(self.weights, len(inputs), threads)
        party.inputs = inputs
        return party

    def compared(self, ours: Closecast, peers: list[Peer], once: list[Peer], work: dict) -> dict:
        """One row of a table: what was computed (`work`) and one record per engine, Closecast last.

        The peers in `once` are too slow for rounds.
        """
        results = measured([*peers, ours], self.plan)
        for peer in once:
            say(f"    {peer.name}, once ...")
            results.insert(-1, record(peer, peer.seconds(1)))
        check_agreement(ours, [*peers, *once])
        for key in ("openblas_core", "openblas_version", "kernels"):
            self.machine[key] = ours.report[key]
        for result in results:
            low, high = min(result["rounds_seconds"]), max(result["rounds_seconds"])
            say(
                f"    {result['name']} {result['variant']}".rstrip() + f": {result['median_seconds'] * 1e3:.2f} ms "
                f"({low * 1e3:.2f}..{high * 1e3:.2f}), checksum {result['checksum']:.6f}"
            )
        best = min(result["median_seconds"] for result in results[:-1])
        seconds = results[-1]["median_seconds"]
        return {**work, "results": results, "ratio": best / seconds, "gflops": work["flops"] / seconds / 1e9}

    def recursive(self) -> list[dict]:
        rows = []
        for series in self.plan.series:
            self.measure_peak()
            for threads in self.plan.threads:
                say(f"Recursive, {series} series, {threads} thread(s)")
                inputs = self.inputs[:series]
                peers = []
                for kind in (OnnxRuntime, OpenVino):
                    peers += finalists(kind, self.weights, inputs, threads, self.plan)
                flops = series * (LENGTH + STEPS - 1) * self.flops_per_step
                work = {"decoding": "recursive", "series": series, "threads": threads, "flops": flops}
                row = self.compared(self.ours("recursive", inputs, threads), peers, [], work)
                rows.append({**row, "results": fastest_of_each_engine(row["results"])})
        return rows

    def sliding_window(self, with_keras: bool) -> list[dict]:
        self.measure_peak()
        say("Sliding window, 1 series, 1 thread")
        inputs = self.inputs[:1]
        decodings = ("window loop", "windows together")
        peers = [kind(Variant(decoding)) for kind in (OnnxRuntime, OpenVino) for decoding in decodings]
        once = [KerasPredict()] if with_keras else []
        for peer in [*peers, *once]:
            peer.prepare(self.weights, 1, 1)
            peer.inputs = inputs
        work = {
            "decoding": "sliding-window",
            "series": 1,
            "threads": 1,
            "flops": STEPS * LENGTH * self.flops_per_step,
        }
        return [self.compared(self.ours("sliding-window", inputs, 1), peers, once, work)]

    @property
    def flops_per_step(self) -> int:
        """Only of the recurrent product: one multiplication and one addition for each of its weights."""
        return 2 * self.weights.recurrent.size


# Reporting ------------------------------------------------------------------------------------------------------------


def processor_name() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown"


def spread(result: dict, scale: float, digits: int) -> str:
    """Median (least..greatest) of the rounds."""
    rounds = [seconds * scale for seconds in result["rounds_seconds"]]
    text = f"{result['median_seconds'] * scale:,.{digits}f}"
    return f"{text} ({min(rounds):,.{digits}f}..{max(rounds):,.{digits}f})" if len(rounds) > 1 else f"{text} (once)"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def markdown(report: dict) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in report["versions"].items())
    parts = [
        f"Speed on {report['date']}\n",
        f"- Processor: {report['processor']}, {report['cores']} cores\n"
        f"- Model: {report['model']}, {LENGTH} values in, {STEPS} out, float32\n"
        f"- Closecast: {report.get('openblas_version', 'OpenBLAS')}, core {report['openblas_core']}, "
        f"kernels {report.get('kernels', 'not asked')}\n"
        f"- Peers: {versions}\n"
        f"- sgemm's peak on one core: {report['peak_gflops']:.0f} GFLOP/s "
        f"({min(report['peaks_gflops']):.0f}..{max(report['peaks_gflops']):.0f})",
    ]
    if report["recursive"]:
        parts += ["\n### Recursive\n", recursive_table(report), "\n" + variants_table(report)]
    if report["sliding_window"]:
        parts += ["\n### Sliding window, 1 series, 1 thread\n", sliding_window_table(report)]
    if report["recursive"] or report["sliding_window"]:
        parts.append(
            f"\nMedian (least..greatest) of {report['rounds']} rounds of all engines in turn. The ratio to the best "
            "peer is the fastest peer's median divided by Closecast's. All engines agreed on the outputs. GFLOP/s and "
            "the share of the peak (of as many cores as threads) count the recurrent products only: 2 x units x 4 "
            "units a time step."
        )
    return "\n".join(parts)


def recursive_table(report: dict) -> str:
    header = ["series", "threads"]
    header += [f"{result['name']}, us/series" for result in report["recursive"][0]["results"]]
    header += ["ratio to best peer", "GFLOP/s", "% of sgemm peak", "sum of outputs"]
    rows = []
    for row in report["recursive"]:
        share = row["gflops"] / (report["peak_gflops"] * row["threads"])
        rows.append(
            [str(row["series"]), str(row["threads"])]
            + [spread(result, 1e6 / row["series"], 0) for result in row["results"]]
            + [f"{row['ratio']:.2f}", f"{row['gflops']:.0f}", f"{100 * share:.0f}"]
            + [f"{row['results'][-1]['checksum']:.4f}"]
        )
    return table(header, rows)


def variants_table(report: dict) -> str:
    """The fastest way found to run each peer, by size."""
    header = ["series, threads", *[result["name"] for result in report["recursive"][0]["results"][:-1]]]
    rows = [
        [f"{row['series']}, {row['threads']}", *[result["variant"] for result in row["results"][:-1]]]
        for row in report["recursive"]
    ]
    return table(header, rows)


def sliding_window_table(report: dict) -> str:
    (row,) = report["sliding_window"]
    ours = row["results"][-1]["median_seconds"]
    rows = []
    for result in row["results"]:
        name = f"{result['name']}, {result['variant']}" if result["variant"] else result["name"]
        ratio = result["median_seconds"] / ours
        gflops = row["flops"] / result["median_seconds"] / 1e9
        share = 100 * gflops / report["peak_gflops"]
        figures = [f"{ratio:.2f}", f"{gflops:.1f}", f"{share:.1f}", f"{result['checksum']:.6f}"]
        rows.append([name, spread(result, 1e3, 1), *figures])
    header = ["engine", "ms", "ratio to Closecast", "GFLOP/s", "% of sgemm peak", "sum of outputs"]
    return table(header, rows)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", metavar="FILE", help='also write the results as JSON; "-" writes only JSON, to stdout')
    parser.add_argument("--model", type=pathlib.Path, default=REPOSITORY / "models" / "daily-close", metavar="DIR")
    parser.add_argument("--quick", action="store_true", help="toy sizes, without Keras; the results mean nothing")
    parser.add_argument("--only", choices=("recursive", "sliding-window", "peak"), help="measure one part")
    parser.add_argument("--skip-keras", action="store_true", help="leave out Keras, which takes seconds per forecast")
    arguments = parser.parse_args()
    if not (arguments.model / "config.json").is_file():
        parser.error(f"--model {arguments.model}: no config.json found in it")
    return arguments


def main() -> None:
    arguments = options()
    plan = QUICK if arguments.quick else Plan()
    benchmark = Benchmark(arguments.model, plan)
    parts = {arguments.only} if arguments.only else {"recursive", "sliding-window", "peak"}

    benchmark.measure_peak()
    recursive = benchmark.recursive() if "recursive" in parts else []
    with_keras = not (arguments.quick or arguments.skip_keras)
    sliding_window = benchmark.sliding_window(with_keras) if "sliding-window" in parts else []
    benchmark.measure_peak()

    packages = {"ONNX Runtime": "onnxruntime", "OpenVINO": "openvino"}
    if with_keras:
        packages |= {"Keras": "keras", "TensorFlow": "tensorflow-cpu"}
    report = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": processor_name(),
        "cores": len(os.sched_getaffinity(0)),
        "versions": {name: importlib.metadata.version(package) for name, package in packages.items()},
        "model": arguments.model.name,
        **benchmark.machine,
        "rounds": plan.rounds,
        "quick": arguments.quick,
        "peak_gflops": statistics.median(benchmark.peaks),
        "peaks_gflops": benchmark.peaks,
        "recursive": recursive,
        "sliding_window": sliding_window,
    }
    if arguments.json != "-":
        print(markdown(report))
    if arguments.json == "-":
        print(json.dumps(report, indent=2))
    elif arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
