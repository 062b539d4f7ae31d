"""The log-volatility model in numpy: features of a coin's candles, the scale of its returns, the quantiles of its prices.

The logarithm of the daily scale of the next h days is a linear function of a few averages of past returns or ranges. Its
coefficients are the same for all coins, and so is the shape of the distribution.
"""

import typing

import numpy as np

from .candles import Candles

CONTEXT = 500  # closes that a forecast reads
RETURNS = CONTEXT - 1
HORIZON = 96  # days that it forecasts
KNOTS = (1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 45, 60, 80, 96)  # days ahead that have coefficients
LEVELS = (0.005, 0.025, *(round(0.05 * k, 2) for k in range(1, 20)), 0.975, 0.995)
# Decays per day of the exponentially weighted means.
DECAYS = {
    "absolute_returns": (0.5, 0.75, 0.9, 0.97, 0.99),
    "squared_returns": (0.9, 0.97),
    "log_ranges": (0.5, 0.75, 0.9, 0.97, 0.99),
}
VOLUME_WINDOWS = ((1, 30), (7, 90), (30, 365))  # days of the two means of the log volume that are compared
LARGEST_VOLUME_CHANGE = 3.0
# Shares of the coin's own scale that are added to returns, so that a day without a change has a logarithm.
DAY_FLOOR, MEAN_FLOOR = 0.1, 0.001

# What a variant reads, and its number of features.
VARIANTS = {"closes": 8, "ohlc": 6, "ohlcv": 9}


class Model(typing.NamedTuple):
    weekday: np.ndarray  # [7] the log variance of a weekday relative to the average day, Monday first
    weights: dict[str, np.ndarray]  # by variant, [14, 1 + features]; the intercept comes first
    shapes: dict[str, np.ndarray]  # by variant, [96, 23] quantiles of the scaled return, one row per day ahead

    def tensors(self) -> dict[str, np.ndarray]:
        """The tensors of the model folder by name."""
        found = {}
        for variant in self.weights:
            found |= {f"{variant}.weights": self.weights[variant], f"{variant}.shape": self.shapes[variant]}
        return found | {"weekday": self.weekday}

    @staticmethod
    def of_tensors(tensors: dict[str, np.ndarray]) -> "Model":
        doubles = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}
        weights = {variant: doubles[f"{variant}.weights"] for variant in VARIANTS}
        return Model(doubles["weekday"], weights, {variant: doubles[f"{variant}.shape"] for variant in VARIANTS})

    @property
    def undated(self) -> "Model":
        """The same model for candles whose days are not known."""
        return self._replace(weekday=np.zeros(7))


class Forecast(typing.NamedTuple):
    features: np.ndarray  # [features]
    log_scales: np.ndarray  # [96] ln of the daily scale of the return over h days
    quantiles: np.ndarray  # [96, 23] prices


def forecast(model: Model, variant: str, candles: Candles) -> Forecast:
    """Forecasts the days after the last of at least 500 candles."""
    days = Days(candles.last(CONTEXT), model.weekday)
    features = days.features(variant)[-1]
    at_knots = model.weights[variant] @ np.concatenate([[1], features])
    log_scales = days.log_scale[-1] + between_knots(at_knots) + days.seasons[-1]
    widths = np.exp(log_scales) * np.sqrt(np.arange(1, HORIZON + 1))
    return Forecast(features, log_scales, candles.close[-1] * np.exp(widths[:, None] * model.shapes[variant]))


class Days:
    """What the model knows at the end of each day of consecutive candles; all arrays begin with the second day.

    A mean covers at most the last 499 days. Where there are fewer, it covers those.
    """

    def __init__(self, candles: Candles, weekday: np.ndarray):
        self.weekdays = candles.weekdays[1:]
        self.returns = np.diff(np.log(candles.close))
        self.log_scale = 0.5 * np.log(trailing_mean(self.returns**2, EQUAL))
        # Variances are divided by that of their weekday, which leaves those of an average day.
        self._log_variances = weekday[self.weekdays]
        self.log_ranges = np.log(candles.log_ranges[1:] / np.sqrt(4 * np.log(2)))
        self._log_volumes = np.log(np.where(candles.volume[1:] > 0, candles.volume[1:], np.nan))
        # [days, 96] half the log of the mean variance of the next h days, relative to average days
        self.seasons = seasons(weekday)[self.weekdays]

    def features(self, variant: str) -> np.ndarray:
        """The features of a variant, [days, features]; NaN where an input is missing."""
        if variant == "closes":
            return self._of_closes()
        return self._of_ranges() if variant == "ohlc" else np.hstack([self._of_ranges(), self._of_volumes()])

    def _of_closes(self) -> np.ndarray:
        scale = np.exp(self.log_scale)
        sizes = np.abs(self.returns) * np.exp(-0.5 * self._log_variances)
        found = [np.log(sizes + DAY_FLOOR * scale)]
        for decay in DECAYS["absolute_returns"]:
            found.append(np.log(trailing_mean(sizes, decaying(decay)) + MEAN_FLOOR * scale))
        for decay in DECAYS["squared_returns"]:
            found.append(0.5 * np.log(trailing_mean(sizes**2, decaying(decay)) + MEAN_FLOOR * scale**2))
        return np.stack(found, axis=-1) - self.log_scale[:, None]

    def _of_ranges(self) -> np.ndarray:
        ranges = self.log_ranges - 0.5 * self._log_variances
        log_scale = 0.5 * np.log(trailing_mean(np.exp(2 * ranges), EQUAL))
        found = [ranges] + [trailing_mean(ranges, decaying(decay)) for decay in DECAYS["log_ranges"]]
        return np.stack(found, axis=-1) - log_scale[:, None]

    def _of_volumes(self) -> np.ndarray:
        found = []
        for short, long in VOLUME_WINDOWS:
            change = trailing_mean(self._log_volumes, np.ones(short)) - trailing_mean(self._log_volumes, np.ones(long))
            found.append(np.clip(change, -LARGEST_VOLUME_CHANGE, LARGEST_VOLUME_CHANGE))
        return np.stack(found, axis=-1)


EQUAL = np.ones(RETURNS)


def decaying(decay: float) -> np.ndarray:
    return decay ** np.arange(RETURNS)


def trailing_mean(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weighted means of each day and the days before it: values [days], weights [window] with the day's own first."""
    sums = np.convolve(values, weights)[: len(values)]
    totals = np.cumsum(weights)
    return sums / totals[np.minimum(np.arange(len(values)), len(weights) - 1)]


def seasons(weekday: np.ndarray) -> np.ndarray:
    """Half the log of the mean of exp(weekday) over the next h days, [7, 96], for each weekday of the last close."""
    days = (np.arange(7)[:, None] + np.arange(1, HORIZON + 1)) % 7
    return 0.5 * np.log(np.cumsum(np.exp(weekday)[days], axis=1) / np.arange(1, HORIZON + 1))


def between_knots(at_knots: np.ndarray) -> np.ndarray:
    """Values at the knots, [..., 14], for each day ahead, [..., 96]: linear in the logarithm of the day."""
    steps, knots = np.log(np.arange(1, HORIZON + 1)), np.log(KNOTS)
    units = np.eye(len(KNOTS))
    return at_knots @ np.stack([np.interp(steps, knots, unit) for unit in units])
