import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { normalisePassword, PASSWORD_MAXIMUM } from './domain/passwords.ts';
import { findNamedAccount, type NamedAccount, type NamedRecord } from './store/accounts.ts';

interface LogInAttempt {
  /** Null if what was typed names no account. */
  named: NamedAccount | null;
  password: string;
}

interface CheckedPassword {
  /** The account that logs in, with the hash that was verified; null where they do not fit. */
  account: NamedRecord | null;
  /** The account that was tried; null where nobody has the name. */
  accountId: string | null;
}

/**
 * Looks for the account that this name and password log in. Without an account a decoy is verified, so that the time
 * reveals nothing about who has one.
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

/** Whether a typed password, of whatever length, is the one that was hashed. */
export async function fitsPassword(typed: string, hash: string): Promise<boolean> {
  // One character too many fits nobody, and a megabyte is not hashed to find that out.
  return await verifyPassword([...typed].slice(0, PASSWORD_MAXIMUM + 1).join(''), hash);
}

const derive = promisify(argon2);

// OWASP's recommendation for argon2id. Less makes a stolen table cheap to guess; more lets a
// handful of log-ins at once take the machine's memory.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;

const TAG_BYTES = 32;

const storedForm =
  /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The password's argon2id hash in the usual text form, which says at what cost it was made. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  return format(nonce, await deriveTag(password, { ...cost, nonce, tagLength: TAG_BYTES }));
}

/** A hash that no password fits, and that takes as long to find that out as any other. */
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
