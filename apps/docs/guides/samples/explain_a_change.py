from partner_rating.models import RatingHistoryEntry


def change_in_words(entry: RatingHistoryEntry) -> str | None:
    """Why a match moved a rating, in words; None where the entry is a correction, or has no explanation."""
    why, rating = entry.get("explanation"), entry["newRating"]
    if why is None or rating is None:
        return None
    words = f"You won {why['gamesWon']} of {why['gamesPlayed']} games"
    # Both are None where somebody in the match hides their ratings from your application.
    if why["opponentsRating"] is not None:
        words += f" against opponents of {why['opponentsRating']:.3f}"
    if why["expectedShare"] is not None:
        words += f", where {why['expectedShare'] * why['gamesPlayed']:.1f} were expected"
    games = ", ".join(f"{moved:+.3f}" for moved in why["contributions"])
    return f"{words}: from {why['ratingBefore']:.3f} to {rating:.3f}, game by game {games}."
