import { sql } from 'kysely';
import { arrayLiteral } from '../../platform/database/array-literal.ts';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../platform/database/schema.ts';
import type { LedgerPosition } from '../store/ledger.ts';
import { isRated } from './ledger.ts';

/** A step of the fold as it is stored: the rating of one player in one bracket after one match. */
export interface StoredStep {
  memberId: string;
  changeOrder: number;
  sport: string;
  bracket: string;
  matchDate: Date;
  arrival: number;
  cause: RatingChangeCause;
  previousRating: number | null;
  rating: number;
  mu: number;
  sigma: number;
  reliability: number;
  games: number;
  /** In milliseconds since 1970; null in steps of an earlier model. */
  lastPlayed: number | null;
}

/** Names a step: there is one for each player, bracket and match. */
export interface StepName extends LedgerPosition {
  memberId: string;
  sport: string;
  bracket: string;
}

/** A player at a position in the ledger. */
export interface MemberPosition extends LedgerPosition {
  memberId: string;
}

/**
 * Which version of a step counts where there are several: the latest that is published, or the latest
 * of all, those of the settlement under way included.
 */
export type StepVersion = 'published' | 'folded';

// Each step is asked for by itself (`lateral`): of thousands joined at once PostgreSQL rather reads
// all of a table that is large yet not huge, for every page of the ledger again.
const isStep = sql`step.arrival is not null and not step.is_superseded`;

// Of a voided match no step counts, whichever version of it.
const isCounted = sql`not exists (
  select from match_void where match_void.match_id = step.match_id
)`;

function isVersion(version: StepVersion, sport: string) {
  if (version === 'folded') return sql`true`;
  return sql`(
    step.settlement is null
    or step.settlement is distinct from (
      select number from settlement where settlement.sport = ${sport} and phase = 'folding'
    )
  )`;
}

const lastPlayed = (row: string) =>
  sql`(extract(epoch from ${sql.ref(`${row}.last_played_at`)}) * 1000)::double precision`;

const storedValues = sql`
  step.change_order as "changeOrder", step.cause, step.previous_rating as "previousRating", step.rating,
  step.mu, step.sigma, step.reliability, step.games, ${lastPlayed('step')} as "lastPlayed"
`;

/**
 * The steps of these names, all of one sport, by the index of the name; null where there is none. Only
 * what the names do not say is read.
 */
export async function findSteps(
  database: Database,
  { sport, version }: { sport: string; version: StepVersion },
  names: readonly StepName[],
): Promise<(StoredStep | null)[]> {
  if (names.length === 0) return [];
  // The last step up to the position, which is the one of the position if there is one: asked for by the position
  // alone, PostgreSQL may rather go through all changes of the player in their order.
  const { rows } = await sql<Omit<StoredStep, keyof StepName> & { number: number }>`
    select named.number, ${storedValues}
    from unnest(
      ${arrayLiteral(names.map(({ memberId }) => memberId))}::text[],
      ${arrayLiteral(names.map(({ bracket }) => bracket))}::text[],
      ${arrayLiteral(names.map(({ matchDate }) => matchDate.toISOString()))}::timestamptz[],
      ${arrayLiteral(names.map(({ arrival }) => arrival))}::bigint[]
    ) with ordinality as named (member_id, bracket, match_date, arrival, number)
    cross join lateral (
      select * from rating_change as step
      where step.member_id = named.member_id and step.sport = ${sport}
        and step.bracket = named.bracket
        and (step.match_date, step.arrival) <= (named.match_date, named.arrival)
        and ${isStep} and ${isVersion(version, sport)}
      order by step.match_date desc, step.arrival desc, step.change_order desc
      limit 1
    ) as step
    where step.arrival = named.arrival and ${isCounted}
  `.execute(database);
  const found = new Map(rows.map(({ number, ...values }) => [number, values]));
  return names.map(({ memberId, bracket, matchDate, arrival }, index) => {
    const values = found.get(index + 1);
    return values === undefined
      ? null
      : { memberId, sport, bracket, matchDate, arrival, ...values };
  });
}

/** Where a player stood in a bracket just before a position. */
export interface StateBefore extends MemberPosition {
  sport: string;
  bracket: string;
  mu: number;
  sigma: number;
  rating: number;
  games: number;
  lastPlayed: number | null;
}

/** The ratings of each player in a sport just before a position in the ledger. */
export async function findStatesBefore(
  database: Database,
  { sport, version }: { sport: string; version: StepVersion },
  positions: readonly MemberPosition[],
): Promise<StateBefore[]> {
  if (positions.length === 0) return [];
  // The brackets are found by going from one to the next on the index of the steps.
  const { rows } = await sql<StateBefore>`
    select
      position.member_id as "memberId", position.match_date as "matchDate", position.arrival, last.sport,
      last.bracket, last.mu, last.sigma, last.rating, last.games, ${lastPlayed('last')} as "lastPlayed"
    from unnest(
      ${arrayLiteral(positions.map(({ memberId }) => memberId))}::text[],
      ${arrayLiteral(positions.map(({ matchDate }) => matchDate.toISOString()))}::timestamptz[],
      ${arrayLiteral(positions.map(({ arrival }) => arrival))}::bigint[]
    ) as position (member_id, match_date, arrival)
    cross join lateral (
      with recursive rated (bracket) as (
        (
          select step.bracket from rating_change as step
          where step.member_id = position.member_id and step.sport = ${sport} and ${isStep}
          order by step.bracket
          limit 1
        )
        union all
        select (
          select step.bracket from rating_change as step
          where step.member_id = position.member_id and step.sport = ${sport}
            and step.bracket > rated.bracket and ${isStep}
          order by step.bracket
          limit 1
        )
        from rated
        where rated.bracket is not null
      )
      select bracket from rated where bracket is not null
    ) as rated
    cross join lateral (
      select step.* from rating_change as step
      where step.member_id = position.member_id and step.sport = ${sport}
        and step.bracket = rated.bracket
        and (step.match_date, step.arrival) < (position.match_date, position.arrival)
        and ${isStep} and ${isCounted} and ${isVersion(version, sport)}
      order by step.match_date desc, step.arrival desc, step.change_order desc
      limit 1
    ) as last
  `.execute(database);
  return rows;
}

/**
 * The steps of a sport that no match asks for: of a voided one, of another player or bracket. All
 * of them are read, so whole tables are joined, also of a sport that PostgreSQL does not know of yet.
 */
export async function findStraySteps(
  transaction: DatabaseTransaction,
  sport: string,
): Promise<StoredStep[]> {
  await sql`set local enable_nestloop = off`.execute(transaction);
  const { rows } = await sql<StoredStep>`
    select
      step.member_id as "memberId", step.sport, step.bracket, step.match_date as "matchDate", step.arrival,
      ${storedValues}
    from rating_change as step
    where step.sport = ${sport} and ${isStep}
      and not exists (
        select
        from match
        join match_participant as participant on participant.match_id = match.id
        join member on member.id = participant.member_id
        where match.id = step.match_id and match.sport = step.sport
          and match.arrival = step.arrival and step.bracket = any(match.brackets)
          and coalesce(member.merged_into, member.id) = step.member_id
          and ${isRated}
      )
      and ${isCounted}
    order by step.arrival, step.member_id, step.bracket
  `.execute(transaction);
  await sql`set local enable_nestloop to default`.execute(transaction);
  return rows;
}

/** Takes steps out of the fold: those a history shows stay in it, the others go. */
export async function supersedeSteps(
  transaction: DatabaseTransaction,
  steps: readonly StoredStep[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    update rating_change set is_superseded = true
    where ctid = any(array(${rowsOf(steps.filter(({ cause }) => cause !== 'replay'))}))
  `.execute(transaction);
  await sql`
    delete from rating_change
    where ctid = any(array(${rowsOf(steps.filter(({ cause }) => cause === 'replay'))}))
  `.execute(transaction);
}

/**
 * Deletes versions of steps that are not shown and that another one has replaced, or whose match was
 * voided. Nothing of the sport may be folding.
 */
export async function deleteReplacedSteps(
  transaction: DatabaseTransaction,
  sport: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    delete from rating_change as step
    where step.member_id = any(${arrayLiteral(memberIds)}::text[]) and step.sport = ${sport}
      and step.cause = 'replay' and ${isStep}
      and (
        not ${isCounted}
        or exists (
          select from rating_change as later
          where later.member_id = step.member_id and later.sport = step.sport
            and later.bracket = step.bracket and later.match_date = step.match_date
            and later.arrival = step.arrival and later.change_order > step.change_order
            and later.arrival is not null and not later.is_superseded
        )
      )
  `.execute(transaction);
}

// Where the rows lie, within one statement.
function rowsOf(steps: readonly StoredStep[]) {
  return sql`
    select found.ctid
    from unnest(
      ${steps.map(({ memberId }) => memberId)}::text[],
      ${steps.map(({ changeOrder }) => changeOrder)}::bigint[]
    ) as key (member_id, change_order)
    cross join lateral (
      select step.ctid from rating_change as step
      where step.member_id = key.member_id and step.change_order = key.change_order
      limit 1
    ) as found
  `;
}
