import type { Schemas } from '@partner-rating/server';
import { sentContentHash } from '../../matches/domain/content-hash.ts';
import { type EffectiveMatch, effectiveMatch } from '../../matches/domain/effective-match.ts';
import type { KeyedHash } from '../../players/domain/keyed-hash.ts';
import { type Participant, participantReader } from './participant.ts';

/** A match of an import, before anybody knows who its participants are. */
export interface TournamentMatch {
  /** With the participants' keys in place of players. */
  effective: EffectiveMatch;
  teams: Participant[][];
  /** Hash of the match as it was sent, in hexadecimal; the same for the same facts. */
  sentHash: string;
}

/** Reads an import's matches one by one; between them the caller can do other things. */
export function* readMatches(
  tournamentImport: Schemas.TournamentImport,
  hash: KeyedHash,
): Generator<number, TournamentMatch[]> {
  const read = participantReader(hash);
  const teamsOf = (match: Schemas.TournamentMatchInput) =>
    match.teams.map((team) => team.map(read));
  const matches: TournamentMatch[] = [];
  for (const [position, match] of tournamentImport.matches.entries()) {
    const teams = teamsOf(match);
    const effective = matchOf(tournamentImport, match, { position, teams });
    const sentHash = Buffer.from(sentContentHash(effective)).toString('hex');
    matches.push({ effective, teams, sentHash });
    // Folding a name and hashing it take as long as some hundred comparisons.
    yield 100 * teams.flat().length;
  }
  return matches;
}

function matchOf(
  { tournament, sport, winScore, winBy, format }: Schemas.TournamentImport,
  match: Schemas.TournamentMatchInput,
  { position, teams }: { position: number; teams: Participant[][] },
): EffectiveMatch {
  const defaults = {
    sport,
    ...(winScore !== undefined && { winScore }),
    ...(winBy !== undefined && { winBy }),
    ...(format !== undefined && { format }),
    matchSource: 'TOURNAMENT',
    ...(tournament.location !== undefined && { location: tournament.location }),
    ...(tournament.startDate !== undefined && { matchDate: tournament.startDate }),
    ...(tournament.timeZone !== undefined && { timeZone: tournament.timeZone }),
  };
  const named = { ...match, teams: teams.map((team) => team.map(({ key }) => key)) };
  const at = `/matches/${position}`;
  const isDatedByTournament = match.matchDate === undefined && tournament.startDate !== undefined;
  return {
    ...effectiveMatch(defaults, named, position),
    lastDay: isDatedByTournament ? (tournament.endDate ?? null) : null,
    pointers: {
      sport: match.sport === undefined ? '/sport' : `${at}/sport`,
      matchDate: match.matchDate === undefined ? '/tournament/startDate' : `${at}/matchDate`,
      timeZone: '/tournament/timeZone',
    },
  };
}

/** The match with players in place of participants, as a batch's match is judged. */
export function withPlayers(
  { effective, teams, sentHash }: TournamentMatch,
  playerOf: (participant: Participant) => string,
): EffectiveMatch {
  return {
    ...effective,
    teams: teams.map((team) => team.map(playerOf)),
    details: { ...effective.details, sentHash },
  };
}
