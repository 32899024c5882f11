import json
import sys
from pathlib import Path

from partner_rating import PartnerRatingClient, ValidationError
from partner_rating.models import TournamentImport, TournamentImportResult

# Reads the API key from SERVICE_API_KEY.
client = PartnerRatingClient(base_url="http://localhost:3001/api/v1")


def try_import(file: Path) -> TournamentImportResult:
    """Shows how an import would match its participants, and its errors. Stores nothing."""
    tournament: TournamentImport = json.loads(file.read_text("utf-8"))
    result = client.matches.import_tournament({**tournament, "dryRun": True})
    for one in result["participants"]:
        shown = f"{one.get('displayName')}, {one.get('memberId', 'not shown')}"
        who = "a new ghost" if one["isNew"] else shown
        print(f"{one['firstName']} {one['lastName']}: {who} ({one['reason']})")
    for item in result.get("errors", []):
        print(f"{item['pointer']}: {item['detail']}", file=sys.stderr)
    return result


def import_for_good(file: Path) -> TournamentImportResult:
    """Imports a tournament. You can run it again after any failure: nothing is imported twice."""
    tournament: TournamentImport = json.loads(file.read_text("utf-8"))
    try:
        return client.matches.import_tournament(tournament)
    except ValidationError as error:
        for item in error.errors:
            print(f"{item['pointer']}: {item['detail']}", file=sys.stderr)
        raise
