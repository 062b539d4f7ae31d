"""Measures stateless servers behind HAProxy, and what the proxy costs.

    python3 scripts/benchmarks/stateless.py            5 rounds of 5 s, about 4 minutes
    python3 scripts/benchmarks/stateless.py --quick    toy size, to check that it works
    python3 scripts/benchmarks/stateless.py --paths    the default model with 1,000 sample paths, instead of daily-close

wrk sends forecasts of 500 closes on 64 connections, from the same cores: to one server without a proxy, and through HAProxy to one, two
and four. Each server has one forecasting thread, as a pod with one processor. They take turns in rounds, after a warm-up that does not
count; the table shows the median and the spread (least..greatest). Programs: CLOSECAST_PROGRAMS, or .build/release.
"""

import argparse
import os
import pathlib
import statistics
import tempfile

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from rehearsals.stateless_servers import NAMES, Load, Proxy, Server, listed, posted, processor_seconds, require, say, simulated

CONNECTIONS = 64


def spread(values: list[float], digits: int = 0) -> str:
    text = f"{statistics.median(values):,.{digits}f}"
    return f"{text} ({min(values):,.{digits}f}..{max(values):,.{digits}f})" if len(values) > 1 else f"{text} (once)"


class Benchmark:
    def __init__(self, folder: pathlib.Path, settings: dict):
        self.folder = folder
        self.bodies, self.body_list = simulated(64, folder, **settings)
        self.servers = {name: Server(name, folder, "--workers", 1) for name in NAMES}

    def load(self, port: int, seconds: int) -> Load:
        return Load(port, CONNECTIONS, self.body_list, self.answer_list, seconds)

    def round(self, proxy: Proxy, count: int, seconds: int) -> dict:
        """One round through the proxy to the first servers; none for the first server alone, without the proxy."""
        used = list(self.servers.values())[: count or 1]
        if count:
            proxy.use(set(NAMES[:count]))
        before = [processor_seconds(server.process.pid) for server in used], processor_seconds(proxy.process.pid)
        result = self.load(proxy.port if count else used[0].port, seconds).finish()
        if result["failed"] or result["wrong"]:
            raise SystemExit(f"bench: {result['failed']} requests failed, {result['wrong']} answers were wrong")
        after = [processor_seconds(server.process.pid) for server in used], processor_seconds(proxy.process.pid)
        result["server"] = 1e6 * (sum(after[0]) - sum(before[0])) / result["right"]
        result["proxy"] = 1e6 * (after[1] - before[1]) / result["right"]
        return result

    def run(self, rounds: int, seconds: int, warm_up: int) -> None:
        try:
            starts = [1000 * server.start() for server in self.servers.values()]
            server = self.servers["one"]
            answers = [posted(server.port, body)[1] for body in self.bodies]
            self.answer_list = listed(answers, self.folder, "answer")
            parties = {"one server, without a proxy": 0, "HAProxy, one server": 1, "HAProxy, two servers": 2, "HAProxy, four servers": 4}
            found: dict[str, list[dict]] = {name: [] for name in parties}
            with Proxy(list(self.servers.values()), self.folder) as proxy:
                for turn in range(rounds + 1):
                    for name, count in parties.items():
                        result = self.round(proxy, count, seconds if turn else warm_up)
                        if turn:
                            found[name].append(result)
                            say(f"    {name}: {result['rate']:,.0f} a second, p99 {result['p99']:.1f} ms")
            peaks = [server.peak_memory() for server in self.servers.values()]
        finally:
            for server in self.servers.values():
                server.stop()
        print("| | per second | p50, ms | p99, ms | servers, us each | HAProxy, us each |\n|---|---:|---:|---:|---:|---:|")
        for name, results in found.items():
            columns = [(key, digits) for key, digits in (("rate", 0), ("p50", 1), ("p99", 1), ("server", 0), ("proxy", 0))]
            print(f"| {name} | " + " | ".join(spread([each[key] for each in results], digits) for key, digits in columns) + " |")
        direct, one, *_ = found.values()
        ratios = [each["rate"] / other["rate"] for each, other in zip(one, direct)]
        print(f"\nOne server through HAProxy, of its rate without: {spread(ratios, 2)}, in {rounds} rounds of {seconds} s")
        print(f"Ready after {spread(starts)} ms; memory of a server at most {max(peaks):.0f} MB; load of the machine {os.getloadavg()[2]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="toy size; the results mean nothing")
    parser.add_argument("--paths", action="store_true", help="forecasts with 1,000 sample paths")
    given = parser.parse_args()
    require("wrk")
    settings = {"levels": [80]} if given.paths else {"model": "daily-close", "levels": [80]}
    with tempfile.TemporaryDirectory(prefix="closecast-bench-") as name:
        Benchmark(pathlib.Path(name), settings).run(*((1, 1, 1) if given.quick else (5, 5, 2)))


if __name__ == "__main__":
    main()
