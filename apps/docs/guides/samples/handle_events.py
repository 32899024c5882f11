from partner_rating.models import RatingUpdate, WebhookEvent

#: The ratings you show, by player and sport.
Ratings = dict[tuple[str, str], RatingUpdate]


def handle_event(ratings: Ratings, event: WebhookEvent) -> None:
    """Applies an event. Ignores all other types, including types that are added later."""
    if event["type"] == "rating.updated":
        store_rating(ratings, event["data"])
    elif event["type"] == "connection.revoked":
        for key in [key for key in ratings if key[0] == event["data"]["id"]]:
            del ratings[key]


def store_rating(ratings: Ratings, update: RatingUpdate) -> None:
    """Stores an update, unless the same or a later one is stored already."""
    key = (update["id"], update["sport"])
    known = ratings.get(key)
    if known is None or known["sequence"] < update["sequence"]:
        ratings[key] = update
