#!/usr/bin/env python3
"""Trains Closecast's log-volatility model on daily candles and writes it as a model folder.

    scripts/models/train_volatility.py CANDLES_DIR --out mine    the model, as mine/daily-volatility
    scripts/models/train_volatility.py CANDLES_DIR --replace     the shipped model again
    scripts/models/train_volatility.py CANDLES_DIR --eras        again for each of four eras, on the days before it
    scripts/models/train_volatility.py --golden                  rewrites the expected values for the shipped model in the tests

CANDLES_DIR is a folder of daily candles, one CSV per coin named after its ticker (BTC.csv), with the columns `datetime` or
`date`, `open`, `high`, `low`, `close` and `volume` (in the quote currency). The model has 6,995 numbers, most of them the shape
of the distribution. Training takes less than a minute. Nothing in it is random: the same files give the same model.
Progress goes to stderr, the facts of the training go to stdout as JSON.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import argparse
import datetime
import json
import pathlib
import time

from models import model_folder
from models.training import calibration, candles, volatility, volatility_fit, volatility_golden
from models.training.closes import say
from models.training.volatility_card import card

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME = "daily-volatility"
THROUGH = datetime.date(2024, 3, 31)
# One day with a context and one with a known outcome.
CLOSES_NEEDED = volatility_fit.MINIMUM_RETURNS + 2


def train(given: argparse.Namespace, through: datetime.date, folder: pathlib.Path) -> dict:
    """Fits the model to the days up to `through` and writes its folder; returns its `training`."""
    runs_by_ticker = candles.read_folder(given.candles, through, CLOSES_NEEDED)
    runs = [run for runs in runs_by_ticker.values() for run in runs if len(run.close) >= CLOSES_NEEDED]
    days = sum(len(run.close) for run in runs)
    say(f"{NAME}: {days:,} daily candles of {len(runs_by_ticker)} coins up to {through}")
    try:
        model = volatility_fit.fit(runs)
    except volatility_fit.TooFewCandles as error:
        sys.exit(f"{given.candles}: {error}")
    training = {
        "through": str(through),
        "from": str(min(run.first_day for run in runs)),
        "tickers": list(runs_by_ticker),
        "recipe": "ridge on the ranges of the coming days, then level and slope by the size of returns",
    }
    export(folder, model, training, given.replace)
    return training


def export(folder: pathlib.Path, model: volatility.Model, training: dict, replace: bool) -> None:
    weights = model_folder.safetensors_bytes(model.tensors())
    measured = model_folder.measured(folder, model_folder.sha256_of_bytes(weights))
    config = {
        "format": model_folder.KIND_FORMAT,
        "name": NAME,
        "kind": "log-volatility",
        "context": volatility.CONTEXT,
        "horizon": volatility.HORIZON,
        "variants": list(volatility.VARIANTS),
        "knots": list(volatility.KNOTS),
        "decays": {name: list(decays) for name, decays in volatility.DECAYS.items()},
        "volume_windows": [list(windows) for windows in volatility.VOLUME_WINDOWS],
        "levels": list(volatility.LEVELS),
        "skill": measured.skill,
        "training": training,
    }
    model_folder.write_folder(folder, config, weights, card(NAME, model, training, measured), replace)
    say(f"wrote {folder}")


# The command


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument(
        "candles", nargs="?", type=pathlib.Path, metavar="CANDLES_DIR", help="daily candles, one CSV per coin"
    )
    made.add_argument("--out", type=pathlib.Path, default=ROOT / "models", help="parent of the model folder (models)")
    made.add_argument("--replace", action="store_true", help="overwrite an existing model")
    made.add_argument(
        "--through", type=datetime.date.fromisoformat, default=THROUGH, metavar="DAY", help=f"last day that is used ({THROUGH})"
    )
    eras = ", ".join(map(str, calibration.ERAS))
    made.add_argument("--eras", action="store_true", help=f"train with candles up to each of {eras} instead")
    made.add_argument(
        "--eras-dir", type=pathlib.Path, default=ROOT / ".eras", metavar="DIR", help="where the eras' models go (.eras)"
    )
    made.add_argument(
        "--golden", action="store_true", help="rewrite the expected values in the tests from the model in --out instead"
    )
    return made


def arguments() -> argparse.Namespace:
    made = parser()
    given = made.parse_args()
    main, eras = given.out / NAME, {day: given.eras_dir / NAME / str(day) for day in calibration.ERAS}
    given.folders = eras if given.eras else {given.through: main}
    if given.golden:
        if given.candles or given.eras:
            made.error("--golden takes no candles and no --eras")
        if not (main / "config.json").exists():
            made.error(f"no model in {main}; train it first, or give its parent folder with --out")
        return given
    if given.candles is None or not given.candles.is_dir():
        made.error(f"{given.candles or 'CANDLES_DIR'} is not a folder; give a folder of daily candles, one CSV per coin")
    for folder in given.folders.values():
        if (folder / "config.json").exists() and not given.replace:
            made.error(f"{folder} already holds a model; give another folder, or overwrite it with --replace")
    return given


def main() -> None:
    given, started = arguments(), time.monotonic()
    if given.golden:
        say(f"wrote {volatility_golden.write(given.out / NAME)}")
        return
    trained = {str(through): train(given, through, folder) for through, folder in given.folders.items()}
    print(json.dumps({NAME: trained if given.eras else trained[str(given.through)]}, indent=2))
    say(f"done after {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
