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

/** How a request names a board, with the contract's defaults filled in. */
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

/** What names a board of each scope, the widest scope first. */
const requiredLocations: Readonly<Record<Scope, readonly LocationName[]>> = {
  global: [],
  country: ['country'],
  state: ['country', 'state'],
  city: ['country', 'city'],
};

// The state tells cities of one name apart. A country is looked up where only one has the place.
const optionalLocations: Partial<Record<Scope, readonly LocationName[]>> = {
  state: ['country'],
  city: ['country', 'state'],
};

const locations: readonly LocationName[] = ['country', 'state', 'city'];

/** As far as the narrowest of the locations. */
export function narrowestScope({ country, state, city }: Partial<BoardChoice>): Scope {
  if (city !== undefined) return 'city';
  if (state !== undefined) return 'state';
  return country === undefined ? 'global' : 'country';
}

/** The locations that the scope lacks and those it has no use for. `prefix` comes before each pointer. */
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

/** The board of a choice without errors. */
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

/** What leaderboards there are, of these sports. */
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

/** The distances above which players must be counted to know the rank of everybody in a sequence. */
export function distancesToCount(distances: readonly number[]): number[] {
  const [first] = distances;
  const next = distances.find((distance) => distance !== first);
  return [first, next].filter((distance) => distance !== undefined);
}

/**
 * The ranks of players who stand next to each other on a board, from the best on. Players who share a
 * distance share a rank, and the rank after them skips as many. Those who share the first distance may have
 * begun before the sequence, so only from the second distance on is a rank found by counting along.
 * @param above How many players stand above the distances to count.
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

/** The ranks of players who need not stand next to each other: each distance was counted above. */
export function rankEach(
  distances: readonly number[],
  above: ReadonlyMap<number, number>,
): number[] {
  return distances.map((distance) => (above.get(distance) ?? 0) + 1);
}

/** The share of the board, in percent to two decimals, that stands no higher than this rank. */
export function percentileOf(rank: number, total: number): number {
  return Math.round((10_000 * (total - rank + 1)) / total) / 100;
}

/** A board as a page shows it: all of it, or only those with this part, folded, in their names. */
export interface BoardView {
  board: Board;
  part: string | null;
}

/** Where a page ended. It is of use on the same board only. */
export function encodeBoardCursor(view: BoardView, { distance, memberNumber }: Standing): string {
  const content = [fingerprint(view), distance, memberNumber];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** The position a cursor stands for; null for a text that is none of this board's. */
export function decodeBoardCursor(view: BoardView, cursor: string): Standing | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const match = /(\d{1,4}),([1-9]\d{0,15})/.exec(text);
  if (match === null) return null;
  const position = { distance: Number(match[1]), memberNumber: Number(match[2]) };
  // Base64 passes over what it does not know, so only what comes out the same again is a cursor.
  return encodeBoardCursor(view, position) === cursor ? position : null;
}

const FINGERPRINT_BYTES = 9;

function fingerprint({ board, part }: BoardView): string {
  // What the application sees otherwise may change between two pages of one board.
  const { exceptions: _, ...named } = board;
  return createHash('sha256')
    .update(JSON.stringify({ board: named, part }))
    .digest()
    .subarray(0, FINGERPRINT_BYTES)
    .toString('base64url');
}
