import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

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
