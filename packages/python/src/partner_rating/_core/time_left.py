"""What is left of a call for those that it waits for, such as the refresh of another thread."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[Callable[[], float] | None] = ContextVar("partner_rating_time_left", default=None)


@contextmanager
def limited_to(left: Callable[[], float]) -> Generator[None]:
    """Limits what runs in the block to so many seconds, as far as it asks for them."""
    reset = _current.set(left)
    try:
        yield
    finally:
        _current.reset(reset)


def time_left() -> float | None:
    """The seconds that are left of the call; None outside of one."""
    left = _current.get()
    return None if left is None else max(left(), 0.0)
