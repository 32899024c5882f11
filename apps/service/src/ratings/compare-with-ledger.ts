import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { Finding } from './domain/finding.ts';
import { ratingDifferences } from './domain/rating-differences.ts';
import type { RatingModel } from './domain/rating-model.ts';
import { RatingStates } from './domain/rating-states.ts';
import { replayLedger } from './replay-ledger.ts';
import { findStraySteps } from './store/rating-steps.ts';
import { findRatedMembers, loadRatings } from './store/ratings.ts';

const PLAYERS_PER_CHUNK = 1_000;

/** Some findings, and how many matches were gone through to them. */
export interface ComparedPart {
  matches: number;
  findings: Finding[];
}

/**
 * Folds the whole ledger of a sport and compares every step and every rating with what is stored.
 * It changes nothing; give it a transaction that sees one moment of the database.
 */
export async function* compareWithLedger(
  transaction: DatabaseTransaction,
  { sport, model }: { sport: string; model: RatingModel },
): AsyncGenerator<ComparedPart> {
  const states = new RatingStates();
  const replay = { sport, after: 0, reach: 'everyone' as const, states, model };
  for await (const { read, differences } of replayLedger(transaction, replay)) {
    yield {
      matches: read,
      findings: differences.map((difference) => ({ kind: 'step', difference })),
    };
  }
  const strays = await findStraySteps(transaction, sport);
  yield { matches: 0, findings: strays.map((step) => ({ kind: 'stray', step })) };

  const rated = await findRatedMembers(transaction, sport);
  const memberIds = [...new Set([...states.memberIds(), ...rated])].toSorted();
  for (let start = 0; start < memberIds.length; start += PLAYERS_PER_CHUNK) {
    const some = memberIds.slice(start, start + PLAYERS_PER_CHUNK);
    const standing = await loadRatings(transaction, some, [sport]);
    const expected = some.flatMap((memberId) => states.of(memberId));
    const differences = ratingDifferences(standing, expected, model);
    yield {
      matches: 0,
      findings: differences.map((difference) => ({ kind: 'rating', difference })),
    };
  }
}
