"""Runs a script inside its own virtual environment with pinned packages.

`enter("browser")` as the first statement of a script creates `.venv/browser` below the repository on first use, installs the versions of
`scripts/requirements/browser.txt`, and restarts the script in it. Nothing is installed outside that folder.

    python3 scripts/requirements/virtual_environment.py browser        creates one for a shell script and prints its folder
    python3 scripts/requirements/virtual_environment.py browser smtp   creates both
"""

import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys

REQUIREMENTS = pathlib.Path(__file__).resolve().parent


def enter(name: str) -> None:
    """Restarts the running script in the environment of a file of requirements, which is created if missing."""
    if pathlib.Path(sys.prefix) == environment(name):
        return
    python = str(made(name) / "bin" / "python")
    os.execv(python, [python, *sys.argv])


def environment(name: str) -> pathlib.Path:
    return REQUIREMENTS.parent.parent / ".venv" / name


def made(name: str) -> pathlib.Path:
    """Creates the environment if needed, installs the pinned versions, and returns its folder.

    If another process is doing so, this one waits.
    """
    requirements, folder = REQUIREMENTS / f"{name}.txt", environment(name)
    # The stamp is written last, so an interrupted installation is repeated and a changed pin is noticed.
    stamp = folder / "installed-from.sha256"
    digest = hashlib.sha256(_pins(requirements)).hexdigest()

    def is_made() -> bool:
        return stamp.exists() and stamp.read_text() == digest

    if is_made():
        return folder
    folder.parent.mkdir(exist_ok=True)
    with open(folder.parent / f"{folder.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_made():
            return folder
        print(f"Installing {requirements.name} into {folder} (once, a minute or two) ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "-r", str(requirements)], check=True)
        stamp.write_text(digest)
    return folder


def _pins(requirements: pathlib.Path) -> bytes:
    """The contents of a file of requirements, and of those that it includes."""
    text = requirements.read_bytes()
    included = [line[3:].strip() for line in text.decode().splitlines() if line.startswith("-r ")]
    return text + b"".join(_pins(requirements.parent / name) for name in included)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(made(name))
