import { argon2Sync, randomBytes } from 'node:crypto';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type CreatedAccount, storeAccount } from '../create-account.ts';
import { type NewAccount, readNewAccount } from '../domain/new-account.ts';
import { normalisePassword } from '../domain/passwords.ts';

const TAG_BYTES = 32;

/** An account as `createAccount` makes it, whose password takes next to no time to check. */
export async function makeAccount(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  account: NewAccount,
): Promise<CreatedAccount> {
  const member = readNewAccount(account);
  const passwordHash = cheapHash(account.password);
  const made = await database.transaction().execute((transaction) =>
    storeAccount(transaction, {
      member,
      passwordHash,
      emailProvenAt: null,
      by: 'operator',
      now: clock(),
    }),
  );
  if (made === null) throw new Error(`There is an account of ${member.email} already.`);
  return made;
}

/** A hash in the form of the service, made at the least cost that argon2id has: it says itself at what cost. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const message = normalisePassword(password);
  const tag = argon2Sync('argon2id', { ...cost, nonce, message, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
