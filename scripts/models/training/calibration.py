"""Fits the width of a model's bands, on forecasts of days that the forecasting models had not seen.

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

from models import model_folder

from .closes import Run, say
from .network import CONTEXT, HORIZON

# The last days of the eras' trainings.
ERAS = [datetime.date(year, 12, 31) for year in (2019, 2020, 2021, 2022)]
LEVELS = [round(0.05 * k, 2) for k in range(1, 20)] + [0.975, 0.99]
EVERY = 5  # days between the cutoffs that are fitted to; they overlap, but each adds a little
# The decay per day of the volatility of conformal bands. With .95, .97, .98, .985, .99 and .995, the eras' CRPS / naive was .973,
# .972, .972, .971, .971 and .973 on days 1 to 7, and 1.031, .995, .990, .988, .986 and .984 over all.
DECAY = 0.99
# The decay of the volatility towards which the width of sample paths is drawn, and its weight in the geometric mean. With weights
# 0, .25, .5, .75 and 1, the eras' CRPS / naive was .965, .963, .964, .966 and .971 on days 1 to 7, and .988, .985, .984, .985 and
# .986 over all, before the map; .99 and no decay at all gave the same within .002.
ANCHOR_DECAY, ANCHOR_WEIGHT = 0.995, 0.5
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


# A model folder and an era -> where in its distributions the closes fell, [cases, 96].
Forecast = typing.Callable[[pathlib.Path, Era], np.ndarray]


def eras_of(last_days: list[datetime.date], validated_through: datetime.date) -> list[Era]:
    """An era ends before its outcomes would reach into the next one, to whose forecasts they would leak."""
    ends = [day - datetime.timedelta(HORIZON) for day in last_days[1:]] + [validated_through]
    return [Era(*days) for days in zip(last_days, ends)]


def calibrate_points(eras: list[Era], runs_by_ticker: dict[str, list[Run]], main: pathlib.Path, eras_dir: pathlib.Path) -> None:
    """Conformal bands of the main model, and of the eras' own by the other eras."""
    cases = [scores(runs_by_ticker, era, DECAY) for era in eras]
    for era, others in zip(eras, _all_but_one(len(eras))):
        write(eras_dir / str(era.through), conformal(_of(cases, others)), _of_eras(eras, others))
    write(main, conformal(np.concatenate(cases)), eras)


def calibrate_paths(
    eras: list[Era], runs_by_ticker: dict[str, list[Run]], main: pathlib.Path, eras_dir: pathlib.Path, forecast: Forecast
) -> None:
    """Anchor and map of the main model, and of the eras' own by the other eras.

    The map is fitted to the eras' forecasts with their anchors; `forecast` makes them and returns the transforms of an era. An
    era's map thus comes from forecasts whose anchors, 96 numbers of three eras each, knew it: independent to first order.
    """
    cases = [scores(runs_by_ticker, era, ANCHOR_DECAY) for era in eras]
    anchors = [anchored(_of(cases, others)) for others in _all_but_one(len(eras))]
    found = []
    for era, others, anchor in zip(eras, _all_but_one(len(eras)), anchors):
        write(eras_dir / str(era.through), anchor, _of_eras(eras, others))
        found.append(forecast(eras_dir / str(era.through), era))
    for era, others, anchor in zip(eras, _all_but_one(len(eras)), anchors):
        write(eras_dir / str(era.through), anchor | probability_map(_of(found, others)), _of_eras(eras, others))
    write(main, anchored(np.concatenate(cases)) | probability_map(np.concatenate(found)), eras)


def _all_but_one(count: int) -> list[list[int]]:
    return [[other for other in range(count) if other != one] for one in range(count)]


def _of(cases: list[np.ndarray], places: list[int]) -> np.ndarray:
    return np.concatenate([cases[place] for place in places])


def _of_eras(eras: list[Era], places: list[int]) -> list[Era]:
    return [eras[place] for place in places]


def write(folder: pathlib.Path, calibration: dict, fitted_on: list[Era]) -> None:
    """Writes a calibration into a model folder; measurements made with another calibration are removed."""
    first = {key: calibration[key] for key in ("kind", "decay", "anchor") if key in calibration}
    entry = first | {"fitted_on": [era.outcomes for era in fitted_on]} | calibration
    if model_folder.read_config(folder).get("calibration") != entry:
        model_folder.write_measured(folder, model_folder.Measured(entry))
    say(f"calibrated {folder}")


def probability_map(transforms: np.ndarray) -> dict:
    """The coverage that the model's own central band needs, for each coverage wanted; `transforms` is [cases, 96].

    Symmetric: only the distance from the middle counts, since a few years say nothing about the side.
    """
    return {
        "kind": "probability-map",
        "levels": LEVELS,
        "steps": _rows(np.abs(2 * transforms - 1), decimals=4, most=0.9999),
    }


def conformal(scores: np.ndarray) -> dict:
    """The scores that bands of each coverage must reach to; `scores` is [cases, 96]."""
    return {"kind": "conformal", "decay": DECAY, "levels": LEVELS, "steps": _rows(scores, decimals=4, most=1000.0)}


def anchored(scores: np.ndarray) -> dict:
    """A map that changes no level, after the paths' width is drawn to the long-run volatility's; `scores` is [cases, 96]."""
    rows = _rows(scores, decimals=4, most=1000.0, levels=[0.8])
    anchor = {"decay": ANCHOR_DECAY, "weight": ANCHOR_WEIGHT, "scores": [row[0] for row in rows]}
    return {"kind": "probability-map", "anchor": anchor, "levels": [0.5], "steps": [[0.5]] * HORIZON}


def _rows(values: np.ndarray, *, decimals: int, most: float, levels: list[float] = LEVELS) -> list[list[float]]:
    rows = []
    for step in range(1, HORIZON + 1):
        steps = np.arange(1, HORIZON + 1)
        nearby = (steps >= NEARBY[0] * step) & (steps <= NEARBY[1] * step)
        quantiles = np.quantile(values[:, nearby].ravel(), levels)
        rows.append([round(float(min(value, most)), decimals) for value in np.maximum.accumulate(quantiles)])
    return rows


def scores(runs_by_ticker: dict[str, list[Run]], era: Era, decay: float) -> np.ndarray:
    """|ln(close / last close)| / (volatility · √step) of the era's forecasts, [cases, 96]."""
    weights = decay ** np.arange(CONTEXT - 2, -1, -1)
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
    """Where in the distributions of an era's model the closes fell, [cases, 96], as reported by `closecast backtest`."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "transforms.ndjson"
        command = [closecast, "backtest", *tickers, "--from", closes, "--model", model, "--baselines", "naive", "--csv"]
        command += ["--since", str(era.through), "--until", str(era.last_cutoff), "--every", str(EVERY), "--transforms", out]
        subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
        entries = [json.loads(line) for line in out.read_text().splitlines()]
    return np.array([entry["transforms"] for entry in entries if entry["method"] != "naive"])
