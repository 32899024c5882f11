import type { Skill } from '@partner-rating/ratings';
import { sql } from 'kysely';
import {
  bigint,
  integer,
  packedFloats,
  text,
  timestamptz,
  unpackFloats,
} from '../../platform/database/copy/column-types.ts';
import { type CopyTable, column, copyRows } from '../../platform/database/copy/copy-rows.ts';
import { arrayLiteral } from '../../platform/database/prepared-statement.ts';
import { tableOf } from '../../platform/database/rows.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import { bracketsOf, letterOf, lettersOf } from './bracket-letters.ts';
import { isRated, type LedgerPosition, numberToday } from './ledger.ts';

/** A player at a position in the ledger. */
export interface MemberPosition extends LedgerPosition {
  memberId: string;
}

interface Ratings extends MemberPosition {
  sport: string;
  /** In alphabetical order. */
  brackets: readonly string[];
  /** Five for each bracket (`../domain/packed-numbers.ts`). */
  numbers: Float64Array;
}

/** The ratings of a player in a sport after a match. */
export interface PlayerState extends Ratings {
  matchId: string;
}

/** A stored state. There may be several versions of it; the last has the highest number. */
export interface StoredState extends Ratings {
  stateOrder: number;
}

/**
 * Which version of a state counts if there are several: the latest published one, or the latest of all, including
 * those of the running settlement.
 */
export type StateVersion = 'published' | 'folded';

interface StoredValues {
  stateOrder: number;
  brackets: string;
  numbers: Uint8Array;
}

interface ComputedBy {
  /** The settlement that computed the states; null for a batch. */
  settlement: number | null;
  /** The members' numbers by id. */
  memberNumbers: ReadonlyMap<string, number>;
}

const playerStates = ({ settlement, memberNumbers }: ComputedBy): CopyTable<PlayerState> => ({
  name: 'player_state',
  columns: [
    column('match_date', timestamptz, (state) => state.matchDate.getTime()),
    column('arrival', bigint, (state) => state.arrival),
    column('settlement', bigint, () => settlement),
    column('member_number', integer, (state) => memberNumbers.get(state.memberId) ?? null),
    column('sport', text, (state) => state.sport),
    column('brackets', text, (state) => lettersOf(state.brackets)),
    column('numbers', packedFloats, (state) => state.numbers),
  ],
});

export async function appendStates(
  transaction: DatabaseTransaction,
  computedBy: ComputedBy,
  states: Iterable<PlayerState>,
): Promise<void> {
  await copyRows(transaction, playerStates(computedBy), states);
}

// If a match does not count, no version of its states counts.
export const isCounted = sql`not exists (
  select from uncounted_match where uncounted_match.arrival = state.arrival
)`;

/** Deletes the states of the players after these matches, in every version. */
export async function deleteStatesAfter(
  transaction: DatabaseTransaction,
  matchIds: readonly string[],
): Promise<void> {
  if (matchIds.length === 0) return;
  await sql`
    delete from player_state as state
    using match
    join match_participant as participant on participant.arrival = match.arrival
    join member as alias on alias.member_number = participant.member_number
    join member on member.id = coalesce(alias.merged_into, alias.id)
    where match.id = any(${arrayLiteral(matchIds)}::text[])
      and state.member_number = member.member_number and state.sport = match.sport
      and state.match_date = match.match_date and state.arrival = match.arrival
  `.execute(transaction);
}

function isVersion(version: StateVersion, sport: string) {
  if (version === 'folded') {
    return sql`(
      state.arrival > coalesce(
        (select replaced_up_to from settlement where settlement.sport = ${sport}), -1
      )
      or state.settlement is not distinct from (
        select number from settlement where settlement.sport = ${sport}
      )
    )`;
  }
  return sql`(
    state.settlement is null
    or state.settlement is distinct from (
      select number from settlement where settlement.sport = ${sport} and phase = 'folding'
    )
  )`;
}

const storedValues = sql`state.state_order as "stateOrder", state.brackets, state.numbers`;

const named = ({ memberNumbers }: WhichStates, positions: readonly MemberPosition[]) => sql`unnest(
  ${arrayLiteral(positions.map(({ memberId }) => memberNumbers.get(memberId) ?? null))}::integer[],
  ${arrayLiteral(positions.map(({ matchDate }) => matchDate.toISOString()))}::timestamptz[],
  ${arrayLiteral(positions.map(({ arrival }) => arrival))}::bigint[]
) with ordinality as named (member_number, match_date, arrival, number)`;

interface WhichStates {
  sport: string;
  version: StateVersion;
  /** The numbers of the members by id. A member whose number is missing has no states. */
  memberNumbers: ReadonlyMap<string, number>;
}

/** Finds the states of players at these positions, in the order given; null if there is none. */
export async function findStates(
  database: Database,
  which: WhichStates,
  positions: readonly MemberPosition[],
): Promise<(StoredState | null)[]> {
  if (positions.length === 0) return [];
  const { sport, version } = which;
  // Each state is looked up by itself (`lateral`). For a join of thousands, PostgreSQL would read the whole table if it is not
  // huge, for every page of the ledger.
  const { rows } = await sql<StoredValues & { number: number }>`
    select named.number, ${storedValues}
    from ${named(which, positions)}
    cross join lateral (
      select * from player_state as state
      where state.member_number = named.member_number and state.sport = ${sport}
        and state.match_date = named.match_date and state.arrival = named.arrival
        and ${isVersion(version, sport)}
      order by state.state_order desc
      limit 1
    ) as state
    where ${isCounted}
  `.execute(database);
  const found = new Map(rows.map(({ number, ...values }) => [number, values]));
  return positions.map((position, index) => {
    const values = found.get(index + 1);
    return values === undefined ? null : toStored({ ...position, sport }, values);
  });
}

/** Finds the last states before these positions, in the order given; null if there is none. */
export async function findStatesBefore(
  database: Database,
  which: WhichStates,
  positions: readonly MemberPosition[],
): Promise<(StoredState | null)[]> {
  if (positions.length === 0) return [];
  const { sport, version } = which;
  const { rows } = await sql<StoredValues & LedgerPosition & { number: number }>`
    select
      named.number, state.match_date as "matchDate", state.arrival, ${storedValues}
    from ${named(which, positions)}
    cross join lateral (
      select * from player_state as state
      where state.member_number = named.member_number and state.sport = ${sport}
        and (state.match_date, state.arrival) < (named.match_date, named.arrival)
        -- PostgreSQL skips the parts of later years only for a comparison of one column.
        and state.match_date <= named.match_date
        and ${isCounted} and ${isVersion(version, sport)}
      order by state.match_date desc, state.arrival desc, state.state_order desc
      limit 1
    ) as state
  `.execute(database);
  const found = new Map(rows.map(({ number, ...row }) => [number, row]));
  return positions.map(({ memberId }, index) => {
    const row = found.get(index + 1);
    return row === undefined ? null : toStored({ memberId, sport, ...row }, row);
  });
}

/** The skill of a player in a bracket after a match. */
export interface SkillAfterMatch extends Pick<Skill, 'mu' | 'sigma'> {
  matchDate: Date;
}

// The date, and the first two of the five numbers of a bracket: mu and sigma.
const NUMBERS_A_MATCH = 3;

/**
 * Finds the skill of a player after every match that moved their rating in a bracket, in the order of play. The skills are packed
 * into one value, because ten thousand rows take longer to send than to find.
 */
export async function findCareer(
  database: Database,
  { sport, version }: Omit<WhichStates, 'memberNumbers'>,
  { memberId, bracket }: { memberId: string; bracket: string },
): Promise<SkillAfterMatch[]> {
  const { rows } = await sql<{ packed: Uint8Array | null }>`
    select string_agg(float8send(1000 * date_part('epoch', match_date)) || skill, ''::bytea) as packed
    from (
      select distinct on (state.match_date, state.arrival)
        state.match_date, state.arrival,
        substring(
          state.numbers from
            40 * nullif(strpos(state.brackets, ${letterOf(bracket)}), 0) - 39 for 16
        ) as skill
      from player_state as state
      where state.member_number = (select member_number from member where id = ${memberId})
        and state.sport = ${sport} and ${isCounted} and ${isVersion(version, sport)}
      order by state.match_date desc, state.arrival desc, state.state_order desc
    ) as state
    where skill is not null
  `.execute(database);
  const numbers = unpackFloats(rows[0]?.packed ?? new Uint8Array());
  const career = Array.from({ length: numbers.length / NUMBERS_A_MATCH }, (_, index) => {
    const first = NUMBERS_A_MATCH * index;
    const [date = 0, mu = 0, sigma = 0] = numbers.subarray(first, first + NUMBERS_A_MATCH);
    return { matchDate: new Date(Math.round(date)), mu, sigma };
  });
  return career.toReversed();
}

/** A state that no match explains. Its player may not exist. */
export interface StrayState extends StoredState {
  memberNumber: number;
}

/**
 * Finds the states of a sport that no match explains, because they belong to another player or position. If all states are
 * read, whole tables are joined, even if PostgreSQL has no statistics of the sport yet.
 * @param after Only states that arrived after this position, each of which is looked up; null for all.
 */
export async function findStrayStates(
  transaction: DatabaseTransaction,
  sport: string,
  after: number | null = null,
): Promise<StrayState[]> {
  const others = after === null ? ['nestloop'] : ['hashjoin', 'mergejoin'];
  for (const join of others) await setJoin(transaction, join, 'off');
  const { rows } = await sql<StoredValues & LedgerPosition & { memberNumber: number }>`
    select
      state.member_number as "memberNumber", state.match_date as "matchDate", state.arrival, ${storedValues}
    from player_state as state
    where state.sport = ${sport} and (${after}::bigint is null or state.arrival > ${after}::bigint)
      and not exists (
        select
        from match
        join match_participant as participant on participant.arrival = match.arrival
        join member on member.member_number = participant.member_number
        where match.sport = state.sport and match.arrival = state.arrival
          and match.match_date = state.match_date and ${numberToday} = state.member_number
          and ${isRated}
      )
      and ${isCounted}
    order by state.match_date, state.arrival, state.member_number
  `.execute(transaction);
  for (const join of others) await setJoin(transaction, join, 'default');
  const ids = await findIdsOf(
    transaction,
    rows.map(({ memberNumber }) => memberNumber),
  );
  return rows.map(({ memberNumber, ...row }) => {
    const memberId = ids.get(memberNumber) ?? `no member, number ${memberNumber}`;
    return { ...toStored({ memberId, sport, ...row }, row), memberNumber };
  });
}

async function findIdsOf(
  database: Database,
  numbers: readonly number[],
): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('member')
    .select(['member_number', 'id'])
    .where('member_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .execute();
  return new Map(rows.map(({ member_number, id }) => [member_number, id]));
}

/** Sets whether PostgreSQL may plan this kind of join in the transaction. */
async function setJoin(
  transaction: DatabaseTransaction,
  join: string,
  setting: 'off' | 'default',
): Promise<void> {
  await sql`set local ${sql.ref(`enable_${join}`)} to ${sql.raw(setting)}`.execute(transaction);
}

export async function deleteStates(
  transaction: DatabaseTransaction,
  states: readonly StrayState[],
): Promise<void> {
  if (states.length === 0) return;
  const versions = states.map(({ memberNumber, stateOrder }) => ({ memberNumber, stateOrder }));
  await sql`
    delete from player_state as state
    using ${tableOf('named', versions, { memberNumber: 'integer', stateOrder: 'bigint' })}
    where state.member_number = named."memberNumber" and state.state_order = named."stateOrder"
  `.execute(transaction);
}

function toStored(
  { memberId, sport, matchDate, arrival }: MemberPosition & { sport: string },
  { stateOrder, brackets, numbers }: StoredValues,
): StoredState {
  return {
    ...{ memberId, sport, matchDate, arrival, stateOrder },
    brackets: bracketsOf(brackets),
    numbers: unpackFloats(numbers),
  };
}
