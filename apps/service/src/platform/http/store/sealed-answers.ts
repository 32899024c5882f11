import type { OperationId } from '@partner-rating/server';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../database/schema.ts';

export interface StoredAnswerRow {
  applicationId: string;
  key: string;
  body: string;
}

const answersOf = (database: Database, operations: readonly OperationId[]) =>
  database
    .selectFrom('idempotency_record')
    .where('operation_id', 'in', operations)
    .where('body', 'is not', null);

export async function countAnswers(
  database: Database,
  operations: readonly OperationId[],
): Promise<number> {
  const { count } = await answersOf(database, operations)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The answers of these operations that follow a row, which nobody else changes until the transaction ends. */
export async function lockAnswers(
  transaction: DatabaseTransaction,
  operations: readonly OperationId[],
  row: StoredAnswerRow | null,
  limit: number,
): Promise<StoredAnswerRow[]> {
  return await answersOf(transaction, operations)
    .select(['application_id as applicationId', 'idempotency_key as key'])
    .select(({ ref }) => ref('body').$notNull().as('body'))
    .$if(row !== null, (query) =>
      query.where(
        sql<boolean>`(application_id, idempotency_key) > (${row?.applicationId}, ${row?.key})`,
      ),
    )
    .orderBy('application_id')
    .orderBy('idempotency_key')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function replaceAnswer(
  transaction: DatabaseTransaction,
  { applicationId, key, body }: StoredAnswerRow,
): Promise<void> {
  await transaction
    .updateTable('idempotency_record')
    .set({ body })
    .where('application_id', '=', applicationId)
    .where('idempotency_key', '=', key)
    .execute();
}
