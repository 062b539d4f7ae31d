#!/usr/bin/env python3
"""Trains Closecast's models and writes them as model folders.

    scripts/models/train.py CLOSES_DIR --out mine    both models, as mine/daily-close and mine/daily-close-t
    scripts/models/train.py CLOSES_DIR --replace     the shipped models again, from the closes they were trained on
    scripts/models/train.py CLOSES_DIR --model daily-close-t --through 2022-12-31 --validate-through 2023-06-30 --out mine
    scripts/models/train.py CLOSES_DIR --eras        both again for each of four eras, then calibrates them on the
                                                     year after each era
    scripts/models/train.py --golden                 rewrites the expected values for the shipped models in the tests

CLOSES_DIR is a folder of daily closes, one CSV per coin named after its ticker (BTC.csv), with a column `datetime` or
`date` and a column `close`. Both networks are an LSTM(100) and a dense layer that read the last 499 scaled log-returns:
daily-close (40,901 parameters) predicts the next one, daily-close-t (41,103 parameters) its Student-t distribution.
Progress goes to stderr, the validation results go to stdout as JSON. Training takes about a minute on two cores; the
eras take a few minutes more.
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
import time

# A seed gives the same bytes only on the same kind of processor, so never use a GPU that happens to be there.
os.environ["JAX_PLATFORMS"] = "cpu"

import numpy as np

from models import model_folder
from models.training import calibration, closes, golden, learning, network
from models.training.card import card
from models.training.closes import say
from models.training.network import CONTEXT, HORIZON, KINDS, UNITS, Kind
from models.training.validation import LogDensities, PointErrors, Validation

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CLOSECAST = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release")) / "closecast"
CLOSES_NEEDED = learning.PIECE_RETURNS + 1


def train_model(kind: Kind, given: argparse.Namespace) -> dict:
    """Trains on the days up to `--through`, validates on the days after, writes the folder; returns its `training`."""
    runs_by_ticker = closes.read_folder(given.closes, given.through, given.validate_through, CLOSES_NEEDED)
    returns = returns_of(kind, runs_by_ticker, given.through)
    validation = Validation(runs_by_ticker, given.through, given.validate_through)

    def loss_of(weights: network.Parameters) -> float:
        return validation.loss(kind, weights)

    parameters, steps = learning.train(kind, returns, given.seed, given.steps, loss_of=loss_of)
    training = training_member(kind, runs_by_ticker, given.through, given.seed, steps, given.steps)
    training["validated_through"] = str(given.validate_through)
    if kind is network.DAILY_CLOSE:
        checked = validation.point_errors(parameters)
        training["validation_loss_ratio_to_zero"] = round(validation.squared_error_to_zero(parameters), 5)
        training["validation_point_error_ratio_to_naive"] = round(checked.ratio_to_naive, 5)
        others = {}
        for seed in range(given.seed + 1, given.seed + 1 + given.other_seeds):
            say(f"the same with seed {seed}, for comparison only")
            other, _ = learning.train(kind, returns, seed, given.steps, loss_of=loss_of)
            others[str(seed)] = round(validation.point_errors(other).ratio_to_naive, 5)
        if others:
            training["validation_point_error_ratio_of_other_seeds"] = others
    else:
        checked = validation.log_densities(parameters)
        training["validation_log_density"] = round(checked.model, 5)
        training["validation_log_density_of_static_t"] = round(checked.static_t, 5)
        training["validation_log_density_of_gaussian"] = round(checked.gaussian, 5)
    export(given.out / kind.name, kind, parameters, training, checked, given.replace)
    return training


def train_eras(kind: Kind, given: argparse.Namespace) -> dict:
    """Trains on the days to the end of each era, and on no day after it; returns each `training` by last day.

    If the model stops early, the eras stop at the same step. That number was chosen on the main model's validation days, some of
    which are in the last era; choosing a step for each era would use up more of the days to be scored.
    """
    planned, last = given.steps, given.steps
    if kind.stops_early:
        main = model_folder.read_config(given.out / kind.name)["training"]
        planned, last = main["planned_steps"], main["steps"]
    by_day = {}
    for through in calibration.ERAS:
        runs_by_ticker = closes.read_folder(given.closes, through, through, CLOSES_NEEDED)
        returns = returns_of(kind, runs_by_ticker, through)
        parameters, steps = learning.train(kind, returns, given.seed, planned, last=last)
        training = training_member(kind, runs_by_ticker, through, given.seed, steps, planned)
        export(given.eras_dir / kind.name / str(through), kind, parameters, training, None, given.replace)
        by_day[str(through)] = training
    calibrate(kind, given)
    return by_day


def calibrate(kind: Kind, given: argparse.Namespace) -> None:
    """Fits the width of the bands: the main model's on all eras, an era's model on the other eras."""
    main, eras_dir = given.out / kind.name, given.eras_dir / kind.name
    training = model_folder.read_config(main)["training"]
    eras = calibration.eras_of(calibration.ERAS, datetime.date.fromisoformat(training["validated_through"]))
    last_day = eras[-1].last_cutoff + datetime.timedelta(HORIZON)
    runs_by_ticker = closes.read_folder(given.closes, eras[-1].through, last_day, CLOSES_NEEDED)
    if kind is network.DAILY_CLOSE:
        calibration.calibrate_points(eras, runs_by_ticker, main, eras_dir)
        return

    def forecast(model: pathlib.Path, era: calibration.Era) -> np.ndarray:
        say(f"{kind.name}: forecasting the year after {era.through} ...")
        return calibration.transforms(CLOSECAST, given.closes, model, training["tickers"], era)

    calibration.calibrate_paths(eras, runs_by_ticker, main, eras_dir, forecast)


def returns_of(kind: Kind, runs_by_ticker: dict[str, list[closes.Run]], through: datetime.date) -> list[np.ndarray]:
    returns = learning.returns_of(runs_by_ticker, through)
    say(f"{kind.name}: {sum(map(len, returns)):,} daily returns of {len(runs_by_ticker)} coins up to {through}")
    return returns


def training_member(
    kind: Kind, runs_by_ticker: dict[str, list[closes.Run]], through: datetime.date, seed: int, steps: int, planned: int
) -> dict:
    """The member `training` of config.json, without what validation adds."""
    runs = [run for runs in runs_by_ticker.values() for run in runs]
    used = [run for run in runs if len(run.through(through).closes) >= CLOSES_NEEDED]
    return {
        "through": str(through),
        "from": str(min(run.first_day for run in used)),
        "validated_through": None,
        "seed": seed,
        "steps": steps,
        "planned_steps": planned,
        "tickers": list(runs_by_ticker),
        "recipe": kind.recipe,
    }


def export(
    folder: pathlib.Path,
    kind: Kind,
    parameters: network.Parameters,
    training: dict,
    checked: PointErrors | LogDensities | None,
    replace: bool,
) -> None:
    layers = [model_folder.lstm(1, UNITS, gates="ifgo"), model_folder.dense(UNITS, kind.outputs)]
    measured = model_folder.measured(folder, model_folder.sha256_of(layers, parameters))
    model_folder.write(
        folder,
        name=kind.name,
        layers=layers,
        tensors=parameters,
        context=CONTEXT,
        horizon=HORIZON,
        transform=model_folder.scaled_log_returns(CONTEXT, network.CLIP),
        head={"kind": kind.head},
        calibration=measured.calibration,
        skill=measured.skill,
        training=training,
        card=card(kind, training, checked, measured),
        replace=replace,
    )
    say(f"wrote {folder}")


# The command


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    day, through, last_day = datetime.date.fromisoformat, datetime.date(2023, 6, 30), datetime.date(2023, 12, 26)
    made.add_argument("closes", nargs="?", type=pathlib.Path, metavar="CLOSES_DIR", help="daily closes, one CSV per coin")
    made.add_argument("--model", choices=[*KINDS, "all"], default="all", help="which to train (all)")
    made.add_argument("--out", type=pathlib.Path, default=ROOT / "models", help="parent of the model folders (models)")
    made.add_argument("--replace", action="store_true", help="overwrite existing models")
    made.add_argument("--through", type=day, default=through, metavar="DAY", help=f"last training day ({through})")
    made.add_argument(
        "--validate-through", type=day, default=last_day, metavar="DAY", help=f"last day used at all ({last_day})"
    )
    made.add_argument("--seed", type=int, default=1, help="the same seed, files and machine give the same models (1)")
    made.add_argument(
        "--steps", type=int, default=600, help="number of updates (for daily-close, the maximum), rounded up to a multiple of 4 (600)"
    )
    made.add_argument(
        "--other-seeds", type=int, default=0, metavar="N", help="also train daily-close with N other seeds, for comparison (0)"
    )
    eras = ", ".join(map(str, calibration.ERAS))
    made.add_argument("--eras", action="store_true", help=f"train with closes up to each of {eras} instead")
    made.add_argument(
        "--eras-dir", type=pathlib.Path, default=ROOT / ".eras", metavar="DIR", help="where the eras' models go (.eras)"
    )
    made.add_argument("--golden", action="store_true", help="rewrite the expected values in the tests from the models in --out instead")
    return made


def arguments() -> argparse.Namespace:
    made = parser()
    given = made.parse_args()
    given.kinds = list(KINDS.values()) if given.model == "all" else [KINDS[given.model]]
    main_folders = [given.out / kind.name for kind in given.kinds]
    if given.golden:
        needed, written = main_folders, []
        if given.closes or given.eras:
            made.error("--golden takes no closes and no --eras")
    elif given.eras:
        needed = main_folders
        if not CLOSECAST.exists():
            made.error(f"{CLOSECAST} is missing; it forecasts the eras. Build it: swift build -c release --product closecast")
        written = [given.eras_dir / kind.name / str(day) for kind in given.kinds for day in calibration.ERAS]
    else:
        needed, written = [], main_folders
    if not given.golden and (given.closes is None or not given.closes.is_dir()):
        made.error(f"{given.closes or 'CLOSES_DIR'} is not a folder; give a folder of daily closes, one CSV per coin")
    for folder in needed:
        if not (folder / "config.json").exists():
            made.error(f"no model in {folder}; train it first, or give its parent folder with --out")
    for folder in written:
        if (folder / "config.json").exists() and not given.replace:
            made.error(f"{folder} already holds a model; give another folder, or overwrite it with --replace")
    if given.steps < 1 or given.seed < 0 or given.other_seeds < 0:
        made.error("--steps must be at least 1; --seed and --other-seeds must not be negative")
    given.steps = -(-given.steps // learning.UPDATES_A_PIECE) * learning.UPDATES_A_PIECE
    return given


def main() -> None:
    given, started = arguments(), time.monotonic()
    if given.golden:
        for kind in given.kinds:
            say(f"wrote {golden.write(kind, given.out)}")
        return
    train = train_eras if given.eras else train_model
    print(json.dumps({kind.name: train(kind, given) for kind in given.kinds}, indent=2))
    say(f"done after {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
