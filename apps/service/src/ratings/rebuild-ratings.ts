import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readSnapshot } from '../platform/database/read-snapshot.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import type { LedgerProgress } from './audit-ratings.ts';
import { compareWithLedger } from './compare-with-ledger.ts';
import { correctRatings } from './correct-ratings.ts';
import { currentModel, type RatingModel } from './domain/rating-model.ts';
import { countLedger } from './store/ledger.ts';
import { lockRatingsExclusive } from './store/rating-lock.ts';

export interface RebuildOptions {
  /** Only report what would change. */
  dryRun: boolean;
  onProgress?: (progress: LedgerProgress) => void;
  model?: RatingModel;
}

export interface RebuiltSport {
  sport: string;
  matches: number;
  /** How many steps, and how many ratings that stand, were changed or would be. */
  steps: number;
  ratings: number;
}

/**
 * Folds the ledger again and makes the ratings what comes of it, events included: after a change of
 * the model, or to fix what an audit found. One sport after the other, each in one transaction,
 * during which no match of that sport is rated.
 */
export async function rebuildRatings(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'configuration'>,
  { dryRun, onProgress, model = currentModel }: RebuildOptions,
): Promise<RebuiltSport[]> {
  const { database } = dependencies;
  const rebuilt: RebuiltSport[] = [];
  for (const [sport, total] of await countLedger(database)) {
    let done = 0;
    const onMatches = (matches: number) => {
      done += matches;
      onProgress?.({ sport, done, total });
    };
    const part = { sport, model, onMatches };
    const changed = dryRun
      ? await readSnapshot(database, async (snapshot) => await project(snapshot, part))
      : await retryOnContention(async () => {
          done = 0;
          return await database
            .transaction()
            .execute(async (transaction) => await rebuild(transaction, dependencies, part));
        });
    rebuilt.push({ sport, matches: done, ...changed });
  }
  return rebuilt;
}

interface SportToRebuild {
  sport: string;
  model: RatingModel;
  onMatches: (matches: number) => void;
}

async function project(
  transaction: DatabaseTransaction,
  { sport, model, onMatches }: SportToRebuild,
): Promise<{ steps: number; ratings: number }> {
  const changed = { steps: 0, ratings: 0 };
  for await (const { matches, findings } of compareWithLedger(transaction, { sport, model })) {
    const ratings = findings.filter(({ kind }) => kind === 'rating').length;
    changed.ratings += ratings;
    changed.steps += findings.length - ratings;
    if (matches > 0) onMatches(matches);
  }
  return changed;
}

async function rebuild(
  transaction: DatabaseTransaction,
  dependencies: Pick<Dependencies, 'clock' | 'configuration'>,
  { sport, model, onMatches }: SportToRebuild,
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
