import { createHash } from 'node:crypto';
import {
  type AgeDivision,
  ageDivisions,
  type Category,
  categories,
  OPEN_DIVISION,
} from '@partner-rating/ratings';
import type { ErrorItem, Schemas } from '@partner-rating/server';
import { foldShort } from '../../members/domain/names.ts';
import type { Gender } from '../../platform/database/schema.ts';
import { sportName } from '../../ratings/domain/sports.ts';
import type { Board, Scope, Standing } from '../store/board.ts';

/** A board as a request names it, with the contract's defaults filled in. */
export interface BoardChoice {
  sport: string;
  category: Schemas.RatingCategory;
  ageBracket: Schemas.AgeBracket;
  scope: Scope;
  country?: string;
  state?: string;
  city?: string;
  gender?: Gender;
  verifiedOnly: boolean;
  minGames: number;
}

type LocationName = 'country' | 'state' | 'city';

/** The locations that each scope needs, the widest scope first. */
const requiredLocations: Readonly<Record<Scope, readonly LocationName[]>> = {
  global: [],
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

// A state distinguishes cities of the same name. The country is looked up if only one country has the location.
const optionalLocations: Partial<Record<Scope, readonly LocationName[]>> = {
  state: ['country'],
  city: ['country', 'state'],
};

const locations: readonly LocationName[] = ['country', 'state', 'city'];

/** Returns the scope of the narrowest of the locations. */
export function narrowestScope({ country, state, city }: Partial<BoardChoice>): Scope {
  if (city !== undefined) return 'city';
  if (state !== undefined) return 'state';
  return country === undefined ? 'global' : 'country';
}

/** Returns an error for each location that the scope lacks or does not use. `prefix` comes before each pointer. */
export function locationErrors(choice: BoardChoice, prefix: string): ErrorItem[] {
  const { scope } = choice;
  const optional = optionalLocations[scope] ?? [];
  const allowed = [...requiredLocations[scope], ...optional];
  return locations.flatMap((name): ErrorItem[] => {
    const pointer = `${prefix}/${name}`;
    const isGiven = choice[name] !== undefined;
    if (!isGiven && allowed.includes(name) && !optional.includes(name)) {
      const detail = `The scope ${scope} needs ${name}. Send it, or choose another scope.`;
      return [{ pointer, code: 'required', detail }];
    }
    if (isGiven && !allowed.includes(name)) {
      const detail = `The scope ${scope} has no use for ${name}. Leave it out, or choose another scope.`;
      return [{ pointer, code: 'not_with_scope', detail }];
    }
    return [];
  });
}

const genders: readonly Gender[] = ['MALE', 'FEMALE', 'OTHER', 'UNKNOWN'];

/** Returns the board of a choice that has no errors. */
export function toBoard(choice: BoardChoice): Board {
  const { sport, category, ageBracket, scope, country, state, city, minGames } = choice;
  return {
    sport,
    bracket: `${category}-${ageBracket}`,
    scope,
    country: country ?? null,
    state: state ?? null,
    city: city === undefined ? null : foldShort(city),
    genders: choice.gender === undefined ? genders : [choice.gender],
    verified: choice.verifiedOnly ? [true] : [true, false],
    minGames,
    exceptions: '{}',
  };
}

const categoryWords: Record<Category, { name: string; description: string }> = {
  overall: { name: 'Overall', description: 'All rated matches.' },
  singles: { name: 'Singles', description: 'Matches of one against one.' },
  doubles: { name: 'Doubles', description: 'Matches between teams of two, of any gender.' },
  gender: { name: 'Same gender', description: 'Matches between teams of one gender.' },
  mixed: { name: 'Mixed', description: 'Matches between teams of mixed gender.' },
};

const scopeNames: Record<Scope, string> = {
  global: 'Everywhere',
  country: 'Country',
  state: 'State or region',
  city: 'City',
};

const scopes = Object.keys(requiredLocations) as Scope[];

/** Returns the leaderboards of these sports. */
export function leaderboardOptions(sports: readonly string[]): Schemas.LeaderboardCategories {
  return {
    sports: sports.map((code) => ({ code, name: sportName(code) })),
    categories: categories.map((code) => ({ code, ...categoryWords[code] })),
    ageBrackets: [
      { code: OPEN_DIVISION, name: 'All ages', minAge: null, maxAge: null },
      ...ageDivisions.map(ageBracket),
    ],
    scopes: scopes.map((code) => ({
      code,
      name: scopeNames[code],
      requires: [...requiredLocations[code]],
    })),
  };
}

function ageBracket({ key, from, to }: AgeDivision): Schemas.AgeBracketOption {
  return Number.isFinite(to)
    ? { code: key, name: `${from} to ${to}`, minAge: from, maxAge: to }
    : { code: key, name: `${from} and over`, minAge: from, maxAge: null };
}

/** Returns the distances above which players must be counted to know all ranks of a sequence. */
export function distancesToCount(distances: readonly number[]): number[] {
  const [first] = distances;
  const next = distances.find((distance) => distance !== first);
  return [first, next].filter((distance) => distance !== undefined);
}

/**
 * Returns the ranks of players who are next to each other on a board, the best first. Players who share a distance share
 * a rank, and the next rank skips as many. Players before the sequence may share its first distance. So ranks are counted
 * along only from the second distance on.
 * @param above How many players are above the distances to count.
 */
export function ranksInSequence(
  distances: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  const [, second] = distancesToCount(distances);
  const start = second === undefined ? distances.length : distances.indexOf(second);
  const ranks: number[] = [];
  for (const [index, distance] of distances.entries()) {
    const previous = ranks[index - 1];
    if (index === 0 || index === start) ranks.push((above.get(distance) ?? 0) + 1);
    else if (previous !== undefined && distance === distances[index - 1]) ranks.push(previous);
    else ranks.push((ranks[start] ?? 0) + index - start);
  }
  return ranks;
}

/** Returns the ranks of players who need not be next to each other: the players above each distance were counted. */
export function rankEach(
  distances: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  return distances.map((distance) => (above.get(distance) ?? 0) + 1);
}

/** Returns the share of the board that is at this rank or below, in percent to two decimals. */
export function percentileOf(rank: number, total: number): number {
  return Math.round((10_000 * (total - rank + 1)) / total) / 100;
}

/** A board as a page shows it: all players, or only those whose names this text fits. */
export interface BoardView {
  board: Board;
  part: string | null;
}

/** Encodes where a page ended. The cursor is valid only for the same board. */
export function encodeBoardCursor(view: BoardView, { distance, memberNumber }: Standing): string {
  const content = [fingerprint(view), distance, memberNumber];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Returns the position that a cursor encodes. Null if it is not a cursor of this board. */
export function decodeBoardCursor(view: BoardView, cursor: string): Standing | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /(\d{1,4}),([1-9]\d{0,15})/.exec(text);
  if (match === null) return null;
  const position = { distance: Number(match[1]), memberNumber: Number(match[2]) };
  // Base64 ignores unknown characters, so only a text that encodes to itself again is a cursor.
  return encodeBoardCursor(view, position) === cursor ? position : null;
}

const FINGERPRINT_BYTES = 9;

function fingerprint({ board, part }: BoardView): string {
  // The exceptions may change between two pages of one board.
  const { exceptions: _, ...named } = board;
  return createHash('sha256')
    .update(JSON.stringify({ board: named, part }))
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString('base64url');
}
