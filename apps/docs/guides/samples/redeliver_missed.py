from typing import Literal

from partner_rating import PartnerRatingClient, PartnerRatingError

# Not redelivered: the player withdrew their consent, or the endpoint is disabled or deleted.
LEFT = ("consent_withdrawn", "endpoint_disabled", "not_found")


def redeliver_missed(client: PartnerRatingClient) -> int:
    """Redelivers every event that is pending or failed, and returns how many."""
    redelivered = 0
    statuses: tuple[Literal["pending", "failed"], ...] = ("pending", "failed")
    for status in statuses:
        for delivery in client.webhooks.list_deliveries(status=status, limit=100):
            try:
                client.webhooks.redeliver(delivery["id"])
                redelivered += 1
            except PartnerRatingError as error:
                if error.code not in LEFT:
                    raise
    return redelivered
