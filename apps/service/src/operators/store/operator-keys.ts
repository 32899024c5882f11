import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

/** The sealed key of an operator's second factor. */
export interface OperatorKey {
  id: string;
  name: string;
  keySealed: Uint8Array;
}

export async function countOperatorKeys(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('operator_account')
    .select(({ fn }) => fn.count<number>('key_sealed').as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keys by the id of their operator, which nobody else changes until the transaction ends. */
export async function lockOperatorKeys(
  transaction: DatabaseTransaction,
  last: OperatorKey | null,
  limit: number,
): Promise<OperatorKey[]> {
  return await transaction
    .selectFrom('operator_account')
    .select(({ ref }) => ['id', 'name', ref('key_sealed').$notNull().as('keySealed')])
    .where('key_sealed', 'is not', null)
    .where('id', '>', last?.id ?? '')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function replaceOperatorKey(
  transaction: DatabaseTransaction,
  id: string,
  keySealed: Uint8Array,
): Promise<void> {
  await transaction
    .updateTable('operator_account')
    .set({ key_sealed: keySealed })
    .where('id', '=', id)
    .execute();
}
