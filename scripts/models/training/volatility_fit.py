"""Fits the coefficients of the log-volatility model to the candles of all coins together."""

import typing

import numpy as np

from .candles import Candles
from .volatility import HORIZON, KNOTS, LEVELS, VARIANTS, Days, Model, between_knots

MINIMUM_RETURNS = 120  # of a coin, before a day of it is used
MINIMUM_ROWS = 250  # days of all coins
INPUTS = {"closes": "open, high, low and close", "ohlc": "open, high, low and close", "ohlcv": "open, high, low, close and volume"}
RIDGE = 1e-3  # of both stages
USUAL_SLOPE = 0.7  # towards which the second stage is drawn: a range says less of the next returns than of the next ranges
# Days ahead that are fitted together with a knot, relative to it; a close knot is fitted alone.
FITTED_TOGETHER, ALONE = (0.8, 0.9, 1.0, 1.12, 1.25), 3
POOLED = (0.75, 1.34)  # days ahead whose scaled returns make the shape of a day, relative to it
SEASON_WINDOW = 15  # days around a day that its range is compared with


class TooFewCandles(Exception):
    """The candles leave nothing to fit something to."""


class Table(typing.NamedTuple):
    """All days of all coins with enough returns before them. NaN stands for what is missing or not yet known."""

    features: dict[str, np.ndarray]  # by variant, [rows, features]
    next_ranges: np.ndarray  # [rows, 14] ln of the scale of the ranges until each knot, relative to the coin's scale
    next_moves: np.ndarray  # [rows, 96] the log return over h days / (the coin's scale · √h)


def fit(runs: list[Candles]) -> Model:
    """The model fitted to runs of candles; nothing after their last day is known to it."""
    weekday = weekday_log_variances(runs)
    rows = table(runs, weekday)
    weights, shapes = {}, {}
    for variant in VARIANTS:
        weights[variant] = fit_weights(rows, variant)
        shapes[variant] = fit_shape(rows, variant, weights[variant])
    return Model(weekday, weights, shapes)


def weekday_log_variances(runs: list[Candles]) -> np.ndarray:
    """The log variance of each weekday, [7], by the ranges of its days relative to the two weeks around them."""
    values, weekdays = [], []
    for run in runs:
        if len(run.close) < SEASON_WINDOW:
            continue
        ranges, half = np.log(run.log_ranges), SEASON_WINDOW // 2
        around = np.convolve(ranges, np.full(SEASON_WINDOW, 1 / SEASON_WINDOW), mode="valid")
        values.append(ranges[half:-half] - around)
        weekdays.append(run.weekdays[half:-half])
    all_values, all_weekdays = np.concatenate([[], *values]), np.concatenate([[], *weekdays])
    if np.count_nonzero(np.isfinite(all_values)) < MINIMUM_ROWS:
        raise TooFewCandles(f"fewer than {MINIMUM_ROWS} days have open, high, low and close on the week before and after them")
    found = np.array([2 * np.nanmean(all_values[all_weekdays == day]) for day in range(7)])
    return found - np.log(np.mean(np.exp(found)))


def table(runs: list[Candles], weekday: np.ndarray) -> Table:
    parts = [_table_of(run, weekday) for run in runs if len(run.close) > MINIMUM_RETURNS + 1]
    features = {variant: np.concatenate([part.features[variant] for part in parts]) for variant in VARIANTS}
    return Table(features, *(np.concatenate(columns) for columns in list(zip(*parts))[1:]))


def _table_of(run: Candles, weekday: np.ndarray) -> Table:
    days = Days(run, weekday)
    log_scales = days.log_scale[:, None] + days.seasons  # [days, 96]
    variances = np.exp(2 * days.log_ranges)
    ranges = [0.5 * np.log(next_sums(variances, knot) / knot) - log_scales[:, knot - 1] for knot in KNOTS]
    moves = [next_sums(days.returns, step) / np.sqrt(step) for step in range(1, HORIZON + 1)]
    used = slice(MINIMUM_RETURNS - 1, None)
    return Table(
        {variant: days.features(variant)[used] for variant in VARIANTS},
        np.stack(ranges, axis=-1)[used],
        (np.stack(moves, axis=-1) / np.exp(log_scales))[used],
    )


def next_sums(values: np.ndarray, days: int) -> np.ndarray:
    """The sum over the `days` days after each day; NaN where they are not all known."""
    found = np.full(len(values), np.nan)
    if len(values) > days:
        found[:-days] = np.convolve(values, np.ones(days), mode="valid")[1:]
    return found


def fit_weights(rows: Table, variant: str) -> np.ndarray:
    """Intercept and coefficients of the log scale at each knot, [14, 1 + features].

    The first stage says what the features know of the coming ranges, which are measured far more precisely than the size
    of returns. The second stage fits the level and the slope of that to the returns.
    """
    features = rows.features[variant]
    is_complete = np.isfinite(features).all(axis=1)
    found = []
    for place, knot in enumerate(KNOTS):
        known = is_complete & np.isfinite(rows.next_ranges[:, place])
        if np.count_nonzero(known) < MINIMUM_ROWS:
            raise TooFewCandles(
                f"the variant {variant} has fewer than {MINIMUM_ROWS} days with at least {MINIMUM_RETURNS} days before them "
                f"and {knot} after them. It needs more days with {INPUTS[variant]}."
            )
        intercept, slopes = ridge(features[known], rows.next_ranges[known, place])
        predicted = intercept + features[is_complete] @ slopes
        level, slope = fit_level(predicted, np.abs(rows.next_moves[is_complete]), knot)
        found.append([level + slope * intercept, *(slope * slopes)])
    return np.array(found)


def ridge(inputs: np.ndarray, targets: np.ndarray) -> tuple[float, np.ndarray]:
    """Intercept and coefficients of a ridge regression on standardised inputs [rows, inputs]."""
    means, deviations = inputs.mean(axis=0), inputs.std(axis=0) + 1e-9
    standardised = (inputs - means) / deviations
    moments = standardised.T @ standardised / len(targets) + RIDGE * np.eye(inputs.shape[1])
    covariances = standardised.T @ (targets - targets.mean()) / len(targets)
    slopes = np.linalg.solve(moments, covariances) / deviations
    return float(targets.mean() - means @ slopes), slopes


def fit_level(predicted: np.ndarray, sizes: np.ndarray, knot: int) -> tuple[float, float]:
    """Level and slope of the log scale m = level + slope · predicted of the sizes [rows, 96] of returns around a knot.

    The loss, mean(m + size · exp(-m)), is the negative log likelihood of a Laplace distribution. It is convex, so Newton's
    method finds its minimum.
    """
    steps = steps_fitted_with(knot)
    inputs = np.repeat(predicted[:, None], len(steps), axis=1)
    targets = sizes[:, [step - 1 for step in steps]]
    known = np.isfinite(targets)
    inputs, targets = inputs[known], targets[known]
    design = np.stack([np.ones(len(inputs)), inputs])  # [2, rows]

    def loss(level: float, slope: float) -> float:
        logs = level + slope * inputs
        return float(np.mean(logs + targets * np.exp(-logs)) + RIDGE / 2 * (slope - USUAL_SLOPE) ** 2)

    # The best level for the usual slope.
    point = np.array([np.log(np.mean(targets * np.exp(-USUAL_SLOPE * inputs))), USUAL_SLOPE])
    for _ in range(50):
        ratios = targets * np.exp(-(point @ design))
        gradient = design @ (1 - ratios) / len(inputs) + [0, RIDGE * (point[1] - USUAL_SLOPE)]
        curvature = (design * ratios) @ design.T / len(inputs) + np.diag([0, RIDGE])
        step, length = np.linalg.solve(curvature, gradient), 1.0
        while loss(*(point - length * step)) > loss(*point) and length > 1e-6:
            length /= 2
        point = point - length * step
        if np.abs(length * step).max() < 1e-10:
            break
    return float(point[0]), float(point[1])


def steps_fitted_with(knot: int) -> list[int]:
    if knot <= ALONE:
        return [knot]
    return sorted({round(knot * ratio) for ratio in FITTED_TOGETHER if round(knot * ratio) <= HORIZON})


def fit_shape(rows: Table, variant: str, weights: np.ndarray) -> np.ndarray:
    """The quantiles of the returns divided by their scale, [96, 23]."""
    used = np.isfinite(rows.features[variant]).all(axis=1)
    logs = between_knots(weights[:, 0] + rows.features[variant][used] @ weights[:, 1:].T)
    return shape(rows.next_moves[used] * np.exp(-logs))


def shape(scaled: np.ndarray) -> np.ndarray:
    """Quantiles of scaled returns [rows, 96], NaN where not known, as [96, 23].

    They are symmetric, because the direction of a few years says nothing about the next one. The first day is the exception:
    its two sides are measured separately. The second and the third day are in between.
    """
    levels = np.array(LEVELS)
    found = []
    for step in range(1, HORIZON + 1):
        near = slice(step - 1, step)
        if step > ALONE:
            near = slice(int(np.floor(step * POOLED[0])) - 1, int(np.ceil(step * POOLED[1])))
        values = scaled[:, near][np.isfinite(scaled[:, near])]
        quantiles = np.sign(levels - 0.5) * np.quantile(np.abs(values), np.abs(2 * levels - 1))
        own = max(0.0, 1 - (step - 1) / ALONE)  # 1, 2/3, 1/3, 0
        found.append((1 - own) * quantiles + own * np.quantile(values, levels) if own else quantiles)
    return np.array(found)
