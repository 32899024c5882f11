import {
  type Participant,
  PartnerRatingClient,
  type TournamentImport,
  type TournamentImportResult,
} from '@partner-rating/client';

// Reads the API key from SERVICE_API_KEY.
const client = new PartnerRatingClient({ baseUrl: 'http://localhost:3001/api/v1' });

/** Voids the matches of a participant who was matched with the wrong member, and imports them again. */
export async function correctPlayer(
  tournament: TournamentImport,
  imported: TournamentImportResult,
  wrong: Participant,
  right: Participant,
): Promise<void> {
  const isWrong = ({ firstName, lastName }: Participant) =>
    firstName === wrong.firstName && lastName === wrong.lastName;
  const matches: TournamentImport['matches'] = [];
  for (const [index, match] of tournament.matches.entries()) {
    const id = imported.matches[index]?.id;
    if (!match.teams.flat().some(isWrong) || !id) continue;
    await client.matches.void(id, { reason: 'A participant was matched with the wrong member.' });
    matches.push({
      ...match,
      // The right match needs a new identifier, because the wrong match keeps its own.
      identifier: `${match.identifier}-corrected`,
      teams: match.teams.map((team) => team.map((one) => (isWrong(one) ? right : one))),
    });
  }
  await client.matches.importTournament({ ...tournament, matches });
}
