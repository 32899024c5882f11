import { sql } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  RatingChangeCause,
} from '../../platform/database/schema.ts';
import { isRated } from './ledger.ts';

/** A step of the fold as it is stored: the rating of one player in one bracket after one match. */
export interface StoredStep {
  memberId: string;
  changeOrder: number;
  sport: string;
  bracket: string;
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
export interface StepName {
  memberId: string;
  sport: string;
  bracket: string;
  arrival: number;
}

/** A player at a position in the ledger. */
export interface MemberPosition {
  memberId: string;
  arrival: number;
}

// Each step is asked for by itself (`lateral`): of thousands joined at once PostgreSQL rather reads
// all of a table that is large yet not huge, for every page of the ledger again.
const isStep = sql`step.arrival is not null and not step.is_superseded`;

const lastPlayed = (row: string) =>
  sql`(extract(epoch from ${sql.ref(`${row}.last_played_at`)}) * 1000)::double precision`;

const storedStep = sql`
  step.member_id as "memberId", step.change_order as "changeOrder", step.sport, step.bracket,
  step.arrival, step.cause, step.previous_rating as "previousRating", step.rating, step.mu,
  step.sigma, step.reliability, step.games, ${lastPlayed('step')} as "lastPlayed"
`;

/** The steps of these names, those that were superseded left out. */
export async function findSteps(
  database: Database,
  names: readonly StepName[],
): Promise<StoredStep[]> {
  const { rows } = await sql<StoredStep>`
    select ${storedStep}
    from ${unnestNames(names)}
    cross join lateral (
      select * from rating_change as step
      where step.member_id = named.member_id and step.sport = named.sport
        and step.bracket = named.bracket and step.arrival = named.arrival and ${isStep}
      limit 1
    ) as step
  `.execute(database);
  return rows;
}

/** The ratings of each player in a sport just before a place in the ledger. */
export async function findStatesBefore(
  database: Database,
  sport: string,
  positions: readonly MemberPosition[],
) {
  if (positions.length === 0) return [];
  const { rows } = await sql<{
    memberId: string;
    /** The position that was asked for. */
    arrival: number;
    sport: string;
    bracket: string;
    mu: number;
    sigma: number;
    rating: number;
    games: number;
    lastPlayed: number | null;
  }>`
    select
      place.member_id as "memberId", place.arrival, last.sport, last.bracket, last.mu, last.sigma, last.rating,
      last.games, ${lastPlayed('last')} as "lastPlayed"
    from unnest(
      ${positions.map(({ memberId }) => memberId)}::text[],
      ${positions.map(({ arrival }) => arrival)}::bigint[]
    ) as place (member_id, arrival)
    cross join lateral (
      select rating.bracket from rating
      where rating.member_id = place.member_id and rating.sport = ${sport}
      offset 0
    ) as rated
    cross join lateral (
      select step.* from rating_change as step
      where step.member_id = place.member_id and step.sport = ${sport}
        and step.bracket = rated.bracket and step.arrival < place.arrival and ${isStep}
      order by step.arrival desc
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
    select ${storedStep}
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
          and not exists (select from match_void where match_void.match_id = match.id)
      )
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

/** Takes all steps of a match out of the fold. */
export async function supersedeMatch(
  transaction: DatabaseTransaction,
  match: { sport: string; arrival: number; brackets: readonly string[] },
  memberIds: readonly string[],
): Promise<void> {
  const { sport, arrival, brackets } = match;
  const names = memberIds.flatMap((memberId) =>
    brackets.map((bracket) => ({ memberId, sport, bracket, arrival })),
  );
  await supersedeSteps(transaction, await findSteps(transaction, names));
}

function unnestNames(names: readonly StepName[]) {
  return sql`unnest(
    ${names.map(({ memberId }) => memberId)}::text[],
    ${names.map(({ sport }) => sport)}::text[],
    ${names.map(({ bracket }) => bracket)}::text[],
    ${names.map(({ arrival }) => arrival)}::bigint[]
  ) as named (member_id, sport, bracket, arrival)`;
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
