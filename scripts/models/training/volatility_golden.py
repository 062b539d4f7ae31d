"""The golden file of the log-volatility model: its forecasts of a made-up coin, by the numpy code of the trainer."""

import datetime
import hashlib
import json
import pathlib

import numpy as np

from models import model_folder

from . import volatility
from .candles import COLUMNS, Candles
from .volatility import HORIZON, VARIANTS, Model

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
GOLDEN = ROOT / "Tests" / "ForecastingTests" / "Golden" / "daily-volatility.json"
SEED, DAYS, FIRST_DAY = 28, 520, datetime.date(2023, 1, 1)  # more days than the model reads
MOVES_A_DAY = 24
STEPS = [1, 2, 3, 4, 7, 30, HORIZON]  # whose quantiles are written


def write(folder: pathlib.Path) -> pathlib.Path:
    """Writes the golden file of the model in `folder`, one key per line, so that a diff shows what changed."""
    candles = simulated()
    model = Model.of_tensors(model_folder.read_tensors(folder))
    golden = {
        "framework": f"numpy {np.__version__}",
        "model_sha256": hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest(),
        "first_day": str(candles.first_day),
        **{name: getattr(candles, name).tolist() for name in COLUMNS},
        "quantile_steps": STEPS,
    }
    for variant in VARIANTS:
        for name, version in (("dated", model), ("undated", model.undated)):
            golden |= _of_forecast(f"{variant}.{name}", volatility.forecast(version, variant, candles))
    lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in golden.items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return GOLDEN


def _of_forecast(name: str, forecast: volatility.Forecast) -> dict:
    return {
        f"{name}.features": digits(forecast.features, 12),
        f"{name}.log_scales": digits(forecast.log_scales, 12),
        f"{name}.quantiles": digits(forecast.quantiles[[step - 1 for step in STEPS]], 12),
    }


def simulated() -> Candles:
    """A coin that never existed: hourly moves, whose volatility is a random walk that returns to its mean."""
    random = np.random.default_rng(SEED)
    log_volatility, close, rows = 0.0, 100.0, []
    for _ in range(DAYS):
        log_volatility = 0.95 * log_volatility + 0.15 * random.normal()
        moves = 0.006 * np.exp(log_volatility) * random.standard_t(4, MOVES_A_DAY)
        prices = close * np.exp(np.cumsum([0, *moves]))
        volume = 1e6 * np.exp(0.8 * log_volatility + 0.3 * random.normal())
        rows.append([close, prices.max(), prices.min(), prices[-1], volume])
        close = prices[-1]
    return Candles(FIRST_DAY, *(np.array(digits(column, 7)) for column in np.transpose(rows)))


def digits(values: np.ndarray, count: int) -> list:
    """Nested lists of numbers with `count` significant digits."""
    return np.vectorize(lambda value: float(f"{value:.{count}g}"), otypes=[object])(np.asarray(values)).tolist()
