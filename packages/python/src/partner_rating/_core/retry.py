"""Decides whether a call is retried, and after which wait."""

from __future__ import annotations

from ..errors import PartnerRatingError
from .clock import Clock

_FIRST_BACK_OFF = 0.5
_MAX_BACK_OFF = 8.0

# Rate limit windows last a minute. The caller decides about a longer wait.
_MAX_RETRY_AFTER = 60


def retry_delay(
    error: PartnerRatingError,
    retried: int,
    *,
    is_repeatable: bool,
    was_not_sent: bool,
    clock: Clock,
) -> float | None:
    """Returns the seconds to wait before the retry; None if a retry would not help, or could repeat a call that ran.

    The wait is `Retry-After` plus exponential back-off with full jitter, so that clients do not all retry at the
    same moment. After an attempt that hung, there is no wait.
    """
    status = error.status_code
    # The service refused the call before it ran, or it was never sent: a retry repeats nothing, with any method.
    was_not_carried_out = (
        was_not_sent or status == 429 or (status == 503 and error.retry_after is not None)
    )
    can_get_past = (
        status in (408, 429)
        or (status is not None and 500 <= status < 600)
        or error.code in ("connection_failed", "timeout", "idempotency_in_progress")
    )
    retry_after = error.retry_after or 0
    if not (is_repeatable or was_not_carried_out) or not can_get_past:
        return None
    if retry_after > _MAX_RETRY_AFTER:
        return None
    if error.code == "timeout":
        return 0.0
    back_off = min(_MAX_BACK_OFF, _FIRST_BACK_OFF * 2**retried)
    return retry_after + clock.random() * back_off
