#!/usr/bin/env python3
"""Writes manual pages from the help of the programs.

    closecast --experimental-dump-help | packaging/manuals.py closecast --version 0.2.0 --date 2026-11-23 --out man1
    closecast-server --help | packaging/manuals.py closecast-server --version 0.2.0 --date 2026-11-23 --out man8

The command line has a page for itself and one for each command: closecast.1, closecast-forecast.1, … A command's page has
its subcommands, too.
"""

import argparse
import json
import pathlib
import re
import sys

HEADING = re.compile(r"[A-Z][A-Z ]+")


def escaped(text: str) -> str:
    """Text of a page in roff: hyphens that can be copied, and no line that roff takes for a request."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def literal(lines: list[str]) -> list[str]:
    return [".nf", *(escaped(line) for line in lines), ".fi"]


def blocks(text: str) -> list[list[str]]:
    """The parts between empty lines."""
    return [block.split("\n") for block in re.split(r"\n\s*\n", text.strip("\n")) if block.strip()]


def prose(block: list[str]) -> list[str]:
    """A paragraph, or indented lines as they are."""
    if all(line.startswith(" ") for line in block):
        return [".PP", *literal(block)]
    return [".PP", *(escaped(line.strip()) for line in block)]


def discussion(text: str | None) -> tuple[list[str], list[str]]:
    """Returns the paragraphs, and the sections that have a heading of their own, such as EXAMPLES."""
    paragraphs: list[str] = []
    sections: list[str] = []
    for block in blocks(text or ""):
        if HEADING.fullmatch(block[0].strip()):
            sections += [f".SH {block[0].strip()}", *literal(block[1:])]
        else:
            paragraphs += prose(block)
    return paragraphs, sections


def argument_name(argument: dict) -> str:
    value = f"\\fI{escaped(argument['valueName'])}\\fR"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(
        f"\\fB{escaped(('--' if name['kind'] == 'long' else '-') + name['name'])}\\fR" for name in argument["names"]
    )
    return names if argument["kind"] == "flag" else f"{names} {value}"


def argument_text(argument: dict) -> str:
    text = argument.get("abstract", "")
    notes = []
    values = argument.get("allValues")
    if values and argument["kind"] != "flag":
        notes.append("values: " + ", ".join(values))
    if argument.get("defaultValue") and argument["kind"] != "flag":
        notes.append(f"default: {argument['defaultValue']}")
    return f"{text} ({'; '.join(notes)})" if notes else text


def shown_arguments(command: dict) -> list[dict]:
    shown = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    if "superCommands" not in command:
        return shown
    # All commands have --version and --help.
    return [argument for argument in shown if argument["valueName"] not in ("version", "help")]


def options(command: dict) -> list[str]:
    lines = []
    for argument in shown_arguments(command):
        # The name comes first in the line: a macro would treat spaces in values as ends of words.
        lines += [".TP", argument_name(argument), escaped(argument_text(argument)) or "\\&"]
    return lines


def synopsis(command: dict) -> str:
    words = [*command.get("superCommands", []), command["commandName"]]
    text = f"\\fB{escaped(' '.join(words))}\\fR"
    arguments = shown_arguments(command)
    if command.get("subcommands"):
        return f"{text} \\fIcommand\\fR [\\fIoption\\fR ...]"
    if any(argument["kind"] != "positional" for argument in arguments):
        text += " [\\fIoption\\fR ...]"
    for argument in arguments:
        if argument["kind"] == "positional":
            name = argument_name(argument) + (" ..." if argument["isRepeating"] else "")
            text += f" [{name}]" if argument["isOptional"] else f" {name}"
    return text


def subcommands(command: dict) -> list[dict]:
    return [
        each for each in command.get("subcommands", []) if each.get("shouldDisplay", True) and each["commandName"] != "help"
    ]


def head(name: str, section: int, abstract: str, release: str) -> list[str]:
    summary = abstract.strip().rstrip(".")
    return [
        f'.TH {escaped(name.upper())} {section} {release} "Closecast manual"',
        ".SH NAME",
        f"{escaped(name)} \\- {escaped(summary[:1].lower() + summary[1:])}",
    ]


def command_page(command: dict, release: str) -> str:
    """The page of a command with its subcommands."""
    name = f"closecast-{command['commandName']}"
    paragraphs, sections = discussion(command.get("discussion"))
    lines = [*head(name, 1, command.get("abstract", ""), release), ".SH SYNOPSIS", synopsis(command)]
    if paragraphs:
        lines += [".SH DESCRIPTION", *paragraphs]
    if subcommands(command):
        lines.append(".SH COMMANDS")
        for each in subcommands(command):
            lines += [f".SS {escaped(each['commandName'])}", synopsis(each), ".PP", escaped(each.get("abstract", ""))]
            inner, inner_sections = discussion(each.get("discussion"))
            lines += inner + [line.replace(".SH", ".PP\n.B", 1) for line in inner_sections] + options(each)
    elif shown_arguments(command):
        lines += [".SH OPTIONS", *options(command)]
    lines += [*sections, ".SH SEE ALSO", ".BR closecast (1)"]
    return "\n".join(lines) + "\n"


def program_page(program: dict, release: str) -> str:
    """The page of the command line: its commands with a line each."""
    paragraphs, sections = discussion(program.get("discussion"))
    lines = [*head("closecast", 1, program["abstract"], release), ".SH SYNOPSIS", synopsis(program)]
    lines += [".SH DESCRIPTION", escaped(program["abstract"]), *paragraphs, ".SH COMMANDS"]
    for each in subcommands(program):
        lines += [".TP", f"\\fBclosecast\\-{escaped(each['commandName'])}\\fR(1)", escaped(each.get("abstract", ""))]
    lines += [".SH OPTIONS", *options(program), *sections]
    return "\n".join(lines) + "\n"


def text_page(name: str, section: int, text: str, release: str) -> str:
    """The page of a program whose help is a text with headings in capitals."""
    first, *rest = blocks(text)
    lines = [*head(name, section, " ".join(first).split(".")[0].split(";")[0], release)]
    lines += [".SH SYNOPSIS", f"\\fB{escaped(name)}\\fR [\\fIoption\\fR ...]", ".SH DESCRIPTION", *prose(first)[1:]]
    for block in rest:
        if HEADING.fullmatch(block[0].strip()) and not block[0].startswith(" "):
            lines.append(f".SH {block[0].strip()}")
            block = block[1:]
        if block:
            lines += prose(block)
    return "\n".join([*lines, ".SH SEE ALSO", ".BR closecast (1)"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--section", type=int, default=1)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    release = f'"{arguments.date}" "Closecast {escaped(arguments.version)}"'
    arguments.out.mkdir(parents=True, exist_ok=True)
    text = sys.stdin.read()
    if text.startswith("{"):
        program = json.loads(text)["command"]
        pages = {"closecast": program_page(program, release)}
        for each in subcommands(program):
            pages[f"closecast-{each['commandName']}"] = command_page(each, release)
    else:
        pages = {arguments.program: text_page(arguments.program, arguments.section, text, release)}
    for name, page in pages.items():
        (arguments.out / f"{name}.{arguments.section}").write_text(page, encoding="utf-8")
    print(f"{len(pages)} manual pages in {arguments.out}", file=sys.stderr)


if __name__ == "__main__":
    main()
