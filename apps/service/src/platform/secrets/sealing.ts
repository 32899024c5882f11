import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import type { SealingKeys } from '../configuration/setting-parsers.ts';

/** Seals secrets for the database. A secret opens only for the `context` that it was sealed for. */
export interface SecretSealing {
  seal: (secret: string, context: string) => Promise<Uint8Array>;
  open: (sealed: Uint8Array, context: string) => Promise<string>;
  /** Returns whether the sealing key opens it, and not another one. */
  isCurrent: (sealed: Uint8Array, context: string) => Promise<boolean>;
}

const CIPHER = 'aes-256-gcm';

const KEY_BYTES = 32;

const NONCE_BYTES = 12;

const TAG_BYTES = 16;

// The first byte of a sealed secret, so that another cipher can follow one day.
const VERSION = 1;

/**
 * Seals by AES-256-GCM into version, nonce, tag, and ciphertext with the first key, and opens with any key. Keys are
 * loaded at their first use. If there is none, it creates one, unless `creates` is false.
 */
export function createSecretSealing(source: KeySource, { creates = true } = {}): SecretSealing {
  let loading: Promise<SealingKeys> | null = null;
  const loadKeys = async () => {
    loading ??= loadSealingKeys(source, creates);
    try {
      return await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return {
    seal: async (secret, context) => seal((await loadKeys())[0], secret, context),
    open: async (sealed, context) => {
      for (const key of await loadKeys()) {
        const secret = open(key, sealed, context);
        if (secret !== null) return secret;
      }
      throw new UnreadableSecretError();
    },
    isCurrent: async (sealed, context) => open((await loadKeys())[0], sealed, context) !== null,
  };
}

/** Hashes a text by HMAC-SHA-256 under the first key, so that a reader of the database cannot guess the text. */
export async function hashUnderSecretsKey(source: KeySource, text: string): Promise<Uint8Array> {
  const [key] = await loadSealingKeys(source);
  return createHmac('sha256', key).update(text).digest();
}

/** Returns the secret. Null if no key opens it. */
export async function openOrNull(
  sealing: SecretSealing,
  sealed: Uint8Array,
  context: string,
): Promise<string | null> {
  try {
    return await sealing.open(sealed, context);
  } catch (error) {
    if (error instanceof UnreadableSecretError) return null;
    throw error;
  }
}

function seal(key: Uint8Array, secret: string, context: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const ciphertext = [cipher.update(secret, 'utf8'), cipher.final()];
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ...ciphertext]);
}

function open(key: Uint8Array, sealed: Uint8Array, context: string): string | null {
  if (sealed[0] !== VERSION) return null;
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const ciphertext = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

class UnreadableSecretError extends Error {
  override name = 'UnreadableSecretError';

  constructor() {
    super(
      'A secret cannot be read with the present key. ' +
        'Give this instance the key it was sealed with (SECRETS_KEY, or secrets.key in DATA_DIR).',
    );
  }
}

/** The sealing key is missing or invalid. The message says what to do. */
export class SecretsKeyError extends Error {
  override name = 'SecretsKeyError';
}

export type KeySource = Pick<Configuration, 'secretsKeys' | 'dataDirectory'>;

/** The file of the key, if SECRETS_KEY is empty. */
export function secretsKeyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secrets.key');
}

/** Loads the configured keys, or the key in the data directory. */
async function loadSealingKeys(
  { secretsKeys, dataDirectory }: KeySource,
  creates = true,
): Promise<SealingKeys> {
  if (secretsKeys !== null) return secretsKeys;
  const path = secretsKeyFile(dataDirectory);
  const stored = await readIfThere(path);
  if (stored === null && !creates) {
    throw new SecretsKeyError(
      `There is no key to encrypt with: SECRETS_KEY is empty, and there is no ${path}. Give this command the SECRETS_KEY or the ` +
        'DATA_DIR of the service.',
    );
  }
  const text = stored ?? (await makeKeyFile(dataDirectory, path));
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return [key];
  throw new SecretsKeyError(
    `${path} does not hold ${KEY_BYTES} bytes as base64. Restore it from a backup or give the key ` +
      'as SECRETS_KEY. Another key cannot read the secrets that exist.',
  );
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

// Writes another file and links it, so that nobody reads half a key, and one of two writers wins.
async function makeKeyFile(directory: string, path: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return await readFile(path, 'utf8');
}

/** The purpose of a secret, visible in its first letters in a log or a leak report. */
type SecretPrefix = 'prk_' | 'pra_' | 'prr_' | 'prc_' | 'pro_';

const SECRET_BYTES = 32;

/** Returns 256 random bits after a prefix that shows the purpose of the secret. */
export function newSecret(prefix: SecretPrefix | ''): string {
  return prefix + randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns a nonce for `deriveSecret`. */
export function newNonce(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/**
 * Derives a secret from another one and a nonce. It is as strong as a new one: a client that has only the first
 * secret, or a thief who has only the database, cannot derive it.
 */
export function deriveSecret(prefix: SecretPrefix, from: string, nonce: Uint8Array): string {
  return prefix + createHmac('sha256', from).update(prefix).update(nonce).digest('base64url');
}

// A fast hash is enough, because the secrets are 256 random bits, which nobody can guess.
export function hashSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest();
}
