#!/usr/bin/env python3
"""Exports a Keras model (one or more LSTM layers, then one Dense) as a Closecast model folder. See --help."""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("keras")

import argparse
import os
import pathlib

# Set before keras is imported, which reads them; the requirements install only this backend.
os.environ["KERAS_BACKEND"] = "jax"
os.environ["JAX_PLATFORMS"] = "cpu"

import keras
import numpy as np

from models import export_common
from models.export_common import ExportError, Network, Predict

SOURCE = f"keras {keras.__version__}"
LSTM_NEEDS = {"activation": "tanh", "recurrent_activation": "sigmoid", "go_backwards": False}


def read(path: pathlib.Path, _: argparse.Namespace) -> Network:
    network = Network()
    for layer in _chain(_load(path)):
        config = layer.get_config()
        if isinstance(layer, keras.layers.LSTM):
            for key, wanted in LSTM_NEEDS.items():
                if config[key] != wanted:
                    found = f"layer {layer.name!r} has {key}={config[key]!r}"
                    raise ExportError(f"{found}. Train it with {key}={wanted!r}.")
            cell = layer.cell
            network.add_lstm(_array(cell.kernel), _array(cell.recurrent_kernel), _array(cell.bias), gates="ifgo")
        else:
            network.add_dense(_array(layer.kernel), _array(layer.bias), config["activation"])
    return network


def _load(path: pathlib.Path) -> keras.Model:
    try:
        return keras.models.load_model(path, compile=False)
    except Exception as error:  # The zip, JSON and HDF5 readers below Keras can raise anything.
        raise ExportError(f"{SOURCE} cannot load it: {error}") from None


def _chain(model: keras.Model) -> list[keras.Layer]:
    """The LSTM layers and the final Dense, each fed by the previous one."""
    layers = [layer for layer in model.layers if not isinstance(layer, keras.layers.InputLayer)]
    kinds = [type(layer).__name__ for layer in layers if not isinstance(layer, keras.layers.Dropout)]
    export_common.require_chain(kinds, "(LSTM )+Dense ", "LSTM layers, then one Dense")
    if not isinstance(model, keras.Sequential):  # Always a chain.
        tensors = [*model.inputs, *(layer.output for layer in layers)]
        fed = len(model.inputs) == 1 and all(layer.input is tensor for layer, tensor in zip(layers, tensors))
        if not fed or len(model.outputs) != 1 or model.outputs[0] is not tensors[-1]:
            raise ExportError("its layers branch or are used twice. Export a model that is one chain of layers.")
    return [layer for layer in layers if not isinstance(layer, keras.layers.Dropout)]


def _array(variable: keras.Variable | None) -> np.ndarray | None:
    return None if variable is None else keras.ops.convert_to_numpy(variable)


def _golden_case(model: keras.Sequential, path: pathlib.Path) -> Predict:
    # Keras starts biases at 0 and 1; random ones reveal a bias that is misread.
    random = np.random.default_rng(export_common.SEED)
    for variable in model.weights:
        if variable.name == "bias":
            variable.assign(variable + random.normal(0, 0.2, variable.shape))
    model.save(path)
    loaded = keras.models.load_model(path)
    return lambda series: keras.ops.convert_to_numpy(loaded(series[None], training=False))[0]


def _one_layer(path: pathlib.Path) -> Predict:
    keras.utils.set_random_seed(export_common.SEED)
    layers = keras.layers
    return _golden_case(keras.Sequential([keras.Input((None, 1)), layers.LSTM(24), layers.Dense(1)]), path)


def _two_layers(path: pathlib.Path) -> Predict:
    keras.utils.set_random_seed(export_common.SEED)
    layers = keras.layers
    chain = [keras.Input((None, 2)), layers.LSTM(17, return_sequences=True), layers.Dropout(0.5), layers.LSTM(9)]
    return _golden_case(keras.Sequential([*chain, layers.Dense(2, activation="tanh")]), path)


def _three_outputs(path: pathlib.Path) -> Predict:
    keras.utils.set_random_seed(export_common.SEED)
    series = keras.Input((None, 1))
    outputs = keras.layers.Dense(3, activation="softplus")(keras.layers.LSTM(12)(series))
    return _golden_case(keras.Model(series, outputs), path)


if __name__ == "__main__":
    export_common.Exporter(
        script="export_keras.py",
        suffix=".keras",
        source=SOURCE,
        read=read,
        golden_cases={"keras-1x24": _one_layer, "keras-2layers": _two_layers, "keras-head3": _three_outputs},
        golden_framework=SOURCE,
    ).run()
