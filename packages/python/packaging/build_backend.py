"""Builds the wheel and the sdist (PEP 517) with only Python, so that no network is needed.

The files are the same bytes wherever they are built.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_PROJECT: dict[str, Any] = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
_VERSION_FILE = _ROOT / "src/partner_rating/_generated/version.py"
_DATE = (1980, 1, 1, 0, 0, 0)


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Writes the wheel, and returns its name."""
    files = {str(path.relative_to(_ROOT / "src")): path.read_bytes() for path in _modules()}
    info = f"{_distribution()}-{_version()}.dist-info"
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: partner-rating\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{info}/LICENSE"] = (_ROOT / "LICENSE").read_bytes()
    record = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    name = f"{_distribution()}-{_version()}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """Writes the sdist, and returns its name."""
    folder = f"{_distribution()}-{_version()}"
    own = ["pyproject.toml", "README.md", "LICENSE"]
    files = {name: (_ROOT / name).read_bytes() for name in own}
    files |= {f"packaging/{path.name}": path.read_bytes() for path in _ROOT.glob("packaging/*.py")}
    files |= {str(path.relative_to(_ROOT)): path.read_bytes() for path in _modules()}
    files["PKG-INFO"] = _metadata().encode()
    name = f"{folder}.tar.gz"
    with (
        Path(sdist_directory, name).open("wb") as file,
        gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as sdist,
    ):
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size = len(content)
            entry.mode = 0o644
            sdist.addfile(entry, io.BytesIO(content))
    return name


def _modules() -> list[Path]:
    found = (_ROOT / "src/partner_rating").rglob("*")
    return sorted(path for path in found if path.suffix == ".py" or path.name == "py.typed")


def _version() -> str:
    version = re.search(r'^VERSION = "(.+)"$', _VERSION_FILE.read_text("utf-8"), re.MULTILINE)
    if version is None:
        raise ValueError(f"{_VERSION_FILE} has no VERSION. Run `pnpm generate`.")
    return version[1]


def _distribution() -> str:
    return re.sub(r"[-_.]+", "_", _PROJECT["name"])


def _metadata() -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {_PROJECT['name']}",
        f"Version: {_version()}",
        f"Summary: {_PROJECT['description']}",
        f"Keywords: {','.join(_PROJECT['keywords'])}",
        f"License: {_PROJECT['license']['text']}",
        f"Requires-Python: {_PROJECT['requires-python']}",
        *(f"Classifier: {classifier}" for classifier in _PROJECT["classifiers"]),
        *(f"Project-URL: {name}, {url}" for name, url in _PROJECT.get("urls", {}).items()),
        "Description-Content-Type: text/markdown",
        "",
        _without_relative_links((_ROOT / _PROJECT["readme"]).read_text("utf-8")),
    ]
    return "\n".join(lines)


def _without_relative_links(markdown: str) -> str:
    """Keeps only the words of links to other files of the repository, because a package does not have these files."""
    return re.sub(r"\[([^\]]+)\]\((?![a-z]+:|#)[^)\s]+\)", r"\1", markdown)


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
