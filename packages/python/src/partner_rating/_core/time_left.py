"""The remaining time of a call, for the code that it waits for, such as the refresh of another thread."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[Callable[[], float] | None] = ContextVar("partner_rating_time_left", default=None)


@contextmanager
def limited_to(left: Callable[[], float]) -> Generator[None]:
    """Sets the remaining time of the code in the block."""
    reset = _current.set(left)
    try:
        yield
    finally:
        _current.reset(reset)


def time_left() -> float | None:
    """Returns the remaining seconds of the call; None outside of a call."""
    left = _current.get()
    return None if left is None else max(left(), 0.0)
