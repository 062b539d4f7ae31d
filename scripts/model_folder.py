"""Writes Closecast model folders: model.safetensors, config.json, README.md."""

import hashlib
import json
import pathlib

import numpy as np

ACTIVATIONS = ("linear", "tanh", "sigmoid", "relu", "softplus")


def lstm(inputs: int, units: int, gates: str = "ifgo") -> dict:
    """The entry of `layers` for an LSTM; `gates` is the order of the four column blocks (g is the cell candidate)."""
    return {"type": "lstm", "inputs": inputs, "units": units, "gates": gates}


def dense(inputs: int, units: int, activation: str = "linear") -> dict:
    """The entry of `layers` for the dense layer at the end."""
    if activation not in ACTIVATIONS:
        raise ValueError(f"activation {activation!r} is not one of {', '.join(ACTIVATIONS)}")
    return {"type": "dense", "inputs": inputs, "units": units, "activation": activation}


def safetensors_bytes(tensors: dict[str, np.ndarray]) -> bytes:
    """Float32, row-major, little-endian, one after the other without holes; the header is padded to 8 bytes."""
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
    replace: bool = False,
) -> None:
    """Writes the folder; one that holds a model already is kept unless `replace`. `tensors` are in Keras's layout, in the order and with the shapes that `layers` asks for."""
    if (folder / "config.json").exists() and not replace:
        raise ValueError(f"{folder} holds a model already. Give another folder, or --replace to overwrite it.")
    expected = {}
    for index, layer in enumerate(layers):
        columns = layer["units"] * (4 if layer["type"] == "lstm" else 1)
        expected[f"layers.{index}.kernel"] = (layer["inputs"], columns)
        if layer["type"] == "lstm":
            expected[f"layers.{index}.recurrent_kernel"] = (layer["units"], columns)
        expected[f"layers.{index}.bias"] = (columns,)
    found = {key: tuple(value.shape) for key, value in tensors.items()}
    if found != expected:
        raise ValueError(f"tensors {found} do not match the layers, which need {expected}")
    for key, value in tensors.items():
        if not np.isfinite(value).all():
            raise ValueError(f"tensor {key} holds a NaN or an infinity")
    weights = safetensors_bytes({key: tensors[key] for key in expected})
    config = {
        "format": "closecast-model/1",
        "name": name,
        "layers": layers,
        "context": context,
        "horizon": horizon,
        "transform": transform,
        "training": training,
        "sha256": hashlib.sha256(weights).hexdigest(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.safetensors").write_bytes(weights)
    (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n")
    (folder / "README.md").write_text(card)
