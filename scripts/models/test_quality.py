#!/usr/bin/env python3
"""Tests the report of the models' accuracy on made-up figures: scripts/models/test_quality.py"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("training")

import pathlib
import shutil
import tempfile
import unittest

from models import model_folder, quality

STEPS = [[1, 7], [8, 30], [31, 96], [1, 96]]
SHIPPED = quality.ROOT / "models"


def group(steps: list[int], ratio: float, share: float | None) -> dict:
    values = [ratio, ratio - 0.01, ratio + 0.02]
    names = ("point_error_to_naive", "crps_to_naive", "crps_to_best_baseline", "crps_to_garch")
    found = {"steps": steps, "best_baseline": "garch", "coverage": [0.5, 0.8, 0.95]} | {name: values for name in names}
    return found if share is None else found | {"share_of_ceiling": [share, share - 0.1, share + 0.1]}


def backtest(share: float | None = 0.451) -> dict:
    """What quality.backtest returns."""
    methods = {}
    for name in [*quality.BASELINES, *quality.MODELS, quality.CEILING]:
        groups = [group(steps, 0.98, share) for steps in STEPS]
        methods[name] = {"name": name, "groups": groups, "coins": {"BTC": [group(steps, 0.97, None) for steps in STEPS]}}
    for name in ("naive", "garch", quality.NETWORK):
        methods[name]["log_score_minus_garch"] = [0.001, -0.002, 0.003]
    plan = {"coins": ["BTC"], "origins": 16, "first_cutoff": "2024-04-01", "last_cutoff": "2024-11-12", "paths": 1000}
    return {"plan": plan, "methods": methods}


def results(share: float | None = 0.451) -> quality.Results:
    return quality.Results(backtest(share), backtest(share), {"2020": backtest(share)})


class Report(unittest.TestCase):
    def test_every_row_of_a_table_has_as_many_cells(self):
        for table in (quality.losses, quality.against_garch, quality.bands):
            lines = table(backtest()).splitlines()
            self.assertEqual({line.count("|") for line in lines}, {lines[0].count("|")}, table.__name__)

    def test_the_ceiling_is_no_row_where_forecasts_are_compared_with_garch_or_calibrated(self):
        self.assertIn("| `ceiling` (not a forecast) |", quality.losses(backtest()))
        for table in (quality.against_garch, quality.bands):
            self.assertNotIn("`ceiling`", table(backtest()))

    def test_shares_are_percents_with_intervals(self):
        self.assertIn("45 % [35, 55]", quality.against_garch(backtest()))

    def test_there_is_no_share_of_a_ceiling_that_gains_nothing(self):
        self.assertTrue(quality.against_garch(backtest(None)).endswith("|  |  |  |"))
        self.assertNotIn("share", quality.gate_table(results(None), quality.AVERAGE))
        self.assertNotIn("share_of_ceiling", quality.skill(backtest(None), "test", quality.AVERAGE)["groups"][0])

    def test_the_summary_has_a_row_for_each_method(self):
        rows = [line for line in quality.summary(backtest()).splitlines() if line.startswith("| `")]
        self.assertEqual([row.split("`")[1] for row in rows], quality.SUMMARY_METHODS)

    def test_a_skill_has_the_members_that_closecast_reads(self):
        found = quality.skill(backtest(), "test", quality.AVERAGE)
        self.assertEqual(found["groups"][0]["share_of_ceiling"], [0.451, 0.351, 0.551])
        self.assertEqual([part["steps"] for part in found["groups"]], STEPS)
        self.assertNotIn("log_score_minus_garch", found)

    def test_an_interval_that_contains_1_misses_the_target(self):
        table = quality.gate_table(results(), quality.VOLATILITY)
        self.assertIn("| CRPS / GARCH-t, eras and test, days 1-7 | 0.980 [0.970, 1.000] | holds | missed |", table)

    def test_every_model_has_a_card(self):
        for model in quality.MODELS:
            self.assertIn(f"| {model} | reached | gate | target |", quality.card_words(results(), model))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_what_other_programs_measured_stays_on_the_card(self):
        card = f"# m\n{model_folder.MEASURED}\nold\n\n{quality.KEPT_HEADING}\n\nby variant\n{model_folder.MEASURED_END}\n## Data\n"
        (self.folder / "README.md").write_text(card)
        self.assertEqual(quality.kept_words(self.folder), f"\n\n{quality.KEPT_HEADING}\n\nby variant")
        (self.folder / "README.md").write_text(card.replace(quality.KEPT_HEADING, ""))
        self.assertEqual(quality.kept_words(self.folder), "")

    def test_the_averages_of_the_eras_are_made_of_their_two_models(self):
        for model in (quality.NETWORK, quality.VOLATILITY, quality.POINT):
            for through in quality.ERAS:
                shutil.copytree(SHIPPED / model, self.folder / model / through)
        # Nothing is missing, so the candles are not read.
        quality.prepare(self.folder / "none", self.folder)
        shipped = model_folder.read_config(SHIPPED / quality.AVERAGE)
        for through in quality.ERAS:
            made = model_folder.read_config(self.folder / quality.AVERAGE / through)
            for key in ("name", "kind", "garch", "sha256"):
                self.assertEqual(made[key], shipped[key])

    def test_an_average_of_other_weights_is_refused(self):
        quality.check_average(SHIPPED)
        for model in (quality.NETWORK, quality.VOLATILITY, quality.AVERAGE):
            shutil.copytree(SHIPPED / model, self.folder / model)
        with open(self.folder / quality.VOLATILITY / "model.safetensors", "ab") as weights:
            weights.write(b" ")
        with self.assertRaisesRegex(SystemExit, "is not the average of daily-close-t and daily-volatility"):
            quality.check_average(self.folder)


if __name__ == "__main__":
    unittest.main()
