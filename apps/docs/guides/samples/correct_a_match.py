from partner_rating import PartnerRatingClient
from partner_rating.models import MatchReplacementInput

# The key is that of SERVICE_API_KEY.
client = PartnerRatingClient(environment="local")


def correct_match(wrong_match_id: str, right: MatchReplacementInput) -> str | None:
    """Puts the right match in the place of a wrong one; the id of the right one."""
    # An identifier of its own: the wrong match keeps the one it has.
    right = {**right, "identifier": f"{right['identifier']}-corrected"}
    return client.matches.replace(wrong_match_id, right)["matches"][0]["id"]
