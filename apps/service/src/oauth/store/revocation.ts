import type { DatabaseTransaction } from '../../platform/database/schema.ts';

export interface FoundToken {
  kind: 'access_token' | 'refresh_token';
  /** The authorization code it was issued from. */
  codeHash: Uint8Array | null;
  memberId: string;
}

/**
 * The application's own token with this hash, live or not; another's counts as unknown. Its
 * connection is locked until the transaction ends (see `lockCode`): a refresh under way would else
 * bring new tokens after these were revoked.
 */
export async function findTokenOf(
  transaction: DatabaseTransaction,
  applicationId: string,
  tokenHash: Uint8Array,
): Promise<FoundToken | undefined> {
  for (const kind of ['refresh_token', 'access_token'] as const) {
    const token = await transaction
      .selectFrom(kind)
      .innerJoin('connection', 'connection.id', `${kind}.connection_id`)
      .select([`${kind}.code_hash as codeHash`, 'connection.member_id as memberId'])
      .where(`${kind}.token_hash`, '=', tokenHash)
      .where('connection.application_id', '=', applicationId)
      .forUpdate('connection')
      .executeTakeFirst();
    if (token !== undefined) return { kind, ...token };
  }
  return undefined;
}

/** False where the token was revoked before. */
export async function revokeToken(
  transaction: DatabaseTransaction,
  kind: FoundToken['kind'],
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable(kind)
    .set({ revoked_at: now })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
