import type { Schemas } from '@partner-rating/server';
import { type Club, submittedAt } from '@partner-rating/service/src/matches/testing/club.ts';
import { handle } from '@partner-rating/service/src/matches/testing/story.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { addParts } from '@partner-rating/service/src/ratings/store/parts.ts';
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import { readRows } from './rows.ts';

/** The statements of a transaction with their parameters, in order. */
export type Transaction = readonly CompiledQuery[];

/** One batch in three forms: the request, the statements of the service, and the same with one statement for each row. */
export interface RecordedBatch {
  batch: Schemas.MatchBatch;
  /** The statements that the service itself runs. */
  setBased: Transaction;
  /** The same changes, with one statement for each row. */
  rowByRow: Transaction;
}

/** Submits the batches to a database, and returns the statements that the service ran for each. */
export async function recordBatches(
  database: Database,
  club: Club,
  batches: readonly Schemas.MatchBatch[],
): Promise<RecordedBatch[]> {
  const recorded: RecordedBatch[] = [];
  for (const [index, batch] of batches.entries()) {
    const setBased: CompiledQuery[] = [];
    // Each batch has its own time, by which its rows are found.
    const now = new Date(submittedAt.getTime() + index * 1_000);
    const dependencies = {
      ...club.dependencies,
      database: database.withPlugin(recorder(database, setBased)),
      clock: () => now,
    };
    // The databases of the replay have the parts already.
    await addParts(dependencies.database, [batch.sport], now);
    setBased.length = 0;
    await handle({ ...club, dependencies }, batch);
    recorded.push({ batch, setBased, rowByRow: await readRows(database, batch, now) });
  }
  return recorded;
}

function recorder(database: Database, into: CompiledQuery[]): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      into.push(database.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** Runs a recorded transaction. */
export async function replay(database: Database, statements: Transaction): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const statement of statements) await transaction.executeQuery(statement);
  });
}
