from partner_rating import PartnerRatingClient
from partner_rating.models import (
    Participant,
    TournamentImport,
    TournamentImportResult,
    TournamentMatchInput,
)

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def correct_player(
    tournament: TournamentImport,
    imported: TournamentImportResult,
    wrong: Participant,
    right: Participant,
) -> None:
    """Voids the matches of a participant who was matched with the wrong member, and imports them again."""

    def is_wrong(one: Participant) -> bool:
        return (one["firstName"], one["lastName"]) == (wrong["firstName"], wrong["lastName"])

    matches: list[TournamentMatchInput] = []
    for match, stored in zip(tournament["matches"], imported["matches"]):
        if stored["id"] is None or not any(is_wrong(one) for team in match["teams"] for one in team):
            continue
        client.matches.void(stored["id"], {"reason": "A participant was matched with the wrong member."})
        # The right match needs a new identifier, because the wrong match keeps its own.
        identifier = f"{match['identifier']}-corrected"
        teams = [[right if is_wrong(one) else one for one in team] for team in match["teams"]]
        matches.append({**match, "identifier": identifier, "teams": teams})
    client.matches.import_tournament({**tournament, "matches": matches})
