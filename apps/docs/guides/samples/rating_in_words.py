from partner_rating import PartnerRatingClient, split_for

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")

PROVISIONAL_BELOW = 0.5


def rating_in_words(member_id: str, sport: str) -> str:
    """Describes a player's rating in a sport."""
    member = client.members.get(member_id, sport=sport)
    rating = split_for(member, sport, "overall-open")
    if rating is None:
        return f"{member['displayName']} is not rated yet"
    mark = " (provisional)" if rating["reliability"] < PROVISIONAL_BELOW else ""
    return f"{member['displayName']}: {rating['R']:.3f}{mark}, from {rating['games']} games"
