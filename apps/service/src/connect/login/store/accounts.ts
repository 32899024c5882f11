import { type Insertable, sql } from 'kysely';
import type {
  AccountTable,
  Database,
  DatabaseTransaction,
  NewMemberRow,
} from '../../../platform/database/schema.ts';

export type RealmName = 'player' | 'partner' | 'operator';

type Role = AccountTable['role'];

export const rolesOf: Readonly<Record<RealmName, readonly Role[]>> = {
  player: ['player'],
  partner: ['partner'],
  operator: ['support', 'admin'],
};

/** Identifies an account by what people type to log in: the name of an operator, or the email address in any case. */
export interface NamedAccount {
  of: RealmName;
  name: string;
}

/** The owner of an account, and the address for mails about it. */
export interface AccountHolder {
  of: RealmName;
  accountId: string;
  email: string | null;
}

export interface AccountRecord {
  accountId: string;
  passwordHash: string;
}

export interface NamedRecord extends AccountRecord {
  email: string | null;
}

/** The email address of an account, in SQL. For a player, it is the member's. */
const emailOfAccount = sql<string | null>`coalesce(member.email, account.email)`;

function selectAccounts(database: Database) {
  return database.selectFrom('account').leftJoin('member', 'member.id', 'account.member_id');
}

/** Selects the account with this log-in name. */
export function selectNamed(database: Database, { of, name }: NamedAccount) {
  const column = {
    player: sql`lower(member.email)`,
    partner: sql`lower(account.email)`,
    operator: sql`account.name`,
  }[of];
  return selectAccounts(database)
    .where('account.role', 'in', rolesOf[of])
    .where(column, '=', sql`lower(${name})`);
}

export async function findNamedAccount(
  database: Database,
  named: NamedAccount,
): Promise<NamedRecord | undefined> {
  return await selectNamed(database, named)
    .select([
      'account.id as accountId',
      'account.password_hash as passwordHash',
      emailOfAccount.as('email'),
    ])
    .executeTakeFirst();
}

/** Inserts a member. Returns undefined if another member has the email address. */
export async function insertMemberWithEmail(
  transaction: DatabaseTransaction,
  member: NewMemberRow,
): Promise<{ id: string; memberNumber: number } | undefined> {
  return await transaction
    .insertInto('member')
    .values(member)
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).where('email', 'is not', null).doNothing(),
    )
    .returning(['id', 'member_number as memberNumber'])
    .executeTakeFirst();
}

/** Returns false if another account has the address. */
export async function insertAccount(
  transaction: DatabaseTransaction,
  account: Insertable<AccountTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns how somebody logs in: the address and whether it is proven, and the hash of the password and its age. */
export async function findAccount(
  database: Database,
  accountId: string,
): Promise<
  | {
      role: Role;
      name: string | null;
      email: string | null;
      passwordHash: string;
      passwordChangedAt: Date;
      emailProvenAt: Date | null;
    }
  | undefined
> {
  return await selectAccounts(database)
    .select([
      'account.role',
      'account.name',
      emailOfAccount.as('email'),
      'password_hash as passwordHash',
      'password_changed_at as passwordChangedAt',
      'email_proven_at as emailProvenAt',
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Replaces the password of an account that is not locked, in one statement. If several requests change the same
 * password, only one gets true.
 */
export async function replacePassword(
  transaction: DatabaseTransaction,
  {
    accountId,
    oldHash,
    newHash,
    now,
  }: { accountId: string; oldHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ password_hash: newHash, password_changed_at: now })
    .where('id', '=', accountId)
    .where('password_hash', '=', oldHash)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Locks the password until the transaction ends. Returns false if it has changed. @param isAlone Whether the
 * transaction changes the account. Other transactions that lock the password wait for this one.
 */
export async function lockPassword(
  transaction: DatabaseTransaction,
  { accountId, passwordHash }: AccountRecord,
  isAlone = false,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .$if(isAlone, (query) => query.forUpdate())
    .$if(!isAlone, (query) => query.forShare())
    .executeTakeFirst();
  return held !== undefined;
}

/** Prevents log-ins to the account until the transaction ends. Returns false if there is none. */
export async function lockAccount(
  transaction: DatabaseTransaction,
  accountId: string,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

export async function recordLogIn(
  transaction: DatabaseTransaction,
  accountId: string,
  now: Date,
): Promise<void> {
  const account = transaction.updateTable('account').where('id', '=', accountId);
  await account.set({ last_log_in_at: now }).execute();
}

/** Replaces the password unconditionally. */
export async function overwritePassword(
  transaction: DatabaseTransaction,
  { accountId, passwordHash, now }: AccountRecord & { now: Date },
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('id', '=', accountId)
    .execute();
}

/** Locks or unlocks the account for log-ins. Returns false if nothing changed. */
export async function setAccountLock(
  transaction: DatabaseTransaction,
  accountId: string,
  lockedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ locked_at: lockedAt })
    .where('id', '=', accountId)
    .where('locked_at', lockedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns whether an operator has locked the account. */
export async function isAccountLocked(database: Database, accountId: string): Promise<boolean> {
  const locked = await database
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst();
  return locked !== undefined;
}

/** Keeps operators from locking the account until the transaction ends. Returns false if it is locked or does not exist. */
export async function lockOpenAccount(
  transaction: DatabaseTransaction,
  accountId: string,
): Promise<boolean> {
  const open = await transaction
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('locked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return open !== undefined;
}

/** Does the same. If an email address is given, also returns false if the account has another one. */
export async function lockOpenAccountOf(
  transaction: DatabaseTransaction,
  { accountId, email }: { accountId: string; email: string | null },
): Promise<boolean> {
  if (!(await lockOpenAccount(transaction, accountId))) return false;
  if (email === null) return true;
  const account = await findAccount(transaction, accountId);
  return account?.email?.toLowerCase() === email.toLowerCase();
}

interface PasswordReset {
  accountId: string;
  email: string;
  newHash: string;
  /** Whether an operator gave the link out. Such a link works on a locked account too. */
  isByOperator: boolean;
  now: Date;
}

/** Replaces a forgotten password and marks the address as proven, if the account still has it. */
export async function resetPasswordOf(
  transaction: DatabaseTransaction,
  { accountId, email, newHash, isByOperator, now }: PasswordReset,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({
      password_hash: newHash,
      password_changed_at: now,
      email_proven_at: sql<Date>`coalesce(email_proven_at, ${now}::timestamptz)`,
    })
    .where('id', '=', accountId)
    .$if(!isByOperator, (query) => query.where('locked_at', 'is', null))
    .where(
      sql<string>`lower(coalesce(account.email, (select email from member where member.id = account.member_id)))`,
      '=',
      sql<string>`lower(${email})`,
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the member's address, and locks it until the transaction ends. */
export async function lockEmail(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string | null> {
  const member = await transaction
    .selectFrom('member')
    .select('email')
    .where('id', '=', memberId)
    // Does not block a log-in, which refers to the member.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return member?.email ?? null;
}

/** Gives a player an address that is proven. Returns false if somebody else has the address, or the account is locked. */
export async function replaceEmail(
  transaction: DatabaseTransaction,
  { memberId, email, now }: { memberId: string; email: string; now: Date },
): Promise<boolean> {
  const other = await transaction
    .selectFrom('member')
    .select('id')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .where('id', '!=', memberId)
    .executeTakeFirst();
  if (other !== undefined) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ email_proven_at: now })
    .where('member_id', '=', memberId)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await transaction.updateTable('member').set({ email }).where('id', '=', memberId).execute();
  return true;
}
