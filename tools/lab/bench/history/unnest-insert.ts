import { arrayLiteral } from '@partner-rating/service/src/platform/database/prepared-statement.ts';
import type {
  Database,
  DatabaseTransaction,
} from '@partner-rating/service/src/platform/database/schema.ts';
import type { NewRatingStep } from '@partner-rating/service/src/ratings/store/rating-changes.ts';
import { sql } from 'kysely';

const STEPS_A_STATEMENT = 20_000;

/** Creates a history that has a row for each bracket, as the service stored it before. */
export async function createUnpackedHistory(database: Database): Promise<void> {
  await sql`
    create table if not exists unpacked_change (
      member_id text not null, sport text not null, bracket text not null, match_id text,
      change_order bigint generated always as identity, previous_rating double precision,
      rating double precision, reliability double precision, games integer not null,
      match_date timestamptz, cause text not null, changed_at timestamptz not null,
      primary key (member_id, change_order)
    )
  `.execute(database);
}

/** Appends steps to this history with one insert for many rows. */
export async function insertRatingSteps(
  transaction: DatabaseTransaction,
  { changedAt }: { changedAt: Date },
  steps: readonly NewRatingStep[],
): Promise<void> {
  for (let start = 0; start < steps.length; start += STEPS_A_STATEMENT) {
    const some = steps.slice(start, start + STEPS_A_STATEMENT);
    const list = (read: (step: NewRatingStep) => string | number | null) =>
      arrayLiteral(some.map(read));
    await sql`
      insert into unpacked_change (
        member_id, sport, bracket, match_id, match_date, previous_rating, rating, reliability, games,
        cause, changed_at
      )
      select
        step.member_id, step.sport, step.bracket, step.match_id, ${changedAt}, step.previous_rating,
        step.rating, step.reliability, step.games, 'match', ${changedAt}::timestamptz
      from unnest(
        ${list(({ memberId }) => memberId)}::text[],
        ${list(({ sport }) => sport)}::text[],
        ${list(({ bracket }) => bracket)}::text[],
        ${list(({ matchId }) => matchId)}::text[],
        ${list(({ previousRating }) => previousRating)}::double precision[],
        ${list(({ rating }) => rating)}::double precision[],
        ${list(({ reliability }) => reliability)}::double precision[],
        ${list(({ games }) => games)}::integer[]
      ) as step (
        member_id, sport, bracket, match_id, previous_rating, rating, reliability, games
      )
    `.execute(transaction);
  }
}
