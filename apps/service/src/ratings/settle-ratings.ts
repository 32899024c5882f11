import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type {
  DatabaseTransaction,
  RatingChangeCause,
  RatingRow,
} from '../platform/database/schema.ts';
import { findLiveConnections, lockPlayers } from '../players/store/players.ts';
import { VERIFYING_EXPERIENCE } from './domain/experience.ts';
import {
  isVisible,
  type RatingDifference,
  ratingDifferences,
} from './domain/rating-differences.ts';
import type { RatingModel } from './domain/rating-model.ts';
import type { RatingStates } from './domain/rating-states.ts';
import {
  appendCorrections,
  type CorrectedMatch,
  type NewRatingCorrection,
} from './store/rating-changes.ts';
import { loadRatings, removeRatings, upsertRatings } from './store/ratings.ts';
import { findExperienced, verifyExperienced, withdrawVerification } from './store/verification.ts';
import { writeRatingEvents } from './write-rating-events.ts';

export interface Settlement {
  sport: string;
  /** What the ratings are to be. */
  states: RatingStates;
  model: RatingModel;
  /** Whose ratings are settled. */
  memberIds: ReadonlySet<string>;
  cause: RatingChangeCause;
  match: CorrectedMatch;
  changedAt: Date;
  /** Called with what is changed. */
  onDifferences?: ((differences: readonly RatingDifference[]) => void) | undefined;
}

const PLAYERS_PER_CHUNK = 500;

/**
 * Makes the ratings that stand those that follow from the ledger, with all that a change of a
 * rating brings along: history, verification and events.
 * @returns how many ratings were changed.
 */
export async function settleRatings(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  settlement: Settlement,
): Promise<number> {
  // In the order of their ids, as everybody locks members.
  const memberIds = [...settlement.memberIds].toSorted();
  let count = 0;
  for (let start = 0; start < memberIds.length; start += PLAYERS_PER_CHUNK) {
    const some = memberIds.slice(start, start + PLAYERS_PER_CHUNK);
    const { sport, states, model } = settlement;
    const before = await loadRatings(transaction, some, [sport]);
    const expected = some.flatMap((memberId) => states.of(memberId));
    const differences = ratingDifferences(before, expected, model);
    if (differences.length === 0) continue;
    await settleSome(transaction, dependencies, settlement, { before, differences });
    count += differences.length;
    settlement.onDifferences?.(differences);
  }
  return count;
}

async function settleSome(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'configuration'>,
  { cause, match, changedAt }: Settlement,
  { before, differences }: { before: readonly RatingRow[]; differences: RatingDifference[] },
): Promise<void> {
  const memberIds = [...new Set(differences.map(({ memberId }) => memberId))];
  const players = await lockPlayers(transaction, {
    applicationId: null,
    ids: memberIds,
    numbers: [],
  });
  const experienced = await findExperienced(transaction, memberIds, VERIFYING_EXPERIENCE);

  await upsertRatings(
    transaction,
    differences.flatMap((difference) => toRatingRow(difference, changedAt)),
  );
  await removeRatings(
    transaction,
    differences.filter(({ expected }) => expected === null),
  );
  // Those who fell below it lose the mark; nobody who has it without the games does.
  await withdrawVerification(transaction, experienced, VERIFYING_EXPERIENCE);
  await verifyExperienced(transaction, memberIds, VERIFYING_EXPERIENCE);

  const corrections = differences.filter(isVisible).map(toCorrection);
  await appendCorrections(transaction, { cause, match, changedAt }, corrections);
  const shown = [...new Set(corrections.map(({ memberId }) => memberId))];
  await writeRatingEvents(transaction, dependencies, {
    changes: corrections.map(({ previousRating, ...last }) => ({ previousRating, last })),
    before,
    players: new Map(players.map((player) => [player.id, player])),
    listeners: await findLiveConnections(transaction, shown),
    changedAt,
  });
}

function toRatingRow({ expected }: RatingDifference, updatedAt: Date): RatingRow[] {
  if (expected === null) return [];
  const { memberId, lastPlayed, ...rest } = expected;
  const last_played_at = lastPlayed === null ? null : new Date(lastPlayed);
  return [{ member_id: memberId, ...rest, last_played_at, updated_at: updatedAt }];
}

function toCorrection({
  memberId,
  sport,
  bracket,
  expected,
  standing,
}: RatingDifference): NewRatingCorrection {
  return {
    memberId,
    sport,
    bracket,
    previousRating: standing?.rating ?? null,
    rating: expected?.rating ?? null,
    mu: expected?.mu ?? null,
    sigma: expected?.sigma ?? null,
    reliability: expected?.reliability ?? null,
    games: expected?.games ?? 0,
    lastPlayed: expected?.lastPlayed ?? null,
  };
}
