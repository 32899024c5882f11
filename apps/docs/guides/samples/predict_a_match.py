from partner_rating import PartnerRatingClient

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")

TRUSTED = 0.5


def prediction_in_words(ours: list[str], theirs: list[str]) -> str:
    """Predicts a doubles match of pickleball, best of three."""
    result = client.matches.predict(
        {"sport": "pickleball", "bestOf": 3, "matches": [{"teams": [ours, theirs]}]}
    )
    prediction = result["predictions"][0]
    mark = ", but this is a guess" if prediction["reliability"] < TRUSTED else ""
    return f"We win with {prediction['winProbability'][0]:.0%}{mark}."
