import { commandLines } from '../configuration/configuration.ts';
import type { Database, DatabaseTransaction } from '../database/schema.ts';
import { openOrNull, type SecretSealing, SecretsKeyError } from './sealing.ts';
import {
  deleteKeyChecks,
  insertKeyCheck,
  type KeyCheck,
  listKeyChecks,
  lockKeyChecks,
} from './store/key-check.ts';

/** Rows of one kind that contain something sealed. */
export interface SealedRows<Row> {
  count: (database: Database) => Promise<number>;
  /** Returns the rows after a row, or the first ones, and locks them until the transaction ends. */
  lockAfter: (transaction: DatabaseTransaction, row: Row | null, limit: number) => Promise<Row[]>;
  /** Returns the row sealed with the current key: the same row if it already was, null if no key opens it. */
  reseal: (row: Row, sealing: SecretSealing) => Promise<Row | null>;
  store: (transaction: DatabaseTransaction, row: Row) => Promise<void>;
  /** Names the owner for the operator. */
  ownerOf: (row: Row) => string;
}

/** The result for the rows of one kind. */
export interface Resealed {
  rows: number;
  /** How many rows another key had sealed. In a dry run, how many there are. */
  resealed: number;
  /** The owners of rows that no key can open. */
  lost: string[];
}

interface ResealOptions {
  sealing: SecretSealing;
  isDryRun: boolean;
  /** Called after each batch. */
  onProgress: (done: number, total: number) => void;
}

const BATCH_ROWS = 500;

/**
 * Seals rows with the current key, each batch in its own transaction. After an interruption, the next run
 * skips the rows that are done.
 */
export async function resealRows<Row>(
  database: Database,
  rows: SealedRows<Row>,
  { sealing, isDryRun, onProgress }: ResealOptions,
): Promise<Resealed> {
  const total = await rows.count(database);
  const result: Resealed = { rows: 0, resealed: 0, lost: [] };
  let last: Row | null = null;
  for (;;) {
    const batch: Row[] = await database.transaction().execute(async (transaction) => {
      const locked = await rows.lockAfter(transaction, last, BATCH_ROWS);
      for (const row of locked) {
        const resealed = await rows.reseal(row, sealing);
        if (resealed === null) result.lost.push(rows.ownerOf(row));
        else if (resealed !== row) {
          result.resealed += 1;
          if (!isDryRun) await rows.store(transaction, resealed);
        }
      }
      return locked;
    });
    result.rows += batch.length;
    if (batch.length > 0) onProgress(result.rows, Math.max(total, result.rows));
    last = batch.at(-1) ?? null;
    if (batch.length < BATCH_ROWS) return result;
  }
}

/** Returns a secret sealed with the current key: the same bytes if it already was, null if no key opens it. */
export async function reseal(
  sealing: SecretSealing,
  sealed: Uint8Array,
  context: string,
): Promise<Uint8Array | null> {
  if (await sealing.isCurrent(sealed, context)) return sealed;
  const secret = await openOrNull(sealing, sealed, context);
  return secret === null ? null : await sealing.seal(secret, context);
}

/**
 * Refuses keys if none of them is a key of the database, or if one of the database's keys is missing. The first key
 * that is ever checked becomes the key of the database. If several instances start at once, the first one wins. A
 * second key is added if it comes with a key of the database.
 * @throws SecretsKeyError
 */
export async function checkSecretsKey(database: Database, sealing: SecretSealing): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockKeyChecks(transaction);
    const checks = await listKeyChecks(transaction);
    await refuseMissingKey(checks, sealing);
    for (const { sealed, context } of checks) {
      if (await sealing.isCurrent(sealed, context)) return;
    }
    await insertKeyCheck(transaction, await sealKeyCheck(sealing));
  });
}

/**
 * Refuses keys that do not open everything the database was sealed with.
 * @throws SecretsKeyError
 */
export async function requireSecretsKeys(
  database: Database,
  sealing: SecretSealing,
): Promise<void> {
  await refuseMissingKey(await listKeyChecks(database), sealing);
}

/** Makes the current sealing key the only key of the database. Returns false if it already was. */
export async function acceptSecretsKey(
  transaction: DatabaseTransaction,
  sealing: SecretSealing,
): Promise<boolean> {
  await lockKeyChecks(transaction);
  const [check, ...others] = await listKeyChecks(transaction);
  const isOnly = others.length === 0 && check !== undefined;
  if (isOnly && (await sealing.isCurrent(check.sealed, check.context))) return false;
  await deleteKeyChecks(transaction);
  await insertKeyCheck(transaction, await sealKeyCheck(sealing));
  return true;
}

async function refuseMissingKey(checks: KeyCheck[], sealing: SecretSealing): Promise<void> {
  for (const { sealed, context } of checks) {
    if ((await openOrNull(sealing, sealed, context)) !== null) continue;
    throw new SecretsKeyError(
      'This database was sealed with another key. Give this instance that key (SECRETS_KEY, or secrets.key in ' +
        'DATA_DIR). During a change of the key, give it both keys. To change the key, or if it is lost, ' +
        `see \`${commandLines.operator} secrets reseal --help\`.`,
    );
  }
}

async function sealKeyCheck(sealing: SecretSealing): Promise<KeyCheck> {
  const context = 'key check';
  return { sealed: await sealing.seal(context, context), context };
}
