#!/usr/bin/env python3
"""Writes the results of other implementations of the baselines, for the tests to compare with.

    scripts/models/golden_baselines.py            writes Tests/ForecastingTests/Golden/baselines.json; takes a minute

The series are the last 500 closes of three simulated markets in data/simulated; none is a real quote. On them it runs
statsforecast's Naive and RandomWalkWithDrift on log prices, arch's zero-mean GARCH(1,1)-t and EWMA(0.97), and a
bootstrap in numpy; the normal and Student's t distribution are scipy's. Versions: scripts/requirements/baselines.txt.
The same versions give the same file.

Recipes that are not a library's default: returns are divided by their root mean square before arch fits them, and its
optimizer is started from several points and run to a tolerance of 1e-12, because its defaults stop just short of the
maximum; the EWMA's residuals are demeaned and scaled to a mean square of 1 before arch's simulation draws from them.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("baselines")

import csv
import importlib.metadata
import json
import pathlib
import typing

import arch
import numpy as np
import scipy.stats
import statsforecast.models

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent.parent
OUTPUT = REPOSITORY / "Tests" / "ForecastingTests" / "Golden" / "baselines.json"
SERIES = ["SIM01", "SIM02", "SIM03"]
CONTEXT = 500
HORIZON = 96
STEPS = [1, 7, 30, 96]
LEVELS = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975]
SIMULATIONS = 200_000
DECAY = 0.97
SEED = 20240229

Numbers = list[float]
Record = dict[str, typing.Any]


def closes_of(name: str) -> np.ndarray:
    with open(REPOSITORY / "data" / "simulated" / f"{name}.csv", newline="") as file:
        return np.array([float(row["close"]) for row in csv.DictReader(file)][-CONTEXT:])


def walk(model: typing.Any, logs: np.ndarray) -> Record:
    """Means and 80 % and 95 % intervals of log prices, at STEPS."""
    forecast = model.fit(logs).predict(h=HORIZON, level=[80, 95])
    names = {"mean": "mean", "low80": "lo-80", "high80": "hi-80", "low95": "lo-95", "high95": "hi-95"}
    return {ours: [float(forecast[theirs][step - 1]) for step in STEPS] for ours, theirs in names.items()}


def quantiles(daily: np.ndarray) -> list[Numbers]:
    """Of cumulative log-returns, [STEPS, LEVELS]; daily is [simulations, HORIZON]."""
    cumulative = np.cumsum(daily, axis=1)
    return [np.quantile(cumulative[:, step - 1], LEVELS).tolist() for step in STEPS]


def bootstrap(returns: np.ndarray, random: np.random.Generator) -> Record:
    return {"quantiles": quantiles(random.choice(returns - returns.mean(), size=(SIMULATIONS, HORIZON)))}


def simulated(fit: typing.Any, draw: typing.Callable[[typing.Any], np.ndarray]) -> np.ndarray:
    forecast = fit.forecast(horizon=HORIZON, method="simulation", simulations=SIMULATIONS, rng=draw, reindex=False)
    return forecast.simulations.values[0]


def ewma(returns: np.ndarray, random: np.random.Generator) -> Record:
    scale = np.sqrt(np.mean(returns**2))
    model = arch.univariate.ZeroMean(returns / scale, volatility=arch.univariate.EWMAVariance(DECAY), rescale=False)
    fit = model.fit(disp="off")
    residuals = np.asarray(fit.std_resid)
    residuals = residuals - residuals.mean()
    residuals /= np.sqrt(np.mean(residuals**2))
    variances = (np.asarray(fit.conditional_volatility) * scale) ** 2
    following = fit.forecast(horizon=1, reindex=False).variance.values[0, 0] * scale**2
    daily = simulated(fit, lambda size: residuals[random.integers(0, len(residuals), size)]) * scale
    return {"variances": [*variances.tolist(), following], "quantiles": quantiles(daily)}


def garch(returns: np.ndarray, random: np.random.Generator) -> Record:
    scale = np.sqrt(np.mean(returns**2))
    model = arch.arch_model(returns / scale, mean="Zero", vol="GARCH", p=1, q=1, dist="t", rescale=False)
    starts = [None, [0.02, 0.1, 0.88, 4.0], [0.1, 0.05, 0.85, 3.0], [0.5, 0.1, 0.4, 6.0]]
    options = {"ftol": 1e-12, "maxiter": 2000}
    fits = [model.fit(disp="off", starting_values=start and np.array(start), options=options) for start in starts]
    fit = max(fits, key=lambda each: each.loglikelihood)
    omega, alpha, beta, degrees = (float(value) for value in fit.params)
    unit = np.sqrt((degrees - 2) / degrees)
    return {
        "omega": omega * scale**2,
        "alpha": alpha,
        "beta": beta,
        "degrees": degrees,
        "log_likelihood": float(fit.loglikelihood - len(returns) * np.log(scale)),
        "variances": ((np.asarray(fit.conditional_volatility) * scale) ** 2).tolist(),
        "forecast_variances": (fit.forecast(horizon=HORIZON, reindex=False).variance.values[0] * scale**2).tolist(),
        "quantiles": quantiles(simulated(fit, lambda size: random.standard_t(degrees, size) * unit) * scale),
    }


def series(name: str) -> Record:
    closes = closes_of(name)
    logs = np.log(closes)
    returns = np.diff(logs)
    random = np.random.default_rng(SEED)
    return {
        "name": name,
        "closes": closes.tolist(),
        "naive": walk(statsforecast.models.Naive(), logs),
        "drift": walk(statsforecast.models.RandomWalkWithDrift(), logs),
        "bootstrap": bootstrap(returns, random),
        "ewma": ewma(returns, random),
        "garch": garch(returns, random),
    }


def distributions() -> Record:
    """The functions of the normal and Student's t distribution, from the middle far into the tails."""
    levels = [1e-300, 1e-20, 1e-10, 1e-4, 0.005, 0.025, 0.075, 0.1, 0.3, 0.5, 0.7, 0.925, 0.995, 1 - 1e-10]
    values = [-37.0, -12.0, -5.0, -1.96, -0.5, 0.0, 0.3, 1.0, 2.5, 6.0, 8.0]
    degrees = [2.05, 3.0, 4.5, 10.0, 100.0]
    return {
        "levels": levels,
        "normal_quantiles": scipy.stats.norm.ppf(levels).tolist(),
        "values": values,
        "normal_cumulative": scipy.stats.norm.cdf(values).tolist(),
        "normal_log_density": scipy.stats.norm.logpdf(values).tolist(),
        "degrees": degrees,
        "student_t_log_density": [scipy.stats.t.logpdf(values, each).tolist() for each in degrees],
        "draw_levels": LEVELS,
        "student_t_quantiles": [scipy.stats.t.ppf(LEVELS, each).tolist() for each in degrees],
    }


def main() -> None:
    packages = ["arch", "numpy", "pandas", "scipy", "statsforecast", "statsmodels"]
    golden = {
        "recipe": "scripts/models/golden_baselines.py; series are simulated (data/README.md), the last 500 closes of each",
        "versions": {package: importlib.metadata.version(package) for package in packages},
        "steps": STEPS,
        "levels": LEVELS,
        "simulations": SIMULATIONS,
        "series": [series(name) for name in SERIES],
        "distributions": distributions(),
    }
    OUTPUT.parent.mkdir(exist_ok=True)
    # One number per line would make the file 20 times as long; one series per line is enough to compare two versions.
    text = json.dumps(golden, indent=None, separators=(",", ":"))
    OUTPUT.write_text(text.replace('},{"name"', '},\n{"name"').replace('"series":', '\n"series":\n') + "\n")


if __name__ == "__main__":
    main()
