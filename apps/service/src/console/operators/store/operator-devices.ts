import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

/** Whether the operator with this name has logged in with this browser before. */
export async function isOperatorDevice(
  database: Database,
  { name, tokenHash, now }: { name: string; tokenHash: Uint8Array; now: Date },
): Promise<boolean> {
  const device = await database
    .selectFrom('operator_device')
    .innerJoin('operator_account', 'operator_account.id', 'operator_device.operator_id')
    .select('operator_id')
    .where('operator_account.name', '=', name)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device !== undefined;
}

/** Remembers a browser, or remembers it for longer. */
export async function upsertOperatorDevice(
  transaction: DatabaseTransaction,
  device: { operatorId: string; tokenHash: Uint8Array; now: Date; expiresAt: Date },
): Promise<void> {
  const { operatorId, tokenHash, now, expiresAt } = device;
  await transaction
    .insertInto('operator_device')
    .values({
      operator_id: operatorId,
      token_hash: tokenHash,
      created_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['operator_id', 'token_hash']).doUpdateSet({
        expires_at: sql<Date>`greatest(operator_device.expires_at, excluded.expires_at)`,
      }),
    )
    .execute();
}

/** Forgets every browser of an operator: an account with a new password starts over. */
export async function deleteOperatorDevices(
  transaction: DatabaseTransaction,
  operatorId: string,
): Promise<void> {
  await transaction.deleteFrom('operator_device').where('operator_id', '=', operatorId).execute();
}

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

/** Stores a link by which an operator allows a browser. */
export async function insertOperatorLink(
  transaction: DatabaseTransaction,
  link: { tokenHash: Uint8Array; operatorId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await transaction
    .insertInto('operator_link')
    .values({
      token_hash: link.tokenHash,
      operator_id: link.operatorId,
      created_at: link.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Whose link this is; undefined where it was used or has expired. */
export async function findOperatorLink(
  database: Database,
  { tokenHash, now }: { tokenHash: Uint8Array; now: Date },
): Promise<{ operatorId: string; name: string } | undefined> {
  return await database
    .selectFrom('operator_link')
    .innerJoin('operator_account', 'operator_account.id', 'operator_link.operator_id')
    .select(['operator_id as operatorId', 'operator_account.name'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a link up, in one statement: of several uses at once only one gets true. */
export async function consumeOperatorLink(
  transaction: DatabaseTransaction,
  tokenHash: Uint8Array,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('operator_link')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteOperatorLinks(
  transaction: DatabaseTransaction,
  operatorId: string,
): Promise<void> {
  await transaction.deleteFrom('operator_link').where('operator_id', '=', operatorId).execute();
}
