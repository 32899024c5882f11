from partner_rating import (
    ConflictError,
    PartnerRatingClient,
    PartnerRatingError,
    PermissionError,
    ValidationError,
)
from partner_rating.models import MatchBatch


def submit_and_describe(client: PartnerRatingClient, batch: MatchBatch) -> str:
    """Submits a batch and describes the result in a sentence."""
    try:
        result = client.matches.submit(batch)
        return f"{result['numMatches']} matches are rated, {result['duplicates']} were sent before."
    except ValidationError as error:
        messages = " ".join(f"{item['pointer']}: {item['detail']}" for item in error.errors)
        return f"Fix this and send it again. {messages}"
    except PartnerRatingError as error:
        if isinstance(error, ConflictError) and error.code == "match_conflict":
            return "A match was sent before with another result. Replace it with matches.replace, under a new identifier."
        if isinstance(error, PermissionError) and error.code == "insufficient_scope":
            return "This API key may not submit matches. Use another one."
        # A user cannot do anything about other errors. The request id helps to find the cause.
        return f"Try again later ({error.code}, request {error.request_id})."
