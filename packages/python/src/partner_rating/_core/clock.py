"""Time and random numbers, in one place, so that tests can replace them."""

from __future__ import annotations

import random
import time


class Clock:
    """The clock of the machine. Override its methods for tests that do not wait."""

    def time(self) -> float:
        """Returns the seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Returns the seconds of a clock that never jumps."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)

    def random(self) -> float:
        """Returns a number from 0 to 1, for the jitter of waits."""
        return random.random()
