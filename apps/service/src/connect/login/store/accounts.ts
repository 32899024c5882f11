import { type Insertable, sql } from 'kysely';
import type {
  AccountTable,
  Database,
  DatabaseTransaction,
  NewMemberRow,
} from '../../../platform/database/schema.ts';

export interface AccountRecord {
  memberId: string;
  passwordHash: string;
}

/** The account that logs in with this e-mail address, whatever its case. */
export async function findAccountByEmail(
  database: Database,
  email: string,
): Promise<AccountRecord | undefined> {
  return await database
    .selectFrom('account')
    .innerJoin('member', 'member.id', 'account.member_id')
    .select(['account.member_id as memberId', 'account.password_hash as passwordHash'])
    .where(sql<string>`lower(member.email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst();
}

/** Inserts the member; undefined where another has the e-mail address. */
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

export async function insertAccount(
  transaction: DatabaseTransaction,
  account: Insertable<AccountTable>,
): Promise<void> {
  await transaction.insertInto('account').values(account).execute();
}

/** How the member logs in: the address and whether it is proven, the hash of the password, and since when it is that one. */
export async function findAccount(
  database: Database,
  memberId: string,
): Promise<
  | {
      email: string | null;
      passwordHash: string;
      passwordChangedAt: Date;
      emailProvenAt: Date | null;
    }
  | undefined
> {
  return await database
    .selectFrom('account')
    .innerJoin('member', 'member.id', 'account.member_id')
    .select([
      'member.email as email',
      'password_hash as passwordHash',
      'password_changed_at as passwordChangedAt',
      'email_proven_at as emailProvenAt',
    ])
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/**
 * Replaces the password of an account that is not locked, in one statement: of several changes from the same
 * one only one gets true.
 */
export async function replacePassword(
  transaction: DatabaseTransaction,
  {
    memberId,
    oldHash,
    newHash,
    now,
  }: { memberId: string; oldHash: string; newHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ password_hash: newHash, password_changed_at: now })
    .where('member_id', '=', memberId)
    .where('password_hash', '=', oldHash)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps the password as it is until the transaction ends; false where it is another already. */
export async function lockPassword(
  transaction: DatabaseTransaction,
  { memberId, passwordHash }: AccountRecord,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('account')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('password_hash', '=', passwordHash)
    .forShare()
    .executeTakeFirst();
  return held !== undefined;
}

/** Lets nobody log in to the account until the transaction ends; false where there is none. */
export async function lockAccount(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('account')
    .select('member_id')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Replaces the password, whichever it is. */
export async function overwritePassword(
  transaction: DatabaseTransaction,
  { memberId, passwordHash, now }: AccountRecord & { now: Date },
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ password_hash: passwordHash, password_changed_at: now })
    .where('member_id', '=', memberId)
    .execute();
}

/** Lets nobody log in to the account from now on, or again; false where it was so already. */
export async function setAccountLock(
  transaction: DatabaseTransaction,
  memberId: string,
  lockedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({ locked_at: lockedAt })
    .where('member_id', '=', memberId)
    .where('locked_at', lockedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether an operator lets nobody log in to the account. */
export async function isAccountLocked(database: Database, memberId: string): Promise<boolean> {
  const locked = await database
    .selectFrom('account')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst();
  return locked !== undefined;
}

/** Has no operator lock the account until the transaction ends; false where it is locked, or there is none. */
export async function lockOpenAccount(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<boolean> {
  const open = await transaction
    .selectFrom('account')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('locked_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return open !== undefined;
}

/** The same of an account that has this e-mail address. */
export async function lockOpenAccountOf(
  transaction: DatabaseTransaction,
  { memberId, email }: { memberId: string; email: string },
): Promise<boolean> {
  if (!(await lockOpenAccount(transaction, memberId))) return false;
  return (await findAccountByEmail(transaction, email))?.memberId === memberId;
}

interface PasswordReset {
  memberId: string;
  email: string;
  newHash: string;
  /** Whether an operator gave out the link, which works on a locked account too. */
  isByOperator: boolean;
  now: Date;
}

/** Replaces a forgotten password and marks the address proven, where the account still has it. */
export async function resetPasswordOf(
  transaction: DatabaseTransaction,
  { memberId, email, newHash, isByOperator, now }: PasswordReset,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('account')
    .set({
      password_hash: newHash,
      password_changed_at: now,
      email_proven_at: sql<Date>`coalesce(email_proven_at, ${now}::timestamptz)`,
    })
    .where('member_id', '=', memberId)
    .$if(!isByOperator, (query) => query.where('locked_at', 'is', null))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('member')
          .select('id')
          .where('id', '=', memberId)
          .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The member's address, which nobody else changes until the transaction ends. */
export async function lockEmail(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string | null> {
  const member = await transaction
    .selectFrom('member')
    .select('email')
    .where('id', '=', memberId)
    // A log-in that refers to the member goes on.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return member?.email ?? null;
}

/** Makes an address that of the account, proven; false where somebody else has it, or the account is locked. */
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
