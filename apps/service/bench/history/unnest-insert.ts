import { sql } from 'kysely';
import { arrayLiteral } from '../../src/platform/database/array-literal.ts';
import type { DatabaseTransaction } from '../../src/platform/database/schema.ts';
import type { NewRatingStep, StepPosition } from '../../src/ratings/store/rating-changes.ts';

type Step = NewRatingStep & StepPosition;

const STEPS_A_STATEMENT = 20_000;

/** Appends steps by the statement that the service had before it copied them. */
export async function insertReplayedSteps(
  transaction: DatabaseTransaction,
  { changedAt, settlement }: { changedAt: Date; settlement: number },
  steps: readonly Step[],
): Promise<void> {
  for (let start = 0; start < steps.length; start += STEPS_A_STATEMENT) {
    const some = steps.slice(start, start + STEPS_A_STATEMENT);
    const list = (read: (step: Step) => string | number | null) => arrayLiteral(some.map(read));
    await sql`
      insert into rating_change (
        member_id, sport, bracket, match_id, arrival, match_date, previous_rating, rating, mu, sigma,
        reliability, games, last_played_at, batch_id, cause, changed_at, settlement
      )
      select step.*, 'replay', ${changedAt}::timestamptz, ${settlement}::bigint
      from unnest(
        ${list(({ memberId }) => memberId)}::text[],
        ${list(({ sport }) => sport)}::text[],
        ${list(({ bracket }) => bracket)}::text[],
        ${list(({ matchId }) => matchId)}::text[],
        ${list(({ arrival }) => arrival)}::bigint[],
        ${list(({ matchDate }) => matchDate.toISOString())}::timestamptz[],
        ${list(({ previousRating }) => previousRating)}::double precision[],
        ${list(({ rating }) => rating)}::double precision[],
        ${list(({ mu }) => mu)}::double precision[],
        ${list(({ sigma }) => sigma)}::double precision[],
        ${list(({ reliability }) => reliability)}::double precision[],
        ${list(({ games }) => games)}::integer[],
        ${list(({ lastPlayed }) => new Date(lastPlayed).toISOString())}::timestamptz[],
        ${list(({ batchId }) => batchId)}::text[]
      ) as step
    `.execute(transaction);
  }
}
