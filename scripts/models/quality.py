"""Measures the accuracy of the shipped models on days they have not seen, compared with the baselines.

Start it as scripts/bench --quality, which builds closecast first:

    scripts/bench --quality                        prints the tables; about 3 minutes
    scripts/bench --quality --closes CLOSES_DIR    uses another folder of daily closes, one CSV per coin
    scripts/bench --quality --write                also writes them into the models' config.json and card, docs/quality.md and the README

The protocol: context 500, horizon 96, origins every 15 days; per coin the ratio of sums over origins, then the mean over
coins; intervals from a bootstrap over coins and 90-day blocks of origins. The test is 2024-04-01 to 2024-11-12, after all
days that the models were trained or calibrated on. The eras are four years; each is forecast by models trained on the
days before it and calibrated on the other eras. If these models are missing, `scripts/models/train.py CLOSES_DIR --eras` is run
to train them.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import tempfile
import typing

from models import model_folder
from models.training import calibration
from models.training.closes import say

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLOSECAST = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast"
MODELS = ["daily-close-t", "daily-close"]
TEST = "2024-04-01..2024-11-12"
BASELINES = ["naive", "drift", "bootstrap", "ewma", "garch"]
MARKS = "<!-- quality -->", "<!-- /quality -->"
# The rows of the table in the README.
SUMMARY_METHODS = ("naive", "garch", "daily-close-t", "daily-close")
ALL_STEPS = -1  # the last group


class Results(typing.NamedTuple):
    test: dict
    together: dict  # eras and test
    eras: dict[str, dict]  # by the year


def backtest(closes: pathlib.Path, tickers: list[str], models: list[pathlib.Path], periods: str) -> dict:
    """The output of `closecast backtest --json`, with its methods by name."""
    command = [CLOSECAST, "backtest", *tickers, "--from", closes, "--model", *models, "--periods", periods, "--json"]
    done = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE)
    found = json.loads(done.stdout)
    found["methods"] = {method["name"]: method for method in found["methods"]}
    if found["plan"]["not_counted"]:
        sys.exit(f"{found['plan']['not_counted']} origins in {periods} are on days that a model was fitted to")
    return found


def measure(closes: pathlib.Path, eras_dir: pathlib.Path) -> Results:
    main = [ROOT / "models" / model for model in MODELS]
    training = model_folder.read_config(main[0])["training"]
    tickers = training["tickers"]
    day = datetime.date.fromisoformat
    days = sorted(day(folder.name) for folder in (eras_dir / MODELS[0]).iterdir())
    eras = calibration.eras_of(days, day(training["validated_through"]))
    periods = [f"{era.through}..{era.last_cutoff}" for era in eras]
    say("the test ...")
    test = backtest(closes, tickers, main, TEST)
    with tempfile.TemporaryDirectory() as folder:
        # Each cutoff is forecast by the newest version that has not seen the days after it.
        versions = []
        for model in MODELS:
            versions.append(pathlib.Path(folder) / model)
            versions[-1].mkdir()
            for version in [*(eras_dir / model).iterdir(), ROOT / "models" / model]:
                (versions[-1] / version.name).symlink_to(version.resolve())
        say("the eras ...")
        by_year = {period[-10:-6]: backtest(closes, tickers, versions, period) for period in periods}
        say("eras and test together ...")
        together = backtest(closes, tickers, versions, ",".join([*periods, TEST]))
    return Results(test, together, by_year)


# Reporting


def estimate(values: list[float | None], digits: int = 3) -> str:
    """The figure with its interval; without one if there are too few closes."""
    if values[1] is None:
        return f"{values[0]:.{digits}f}"
    value, low, high = (f"{number:.{digits}f}" for number in values)
    return f"{value} [{low}, {high}]"


def group(found: dict, method: str, place: int = ALL_STEPS) -> dict:
    return found["methods"][method]["groups"][place]


def table(found: dict) -> str:
    """Every method over all steps, and CRPS by steps."""
    lines = [
        "| method | point error / naive | CRPS / naive | days 1-7 | 8-30 | 31-96 | in the 50 % band | 80 % | 95 % |",
        "|---|---|---|---|---|---|---:|---:|---:|",
    ]
    for method in [*BASELINES, *MODELS]:
        whole = group(found, method)
        parts = [estimate(group(found, method, place)["crps_to_naive"]) for place in range(3)]
        shares = [f"{share * 100:.1f} %" for share in whole["coverage"]]
        cells = [f"`{method}`", estimate(whole["point_error_to_naive"]), estimate(whole["crps_to_naive"]), *parts, *shares]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def title(found: dict, name: str) -> str:
    plan = found["plan"]
    return (
        f"{name}: {len(plan['coins'])} coins, {plan['origins']} cutoffs from {plan['first_cutoff']} to "
        f"{plan['last_cutoff']}, {plan['paths']:,} sample paths"
    )


def log_scores(found: dict) -> str:
    scored = [name for name in [*BASELINES, *MODELS] if "log_score_minus_garch" in found["methods"][name]]
    figures = [f"`{name}` {estimate(found['methods'][name]['log_score_minus_garch'])}" for name in scored if name != "garch"]
    return "One-step log score minus GARCH-t's, in nats: " + ", ".join(figures) + "."


def gates(results: Results, model: str) -> list[tuple[str, str, str, str]]:
    """For each requirement: the figure, and whether it meets the gate and the target."""
    test, together = results.test, results.together
    rows = []

    def row(what: str, values: list[float | None], gate: bool | None, target: bool) -> None:
        shown = estimate(values) if len(values) == 3 else f"{values[0]:.3f}"
        rows.append((what, shown, "" if gate is None else "holds" if gate else "FAILS", "reached" if target else "missed"))

    names = [f"days {part['steps'][0]}-{part['steps'][1]}" for part in test["methods"][model]["groups"]]
    for place, name in enumerate(names):
        values = group(test, model, place)["point_error_to_naive"]
        row(f"point error / naive, test, {name}", values, values[0] <= (1.01 if place == 3 else 1.02), (values[2] or 1) < 1)
    best = group(test, model)["crps_to_best_baseline"]
    row(f"CRPS / best baseline ({group(test, model)['best_baseline']}), test", best, best[0] <= 1.02, best[0] <= 1)
    week, whole = group(together, model, 0)["crps_to_naive"], group(together, model)["crps_to_naive"]
    row("CRPS / naive, eras and test, days 1-7", week, week[0] <= 0.985, week[0] <= 0.97)
    row("CRPS / naive, eras and test, all days", whole, whole[0] <= 1.0, whole[0] <= 0.99)
    for place, name in enumerate(names):
        values = group(test, model, place)["crps_to_garch"]
        row(f"CRPS / GARCH-t, test, {name}", values, values[0] <= 1.02, values[0] <= 1)
    score = test["methods"][model].get("log_score_minus_garch")
    if score:
        row("one-step log score minus GARCH-t's, test, nats", score, score[0] >= -0.01, score[0] > 0)
    _, band80, band95 = group(test, model)["coverage"]
    row("in the 80 % band, test", [band80], 0.75 <= band80 <= 0.85, 0.77 <= band80 <= 0.83)
    row("in the 95 % band, test", [band95], 0.91 <= band95 <= 0.97, 0.93 <= band95 <= 0.97)
    for year, found in results.eras.items():
        share = group(found, model)["coverage"][1]
        row(f"in the 80 % band, {year}", [share], None, 0.7 <= share <= 0.9)
    return rows


def gate_table(results: Results, model: str) -> str:
    lines = [f"| {model} | reached | gate | target |", "|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in gates(results, model)])


def report(results: Results) -> str:
    parts = [
        title(results.test, "Test"), table(results.test), log_scores(results.test),
        title(results.together, "Eras and test together"), table(results.together), log_scores(results.together),
    ]  # fmt: skip
    return "\n\n".join(parts)


# Writing


def skill(found: dict, period: str, model: str) -> dict:
    """A period of config.json's `skill`."""
    method, plan = found["methods"][model], found["plan"]
    keys = ["steps", "point_error_to_naive", "crps_to_naive", "crps_to_best_baseline", "crps_to_garch", "coverage"]
    groups = [{key: _rounded(part[key]) for key in keys} for part in method["groups"]]
    made = {
        "period": period,
        "first_cutoff": plan["first_cutoff"],
        "last_cutoff": plan["last_cutoff"],
        "origins": plan["origins"],
        "coins": len(plan["coins"]),
        "best_baseline": method["groups"][ALL_STEPS]["best_baseline"],
        "groups": groups,
    }
    if "log_score_minus_garch" in method:
        made["log_score_minus_garch"] = _rounded(method["log_score_minus_garch"])
    return made


def has_intervals(found: dict) -> bool:
    return all(group(found, model)["crps_to_naive"][1] is not None for model in MODELS)


def _rounded(values: list) -> list:
    return [value if isinstance(value, int) else round(value, 4) for value in values]


def coin_table(found: dict, model: str) -> str:
    lines = ["| coin | point error / naive | CRPS / naive | in the 80 % band |", "|---|---:|---:|---:|"]
    for coin, groups in found["methods"][model]["coins"].items():
        whole = groups[ALL_STEPS]
        point, crps, share = whole["point_error_to_naive"][0], whole["crps_to_naive"][0], whole["coverage"][1]
        lines.append(f"| {coin} | {point:.3f} | {crps:.3f} | {share * 100:.0f} % |")
    return "\n".join(lines)


def card_words(results: Results, model: str) -> str:
    """The measured part of a model's card."""
    return "\n\n".join(
        [
            report(results) + " Brackets are 95 % intervals, from a bootstrap over coins and 90-day blocks of origins. The eras'"
            " figures are of the same recipe, trained anew on the days before each era and calibrated on the other eras; `daily-close` stops there at the main "
            "model's step, which was chosen on days of the last era.",
            gate_table(results, model),
            "By coin, on the test, all days:",
            coin_table(results.test, model),
        ]
    )


def write(results: Results) -> None:
    if not (has_intervals(results.test) and has_intervals(results.together)):
        sys.exit("nothing written: there are too few closes for intervals, and figures without intervals are not published")
    for model in MODELS:
        folder = ROOT / "models" / model
        found = model_folder.read_config(folder)
        periods = [skill(results.together, "eras and test", model), skill(results.test, "test", model)]
        words = card_words(results, model)
        model_folder.write_measured(folder, model_folder.Measured(found.get("calibration"), periods, words))
        say(f"wrote {folder}")
    whole = report(results)
    write_between_marks(ROOT / "docs" / "quality.md", whole)
    write_between_marks(ROOT / "README.md", summary(whole))


def write_between_marks(page: pathlib.Path, text: str) -> None:
    before, found_begin, rest = page.read_text().partition(MARKS[0])
    _, found_end, after = rest.partition(MARKS[1])
    if not (found_begin and found_end):
        sys.exit(f"{page} has no lines {MARKS[0]} and {MARKS[1]} to write between")
    page.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}")
    say(f"wrote {page}")


def summary(whole: str) -> str:
    """The last table of a report: its title and only the rows of SUMMARY_METHODS."""
    title, *lines = whole[whole.index("Eras and test together") :].splitlines()
    starts = ("| method", "|---", *(f"| `{method}` " for method in SUMMARY_METHODS))
    return "\n".join([title, "", *(line for line in lines if line.startswith(starts))])


def are_calibrated(folder: pathlib.Path) -> bool:
    """Whether each era has a fully calibrated model, not the leftovers of an interrupted run."""
    found = [model_folder.read_config(path.parent) for path in folder.glob("*/config.json")]
    return len(found) == 4 and all(
        config.get("calibration", {}).get("levels") == calibration.LEVELS for config in found
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench --quality", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    closes = ROOT.parent / "shared" / "market"
    parser.add_argument("--closes", type=pathlib.Path, default=closes, metavar="DIR", help="daily closes, one CSV per coin")
    parser.add_argument("--eras-dir", type=pathlib.Path, default=ROOT / ".eras", metavar="DIR", help="the eras' models")
    parser.add_argument("--write", action="store_true", help="write the results into models/, docs/quality.md and README.md")
    given = parser.parse_args()
    if not given.closes.is_dir():
        parser.error(f"{given.closes} is not a folder; give a folder of daily closes, one CSV per coin: --closes DIR")
    return given


def main() -> None:
    given = arguments()
    if not all(are_calibrated(given.eras_dir / model) for model in MODELS):
        say("the eras' models are missing or not calibrated; training them ...")
        trainer = [sys.executable, ROOT / "scripts" / "models" / "train.py", given.closes, "--eras", "--replace"]
        trainer += ["--eras-dir", given.eras_dir]
        subprocess.run(trainer, check=True, stdout=sys.stderr)
    results = measure(given.closes, given.eras_dir)
    print(report(results))
    for model in MODELS:
        print("\n" + gate_table(results, model))
    if given.write:
        write(results)


if __name__ == "__main__":
    main()
