#!/usr/bin/env python3
"""Tests the pages in Chromium: every screen in several sizes, appearances and languages, and common tasks.

    scripts/browser-tests --pages                             builds the server first; about 5 minutes
    python3 scripts/browser/page_tests.py --full              every screen in all 24 views; about 20 minutes
    python3 scripts/browser/page_tests.py --part keyboard     one part: mouse, keyboard, plain (no JavaScript), screens
    python3 scripts/browser/page_tests.py --only favourite    tasks and screens whose names match
    python3 scripts/browser/page_tests.py --list              prints the names of tasks and screens

Prints a line for each check, and exits with status 1 if one fails. A page fails if anything is on the console, the content policy refuses
something, another host is asked, something moves while it loads, text is cut off or small, the page scrolls sideways, or axe-core finds
something. With --pictures DIR there is a picture of each failure.
"""

import sys

sys.path[0] += "/.."  # Modules are named from scripts/.

from requirements.virtual_environment import enter

enter("browser")

import argparse  # noqa: E402
import concurrent.futures  # noqa: E402
import contextlib  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import subprocess  # noqa: E402
import time  # noqa: E402

from playwright.sync_api import Error  # noqa: E402

from browser import trading_tasks  # noqa: E402, F401
from browser.chromium import CHROMIUM, LANGUAGES, LOOKS, SIZES, chromium, sign_in_browser, sign_in_operator  # noqa: E402
from browser.person import Failed, Person, Way  # noqa: E402
from browser.servers import EMAIL, ROOT, PageServer, check_programs, page_server  # noqa: E402
from browser.screens import SCREENS, Screen  # noqa: E402
from browser.tasks import TASKS, Task  # noqa: E402

PARTS = ("mouse", "keyboard", "plain", "screens")
WAYS = {"mouse": Way.MOUSE, "keyboard": Way.KEYBOARD, "plain": Way.PLAIN}
# The views in CI: every width, appearance and language, but not every combination, and for each screen only one of them.
VIEWS = [(390, "light", "ru"), (1440, "dark", "en"), (820, "light", "it"), (390, "dark", "kk")]
ALL_VIEWS = [(width, look, language) for width in SIZES for look in LOOKS for language in LANGUAGES]


# The exit status of a part in which no name matches.
NOTHING = 3


class Checks:
    """Prints each check and counts failures."""

    def __init__(self, pictures: pathlib.Path | None):
        self.count = self.failures = self.retries = 0
        self.pictures = pictures

    def again(self, what: str, found: list[str]) -> None:
        """Notes checks that failed once and are tried again."""
        self.retries += 1
        print(f"again  {what}: {'; '.join(found)}", flush=True)

    def __call__(self, what: str, found: list[str] | str, page=None) -> None:
        self.count += 1
        problems = [found] if isinstance(found, str) and found else list(found)
        self.failures += bool(problems)
        print(f"{'FAILED' if problems else 'ok    '} {what}" + "".join(f"\n         {each}" for each in problems), flush=True)
        if problems and page and self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"[^a-z0-9]+", "-", what.lower()).strip("-")
            with contextlib.suppress(Error):
                page.screenshot(path=self.pictures / f"{name}.png", full_page=True)


def prepare(
    person: Person, server: PageServer, is_signed_in: bool, look: str = "light", language: str = "en", is_operator: bool = False, who: str = EMAIL
) -> None:
    if is_operator:
        sign_in_operator(person.context, server, look, language)
    elif server.has_accounts and is_signed_in:
        sign_in_browser(person.context, server, look, language, who)


def try_task(browser, server: PageServer, task: Task, way: Way, check: Checks) -> None:
    """Does a task, and retries it once if it failed: a busy machine can interrupt a page."""
    what, first = f"{task.name} [{way.value}]", None
    for attempt in ("", " (second try)"):
        person, began, found = Person(browser, server, way, width=task.width), time.monotonic(), []
        try:
            prepare(person, server, task.is_signed_in)
            task.do(person)
            person.has_no_problems()
        except (Failed, Error, AssertionError) as error:
            found = [" ".join(str(error).split())[:500], *person.watch.take()[:5]]
        except Exception as error:  # A mistake in a task must not end the others.
            found = [f"{type(error).__name__}: {error}"]
        if found and not first:
            check.again(what, found)
        if not found or first:
            check(f"{what}{attempt} {time.monotonic() - began:.1f} s", [*(first if found else []), *found], person.page)
        person.context.close()
        if not found:
            return
        first = found


def try_screen(browser, server: PageServer, screen: Screen, view: tuple, check: Checks, with_axe: bool) -> None:
    width, look, language = view
    what = f"{screen.name} at {width} px, {look}, {language}"
    # A busy machine can interrupt a page while it settles, so only repeated problems count.
    for attempt in ("", " (second try)"):
        person = Person(browser, server, width=width, look=look, language=language)
        try:
            prepare(person, server, screen.is_signed_in, look, language, screen.is_operator, screen.who)
            person.open(screen.path.format(**server.made), screen.status)
            for step in screen.steps:
                step(person.page)
                person.settle()
            found = person.looks_right(with_axe)
        except (Failed, Error) as error:
            found = [" ".join(str(error).split())[:500]]
        if not found or attempt:
            check(what + attempt, found, person.page)
        else:
            check.again(what, found)
        person.context.close()
        if not found:
            return


def run(part: str, given: argparse.Namespace, check: Checks) -> None:
    def wanted(name: str) -> bool:
        return bool(re.search(given.only, name))

    with chromium(given.chromium) as browser:
        if part in WAYS:
            tasks = [task for task in TASKS if WAYS[part] in task.ways and wanted(task.name)]
            for scene in dict.fromkeys(task.scene for task in tasks):
                with page_server(given.program, scene) as server:
                    for task in (each for each in tasks if each.scene == scene):
                        try_task(browser, server, task, WAYS[part], check)
        elif part == "screens":
            screens = [screen for screen in SCREENS if wanted(screen.name)]
            for scene in dict.fromkeys(screen.scene for screen in screens):
                with page_server(given.program, scene) as server:
                    for index, screen in enumerate(each for each in screens if each.scene == scene):
                        # CI has no time for all views: neighbouring screens are tried in different ones.
                        views = ALL_VIEWS if given.full else [VIEWS[index % len(VIEWS)]]
                        for number, view in enumerate(views):
                            # Both looks are among the first two views; axe-core would find the same in the others.
                            try_screen(browser, server, screen, view, check, with_axe=given.full or number < 2)


def run_parts(given: argparse.Namespace) -> int:
    """Runs the parts in two processes at a time, each with its own servers and browser, and groups their output."""
    def output(part: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, __file__, *sys.argv[1:], "--part", part], stdout=subprocess.PIPE, text=True)

    began, statuses = time.monotonic(), []
    # The longest first.
    parts = sorted(PARTS, key=lambda part: part != "screens")
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for part, finished in zip(parts, pool.map(output, parts)):
            print(f"== {part}\n{finished.stdout}", end="", flush=True)
            statuses.append(finished.returncode)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return 1 if any(status not in (0, NOTHING) for status in statuses) or set(statuses) == {NOTHING} else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    programs = pathlib.Path(os.environ.get("CLOSECAST_PROGRAMS", ROOT / ".build/release"))
    parser.add_argument("--part", choices=PARTS, help="(default: all)")
    parser.add_argument("--only", metavar="PATTERN", default="", help="tasks and screens whose names match this regular expression")
    parser.add_argument("--full", action="store_true", help="every screen in every width, look and language")
    parser.add_argument("--jobs", type=int, default=2, help="parts at a time (default: %(default)s)")
    parser.add_argument("--pictures", type=pathlib.Path, metavar="DIR", help="a picture of each failure")
    parser.add_argument("--list", action="store_true", help="print the names of tasks and screens and stop")
    parser.add_argument("--program", type=pathlib.Path, default=programs / "closecast-server", help="closecast-server (default: %(default)s)")
    parser.add_argument("--chromium", default=CHROMIUM, help="Chromium (default: %(default)s)")
    given = parser.parse_args()
    if given.list:
        print("\n".join([f"{task.name} [{', '.join(way.value for way in task.ways)}]" for task in TASKS] + [screen.name for screen in SCREENS]))
        return
    check_programs(given.program)
    if not given.part:
        sys.exit(run_parts(given))
    check = Checks(given.pictures)
    run(given.part, given, check)
    print(f"{check.count} checks, {check.failures} failed, {check.retries} tried twice", flush=True)
    if check.count == 0:
        print("no name matches", file=sys.stderr)
        sys.exit(NOTHING)
    # Occasional failures are faults too, unless the machine is the cause.
    sys.exit(1 if check.failures or check.retries > max(2, check.count // 10) else 0)


if __name__ == "__main__":
    main()
