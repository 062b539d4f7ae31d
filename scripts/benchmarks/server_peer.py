"""The server that scripts/bench --server compares Closecast with: FastAPI and ONNX Runtime on uvicorn.

It does the same work on the same weights: closes in, the same scaling, 96 steps that each read the one before, closes out. The two
JSON routes show both choices of a FastAPI program: `def` runs in a thread pool, `async def` on the event loop. /raw receives and
returns the network's numbers as bytes, without JSON.

    CLOSECAST_MODEL=models/daily-close uvicorn --app-dir scripts benchmarks.server_peer:app --workers 2
"""

import os
import pathlib
import time

from benchmarks import engine_peers
import fastapi
import numpy as np
import onnxruntime
import orjson
import pydantic

CONTEXT = 500
# A context of 500 closes makes 499 daily returns.
engine_peers.LENGTH = CONTEXT - 1
CLIP = 12.0


def session(graph: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    # Each worker process has its own core.
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def milliseconds(tried: onnxruntime.InferenceSession) -> float:
    window = np.zeros((1, CONTEXT - 1), np.float32)
    times = []
    for _ in range(30):
        start = time.perf_counter()
        tried.run(None, {"window": window})
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def fastest_session() -> onnxruntime.InferenceSession:
    weights = engine_peers.read_weights(pathlib.Path(os.environ["CLOSECAST_MODEL"]))
    graphs = [engine_peers.loop_graph, engine_peers.unrolled_graph]
    return min((session(graph(weights, 1, "LSTM")) for graph in graphs), key=milliseconds)


network = fastest_session()
app = fastapi.FastAPI()


class Series(pydantic.BaseModel):
    closes: list[float]


def outputs(inputs: np.ndarray) -> np.ndarray:
    """[499] -> [96]"""
    return network.run(None, {"window": inputs[None]})[0][:, 0, 0]


def forecast(series: Series) -> fastapi.Response:
    closes = np.array(series.closes[-CONTEXT:])
    returns = np.diff(np.log(closes))
    scale = returns.std()
    inputs = np.clip(returns / scale, -CLIP, CLIP).astype(np.float32)
    points = closes[-1] * np.exp(np.cumsum(outputs(inputs) * scale))
    return fastapi.Response(orjson.dumps({"points": points.tolist()}), media_type="application/json")


@app.post("/def")
def forecast_in_a_thread(series: Series) -> fastapi.Response:
    return forecast(series)


@app.post("/async")
async def forecast_on_the_loop(series: Series) -> fastapi.Response:
    return forecast(series)


@app.post("/raw")
async def raw(request: fastapi.Request) -> fastapi.Response:
    answer = outputs(np.frombuffer(await request.body(), "<f4"))
    return fastapi.Response(answer.tobytes(), media_type="application/octet-stream")


@app.get("/ready")
async def ready() -> dict:
    return {}
