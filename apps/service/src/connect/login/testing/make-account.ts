import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type NewAccount, readNewAccount } from '../../../account/domain/new-account.ts';
import { type CreatedAccount, storeAccount } from '../../../account/register.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import { normalisePassword } from '../domain/passwords.ts';

const derive = promisify(argon2);
const TAG_BYTES = 32;

/** Creates an account like `createAccount`, with a password that is fast to check. Others find the player by default. */
export async function makeAccount(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  account: Omit<NewAccount, 'isDiscoverable'> & Partial<NewAccount>,
): Promise<CreatedAccount> {
  const member = readNewAccount({ isDiscoverable: true, ...account });
  const passwordHash = await cheapHash(account.password);
  const made = await database.transaction().execute((transaction) =>
    storeAccount(transaction, {
      member,
      passwordHash,
      emailProvenAt: null,
      by: 'operator',
      now: clock(),
    }),
  );
  if (made === null) throw new Error(`There is already an account of ${member.email}.`);
  return made;
}

/** Returns a hash in the form of the service at the lowest cost of argon2id. The hash contains its cost. */
export async function cheapHash(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const message = normalisePassword(password);
  const tag = await derive('argon2id', { ...cost, nonce, message, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(tag)}`;
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
