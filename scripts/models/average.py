#!/usr/bin/env python3
"""Writes the model folder of an average: a network that draws paths, and a linear model of log volatility.

    scripts/models/average.py                                   models/daily-average from the shipped models
    scripts/models/average.py --network DIR --volatility DIR --out DIR [--no-garch] [--replace]

The weights are copied, so that the folder is a whole. The network's calibration is left out: the average has its own width.
"""

import argparse
import json
import pathlib
import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from models import model_folder

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME = "daily-average"
# The members of a log-volatility model that describe its numbers.
VOLATILITY_MEMBERS = ("variants", "knots", "decays", "volume_windows", "levels")
NETWORK_MEMBERS = ("layers", "transform", "head")


def training_of(network: dict, volatility: dict) -> dict:
    """The days that either part was trained on. A model must not be tested on days that any part has seen."""
    parts = network["training"], volatility["training"]
    validated = [part["validated_through"] for part in parts if part.get("validated_through")]
    return {
        "through": max(part["through"] for part in parts),
        "from": min(part["from"] for part in parts),
        "validated_through": max(validated, default=None),
        "tickers": sorted({ticker for part in parts for ticker in part["tickers"]}),
        "parts": [part["name"] for part in (network, volatility)],
    }


def write(network_dir: pathlib.Path, volatility_dir: pathlib.Path, out: pathlib.Path, garch: bool, replace: bool) -> None:
    network, volatility = (model_folder.read_config(folder) for folder in (network_dir, volatility_dir))
    if any(network[key] != volatility[key] for key in ("context", "horizon")):
        raise ValueError(f"{network_dir} and {volatility_dir} have another context or horizon")
    weights, more = ((folder / "model.safetensors").read_bytes() for folder in (network_dir, volatility_dir))
    measured = model_folder.measured(out, model_folder.sha256_of_bytes(weights + more))
    config = {
        "format": model_folder.KIND_FORMAT,
        "name": NAME,
        "kind": "average",
        "context": network["context"],
        "horizon": network["horizon"],
        "network": {key: network[key] for key in NETWORK_MEMBERS},
        "volatility": {key: volatility[key] for key in VOLATILITY_MEMBERS},
        "garch": garch,
        "skill": measured.skill,
        "training": training_of(network, volatility),
    }
    model_folder.write_folder(out, config, weights, card(config, measured), replace, more)


def card(config: dict, measured: model_folder.Measured) -> str:
    network, volatility = config["training"]["parts"]
    parts = f"`{network}`, `{volatility}`" + (" and a GARCH(1,1) with Student-t innovations that is fitted to each series" if config["garch"] else "")
    return f"""# {NAME}

The average of the forecasts of {parts}: at each level, the mean of their quantiles in log price. The network's calibration is
left out.

The sample paths are the network's. At each step, the path with the network's n-th lowest close gets the average's n-th lowest one, so
the dependence between days stays, and the distribution of each day is exactly the average.

Trained on days up to {config["training"]["through"]}.

{model_folder.MEASURED}
{measured.words}
{model_folder.MEASURED_END}
"""


def main() -> None:
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--network", type=pathlib.Path, default=ROOT / "models" / "daily-close-t", metavar="DIR")
    made.add_argument("--volatility", type=pathlib.Path, default=ROOT / "models" / "daily-volatility", metavar="DIR")
    made.add_argument("--out", type=pathlib.Path, default=ROOT / "models" / NAME, metavar="DIR")
    made.add_argument("--no-garch", action="store_true", help="average the two models alone")
    made.add_argument("--replace", action="store_true", help="overwrite an existing model")
    given = made.parse_args()
    try:
        write(given.network, given.volatility, given.out, not given.no_garch, given.replace)
    except (OSError, ValueError, json.JSONDecodeError) as error:
        sys.exit(str(error))
    print(f"wrote {given.out}")


if __name__ == "__main__":
    main()
