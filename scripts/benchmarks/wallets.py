"""Measures the accuracy of wallet forecasts on days that the model has not seen, and their speed.

Run it as scripts/bench --wallets, which builds the Swift side:

    scripts/bench --wallets CLOSES_DIR                      200 random wallets at the cutoffs of the test; about 10 minutes
    scripts/bench --wallets CLOSES_DIR --marginals garch    with GARCH forecasts, which see only their contexts, so that
                --first 2020-01-01 --last 2023-12-15        years that the model was trained on can be scored
    scripts/bench --wallets --quick                         toy sizes on simulated markets, to check that it works

CLOSES_DIR is a folder of daily closes, one CSV per coin. A wallet has 2 to 8 coins and random shares of value, the same at every
cutoff. All methods of combining coins start from the same forecasts of the coins. Ratios are computed per wallet, from sums over
cutoffs, and then averaged over wallets; intervals come from a bootstrap over wallets and 90-day blocks of cutoffs. Wallets share their
coins and 96-day windows overlap, so hundreds of wallets contain no more information than the few separate windows.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXECUTABLE = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast-bench"
SIMULATED = ROOT / "data" / "simulated"


def bench(command: str, **options: object) -> dict:
    words = [EXECUTABLE, command, *(word for name, value in options.items() for word in (f"--{name}", value))]
    return json.loads(subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE).stdout)


def tickers(model: pathlib.Path) -> str:
    """The coins that the model was trained on; other files in the folder are ignored."""
    training = json.loads((model / "config.json").read_text())["training"]
    return ",".join(training["tickers"])


def with_interval(estimate: list[float]) -> str:
    value, low, high = estimate
    return f"{value:.3f} [{low:.3f}, {high:.3f}]"


def percent(estimate: list[float]) -> str:
    return f"{100 * estimate[0]:.1f} %"


def row(method: dict) -> str:
    cells = [method["name"]]
    for coverage, width in zip(method["coverage"], method["width"]):
        cells += [percent(coverage), percent(width)]
    cells += [percent(method["below"][0])]
    cells += [with_interval(method[ratio][0]) for ratio in ("crps_to_naive", "crps_to_joint", "low_loss_to_joint")]
    return "| " + " | ".join(cells) + " |"


def tables(found: dict) -> str:
    header = ["days {days}", "50 % band", "width", "80 % band", "width", "95 % band", "width", "below it"]
    header += ["CRPS / naive", "CRPS / joint", "pinball at 0.05 / joint"]
    parts = []
    for group in reversed(found["groups"]):
        parts += ["| " + " | ".join(header).format(days=group["days"]) + " |", "|---" * len(header) + "|"]
        parts += [row(method) for method in group["methods"]] + [""]
    return "\n".join(parts)


def tails(found: dict) -> str:
    names = [f"days {group['days']}, {side}" for group in found["groups"] for side in ("low", "high")]
    lines = ["| of coins in their outer tenth, pairs that both are | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for row in found["tails"]:
        shares = [share for pair in zip(row["low"], row["high"]) for share in pair]
        # A share of no coins is null: at toy size, none may leave its band.
        cells = ["–" if share is None else f"{100 * share:.0f} %" for share in shares]
        lines.append(f"| {row['name']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def speed(model: pathlib.Path, quick: bool) -> str:
    lines = ["| model | coins | paths | days | one core, ms, median (least..greatest) |", "|---|---:|---:|---:|---:|"]
    points = model.parent / "daily-close"
    for kind, coins, paths in [(model, 2, 1000), (model, 10, 1000), (model, 50, 1000), (model, 10, 10_000), (points, 10, 1000)]:
        options = {"model": kind, "coins": coins, "paths": paths, "steps": 96, "repeats": 1 if quick else 25}
        timed = bench("wallet-speed", **options)["seconds"]
        spread = f"{statistics.median(timed) * 1e3:.1f} ({min(timed) * 1e3:.1f}..{max(timed) * 1e3:.1f})"
        lines.append(f"| {kind.name} | {coins} | {paths} | 96 | {spread} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/bench --wallets", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("closes", nargs="?", type=pathlib.Path, metavar="CLOSES_DIR")
    parser.add_argument("--quick", action="store_true", help="toy sizes; the results mean nothing")
    parser.add_argument("--model", type=pathlib.Path, default=ROOT / "models" / "daily-close-t", metavar="DIR")
    parser.add_argument("--count", type=int, default=200, help="number of wallets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", default="2024-04-01", metavar="DAY", help="the first cutoff")
    parser.add_argument("--last", default="2024-11-12", metavar="DAY", help="the last possible cutoff")
    parser.add_argument("--marginals", default="model", help="what forecasts the coins: 'model', or a baseline such as garch")
    given = parser.parse_args()
    if given.closes is None and not given.quick:
        parser.error("give a folder of daily closes, or --quick")
    found = bench(
        "wallets",
        **{"from": given.closes or SIMULATED},
        model=given.model,
        tickers=tickers(given.model) if given.closes else "all",
        marginals=given.marginals,
        first=given.first,
        last="2024-06-30" if given.quick else given.last,
        every=45 if given.quick else 15,
        wallets=4 if given.quick else given.count,
        paths=100 if given.quick else 1000,
        seed=given.seed,
        threads=len(os.sched_getaffinity(0)),
    )
    print(tables(found))
    print(f"{found['cases']:.0f} forecasts of totals; widths are of the total at the cutoff\n")
    print(tails(found) + "\n")
    print(speed(given.model, given.quick))


if __name__ == "__main__":
    main()
