#!/usr/bin/env python3
"""Exports a PyTorch state_dict (one nn.LSTM and one nn.Linear) as a Closecast model folder. See --help."""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("torch")

import argparse
import pathlib
import re

import numpy as np
import torch

from models import export_common
from models import model_folder
from models.export_common import ExportError, Network, Predict

# The local part of the version (+cpu, +cu130) is dropped: it names the build, which the weights do not depend on.
SOURCE = f"torch {torch.__version__.split('+')[0]}"
LSTM_TENSOR = re.compile(r"(?P<prefix>.*\.)?(?P<kind>(weight|bias)_(ih|hh))_l(?P<layer>\d+)")
SAVE = "Save it with torch.save(model.state_dict(), path)"


def read(path: pathlib.Path, arguments: argparse.Namespace) -> Network:
    lstm_layers, linear = _split(_load(path))
    network = Network()
    for index in range(len(lstm_layers)):
        layer = lstm_layers.get(index, {})
        if not {"weight_ih", "weight_hh"} <= layer.keys() or len(layer) not in (2, 4):
            raise ExportError(
                f"layer {index} of the LSTM has {', '.join(layer) or 'nothing'} of weight_ih, weight_hh, bias_ih, "
                f"bias_hh. {SAVE}."
            )
        kernel, recurrent_kernel = layer["weight_ih"].T, layer["weight_hh"].T
        if kernel.shape[1] != 4 * recurrent_kernel.shape[0]:
            raise ExportError(
                f"layer {index} has weights {list(kernel.T.shape)} and {list(recurrent_kernel.T.shape)}, which is not an "
                "LSTM without proj_size. Export an nn.LSTM with proj_size=0, not an nn.GRU or nn.RNN."
            )
        bias = layer["bias_ih"] + layer["bias_hh"] if "bias_ih" in layer else None
        network.add_lstm(kernel, recurrent_kernel, bias, gates="ifgo")
    network.add_dense(linear["weight"].T, linear.get("bias"), arguments.activation)
    return network


def _load(path: pathlib.Path) -> dict[str, np.ndarray]:
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
    except Exception:  # On bytes that are not a pickle, the unpickler can raise anything.
        raise ExportError(f"{SOURCE} cannot find a plain state_dict in it. {SAVE}.") from None
    if not isinstance(state, dict):
        raise ExportError(f"it holds a {type(state).__name__}, not a state_dict. {SAVE}.")
    for key, value in state.items():
        if not isinstance(value, torch.Tensor):
            raise ExportError(f"its entry {key!r} is a {type(value).__name__}, not a tensor. {SAVE}.")
    # Float64, so that the sum of the two biases is rounded once.
    return {key: value.double().numpy() for key, value in state.items()}


def _split(state: dict[str, np.ndarray]) -> tuple[dict[int, dict], dict[str, np.ndarray]]:
    """The LSTM's tensors by layer and kind, and the linear layer's, without their prefixes."""
    lstm_layers, linear, lstm_prefixes, linear_prefixes = {}, {}, set(), set()
    for key, value in state.items():
        prefix, _, kind = key.rpartition(".")
        if match := LSTM_TENSOR.fullmatch(key):
            lstm_layers.setdefault(int(match["layer"]), {})[match["kind"]] = value
            lstm_prefixes.add(prefix)
        elif (kind, value.ndim) in {("weight", 2), ("bias", 1)}:
            linear[kind] = value
            linear_prefixes.add(prefix)
        else:
            raise ExportError(
                f"tensor {key!r} {list(value.shape)} belongs to neither an nn.LSTM in one direction without proj_size "
                "nor an nn.Linear. Export a model of these two."
            )
    if len(lstm_prefixes) != 1 or len(linear_prefixes) != 1 or "weight" not in linear:
        raise ExportError(
            f"it holds {len(lstm_prefixes)} nn.LSTM {sorted(lstm_prefixes)} and {len(linear_prefixes)} nn.Linear "
            f"{sorted(linear_prefixes)}; the exporter reads one of each. Export such a model."
        )
    return lstm_layers, linear


class _GoldenModel(torch.nn.Module):
    def __init__(self, inputs: int, units: int, layers: int, outputs: int) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(inputs, units, num_layers=layers)
        self.head = torch.nn.Linear(units, outputs)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.lstm(series)
        return self.head(hidden[-1])


def _golden_case(path: pathlib.Path, *, inputs: int, units: int, layers: int, outputs: int) -> Predict:
    torch.manual_seed(export_common.SEED)
    torch.save(_GoldenModel(inputs, units, layers, outputs).state_dict(), path)
    model = _GoldenModel(inputs, units, layers, outputs)
    model.load_state_dict(torch.load(path, weights_only=True))

    @torch.inference_mode()
    def predict(series: np.ndarray) -> np.ndarray:
        return model(torch.from_numpy(series)).numpy()

    return predict


if __name__ == "__main__":
    export_common.Exporter(
        script="export_torch.py",
        suffix=".pt",
        source=SOURCE,
        read=read,
        golden_cases={
            "torch-1x20": lambda path: _golden_case(path, inputs=1, units=20, layers=1, outputs=1),
            "torch-2layers": lambda path: _golden_case(path, inputs=3, units=13, layers=2, outputs=3),
        },
        golden_framework=SOURCE,
        add_options=lambda parser: parser.add_argument(
            "--activation",
            choices=model_folder.ACTIVATIONS,
            default="linear",
            help="the activation after the nn.Linear, which a state_dict does not record (default: linear)",
        ),
    ).run()
