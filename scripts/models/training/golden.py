"""The golden files of the forecasting tests: the outputs of JAX's own forward pass for the shipped models, in float32."""

import csv
import hashlib
import json
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
import scipy.stats

from models import model_folder

from . import network
from .network import CLIP, CONTEXT, DAILY_CLOSE, Kind, Parameters

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
GOLDEN = ROOT / "Tests" / "ForecastingTests" / "Golden"
MARKETS = [ROOT / "data" / "simulated" / f"SIM0{number}.csv" for number in (1, 2, 3)]  # ours: no real quotes
FED = [0.5, -1.0, 2.0, 0.0, -0.25]  # inputs after the context
VALUE = 0.5  # points at which the density is evaluated


def write(kind: Kind, models: pathlib.Path) -> pathlib.Path:
    """Writes the golden file of a model in the folder `models`, one key per line, so that a diff shows what changed."""
    folder = models / kind.name
    parameters = model_folder.read_tensors(folder)
    closes = [last_closes(path) for path in MARKETS]
    returns = [np.diff(np.log(values)) for values in closes]
    scales = [float(np.std(values)) for values in returns]
    inputs = np.array([np.clip(values / scale, -CLIP, CLIP) for values, scale in zip(returns, scales)], np.float32)
    golden = {
        "framework": f"jax {jax.__version__}",
        "model_sha256": hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest(),
        "closes": closes,
        "scale": scales,
        "inputs": nine_digits(inputs),
    }
    golden |= of_point(parameters, inputs) if kind is DAILY_CLOSE else of_student_t(parameters, inputs)
    lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in golden.items()]
    GOLDEN.mkdir(parents=True, exist_ok=True)
    path = GOLDEN / f"{kind.name}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    return path


def last_closes(path: pathlib.Path) -> list[float]:
    with path.open(newline="") as file:
        return [float(row["close"]) for row in csv.DictReader(file)][-CONTEXT:]


def of_point(parameters: Parameters, inputs: np.ndarray) -> dict:
    return {"recursive": nine_digits(network.recursive_predictions(parameters, inputs.T).T)}


def of_student_t(parameters: Parameters, inputs: np.ndarray) -> dict:
    """The outputs after the context, what they mean, and the outputs after each further input."""
    days = inputs.shape[1]
    further = jnp.tile(jnp.array(FED, jnp.float32)[:, None], (1, len(inputs)))
    outputs = network.run_from_zero(parameters, jnp.concatenate([inputs.T, further]))[1][days - 1 :]  # [1 + 5, 3, 3]
    head = np.stack(network.student_t(outputs[0]), axis=-1)
    location, scale, degrees = head.astype(np.float64).T
    density = scipy.stats.t.logpdf(VALUE, degrees, location, scale)
    return {
        "outputs": nine_digits(outputs[0]),
        "head": nine_digits(head),
        "value": VALUE,
        "log_density": nine_digits(density),
        "fed_inputs": FED,
        "fed": nine_digits(jnp.swapaxes(outputs[1:], 0, 1)),
    }


def nine_digits(values) -> list:
    """Nested lists; nine significant digits bring back every float32 exactly."""
    return np.vectorize(lambda value: float(f"{value:.9g}"), otypes=[object])(np.asarray(values)).tolist()
