"""Validation on days after the last training day."""

import datetime
import functools
import sys
import typing

import numpy as np
import scipy.optimize
import scipy.stats

from . import network
from .closes import Run
from .learning import scale_of
from .network import CLIP, CONTEXT, HORIZON, Kind

ORIGIN_EVERY = 15  # days between the rolling origins


class Origin(typing.NamedTuple):
    """A day to forecast from."""

    ticker: str
    day: datetime.date
    context: np.ndarray  # [500] closes, the last one of the origin itself
    future: np.ndarray  # [up to 96] closes after it, none after the last validation day

    @property
    def scale(self) -> float:
        return scale_of(np.diff(np.log(self.context)))

    def scaled(self, days: int) -> np.ndarray:
        """The returns of the context and of `days` days after it, by the scale of the context alone."""
        closes = np.concatenate([self.context, self.future[:days]])
        return np.clip(np.diff(np.log(closes)) / self.scale, -CLIP, CLIP).astype(np.float32)


class PointErrors(typing.NamedTuple):
    ratios: dict[str, float]  # by ticker: the model's summed absolute error / the last close's
    origins: int
    largest_move: float  # of any point forecast, relative to the last close
    mean_move: float  # of the point forecasts of the last day of the horizon, relative to the last close

    @property
    def ratio_to_naive(self) -> float:
        return float(np.mean(list(self.ratios.values())))


class LogDensities(typing.NamedTuple):
    """Means of the logarithm of the density of a scaled return, one day ahead, in nats."""

    model: float
    static_t: float  # a Student-t fitted to the context by maximum likelihood
    gaussian: float  # with the deviation of the context and no drift
    days: int  # how many coins' days


class Validation:
    def __init__(self, runs_by_ticker: dict[str, list[Run]], through: datetime.date, last_day: datetime.date):
        self.origins: list[Origin] = []
        for days in range(0, (last_day - through).days, ORIGIN_EVERY):
            origin_day = through + datetime.timedelta(days)
            for ticker, runs in runs_by_ticker.items():
                self.origins += [origin_in(run, ticker, origin_day) for run in runs if holds_origin(run, origin_day)]
        self.whole = [origin for origin in self.origins if len(origin.future) >= ORIGIN_EVERY]
        self.complete = [origin for origin in self.whole if len(origin.future) == HORIZON]
        if not self.complete:
            sys.exit(
                f"No coin has {CONTEXT} closes up to {through} and {HORIZON} more up to {last_day}, "
                "so nothing can be validated. Choose an earlier --through or a later --validate-through."
            )
        self.returns = np.array([origin.scaled(ORIGIN_EVERY) for origin in self.whole]).T  # [499 + 15, origins]

    @property
    def targets(self) -> np.ndarray:
        return self.returns[-ORIGIN_EVERY:].astype(np.float64)

    def outputs(self, parameters) -> np.ndarray:
        """The network's outputs the day before each target, [15, origins, outputs]."""
        return np.asarray(network.run_from_zero(parameters, self.returns[:-1])[1])[-ORIGIN_EVERY:]

    def loss(self, kind: Kind, parameters) -> float:
        return float(np.mean(kind.loss(self.outputs(parameters), self.targets)))

    def squared_error_to_zero(self, parameters) -> float:
        """Squared one-step error of the days between two origins, relative to always predicting a return of zero."""
        return float(np.sum((self.outputs(parameters)[..., 0] - self.targets) ** 2) / np.sum(self.targets**2))

    def log_densities(self, parameters) -> LogDensities:
        return LogDensities(
            model=-float(np.mean(network.negative_log_density(self.outputs(parameters), self.targets))),
            static_t=float(np.mean(self.static_t)),
            gaussian=float(np.mean(scipy.stats.norm.logpdf(self.targets))),
            days=self.targets.size,
        )

    @functools.cached_property
    def static_t(self) -> np.ndarray:
        """Log densities under the fit to each context, [15, origins]."""
        fits = np.array([fit_student_t(column) for column in self.returns[:-ORIGIN_EVERY].T.astype(np.float64)])
        location, scale, degrees = fits.T
        return scipy.stats.t.logpdf(self.targets, degrees, location, scale)

    def point_errors(self, parameters) -> PointErrors:
        """Absolute errors of 96 recursive steps / those of the last close, summed per coin over complete origins."""
        contexts = np.array([origin.scaled(0) for origin in self.complete]).T
        outputs = np.asarray(network.recursive_predictions(parameters, contexts))
        scales = np.array([origin.scale for origin in self.complete])
        moves = np.expm1(scales[:, None] * np.cumsum(outputs.T.astype(np.float64), axis=1))  # [origins, 96]
        sums = {}
        for origin, move in zip(self.complete, moves):
            last_close = origin.context[-1]
            model, naive = sums.get(origin.ticker, (0.0, 0.0))
            model += np.sum(np.abs(origin.future - last_close * (1 + move)))
            naive += np.sum(np.abs(origin.future - last_close))
            sums[origin.ticker] = model, naive
        ratios = {ticker: float(model / naive) for ticker, (model, naive) in sums.items()}
        days = {origin.day for origin in self.complete}
        return PointErrors(ratios, len(days), float(np.max(np.abs(moves))), float(np.mean(moves[:, -1])))


def fit_student_t(values: np.ndarray) -> tuple[float, float, float]:
    """Location, scale and degrees of freedom of the greatest likelihood."""

    def loss(point: np.ndarray) -> float:
        return -float(np.sum(scipy.stats.t.logpdf(values, np.exp(point[2]), point[0], np.exp(point[1]))))

    start = [float(np.median(values)), float(np.log(0.7 * np.std(values))), float(np.log(4))]
    location, log_scale, log_degrees = scipy.optimize.minimize(loss, start, method="Nelder-Mead").x
    return location, np.exp(log_scale), np.exp(log_degrees)


def holds_origin(run: Run, day: datetime.date) -> bool:
    """Whether the run has a whole context that ends on `day`, and a day after it."""
    return CONTEXT - 1 <= run.index(day) < len(run.closes) - 1


def origin_in(run: Run, ticker: str, day: datetime.date) -> Origin:
    after = run.index(day) + 1
    return Origin(ticker, day, run.closes[after - CONTEXT : after], run.closes[after : after + HORIZON])
