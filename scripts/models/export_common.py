"""Code shared by the three export scripts: the command line, the network, the model card and the golden files."""

import argparse
import dataclasses
import datetime
import json
import pathlib
import re
import sys
import tempfile
from collections.abc import Callable, Sequence

import numpy as np

from models import model_folder

SEED = 1
GOLDEN = pathlib.Path(__file__).resolve().parent.parent.parent / "Tests" / "LSTMEngineTests" / "Golden"
SERIES_STEPS = (40, 57, 80)
RECURSIVE_STEPS = 16
WINDOW, WINDOW_STEPS = 40, 8
TRANSFORMS = {"none": lambda context: {"kind": "none"}, "scaled-log-returns": model_folder.scaled_log_returns}

# The framework's own forward pass: float32 [steps, inputs] from a zero state to the outputs after the last step.
Predict = Callable[[np.ndarray], np.ndarray]


class ExportError(Exception):
    """A model that cannot be exported; the message says what was found and how to fix it."""


class Network:
    """The layers of a model, first to last, with weights in Keras's layout."""

    def __init__(self) -> None:
        self.layers: list[dict] = []
        self.tensors: dict[str, np.ndarray] = {}

    def add_lstm(self, kernel: np.ndarray, recurrent_kernel: np.ndarray, bias: np.ndarray | None, gates: str) -> None:
        """`kernel` [inputs, 4*units], `recurrent_kernel` [units, 4*units], `bias` [4*units] or None for zeros."""
        layer = model_folder.lstm(kernel.shape[0], recurrent_kernel.shape[0], gates)
        self._add(layer, kernel=kernel, recurrent_kernel=recurrent_kernel, bias=bias)

    def add_dense(self, kernel: np.ndarray, bias: np.ndarray | None, activation: str) -> None:
        """`kernel` [inputs, units], `bias` [units] or None for zeros."""
        if activation not in model_folder.ACTIVATIONS:
            known = ", ".join(model_folder.ACTIVATIONS)
            raise ExportError(f"the dense layer's activation is {activation!r}. Train it with one of {known}.")
        self._add(model_folder.dense(*kernel.shape, activation), kernel=kernel, bias=bias)

    def _add(self, layer: dict, **weights: np.ndarray | None) -> None:
        index = len(self.layers)
        if self.layers and self.layers[-1]["units"] != layer["inputs"]:
            raise ExportError(
                f"layer {index} ({layer['type']}) reads {layer['inputs']} values, but the layer before it gives "
                f"{self.layers[-1]['units']}. Export a model whose layers form one chain."
            )
        if weights["bias"] is None:
            weights["bias"] = np.zeros(weights["kernel"].shape[1])
        self.layers.append(layer)
        self.tensors |= {f"layers.{index}.{key}": value for key, value in weights.items()}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Exporter:
    """An export script: `run` is its command line."""

    script: str
    suffix: str
    source: str
    """The framework and its version."""
    read: Callable[[pathlib.Path, argparse.Namespace], Network]
    """Reads a file of the framework."""
    golden_cases: dict[str, Callable[[pathlib.Path], Predict]]
    """Each writes a model with random weights to a file of the framework and returns its forward pass."""
    golden_framework: str
    """The name of the code that computes that forward pass."""
    add_options: Callable[[argparse.ArgumentParser], object] = lambda parser: None

    def run(self) -> None:
        parser = _parser(self.script, self.suffix)
        self.add_options(parser)
        arguments = parser.parse_args()
        defaults = parser.parse_args(["--golden"])
        if arguments.golden and arguments != defaults:
            parser.error("--golden takes no other arguments")
        if not arguments.golden and arguments.out_dir is None:
            parser.error(f"give a {self.suffix} file and an output folder, or --golden")
        try:
            if arguments.golden:
                for name in self.golden_cases:
                    self._write_golden(name, defaults)
            else:
                self._export(arguments)
        except (ExportError, OSError, ValueError) as error:
            sys.exit(f"error: {arguments.model or '--golden'}: {error}")

    def _export(self, arguments: argparse.Namespace, note: str = "") -> Network:
        if not arguments.model.is_file():
            raise ExportError(f"no such file. Give the path of a {self.suffix} file.")
        network = self.read(arguments.model, arguments)
        name = arguments.name or arguments.out_dir.resolve().name
        chain = ", ".join(f"{layer['type']} {layer['units']}" for layer in network.layers)
        card = (
            f"# {name}\n\n"
            f"Exported from `{arguments.model.name}` ({self.source}) by `scripts/models/{self.script}`.\n\n"
            f"- Inputs: {network.layers[0]['inputs']}\n"
            f"- Layers: {chain} ({network.layers[-1]['activation']})\n"
            f"- Transform: {arguments.transform}\n"
            f"- Trained through: {arguments.through or 'unknown'}\n"
        )
        model_folder.write(
            arguments.out_dir,
            name=name,
            layers=network.layers,
            tensors=network.tensors,
            context=arguments.context,
            horizon=arguments.horizon,
            transform=TRANSFORMS[arguments.transform](arguments.context),
            head={"kind": "point"},
            training={"through": arguments.through, "source": self.source},
            card=card + note,
            replace=arguments.replace,
        )
        print(f"Wrote {arguments.out_dir}", file=sys.stderr)
        return network

    def _write_golden(self, name: str, defaults: argparse.Namespace) -> None:
        note = f"\nRandom weights of seed {SEED}, for the tests. To regenerate it: `scripts/models/{self.script} --golden`.\n"
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / f"{name}{self.suffix}"
            predict = self.golden_cases[name](file)
            paths = {"model": file, "out_dir": GOLDEN / name, "replace": True}
            network = self._export(argparse.Namespace(**(vars(defaults) | paths)), note)
            answers = _golden(predict, network.layers[0]["inputs"], network.layers[-1]["units"])
        golden = {"framework": self.golden_framework, "seed": SEED} | answers
        # One key per line, so that a diff shows which answers changed.
        lines = [f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in golden.items()]
        (GOLDEN / name / "golden.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


def require_chain(kinds: Sequence[str], pattern: str, wanted: str) -> None:
    """Checks the layers' kinds, each followed by a space, against a regular expression."""
    if not re.fullmatch(pattern, "".join(f"{kind} " for kind in kinds)):
        found = ", ".join(kinds) or "none"
        raise ExportError(f"the layers are {found}; the exporter reads {wanted}. Export such a model.")


def _parser(script: str, suffix: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        usage=f"scripts/models/{script} model{suffix} models/mine --transform scaled-log-returns --through 2024-12-31"
        f"\n  scripts/models/{script} --golden",
        description=f"Turns a {suffix} file into a Closecast model folder (model.safetensors, config.json, README.md).",
        allow_abbrev=False,
    )
    parser.add_argument("model", nargs="?", type=pathlib.Path, metavar=f"MODEL{suffix}")
    parser.add_argument("out_dir", nargs="?", type=pathlib.Path, metavar="OUT_DIR", help="made when missing")
    parser.add_argument("--name", help="the model's name (default: OUT_DIR's last part)")
    parser.add_argument("--context", type=_count, default=500, help="daily closes the model reads (default: 500)")
    parser.add_argument("--horizon", type=_count, default=96, help="days it forecasts (default: 96)")
    parser.add_argument(
        "--transform", choices=TRANSFORMS, default="none", help="what turns closes into inputs (default: none)"
    )
    parser.add_argument("--through", type=_date, metavar="DATE", help="last day of the training data, such as 2024-12-31")
    parser.add_argument("--replace", action="store_true", help="overwrite an existing model in OUT_DIR")
    parser.add_argument("--golden", action="store_true", help="regenerate the golden files of the tests instead")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)


def _date(text: str) -> str:
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day written as 2024-12-31") from None


def _golden(predict: Predict, inputs: int, outputs: int) -> dict:
    random = np.random.default_rng(SEED)
    series = [random.standard_normal((steps, inputs), dtype=np.float32) for steps in SERIES_STEPS]
    golden = {
        "inputs": [_nine_digits(values) for values in series],
        "last": [_nine_digits(predict(values)) for values in series],
    }
    if inputs == outputs:
        golden["recursive"] = [_nine_digits(_recursive(predict, values)) for values in series]
        windows = [_nine_digits(_sliding_window(predict, values)) for values in series]
        golden["sliding_window"] = {"window": WINDOW, "outputs": windows}
    return golden


def _recursive(predict: Predict, series: np.ndarray) -> list[np.ndarray]:
    """Feeds every output back as the next input, rereading the whole series: carrying the state must give the same."""
    for _ in range(RECURSIVE_STEPS):
        series = np.vstack([series, predict(series)])
    return list(series[-RECURSIVE_STEPS:])


def _sliding_window(predict: Predict, series: np.ndarray) -> list[np.ndarray]:
    for _ in range(WINDOW_STEPS):
        series = np.vstack([series, predict(series[-WINDOW:])])
    return list(series[-WINDOW_STEPS:])


def _nine_digits(values: Sequence) -> list:
    """Nested lists; nine significant digits bring back every float32 exactly."""
    array = np.asarray(values)
    if array.dtype != np.float32:
        raise TypeError(f"golden values must be float32, not {array.dtype}")
    return np.vectorize(lambda value: float(f"{value:.9g}"), otypes=[object])(array).tolist()
