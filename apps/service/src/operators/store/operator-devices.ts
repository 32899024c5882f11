import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

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
