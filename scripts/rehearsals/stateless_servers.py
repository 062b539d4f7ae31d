"""Stateless servers, HAProxy with deploy/haproxy/haproxy.cfg in front of them, and wrk: for the rehearsal and the benchmark."""

import contextlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

REHEARSALS = pathlib.Path(__file__).resolve().parent
REPOSITORY = REHEARSALS.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", REPOSITORY / ".build" / "release")).resolve()
CONFIGURATION = REPOSITORY / "deploy" / "haproxy" / "haproxy.cfg"
NAMES = ("one", "two", "three", "four")
READY = "/v2/health/ready"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def require(*programs: str) -> None:
    """Ends the program if something from Debian is missing."""
    if missing := [name for name in programs if not shutil.which(name)]:
        raise SystemExit(f"{', '.join(missing)} missing; install with: apt-get update && apt-get install {' '.join(missing)}")


def posted(port: int, body: bytes) -> tuple[int, bytes]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("POST", "/v1/forecasts", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        return answer.status, answer.read()


def processor_seconds(process: int) -> float:
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A server without a store, which can be killed, stopped and started again on its port."""

    def __init__(self, name: str, folder: pathlib.Path, *options: object):
        self.name, self.port, self.options = name, free_port(), options
        self.log = open(folder / f"server-{name}.log", "ab")
        self.process: subprocess.Popen | None = None

    def start(self) -> float:
        """Starts the server, and returns the seconds from then until it was ready."""
        command = [PROGRAMS / "closecast-server", "--stateless", "--port", self.port, "--models", REPOSITORY / "models"]
        command += ["--log-requests", "false", *self.options]
        begun = time.perf_counter()
        self.process = subprocess.Popen([str(word) for word in command], stdout=self.log, stderr=self.log)
        while time.perf_counter() < begun + 60:
            if self.process.poll() is not None:
                raise SystemExit(f"server {self.name} ended with exit status {self.process.returncode}; see {self.log.name}")
            if self.is_ready():
                return time.perf_counter() - begun
            time.sleep(0.0005)
        raise SystemExit(f"server {self.name} is not ready after 60 s; see {self.log.name}")

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError, http.client.HTTPException):
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)) as connection:
                connection.request("GET", READY)
                return connection.getresponse().status == 200
        return False

    def kill(self) -> None:
        self.process.kill()
        if self.process.wait() != -signal.SIGKILL:
            raise SystemExit(f"server {self.name} had ended by itself; see {self.log.name}")

    def drain(self) -> float:
        """Sends SIGTERM, waits for the end, and returns its seconds."""
        begun = time.perf_counter()
        self.process.terminate()
        if self.process.wait(60) != 0:
            raise SystemExit(f"server {self.name} ended with exit status {self.process.returncode} after SIGTERM; see {self.log.name}")
        return time.perf_counter() - begun

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def peak_memory(self) -> float:
        """MB at most since the start."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        raise SystemExit(f"server {self.name} has stopped")


class Proxy:
    """HAProxy, with the configuration of the repository."""

    def __init__(self, servers: list[Server], folder: pathlib.Path, name: str = "haproxy", changed: dict[str, str] | None = None):
        """Starts it; `changed` has texts of its configuration and what replaces them."""
        self.port, self.socket, self.log = free_port(), folder / f"{name}.sock", folder / f"{name}.log"
        configuration = folder / f"{name}.cfg"
        text = CONFIGURATION.read_text()
        for old, new in (changed or {}).items():
            if old not in text:
                raise SystemExit(f"{CONFIGURATION} does not contain {old!r}")
            text = text.replace(old, new)
        configuration.write_text(text)
        environment = {
            **os.environ, "CLOSECAST_PROXY": f"127.0.0.1:{self.port}", "HAPROXY_SOCKET": str(self.socket),
            **{f"CLOSECAST_SERVER_{index + 1}": f"127.0.0.1:{server.port}" for index, server in enumerate(servers)},
        }
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen([program, "-db", "-f", str(configuration)], env=environment, stdout=log, stderr=subprocess.STDOUT)
        end = time.perf_counter() + 30
        while not self.socket.exists() or any(state != "UP" for state in self.states().values()):
            if self.process.poll() is not None or time.perf_counter() > end:
                raise SystemExit(f"HAProxy does not start; see {self.log}")
            time.sleep(0.01)

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def ask(self, command: str) -> str:
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as connection:
            connection.connect(str(self.socket))
            connection.sendall(command.encode() + b"\n")
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
        return b"".join(parts).decode()

    def rows(self) -> dict[str, dict[str, str]]:
        """Statistics of each server."""
        header, *lines = self.ask("show stat").removeprefix("# ").strip().splitlines()
        found = [dict(zip(header.split(","), line.split(","))) for line in lines]
        return {row["svname"]: row for row in found if row["pxname"] == "servers" and row["svname"] != "BACKEND"}

    def states(self) -> dict[str, str]:
        """UP, DOWN or MAINT of each server; before its first check, a server is "UP 1/1"."""
        with contextlib.suppress(OSError):
            return {name: row["status"].split()[0] for name, row in self.rows().items()}
        return {"HAProxy": "starting"}

    def use(self, names: set[str]) -> None:
        """Sends requests to these servers only."""
        for name in NAMES:
            self.ask(f"set server servers/{name} state {'ready' if name in names else 'maint'}")
        self.wait_for({name: "UP" for name in names})

    def wait_for(self, states: dict[str, str], seconds: float = 30) -> float:
        begun = time.perf_counter()
        while not states.items() <= self.states().items():
            if time.perf_counter() > begun + seconds:
                raise SystemExit(f"HAProxy: servers are {self.states()}, not {states}, after {seconds:.0f} s")
            time.sleep(0.005)
        return time.perf_counter() - begun

    def requests(self) -> list[dict]:
        """The logged requests of clients."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [json.loads(line) for line in lines if line.startswith('{"server"')]


class Load:
    """wrk in the background. Without `seconds`, it runs until `finish` is called."""

    def __init__(
        self, port: int, connections: int, bodies: pathlib.Path, expected: pathlib.Path | str = "-", seconds: int | None = None
    ):
        self.seconds = seconds
        command = [
            "wrk", "-t1", f"-c{connections}", f"-d{seconds or 3600}", "--timeout", "30", "-s", str(REHEARSALS / "stateless.lua"),
            f"http://127.0.0.1:{port}", "--", str(bodies), str(expected),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finish(self) -> dict:
        """Ends the load if it has no end of its own, and returns what wrk counted."""
        if not self.seconds:
            self.process.send_signal(signal.SIGINT)
        self.output = self.process.communicate()[0]
        for line in self.output.splitlines():
            if line.startswith("RESULT "):
                found = json.loads(line.removeprefix("RESULT "))
                return {**found, "failed": found["refused"] + found["broken"], "rate": found["right"] / found["seconds"]}
        raise SystemExit(f"wrk failed: {self.output}")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()

    def refusal(self) -> str:
        return "".join(line for line in self.output.splitlines() if line.startswith("REFUSAL "))


def simulated(count: int, folder: pathlib.Path, **settings: object) -> tuple[list[bytes], pathlib.Path]:
    """Bodies with closes of simulated markets, and the file that lists them."""
    command = [str(PROGRAMS / "closecast"), "simulate", "--tickers", str(count), "--days", "500", "--out", "-"]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    bodies = [json.dumps({**settings, "closes": json.loads(line)["closes"]}).encode() for line in lines]
    return bodies, listed(bodies, folder, "body")


def listed(contents: list[bytes], folder: pathlib.Path, name: str) -> pathlib.Path:
    paths = []
    for index, content in enumerate(contents):
        paths.append(folder / f"{name}-{index}")
        paths[-1].write_bytes(content)
    listing = folder / f"{name}.list"
    listing.write_text("".join(f"{path}\n" for path in paths))
    return listing
