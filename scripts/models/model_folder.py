"""Writes Closecast model folders: model.safetensors, config.json, README.md."""

import hashlib
import json
import pathlib
import typing

import numpy as np

ACTIVATIONS = ("linear", "tanh", "sigmoid", "relu", "softplus")

# The text between these two lines of a model card was measured for its weights and is removed when they change.
MEASURED, MEASURED_END = "<!-- measured -->", "<!-- /measured -->"
NOT_MEASURED = "Not measured yet: scripts/bench --quality --write"


def lstm(inputs: int, units: int, gates: str = "ifgo") -> dict:
    """The entry of `layers` for an LSTM; `gates` is the order of the four column blocks (g is the cell candidate)."""
    return {"type": "lstm", "inputs": inputs, "units": units, "gates": gates}


def dense(inputs: int, units: int, activation: str = "linear") -> dict:
    """The entry of `layers` for the dense layer at the end."""
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation {activation!r} is not one of {', '.join(ACTIVATIONS)}")
    return {"type": "dense", "inputs": inputs, "units": units, "activation": activation}


def scaled_log_returns(context: int, clip: float = 12.0) -> dict:
    """The transform of a model of closes: log-returns over the standard deviation of the context's, clipped."""
    return {"kind": "scaled-log-returns", "clip": clip, "scale_window": context - 1}


def safetensors_bytes(tensors: dict[str, np.ndarray]) -> bytes:
    """Float32, row-major, little-endian, one after another without gaps; the header is padded to 8 bytes."""
    header, data = {}, b""
    for name, tensor in tensors.items():
        raw = np.ascontiguousarray(tensor, dtype="<f4").tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": list(tensor.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + data


def read_tensors(folder: pathlib.Path) -> dict[str, np.ndarray]:
    """The float32 tensors of a folder that `write` wrote."""
    raw = (folder / "model.safetensors").read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    tensors = {}
    for name, entry in json.loads(raw[8:start]).items():
        first, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(raw[start + first : start + end], dtype="<f4").reshape(entry["shape"])
    return tensors


def read_config(folder: pathlib.Path) -> dict:
    return json.loads((folder / "config.json").read_text())


class Measured(typing.NamedTuple):
    """Later measurements of a model's weights."""

    calibration: dict | None = None
    skill: typing.Any = None
    words: str = NOT_MEASURED  # of the card


def measured(folder: pathlib.Path, sha256: str) -> Measured:
    """The measurements of the folder's model if its weights have that hash; otherwise empty."""
    if not (folder / "config.json").exists():
        return Measured()
    config = read_config(folder)
    if config.get("sha256") != sha256:
        return Measured()
    card = (folder / "README.md").read_text() if (folder / "README.md").exists() else ""
    _, found, rest = card.partition(MEASURED)
    words = rest.partition(MEASURED_END)[0].strip() if found else NOT_MEASURED
    return Measured(config.get("calibration"), config.get("skill"), words)


def write_measured(folder: pathlib.Path, new: Measured) -> None:
    """Writes new measurements into a model folder; its weights and everything else stay the same."""
    config = read_config(folder)
    card = (folder / "README.md").read_text()
    before, found, rest = card.partition(MEASURED)
    _, end_found, after = rest.partition(MEASURED_END)
    if not (found and end_found):
        raise ValueError(f"{folder / 'README.md'} has no lines {MEASURED} and {MEASURED_END} to write between")
    _write_config(folder, config | {"calibration": new.calibration, "skill": new.skill})
    (folder / "README.md").write_text(f"{before}{MEASURED}\n{new.words}\n{MEASURED_END}{after}")


def sha256_of(layers: list[dict], tensors: dict[str, np.ndarray]) -> str:
    """The hash of the file that `write` makes from them."""
    return sha256_of_bytes(_weights(layers, tensors))


def sha256_of_bytes(weights: bytes) -> str:
    return hashlib.sha256(weights).hexdigest()


def _weights(layers: list[dict], tensors: dict[str, np.ndarray]) -> bytes:
    """The tensors in the order of the layers: JAX hands them back by name."""
    return safetensors_bytes({key: tensors[key] for key in _shapes(layers)})


def write(
    folder: pathlib.Path,
    *,
    name: str,
    layers: list[dict],
    tensors: dict[str, np.ndarray],
    context: int,
    horizon: int,
    transform: dict,
    training: dict,
    card: str,
    head: dict | None = None,
    calibration: dict | None = None,
    skill: typing.Any = None,
    replace: bool = False,
) -> None:
    """Writes the folder. An existing model is overwritten only with `replace`.

    `tensors` are in Keras's layout, in the order and with the shapes that `layers` asks for. `head`, `calibration` and
    `skill` are written when given.
    """
    expected = _shapes(layers)
    found = {key: tuple(value.shape) for key, value in tensors.items()}
    if found != expected:
        raise ValueError(f"tensors {found} do not match the layers, which need {expected}")
    for key, value in tensors.items():
        if not np.isfinite(value).all():
            raise ValueError(f"tensor {key} holds a NaN or an infinity")
    config = {
        "format": LAYERS_FORMAT,
        "name": name,
        "layers": layers,
        "context": context,
        "horizon": horizon,
        "transform": transform,
        "head": head,
        "calibration": calibration,
        "skill": skill,
        "training": training,
    }
    write_folder(folder, config, _weights(layers, tensors), card, replace)


def write_folder(
    folder: pathlib.Path, config: dict, weights: bytes, card: str, replace: bool, volatility: bytes | None = None
) -> None:
    """Writes the folder of a model of any format; `config` lacks only the hash of the weights.

    `volatility` is an average's second file, whose bytes follow the first file's in the hash.
    """
    if (folder / "config.json").exists() and not replace:
        raise ValueError(f"{folder} already holds a model. Give another folder, or overwrite it with --replace.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(weights)
    if volatility is not None:
        (folder / "volatility.safetensors").write_bytes(volatility)
    _write_config(folder, config | {"sha256": sha256_of_bytes(weights + (volatility or b""))})
    (folder / "README.md").write_text(card)


LAYERS_FORMAT, KIND_FORMAT = "closecast-model/1", "closecast-model/2"
# The members of each format, in the order in which they are written.
MEMBERS = {
    LAYERS_FORMAT: (
        "format",
        "name",
        "layers",
        "context",
        "horizon",
        "transform",
        "head",
        "calibration",
        "skill",
        "training",
        "sha256",
    ),
    KIND_FORMAT: (
        "format",
        "name",
        "kind",
        "context",
        "horizon",
        "variants",
        "knots",
        "decays",
        "volume_windows",
        "levels",
        "network",
        "volatility",
        "garch",
        "skill",
        "training",
        "sha256",
    ),
}
OPTIONAL = ("head", "calibration", "skill")


def _write_config(folder: pathlib.Path, config: dict) -> None:
    members = MEMBERS[config["format"]]
    ordered = {key: config[key] for key in members if config.get(key) is not None or key in config and key not in OPTIONAL}
    (folder / "config.json").write_text(_json(ordered) + "\n")


def _shapes(layers: list[dict]) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for index, layer in enumerate(layers):
        columns = layer["units"] * (4 if layer["type"] == "lstm" else 1)
        shapes[f"layers.{index}.kernel"] = (layer["inputs"], columns)
        if layer["type"] == "lstm":
            shapes[f"layers.{index}.recurrent_kernel"] = (layer["units"], columns)
        shapes[f"layers.{index}.bias"] = (columns,)
    return shapes


def _json(value: typing.Any, indent: str = "") -> str:
    """JSON with an indent of two spaces and lists of plain values on one line, so that tables stay readable."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        entries = [f"{deeper}{json.dumps(key)}: {_json(entry, deeper)}" for key, entry in value.items()]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(entry, (dict, list)) for entry in value):
        return "[\n" + ",\n".join(deeper + _json(entry, deeper) for entry in value) + f"\n{indent}]"
    # NaN is not valid JSON.
    return json.dumps(value, allow_nan=False)
