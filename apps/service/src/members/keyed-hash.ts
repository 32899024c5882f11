import { createHmac, randomBytes } from 'node:crypto';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Database, DatabaseTransaction } from '../platform/database/schema.ts';
import { reseal } from '../platform/secrets/reseal.ts';
import {
  createSecretSealing,
  openOrNull,
  type SecretSealing,
  SecretsKeyError,
} from '../platform/secrets/sealing.ts';
import {
  findKeyedHashKey,
  forgetKeyedHashes,
  hashStoredFacts,
  insertKeyedHashKey,
  type PaddedKey,
  replaceKeyedHashKey,
} from './store/members.ts';

/**
 * Hashes by HMAC-SHA-256 with the key of the database, in hexadecimal. The service recognises the same value, but a reader
 * of the database cannot guess it.
 */
export type KeyedHash = (value: string | Uint8Array) => string;

const BLOCK_BYTES = 64;

/** @param key At most 64 bytes. */
export function paddedKey(key: Uint8Array): PaddedKey {
  const padded = new Uint8Array(BLOCK_BYTES);
  padded.set(key);
  return { inner: padded.map((byte) => byte ^ 0x36), outer: padded.map((byte) => byte ^ 0x5c) };
}

const CONTEXT = 'key of keyed hashes';

const KEY_BYTES = 32;

/**
 * Returns the hash for email addresses of ghosts (members without an account) in this database. The first caller creates the key
 * and hashes what is stored in plain text. Call it before a transaction begins.
 */
export async function openKeyedHash(
  dependencies: Pick<Dependencies, 'database' | 'configuration'>,
): Promise<KeyedHash> {
  const { database } = dependencies;
  let known = opened.get(database);
  if (known === undefined) {
    known = open(dependencies);
    opened.set(database, known);
    known.catch(() => opened.delete(database));
  }
  return await known;
}

// The key never changes while a service runs.
const opened = new WeakMap<Database, Promise<KeyedHash>>();

async function open({
  database,
  configuration,
}: Pick<Dependencies, 'database' | 'configuration'>): Promise<KeyedHash> {
  const sealing = createSecretSealing(configuration);
  const sealed = (await findKeyedHashKey(database)) ?? (await makeKey(database, sealing));
  const text = await openOrNull(sealing, sealed, CONTEXT);
  if (text === null) throw lacksKey();
  const key = Buffer.from(text, 'base64');
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}

function lacksKey(): SecretsKeyError {
  return new SecretsKeyError(
    'The addresses of this database were hashed under another key. Give the key with which it was sealed ' +
      'with (SECRETS_KEY, or secrets.key in DATA_DIR).',
  );
}

async function makeKey(database: Database, sealing: SecretSealing): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES);
  const sealed = await sealing.seal(key.toString('base64'), CONTEXT);
  await database.transaction().execute(async (transaction) => {
    if (await insertKeyedHashKey(transaction, sealed)) {
      await hashStoredFacts(transaction, paddedKey(key));
    }
  });
  // If several instances created a key, all use the first.
  const stored = await findKeyedHashKey(database);
  if (stored === undefined) throw new Error('The key of keyed hashes is missing.');
  return stored;
}

/**
 * Seals the key with the present secrets key. If it is lost, all stored hashes are deleted.
 * @throws SecretsKeyError if no secrets key opens it and `isLost` is false.
 */
export async function resealKeyedHashKey(
  transaction: DatabaseTransaction,
  sealing: SecretSealing,
  { isLost }: { isLost: boolean },
): Promise<void> {
  const sealed = await findKeyedHashKey(transaction);
  if (sealed === undefined) return;
  const resealed = await reseal(sealing, sealed, CONTEXT);
  if (resealed === sealed) return;
  if (resealed !== null) await replaceKeyedHashKey(transaction, resealed);
  else if (isLost) await forgetKeyedHashes(transaction);
  else throw lacksKey();
}
