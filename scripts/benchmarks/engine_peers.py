"""The engines that scripts/benchmarks/engine.py compares Closecast with: ONNX Runtime, OpenVINO and Keras.

All of them get the same weights, read from a model folder, and the same inputs. Every peer has a `name`,
`prepare(weights, series, threads)` and `run(inputs)`, which returns the outputs, shape [series, STEPS].

Shapes in the comments: N series in a block, L values each, U units, S outputs.
"""

import concurrent.futures
import dataclasses
import json
import os
import pathlib
import time

import numpy as np

LENGTH = 500
STEPS = 96


# The weights ----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Weights:
    """One LSTM with one input and a linear dense layer with one output, in Keras's layout."""

    kernel: np.ndarray  # [1, 4 U]
    recurrent: np.ndarray  # [U, 4 U]
    bias: np.ndarray  # [4 U]
    dense_kernel: np.ndarray  # [U, 1]
    dense_bias: np.ndarray  # [1]

    @property
    def units(self) -> int:
        return self.recurrent.shape[0]

    def gates(self, columns: np.ndarray, order: str) -> np.ndarray:
        """The four blocks of columns, reordered from Keras's order: "iofg" is ONNX's."""
        blocks = dict(zip("ifgo", np.split(columns, 4, axis=-1)))
        return np.concatenate([blocks[gate] for gate in order], axis=-1)


def read_weights(folder: pathlib.Path) -> Weights:
    """Reads config.json and model.safetensors of a model folder as scripts/models/model_folder.py writes them."""
    layers = json.loads((folder / "config.json").read_text())["layers"]
    kinds = [(layer["type"], layer.get("gates"), layer.get("activation"), layer["inputs"]) for layer in layers]
    if len(layers) != 2 or kinds != [("lstm", "ifgo", None, 1), ("dense", None, "linear", layers[0]["units"])]:
        raise SystemExit(f"{folder}: the benchmark supports only one LSTM (gates ifgo, 1 input) and a linear dense layer")
    raw = (folder / "model.safetensors").read_bytes()
    data = 8 + int.from_bytes(raw[:8], "little")

    tensors = {}
    for name, entry in json.loads(raw[8:data]).items():
        if name != "__metadata__":
            first, last = entry["data_offsets"]
            tensors[name] = np.frombuffer(raw[data + first : data + last], dtype="<f4").reshape(entry["shape"])
    return Weights(
        kernel=tensors["layers.0.kernel"],
        recurrent=tensors["layers.0.recurrent_kernel"],
        bias=tensors["layers.0.bias"],
        dense_kernel=tensors["layers.1.kernel"],
        dense_bias=tensors["layers.1.bias"],
    )


# The same model as ONNX graphs, which ONNX Runtime and OpenVINO both read ---------------------------------------------


class Graph:
    """Collects the nodes of one ONNX graph. Values are [1, N, 1], states [1, N, U]."""

    def __init__(self, weights: Weights):
        self.weights = weights
        self.nodes = []
        self.constants = {
            "kernel": weights.kernel,
            "recurrent": weights.recurrent,
            "bias": weights.bias,
            "onnx_kernel": weights.gates(weights.kernel, "iofg").T[None],
            "onnx_recurrent": weights.gates(weights.recurrent, "iofg").T[None],
            "onnx_bias": np.concatenate([weights.gates(weights.bias, "iofg"), np.zeros_like(weights.bias)])[None],
            "dense_kernel": weights.dense_kernel,
            "dense_bias": weights.dense_bias,
        }

    def add(self, operator: str, inputs: list[str], outputs: list[str], **attributes) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(operator, inputs, outputs, **attributes))
        return outputs[0]

    def constant(self, name: str, value, dtype=np.int64) -> str:
        self.constants[name] = np.array(value, dtype=dtype)
        return name

    def dense(self, hidden: str, value: str) -> None:
        self.add("MatMul", [hidden, "dense_kernel"], [f"{value}.product"])
        self.add("Add", [f"{value}.product", "dense_bias"], [value])

    def read_window(self, window: str, hidden: str, cell: str, lengths: str = "") -> None:
        """All time steps of `window` [N, L] from a zero state; `lengths` [N] where the rows end sooner."""
        self.add("Transpose", [window], [f"{window}.by_time"], perm=[1, 0])
        self.add("Unsqueeze", [f"{window}.by_time", self.constant("last_axis", [2])], [f"{window}.sequence"])
        inputs = [f"{window}.sequence", "onnx_kernel", "onnx_recurrent", "onnx_bias", lengths]
        self.add("LSTM", inputs, ["", hidden, cell], hidden_size=self.weights.units)

    def step(self, kind: str, value: str, hidden: str, cell: str, new_hidden: str, new_cell: str) -> None:
        """One time step, as ONNX's LSTM operator or written out in matrix and element-wise operators."""
        if kind == "LSTM":
            inputs = [value, "onnx_kernel", "onnx_recurrent", "onnx_bias", "", hidden, cell]
            self.add("LSTM", inputs, ["", new_hidden, new_cell], hidden_size=self.weights.units)
            return
        own = new_hidden + "."
        self.add("Mul", [value, "kernel"], [own + "from_value"])
        self.add("Add", [own + "from_value", "bias"], [own + "biased"])
        self.add("MatMul", [hidden, "recurrent"], [own + "from_hidden"])
        self.add("Add", [own + "from_hidden", own + "biased"], [own + "gates"])
        self.add("Split", [own + "gates"], [own + gate for gate in "ifgo"], axis=-1, num_outputs=4)
        for gate, activation in zip("ifgo", ["Sigmoid", "Sigmoid", "Tanh", "Sigmoid"]):
            self.add(activation, [own + gate], [own + gate + ".active"])
        self.add("Mul", [own + "f.active", cell], [own + "kept"])
        self.add("Mul", [own + "i.active", own + "g.active"], [own + "added"])
        self.add("Add", [own + "kept", own + "added"], [new_cell])
        self.add("Tanh", [new_cell], [own + "squashed"])
        self.add("Mul", [own + "o.active", own + "squashed"], [new_hidden])

    def serialized(self, inputs: dict[str, tuple], outputs: dict[str, tuple]) -> bytes:
        """The model file's bytes; `inputs` and `outputs` name the float32 tensors and their shapes."""
        from onnx import helper, numpy_helper

        nodes = list(self.nodes)
        for node in self.nodes:
            nodes += [inner for attribute in node.attribute for inner in attribute.g.node]
        used = {name for node in nodes for name in node.input}
        constants = [
            numpy_helper.from_array(np.array(value, order="C"), name)
            for name, value in self.constants.items()
            if name in used
        ]
        graph = helper.make_graph(self.nodes, "closecast", tensors(inputs), tensors(outputs), constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
        return model.SerializeToString()


def tensors(shapes: dict[str, tuple]) -> list:
    from onnx import TensorProto, helper

    return [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in shapes.items()]


def state_shapes(weights: Weights, block: int, suffix: str = "") -> dict[str, tuple]:
    return {"hidden" + suffix: (1, block, weights.units), "cell" + suffix: (1, block, weights.units)}


def first_value_graph(weights: Weights, block: int) -> bytes:
    """window [N, L] -> the first output and the state after the window."""
    graph = Graph(weights)
    graph.read_window("window", "hidden", "cell")
    graph.dense("hidden", "value")
    return graph.serialized({"window": (block, LENGTH)}, {"value": (1, block, 1), **state_shapes(weights, block)})


def next_value_graph(weights: Weights, block: int, kind: str) -> bytes:
    """An output and a state -> the next output and state."""
    graph = Graph(weights)
    graph.step(kind, "value", "hidden", "cell", "hidden.new", "cell.new")
    graph.dense("hidden.new", "value.new")
    return graph.serialized(
        {"value": (1, block, 1), **state_shapes(weights, block)},
        {"value.new": (1, block, 1), **state_shapes(weights, block, ".new")},
    )


def unrolled_graph(weights: Weights, block: int, kind: str) -> bytes:
    """window [N, L] -> values [S, N, 1] in one graph: every decoding step has nodes of its own."""
    graph = Graph(weights)
    graph.read_window("window", "hidden0", "cell0")
    graph.dense("hidden0", "value0")
    for step in range(1, STEPS):
        former = step - 1
        graph.step(kind, f"value{former}", f"hidden{former}", f"cell{former}", f"hidden{step}", f"cell{step}")
        graph.dense(f"hidden{step}", f"value{step}")
    graph.add("Concat", [f"value{step}" for step in range(STEPS)], ["values"], axis=0)
    return graph.serialized({"window": (block, LENGTH)}, {"values": (STEPS, block, 1)})


def loop_graph(weights: Weights, block: int, kind: str) -> bytes:
    """window [N, L] -> values [S, N, 1] in one graph: the decoding steps are ONNX's Loop operator."""
    from onnx import TensorProto, helper

    body = Graph(weights)
    body.step(kind, "value", "hidden", "cell", "hidden.new", "cell.new")
    body.dense("hidden.new", "value.new")
    body.add("Identity", ["go_on"], ["go_on.new"])
    body.add("Identity", ["value.new"], ["collected"])
    count = helper.make_tensor_value_info("step", TensorProto.INT64, [])
    go_on = [helper.make_tensor_value_info(name, TensorProto.BOOL, []) for name in ("go_on", "go_on.new")]
    shapes = {"value": (1, block, 1), **state_shapes(weights, block)}
    new_shapes = {"value.new": (1, block, 1), **state_shapes(weights, block, ".new"), "collected": (1, block, 1)}
    loop = helper.make_graph(body.nodes, "step", [count, go_on[0], *tensors(shapes)], [go_on[1], *tensors(new_shapes)])

    graph = Graph(weights)
    graph.read_window("window", "hidden0", "cell0")
    graph.dense("hidden0", "value0")
    trips = [graph.constant("trips", STEPS - 1), graph.constant("always", True, bool)]
    graph.add("Loop", [*trips, "value0", "hidden0", "cell0"], ["value1", "hidden1", "cell1", "others"], body=loop)
    graph.add("Squeeze", ["others", graph.constant("second_axis", [1])], ["others.flat"])
    graph.add("Concat", ["value0", "others.flat"], ["values"], axis=0)
    return graph.serialized({"window": (block, LENGTH)}, {"values": (STEPS, block, 1)})


def windows_together_graph(weights: Weights, kind: str) -> bytes:
    """The sliding windows computed as one batch, as far as possible: windows [S, L] -> values [S, 1, 1].

    Window w starts at value w, so only its first L - w values are given; row w of `windows` holds them, then zeros.
    They are read as one batch. Then the windows are completed in order: each gives its output, which all later windows read.
    """
    graph = Graph(weights)
    lengths = graph.constant("lengths", [LENGTH - window for window in range(STEPS)], np.int32)
    graph.read_window("windows", "hidden0", "cell0", lengths)
    for window in range(STEPS):
        remaining = STEPS - window
        parts = graph.constant(f"parts{window}", [1, remaining - 1])
        if remaining == 1:
            graph.dense(f"hidden{window}", f"value{window}")
            break
        for state in ("hidden", "cell"):
            graph.add("Split", [state + str(window), parts], [f"{state}{window}.done", f"{state}{window}.rest"], axis=1)
        graph.dense(f"hidden{window}.done", f"value{window}")
        graph.add("Expand", [f"value{window}", graph.constant(f"all{window}", [1, remaining - 1, 1])], [f"fed{window}"])
        state = f"hidden{window}.rest", f"cell{window}.rest"
        graph.step(kind, f"fed{window}", *state, f"hidden{window + 1}", f"cell{window + 1}")
    graph.add("Concat", [f"value{window}" for window in range(STEPS)], ["values"], axis=0)
    return graph.serialized({"windows": (STEPS, LENGTH)}, {"values": (STEPS, 1, 1)})


# The peers ------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Variant:
    """One way to run the work on a runtime. Which is fastest depends on the runtime and the number of series."""

    decoding: str  # "steps", "unrolled", "loop", "window loop" or "windows together"
    kind: str = "LSTM"  # of the decoding steps: "LSTM" or "MatMul", see Graph.step
    block: int = 1  # series in one call
    workers: int = 1  # calls at a time, from as many Python threads: the runtimes release the interpreter's lock
    threads_each: int = 1  # of the runtime, in one call

    def __str__(self) -> str:
        if self.decoding in ("window loop", "windows together"):
            return self.decoding
        calls = f"{self.workers} x {self.threads_each} thread{'s' if self.threads_each > 1 else ''}"
        return f"{self.decoding} ({self.kind}), blocks of {self.block}, {calls}"


class Peer:
    """The timing, shared by all peers."""

    name: str
    # Whether every round starts with a warm-up forecast: the other engines have emptied the caches.
    warm_up = True
    inputs: np.ndarray  # [N, L], to be set before `seconds`
    outputs: np.ndarray  # [N, S], of the latest run

    def prepare(self, weights: Weights, series: int, threads: int) -> None:
        raise NotImplementedError

    def run(self, inputs: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    @property
    def checksum(self) -> float:
        return float(self.outputs.sum(dtype=np.float64))

    @property
    def first_outputs(self) -> np.ndarray:
        return self.outputs[0]

    def seconds(self, repeats: int) -> list[float]:
        """The times of `repeats` forecasts of all series."""
        if self.warm_up:
            self.run(self.inputs)
        seconds = []
        for _ in range(repeats):
            start = time.perf_counter()
            self.outputs = self.run(self.inputs)
            seconds.append(time.perf_counter() - start)
        return seconds


class GraphPeer(Peer):
    """A runtime for ONNX graphs. A subclass compiles a graph and binds arrays to it."""

    def __init__(self, variant: Variant):
        self.variant = variant

    def compile(self, model: bytes):
        """Compiles for `variant.workers` callers with `variant.threads_each`."""
        raise NotImplementedError

    def open(self, compiled):
        """A compiled graph, prepared for one caller."""
        raise NotImplementedError

    def bind(self, opened, inputs: dict[str, np.ndarray], outputs: dict[str, np.ndarray]):
        """A function that runs the graph from arrays into arrays, without copies."""
        raise NotImplementedError

    def prepare(self, weights: Weights, series: int, threads: int) -> None:
        variant = self.variant
        if series % (variant.block * variant.workers) != 0 or variant.workers * variant.threads_each > threads:
            raise ValueError(f"{series} series on {threads} threads cannot run as: {variant}")
        graphs = {
            "steps": lambda: [
                first_value_graph(weights, variant.block),
                next_value_graph(weights, variant.block, variant.kind),
            ],
            "unrolled": lambda: [unrolled_graph(weights, variant.block, variant.kind)],
            "loop": lambda: [loop_graph(weights, variant.block, variant.kind)],
            "window loop": lambda: [first_value_graph(weights, 1)],
            "windows together": lambda: [windows_together_graph(weights, variant.kind)],
        }[variant.decoding]()
        program = {
            "steps": self.steps_program,
            "unrolled": self.one_graph_program,
            "loop": self.one_graph_program,
            "window loop": self.window_loop_program,
            "windows together": self.windows_together_program,
        }[variant.decoding]
        compiled = [self.compile(graph) for graph in graphs]
        self.programs = [program(weights, *map(self.open, compiled)) for _ in range(variant.workers)]
        self.pool = concurrent.futures.ThreadPoolExecutor(variant.workers)

    def run(self, inputs: np.ndarray) -> np.ndarray:
        block, workers = self.variant.block, self.variant.workers
        outputs = np.empty((len(inputs), STEPS), np.float32)

        def work(worker: int) -> None:
            for first in range(worker * block, len(inputs), workers * block):
                outputs[first : first + block] = self.programs[worker](inputs[first : first + block])

        if workers == 1:
            work(0)
        else:
            list(self.pool.map(work, range(workers)))
        return outputs

    # A program takes the block's inputs [N, L] and returns its outputs [N, S].

    def one_graph_program(self, weights: Weights, opened):
        window = np.zeros((self.variant.block, LENGTH), np.float32)
        values = np.zeros((STEPS, self.variant.block, 1), np.float32)
        call = self.bind(opened, {"window": window}, {"values": values})

        def program(inputs):
            window[:] = inputs
            call()
            return values[:, :, 0].T

        return program

    def steps_program(self, weights: Weights, first, following):
        block = self.variant.block
        window = np.zeros((block, LENGTH), np.float32)
        values = np.zeros((STEPS, 1, block, 1), np.float32)
        # Two alternating states: a step reads one and writes the other.
        hidden, cell = np.zeros((2, 2, 1, block, weights.units), np.float32)
        calls = [self.bind(first, {"window": window}, {"value": values[0], "hidden": hidden[0], "cell": cell[0]})]
        for step in range(1, STEPS):
            old, new = (step - 1) % 2, step % 2
            given = {"value": values[step - 1], "hidden": hidden[old], "cell": cell[old]}
            taken = {"value.new": values[step], "hidden.new": hidden[new], "cell.new": cell[new]}
            calls.append(self.bind(following, given, taken))

        def program(inputs):
            window[:] = inputs
            for call in calls:
                call()
            return values[:, 0, :, 0].T

        return program

    def window_loop_program(self, weights: Weights, opened):
        window = np.zeros((1, LENGTH), np.float32)
        value = np.zeros((1, 1, 1), np.float32)
        state = {name: np.zeros(shape, np.float32) for name, shape in state_shapes(weights, 1).items()}
        call = self.bind(opened, {"window": window}, {"value": value, **state})
        history = np.zeros(LENGTH + STEPS, np.float32)

        def program(inputs):
            history[:LENGTH] = inputs[0]
            for step in range(STEPS):
                window[0] = history[step : step + LENGTH]
                call()
                history[step + LENGTH] = value[0, 0, 0]
            return history[None, LENGTH:]

        return program

    def windows_together_program(self, weights: Weights, opened):
        windows = np.zeros((STEPS, LENGTH), np.float32)
        values = np.zeros((STEPS, 1, 1), np.float32)
        call = self.bind(opened, {"windows": windows}, {"values": values})

        def program(inputs):
            for window in range(STEPS):
                windows[window, : LENGTH - window] = inputs[0, window:]
            call()
            return values[:, :, 0].T

        return program


class OnnxRuntime(GraphPeer):
    name = "ONNX Runtime"

    def compile(self, model: bytes):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.variant.threads_each
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def open(self, compiled):
        return compiled

    def bind(self, opened, inputs, outputs):
        binding = opened.io_binding()
        for bind, arrays in ((binding.bind_input, inputs), (binding.bind_output, outputs)):
            for name, array in arrays.items():
                bind(name, "cpu", 0, np.float32, array.shape, array.ctypes.data)

        def call(owned=(inputs, outputs)):  # The binding holds only addresses; this keeps the arrays alive.
            opened.run_with_iobinding(binding)

        return call


class OpenVino(GraphPeer):
    name = "OpenVINO"

    def compile(self, model: bytes):
        import openvino

        core = openvino.Core()
        settings = {
            "INFERENCE_PRECISION_HINT": "f32",
            "INFERENCE_NUM_THREADS": self.variant.workers * self.variant.threads_each,
            "NUM_STREAMS": self.variant.workers,
        }
        return core.compile_model(core.read_model(model), "CPU", settings)

    def open(self, compiled):
        return compiled.create_infer_request()

    def bind(self, opened, inputs, outputs):
        import openvino

        arrays = {**inputs, **outputs}
        bound = [(name, openvino.Tensor(array, shared_memory=True)) for name, array in arrays.items()]

        def call():
            for name, tensor in bound:
                opened.set_tensor(name, tensor)
            opened.infer()

        return call


class KerasPredict(Peer):
    """The loop from the common tutorials: predict, append, repeat."""

    name = "Keras predict loop"
    warm_up = False  # No warm-up: a forecast takes seconds, and `prepare` has built the graph.

    def prepare(self, weights: Weights, series: int, threads: int) -> None:
        os.environ.update(KERAS_BACKEND="tensorflow", TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
        import keras
        import tensorflow

        tensorflow.config.threading.set_intra_op_parallelism_threads(threads)
        tensorflow.config.threading.set_inter_op_parallelism_threads(threads)
        self.model = keras.Sequential(
            [keras.Input((LENGTH, 1)), keras.layers.LSTM(weights.units), keras.layers.Dense(1)]
        )
        self.model.set_weights(
            [weights.kernel, weights.recurrent, weights.bias, weights.dense_kernel, weights.dense_bias]
        )
        # The first call builds the graph, which is not part of a forecast.
        self.model.predict(np.zeros((1, LENGTH, 1), np.float32), verbose=0)

    def run(self, inputs: np.ndarray) -> np.ndarray:
        history = inputs[0]
        for _ in range(STEPS):
            value = self.model.predict(history[-LENGTH:].reshape(1, LENGTH, 1), verbose=0)
            history = np.append(history, value[0, 0])
        return history[None, LENGTH:].astype(np.float32)
