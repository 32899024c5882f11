import json
import sys
from pathlib import Path

from partner_rating import PartnerRatingClient, ValidationError
from partner_rating.models import TournamentImport, TournamentImportResult

# The key is that of SERVICE_API_KEY.
client = PartnerRatingClient(environment="local")


def try_import(file: Path) -> TournamentImportResult:
    """Shows whom an import would take for whom, and what is wrong with it. Nothing is stored."""
    tournament: TournamentImport = json.loads(file.read_text("utf-8"))
    result = client.matches.import_tournament({**tournament, "dryRun": True})
    for one in result["participants"]:
        shown = f"{one.get('displayName')}, {one.get('memberId', 'who is not shown')}"
        who = "a new ghost" if one["isNew"] else shown
        print(f"{one['firstName']} {one['lastName']}: {who} ({one['reason']})")
    for fault in result.get("errors", []):
        print(f"{fault['pointer']}: {fault['detail']}", file=sys.stderr)
    return result


def import_for_good(file: Path) -> TournamentImportResult:
    """Imports it. Run again after any failure, it imports nothing twice."""
    tournament: TournamentImport = json.loads(file.read_text("utf-8"))
    try:
        return client.matches.import_tournament(tournament)
    except ValidationError as error:
        for fault in error.errors:
            print(f"{fault['pointer']}: {fault['detail']}", file=sys.stderr)
        raise
