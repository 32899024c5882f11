import type { Board, Scope } from './board.ts';

/** Returns the values of `$1` to `$7`, which every statement about a board uses. */
export function boardValues(board: Board): unknown[] {
  const { sport, bracket, genders, verified, minGames, exceptions } = board;
  return [sport, bracket, genders, verified, minGames, locationsOf(board), exceptions];
}

function locationsOf({ scope, country, state, city }: Board): (string | null)[] {
  return { global: [], country: [country], state: [country, state], city: [country, city, state] }[
    scope
  ];
}

const image =
  'member_number, ladder_id, distance, games, is_vairified, gender, country, state, city';

/**
 * SQL for the deltas that `findBoardExceptions` returned, as a table. They are selected, because PostgreSQL would plan
 * the statement again for each length of an array.
 */
export const exceptions = 'unnest((select $7::text::standing_delta[])) as exception';

/**
 * SQL for the changes that `standing` does not contain yet, and for those that only this application sees. Ranks, totals
 * and pages include both.
 */
export const deltas = `(
  select ${image}, players from standing_delta
  union all
  select ${image}, players from ${exceptions}
)`;

export const ladder = '(select id from ladder where sport = $1 and bracket = $2)';

const location = (position: 1 | 2 | 3) => `($6::text[])[${position}]`;

// A text of which `fold_state` leaves nothing is not a location. In `standing`, an empty text means that the location
// is not known.
const state = (position: 2 | 3) => `nullif(left(fold_state(${location(position)}), 100), '')`;

const inScope: Record<Scope, (table: string) => string> = {
  global: () => '$6::text[] is not null',
  country: (table) => `${table}.country = ${location(1)}`,
  state: (table) => `${table}.country = ${location(1)} and ${table}.state = ${state(2)}`,
  city: (table) => `${table}.country = ${location(1)} and ${table}.city = nullif(${location(2)}, '')
    and (${location(3)} is null or ${table}.state = ${state(3)})`,
};

interface Asked {
  /** SQL for one segment of players. All segments of the board if it is left out. */
  segment?: { gender: string; verified: string };
  /** SQL for the ladder's id, if the statement has looked it up already. */
  ladderId?: string;
}

/** Returns SQL for the condition that a row of `standing` or `standing_delta` is on the board. */
export function onBoard(
  scope: Scope,
  table: string,
  { segment, ladderId = ladder }: Asked = {},
): string {
  return `${table}.ladder_id = ${ladderId}
    and ${table}.gender = ${segment?.gender ?? 'any($3::text[])'}
    and ${table}.is_vairified = ${segment?.verified ?? 'any($4::boolean[])'}
    and ${table}.games >= $5
    and ${inScope[scope](table)}`;
}

const bucketLocation: Record<BucketedScope, string> = {
  global: `country = '' and state = ''`,
  country: `country = ${location(1)} and state = ''`,
  state: `country = ${location(1)} and state = ${state(2)}`,
};

/**
 * Boards of these scopes are counted by buckets (stored counts by range of ratings), unless they ask for a number of
 * games.
 */
export const BUCKETED_SCOPES = ['global', 'country', 'state'] as const;

export type BucketedScope = (typeof BUCKETED_SCOPES)[number];

/** Returns SQL for the condition that a row of `standing_bucket` counts the board in buckets of this width. */
export function bucketsOf(scope: BucketedScope, width: string, ladderId = ladder): string {
  return `standing_bucket.ladder_id = ${ladderId} and ${bucketLocation[scope]} and width = ${width}`;
}

/** Prepares a statement for each scope. */
export function byScope<Name extends Scope, Statement>(
  scopes: readonly Name[],
  prepare: (scope: Name) => Statement,
): Record<Name, Statement> {
  const entries = scopes.map((scope) => [scope, prepare(scope)] as const);
  return Object.fromEntries(entries) as Record<Name, Statement>;
}

/**
 * SQL for how the ladder differs from `standing`, by its deltas: -1 for a row that is no longer valid, and 1 for the
 * row that replaces it.
 */
export const netDeltas = `
  select ${image}, sum(players) as players from ${deltas} as standing_delta
  where ladder_id = ${ladder}
  group by ${image}
  having sum(players) <> 0`;

/** Returns SQL for the present standings on the ladder, of the members who fit a condition. */
export function current(picked: string): string {
  return `
    select ${image} from (
      select ${image}, 1 as players from standing where ladder_id = ${ladder} and ${picked}
      union all
      select ${image}, players from ${deltas} as standing_delta where ladder_id = ${ladder} and ${picked}
    ) as noted
    group by ${image}
    having sum(players) > 0`;
}
