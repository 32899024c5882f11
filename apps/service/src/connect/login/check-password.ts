import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { normalisePassword, PASSWORD_MAXIMUM } from './domain/passwords.ts';
import { findNamedAccount, type NamedAccount, type NamedRecord } from './store/accounts.ts';

interface LogInAttempt {
  /** Null if the input cannot name an account. */
  named: NamedAccount | null;
  password: string;
}

interface CheckedPassword {
  /** The account that logs in, with the verified hash. Null if name and password do not match. */
  account: NamedRecord | null;
  /** The account that was tried. Null if nobody has the name. */
  accountId: string | null;
}

/**
 * Finds the account with this name and password. Without an account, verifies a decoy, so that the time
 * does not reveal who has an account.
 */
export async function checkPassword(
  { database }: Pick<Dependencies, 'database'>,
  attempt: LogInAttempt,
): Promise<CheckedPassword> {
  const { named } = attempt;
  const account = named === null ? undefined : await findNamedAccount(database, named);
  const fits = await fitsPassword(attempt.password, account?.passwordHash ?? decoyHash);
  return {
    account: account !== undefined && fits ? account : null,
    accountId: account?.accountId ?? null,
  };
}

/** Returns whether a typed password matches the hash. */
export async function fitsPassword(typed: string, hash: string): Promise<boolean> {
  // Cuts a longer password to one character too many, which never matches, so that no megabyte is hashed.
  return await verifyPassword([...typed].slice(0, PASSWORD_MAXIMUM + 1).join(''), hash);
}

const derive = promisify(argon2);

// OWASP's recommendation for argon2id. With less, a stolen table is cheap to guess. With more, a
// handful of log-ins at the same time takes the memory of the machine.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;

const TAG_BYTES = 32;

const storedForm =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns the argon2id hash of a password in the usual text form, which contains its cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  return format(nonce, await deriveTag(password, { ...cost, nonce, tagLength: TAG_BYTES }));
}

/** A hash that no password matches, and that takes as long to verify as any other. */
export const decoyHash = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = storedForm.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) {
    throw new Error('A stored password hash is not in the argon2id form.');
  }
  const expected = Buffer.from(tag, 'base64');
  const actual = await deriveTag(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

async function deriveTag(
  password: string,
  parameters: Omit<Argon2Parameters, 'message'>,
): Promise<Buffer> {
  return await derive('argon2id', { ...parameters, message: normalisePassword(password) });
}

function format(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
