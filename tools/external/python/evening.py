"""A club's evening with the Python client: run against the service, and checked by mypy and pyright."""

import os

from partner_rating import NotFoundError, PartnerRatingClient
from partner_rating.models import MatchBatch, Member

client = PartnerRatingClient(api_key=os.environ["API_KEY"], base_url=os.environ["BASE_URL"])
one, other = os.environ["PLAYERS"].split(",")


def search(name: str) -> list[Member]:
    return list(client.members.search(name=name, max_items=5))


batch: MatchBatch = {
    "sport": "pickleball",
    "format": "pickleball-11",
    "matches": [
        {
            "identifier": os.environ["IDENTIFIER"],
            "teams": [[one], [other]],
            "games": [{"scores": [11, 7]}, {"scores": [11, 9]}],
        }
    ],
}
statuses = [client.matches.submit(batch)["matches"][0]["status"] for _ in range(2)]
try:
    client.matches.get("mat_01jq8z6v3mfb7s4d2k9c5x1ha0")
except NotFoundError as error:
    statuses.append(error.code or "")
found = {member["memberId"] for member in search(os.environ["NAME"])}
print(",".join([*statuses, str(len(found) > 0)]))
