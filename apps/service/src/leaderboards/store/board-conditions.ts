import type { Board, Scope } from './board.ts';

/** The values of `$1` to `$7`, with which every statement about a board begins. */
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
 * SQL for the deltas that `findBoardExceptions` gave, as a table. Selected, since PostgreSQL would plan for the
 * length of an array at every use.
 */
export const exceptions = 'unnest((select $7::text::standing_delta[])) as exception';

/**
 * SQL for what `standing` does not contain yet, and for what the application that asks sees otherwise, so that
 * ranks, totals and pages are as if that stood there.
 */
export const deltas = `(
  select ${image}, players from standing_delta
  union all
  select ${image}, players from ${exceptions}
)`;

export const ladder = '(select id from ladder where sport = $1 and bracket = $2)';

const location = (position: 1 | 2 | 3) => `($6::text[])[${position}]`;

// What folds to nothing names no location, least of all the one of those whose location is not known.
const state = (position: 2 | 3) => `nullif(left(fold_state(${location(position)}), 100), '')`;

const inScope: Record<Scope, (table: string) => string> = {
  global: () => '$6::text[] is not null',
  country: (table) => `${table}.country = ${location(1)}`,
  state: (table) => `${table}.country = ${location(1)} and ${table}.state = ${state(2)}`,
  city: (table) => `${table}.country = ${location(1)} and ${table}.city = nullif(${location(2)}, '')
    and (${location(3)} is null or ${table}.state = ${state(3)})`,
};

interface Asked {
  /** SQL for one segment of players; all that are on the board where left out. */
  segment?: { gender: string; verified: string };
  /** SQL for the ladder's id where the statement has looked it up already. */
  ladderId?: string;
}

/** SQL for which rows of `standing` or `standing_delta` are on the board. */
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

/** A board of these is counted by buckets, unless it asks for games. */
export const BUCKETED_SCOPES = ['global', 'country', 'state'] as const;

export type BucketedScope = (typeof BUCKETED_SCOPES)[number];

/** SQL for which rows of `standing_bucket` count the board in buckets of this width. */
export function bucketsOf(scope: BucketedScope, width: string, ladderId = ladder): string {
  return `standing_bucket.ladder_id = ${ladderId} and ${bucketLocation[scope]} and width = ${width}`;
}

/** A statement for each scope. */
export function byScope<Name extends Scope, Statement>(
  scopes: readonly Name[],
  prepare: (scope: Name) => Statement,
): Record<Name, Statement> {
  const entries = scopes.map((scope) => [scope, prepare(scope)] as const);
  return Object.fromEntries(entries) as Record<Name, Statement>;
}

/**
 * SQL for what is otherwise on the ladder than `standing` says, by its deltas: -1 for a row of it
 * that holds no longer, 1 for one that holds instead.
 */
export const netDeltas = `
  select ${image}, sum(players) as players from ${deltas} as standing_delta
  where ladder_id = ${ladder}
  group by ${image}
  having sum(players) <> 0`;

/** SQL for the standings on the ladder as they are now, of the members a condition picks. */
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
