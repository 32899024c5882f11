from partner_rating.models import RatingExplanation, RatingHistoryEntry

REASONS = {
    "moved": "The rating moved",
    "as_expected": "That was expected, so the rating stayed",
    "limited": "A win never lowers a rating and a loss never raises one, so it stayed",
    "contradicted": "The games show another winner than the report, so the rating stayed",
    "unconfirmed": "You have not confirmed the result, so the rating stayed",
    "not_rated": "The match does not count",
}


def change_in_words(entry: RatingHistoryEntry) -> str | None:
    """Says why a match moved a rating or not; None if the entry is not about a match of the player."""
    why = entry.get("explanation")
    if why is None:
        return None
    words = f"{games_in_words(why)} {REASONS.get(why['reason'], 'The rating was recalculated')}"
    if why["reason"] == "moved":
        words += f" from {why['ratingBefore']:.3f} to {why['ratingAfter']:.3f}"
    return words


def games_in_words(why: RatingExplanation) -> str:
    won = f"You won {why['gamesWon']} of {why['gamesPlayed']} games"
    # None if somebody in the match hides their ratings from your application, or if no game counts.
    if why["expectedGameShare"] is None:
        return f"{won}."
    return f"{won}; {why['expectedGameShare'] * why['gamesPlayed']:.1f} were expected."
