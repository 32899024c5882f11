from partner_rating import NotFoundError, PartnerRatingClient
from partner_rating.models import LeaderboardEntry

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")

PROVISIONAL_BELOW = 0.5


def best_of_texas(limit: int) -> list[str]:
    """Returns the best players of Texas, one a line."""
    board = client.leaderboard.list(
        sport="pickleball", scope="state", country="US", state="TX", limit=limit
    )
    # `page()` returns the first page of a list. A loop over `board` would read all pages.
    return [line_of(player) for player in board.page()["players"]]


def near_in_texas(member_id: str) -> list[str] | None:
    """Returns a player's line with the next better and the next weaker player; None if the player is not on the board."""
    try:
        found = client.leaderboard.rank(
            {
                "sport": "pickleball",
                "scope": "state",
                "country": "US",
                "state": "TX",
                "memberId": member_id,
                "contextSize": 1,
            }
        )
    except NotFoundError:
        return None
    near = [*found["above"], found["player"], *found["below"]]
    return [f"{line_of(player)}, of {found['total']}" for player in near]


def line_of(player: LeaderboardEntry) -> str:
    mark = " (provisional)" if player["reliability"] < PROVISIONAL_BELOW else ""
    return f"{player['rank']}. {player['displayName']}: {player['R']:.3f}{mark}"
