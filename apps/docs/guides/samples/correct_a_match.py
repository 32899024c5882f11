from partner_rating import PartnerRatingClient
from partner_rating.models import MatchReplacementInput

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def correct_match(wrong_match_id: str, right: MatchReplacementInput) -> str | None:
    """Replaces a wrong match, and returns the id of the right one."""
    # The right match needs a new identifier, because the wrong match keeps its own.
    right = {**right, "identifier": f"{right['identifier']}-corrected"}
    return client.matches.replace(wrong_match_id, right)["matches"][0]["id"]
