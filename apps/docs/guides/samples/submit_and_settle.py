import time

from partner_rating import PartnerRatingClient
from partner_rating.models import MatchBatch

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def submit_and_settle(batch: MatchBatch, timeout_seconds: float = 60) -> bool:
    """Submits results, and waits until late ones are settled."""
    deadline = time.monotonic() + timeout_seconds
    matches = client.matches.submit(batch)["matches"]
    late = [match["id"] for match in matches if not match.get("settled", True)]
    for match_id in late:
        while match_id is not None and not client.matches.get(match_id)["settled"]:
            if time.monotonic() > deadline:
                return False
            time.sleep(1)
    return True
