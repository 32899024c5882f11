import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction, RatingRow } from '../platform/database/schema.ts';
import type { LiveConnection, PlayerRow } from '../players/store/players.ts';
import { VERIFYING_EXPERIENCE } from '../ratings/domain/experience.ts';
import type { NetChange } from '../ratings/domain/net-changes.ts';
import type { RatingStep } from '../ratings/domain/rate-matches.ts';
import { appendStates, type PlayerState } from '../ratings/store/player-states.ts';
import { appendRatingSteps } from '../ratings/store/rating-changes.ts';
import { upsertRatings } from '../ratings/store/ratings.ts';
import { verifyExperienced } from '../ratings/store/verification.ts';
import { writeRatingEvents } from '../ratings/write-rating-events.ts';
import type { NewBatch } from './store/ledger.ts';

export interface RatingsToStore {
  batch: NewBatch;
  /** What the fold goes on from, of matches that are in their place in it. */
  states: readonly PlayerState[];
  steps: readonly RatingStep[];
  changes: readonly NetChange[];
  before: readonly RatingRow[];
  players: readonly PlayerRow[];
  connections: readonly LiveConnection[];
}

/**
 * Stores all that follows from a batch, in as many statements for one match as for all; only a
 * history of tens of thousands of steps takes more.
 */
export async function storeRatings(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { batch, states, steps, changes, before, players, connections }: RatingsToStore,
): Promise<void> {
  const changedAt = batch.createdAt;
  await upsertRatings(
    transaction,
    changes.map((change) => toRatingRow(change, changedAt)),
  );
  const unverified = players.filter((player) => !player.is_vairified).map(({ id }) => id);
  if (unverified.length > 0) {
    await verifyExperienced(transaction, unverified, VERIFYING_EXPERIENCE);
  }
  await appendRatingSteps(transaction, { batchId: batch.id, changedAt }, steps);
  if (states.length > 0) await appendStates(transaction, null, states);
  await writeRatingEvents(transaction, dependencies, {
    changes,
    before,
    players: new Map(players.map((player) => [player.id, player])),
    listeners: connections,
    changedAt,
  });
}

function toRatingRow({ last }: NetChange, updatedAt: Date): RatingRow {
  return {
    member_id: last.memberId,
    sport: last.sport,
    bracket: last.bracket,
    mu: last.mu,
    sigma: last.sigma,
    rating: last.rating,
    reliability: last.reliability,
    games: last.games,
    last_played_at: new Date(last.lastPlayed),
    updated_at: updatedAt,
  };
}
