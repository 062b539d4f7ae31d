#!/usr/bin/env python3
"""Calls Closecast's tools with the Python SDK of the Model Context Protocol, over standard input and output and over HTTP.

    scripts/interop/assistant_client.py        creates a database with the simulated markets, and calls the tools as an assistant does

The first surprise is printed and ends the script with exit status 1. The SDK is installed into `.venv` on first use; the programs must
have been built before. Set CLOSECAST_PROGRAMS to the folder of built programs to test those.
"""

import asyncio
import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import typing

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("assistants")

import httpx2  # noqa: E402
import jsonschema  # noqa: E402
from mcp import Client, MCPError, StdioServerParameters  # noqa: E402
from mcp.client.streamable_http import streamable_http_client  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build" / "release"))
WRITING = {"recordTransactions", "addAlert"}


def check(holds: bool, what: object) -> None:
    if not holds:
        sys.exit(f"assistant_client: {what}")


def run(*arguments: str, database: str) -> str:
    """The output of a command."""
    environment = {**os.environ, "CLOSECAST_DATABASE": database}
    command = [str(PROGRAMS / "closecast"), *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


# What an assistant does ------------------------------------------------------------------------------------------------


async def read(client: Client, where: str) -> set[str]:
    """Lists the tools and calls those that read; returns the names of all."""
    check(client.protocol_version == "2025-11-25", f"{where}: version {client.protocol_version}")
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    for tool in tools.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        check("$ref" not in str(tool.input_schema), f"{where}: a reference in the schema of {tool.name}")
        check(tool.annotations.read_only_hint == (tool.name not in WRITING), f"{where}: the hint of {tool.name}")

    forecast = await client.call_tool("getForecast", {"asset": "SIM01", "days": 7, "levels": [80]})
    check(not forecast.is_error, f"{where}: {forecast}")
    check("against the last price" in forecast.content[0].text and "80 % band" in forecast.content[0].text, forecast.content[0].text)
    document = forecast.structured_content
    check(len(document["forecasts"][0]["values"]) == 7 and document["skill"][0]["groups"][0]["coverage"], f"{where}: {document}")

    holdings = (await client.call_tool("getPortfolioValuation", {"wallets": ["Main"]})).structured_content
    check("10" in [holding["quantity"] for holding in holdings["holdings"]], f"{where}: {holdings}")
    for name in ["listAssets", "listWallets", "forecastPortfolio", "getPortfolioGains", "getPortfolioRealizedGains", "listAlerts"]:
        result = await client.call_tool(name, {})
        check(not result.is_error and isinstance(result.structured_content, dict), f"{where}: {name}: {result}")

    measured = await client.call_tool("getBacktest", {"asset": "SIM01"})
    check("skill" in measured.structured_content or measured.structured_content["code"] == "not-measurable", f"{where}: {measured}")

    refused = await client.call_tool("getForecast", {"asset": "SIM01", "days": 700})
    check(refused.is_error and refused.structured_content["code"] == "horizon-out-of-range", f"{where}: {refused}")
    try:
        await client.call_tool("deleteWallet", {"wallet": "Main"})
    except MCPError as error:
        check(error.error.code == -32602, f"{where}: {error}")
    else:
        sys.exit(f"assistant_client: {where}: a wallet can be deleted")
    return set(tools)


async def write(client: Client, where: str) -> None:
    """Records a deposit and adds an alert. The same call with the same key records nothing more."""
    key = where.replace(" ", "-")
    order = {"wallet": "Main", "kind": "deposit", "asset": "SIM02", "quantity": 0.1, "cost": "1", "idempotency_key": key}
    receipts = [await client.call_tool("recordTransactions", order) for _ in range(2)]
    check(receipts[0].structured_content["recorded"] == 1, f"{where}: {receipts[0]}")
    check(receipts[0].structured_content == receipts[1].structured_content, f"{where}: {receipts[1]}")
    terms = {"measure": "price", "asset": "SIM01", "direction": "below", "threshold": "1"}
    alert = await client.call_tool("addAlert", terms)
    check(alert.structured_content["state"] == "armed", f"{where}: {alert}")


# Standard input and output ---------------------------------------------------------------------------------------------


async def over_lines(database: str) -> None:
    for options in [[], ["--write"]]:
        where = " ".join(["closecast mcp", *options])
        parameters = StdioServerParameters(
            command=str(PROGRAMS / "closecast"), args=["mcp", *options], env={"CLOSECAST_DATABASE": database})
        async with Client(parameters) as client:
            tools = await read(client, where)
            check((WRITING <= tools) == bool(options), f"{where}: {tools}")
            if options:
                await write(client, where)


# HTTP ------------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def served(database: str) -> typing.Iterator[str]:
    """A server on a new database with the simulated markets; yields the address of its tools."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [PROGRAMS / "closecast", "serve", "--sample", "--port", port, "--database", database]
    command += ["--feed-hour", "off", "--log-level", "warning"]
    server = subprocess.Popen([str(word) for word in command])
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end and server.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.02)
        check(server.poll() is None, "the server does not start")
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait(20)


async def over_http(database: str, url: str) -> None:
    tokens = {scope: run("token", "create", "--scope", scope, "--owner", "local", database=database) for scope in ["read", "write"]}
    for scope, token in [(None, None), *tokens.items()]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        # Also without the question that newer clients ask first.
        for mode in ["auto", "legacy"]:
            where = f"HTTP, scope {scope}, {mode}"
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
                    tools = await read(client, where)
                    check((WRITING <= tools) == (scope == "write"), f"{where}: {tools}")
                    if scope == "write":
                        await write(client, where)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = f"{folder}/closecast.db"
        with served(database) as url:
            run("wallet", "create", "Main", database=database)
            run("wallet", "deposit", "Main", "SIM01", "10", "--cost", "150", database=database)
            # Beside the server, on the same file.
            asyncio.run(over_lines(database))
            asyncio.run(over_http(database, url))
    print("assistant_client: the tools answer over standard input and output and over HTTP")


if __name__ == "__main__":
    main()
