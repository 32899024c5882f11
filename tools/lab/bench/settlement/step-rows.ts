import type { RatingStep } from '@partner-rating/ratings';
import { arrayLiteral } from '@partner-rating/service/src/platform/database/prepared-statement.ts';
import type {
  Database,
  DatabaseTransaction,
} from '@partner-rating/service/src/platform/database/schema.ts';
import { sql } from 'kysely';

/** A step, with the position of its match in the ledger. */
export type PlacedStep = RatingStep & { arrival: number; batchId: string };

interface StoredStep {
  number: number;
  changeOrder: number;
  mu: number;
  sigma: number;
  rating: number;
  games: number;
}

/** Creates the table of rating steps as the project's first version had it, with its indexes. */
export async function createStepRows(database: Database): Promise<void> {
  await sql`
    create table if not exists earlier_step (
      member_id text not null, sport text not null, bracket text not null, match_id text not null,
      batch_id text not null, change_order bigint generated always as identity,
      previous_rating double precision, rating double precision not null, mu double precision not null,
      sigma double precision not null, reliability double precision not null, games integer not null,
      match_date timestamptz not null, changed_at timestamptz not null, cause text not null,
      arrival bigint, last_played_at timestamptz, explanation smallint[],
      is_superseded boolean not null default false,
      primary key (member_id, change_order)
    )
  `.execute(database);
  await sql`
    create unique index if not exists earlier_step_step
    on earlier_step (member_id, sport, bracket, arrival)
    where arrival is not null and not is_superseded
  `.execute(database);
}

/** Replaces the stored steps that differ from these. */
export async function replaceSteps(
  transaction: DatabaseTransaction,
  steps: readonly PlacedStep[],
): Promise<number> {
  const { rows } = await sql<StoredStep>`
    select named.number, step.change_order as "changeOrder", step.mu, step.sigma, step.rating, step.games
    from unnest(
      ${list(steps, ({ memberId }) => memberId)}::text[],
      ${list(steps, ({ sport }) => sport)}::text[],
      ${list(steps, ({ bracket }) => bracket)}::text[],
      ${list(steps, ({ arrival }) => arrival)}::bigint[]
    ) with ordinality as named (member_id, sport, bracket, arrival, number)
    cross join lateral (
      select * from earlier_step as step
      where step.member_id = named.member_id and step.sport = named.sport
        and step.bracket = named.bracket and step.arrival = named.arrival
        and step.arrival is not null and not step.is_superseded
      limit 1
    ) as step
  `.execute(transaction);
  const stored = new Map(rows.map((row) => [row.number - 1, row]));
  const isSame = (step: PlacedStep, index: number) => {
    const other = stored.get(index);
    return other?.mu === step.mu && other.sigma === step.sigma && other.rating === step.rating;
  };
  const differing = steps.filter((step, index) => !isSame(step, index));
  const replaced = steps.flatMap((step, index) => {
    const other = stored.get(index);
    return other === undefined || isSame(step, index)
      ? []
      : { memberId: step.memberId, changeOrder: other.changeOrder };
  });
  await sql`
    update earlier_step as step set is_superseded = true
    from unnest(
      ${arrayLiteral(replaced.map(({ memberId }) => memberId))}::text[],
      ${arrayLiteral(replaced.map(({ changeOrder }) => changeOrder))}::bigint[]
    ) as named (member_id, change_order)
    where step.member_id = named.member_id and step.change_order = named.change_order
  `.execute(transaction);
  await insertSteps(transaction, differing);
  return differing.length;
}

async function insertSteps(
  transaction: DatabaseTransaction,
  differing: readonly PlacedStep[],
): Promise<void> {
  await sql`
    insert into earlier_step (
      member_id, sport, bracket, match_id, batch_id, arrival, match_date, previous_rating, rating, mu,
      sigma, reliability, games, last_played_at, cause, changed_at
    )
    select step.*, 'replay', now()
    from unnest(
      ${list(differing, ({ memberId }) => memberId)}::text[],
      ${list(differing, ({ sport }) => sport)}::text[],
      ${list(differing, ({ bracket }) => bracket)}::text[],
      ${list(differing, ({ matchId }) => matchId)}::text[],
      ${list(differing, ({ batchId }) => batchId)}::text[],
      ${list(differing, ({ arrival }) => arrival)}::bigint[],
      ${list(differing, ({ matchDate }) => matchDate.toISOString())}::timestamptz[],
      ${list(differing, ({ previousRating }) => previousRating)}::double precision[],
      ${list(differing, ({ rating }) => rating)}::double precision[],
      ${list(differing, ({ mu }) => mu)}::double precision[],
      ${list(differing, ({ sigma }) => sigma)}::double precision[],
      ${list(differing, ({ reliability }) => reliability)}::double precision[],
      ${list(differing, ({ games }) => games)}::integer[],
      ${list(differing, ({ lastPlayed }) => new Date(lastPlayed).toISOString())}::timestamptz[]
    ) as step
  `.execute(transaction);
}

function list(steps: readonly PlacedStep[], read: (step: PlacedStep) => string | number | null) {
  return arrayLiteral(steps.map(read));
}
