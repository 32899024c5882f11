from handle_events import Ratings, store_rating
from partner_rating import PartnerRatingClient


def catch_up(client: PartnerRatingClient, ratings: Ratings, since: str) -> None:
    """Stores every update since a time, such as a few minutes before an outage began."""
    for update in client.members.list_rating_updates(since=since, limit=100):
        store_rating(ratings, update)
