import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';
import { rolesOf } from './accounts.ts';

/** When two-step verification was turned on, and how many recovery codes are left. */
export interface SecondFactorState {
  enabledAt: Date;
  recoveryCodes: number;
}

export async function findSecondFactor(
  database: Database,
  accountId: string,
): Promise<SecondFactorState | null> {
  const found = await database
    .selectFrom('account_second_factor')
    .leftJoin(
      'account_recovery_code',
      'account_recovery_code.account_id',
      'account_second_factor.account_id',
    )
    .select(({ fn }) => [
      'enabled_at as enabledAt',
      fn.count<number>('code_hash').as('recoveryCodes'),
    ])
    .where('account_second_factor.account_id', '=', accountId)
    .groupBy('account_second_factor.account_id')
    .executeTakeFirst();
  return found === undefined ? null : { ...found, recoveryCodes: Number(found.recoveryCodes) };
}

export interface NewSecondFactor {
  accountId: string;
  keySealed: Uint8Array;
  /** The step of the code that turned it on. */
  timeStep: number;
  now: Date;
}

/** Turns two-step verification on. Returns false if it was on. */
export async function insertSecondFactor(
  transaction: DatabaseTransaction,
  { accountId, keySealed, timeStep, now }: NewSecondFactor,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('account_second_factor')
    .values({
      account_id: accountId,
      key_sealed: keySealed,
      last_time_step: timeStep,
      enabled_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Turns two-step verification off and deletes its recovery codes. Returns false if it was off. */
export async function deleteSecondFactor(
  transaction: DatabaseTransaction,
  accountId: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('account_second_factor')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Returns the data to check a code, and locks it until the transaction ends. Null if two-step verification is off. */
export async function lockSecondFactor(
  transaction: DatabaseTransaction,
  accountId: string,
): Promise<{ keySealed: Uint8Array; lastTimeStep: number } | null> {
  const found = await transaction
    .selectFrom('account_second_factor')
    .select(['key_sealed as keySealed', 'last_time_step as lastTimeStep'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Consumes a time step and all before it. Returns false if it was consumed already. */
export async function consumeTimeStep(
  transaction: DatabaseTransaction,
  accountId: string,
  timeStep: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account_second_factor')
    .set({ last_time_step: timeStep })
    .where('account_id', '=', accountId)
    .where('last_time_step', '<', timeStep)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Consumes a recovery code. Returns false if the account does not have it. */
export async function consumeRecoveryCode(
  transaction: DatabaseTransaction,
  accountId: string,
  codeHash: Uint8Array,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('account_recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(
  transaction: DatabaseTransaction,
  accountId: string,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  await transaction
    .deleteFrom('account_recovery_code')
    .where('account_id', '=', accountId)
    .execute();
  await transaction
    .insertInto('account_recovery_code')
    .values(codeHashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute();
}

/** Selects the keys of operators, or of all other people. */
function selectKeys(database: Database, isOfOperators: boolean) {
  const roles = [...rolesOf.operator];
  return database
    .selectFrom('account_second_factor')
    .innerJoin('account', 'account.id', 'account_second_factor.account_id')
    .where('account.role', isOfOperators ? 'in' : 'not in', roles);
}

export async function countKeys(database: Database, isOfOperators: boolean): Promise<number> {
  const { count } = await selectKeys(database, isOfOperators)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface SealedKeyRow {
  accountId: string;
  /** Null for a player. */
  name: string | null;
  keySealed: Uint8Array;
}

/** Returns the sealed keys after a row, and locks them until the transaction ends. */
export async function lockKeys(
  transaction: DatabaseTransaction,
  row: SealedKeyRow | null,
  { isOfOperators, limit }: { isOfOperators: boolean; limit: number },
): Promise<SealedKeyRow[]> {
  return await selectKeys(transaction, isOfOperators)
    .select(['account_id as accountId', 'account.name', 'key_sealed as keySealed'])
    .$if(row !== null, (query) => query.where('account_id', '>', row?.accountId ?? ''))
    .orderBy('account_id')
    .limit(limit)
    .forUpdate('account_second_factor')
    .execute();
}

export async function replaceKey(
  transaction: DatabaseTransaction,
  accountId: string,
  keySealed: Uint8Array,
): Promise<void> {
  await transaction
    .updateTable('account_second_factor')
    .set({ key_sealed: keySealed })
    .where('account_id', '=', accountId)
    .execute();
}
