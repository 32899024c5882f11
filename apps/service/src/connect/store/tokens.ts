// Access tokens and refresh tokens of OAuth, in the database.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

export interface NewToken {
  tokenHash: Uint8Array;
  connectionId: string;
  /** The authorization code from which it was issued, directly or by refreshing. */
  codeHash: Uint8Array | null;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date;
}

export interface RefreshTokenRecord extends Omit<NewToken, 'createdAt'> {
  applicationId: string;
  usedAt: Date | null;
  /** Derives the successors together with the token itself (`../refresh-tokens.ts`). Null if nobody may request them again. */
  successorNonce: Uint8Array | null;
  revokedAt: Date | null;
  /** The member and the scopes of the connection, and when it was revoked. */
  memberId: string;
  connectedScopes: string[];
  disconnectedAt: Date | null;
}

export async function insertAccessToken(database: Database, token: NewToken): Promise<void> {
  await database.insertInto('access_token').values(toRow(token)).execute();
}

export async function insertRefreshToken(database: Database, token: NewToken): Promise<void> {
  await database
    .insertInto('refresh_token')
    .values({ ...toRow(token), used_at: null, successor_nonce: null })
    .execute();
}

/** Returns the refresh token, and locks its connection until the transaction ends (see `lockCode`). */
export async function lockRefreshToken(
  transaction: DatabaseTransaction,
  tokenHash: Uint8Array,
): Promise<RefreshTokenRecord | undefined> {
  return await transaction
    .selectFrom('refresh_token')
    .innerJoin('connection', 'connection.id', 'refresh_token.connection_id')
    .select([
      'refresh_token.token_hash as tokenHash',
      'refresh_token.connection_id as connectionId',
      'refresh_token.code_hash as codeHash',
      'refresh_token.scopes as scopes',
      'refresh_token.expires_at as expiresAt',
      'refresh_token.used_at as usedAt',
      'refresh_token.successor_nonce as successorNonce',
      'refresh_token.revoked_at as revokedAt',
      'connection.application_id as applicationId',
      'connection.member_id as memberId',
      'connection.scopes as connectedScopes',
      'connection.revoked_at as disconnectedAt',
    ])
    .where('token_hash', '=', tokenHash)
    .forUpdate('connection')
    .executeTakeFirst();
}

/** Consumes the refresh token in one statement, so that only one of several requests gets true. */
export async function consumeRefreshToken(
  transaction: DatabaseTransaction,
  tokenHash: Uint8Array,
  { now, successorNonce }: { now: Date; successorNonce: Uint8Array },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('refresh_token')
    .set({ used_at: now, successor_nonce: successorNonce })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Forgets the successors of a connection's refresh tokens that were used before a time. */
export async function forgetSuccessors(
  transaction: DatabaseTransaction,
  connectionId: string,
  usedBefore: Date,
): Promise<void> {
  await transaction
    .updateTable('refresh_token')
    .set({ successor_nonce: null })
    .where('connection_id', '=', connectionId)
    .where('successor_nonce', 'is not', null)
    .where('used_at', '<=', usedBefore)
    .execute();
}

/** Returns a valid unused refresh token, and the access token that was issued with it. */
export async function findUnusedPair(
  database: Database,
  { accessHash, refreshHash }: { accessHash: Uint8Array; refreshHash: Uint8Array },
): Promise<Pick<NewToken, 'scopes' | 'expiresAt'> | undefined> {
  return await database
    .selectFrom('refresh_token')
    .innerJoin('access_token', 'access_token.connection_id', 'refresh_token.connection_id')
    .select(['access_token.scopes', 'access_token.expires_at as expiresAt'])
    .where('refresh_token.token_hash', '=', refreshHash)
    .where('refresh_token.used_at', 'is', null)
    .where('refresh_token.revoked_at', 'is', null)
    .where('access_token.token_hash', '=', accessHash)
    .executeTakeFirst();
}

/** Revokes every token that was issued from a code, directly or by refreshing. Returns how many. */
export async function revokeTokensOfCode(
  transaction: DatabaseTransaction,
  codeHash: Uint8Array,
  now: Date,
): Promise<number> {
  return await revokeTokens(transaction, sql<SqlBool>`code_hash = ${codeHash}`, now);
}

/** Revokes every valid token of a connection. Returns how many. */
export async function revokeTokensOfConnection(
  transaction: DatabaseTransaction,
  connectionId: string,
  now: Date,
): Promise<number> {
  return await revokeTokens(transaction, sql<SqlBool>`connection_id = ${connectionId}`, now);
}

async function revokeTokens(
  transaction: DatabaseTransaction,
  condition: RawBuilder<SqlBool>,
  now: Date,
): Promise<number> {
  let revoked = 0;
  for (const table of ['access_token', 'refresh_token'] as const) {
    const { numUpdatedRows } = await transaction
      .updateTable(table)
      .set({ revoked_at: now })
      .where(condition)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    revoked += Number(numUpdatedRows);
  }
  return revoked;
}

function toRow(token: NewToken) {
  return {
    token_hash: token.tokenHash,
    connection_id: token.connectionId,
    code_hash: token.codeHash,
    scopes: token.scopes,
    created_at: token.createdAt,
    expires_at: token.expiresAt,
    revoked_at: null,
  };
}
