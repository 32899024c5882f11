"""Builds the wheel and the sdist into `dist`."""

import sys
from pathlib import Path

import build_backend

folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parents[1] / "dist")
folder.mkdir(parents=True, exist_ok=True)
for built in (build_backend.build_sdist(str(folder)), build_backend.build_wheel(str(folder))):
    print(folder / built)
