"""Measures the accuracy of the shipped models on days they have not seen, compared with the baselines.

Start it as scripts/bench --quality, which builds closecast first:

    scripts/bench --quality                          prints the tables; several minutes
    scripts/bench --quality --candles CANDLES_DIR    uses another folder of daily candles, one CSV per coin; closes alone will do
    scripts/bench --quality --write                  also writes them into the models' config.json and card, docs/quality.md and the README

The protocol: context 500, horizon 96, origins every 15 days; per coin the ratio of sums over origins, then the mean over
coins; intervals from a bootstrap over coins and 90-day blocks of origins. The test is 2024-04-01 to 2024-11-12, after all
days that the models were trained or calibrated on. The eras are four years; each is forecast by models trained on the
days before it and calibrated on the other eras. If these models are missing, `scripts/models/train.py DIR --eras` and
`scripts/models/train_volatility.py DIR --eras` are run to train them. The averages of each era are made of its two models.

The ceiling is what daily closes could tell at most: the loss of a distribution that knows the volatility of every coming day.
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
NETWORK, VOLATILITY, AVERAGE, POINT = "daily-close-t", "daily-volatility", "daily-average", "daily-close"
MODELS = [AVERAGE, VOLATILITY, NETWORK, POINT]
TEST = "2024-04-01..2024-11-12"
BASELINES = ["naive", "drift", "bootstrap", "ewma", "garch"]
MARKS = "<!-- quality -->", "<!-- /quality -->"
CEILING = "ceiling"
# The rows of the table in the README.
SUMMARY_METHODS = ["naive", "garch", *MODELS, CEILING]
# The names of the eras' folders.
ERAS = [str(day) for day in calibration.ERAS]
WEEK, MONTH, QUARTER, ALL_STEPS = range(4)  # the groups of days ahead: 1-7, 8-30, 31-96, 1-96
PARTS = (WEEK, MONTH, QUARTER)
# From this heading on, the measured part of a card was measured by other programs and is kept.
KEPT_HEADING = "### Variants"
TOGETHER = "Eras and test together"


class Results(typing.NamedTuple):
    test: dict
    together: dict  # eras and test
    eras: dict[str, dict]  # by the year


def backtest(candles: pathlib.Path, tickers: list[str], models: list[pathlib.Path], periods: str) -> dict:
    """The output of `closecast backtest --ceiling --touch --json`, with its methods by name."""
    command = [CLOSECAST, "backtest", *tickers, "--from", candles, "--model", *models, "--periods", periods, "--ceiling", "--touch", "--json"]
    done = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE)
    found = json.loads(done.stdout)
    found["methods"] = {method["name"]: method for method in found["methods"]}
    if found["plan"]["not_counted"]:
        sys.exit(f"{found['plan']['not_counted']} origins in {periods} are on days that a model was fitted to")
    return found


def measure(candles: pathlib.Path, eras_dir: pathlib.Path) -> Results:
    main = [ROOT / "models" / model for model in MODELS]
    training = model_folder.read_config(ROOT / "models" / NETWORK)["training"]
    tickers = training["tickers"]
    eras = calibration.eras_of(calibration.ERAS, datetime.date.fromisoformat(training["validated_through"]))
    periods = [f"{era.through}..{era.last_cutoff}" for era in eras]
    say("the test ...")
    test = backtest(candles, tickers, main, TEST)
    with tempfile.TemporaryDirectory() as folder:
        # Each cutoff is forecast by the newest version that has not seen the days after it.
        versions = []
        for model in MODELS:
            versions.append(pathlib.Path(folder) / model)
            versions[-1].mkdir()
            for version in [*(eras_dir / model / through for through in ERAS), ROOT / "models" / model]:
                (versions[-1] / version.name).symlink_to(version.resolve())
        say("the eras ...")
        by_year = {period[-10:-6]: backtest(candles, tickers, versions, period) for period in periods}
        say("eras and test together ...")
        together = backtest(candles, tickers, versions, ",".join([*periods, TEST]))
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


def percents(values: list[float | None]) -> str:
    """A share with its interval, in percent."""
    if values[1] is None:
        return f"{values[0] * 100:.0f} %"
    value, low, high = (f"{number * 100:.0f}" for number in values)
    return f"{value} % [{low}, {high}]"


def knowable_share(found: dict, method: str, place: int) -> str:
    """The share of what could be known; nothing if the ceiling is no better than the naive forecast."""
    values = group(found, method, place).get("share_of_ceiling")
    return percents(values) if values else ""


def markdown(header: list[str], numeric: int, rows: list[list[str]]) -> str:
    """A table whose last `numeric` columns are aligned to the right."""
    marks = ["---"] * (len(header) - numeric) + ["---:"] * numeric
    lines = ["| " + " | ".join(header) + " |", "|" + "|".join(marks) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def label(method: str) -> str:
    return f"`{method}` (not a forecast)" if method == CEILING else f"`{method}`"


def losses(found: dict) -> str:
    """Point error and CRPS relative to the naive forecast's."""
    header = ["method", "point error / naive", "CRPS / naive", "days 1-7", "8-30", "31-96"]

    def row(method: str) -> list[str]:
        whole = group(found, method)
        parts = [estimate(group(found, method, place)["crps_to_naive"]) for place in PARTS]
        return [label(method), estimate(whole["point_error_to_naive"]), estimate(whole["crps_to_naive"]), *parts]

    return markdown(header, 0, [row(method) for method in [*BASELINES, *MODELS, CEILING]])


def against_garch(found: dict) -> str:
    """CRPS relative to GARCH-t's, and the share of what could be known."""
    header = ["method", "CRPS / GARCH, days 1-7", "8-30", "31-96", "share of what could be known, days 1-7", "8-30", "31-96"]

    def row(method: str) -> list[str]:
        ratios = [estimate(group(found, method, place)["crps_to_garch"]) for place in PARTS]
        return [label(method), *ratios, *(knowable_share(found, method, place) for place in PARTS)]

    return markdown(header, 0, [row(method) for method in ["garch", *MODELS]])


def bands(found: dict) -> str:
    """The shares of closes inside the central bands."""
    header = ["method", "in the 80 % band, days 1-7", "8-30", "31-96", "1-96", "in the 50 % band", "95 %"]

    def row(method: str) -> list[str]:
        half, _, wide = group(found, method)["coverage"]
        shares = [*(group(found, method, place)["coverage"][1] for place in (*PARTS, ALL_STEPS)), half, wide]
        return [label(method), *(f"{value * 100:.1f} %" for value in shares)]

    return markdown(header, 6, [row(method) for method in [*BASELINES, *MODELS]])


def touches(found: dict) -> str:
    """The loss of the probabilities that a price is reached on the way, of the methods with sample paths."""
    header = ["method", "price reached, loss / GARCH, within 7 days", "30 days", "96 days"]
    scored = [method for method in [*BASELINES, *MODELS] if "touch_loss_to_garch" in group(found, method)]
    rows = [[label(method), *(estimate(group(found, method, place)["touch_loss_to_garch"]) for place in PARTS)] for method in scored]
    return markdown(header, 0, rows)


def summary(found: dict) -> str:
    """The table of the README."""
    header = ["method", "CRPS / naive, days 1-7", "8-30", "31-96", "CRPS / GARCH, days 1-7", "8-30", "31-96", "in the 80 % band"]

    def row(method: str) -> list[str]:
        ratios = [estimate(group(found, method, place)[key]) for key in ("crps_to_naive", "crps_to_garch") for place in PARTS]
        return [label(method), *ratios, f"{group(found, method)['coverage'][1] * 100:.1f} %"]

    return title(found, TOGETHER) + "\n\n" + markdown(header, 1, [row(method) for method in SUMMARY_METHODS])


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

    def is_below_one(values: list[float | None]) -> bool:
        """Whether the whole interval is below 1."""
        return values[2] is not None and values[2] < 1

    names = [f"days {part['steps'][0]}-{part['steps'][1]}" for part in test["methods"][model]["groups"]]
    for place, name in enumerate(names):
        values = group(test, model, place)["point_error_to_naive"]
        row(f"point error / naive, test, {name}", values, values[0] <= (1.01 if place == ALL_STEPS else 1.02), is_below_one(values))
    best = group(test, model)["crps_to_best_baseline"]
    row(f"CRPS / best baseline ({group(test, model)['best_baseline']}), test", best, best[0] <= 1.02, best[0] <= 1)
    week, whole = group(together, model, WEEK)["crps_to_naive"], group(together, model)["crps_to_naive"]
    row("CRPS / naive, eras and test, days 1-7", week, week[0] <= 0.985, week[0] <= 0.97)
    row("CRPS / naive, eras and test, all days", whole, whole[0] <= 1.0, whole[0] <= 0.99)
    for place, name in enumerate(names):
        values = group(test, model, place)["crps_to_garch"]
        row(f"CRPS / GARCH-t, test, {name}", values, values[0] <= 1.02, values[0] <= 1)
    for place in PARTS:
        values = group(together, model, place)["crps_to_garch"]
        row(f"CRPS / GARCH-t, eras and test, {names[place]}", values, values[0] <= 1.01, is_below_one(values))
    for place in PARTS:
        if group(together, model, place).get("share_of_ceiling"):
            rows.append((f"share of what could be known, eras and test, {names[place]}", knowable_share(together, model, place), "", ""))
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


def tables(found: dict, name: str) -> str:
    return "\n\n".join([title(found, name), losses(found), against_garch(found), bands(found), touches(found), log_scores(found)])


def report(results: Results) -> str:
    return tables(results.test, "Test") + "\n\n" + tables(results.together, TOGETHER)


# Writing


def skill(found: dict, period: str, model: str) -> dict:
    """A period of config.json's `skill`."""
    method, plan = found["methods"][model], found["plan"]
    keys = ["steps", "point_error_to_naive", "crps_to_naive", "crps_to_best_baseline", "crps_to_garch", "coverage"]
    # There is no share if the ceiling is no better than the naive forecast.
    groups = [{key: _rounded(part[key]) for key in [*keys, "share_of_ceiling"] if key in part} for part in method["groups"]]
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


NOTES = {
    AVERAGE: "The average of an era is of the two models of the same day, and a GARCH model is fitted to each context.",
    VOLATILITY: "The candles of the context were given, so the variant is `ohlcv` where all of them are complete.",
    NETWORK: "Each era is calibrated on the other eras.",
    POINT: "Each era is calibrated on the other eras. Its training stops at the main model's step, which was chosen on days of the last era.",
}


def card_words(results: Results, model: str) -> str:
    """The measured part of a model's card."""
    return "\n\n".join(
        [
            report(results),
            "Brackets are 95 % intervals, from a bootstrap over coins and 90-day blocks of origins; those of shares take the ceiling as exact. "
            "The eras' figures are of the same recipe, trained anew on the days before each era. " + NOTES[model],
            gate_table(results, model),
            "By coin, on the test, all days:",
            coin_table(results.test, model),
        ]
    )


def kept_words(folder: pathlib.Path) -> str:
    """What the measured part of a card has from KEPT_HEADING on, after a blank line; empty if there is none."""
    card = (folder / "README.md").read_text()
    words = card.partition(model_folder.MEASURED)[2].partition(model_folder.MEASURED_END)[0]
    _, heading, rest = words.partition(KEPT_HEADING)
    return f"\n\n{heading}{rest}".rstrip() if heading else ""


def write(results: Results) -> None:
    if not (has_intervals(results.test) and has_intervals(results.together)):
        sys.exit("nothing written: there are too few closes for intervals, and figures without intervals are not published")
    for model in MODELS:
        folder = ROOT / "models" / model
        found = model_folder.read_config(folder)
        periods = [skill(results.together, "eras and test", model), skill(results.test, "test", model)]
        words = card_words(results, model) + kept_words(folder)
        model_folder.write_measured(folder, model_folder.Measured(found.get("calibration"), periods, words))
        say(f"wrote {folder}")
    write_between_marks(ROOT / "docs" / "quality.md", report(results))
    write_between_marks(ROOT / "README.md", summary(results.together))


def write_between_marks(page: pathlib.Path, text: str) -> None:
    before, found_begin, rest = page.read_text().partition(MARKS[0])
    _, found_end, after = rest.partition(MARKS[1])
    if not (found_begin and found_end):
        sys.exit(f"{page} has no lines {MARKS[0]} and {MARKS[1]} to write between")
    page.write_text(f"{before}{MARKS[0]}\n{text}\n{MARKS[1]}{after}")
    say(f"wrote {page}")


# The eras' models


def prepare(candles: pathlib.Path, eras_dir: pathlib.Path) -> None:
    """Trains the eras' models that are missing, and makes the eras' averages of them."""
    if not (are_calibrated(eras_dir / NETWORK) and are_calibrated(eras_dir / POINT)):
        say("the eras' networks are missing or not calibrated; training them ...")
        run("train.py", candles, "--eras", "--replace", "--eras-dir", eras_dir)
    if not all((eras_dir / VOLATILITY / through / "config.json").exists() for through in ERAS):
        say("the eras' models of volatility are missing; fitting them ...")
        run("train_volatility.py", candles, "--eras", "--replace", "--eras-dir", eras_dir)
    # They are copies of the two models' weights, made in a moment.
    for through in ERAS:
        parts = ["--network", eras_dir / NETWORK / through, "--volatility", eras_dir / VOLATILITY / through]
        run("average.py", *parts, "--out", eras_dir / AVERAGE / through, "--replace")


def run(script: str, *arguments: str | pathlib.Path) -> None:
    command = [sys.executable, ROOT / "scripts" / "models" / script, *arguments]
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr)


def check_average(models: pathlib.Path) -> None:
    """Stops if the average does not hold the weights of the two models beside it."""
    weights = b"".join((models / part / "model.safetensors").read_bytes() for part in (NETWORK, VOLATILITY))
    if model_folder.read_config(models / AVERAGE)["sha256"] != model_folder.sha256_of_bytes(weights):
        sys.exit(f"{models / AVERAGE} is not the average of {NETWORK} and {VOLATILITY}: scripts/models/average.py --replace")


def are_calibrated(folder: pathlib.Path) -> bool:
    """Whether each era has a fully calibrated model, not the leftovers of an interrupted run."""
    folders = [folder / through for through in ERAS]
    return all((era / "config.json").exists() for era in folders) and all(
        model_folder.read_config(era).get("calibration", {}).get("levels") == calibration.LEVELS for era in folders
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/bench --quality", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    candles = ROOT.parent / "shared" / "market"
    parser.add_argument("--candles", type=pathlib.Path, default=candles, metavar="DIR", help="daily candles, one CSV per coin")
    parser.add_argument("--eras-dir", type=pathlib.Path, default=ROOT / ".eras", metavar="DIR", help="the eras' models")
    parser.add_argument("--write", action="store_true", help="write the results into models/, docs/quality.md and README.md")
    given = parser.parse_args()
    if not given.candles.is_dir():
        parser.error(f"{given.candles} is not a folder; give a folder of daily candles, one CSV per coin: --candles DIR")
    return given


def main() -> None:
    given = arguments()
    check_average(ROOT / "models")
    prepare(given.candles, given.eras_dir)
    results = measure(given.candles, given.eras_dir)
    print(report(results))
    for model in MODELS:
        print("\n" + gate_table(results, model))
    if given.write:
        write(results)


if __name__ == "__main__":
    main()
