import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

/** Since when a member's second factor is on, and how many recovery codes are left. */
export interface SecondFactorState {
  enabledAt: Date;
  recoveryCodes: number;
}

export async function findSecondFactor(
  database: Database,
  memberId: string,
): Promise<SecondFactorState | null> {
  const found = await database
    .selectFrom('account_second_factor')
    .leftJoin(
      'account_recovery_code',
      'account_recovery_code.member_id',
      'account_second_factor.member_id',
    )
    .select(({ fn }) => [
      'enabled_at as enabledAt',
      fn.count<number>('code_hash').as('recoveryCodes'),
    ])
    .where('account_second_factor.member_id', '=', memberId)
    .groupBy('account_second_factor.member_id')
    .executeTakeFirst();
  return found === undefined ? null : { ...found, recoveryCodes: Number(found.recoveryCodes) };
}

export interface NewSecondFactor {
  memberId: string;
  keySealed: Uint8Array;
  /** The step of the code that turned it on. */
  timeStep: number;
  now: Date;
}

/** Turns the second factor on; false where it is already. */
export async function insertSecondFactor(
  transaction: DatabaseTransaction,
  { memberId, keySealed, timeStep, now }: NewSecondFactor,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('account_second_factor')
    .values({
      member_id: memberId,
      key_sealed: keySealed,
      last_time_step: timeStep,
      enabled_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Turns the second factor off, with its recovery codes; false where it was off. */
export async function deleteSecondFactor(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('account_second_factor')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** What a code is checked by, which nobody else uses or changes until the transaction ends; null where it is off. */
export async function lockSecondFactor(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<{ keySealed: Uint8Array; lastTimeStep: number } | null> {
  const found = await transaction
    .selectFrom('account_second_factor')
    .select(['key_sealed as keySealed', 'last_time_step as lastTimeStep'])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Uses up a time step and those before it; false where it was used up already. */
export async function consumeTimeStep(
  transaction: DatabaseTransaction,
  memberId: string,
  timeStep: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account_second_factor')
    .set({ last_time_step: timeStep })
    .where('member_id', '=', memberId)
    .where('last_time_step', '<', timeStep)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Consumes a recovery code; false where the member does not have it, or no longer has it. */
export async function consumeRecoveryCode(
  transaction: DatabaseTransaction,
  memberId: string,
  codeHash: Uint8Array,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('account_recovery_code')
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Puts these recovery codes in the place of those that the member has. */
export async function replaceRecoveryCodes(
  transaction: DatabaseTransaction,
  memberId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await transaction.deleteFrom('account_recovery_code').where('member_id', '=', memberId).execute();
  await transaction
    .insertInto('account_recovery_code')
    .values(codeHashes.map((hash) => ({ member_id: memberId, code_hash: hash })))
    .execute();
}

export async function countKeys(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('account_second_factor')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface SealedKeyRow {
  memberId: string;
  keySealed: Uint8Array;
}

/** The sealed keys that follow a row, which nobody else changes until the transaction ends. */
export async function lockKeys(
  transaction: DatabaseTransaction,
  row: SealedKeyRow | null,
  limit: number,
): Promise<SealedKeyRow[]> {
  return await transaction
    .selectFrom('account_second_factor')
    .select(['member_id as memberId', 'key_sealed as keySealed'])
    .$if(row !== null, (query) => query.where('member_id', '>', row?.memberId ?? ''))
    .orderBy('member_id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function replaceKey(
  transaction: DatabaseTransaction,
  memberId: string,
  keySealed: Uint8Array,
): Promise<void> {
  await transaction
    .updateTable('account_second_factor')
    .set({ key_sealed: keySealed })
    .where('member_id', '=', memberId)
    .execute();
}
