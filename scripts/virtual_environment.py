"""Runs a script inside its own virtual environment with pinned packages.

`enter("requirements.txt")` as the first statement of a script creates `.venv/<requirements name>` below the repository on
first use, installs the pinned versions, and starts the script again in it. Nothing is installed outside that folder.
"""

import hashlib
import os
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent


def enter(requirements_name: str, *, without_dependencies: bool = False) -> None:
    """Restarts the running script in the environment that `scripts/<requirements_name>` describes, made when missing."""
    requirements = SCRIPTS / requirements_name
    folder = SCRIPTS.parent / ".venv" / requirements.stem
    if pathlib.Path(sys.prefix) == folder:
        return
    # The stamp is written last, so an interrupted installation is repeated and a changed pin is noticed.
    stamp = folder / "installed-from.sha256"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != digest:
        print(f"Installing {requirements_name} into {folder} (once, a minute or two) ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
        if without_dependencies:
            pip.append("--no-deps")
        subprocess.run([*pip, "-r", str(requirements)], check=True)
        stamp.write_text(digest)
    python = str(folder / "bin" / "python")
    os.execv(python, [python, *sys.argv])
