#!/usr/bin/env python3
"""Queries closecast-server with NVIDIA's unmodified tritonclient and compares the answers with `closecast model run`.

    scripts/interop/open_inference_client.py                                                   starts a server; over REST and gRPC
    scripts/interop/open_inference_client.py --url 127.0.0.1:8080 --grpc 127.0.0.1:8001        a running server; either may be left out

Every answer must equal the command's output for the same inputs, bit for bit. The first difference is printed and ends the
script with exit status 1. The client is installed into `.venv` on first use; the programs must have been built before.
"""

import argparse
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import typing

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("open-inference")

import numpy  # noqa: E402
import tritonclient.grpc as over_grpc  # noqa: E402
import tritonclient.http as over_http  # noqa: E402
from google.protobuf.json_format import MessageToDict  # noqa: E402
from tritonclient.utils import InferenceServerException  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Model, series, steps read, request parameters, options of the command.
CASES = [
    ("daily-close", 1, 500, {}, []),
    ("daily-close", 7, 500, {}, []),
    ("daily-close", 33, 500, {"steps": 5}, ["--steps", "5"]),
    ("daily-close", 3, 37, {"steps": 120}, ["--steps", "120"]),
    ("daily-close", 2, 500, {"decode": "recursive"}, []),
    ("daily-close", 2, 500, {"decode": "sliding_window"}, ["--decode", "sliding-window"]),
    ("daily-close", 1, 1, {"steps": 1}, ["--steps", "1"]),
    ("daily-close-t", 4, 499, {}, []),
]


def command_outputs(program: str, model: str, inputs: numpy.ndarray, options: list[str]) -> numpy.ndarray:
    """The output of `closecast model run`, shape [series, steps] or [series, steps, outputs]."""
    lines = "".join(json.dumps([float(step[0]) for step in series]) + "\n" for series in inputs)
    run = subprocess.run([program, "model", "run", model, *options], input=lines, capture_output=True, text=True, check=True)
    return numpy.array([json.loads(line) for line in run.stdout.splitlines()], dtype=numpy.float32)


class Transport:
    """One of the two clients; they differ in a few names only."""

    def __init__(self, module, address: str, token: str | None):
        self.module = module
        self.client = module.InferenceServerClient(address)
        name = "authorization" if module is over_grpc else "Authorization"
        self.headers = {name: f"Bearer {token}"} if token else {}
        self.is_http = module is over_http

    def input(self, values: numpy.ndarray, binary: bool, name: str = "input"):
        tensor = self.module.InferInput(name, list(values.shape), "FP32")
        if self.is_http:
            tensor.set_data_from_numpy(values, binary_data=binary)
        else:
            tensor.set_data_from_numpy(values)
        return tensor

    def outputs(self, binary: bool | None):
        if binary is None:
            return None
        if self.is_http:
            return [self.module.InferRequestedOutput("output", binary_data=binary)]
        return [self.module.InferRequestedOutput("output")]

    def infer(self, model, values, parameters, *, binary=True, binary_output=None, version="", request_id="", name="input"):
        return self.client.infer(
            model, [self.input(values, binary, name)], model_version=version, outputs=self.outputs(binary_output),
            request_id=request_id, headers=dict(self.headers), parameters=parameters or None)

    def dictionary(self, value) -> dict | list:
        """Metadata as JSON."""
        if self.is_http:
            return value
        return MessageToDict(value, preserving_proto_field_name=True)


def check(holds: bool, what: str) -> None:
    if not holds:
        sys.exit(f"open_inference_client: {what}")


def check_metadata(transport: Transport) -> None:
    client, headers = transport.client, transport.headers
    check(client.is_server_live(headers=headers), "the server is not live")
    check(client.is_server_ready(headers=headers), "the server is not ready")
    server = transport.dictionary(client.get_server_metadata(headers=headers))
    check(server["name"] == "closecast" and "binary_tensor_data" in server["extensions"], f"server metadata {server}")
    for model, inputs, outputs in [("daily-close", [-1, -1, 1], [-1, -1]), ("daily-close-t", [-1, -1, 1], [-1, 1, 3])]:
        check(client.is_model_ready(model, headers=headers), f"{model} is not ready")
        check(client.is_model_ready(model, "1", headers=headers), f"{model}, version 1, is not ready")
        found = transport.dictionary(client.get_model_metadata(model, headers=headers))
        check(found["name"] == model and "1" in found["versions"], f"model metadata {found}")
        for tensor, shape in [(found["inputs"][0], inputs), (found["outputs"][0], outputs)]:
            check(tensor["datatype"] == "FP32" and [int(size) for size in tensor["shape"]] == shape, f"tensor metadata {tensor}")
    index = transport.dictionary(client.get_model_repository_index(headers=headers))
    models = index if transport.is_http else index["models"]
    check({"daily-close", "daily-close-t"} <= {model["name"] for model in models}, f"repository index {index}")
    check(all(model["state"] == "READY" for model in models), f"repository index {index}")


def check_outputs(transport: Transport, program: str) -> int:
    random = numpy.random.default_rng(20_261_121)
    count = 0
    for model, series, steps, parameters, options in CASES:
        inputs = random.normal(0, 1, (series, steps, 1)).astype(numpy.float32)
        expected = command_outputs(program, model, inputs, options)
        forms = [(True, None), (True, True), (True, False), (False, None), (False, False)] if transport.is_http else [(True, None)]
        for binary, binary_output in forms:
            result = transport.infer(
                model, inputs, parameters, binary=binary, binary_output=binary_output, version="1", request_id=f"case {count}")
            output = result.as_numpy("output")
            where = f"{model} {inputs.shape} {parameters}, binary {binary}, binary output {binary_output}"
            check(output.dtype == numpy.float32, f"{where}: {output.dtype}")
            check(output.shape == expected.shape, f"{where}: the shape {output.shape}, not {expected.shape}")
            differences = int((output.view(numpy.uint32) != expected.view(numpy.uint32)).sum())
            check(differences == 0, f"{where}: {differences} of {output.size} numbers differ from closecast model run")
            response = transport.dictionary(result.get_response())
            check(response["id"] == f"case {count}" and response["model_version"] == "1", f"{where}: {response}")
            count += 1
    return count


def check_refusals(transport: Transport) -> int:
    good = numpy.zeros((1, 8, 1), numpy.float32)
    bad = good.copy()
    bad[0, 3, 0] = numpy.nan
    refusals = [
        ("no-such-model", good, {}, "input", "no model named"),
        ("daily-close", numpy.zeros((1, 8, 2), numpy.float32), {}, "input", "expected [series, steps, 1]"),
        ("daily-close", numpy.zeros((8, 1), numpy.float32), {}, "input", "expected [series, steps, 1]"),
        ("daily-close", bad, {}, "input", "holds nan at [0, 3, 0]"),
        ("daily-close", good, {"steps": 0}, "input", "the parameter steps is 0"),
        ("daily-close", good, {"decode": "beam"}, "input", 'expected "recursive" or "sliding_window"'),
        ("daily-close", good, {"stepz": 4}, "input", '"stepz" is not a parameter here'),
        ("daily-close-t", good, {"steps": 2}, "input", "an output cannot be the next input"),
        ("daily-close", good, {}, "inputs", 'no input tensor named "inputs"'),
    ]
    for model, values, parameters, name, message in refusals:
        try:
            transport.infer(model, values, parameters, name=name)
        except InferenceServerException as error:
            check(message in (error.message() or ""), f"{model} {parameters}: {error}; expected {message}")
            codes = ["400", "404"] if transport.is_http else ["StatusCode.INVALID_ARGUMENT", "StatusCode.NOT_FOUND"]
            check(error.status() in codes, f"{model} {parameters}: the status {error.status()}")
        else:
            sys.exit(f"open_inference_client: {model} {parameters}: accepted; expected the error {message}")
    return len(refusals)


def free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@contextlib.contextmanager
def started(program: pathlib.Path) -> typing.Iterator[tuple[str, str]]:
    """Starts the built server with the repository's models and an empty database; yields its two addresses."""
    http, grpc = free_ports(2)
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "--port", http, "--grpc-port", grpc, "--models", ROOT / "models", "--feed-hour", "off"]
        command += ["--database", f"{folder}/closecast.db", "--log-requests", "false"]
        server = subprocess.Popen([str(word) for word in command])
        try:
            for port in (http, grpc):
                wait_for(port, server)
            yield f"127.0.0.1:{http}", f"127.0.0.1:{grpc}"
        finally:
            server.terminate()
            server.wait(20)


def wait_for(port: int, server: subprocess.Popen) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    sys.exit(f"open_inference_client: the server is not listening on port {port}; exit status {server.poll()}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", help="host:port of the HTTP server")
    parser.add_argument("--grpc", help="host:port of the gRPC server")
    parser.add_argument("--token", help="an access token, if the server requires one")
    parser.add_argument("--program", default=str(ROOT / ".build/release/closecast"), help="the command line to compare with")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        if not (options.url or options.grpc):
            server = pathlib.Path(options.program).with_name("closecast-server")
            options.url, options.grpc = stack.enter_context(started(server))
        compare(options)


def compare(options: argparse.Namespace) -> None:
    for module, address in [(over_http, options.url), (over_grpc, options.grpc)]:
        if not address:
            continue
        transport = Transport(module, address, options.token)
        check_metadata(transport)
        compared = check_outputs(transport, options.program)
        refused = check_refusals(transport)
        transport.client.close()
        print(f"{module.__name__} at {address}: {compared} answers equal closecast model run bit for bit, {refused} requests rejected as expected")


if __name__ == "__main__":
    main()
