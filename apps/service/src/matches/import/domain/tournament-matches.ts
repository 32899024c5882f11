import type { ErrorItem, Schemas } from '@partner-rating/server';
import type { KeyedHash } from '../../../members/keyed-hash.ts';
import { earliestBirth } from '../../../ratings/domain/player.ts';
import { type EffectiveMatch, effectiveMatch } from '../../domain/effective-match.ts';
import { sentContentHash } from '../../domain/identity.ts';
import { latestDay, playedDays } from '../../domain/played-days.ts';
import { type Participant, participantReader } from './participant.ts';

const MAX_NAME_LENGTH = 100;

/** Returns the errors in the tournament itself. */
export function tournamentErrors({ startDate, endDate }: Schemas.Tournament): ErrorItem[] {
  if (startDate === undefined || endDate === undefined || startDate <= endDate) return [];
  const detail = `The tournament ends on ${endDate}, before it starts on ${startDate}. Correct one of the dates.`;
  return [{ pointer: '/tournament/endDate', code: 'end_before_start', detail }];
}

/** Returns the errors in participants' names. */
export function nameErrors(matches: readonly TournamentMatch[]): ErrorItem[] {
  return matches.flatMap(({ teams, effective: { position } }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent }, index) => {
        const pointer = `/matches/${position}/teams/${teamIndex}/${index}`;
        return [...lengthErrors(sent, pointer), ...(isBye(sent) ? [byeError(pointer)] : [])];
      }),
    ),
  );
}

/** Returns the errors of birth years that are too late for the match. */
export function birthErrors(matches: readonly TournamentMatch[], now: Date): ErrorItem[] {
  return matches.flatMap(({ teams, effective }) =>
    teams.flatMap((team, teamIndex) =>
      team.flatMap(({ sent: { birthYear } }, index) => {
        const error = birthYear === undefined ? null : birthError(birthYear, { effective, now });
        const pointer = `/matches/${effective.position}/teams/${teamIndex}/${index}/birthYear`;
        return error === null ? [] : [{ pointer, ...error }];
      }),
    ),
  );
}

function birthError(
  birthYear: number,
  { effective, now }: { effective: TournamentMatch['effective']; now: Date },
): Omit<ErrorItem, 'pointer'> | null {
  const today = latestDay(null, now);
  if (birthYear > yearOf(today)) {
    const detail = `The birth year ${birthYear} is in the future. Correct it or leave it out.`;
    return { code: 'birth_in_future', detail };
  }
  if (birthYear < yearOf(earliestBirth(today))) {
    const detail = `The birth year ${birthYear} is more than 120 years ago. Correct it or leave it out.`;
    return { code: 'birth_too_early', detail };
  }
  const played = playedDays(effective, now);
  if (played === null || birthYear <= yearOf(played.day)) return null;
  const detail = `Somebody born in ${birthYear} cannot have played on ${played.day}. Check the birth year and the date.`;
  return { code: 'date_before_birth', detail };
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** Returns the errors of names that are too long in composed form (NFC), because composition lengthens a few characters. */
function lengthErrors(sent: Schemas.Participant, pointer: string): ErrorItem[] {
  return (['firstName', 'lastName', 'city', 'state'] as const).flatMap((field) => {
    if ([...(sent[field] ?? '').normalize('NFC')].length <= MAX_NAME_LENGTH) return [];
    const detail = `This is longer than ${MAX_NAME_LENGTH} characters once composed (NFC). Shorten it.`;
    return [{ pointer: `${pointer}/${field}`, code: 'maxLength' as const, detail }];
  });
}

// Only if all letters are "bye", because it is also a family name.
function isBye({ firstName, lastName, memberId }: Schemas.Participant): boolean {
  const letters = `${firstName}${lastName}`.replaceAll(/\P{L}/gu, '');
  return memberId === undefined && /^(?:bye)+$/i.test(letters);
}

function byeError(pointer: string): ErrorItem {
  const detail =
    'A bye is not a player, and a round without an opponent is not a match. Leave the match out.';
  return { pointer, code: 'bye', detail };
}

const POSITION = /^\/matches\/(\d+)\/teams\/(\d+)\/(\d+)$/;

/**
 * Rewords the error that a player appears twice in a match: in an import, the service matched two participants to one person.
 */
export function inWordsOfImport(matches: readonly TournamentMatch[], error: ErrorItem): ErrorItem {
  const participant = error.code === 'repeated_player' ? participantAt(matches, error) : undefined;
  if (participant === undefined) return error;
  const { firstName, lastName } = participant.sent;
  const detail =
    `${firstName} ${lastName} was matched to somebody who already plays in this match. Name each ` +
    'player once, and give facts that distinguish the two, such as memberId.';
  return { ...error, detail };
}

function participantAt(
  matches: readonly TournamentMatch[],
  { pointer }: ErrorItem,
): Participant | undefined {
  const [, position, team, index] = POSITION.exec(pointer) ?? [];
  return matches[Number(position)]?.teams[Number(team)]?.[Number(index)];
}

/** A match of an import before its participants are identified. */
export interface TournamentMatch {
  /** With the participants' keys instead of players. */
  effective: EffectiveMatch;
  teams: Participant[][];
  /** Hash of the match as sent, in hexadecimal. The same for the same facts. */
  sentHash: string;
  /** Hash of the match as earlier versions stored it. */
  earlierSentHash: string;
}

/** Reads an import's matches one by one, so that the caller can do other work in between. */
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
    const earlierTeams = teams.map((team) => team.map(({ earlierKey }) => earlierKey));
    matches.push({
      effective,
      teams,
      sentHash: hashOf(effective),
      earlierSentHash: hashOf({ ...effective, teams: earlierTeams }),
    });
    // Folding and hashing a name costs as much as two hundred comparisons.
    yield 200 * teams.flat().length;
  }
  return matches;
}

function hashOf(match: EffectiveMatch): string {
  return Buffer.from(sentContentHash(match)).toString('hex');
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

/** Returns the match with players instead of participants, to be judged like a match of a batch. */
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
