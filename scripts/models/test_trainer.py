#!/usr/bin/env python3
"""Tests the trainer against slow, obvious versions of what it computes: scripts/models/test_trainer.py"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import datetime
import math
import os
import pathlib
import tempfile
import unittest

os.environ["JAX_PLATFORMS"] = "cpu"

import numpy as np
import scipy.stats

from models.training import closes, learning, network
from models.training.validation import Validation

DAY = datetime.date(2020, 1, 1)


def random_run(seed: int, days: int, first_day: datetime.date = DAY) -> closes.Run:
    random = np.random.default_rng(seed)
    return closes.Run(first_day, 100 * np.exp(np.cumsum(0.03 * random.standard_t(4, days))))


def random_parameters(seed: int, outputs: int) -> network.Parameters:
    random = np.random.default_rng(seed)
    parameters = network.initial_parameters(random, outputs)
    return {name: (value + 0.1 * random.normal(size=value.shape)).astype(np.float32) for name, value in parameters.items()}


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def slow_lstm(parameters: network.Parameters, inputs: list[float], state=None):
    """One series, a unit at a time in double precision; returns the state and the outputs after each input."""
    kernel, recurrent, bias, dense, dense_bias = (
        np.asarray(parameters[name], dtype=np.float64)
        for name in ("layers.0.kernel", "layers.0.recurrent_kernel", "layers.0.bias", "layers.1.kernel", "layers.1.bias")
    )
    units = network.UNITS
    h, c = state or ([0.0] * units, [0.0] * units)
    outputs = []
    for x in inputs:
        z = [x * kernel[0][k] + sum(h[j] * recurrent[j][k] for j in range(units)) + bias[k] for k in range(4 * units)]
        i, f, g, o = (z[part * units : (part + 1) * units] for part in range(4))
        c = [sigmoid(f[k]) * c[k] + sigmoid(i[k]) * math.tanh(g[k]) for k in range(units)]
        h = [sigmoid(o[k]) * math.tanh(c[k]) for k in range(units)]
        outputs.append([sum(h[k] * dense[k][n] for k in range(units)) + dense_bias[n] for n in range(len(dense_bias))])
    return (h, c), outputs


class ClosesTests(unittest.TestCase):
    def read(self, text: str) -> dict[datetime.date, float]:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "BTC.csv"
            path.write_text(text, encoding="utf-8")
            return closes.read_closes(path)

    def test_bad_closes_are_missing_days(self):
        text = "\ufeffDate,Close\n2020-01-03,3\n2020-01-01,1\n2020-01-02,\n2020-01-04,0\n2020-01-05,nan\n2020-01-06T00:00:00Z,6\n"
        self.assertEqual(
            self.read(text), {DAY: 1.0, DAY + datetime.timedelta(2): 3.0, DAY + datetime.timedelta(5): 6.0}
        )

    def test_a_row_that_cannot_be_read_is_named(self):
        with self.assertRaisesRegex(SystemExit, r"BTC\.csv:3: .*A row needs a day"):
            self.read("date,close\n2020-01-01,1\nyesterday,2\n")
        with self.assertRaisesRegex(SystemExit, "it needs datetime"):
            self.read("date,price\n2020-01-01,1\n")

    def test_runs_end_at_gaps_and_jumps(self):
        days = {DAY + datetime.timedelta(k): close for k, close in [(0, 1), (1, 2), (3, 2), (4, 50), (5, 51)]}
        runs = closes.cut_into_runs(days)
        self.assertEqual([(run.index(DAY), list(run.closes)) for run in runs], [(0, [1, 2]), (-3, [2]), (-4, [50, 51])])


class LeakageTests(unittest.TestCase):
    through = DAY + datetime.timedelta(899)

    def runs(self, change_later: bool) -> dict[str, list[closes.Run]]:
        runs = {}
        for seed, ticker in enumerate(["A", "B"]):
            run = random_run(seed, 1200)
            if change_later:
                run.closes[900:] *= 7
            runs[ticker] = [run]
        return runs

    def test_training_does_not_see_the_days_after_the_last_training_day(self):
        returns = [learning.returns_of(self.runs(change), self.through) for change in (False, True)]
        self.assertEqual([len(values) for values in returns[0]], [899, 899])
        for before, after in zip(*returns):
            np.testing.assert_array_equal(before, after)

    def test_what_is_forecast_from_does_not_know_what_comes(self):
        last = self.through + datetime.timedelta(200)
        for before, after in zip(*(Validation(self.runs(change), self.through, last).origins for change in (False, True))):
            if before.day == self.through:
                self.assertEqual(before.scale, after.scale)
                np.testing.assert_array_equal(before.scaled(0), after.scaled(0))
                self.assertFalse(np.array_equal(before.future, after.future))

    def test_no_origin_looks_beyond_the_last_validation_day(self):
        last = self.through + datetime.timedelta(150)
        runs = {ticker: [run.through(last) for run in runs] for ticker, runs in self.runs(False).items()}
        for origin in Validation(runs, self.through, last).origins:
            self.assertEqual(len(origin.context), network.CONTEXT)
            self.assertLessEqual(origin.day + datetime.timedelta(len(origin.future)), last)


class NetworkTests(unittest.TestCase):
    def test_outputs_are_those_of_the_obvious_loops(self):
        parameters = random_parameters(3, 3)
        inputs = np.random.default_rng(4).normal(size=(6, 2)).astype(np.float32)
        _, outputs = network.run_from_zero(parameters, inputs)
        for series in range(2):
            _, expected = slow_lstm(parameters, inputs[:, series].tolist())
            np.testing.assert_allclose(np.asarray(outputs)[:, series], expected, atol=2e-5)

    def test_recursive_predictions_feed_each_output_back(self):
        parameters = random_parameters(5, 1)
        context = np.random.default_rng(6).normal(size=(5, 1)).astype(np.float32)
        predictions = np.asarray(network.recursive_predictions(parameters, context))[:, 0]
        state, outputs = slow_lstm(parameters, context[:, 0].tolist())
        value = outputs[-1][0]
        for step in range(8):
            self.assertAlmostEqual(predictions[step], value, places=4, msg=f"step {step}")
            state, outputs = slow_lstm(parameters, [value], state)
            value = outputs[0][0]

    def test_a_shrunk_model_predicts_nothing_after_a_constant_price(self):
        shrunk = network.shrunk(random_parameters(7, 1))
        _, outputs = network.run_from_zero(shrunk, np.zeros((network.CONTEXT, 1), np.float32))
        self.assertAlmostEqual(float(outputs[-1, 0, 0]), 0, places=5)

    def test_the_density_is_students(self):
        random = np.random.default_rng(8)
        outputs, targets = random.normal(size=(200, 3)), 3 * random.normal(size=200)
        location, scale, degrees = (np.asarray(part) for part in network.student_t(outputs))
        self.assertTrue((degrees > 2.1).all() and (scale > 0).all())
        expected = -scipy.stats.t.logpdf(targets, degrees, location, scale)
        np.testing.assert_allclose(network.negative_log_density(outputs, targets), expected, rtol=1e-4)


class LearningTests(unittest.TestCase):
    def test_the_same_seed_draws_the_same_pieces(self):
        returns = [np.diff(np.log(random_run(seed, 900).closes)) for seed in range(3)]
        pieces = [learning.draw_pieces(returns, np.random.default_rng(seed)) for seed in (1, 1, 2)]
        self.assertEqual(pieces[0].shape, (learning.PIECE_RETURNS, learning.BATCH))
        np.testing.assert_array_equal(pieces[0], pieces[1])
        self.assertFalse(np.array_equal(pieces[0], pieces[2]))
        self.assertLessEqual(float(np.abs(pieces[0]).max()), network.CLIP)

    def test_an_update_is_adams(self):
        random = np.random.default_rng(9)
        parameters = {"w": random.normal(size=(2, 3)), "b": random.normal(size=3)}
        gradients = {name: 0.1 * random.normal(size=value.shape) for name, value in parameters.items()}
        moments = {name: (0.01 * value, value**2) for name, value in parameters.items()}
        new, new_moments = learning.adam(parameters, moments, gradients, 30, 100)
        norm = math.sqrt(sum((value**2).sum() for value in gradients.values()))
        self.assertLess(norm, learning.GRADIENT_NORM, "the gradients must not be clipped here")
        rate = learning.LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * 30 / 100))
        for name, gradient in gradients.items():
            first = 0.9 * moments[name][0] + 0.1 * gradient
            second = 0.999 * moments[name][1] + 0.001 * gradient**2
            step = (first / (1 - 0.9**31)) / (np.sqrt(second / (1 - 0.999**31)) + 1e-8)
            np.testing.assert_allclose(new[name], parameters[name] - rate * step, rtol=1e-5)
            np.testing.assert_allclose(new_moments[name][1], second, rtol=1e-5)

    def test_training_learns_what_can_be_learned(self):
        # Returns that swing back by half each day: their squared error falls well below that of predicting zero.
        random = np.random.default_rng(10)
        noise = random.normal(size=4000)
        values = np.zeros(4000)
        for day in range(1, 4000):
            values[day] = -0.7 * values[day - 1] + noise[day]
        weights, _ = learning.train(network.DAILY_CLOSE._replace(name="test"), [0.03 * values], 1, 60, last=60)
        scaled = (values[:600] / values[:499].std()).astype(np.float32)[:, None]
        _, outputs = network.run_from_zero(weights, scaled[:-1])
        error = float(np.mean((np.asarray(outputs)[100:, 0, 0] - scaled[101:, 0]) ** 2))
        self.assertLess(error, 0.8 * float(np.mean(scaled[101:, 0] ** 2)))


if __name__ == "__main__":
    unittest.main(verbosity=2)
