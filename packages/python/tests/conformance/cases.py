"""Reads the cases, and the examples of the document that they name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

_SPEC = Path(__file__).resolve().parents[4] / "spec"
_DOCUMENT: dict[str, Any] = json.loads((_SPEC / "dist" / "openapi.json").read_bytes())

Json = dict[str, Any]


def case_files() -> dict[str, list[Json]]:
    """Returns the cases, by file name."""
    files = sorted((_SPEC / "conformance").glob("*.json"))
    return {
        file.stem: cast(list[Json], json.loads(file.read_bytes())["cases"])
        for file in files
        if file.stem != "schema"
    }


def server_cases() -> list[Json]:
    """Returns the cases about real servers."""
    file = _SPEC / "conformance" / "servers" / "cases.json"
    return cast(list[Json], json.loads(file.read_bytes())["cases"])


def example(name: str) -> Any:
    """Returns the value of an example of the document."""
    return _DOCUMENT["components"]["examples"][name]["value"]


def steps_of(case: Json) -> list[Json]:
    """Returns the steps of a case. A case with one step has it at the top level."""
    return cast(list[Json], case.get("steps", [case]))


def path_parameters(operation: str) -> list[str]:
    """Returns the path parameters of an operation, in order."""
    for path, item in _DOCUMENT["paths"].items():
        for method in item.values():
            if isinstance(method, dict) and cast(Json, method).get("operationId") == operation:
                return [part.split("}")[0] for part in path.split("{")[1:]]
    raise KeyError(operation)
