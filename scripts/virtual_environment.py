"""Runs a script inside its own virtual environment with pinned packages.

`enter("requirements.txt")` as the first statement of a script creates `.venv/<requirements name>` below the repository on
first use, installs the pinned versions, and restarts the script in it. Nothing is installed outside that folder.

    python3 scripts/virtual_environment.py requirements.txt    creates one for a shell script and prints its folder
    python3 scripts/virtual_environment.py A.txt B.txt         creates both
"""

import fcntl
import hashlib
import os
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent


def enter(requirements_name: str, *, without_dependencies: bool = False) -> None:
    """Restarts the running script in the environment of `scripts/<requirements_name>`, which is created if missing."""
    if pathlib.Path(sys.prefix) == environment(requirements_name):
        return
    python = str(made(requirements_name, without_dependencies) / "bin" / "python")
    os.execv(python, [python, *sys.argv])


def environment(requirements_name: str) -> pathlib.Path:
    return SCRIPTS.parent / ".venv" / pathlib.Path(requirements_name).stem


def made(requirements_name: str, without_dependencies: bool = False) -> pathlib.Path:
    """Creates the environment if needed, installs the pinned versions, and returns its folder.

    If another process is doing so, this one waits.
    """
    requirements, folder = SCRIPTS / requirements_name, environment(requirements_name)
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
        print(f"Installing {requirements_name} into {folder} (once, a minute or two) ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        if without_dependencies:
            pip.append("--no-deps")
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
