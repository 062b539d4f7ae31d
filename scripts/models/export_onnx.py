#!/usr/bin/env python3
"""Exports an ONNX graph (one or more LSTM nodes, then one dense layer) as a Closecast model folder. See --help."""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements import virtual_environment

virtual_environment.enter("onnx")

import argparse
import pathlib

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from models import export_common
from models.export_common import ExportError, Network, Predict

SOURCE = f"onnx {onnx.__version__}"
RUNTIME = f"onnxruntime {onnxruntime.__version__}"
# These only move values. `_check` finds out by running the graph whether they pick the right ones.
MOVES = {"Cast", "Dropout", "Flatten", "Gather", "Identity", "Reshape", "Slice", "Squeeze", "Transpose", "Unsqueeze"}
ACTIVATIONS = {"Tanh": "tanh", "Sigmoid": "sigmoid", "Relu": "relu", "Softplus": "softplus"}
# ONNX's defaults.
LSTM_NEEDS = {
    "direction": "forward",
    "activations": ["Sigmoid", "Tanh", "Tanh"],
    "clip": None,
    "input_forget": 0,
    "layout": 0,
}
CHECK_STEPS, CHECK_SERIES = 12, 4


def read(path: pathlib.Path, _: argparse.Namespace) -> Network:
    try:
        model = onnx.load(path)
    except Exception as error:  # Protobuf's decoding errors have no public class.
        raise ExportError(f"{SOURCE} cannot load it: {error}") from None
    network = _network(model.graph)
    _check(network, model)
    return network


def _network(graph: onnx.GraphProto) -> Network:
    constants = _constants(graph)
    nodes = [node for node in _path(graph, constants) if node.op_type not in MOVES]
    export_common.require_chain(
        [node.op_type for node in nodes],
        rf"(LSTM )+(Gemm |MatMul (Add )?)(({'|'.join(ACTIVATIONS)}) )?",
        f"LSTM nodes, then Gemm or MatMul and Add, then at most one of {', '.join(ACTIVATIONS)}",
    )
    network = Network()
    while nodes[0].op_type == "LSTM":
        _add_lstm(network, nodes.pop(0), constants)
    activation = ACTIVATIONS[nodes.pop().op_type] if nodes[-1].op_type in ACTIVATIONS else "linear"
    kernel, bias = _dense(nodes, constants)
    network.add_dense(kernel, bias, activation)
    return network


def _constants(graph: onnx.GraphProto) -> dict[str, np.ndarray]:
    constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        value = _attributes(node).get("value")
        if node.op_type == "Constant" and value is not None:
            constants[node.output[0]] = numpy_helper.to_array(value)
        elif node.op_type == "Identity" and node.input[0] in constants:
            constants[node.output[0]] = constants[node.input[0]]
    return constants


def _path(graph: onnx.GraphProto, constants: dict[str, np.ndarray]) -> list[onnx.NodeProto]:
    """The nodes from the graph's input to its output, without those that compute shapes and initial states."""
    inputs = [value.name for value in graph.input if value.name not in constants]
    if len(inputs) != 1 or len(graph.output) != 1:
        raise ExportError(
            f"it has inputs {inputs} and outputs {[value.name for value in graph.output]}. Export a graph of one "
            "input (the series) and one output (the forecast), with a zero initial state inside."
        )
    producers = {output: node for node in graph.node for output in node.output}
    path, tensor = [], graph.output[0].name
    while tensor != inputs[0]:
        if tensor not in producers:
            raise ExportError(f"its output does not depend on its input {inputs[0]!r}. Export the whole graph.")
        node = producers[tensor]
        path.insert(0, node)
        varying = [name for name in node.input if name and name not in constants]
        if node.op_type in {"Add", "MatMul", "Gemm"} and len(varying) != 1:
            raise ExportError(
                f"{_name(node)} reads {varying}, only one of which may be computed; the others must be stored weights. "
                "Export one chain of layers, with constant folding."
            )
        # For the other nodes, the first input is the data and the rest are weights, shapes and states.
        tensor = varying[0] if node.op_type == "Add" else node.input[0]
    return path


def _add_lstm(network: Network, node: onnx.NodeProto, constants: dict[str, np.ndarray]) -> None:
    attributes = LSTM_NEEDS | _attributes(node)
    for key, wanted in LSTM_NEEDS.items():
        if attributes[key] != wanted:
            raise ExportError(f"{_name(node)} has {key}={attributes[key]!r}. Export an LSTM with {key}={wanted!r}.")
    _, kernel, recurrent_kernel, bias, lengths, _, _, peepholes = [*node.input, *[""] * 8][:8]
    if lengths or peepholes:
        raise ExportError(f"{_name(node)} has sequence_lens or peepholes (P). Export an LSTM without them.")
    # The first axis is the direction; there is only one.
    kernel, recurrent_kernel = (_weight(name, node, constants)[0].T for name in (kernel, recurrent_kernel))
    # The input's and the state's biases, one after the other; float64, so that their sum is rounded once.
    biases = _weight(bias, node, constants).astype(np.float64).reshape(2, -1) if bias else None
    network.add_lstm(kernel, recurrent_kernel, None if biases is None else biases.sum(axis=0), gates="iofg")


def _dense(nodes: list[onnx.NodeProto], constants: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray | None]:
    first, last = nodes[0], nodes[-1]
    kernel = _weight(first.input[1], first, constants)
    if first.op_type == "MatMul":
        bias = next((constants[name] for name in last.input if name in constants), None) if last is not first else None
    else:
        attributes = {"alpha": 1, "beta": 1, "transA": 0, "transB": 0} | _attributes(first)
        if attributes["transA"]:
            raise ExportError(f"{_name(first)} has transA={attributes['transA']}. Export it with transA=0.")
        kernel = attributes["alpha"] * (kernel.T if attributes["transB"] else kernel)
        bias = attributes["beta"] * constants[first.input[2]] if len(first.input) > 2 else None
    return kernel, None if bias is None else np.broadcast_to(bias.ravel(), kernel.shape[1])


def _weight(name: str, node: onnx.NodeProto, constants: dict[str, np.ndarray]) -> np.ndarray:
    if name not in constants:
        raise ExportError(f"{_name(node)} reads weights {name!r}, which are computed. Export with constant folding.")
    return constants[name]


def _attributes(node: onnx.NodeProto) -> dict:
    def text(value: object) -> object:
        if isinstance(value, list):
            return [text(part) for part in value]
        return value.decode() if isinstance(value, bytes) else value

    return {attribute.name: text(helper.get_attribute_value(attribute)) for attribute in node.attribute}


def _name(node: onnx.NodeProto) -> str:
    return f"{node.op_type} node {node.name or node.output[0]!r}"


def _session(model: onnx.ModelProto) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4  # What goes wrong is raised as well.
    try:
        return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # The runtime's error classes share no narrower one.
        raise ExportError(f"{RUNTIME} cannot load it: {error}") from None


def _check(network: Network, model: onnx.ModelProto) -> None:
    """Runs the graph and the exported layers on random series; nodes that move values can change what a graph means."""
    # Initial states are often computed (zeros of a shape), and their effect fades, so they are checked directly.
    states = sorted({name for node in model.graph.node if node.op_type == "LSTM" for name in node.input[5:7] if name})
    model.graph.output.extend(map(helper.make_empty_tensor_value_info, states))
    session = _session(model)
    given = session.get_inputs()[0]
    if given.type != "tensor(float)" or len(given.shape) != 3:
        raise ExportError(
            f"its input {given.name!r} is {given.type} {given.shape}. Export one of float32 [steps, batch, inputs] or "
            "[batch, steps, inputs]."
        )
    found = []
    for steps_axis in (0, 1):
        default = [1, 1, network.layers[0]["inputs"]]
        default[steps_axis] = CHECK_STEPS
        shape = [size if isinstance(size, int) else default[axis] for axis, size in enumerate(given.shape)]
        if shape[steps_axis] == 1 or shape[2] != default[2]:
            continue
        random = np.random.default_rng(export_common.SEED)
        series = random.standard_normal((CHECK_SERIES, shape[steps_axis], shape[2])).astype(np.float32)
        wanted = np.array([_forward(network, values) for values in series])
        batches = [np.broadcast_to(np.expand_dims(values, 1 - steps_axis), shape) for values in series]
        try:
            runs = [session.run(None, {given.name: batch}) for batch in batches]
        except Exception as error:  # A runtime error again: the graph may expect the steps on the other axis.
            found.append(f"the error {error}")
            continue
        if any(state.any() for _, *initial in runs for state in initial):
            raise ExportError(f"an initial state of {states} is not zero. Export a graph that starts at zero.")
        # A graph may return the outputs of every step; the last ones come last.
        answers = np.array([answer.ravel()[-wanted.shape[1] :] for answer, *_ in runs])
        # Relative to how much the answers differ between series: a large bias must not hide a mistake.
        if (np.abs(answers - wanted) <= 1e-2 * wanted.std(axis=0) + 1e-5 * np.abs(wanted)).all():
            return
        found.append(f"{answers[0]} where the layers give {wanted[0]}")
    raise ExportError(
        f"its LSTM and dense layers do not explain its answers. On a random series {RUNTIME} gives "
        f"{' or '.join(found) or 'nothing for a series of more than one step'}. Look for a step other than the last or "
        "a reshaped series, and export a graph without it."
    )


def _forward(network: Network, series: np.ndarray) -> np.ndarray:
    """The dense layer's outputs after the last step, in float64."""
    *lstm_layers, head = network.layers
    weights = {key: value.astype(np.float64) for key, value in network.tensors.items()}

    def sigmoid(values: np.ndarray) -> np.ndarray:
        return 0.5 + 0.5 * np.tanh(0.5 * values)

    for index, layer in enumerate(lstm_layers):
        h = c = np.zeros(layer["units"])
        kernel, recurrent_kernel, bias = (
            weights[f"layers.{index}.{key}"] for key in ("kernel", "recurrent_kernel", "bias")
        )
        hidden = []
        for x in series:
            i, o, f, g = np.split(x @ kernel + h @ recurrent_kernel + bias, 4)
            c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
            h = sigmoid(o) * np.tanh(c)
            hidden.append(h)
        series = np.array(hidden)
    kernel, bias = (weights[f"layers.{len(lstm_layers)}.{key}"] for key in ("kernel", "bias"))
    outputs = series[-1] @ kernel + bias
    activations = {
        "linear": lambda values: values,
        "tanh": np.tanh,
        "sigmoid": sigmoid,
        "relu": lambda values: np.maximum(values, 0),
        "softplus": lambda values: np.logaddexp(values, 0),
    }
    return activations[head["activation"]](outputs)


def _golden_case(
    path: pathlib.Path, nodes: list[onnx.NodeProto], weights: dict[str, tuple], inputs: int, units: int
) -> Predict:
    """Writes a graph from `series` [steps, 1, inputs] to `forecast` [1, inputs]; weights as PyTorch starts them."""
    random = np.random.default_rng(export_common.SEED)
    bound = units**-0.5
    tensors = {name: random.uniform(-bound, bound, shape).astype(np.float32) for name, shape in weights.items()}
    tensors |= {"axis_0": np.array([0]), "axis_1": np.array([1]), "last": np.array(-1)}
    series = helper.make_tensor_value_info("series", onnx.TensorProto.FLOAT, ["steps", 1, inputs])
    forecast = helper.make_tensor_value_info("forecast", onnx.TensorProto.FLOAT, [1, inputs])
    initializers = [numpy_helper.from_array(value, name) for name, value in tensors.items()]
    graph = helper.make_graph(nodes, path.stem, [series], [forecast], initializers)
    # Versions that the runtimes of recent years can read.
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    session = _session(onnx.load(path))
    return lambda values: session.run(None, {"series": values[:, None]})[0][0]


def _one_layer(path: pathlib.Path) -> Predict:
    nodes = [
        helper.make_node("LSTM", ["series", "W", "R", "B"], ["", "hidden"], hidden_size=16),
        helper.make_node("Squeeze", ["hidden", "axis_0"], ["row"]),
        helper.make_node("Gemm", ["row", "kernel", "bias"], ["outputs"], transB=1),
        helper.make_node("Sigmoid", ["outputs"], ["forecast"]),
    ]
    weights = {"W": (1, 64, 1), "R": (1, 64, 16), "B": (1, 128), "kernel": (1, 16), "bias": (1,)}
    return _golden_case(path, nodes, weights, inputs=1, units=16)


def _two_layers(path: pathlib.Path) -> Predict:
    nodes = [
        helper.make_node("LSTM", ["series", "W1", "R1", "B1"], ["hidden_1"], hidden_size=11),
        helper.make_node("Squeeze", ["hidden_1", "axis_1"], ["rows_1"]),
        helper.make_node("LSTM", ["rows_1", "W2", "R2", "B2"], ["hidden_2"], hidden_size=14),
        helper.make_node("Squeeze", ["hidden_2", "axis_1"], ["rows_2"]),
        helper.make_node("Gather", ["rows_2", "last"], ["row"], axis=0),
        helper.make_node("MatMul", ["row", "kernel"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["forecast"]),
    ]
    weights = {
        **{"W1": (1, 44, 2), "R1": (1, 44, 11), "B1": (1, 88)},
        **{"W2": (1, 56, 11), "R2": (1, 56, 14), "B2": (1, 112)},
        **{"kernel": (14, 2), "bias": (2,)},
    }
    return _golden_case(path, nodes, weights, inputs=2, units=14)


if __name__ == "__main__":
    export_common.Exporter(
        script="export_onnx.py",
        suffix=".onnx",
        source=SOURCE,
        read=read,
        golden_cases={"onnx-1x16": _one_layer, "onnx-2layers": _two_layers},
        golden_framework=RUNTIME,
    ).run()
