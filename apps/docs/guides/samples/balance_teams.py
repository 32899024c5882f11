from partner_rating import PartnerRatingClient

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def fairest_courts(players: list[str]) -> list[str]:
    """Returns the fairest doubles matches, one a court, among the players who came: 4, 8, 12, or 16."""
    result = client.matches.balance({"sport": "pickleball", "players": players, "teamSize": 2})
    lines: list[str] = []
    for court in result["lineups"][0]["courts"]:
        teams = " against ".join(" and ".join(team) for team in court["teams"])
        lines.append(f"{teams}: {' to '.join(f'{share:.0%}' for share in court['winProbability'])}")
    return lines
