"""Reads a player's ratings from a response."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._generated.models import SportCode, SplitRating


def split_for(member: Mapping[str, Any], sport: SportCode, bracket: str) -> SplitRating | None:
    """Returns a player's rating in one bracket of one sport, with its reliability and its number of games; None if
    the player has no such rating, or you may not see it."""
    ratings: Mapping[str, Any] = member.get("sport") or {}
    of_sport: Mapping[str, Any] = ratings.get(sport) or {}
    splits: Mapping[str, SplitRating] = of_sport.get("splits") or {}
    return splits.get(bracket)


def rating_for(
    member: Mapping[str, Any], sport: SportCode, bracket: str = "overall-open"
) -> float | None:
    """Returns a player's rating, from 2.000 to 8.000, in one sport and bracket; None if there is none."""
    split = split_for(member, sport, bracket)
    return None if split is None else split["R"]


def rating_difference(change: Mapping[str, Any]) -> float | None:
    """Returns the difference of a rating change, an entry of the rating history, or a rating update, to three
    decimals; None if the player had no rating before, has none after it, or you may not see it."""
    previous, new = change.get("previousRating"), change.get("newRating")
    return None if previous is None or new is None else round(new - previous, 3)
