"""Fits how wide a model's bands have to be, on forecasts of days that the fitted models had not seen.

Each era's models forecast from every fifth day of the year after their last training day, with all 96 outcomes inside that
year; the last era runs on until the main models' validation ends. The main model is calibrated on all eras. An era's own
model is calibrated on the other eras, so that it can be scored on its own.
"""

import datetime
import json
import pathlib
import subprocess
import tempfile
import typing

import numpy as np

import model_folder

from .closes import Run, say
from .network import CONTEXT, HORIZON, Kind

LEVELS = [round(0.05 * k, 2) for k in range(1, 20)] + [0.975, 0.99]
EVERY = 5  # days between the cutoffs that are fitted to; they overlap, but each adds a little
DECAY = 0.97  # of the conformal bands' volatility, a day
# Steps this near to a step are pooled with it: neighbours differ by noise.
NEARBY = (0.75, 1.25)


class Era(typing.NamedTuple):
    """Days to forecast from, after the last day that the era's models were trained on."""

    through: datetime.date  # the last training day, and the first cutoff
    last_cutoff: datetime.date

    @property
    def outcomes(self) -> dict[str, str]:
        """The days whose closes its forecasts are scored by."""
        first, last = self.through + datetime.timedelta(1), self.last_cutoff + datetime.timedelta(HORIZON)
        return {"from": str(first), "through": str(last)}

    @property
    def cutoffs(self) -> list[datetime.date]:
        return [
            self.through + datetime.timedelta(days) for days in range(0, (self.last_cutoff - self.through).days + 1, EVERY)
        ]


def eras_of(last_days: list[datetime.date], validated_through: datetime.date) -> list[Era]:
    """An era ends where its outcomes would reach into the next, whose own forecasts they would tell too much."""
    ends = [day - datetime.timedelta(HORIZON) for day in last_days[1:]] + [validated_through]
    return [Era(*days) for days in zip(last_days, ends)]


def calibrate(kind: Kind, eras: list[Era], cases: list[np.ndarray], main: pathlib.Path, eras_dir: pathlib.Path) -> None:
    """Writes the calibrations of the main model and of the eras' own; `cases` are each era's, [cases, 96]."""
    fit = conformal if kind.head == "point" else probability_map
    for place, era in enumerate(eras):
        others = [other for other in range(len(eras)) if other != place]
        write(eras_dir / str(era.through), fit(np.concatenate([cases[other] for other in others])), [eras[other] for other in others])
    write(main, fit(np.concatenate(cases)), eras)


def write(folder: pathlib.Path, calibration: dict, fitted_on: list[Era]) -> None:
    """Into a folder that holds a model; what was measured with another calibration goes."""
    kind = calibration.pop("kind")
    entry = {"kind": kind, "fitted_on": [era.outcomes for era in fitted_on], **calibration}
    if model_folder.read_config(folder).get("calibration") != entry:
        model_folder.write_measured(folder, model_folder.Measured(entry))
    say(f"calibrated {folder}")


def probability_map(transforms: np.ndarray) -> dict:
    """The coverage that the model's own central band needs, for each coverage wanted; `transforms` is [cases, 96].

    Symmetric: only how far from the middle a close fell counts, since which side is no matter of a few years.
    """
    return {
        "kind": "probability-map",
        "levels": LEVELS,
        "steps": _rows(np.abs(2 * transforms - 1), decimals=4, most=0.9999),
    }


def conformal(scores: np.ndarray) -> dict:
    """The scores that bands of each coverage must reach to; `scores` is [cases, 96]."""
    return {"kind": "conformal", "decay": DECAY, "levels": LEVELS, "steps": _rows(scores, decimals=4, most=1000.0)}


def _rows(values: np.ndarray, *, decimals: int, most: float) -> list[list[float]]:
    rows = []
    for step in range(1, HORIZON + 1):
        steps = np.arange(1, HORIZON + 1)
        nearby = (steps >= NEARBY[0] * step) & (steps <= NEARBY[1] * step)
        quantiles = np.quantile(values[:, nearby].ravel(), LEVELS)
        rows.append([round(float(min(value, most)), decimals) for value in np.maximum.accumulate(quantiles)])
    return rows


def scores(runs_by_ticker: dict[str, list[Run]], era: Era) -> np.ndarray:
    """|ln(close / last close)| / (volatility · √step) of the era's forecasts, [cases, 96]."""
    weights = DECAY ** np.arange(CONTEXT - 2, -1, -1)
    root = np.sqrt(np.arange(1, HORIZON + 1))
    found = []
    for runs in runs_by_ticker.values():
        for run in runs:
            for cutoff in era.cutoffs:
                end = run.index(cutoff) + 1
                if end < CONTEXT or end + HORIZON > len(run.closes):
                    continue
                logs = np.log(run.closes[end - CONTEXT : end + HORIZON])
                returns = np.diff(logs[:CONTEXT])
                volatility = np.sqrt(np.sum(weights * returns**2) / np.sum(weights))
                found.append(np.abs(logs[CONTEXT:] - logs[CONTEXT - 1]) / (volatility * root))
    return np.array(found)


def transforms(closecast: pathlib.Path, closes: pathlib.Path, model: pathlib.Path, tickers: list[str], era: Era) -> np.ndarray:
    """Where in the distributions of an era's model the closes fell, [cases, 96], as `closecast backtest` tells it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "transforms.ndjson"
        command = [closecast, "backtest", *tickers, "--from", closes, "--model", model, "--baselines", "naive", "--csv"]
        command += ["--since", str(era.through), "--until", str(era.last_cutoff), "--every", str(EVERY), "--transforms", out]
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        entries = [json.loads(line) for line in out.read_text().splitlines()]
    return np.array([entry["transforms"] for entry in entries if entry["method"] != "naive"])
