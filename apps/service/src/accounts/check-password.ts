import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { readEmail } from './domain/email.ts';
import { PASSWORD_MAXIMUM } from './domain/passwords.ts';
import { decoyHash, verifyPassword } from './password-hash.ts';
import { type AccountRecord, findAccountByEmail } from './store/accounts.ts';

export interface LogInAttempt {
  email: string;
  password: string;
}

export interface CheckedPassword {
  /** The account that logs in, with the hash that was verified; null where they do not fit. */
  account: AccountRecord | null;
  /** The member whose account was tried; null where nobody has the address. */
  memberId: string | null;
}

/**
 * Looks for the account that this e-mail address and password log in. Without an account a decoy is verified, so that the time reveals nothing
 * about who has one.
 */
export async function checkPassword(
  { database }: Pick<Dependencies, 'database'>,
  attempt: LogInAttempt,
): Promise<CheckedPassword> {
  const email = readEmail(attempt.email);
  const account = email === null ? undefined : await findAccountByEmail(database, email);
  const fits = await fitsPassword(attempt.password, account?.passwordHash ?? decoyHash);
  return {
    account: account !== undefined && fits ? account : null,
    memberId: account?.memberId ?? null,
  };
}

/** Whether a typed password, of whatever length, is the one that was hashed. */
export async function fitsPassword(typed: string, hash: string): Promise<boolean> {
  // One character too many fits nobody, and a megabyte is not hashed to find that out.
  return await verifyPassword([...typed].slice(0, PASSWORD_MAXIMUM + 1).join(''), hash);
}
