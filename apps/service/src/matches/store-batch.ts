import type { DatabaseTransaction, RatingRow } from '../database/schema.ts';
import type { Dependencies } from '../dependencies.ts';
import { PRIMARY_BRACKET } from '../ratings/domain/brackets.ts';
import type { NetChange } from '../ratings/domain/net-changes.ts';
import type { RatingStep } from '../ratings/domain/rate-matches.ts';
import { appendRatingChanges } from '../ratings/store/rating-changes.ts';
import { saveRatings } from '../ratings/store/ratings.ts';
import { verifyExperienced } from '../ratings/store/verification.ts';
import { writeRatingEvents } from '../ratings/write-rating-events.ts';
import type { LedgerEntry } from './domain/ledger-entries.ts';
import { ContendedError } from './retry-contended.ts';
import { appendBatch, type NewBatch } from './store/ledger.ts';
import type { LiveConnection, PlayerRow } from './store/players.ts';

const GAMES_TO_BE_VAIRIFIED = 5;

export interface BatchToStore {
  batch: NewBatch;
  entries: readonly LedgerEntry[];
  steps: readonly RatingStep[];
  changes: readonly NetChange[];
  before: readonly RatingRow[];
  players: readonly PlayerRow[];
  connections: readonly LiveConnection[];
}

/** Stores a batch and all that follows from it, in as many statements for one match as for all. */
export async function storeBatch(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { batch, entries, steps, changes, before, players, connections }: BatchToStore,
): Promise<void> {
  const changedAt = batch.createdAt;
  const stored = await appendBatch(transaction, batch, entries);
  if (stored < entries.length) {
    throw new ContendedError('Another batch stored a match under one of these identifiers.');
  }
  await saveRatings(
    transaction,
    changes.map((change) => toRatingRow(change, changedAt)),
  );
  await appendRatingChanges(transaction, { batchId: batch.id, changedAt }, steps);
  const unverified = players.filter((player) => !player.is_vairified).map(({ id }) => id);
  if (unverified.length > 0) {
    await verifyExperienced(transaction, unverified, {
      bracket: PRIMARY_BRACKET,
      games: GAMES_TO_BE_VAIRIFIED,
    });
  }
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
    updated_at: updatedAt,
  };
}
