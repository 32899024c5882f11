"""An operation of the document as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """Where an operation is, and what applies of the rules that clients follow."""

    id: str
    method: str
    path: str
    takes_key: bool = False
    """Whether it honours an idempotency key."""
    takes_version: bool = False
    """Whether it takes `If-Match`."""
    is_repeatable: bool = False
    """Whether it may be repeated without an idempotency key, although its method may write."""
    max_bytes: int = 1_048_576
    """How many bytes its body may have."""
    has_oauth_errors: bool = False
    items: str | None = None
    """Of a list with pages, the field of the answer that has the entries."""
