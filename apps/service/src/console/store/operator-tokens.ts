import type { Insertable } from 'kysely';
import type {
  Database,
  DatabaseTransaction,
  OperatorTokenTable,
} from '../../platform/database/schema.ts';
import type { ListPart } from './applications.ts';

export async function insertToken(
  transaction: DatabaseTransaction,
  token: Insertable<OperatorTokenTable>,
): Promise<void> {
  await transaction.insertInto('operator_token').values(token).execute();
}

export async function findLiveToken(database: Database, secretHash: Uint8Array, now: Date) {
  return await selectTokens(database)
    .select(({ selectFrom }) =>
      // An operator on the machine of the service may have no account.
      selectFrom('account')
        .select('account.role')
        .whereRef('account.name', '=', 'operator_token.operator')
        .where('account.role', 'in', ['support', 'admin'])
        .as('operatorRole'),
    )
    .where('secret_hash', '=', secretHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function findToken(database: Database, tokenId: string) {
  return await selectTokens(database).where('id', '=', tokenId).executeTakeFirst();
}

/** Lists the tokens, the oldest first: their ids are in the order of time. */
export async function listTokens(database: Database, { after, limit }: ListPart) {
  return await selectTokens(database)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

export async function recordTokenUse(database: Database, tokenId: string, now: Date) {
  const token = database.updateTable('operator_token').where('id', '=', tokenId);
  await token.set({ last_used_at: now }).execute();
}

/** Revokes a token; false if it is not live. */
export async function revokeToken(
  transaction: DatabaseTransaction,
  tokenId: string,
  now: Date,
): Promise<boolean> {
  const live = transaction
    .updateTable('operator_token')
    .where('id', '=', tokenId)
    .where('revoked_at', 'is', null);
  const { numUpdatedRows } = await live.set({ revoked_at: now }).executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Revokes the live tokens of an operator, and returns how many there were. */
export async function revokeTokensOf(
  transaction: DatabaseTransaction,
  operator: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('operator_token')
    .set({ revoked_at: now })
    .where('operator', '=', operator)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function selectTokens(database: Database) {
  return database
    .selectFrom('operator_token')
    .select([
      'id as tokenId',
      'operator',
      'role',
      'prefix',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'last_used_at as lastUsedAt',
    ]);
}
