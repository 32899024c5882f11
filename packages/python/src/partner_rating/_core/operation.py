"""An operation of the document as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    """The route of an operation, and the rules that apply to its calls."""

    id: str
    method: str
    path: str
    takes_key: bool = False
    """Whether the operation honours an idempotency key."""
    takes_version: bool = False
    """Whether the operation accepts `If-Match`."""
    is_repeatable: bool = False
    """Whether the client may repeat the operation without an idempotency key, even if its method is not GET."""
    max_bytes: int = 1_048_576
    """The limit of the body in bytes."""
    has_oauth_errors: bool = False
    items: str | None = None
    """For a list with pages, the field of the response with the entries."""
