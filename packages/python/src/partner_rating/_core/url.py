"""The address of a request."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import cast
from urllib.parse import quote

from .times import time_text


def filled_path(template: str, values: Mapping[str, str]) -> str:
    """Returns the path with its parameters; raises ValueError if one would lead to another operation."""

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        value = str(values[name])
        # An empty or dotted segment would be dropped from the path, and another operation called.
        if value in ("", ".", ".."):
            raise ValueError(f'{name} must not be "{value}".')
        return _quoted(name, value)

    return re.sub(r"\{(\w+)\}", fill, template)


def with_query(address: str, query: Mapping[str, object]) -> str:
    """Returns the address with its query. Joins lists with commas, and leaves out None."""
    pairs = [f"{name}={_encoded(name, value)}" for name, value in query.items() if value is not None]
    return address + (f"?{'&'.join(pairs)}" if pairs else "")


def _encoded(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join(_encoded(name, item) for item in cast(Sequence[object], value))
    return _quoted(name, time_text(value) if isinstance(value, date) else str(value))


def _quoted(name: str, text: str) -> str:
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise ValueError(f"{name} must not hold a lone surrogate.") from None
