import {
  type Participant,
  PartnerRatingClient,
  type TournamentImport,
  type TournamentImportResult,
} from '@partner-rating/client';

// The key is that of SERVICE_API_KEY.
const client = new PartnerRatingClient({ environment: 'local' });

/** Takes back the matches of somebody who was taken for another, and imports them once more. */
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
    await client.matches.void(id, { reason: 'A player was taken for somebody else.' });
    matches.push({
      ...match,
      // An identifier of its own: the wrong match keeps the one it has.
      identifier: `${match.identifier}-corrected`,
      teams: match.teams.map((team) => team.map((one) => (isWrong(one) ? right : one))),
    });
  }
  await client.matches.importTournament({ ...tournament, matches });
}
