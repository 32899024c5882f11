from handle_events import Ratings, store_rating
from partner_rating import PartnerRatingClient


def read_changes(client: PartnerRatingClient, ratings: Ratings, since: str | None) -> str | None:
    """Stores what changed since the last night, and returns the `since` of the next night."""
    for update in client.members.list_rating_updates(since=since, limit=100):
        # Ignores an update whose sequence is stored already: those of the moment `since` come again.
        store_rating(ratings, update)
        since = update["changedAt"]
    return since
