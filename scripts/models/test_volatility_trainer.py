#!/usr/bin/env python3
"""Tests the log-volatility trainer against slow, obvious versions: scripts/models/test_volatility_trainer.py"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import contextlib
import datetime
import io
import json
import math
import pathlib
import tempfile
import unittest

import numpy as np
import scipy.optimize

from models import model_folder, train_volatility
from models.training import candles, volatility, volatility_fit, volatility_golden
from models.training.candles import Candles
from models.training.volatility import CONTEXT, HORIZON, KNOTS, LEVELS, VARIANTS, Model

DAY = datetime.date(2020, 1, 1)  # a Wednesday
WEEKDAY = np.array([0.1, 0.05, 0.15, 0.1, 0.0, -0.3, -0.2])


def random_candles(seed: int, days: int) -> Candles:
    """Days of 12 moves each, whose volatility wanders."""
    random = np.random.default_rng(seed)
    log_volatility, close, rows = 0.0, 50.0, []
    for _ in range(days):
        log_volatility = 0.97 * log_volatility + 0.15 * random.normal()
        prices = close * np.exp(np.cumsum([0, *(0.01 * math.exp(log_volatility) * random.normal(size=12))]))
        rows.append([close, prices.max(), prices.min(), prices[-1], 1e6 * math.exp(log_volatility + 0.2 * random.normal())])
        close = prices[-1]
    return Candles(DAY, *np.transpose(rows))


def random_model(seed: int) -> Model:
    random = np.random.default_rng(seed)
    weights = {variant: 0.2 * random.normal(size=(len(KNOTS), 1 + count)) for variant, count in VARIANTS.items()}
    shapes = {variant: np.sort(random.normal(size=(HORIZON, len(LEVELS))), axis=1) for variant in VARIANTS}
    return Model(WEEKDAY, weights, shapes)


def replaced(of: Candles, name: str, day: int, value: float) -> Candles:
    column = getattr(of, name).copy()
    column[day] = value
    return of._replace(**{name: column})


def slow_mean(values: list[float], decay: float) -> float:
    """With weights that decay by `decay` a day, the last day's weight being 1."""
    weights = [decay**age for age in reversed(range(len(values)))]
    return sum(weight * value for weight, value in zip(weights, values)) / sum(weights)


def slow_features(of: Candles, variant: str, weekday: np.ndarray) -> list[float]:
    """Of the last day of exactly 500 candles, day by day as the model card says it."""
    days = range(1, len(of.close))
    returns = [math.log(of.close[day] / of.close[day - 1]) for day in days]
    factors = [math.exp(weekday[(of.first_day + datetime.timedelta(day)).weekday()]) for day in days]
    if variant == "closes":
        s = math.sqrt(sum(r**2 for r in returns) / len(returns))
        sizes = [abs(r) / math.sqrt(factor) for r, factor in zip(returns, factors)]
        found = [math.log(sizes[-1] + 0.1 * s) - math.log(s)]
        found += [math.log(slow_mean(sizes, decay) + 0.001 * s) - math.log(s) for decay in (0.5, 0.75, 0.9, 0.97, 0.99)]
        squares = [size**2 for size in sizes]
        return found + [
            math.log(math.sqrt(slow_mean(squares, decay) + 0.001 * s**2)) - math.log(s) for decay in (0.9, 0.97)
        ]
    variances = []
    for day, factor in zip(days, factors):
        highest = max(of.high[day], of.open[day], of.close[day])
        lowest = min(of.low[day], of.open[day], of.close[day])
        variances.append(math.log(highest / lowest) ** 2 / (4 * math.log(2)) / factor)
    s_p = math.sqrt(sum(variances) / len(variances))
    logs = [0.5 * math.log(variance) for variance in variances]
    found = [logs[-1] - math.log(s_p)]
    found += [slow_mean(logs, decay) - math.log(s_p) for decay in (0.5, 0.75, 0.9, 0.97, 0.99)]
    if variant == "ohlcv":
        volumes = [math.log(volume) for volume in of.volume]
        for short, long in ((1, 30), (7, 90), (30, 365)):
            change = sum(volumes[-short:]) / short - sum(volumes[-long:]) / long
            found.append(min(3.0, max(-3.0, change)))
    return found


class CandlesTests(unittest.TestCase):
    def read(self, text: str) -> Candles:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            (pathlib.Path(folder) / "btc.csv").write_text(text)
            return candles.read_folder(pathlib.Path(folder), DAY + datetime.timedelta(2), 3)["BTC"][0]

    def test_columns_are_read_by_name_and_missing_values_are_nan(self):
        found = self.read(
            "Date,Low,High,Open,Close,Volume\n2020-01-01,1,4,2,3,10\n2020-01-02,2,5,3,4,0\n2020-01-03,3,,4,5,12\n"
            "2020-01-04,1,1,1,1,1\n"
        )
        self.assertEqual((found.first_day, found.close.tolist(), found.low.tolist()), (DAY, [3, 4, 5], [1, 2, 3]))
        np.testing.assert_array_equal(found.volume, [10, np.nan, 12])
        np.testing.assert_array_equal(found.high, [4, 5, np.nan])

    def test_a_file_of_closes_has_no_candles(self):
        found = self.read("date,close\n2020-01-01,1\n2020-01-02,2\n2020-01-03,3\n")
        self.assertTrue(np.isnan(found.log_ranges).all() and np.isnan(found.volume).all())

    def test_a_range_covers_open_and_close_and_needs_a_sound_candle(self):
        ones = np.ones(5)
        found = Candles(
            DAY,
            open=np.array([1, 4, 1, 1, np.nan]),
            high=np.array([2, 2, 1, 1, 2]),
            low=np.array([1, 1, 1, 2, 1]),  # the third is flat, the fourth contradictory
            close=np.array([1, 1, 1, 1.5, 1]),
            volume=ones,
        )
        np.testing.assert_allclose(found.log_ranges, [math.log(2), math.log(4), np.nan, np.nan, np.nan])

    def test_monday_is_the_first_weekday(self):
        days = random_candles(1, 20)
        expected = [(DAY + datetime.timedelta(day)).weekday() for day in range(20)]
        self.assertEqual(days.weekdays.tolist(), expected)


class FeatureTests(unittest.TestCase):
    def test_features_are_those_of_the_obvious_loops(self):
        of = random_candles(2, 530)
        for variant in VARIANTS:
            for weekday in (WEEKDAY, np.zeros(7)):
                found = volatility.forecast(random_model(3)._replace(weekday=weekday), variant, of).features
                np.testing.assert_allclose(found, slow_features(of.last(CONTEXT), variant, weekday), rtol=1e-9, atol=1e-12)

    def test_features_of_three_candles_by_hand(self):
        # Returns ln 2 and -ln 2, so s = ln 2; ranges ln 2 and ln 4, so v has the ratio 1 : 4 and s_p² = 2.5 v_1.
        of = Candles(DAY, *np.array([[1, 1, 2], [1, 2, 4], [1, 1, 1], [1, 2, 1], [1, 1, 1]], float))
        days = volatility.Days(of, np.zeros(7))
        self.assertAlmostEqual(days.log_scale[-1], math.log(math.log(2)))
        closes = days.features("closes")[-1]
        expected = [math.log(1.1), *[math.log(1.001)] * 5, *[0.5 * math.log(1.001)] * 2]
        np.testing.assert_allclose(closes, expected)
        ranges = days.features("ohlc")[-1]
        self.assertAlmostEqual(ranges[0], math.log(2 / math.sqrt(2.5)))
        # With the decay 1/2, the last day's weight is 2/3.
        self.assertAlmostEqual(ranges[1], 2 / 3 * math.log(2) - math.log(math.sqrt(2.5)))

    def test_nothing_before_the_last_500_candles_counts(self):
        model, of = random_model(4), random_candles(5, 600)
        for variant in VARIANTS:
            whole, last = volatility.forecast(model, variant, of), volatility.forecast(model, variant, of.last(CONTEXT))
            np.testing.assert_array_equal(whole.quantiles, last.quantiles)

    def test_a_day_of_a_long_run_has_the_features_of_its_context(self):
        of = random_candles(6, 700)
        for variant in VARIANTS:
            all_days = volatility.Days(of, WEEKDAY).features(variant)
            for day in (499, 620, 699):
                expected = slow_features(of.sliced(day - 499, day + 1), variant, WEEKDAY)
                np.testing.assert_allclose(all_days[day - 1], expected, rtol=1e-7, atol=1e-9)

    def test_a_missing_candle_leaves_the_closes(self):
        of = replaced(random_candles(7, CONTEXT), "high", 100, math.nan)
        days = volatility.Days(of, WEEKDAY)
        self.assertTrue(np.isfinite(days.features("closes")).all())
        self.assertTrue(np.isnan(days.features("ohlc")[-1]).any() and np.isfinite(days.features("ohlc")[98]).all())


class ForecastTests(unittest.TestCase):
    def test_scale_and_quantiles_are_those_of_the_obvious_loops(self):
        model, of = random_model(8), random_candles(9, CONTEXT)
        last_day = of.first_day + datetime.timedelta(CONTEXT - 1)
        returns = np.diff(np.log(of.close))
        for variant in VARIANTS:
            found = volatility.forecast(model, variant, of)
            x = [1, *slow_features(of, variant, WEEKDAY)]
            for step in (1, 3, 6, 50, 96):
                at_knots = [sum(w * value for w, value in zip(row, x)) for row in model.weights[variant]]
                place = max(k for k in range(len(KNOTS) - 1) if KNOTS[k] <= step)
                share = math.log(step / KNOTS[place]) / math.log(KNOTS[place + 1] / KNOTS[place])
                m = (1 - share) * at_knots[place] + share * at_knots[place + 1]
                ahead = [WEEKDAY[(last_day + datetime.timedelta(day)).weekday()] for day in range(1, step + 1)]
                season = 0.5 * math.log(sum(map(math.exp, ahead)) / step)
                log_scale = math.log(math.sqrt((returns**2).mean())) + m + season
                self.assertAlmostEqual(found.log_scales[step - 1], log_scale, places=9)
                expected = of.close[-1] * np.exp(math.exp(log_scale) * math.sqrt(step) * model.shapes[variant][step - 1])
                np.testing.assert_allclose(found.quantiles[step - 1], expected)

    def test_without_days_the_first_day_does_not_matter(self):
        model, of = random_model(10), random_candles(11, CONTEXT)
        moved = of._replace(first_day=of.first_day + datetime.timedelta(3))
        for variant in VARIANTS:
            dated, undated = (
                [volatility.forecast(version, variant, days).quantiles for days in (of, moved)]
                for version in (model, model.undated)
            )
            self.assertFalse(np.array_equal(*dated))
            np.testing.assert_array_equal(*undated)


class FittingTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = [random_candles(seed, 800) for seed in range(3)]

    def test_the_fit_does_not_see_the_days_after_the_last(self):
        last = DAY + datetime.timedelta(799)
        longer = [Candles(run.first_day, *(np.append(getattr(run, name), 1e3) for name in candles.COLUMNS)) for run in self.runs]
        models = [volatility_fit.fit([run.through(last) for run in runs]) for runs in (self.runs, longer)]
        for name, tensor in models[0].tensors().items():
            np.testing.assert_array_equal(tensor, models[1].tensors()[name], name)

    def test_targets_are_those_of_the_obvious_loops(self):
        run = self.runs[0]
        rows = volatility_fit.table([run], WEEKDAY)
        self.assertEqual(len(rows.next_moves), 800 - volatility_fit.MINIMUM_RETURNS)
        row = 450
        day = row + volatility_fit.MINIMUM_RETURNS  # of the run
        returns = np.diff(np.log(run.close[max(0, day - 499) : day + 1]))
        s = math.sqrt((returns**2).mean())
        for place, knot in enumerate(KNOTS):
            season = math.exp(volatility.seasons(WEEKDAY)[(DAY + datetime.timedelta(day)).weekday(), knot - 1])
            ahead = slice(day + 1, day + 1 + knot)
            variance = (np.log(run.high[ahead] / run.low[ahead]) ** 2 / (4 * math.log(2))).mean()
            self.assertAlmostEqual(rows.next_ranges[row, place], 0.5 * math.log(variance) - math.log(s * season), places=9)
            move = math.log(run.close[day + knot] / run.close[day]) / (s * math.sqrt(knot) * season)
            self.assertAlmostEqual(rows.next_moves[row, knot - 1], move, places=9)
        self.assertTrue(np.isnan(rows.next_moves[-1]).all() and np.isnan(rows.next_ranges[-1]).all())
        self.assertEqual(int(np.isfinite(rows.next_moves[:, 95]).sum()), len(rows.next_moves) - 96)

    def test_ridge_on_many_rows_finds_the_coefficients(self):
        random = np.random.default_rng(12)
        inputs = random.normal(size=(20_000, 3)) * [1, 5, 0.2]
        intercept, slopes = volatility_fit.ridge(inputs, 2 + inputs @ [1, -0.5, 3] + 0.1 * random.normal(size=20_000))
        np.testing.assert_allclose([intercept, *slopes], [2, 1, -0.5, 3], rtol=0.01)

    def test_the_second_stage_is_the_minimum_that_a_general_method_finds(self):
        random = np.random.default_rng(13)
        predicted = random.normal(size=2000)
        sizes = np.abs(random.laplace(size=(2000, HORIZON))) * np.exp(0.3 + 0.5 * predicted)[:, None]
        sizes[-96:, 90:] = np.nan
        for knot in (1, 5, 96):
            steps = volatility_fit.steps_fitted_with(knot)

            def loss(point: np.ndarray) -> float:
                m = (point[0] + point[1] * predicted)[:, None]
                values = m + sizes[:, [step - 1 for step in steps]] * np.exp(-m)
                return float(np.nanmean(values) + volatility_fit.RIDGE / 2 * (point[1] - 0.7) ** 2)

            expected = scipy.optimize.minimize(loss, [0.0, 0.7], method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-12}).x
            np.testing.assert_allclose(volatility_fit.fit_level(predicted, sizes, knot), expected, atol=1e-5)
        self.assertEqual(volatility_fit.steps_fitted_with(3), [3])
        self.assertEqual(volatility_fit.steps_fitted_with(96), [77, 86, 96])

    def test_weekdays_are_recovered(self):
        run = random_candles(14, 7000)
        wider = np.exp(0.5 * WEEKDAY[run.weekdays])  # ranges, around their own low
        run = run._replace(open=run.low, close=run.low, high=run.low * np.exp(wider * np.log(run.high / run.low)))
        found = volatility_fit.weekday_log_variances([run])
        np.testing.assert_allclose(found, WEEKDAY - math.log(np.mean(np.exp(WEEKDAY))), atol=0.06)
        self.assertAlmostEqual(float(np.mean(np.exp(found))), 1)

    def test_shapes_are_ordered_and_symmetric_after_three_days(self):
        shape = volatility_fit.shape(np.random.default_rng(15).standard_t(4, (3000, HORIZON)) + 0.1)
        self.assertEqual(shape.shape, (HORIZON, len(LEVELS)))
        self.assertTrue((np.diff(shape, axis=1) >= 0).all())
        np.testing.assert_allclose(shape[3:], -shape[3:, ::-1], atol=1e-12)
        self.assertGreater(shape[0, 11], shape[1, 11])
        self.assertGreater(shape[1, 11], shape[2, 11])

    def test_bands_hold_what_they_say_on_coins_that_were_not_fitted_to(self):
        model = volatility_fit.fit(self.runs)
        hits = []
        for seed in range(20, 50):
            of = random_candles(seed, 510)
            quantiles = volatility.forecast(model, "ohlc", of.sliced(0, 500)).quantiles
            hits.append((of.close[500:507] >= quantiles[:7, 3]) & (of.close[500:507] <= quantiles[:7, 19]))
        self.assertEqual((LEVELS[3], LEVELS[19]), (0.1, 0.9))
        self.assertAlmostEqual(float(np.mean(hits)), 0.8, delta=0.1)

    def test_too_few_candles_are_an_error_with_the_numbers(self):
        numbers = "closes has fewer than 250 days .* at least 120 days before .* 1 after"
        with self.assertRaisesRegex(volatility_fit.TooFewCandles, numbers):
            volatility_fit.fit([random_candles(16, 300)])
        closes_only = [run._replace(high=np.full(800, np.nan)) for run in self.runs]
        with self.assertRaisesRegex(volatility_fit.TooFewCandles, "fewer than 250 days have open, high, low and close"):
            volatility_fit.fit(closes_only)
        without_volume = [run._replace(volume=np.full(800, np.nan)) for run in self.runs]
        with self.assertRaisesRegex(volatility_fit.TooFewCandles, "ohlcv .* volume"):
            volatility_fit.fit(without_volume)


class FolderTests(unittest.TestCase):
    def test_a_written_folder_is_the_model(self):
        model = random_model(17)
        training = {"through": "2021-01-01", "from": "2020-01-01", "tickers": ["A", "B"], "recipe": "none"}
        with tempfile.TemporaryDirectory() as name, contextlib.redirect_stderr(io.StringIO()):
            folder = pathlib.Path(name) / "model"
            train_volatility.export(folder, model, training, replace=False)
            tensors = model_folder.read_tensors(folder)
            config = json.loads((folder / "config.json").read_text())
            card = (folder / "README.md").read_text()
            with self.assertRaisesRegex(ValueError, "already holds a model"):
                train_volatility.export(folder, model, training, replace=False)
        self.assertEqual({key: value.shape for key, value in tensors.items()}, {
            "closes.weights": (14, 9), "closes.shape": (96, 23), "ohlc.weights": (14, 7), "ohlc.shape": (96, 23),
            "ohlcv.weights": (14, 10), "ohlcv.shape": (96, 23), "weekday": (7,),
        })  # fmt: skip
        for key, value in model.tensors().items():
            np.testing.assert_array_equal(tensors[key], value.astype(np.float32))
        self.assertEqual((config["format"], config["kind"], config["training"]), ("closecast-model/2", "log-volatility", training))
        self.assertEqual(set(config), set(model_folder.MEMBERS["closecast-model/2"]) - {"skill", "network", "volatility", "garch"})
        self.assertIn(model_folder.NOT_MEASURED, card)

    def test_the_golden_file_is_of_the_shipped_model(self):
        golden = json.loads(volatility_golden.GOLDEN.read_text())
        folder = volatility_golden.ROOT / "models" / "daily-volatility"
        self.assertEqual(golden["model_sha256"], model_folder.read_config(folder)["sha256"])
        of = Candles(datetime.date.fromisoformat(golden["first_day"]), *(np.array(golden[name]) for name in candles.COLUMNS))
        model = Model.of_tensors(model_folder.read_tensors(folder))
        for variant in VARIANTS:
            for name, version in (("dated", model), ("undated", model.undated)):
                found = volatility.forecast(version, variant, of)
                np.testing.assert_allclose(found.log_scales, golden[f"{variant}.{name}.log_scales"], rtol=1e-9)
                expected = slow_features(of.last(CONTEXT), variant, version.weekday)
                np.testing.assert_allclose(golden[f"{variant}.{name}.features"], expected, rtol=1e-9, atol=1e-11)


if __name__ == "__main__":
    unittest.main(verbosity=2)
