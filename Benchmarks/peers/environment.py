"""The virtual environment of the peers' packages, under .build/peers."""

import os
import shutil
import subprocess

from measuring import ROOT

FOLDER = ROOT / ".build/peers"


def python():
    """The environment's Python, made when it is not there; None without a Python that the packages are built for."""
    made = FOLDER / "bin/python"
    if made.exists():
        return made
    names = [os.environ.get("PEER_PYTHON"), "python3.12", "python3.13"]
    for name in filter(None, names):
        if shutil.which(name) and not subprocess.run([name, "-m", "venv", FOLDER], capture_output=True).returncode:
            return made
    return None


def install(package):
    """Installs a package when it is missing. Returns why it cannot, or None."""
    if not python():
        return "no Python 3.12 here; name one in PEER_PYTHON"
    pip = [python(), "-m", "pip"]
    if not subprocess.run([*pip, "show", "-q", package], capture_output=True).returncode:
        return None
    if subprocess.run([*pip, "install", "-q", package], capture_output=True).returncode:
        return f"the package {package} cannot be installed"
    return None


def version(package):
    shown = subprocess.run([python(), "-m", "pip", "show", package], capture_output=True, text=True).stdout
    return next((line.split()[1] for line in shown.splitlines() if line.startswith("Version")), "")


def files_of(package):
    """The folder where the environment keeps the files of a package, or None."""
    return next(iter(sorted(FOLDER.glob(f"lib/python3*/site-packages/{package}"))), None)
