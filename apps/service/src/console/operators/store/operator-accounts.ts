import type { Database, DatabaseTransaction } from '../../../platform/database/schema.ts';

/** An operator who has set up the account: how they are recognised. */
export interface OperatorRecord {
  id: string;
  name: string;
  /** Where warnings and links to log in go; null where it is not known. */
  email: string | null;
  passwordHash: string;
  keySealed: Uint8Array;
  lastTimeStep: number;
}

export interface ListedOperator {
  name: string;
  email: string | null;
  createdAt: Date;
  /** Null until they have followed their link. */
  setUpAt: Date | null;
  lastLogInAt: Date | null;
}

/** A link by which an operator sets the account up, as it is stored. */
export interface StoredLink {
  hash: Uint8Array;
  expiresAt: Date;
}

interface NewOperator {
  id: string;
  name: string;
  email: string | null;
  now: Date;
  link: StoredLink;
}

/** Makes an account that is not set up; false where the name is taken. */
export async function insertOperator(
  transaction: DatabaseTransaction,
  { id, name, email, now, link }: NewOperator,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('operator_account')
    .values({
      id,
      name,
      email,
      created_at: now,
      link_hash: link.hash,
      link_expires_at: link.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The accounts of operators, by name. */
export async function listOperators(
  database: Database,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ListedOperator[]> {
  const listed = selectListed(database).orderBy('name').limit(limit);
  return await (after === undefined ? listed : listed.where('name', '>', after)).execute();
}

/** The account of an operator as it is listed; undefined where there is none. */
export async function findListedOperator(
  database: Database,
  name: string,
): Promise<ListedOperator | undefined> {
  return await selectListed(database).where('name', '=', name).executeTakeFirst();
}

function selectListed(database: Database) {
  return database
    .selectFrom('operator_account')
    .select([
      'name',
      'email',
      'created_at as createdAt',
      'set_up_at as setUpAt',
      'last_log_in_at as lastLogInAt',
    ]);
}

/** The account with this id that is set up, which nobody else changes until the transaction ends. */
export async function lockOperator(
  transaction: DatabaseTransaction,
  id: string,
): Promise<OperatorRecord | undefined> {
  return await selectSetUp(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The account with this name that is set up. */
export async function findOperator(
  database: Database,
  name: string,
): Promise<OperatorRecord | undefined> {
  return await selectSetUp(database).where('name', '=', name).executeTakeFirst();
}

function selectSetUp(database: Database) {
  return database
    .selectFrom('operator_account')
    .select(({ ref }) => [
      'id',
      'name',
      'email',
      ref('password_hash').$notNull().as('passwordHash'),
      ref('key_sealed').$notNull().as('keySealed'),
      ref('last_time_step').$notNull().as('lastTimeStep'),
    ])
    .where('set_up_at', 'is not', null);
}

/** Records a log-in, and uses up its code. */
export async function recordLogIn(
  transaction: DatabaseTransaction,
  { id, timeStep, now }: { id: string; timeStep: number; now: Date },
): Promise<void> {
  await transaction
    .updateTable('operator_account')
    .set({ last_time_step: timeStep, last_log_in_at: now })
    .where('id', '=', id)
    .execute();
}

/** Uses up a code that was given again, in a session. */
export async function recordTimeStep(
  transaction: DatabaseTransaction,
  { id, timeStep }: { id: string; timeStep: number },
): Promise<void> {
  await transaction
    .updateTable('operator_account')
    .set({ last_time_step: timeStep })
    .where('id', '=', id)
    .execute();
}

/** Takes password and key away, and has a link lead to new ones; undefined where there is no such account. */
export async function replaceByLink(
  transaction: DatabaseTransaction,
  name: string,
  link: StoredLink,
): Promise<{ id: string } | undefined> {
  return await transaction
    .updateTable('operator_account')
    .set({
      link_hash: link.hash,
      link_expires_at: link.expiresAt,
      password_hash: null,
      key_sealed: null,
      last_time_step: null,
      set_up_at: null,
    })
    .where('name', '=', name)
    .returning('id')
    .executeTakeFirst();
}

/** Changes where mails to an operator go; false where there is no such operator. */
export async function setOperatorEmail(
  transaction: DatabaseTransaction,
  name: string,
  email: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('operator_account')
    .set({ email })
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes an account with its sessions; false where there is none. */
export async function deleteOperator(
  transaction: DatabaseTransaction,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('operator_account')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The operator that this link is for, unless it has expired or was used. */
export async function findByLink(
  database: Database,
  hash: Uint8Array,
  now: Date,
): Promise<{ id: string; name: string } | undefined> {
  return await database
    .selectFrom('operator_account')
    .select(['id', 'name'])
    .where('link_hash', '=', hash)
    .where('link_expires_at', '>', now)
    .executeTakeFirst();
}

export interface SetUp {
  linkHash: Uint8Array;
  passwordHash: string;
  keySealed: Uint8Array;
  timeStep: number;
  now: Date;
}

/** Gives an account what its operator logs in with, and uses up the link; false where it was used meanwhile. */
export async function storeSetUp(
  transaction: DatabaseTransaction,
  { linkHash, passwordHash, keySealed, timeStep, now }: SetUp,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('operator_account')
    .set({
      link_hash: null,
      link_expires_at: null,
      password_hash: passwordHash,
      key_sealed: keySealed,
      last_time_step: timeStep,
      set_up_at: now,
    })
    .where('link_hash', '=', linkHash)
    .where('link_expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
