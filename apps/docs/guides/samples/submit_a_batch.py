import sys

from partner_rating import PartnerRatingClient, ValidationError

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")

try:
    result = client.matches.submit(
        {
            # Defaults for all matches. A match can override them.
            "sport": "pickleball",
            "winScore": 11,
            "winBy": 2,
            "event": "Courtside Saturday League",
            "matchDate": "2026-09-12T15:30:00Z",
            "matches": [
                {
                    "identifier": "court-4-1545",
                    "matchDate": "2026-09-12T15:45:00Z",
                    "teams": [["10001"], ["10003"]],
                    # The decider went to 15.
                    "games": [
                        {"scores": [11, 9]},
                        {"scores": [8, 11]},
                        {"scores": [15, 13], "winScore": 15},
                    ],
                },
            ],
        },
        # A UUID that you store with the batch. Use a new one for each batch.
        idempotency_key="d48d4a55-c6bf-465e-a1f5-b5df4a0e07e2",
    )
    print(f"{result['duplicates']} matches were already stored.")
    for change in result["ratingChanges"]:
        before, after = change["previousRating"], change["newRating"]
        print(f"{change['displayName']}, {change['bracket']}: {before} → {after}")
except ValidationError as error:
    for item in error.errors:
        print(f"{item['pointer']} ({item['code']}): {item['detail']}", file=sys.stderr)
