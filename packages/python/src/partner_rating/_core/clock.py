"""Time and chance, in one place, so that tests can replace them."""

from __future__ import annotations

import random
import time


class Clock:
    """The clock of the machine. Override its methods for tests that wait for nothing."""

    def time(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds of a clock that nobody sets."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits."""
        time.sleep(seconds)

    def random(self) -> float:
        """A number from 0 to 1, for the jitter of waits."""
        return random.random()
