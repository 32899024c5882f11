// Authorization codes of OAuth, in the database.

import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';

export interface NewAuthorizationCode {
  codeHash: Uint8Array;
  applicationId: string;
  connectionId: string;
  redirectUri: string;
  scopes: string[];
  codeChallenge: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface AuthorizationCodeRecord extends Omit<NewAuthorizationCode, 'createdAt'> {
  usedAt: Date | null;
  /** The member and the scopes of the connection, and when it was revoked. */
  memberId: string;
  connectedScopes: string[];
  disconnectedAt: Date | null;
}

export interface ConsentMoment {
  applicationId: string;
  memberId: string;
  decidedAt: Date;
}

export async function insertCode(database: Database, code: NewAuthorizationCode): Promise<void> {
  await database
    .insertInto('authorization_code')
    .values({
      code_hash: code.codeHash,
      application_id: code.applicationId,
      connection_id: code.connectionId,
      redirect_uri: code.redirectUri,
      scopes: code.scopes,
      code_challenge: code.codeChallenge,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      used_at: null,
    })
    .execute();
}

/**
 * Returns the code, and locks its connection until the transaction ends. Everything that creates or revokes tokens of
 * a connection takes this lock first, so transactions wait for one another and cannot deadlock.
 */
export async function lockCode(
  transaction: DatabaseTransaction,
  codeHash: Uint8Array,
): Promise<AuthorizationCodeRecord | undefined> {
  return await transaction
    .selectFrom('authorization_code')
    .innerJoin('connection', 'connection.id', 'authorization_code.connection_id')
    .select([
      'authorization_code.code_hash as codeHash',
      'authorization_code.application_id as applicationId',
      'authorization_code.connection_id as connectionId',
      'authorization_code.redirect_uri as redirectUri',
      'authorization_code.scopes as scopes',
      'authorization_code.code_challenge as codeChallenge',
      'authorization_code.expires_at as expiresAt',
      'authorization_code.used_at as usedAt',
      'connection.member_id as memberId',
      'connection.scopes as connectedScopes',
      'connection.revoked_at as disconnectedAt',
    ])
    .where('code_hash', '=', codeHash)
    .forUpdate('connection')
    .executeTakeFirst();
}

/** Returns the codes of a player's consent for an application at a moment. */
export async function findCodesOfConsent(
  database: Database,
  { applicationId, memberId, decidedAt }: ConsentMoment,
): Promise<Uint8Array[]> {
  const codes = await database
    .selectFrom('authorization_code')
    .innerJoin('connection', 'connection.id', 'authorization_code.connection_id')
    .select('authorization_code.code_hash as codeHash')
    .where('connection.application_id', '=', applicationId)
    .where('connection.member_id', '=', memberId)
    .where('authorization_code.created_at', '=', decidedAt)
    .execute();
  return codes.map(({ codeHash }) => codeHash);
}

/** Consumes the code in one statement, so that only one of several exchanges gets true. */
export async function consumeCode(
  transaction: DatabaseTransaction,
  codeHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('authorization_code')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Consumes every code of a connection that ends, so that none works after a new consent. */
export async function consumeCodesOfConnection(
  transaction: DatabaseTransaction,
  connectionId: string,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('authorization_code')
    .set({ used_at: now })
    .where('connection_id', '=', connectionId)
    .where('used_at', 'is', null)
    .execute();
}
