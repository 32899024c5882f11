from collections.abc import Callable

from partner_rating import PartnerRatingClient
from partner_rating.models import Match

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def review_disputes(is_wrong: Callable[[Match], bool]) -> int:
    """Reviews the matches that players dispute, and voids the wrong ones."""
    voided = 0
    for match in client.matches.list(status="disputed"):
        if is_wrong(match):
            client.matches.void(match["id"], {"reason": "A player disputed the result."})
            voided += 1
    return voided
