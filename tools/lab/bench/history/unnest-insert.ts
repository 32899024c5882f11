import { arrayLiteral } from '@partner-rating/service/src/platform/database/prepared-statement.ts';
import type { DatabaseTransaction } from '@partner-rating/service/src/platform/database/schema.ts';
import type { NewRatingStep } from '@partner-rating/service/src/ratings/store/rating-changes.ts';
import { sql } from 'kysely';

const STEPS_A_STATEMENT = 20_000;

/** Appends steps with the statement that the service used before COPY. */
export async function insertRatingSteps(
  transaction: DatabaseTransaction,
  { batchId, changedAt }: { batchId: string; changedAt: Date },
  steps: readonly NewRatingStep[],
): Promise<void> {
  for (let start = 0; start < steps.length; start += STEPS_A_STATEMENT) {
    const some = steps.slice(start, start + STEPS_A_STATEMENT);
    const list = (read: (step: NewRatingStep) => string | number | null) =>
      arrayLiteral(some.map(read));
    await sql`
      insert into rating_change (
        member_id, sport, bracket, match_id, match_date, previous_rating, rating, reliability, games,
        batch_id, cause, changed_at
      )
      select
        step.member_id, step.sport, step.bracket, step.match_id, step.match_date, step.previous_rating,
        step.rating, step.reliability, step.games, ${batchId}, 'match',
        ${changedAt}::timestamptz
      from unnest(
        ${list(({ memberId }) => memberId)}::text[],
        ${list(({ sport }) => sport)}::text[],
        ${list(({ bracket }) => bracket)}::text[],
        ${list(({ matchId }) => matchId)}::text[],
        ${list(({ matchDate }) => matchDate.toISOString())}::timestamptz[],
        ${list(({ previousRating }) => previousRating)}::double precision[],
        ${list(({ rating }) => rating)}::double precision[],
        ${list(({ reliability }) => reliability)}::double precision[],
        ${list(({ games }) => games)}::integer[]
      ) as step (
        member_id, sport, bracket, match_id, match_date, previous_rating, rating, reliability, games
      )
    `.execute(transaction);
  }
}
