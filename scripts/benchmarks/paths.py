"""Compares the speed of forecasts with sample paths with that of an equivalent JAX program, in one run.

Run it as scripts/bench --paths, which builds the Swift side and clears the variables that would slow its BLAS down:

    scripts/bench --paths            1 coin on one core, 352 on all; 3 to 5 minutes
    scripts/bench --paths --quick    toy sizes, to check that it works

A case is one coin: 500 closes in, 1,000 sample paths of 96 days out, the closes of each day sorted for their quantiles.
The JAX program is compiled before it is timed, draws by the same formula, and computes the cases of a batch together; the
fastest of several batch sizes counts. The two take turns in rounds.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXECUTABLE = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast-bench"
CONTEXT, STEPS, UNITS = 500, 96, 100
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)
# The largest difference of two quantiles of 1,000 paths that still counts as equal: log price, relative to the 80 % band's width.
TOLERANCE = 0.15


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def closes_of(cases: int) -> np.ndarray:
    """Random walks with heavy tails, [cases, 500]: the speed does not depend on the closes."""
    random = np.random.default_rng(20240229)
    return 100 * np.exp(np.cumsum(0.04 * random.standard_t(4, (cases, CONTEXT)) / np.sqrt(2), axis=1))


def uncalibrated(model: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The model without its calibration, to compare the answers: the JAX program has none."""
    from models import model_folder

    config = model_folder.read_config(model)
    config.pop("calibration", None)
    config.pop("skill", None)
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "model.safetensors").write_bytes((model / "model.safetensors").read_bytes())
    return folder


def ours(model: pathlib.Path, closes: np.ndarray, paths: int, threads: int, repeats: int) -> dict:
    with tempfile.NamedTemporaryFile(prefix="closecast-bench-", suffix=".f64") as file:
        file.write(closes.astype("<f8").tobytes())
        file.flush()
        pairs = {"--model": model, "--closes": file.name, "--series": len(closes), "--length": CONTEXT, "--steps": STEPS}
        pairs |= {"--paths": paths, "--threads": threads, "--repeats": repeats}
        command = [EXECUTABLE, "paths", *(part for pair in pairs.items() for part in pair)]
        return json.loads(subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE).stdout)


def jax_program(model: pathlib.Path, paths: int):
    """closes [cases, 500] -> the sorted ratios to the last close, [steps, cases, paths], compiled."""
    import jax
    import jax.numpy as jnp

    from models import model_folder

    weights = {name: jnp.asarray(value) for name, value in model_folder.read_tensors(model).items()}
    kernel, recurrent, bias = (weights[f"layers.0.{name}"] for name in ("kernel", "recurrent_kernel", "bias"))

    def lstm(state, x):
        h, c = state
        i, f, g, o = jnp.split(x[:, None] * kernel + h @ recurrent + bias, 4, axis=1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(c), c

    def draw(key, outputs):
        scale = jnp.exp(jnp.clip(outputs[:, 1] - 0.3, -6, 3))
        degrees = 2.1 + jax.nn.softplus(outputs[:, 2] + 1)
        radius, angle = jax.random.uniform(key, (2, len(outputs)), minval=1e-7)
        shock = jnp.sqrt(degrees * jnp.expm1(-2 / degrees * jnp.log(radius))) * jnp.cos(2 * jnp.pi * angle)
        return jnp.clip(0.1 * outputs[:, 0] + scale * shock, -12, 12)

    @jax.jit
    def forecast(closes, key):
        returns = jnp.diff(jnp.log(closes), axis=1)
        scale = jnp.std(returns, axis=1)
        xs = jnp.clip(returns / scale[:, None], -12, 12).T
        zero = jnp.zeros((closes.shape[0], UNITS)), jnp.zeros((closes.shape[0], UNITS))
        state, _ = jax.lax.scan(lambda state, x: (lstm(state, x), None), zero, xs)
        state = tuple(jnp.repeat(part, paths, axis=0) for part in state)

        def step(carry, key):
            state, x, total = carry
            x = draw(key, state[0] @ weights["layers.1.kernel"] + weights["layers.1.bias"])
            total = total + x
            return (lstm(state, x), x, total), jnp.sort((total * jnp.repeat(scale, paths)).reshape(-1, paths), axis=1)

        first = jnp.zeros(closes.shape[0] * paths)
        _, logs = jax.lax.scan(step, (state, first, first), jax.random.split(key, STEPS))
        return jnp.exp(logs)

    key = jax.random.key(1)
    return lambda closes: np.asarray(forecast(jnp.asarray(closes, jnp.float32), key).block_until_ready())


def timed(program, closes: np.ndarray, batch: int) -> float:
    """Seconds per batch; cases that do not fill a batch are left out."""
    program(closes[:batch])  # compile and warm up
    start = time.perf_counter()
    for place in range(0, len(closes) - batch + 1, batch):
        program(closes[place : place + batch])
    return (time.perf_counter() - start) / (len(closes) // batch)


def check(ours_quantiles: list[float], sorted_ratios: np.ndarray) -> None:
    """Ends the benchmark if the two computed different distributions."""
    theirs = np.log(np.quantile(sorted_ratios[-1, 0], QUANTILES))
    found = np.log(ours_quantiles)
    worst = np.max(np.abs(theirs - found)) / (found[-1] - found[0])
    if not worst <= TOLERANCE:
        raise SystemExit(f"JAX and Closecast disagree: log quantiles {theirs} and {found}")


def row(program, model: pathlib.Path, uncalibrated_model: pathlib.Path, cases: int, paths: int, threads: int, rounds: int) -> str:
    closes = closes_of(cases)
    batches = [batch for batch in (1, 4, 16) if batch <= cases]
    say(f"{cases} case(s), {threads} thread(s) ...")
    sample = closes[: max(batches)]
    batch = min(batches, key=lambda batch: timed(program, sample, batch) / batch)
    our_rounds, their_rounds = [], []
    check(ours(uncalibrated_model, closes[:1], paths, threads, 1)["quantiles"], program(closes[:1]))
    for _ in range(rounds):
        answer = ours(model, closes, paths, threads, 3 if cases == 1 else 1)
        our_rounds.append(statistics.median(answer["seconds"]) / cases)
        seconds = timed(program, closes, batch)
        their_rounds.append(seconds / batch)
    def spread(values: list[float]) -> str:
        return f"{statistics.median(values) * 1e3:.1f} ({min(values) * 1e3:.1f}..{max(values) * 1e3:.1f})"

    ratio = statistics.median(their_rounds) / statistics.median(our_rounds)
    total = statistics.median(our_rounds) * cases
    return (
        f"| {cases} | {threads} | {spread(their_rounds)}, {batch} at once | {spread(our_rounds)} | {ratio:.2f} | {total:.2f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench --paths", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="toy sizes; the results mean nothing")
    parser.add_argument("--model", type=pathlib.Path, default=ROOT / "models" / "daily-close-t", metavar="DIR")
    parser.add_argument("--one-core", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    paths, rounds = 1000, 1 if given.quick else 3
    os.environ["JAX_PLATFORMS"] = "cpu"
    cores = sorted(os.sched_getaffinity(0))
    if given.one_core:
        # XLA uses all available cores; restricted to one core, it is compared with one thread.
        os.sched_setaffinity(0, cores[:1])
    with tempfile.TemporaryDirectory() as folder:
        plain = uncalibrated(given.model, pathlib.Path(folder))
        program = jax_program(plain, paths)
        if given.one_core:
            print(row(program, given.model, plain, 1, paths, 1, rounds))
            return
        header = ["| cases | threads | JAX, ms per case | Closecast, ms per case | ratio | all cases |", "|---:|---:|---:|---:|---:|---:|"]
        one_core = [sys.executable, __file__, "--one-core", "--model", str(given.model)] + ["--quick"] * given.quick
        first = subprocess.run(one_core, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        print("\n".join([*header, first, row(program, given.model, plain, 4 if given.quick else 352, paths, len(cores), rounds)]))
        print(f"\n{paths} sample paths of {STEPS} days each; median (least..greatest) of {rounds} rounds in turn. Closecast's with "
            "its calibration, which the JAX program does not have; without it both give the same quantiles.")


if __name__ == "__main__":
    main()
