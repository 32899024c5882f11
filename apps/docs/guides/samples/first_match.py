import os

from partner_rating import PartnerRatingClient

# The API key is that of SERVICE_API_KEY.
client = PartnerRatingClient(base_url=os.environ["BASE"])

result = client.matches.submit(
    {
        "sport": "pickleball",
        "winScore": 11,
        "winBy": 2,
        "matches": [
            {
                "identifier": "quick-start-python",
                "teams": [[os.environ["PLAYER"]], [os.environ["OPPONENT"]]],
                "games": [{"scores": [9, 11]}, {"scores": [11, 7]}, {"scores": [11, 5]}],
            }
        ],
    }
)

for change in result["ratingChanges"]:
    print(f"{change['displayName']}, {change['bracket']}: {change['newRating']}")
