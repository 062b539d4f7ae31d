#!/usr/bin/env python3
"""Photographs the screens of scripts/browser/screens.py in Chromium, and reports everything that is wrong with them.

    scripts/screenshots --out DIR                              builds the server first
    python3 scripts/browser/screenshots.py --out DIR           the server in .build/release
    python3 scripts/browser/screenshots.py --out DIR --list    prints the names of the screens

The pictures are DIR/NAME-WIDTH-LOOK-LANGUAGE.png, the report is DIR/report.md. Reported are: errors on the console, refusals of the
content policy, requests to other hosts, sideways scrolling, text that is cut off or smaller than 12 px, what moved while the page was
loading, and with --axe what axe-core finds. The exit status is 1 if there is anything to report.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("browser")

import argparse  # noqa: E402
import contextlib  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import typing  # noqa: E402

from playwright.sync_api import Error  # noqa: E402

from browser.chromium import (  # noqa: E402
    CHROMIUM, LANGUAGES, LOOKS, SIZES, axe, bad_text, chromium, layout_shift, new_context, settle, sign_in_browser, sign_in_operator,
)
from browser.servers import ROOT, PageServer, check_programs, page_server  # noqa: E402
from browser.screens import SCREENS, Screen  # noqa: E402


class View(typing.NamedTuple):
    """How a screen is viewed."""

    width: int
    look: str
    language: str

    @property
    def name(self) -> str:
        return f"{self.width}-{self.look}-{self.language}"


def views(given: argparse.Namespace) -> list[View]:
    sizes, looks = given.sizes or list(SIZES), given.looks or list(LOOKS)
    if given.languages:
        return [View(width, look, language) for width in sizes for look in looks for language in given.languages]
    found = [View(width, look, "en") for width in sizes for look in looks]
    return found + [View(390, "light", language) for language in LANGUAGES if language != "en"]


def photograph(browser, server: PageServer, screen: Screen, view: View, out: pathlib.Path, with_axe: bool) -> list[str]:
    """Makes one picture; returns the page's problems."""
    context, watch = new_context(browser, server.url, width=view.width, look=view.look, language=view.language)
    with contextlib.closing(context):
        if screen.is_operator:
            sign_in_operator(context, server, view.look, view.language)
        elif server.has_accounts and screen.is_signed_in:
            sign_in_browser(context, server, view.look, view.language, screen.who)
        page = context.new_page()
        found = []
        try:
            answer = page.goto(server.url + screen.path.format(**server.made))
            if answer.status != screen.status:
                found.append(f"the page was answered with {answer.status}")
            settle(page)
            shift, moved = layout_shift(page)
            if shift:
                found.append(f"layout shift {shift:.4f}: {', '.join(moved)}")
            for step in screen.steps:
                step(page)
                settle(page)
        except Error as error:
            found.append("NOT REACHED: " + " ".join(str(error).split())[:200])
        found += bad_text(page) + watch.take()
        if with_axe:
            found += axe(page)
        place = page.locator(screen.shows).first if screen.shows else page
        place.screenshot(path=out / f"{screen.name}-{view.name}.png", **({} if screen.shows else {"full_page": True}))
        return found


def report(problems: dict[str, dict[str, list[str]]], count: int) -> str:
    """Every problem of a screen once, with the views that have it."""
    lines = [f"# {count} pictures, {sum(bool(found) for by_view in problems.values() for found in by_view.values())} with problems"]
    for name, by_view in problems.items():
        views_by_problem: dict[str, list[str]] = {}
        for view, found in by_view.items():
            for each in found:
                views_by_problem.setdefault(each, []).append(view)
        if views_by_problem:
            lines += ["", f"## {name}", ""]
        for each, there in views_by_problem.items():
            lines.append(f"- {each}  ({', '.join(there) if len(there) < len(by_view) else 'all views'})")
    return "\n".join(lines) + "\n"


def run(given: argparse.Namespace, screens: list[Screen]) -> int:
    given.out.mkdir(parents=True, exist_ok=True)
    problems: dict[str, dict[str, list[str]]] = {screen.name: {} for screen in screens}
    count = 0
    with chromium(given.chromium) as browser:
        for scene in dict.fromkeys(screen.scene for screen in screens):
            with page_server(given.program, scene) as server:
                for screen in (each for each in screens if each.scene == scene):
                    for view in views(given):
                        problems[screen.name][view.name] = photograph(browser, server, screen, view, given.out, given.axe)
                        count += 1
                    print(f"{screen.name}: {sum(map(len, problems[screen.name].values()))} problems", file=sys.stderr, flush=True)
    text = report(problems, count)
    (given.out / "report.md").write_text(text)
    print(text)
    return 1 if any(found for by_view in problems.values() for found in by_view.values()) else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build/release"))
    parser.add_argument("--out", type=pathlib.Path, help="folder of the pictures")
    parser.add_argument("--only", metavar="PATTERN", default="", help="screens whose names match this regular expression")
    parser.add_argument("--sizes", type=int, nargs="+", help="widths in pixels (default: 390 820 1440)")
    parser.add_argument("--looks", choices=LOOKS, nargs="+", help="(default: both)")
    parser.add_argument(
        "--languages", choices=list(LANGUAGES), nargs="+",
        help="at all widths and looks (default: en at all of them, the others at 390 px, light)")
    parser.add_argument("--axe", action="store_true", help="also check with axe-core")
    parser.add_argument("--list", action="store_true", help="print the names of the screens and stop")
    parser.add_argument("--program", type=pathlib.Path, default=programs / "closecast-server", help="closecast-server (default: %(default)s)")
    parser.add_argument("--chromium", default=CHROMIUM, help="Chromium (default: %(default)s)")
    given = parser.parse_args()
    screens = [screen for screen in SCREENS if re.search(given.only, screen.name)]
    if given.list:
        print("\n".join(screen.name for screen in screens))
        return
    if not given.out:
        parser.error("--out DIR is missing")
    if not screens:
        parser.error(f"no screen matches {given.only}")
    check_programs(given.program)
    sys.exit(run(given, screens))


if __name__ == "__main__":
    main()
