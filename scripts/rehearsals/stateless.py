"""Rehearses failures of stateless servers behind HAProxy, under load.

    scripts/rehearsals/stateless            20 s of load for each scene, and 20 starts
    scripts/rehearsals/stateless --quick    6 s, and 3 starts
    scripts/rehearsals/stateless --keep DIR

Four servers answer forecasts behind HAProxy with deploy/haproxy/haproxy.cfg. wrk sends requests on 64 connections, and compares every
answer with the one that was given before, byte for byte. Scenes:

control    a server without a proxy is killed: the load must notice, or it could not notice anything
killed     SIGKILL for one server, which starts again; nothing fails, as HAProxy sends its requests to another
drained    SIGTERM for one server; nothing fails, and it ends with exit status 0
replaced   all servers are drained and started again, one after another, as in a rollout; nothing fails
bare       SIGKILL, with an HAProxy that sends a request again only if it could not connect: what fails was in flight to the killed server

Exit status 1 if a request failed that should not have; the folder with the logs is kept then.
"""

import argparse
import collections
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

sys.path[0] += "/.."  # Modules are named from scripts/.

from rehearsals.stateless_servers import NAMES, Load, Proxy, Server, listed, posted, require, say, simulated

CONNECTIONS = 64
# Longer than two of HAProxy's checks.
DRAIN_SECONDS = 3


class Failure(Exception):
    """Something that must not happen in a scene."""


class Rehearsal:
    def __init__(self, folder: pathlib.Path, seconds: int, starts: int):
        self.folder, self.seconds, self.starts = folder, seconds, starts
        self.bodies, self.body_list = simulated(32, folder, model="daily-close", levels=[80])
        self.loads: list[Load] = []
        self.servers = {name: Server(name, folder, "--drain-seconds", DRAIN_SECONDS) for name in NAMES}

    def ready_times(self) -> None:
        """Starts one server again and again, while nothing else of the rehearsal runs."""
        server, load = self.servers["four"], os.getloadavg()[0]
        times = []
        for _ in range(self.starts):
            times.append(1000 * server.start())
            server.kill()
        say(
            f"ready after {statistics.median(times):.0f} ms ({min(times):.0f}..{max(times):.0f}, {len(times)} starts, without requests; "
            f"load before {load:.1f} on {len(os.sched_getaffinity(0))} processors)\n    each: "
            + ", ".join(f"{each:.0f}" for each in times))

    def start(self, *names: str) -> None:
        """Starts servers one after another, and prints how long each took to be ready."""
        times = {name: 1000 * self.servers[name].start() for name in names}
        say("    ready: " + ", ".join(f"{name} after {each:.0f} ms" for name, each in times.items()))

    def start_all(self) -> None:
        self.start(*NAMES)
        answers = []
        for body in self.bodies:
            found = {posted(server.port, body) for server in self.servers.values()}
            if len(found) > 1 or next(iter(found))[0] != 200:
                raise Failure(f"servers answer the same request differently: {[(status, body[:200]) for status, body in found]}")
            answers.append(next(iter(found))[1])
        self.answer_list = listed(answers, self.folder, "answer")

    def load(self, port: int) -> Load:
        self.loads.append(Load(port, CONNECTIONS, self.body_list, self.answer_list))
        return self.loads[-1]

    def check(self, scene: str, load: Load, proxy: Proxy, since: int = 0, killed: str | None = None) -> dict:
        """Ends the load; raises a failure if a request failed, other than to the killed server.

        since: how many requests HAProxy had logged before.
        """
        result = load.finish()
        # HAProxy is still writing the last lines.
        time.sleep(0.2)
        requests = proxy.requests()[since:]
        # C: the client closed the connection, as wrk does at its end.
        lost = [each for each in requests if each["status"] != 200 and not each["state"].startswith("C")]
        if result["wrong"]:
            raise Failure(f"{scene}: {result['wrong']} answers differ from those before")
        if result["right"] < 10 * self.seconds:
            raise Failure(f"{scene}: only {result['right']} answers")
        if killed is None and (result["failed"] or lost):
            raise Failure(f"{scene}: {result['failed']} requests failed: {load.refusal()} {lost[:5]}")
        if elsewhere := [each for each in lost if each["server"] != killed]:
            raise Failure(f"{scene}: requests to other servers than {killed} failed: {elsewhere[:5]}")
        counts = collections.Counter(each["server"] for each in requests if each["status"] == 200)
        result["again"] = sum(each["retries"] not in ("0", "+0") for each in requests)
        say(
            f"{scene}: {result['right']:,} right answers, {result['failed']} failed, {result['again']} sent again; {result['rate']:,.0f} a "
            f"second, p99 {result['p99']:.0f} ms, longest {result['max']:.0f} ms;\n    by server: "
            + ", ".join(f"{name} {counts[name]:,}" for name in NAMES))
        return result

    def control(self) -> None:
        server = self.servers["four"]
        load = self.load(server.port)
        time.sleep(1)
        server.kill()
        time.sleep(0.1)
        if not load.finish()["failed"]:
            raise Failure("control: the load did not notice that its server was killed")
        say("control: without a proxy, requests fail after the kill")
        self.start("four")

    def killed(self, proxy: Proxy) -> None:
        since, load = len(proxy.requests()), self.load(proxy.port)
        time.sleep(self.seconds / 3)
        self.servers["one"].kill()
        down = proxy.wait_for({"one": "DOWN"})
        time.sleep(self.seconds / 3)
        self.start("one")
        up = proxy.wait_for({"one": "UP"})
        time.sleep(self.seconds / 3)
        result = self.check("killed", load, proxy, since)
        say(f"    down for HAProxy after {1000 * down:.0f} ms; used again {1000 * up:.0f} ms after it was ready")
        if not result["again"]:
            raise Failure("killed: no request was in flight to the killed server")

    def drained(self, proxy: Proxy) -> None:
        since, load = len(proxy.requests()), self.load(proxy.port)
        time.sleep(self.seconds / 3)
        seconds = self.servers["two"].drain()
        time.sleep(self.seconds / 3)
        self.check("drained", load, proxy, since)
        say(f"    ended with exit status 0 after {seconds:.1f} s")
        self.start("two")
        proxy.wait_for({"two": "UP"})

    def replaced(self, proxy: Proxy) -> None:
        since, load = len(proxy.requests()), self.load(proxy.port)
        for name, server in self.servers.items():
            server.drain()
            self.start(name)
            proxy.wait_for({name: "UP"})
        self.check("replaced", load, proxy, since)

    def bare(self) -> None:
        changed = {"retry-on conn-failure empty-response": "retry-on conn-failure"}
        with Proxy(list(self.servers.values()), self.folder, "haproxy-bare", changed) as proxy:
            load = self.load(proxy.port)
            time.sleep(self.seconds / 3)
            self.servers["three"].kill()
            proxy.wait_for({"three": "DOWN"})
            slots = int(proxy.rows()["three"]["smax"])
            time.sleep(self.seconds / 3)
            result = self.check("bare", load, proxy, killed="three")
            # The kernel closes a killed server's connections one after another. A slot whose request has failed can send one more
            # on a connection that is still open, so a slot fails twice at most before HAProxy's check sees that the server is gone.
            if result["failed"] > 2 * slots:
                raise Failure(f"bare: {result['failed']} requests failed; the killed server had {slots} in flight")
            say(f"    {slots} were in flight to the killed server at most; {result['failed']} failed")
        self.start("three")

    def run(self) -> None:
        try:
            self.ready_times()
            self.start_all()
            self.control()
            with Proxy(list(self.servers.values()), self.folder) as proxy:
                self.killed(proxy)
                self.drained(proxy)
                self.replaced(proxy)
            self.bare()
            peaks = [server.peak_memory() for server in self.servers.values()]
            say(f"memory of a server at most: {max(peaks):.0f} MB")
        finally:
            for part in [*self.loads, *self.servers.values()]:
                part.stop()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="scripts/rehearsals/stateless", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="6 s of load for each scene")
    parser.add_argument("--keep", metavar="DIR", help="write logs and requests into this folder, and keep it")
    given = parser.parse_args()
    require("wrk")
    folder = pathlib.Path(given.keep or tempfile.mkdtemp(prefix="closecast-rehearsal-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        Rehearsal(folder, *((6, 3) if given.quick else (20, 20))).run()
    except Failure as failure:
        sys.exit(f"stateless: {failure}; logs: {folder}")
    say("stateless: passed")
    if not given.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
