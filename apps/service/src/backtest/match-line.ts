import { type FaultItem, type Schemas, schemaCheck } from '@partner-rating/server';
import {
  type EffectiveGame,
  type EffectiveMatch,
  effectiveMatches,
} from '../matches/domain/effective-match.ts';
import { formFaults } from '../matches/domain/form-faults.ts';
import { playedDays } from '../matches/domain/played-days.ts';
import { isStopped } from '../matches/domain/winner.ts';
import type { RatedGame } from '../ratings/domain/evidence.ts';
import { matchFingerprint } from '../ratings/domain/fingerprint.ts';
import { formatsOf } from '../ratings/domain/game-formats.ts';
import { ratedGames } from '../ratings/domain/rated-games.ts';
import { isSport, sports } from '../ratings/domain/sports.ts';
import type { NamedMatch } from './domain/match-log.ts';

/** A match of the contract with the defaults of its batch filled in. */
export type MatchLine = Schemas.MatchInput &
  Required<Pick<Schemas.MatchInput, 'matchDate' | 'sport'>>;

/** What a line holds: a match, which may have no game that is rated, or what is wrong with it. */
export type ReadLine = { match: NamedMatch; identity: string } | { faults: string[] };

const findFaults = schemaCheck('MatchInput', {
  required: ['identifier', 'matchDate', 'sport', 'teams'],
});

// A date is placed as in the service, whenever the file is read.
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/**
 * Reads one line. Scores are taken as they are: whether `winScore` was reached is not asked, since
 * results of the past were played to a cap, to the clock and on.
 */
export function readLine(line: string): ReadLine {
  const value = parse(line);
  if (value === undefined) return { faults: ['This is not JSON. Give one match a line.'] };
  const faults = findFaults(value);
  if (faults.length > 0) return { faults: faults.map(describeFault) };
  // It has the form of the contract, as was just found.
  const match = value as MatchLine;
  const form = formFaults({ matches: [match] });
  if (form.length > 0) return { faults: form.map(inLine).map(describeFault) };
  const { sport } = match;
  const [effective] = effectiveMatches({ sport, matches: [match] });
  const playedAt = effective && playedDays(effective, END_OF_TIME)?.playedAt.getTime();
  if (effective === undefined || playedAt === undefined) {
    return {
      faults: ['/matchDate: This date does not exist. Give a date of the years 0001 to 9999.'],
    };
  }
  const found = [
    ...sportFaults(sport),
    ...teamFaults(match),
    ...scoreFaults(match),
    ...formatFaults(effective),
  ];
  if (found.length > 0) return { faults: found };
  return {
    match: {
      sport,
      playedAt,
      teams: effective.teams,
      games: ratedGames(effective.games).map(gameOf),
      isFinished: !isStopped(effective.outcome),
    },
    identity: identityOf(effective, new Date(playedAt)),
  };
}

// So much of a hash that two of a thousand million matches are alike by chance once in a million times.
const IDENTITY_BYTES = 12;

/** What is the same of two reports of one match; of those without a rated game, such as walkovers, the identifier. */
function identityOf(match: EffectiveMatch, playedAt: Date): string {
  if (ratedGames(match.games).length === 0) return `${match.identifier} ${playedAt.getTime()}`;
  // Joined by commas, as the ids of members are, other names could come to the same.
  const teams = match.teams.map((team) => team.map((name) => JSON.stringify(name)));
  const fingerprint = Buffer.from(matchFingerprint({ ...match, teams }));
  const day = playedAt.toISOString().slice(0, 10);
  return `${day} ${fingerprint.toString('base64', 0, IDENTITY_BYTES)}`;
}

function gameOf({ scores, winScore, winBy }: EffectiveGame): RatedGame {
  return { scores, winScore, winBy };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function describeFault({ pointer, detail }: FaultItem): string {
  return pointer === '' ? detail : `${pointer}: ${detail}`;
}

/** A line is a match by itself, and not the first of a batch. */
function inLine({ pointer, ...fault }: FaultItem): FaultItem {
  return { ...fault, pointer: pointer.replace(/^\/matches\/0/, '') };
}

function formatFaults({ sport, games }: EffectiveMatch): string[] {
  if (!isSport(sport)) return [];
  const codes = formatsOf(sport).map(({ code }) => code);
  const unknown = games.flatMap(({ format }) =>
    format !== null && format.known === null ? [format] : [],
  );
  // What the match says of several games is one fault.
  const byPointer = new Map(unknown.map(({ pointer, code }) => [pointer, code]));
  return [...byPointer].map(([pointer, code]) =>
    describeFault(
      inLine({
        pointer,
        code: 'unknown_format',
        detail: `There is no format ${code}; there are ${codes.join(', ')}.`,
      }),
    ),
  );
}

function sportFaults(sport: string): string[] {
  if (isSport(sport)) return [];
  return [`/sport: There is no sport ${sport}; there are ${sports.join(', ')}.`];
}

function teamFaults({ teams }: MatchLine): string[] {
  const size = teams[0]?.length ?? 0;
  const faults = teams.flatMap((team, index) =>
    team.length === size
      ? []
      : [`/teams/${index}: Give every team the same number of players; the first has ${size}.`],
  );
  const players = teams.flat();
  const twice = players.find((player, index) => players.indexOf(player) !== index);
  return twice === undefined ? faults : [...faults, `/teams: ${twice} plays twice in this match.`];
}

function scoreFaults({ teams, games = [] }: MatchLine): string[] {
  return games.flatMap(({ scores }, index) =>
    scores.length === teams.length
      ? []
      : [
          `/games/${index}/scores: Give one score for each team, in team order; there are ${teams.length} teams.`,
        ],
  );
}
