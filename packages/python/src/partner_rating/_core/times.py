"""Writes dates and times as text."""

from __future__ import annotations

from datetime import date, datetime


def time_text(value: date) -> str:
    """Writes a date as `YYYY-MM-DD`, and a time with its offset (RFC 3339)."""
    if isinstance(value, datetime) and value.utcoffset() is None:
        raise ValueError(
            f"{value.isoformat()} has no time zone, so its moment is unknown. Add the time zone, such as "
            'tzinfo=ZoneInfo("America/Chicago"), or send its date() if you mean the day.'
        )
    return value.isoformat()
