import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { LedgerProgress } from './audit-ratings.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import { correctRatings } from './correct-ratings.ts';
import type { RatingDifference } from './domain/rating-differences.ts';
import { currentModel, MODEL_REVISION, type RatingModel } from './domain/rating-model.ts';
import {
  MovesCollector,
  type MovesSummary,
  moveOf,
  type RatingMove,
} from './domain/rating-moves.ts';
import { countLedger } from './store/ledger.ts';
import { lockRatingsExclusive } from './store/rating-lock.ts';
import { setModelRevision } from './store/rating-model.ts';

export interface RebuildOptions {
  /** Only report what would change. */
  dryRun: boolean;
  onProgress?: (progress: LedgerProgress) => void;
  /** Called on a dry run with the ratings that would be changed, some at a time, and waited for. */
  onMoves?: ((moves: readonly RatingMove[]) => Promise<void>) | undefined;
  model?: RatingModel;
}

export interface RebuiltSport {
  sport: string;
  matches: number;
  /** How many steps, and how many ratings that stand, were changed or would be. */
  steps: number;
  ratings: number;
  /** How far the main ratings move. */
  moves: MovesSummary;
}

/**
 * Folds the ledger again and makes the ratings what comes of it, events included: after a change of
 * the model, or to fix what an audit found. One sport after the other, each in one transaction,
 * during which no match of that sport is rated.
 */
export async function rebuildRatings(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  { dryRun, onProgress, onMoves, model = currentModel }: RebuildOptions,
): Promise<RebuiltSport[]> {
  const { database } = dependencies;
  const rebuilt: RebuiltSport[] = [];
  for (const [sport, total] of await countLedger(database)) {
    let done = 0;
    const onMatches = (matches: number) => {
      done += matches;
      onProgress?.({ sport, done, total });
    };
    let moves = new MovesCollector();
    const collect = (differences: readonly RatingDifference[]) => {
      const some = differences.map(moveOf);
      for (const move of some) moves.add(move);
      return some;
    };
    const fold = { sport, model, onMatches };
    const changed = dryRun
      ? await readSnapshot(database, async (snapshot) =>
          project(snapshot, fold, async (differences) => {
            const some = collect(differences);
            await onMoves?.(some);
          }),
        )
      : await retryOnContention(async () => {
          done = 0;
          moves = new MovesCollector();
          return await database
            .transaction()
            .execute(
              async (transaction) =>
                await rebuild(transaction, dependencies, { ...fold, onDifferences: collect }),
            );
        });
    rebuilt.push({ sport, matches: done, ...changed, moves: moves.summary() });
  }
  if (!dryRun && model === currentModel) await setModelRevision(database, MODEL_REVISION);
  return rebuilt;
}

interface SportToFold {
  sport: string;
  model: RatingModel;
  onMatches: (matches: number) => void;
}

interface SportToRebuild extends SportToFold {
  onDifferences: (differences: readonly RatingDifference[]) => void;
}

async function project(
  transaction: DatabaseTransaction,
  { sport, model, onMatches }: SportToFold,
  onDifferences: (differences: readonly RatingDifference[]) => Promise<void>,
): Promise<{ steps: number; ratings: number }> {
  const changed = { steps: 0, ratings: 0 };
  for await (const { matches, findings } of compareWithLedger(transaction, { sport, model })) {
    const ratings = findings.flatMap((finding) =>
      finding.kind === 'rating' ? [finding.difference] : [],
    );
    if (ratings.length > 0) await onDifferences(ratings);
    changed.ratings += ratings.length;
    changed.steps += findings.length - ratings.length;
    if (matches > 0) onMatches(matches);
  }
  return changed;
}

async function rebuild(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { sport, model, onMatches, onDifferences }: SportToRebuild,
): Promise<{ steps: number; ratings: number }> {
  const changedAt = dependencies.clock();
  await lockRatingsExclusive(transaction, [sport]);
  const { steps, ratings } = await correctRatings(transaction, dependencies, {
    sport,
    from: null,
    cause: 'rebuild',
    match: null,
    changedAt,
    model,
    onProgress: onMatches,
    onDifferences,
  });
  if (steps > 0 || ratings > 0) {
    await recordAudit(transaction, {
      occurredAt: changedAt,
      actor: 'operator',
      action: 'ratings.rebuilt',
      applicationId: null,
      memberId: null,
      details: { sport, steps, ratings },
    });
  }
  return { steps, ratings };
}
