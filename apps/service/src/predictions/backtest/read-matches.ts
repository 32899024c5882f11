import { createInterface } from 'node:readline';
import { formatsOf, isSport, type RatedGame, ratedGames, sports } from '@partner-rating/ratings';
import { MatchLog, type NamedMatch } from '@partner-rating/ratings/backtest';
import { type ErrorItem, type Schemas, schemaCheck } from '@partner-rating/server';
import {
  type EffectiveGame,
  type EffectiveMatch,
  effectiveMatches,
  isStopped,
} from '../../matches/domain/effective-match.ts';
import { formErrors } from '../../matches/domain/form-errors.ts';
import { matchFingerprint } from '../../matches/domain/identity.ts';
import { playedDays } from '../../matches/domain/played-days.ts';

/** A match of the contract, with the defaults of its batch filled in. */
export type MatchLine = Schemas.MatchInput &
  Required<Pick<Schemas.MatchInput, 'matchDate' | 'sport'>>;

/** The content of a line: a match, which may have no rated game, or errors. */
type ReadLine = { match: NamedMatch; identity: string } | { errors: string[] };

const findErrors = schemaCheck('MatchInput', {
  required: ['identifier', 'matchDate', 'sport', 'teams'],
});

// A date is ordered as in the service, regardless of when the file is read.
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');

/**
 * Reads one line. It does not check that a score reached `winScore`, because past results were also played to a cap or to
 * the clock.
 */
export function readLine(line: string): ReadLine {
  const value = parse(line);
  if (value === undefined) return { errors: ['This is not JSON. Give one match a line.'] };
  const errors = findErrors(value);
  if (errors.length > 0) return { errors: errors.map(describeError) };
  // The check above made sure of the form.
  const match = value as MatchLine;
  const form = formErrors({ matches: [match] });
  if (form.length > 0) return { errors: form.map(inLine).map(describeError) };
  const { sport } = match;
  const [effective] = effectiveMatches({ sport, matches: [match] });
  const playedAt = effective && playedDays(effective, END_OF_TIME)?.playedAt.getTime();
  if (effective === undefined || playedAt === undefined) {
    return {
      errors: ['/matchDate: This date does not exist. Give a date of the years 0001 to 9999.'],
    };
  }
  const found = [
    ...sportErrors(sport),
    ...teamErrors(match),
    ...scoreErrors(match),
    ...formatErrors(effective),
  ];
  if (found.length > 0) return { errors: found };
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

// With this length, a collision among a thousand million matches has a chance of one in a million.
const IDENTITY_BYTES = 12;

/** Returns a key that two reports of one match share. For a match without a rated game, such as a walkover, the identifier. */
function identityOf(match: EffectiveMatch, playedAt: Date): string {
  if (ratedGames(match.games).length === 0) return `${match.identifier} ${playedAt.getTime()}`;
  // JSON, because names with commas could be equal after they are joined by commas.
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

function describeError({ pointer, detail }: ErrorItem): string {
  return pointer === '' ? detail : `${pointer}: ${detail}`;
}

/** Removes the position in a batch, because a line is one match. */
function inLine({ pointer, ...error }: ErrorItem): ErrorItem {
  return { ...error, pointer: pointer.replace(/^\/matches\/0/, '') };
}

function formatErrors({ sport, games }: EffectiveMatch): string[] {
  if (!isSport(sport)) return [];
  const codes = formatsOf(sport).map(({ code }) => code);
  const unknown = games.flatMap(({ format }) =>
    format !== null && format.known === null ? [format] : [],
  );
  // A value of the match that is invalid for several games is one error.
  const byPointer = new Map(unknown.map(({ pointer, code }) => [pointer, code]));
  return [...byPointer].map(([pointer, code]) =>
    describeError(
      inLine({
        pointer,
        code: 'unknown_format',
        detail: `There is no format ${code}; there are ${codes.join(', ')}.`,
      }),
    ),
  );
}

function sportErrors(sport: string): string[] {
  if (isSport(sport)) return [];
  return [`/sport: There is no sport ${sport}; there are ${sports.join(', ')}.`];
}

function teamErrors({ teams }: MatchLine): string[] {
  const size = teams[0]?.length ?? 0;
  const errors = teams.flatMap((team, index) =>
    team.length === size
      ? []
      : [`/teams/${index}: Give every team the same number of players; the first has ${size}.`],
  );
  const players = teams.flat();
  const twice = players.find((player, index) => players.indexOf(player) !== index);
  return twice === undefined ? errors : [...errors, `/teams: ${twice} plays twice in this match.`];
}

function scoreErrors({ teams, games = [] }: MatchLine): string[] {
  return games.flatMap(({ scores }, index) =>
    scores.length === teams.length
      ? []
      : [
          `/games/${index}/scores: Give one score for each team, in team order; there are ${teams.length} teams.`,
        ],
  );
}

/** Lines of matches, with the name of their source. */
export interface MatchSource {
  name: string;
  open: () => NodeJS.ReadableStream;
}

export interface ReadMatches {
  log: MatchLog;
  /** Matches that were listed before, under any identifier. They count once, as in a batch. */
  listedTwice: number;
  /** Matches without a rated game, such as walkovers. */
  notRated: number;
}

/** Thrown if lines are not matches. The message names them by source and number. */
export class BrokenLinesError extends Error {
  override readonly name = 'BrokenLinesError';
  /** A line for each error. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const MAX_ERRORS = 20;

const BYTE_ORDER_MARK = '\uFEFF';

const LINES_BETWEEN_REPORTS = 10_000;

/** Reads matches, one on each line, from all sources as one stream. It skips empty lines. */
export async function readMatches(
  sources: readonly MatchSource[],
  onProgress: (lines: number) => void = () => {},
): Promise<ReadMatches> {
  const matches = new MatchReader();
  let lines = 0;
  for (const source of sources) {
    let number = 0;
    for await (const line of linesOf(source)) {
      number += 1;
      lines += 1;
      matches.add(line, `${source.name}:${number}`);
      if (lines % LINES_BETWEEN_REPORTS === 0) onProgress(lines);
    }
  }
  return matches.end();
}

async function* linesOf({ name, open }: MatchSource): AsyncGenerator<string, void> {
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: open(), crlfDelay: Infinity })) {
      yield isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
      isFirst = false;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new BrokenLinesError([`${name} cannot be read: ${error.code}.`]);
  }
}

/** Separates matches that count from errors. */
class MatchReader {
  readonly #log = new MatchLog();
  readonly #seen = new Set<string>();
  readonly #errors: string[] = [];
  #listedTwice = 0;
  #notRated = 0;

  add(line: string, location: string): void {
    if (line.trim() === '') return;
    const read = readLine(line);
    if ('errors' in read) {
      this.#errors.push(...read.errors.map((error) => `${location}: ${error}`));
      if (this.#errors.length >= MAX_ERRORS) throw brokenLines(this.#errors);
    } else if (this.#seen.has(read.identity)) {
      this.#listedTwice += 1;
    } else {
      this.#seen.add(read.identity);
      if (read.match.games.length === 0) this.#notRated += 1;
      else this.#log.add(read.match);
    }
  }

  end(): ReadMatches {
    if (this.#errors.length > 0) throw brokenLines(this.#errors);
    return { log: this.#log, listedTwice: this.#listedTwice, notRated: this.#notRated };
  }
}

function brokenLines(errors: readonly string[]): BrokenLinesError {
  const shown = errors.slice(0, MAX_ERRORS);
  const stopped = errors.length >= MAX_ERRORS ? ['Reading stopped there.'] : [];
  return new BrokenLinesError([...shown, ...stopped, 'Nothing was computed.']);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
