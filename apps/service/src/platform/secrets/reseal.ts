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

/** Rows of one kind in which something is sealed. */
export interface SealedRows<Row> {
  count: (database: Database) => Promise<number>;
  /** Those that follow a row, or the first, which nobody else changes until the transaction ends. */
  lockAfter: (transaction: DatabaseTransaction, row: Row | null, limit: number) => Promise<Row[]>;
  /** The row sealed with the present key: itself where it is already, null where no key opens it. */
  reseal: (row: Row, sealing: SecretSealing) => Promise<Row | null>;
  store: (transaction: DatabaseTransaction, row: Row) => Promise<void>;
  /** Names the owner, for the operator. */
  ownerOf: (row: Row) => string;
}

/** What became of the rows of one kind. */
export interface Resealed {
  rows: number;
  /** How many the present key did not open before; where nothing is stored, how many remain. */
  resealed: number;
  /** The owners of rows that no key can open. */
  lost: string[];
}

interface ResealOptions {
  sealing: SecretSealing;
  /** Store nothing. */
  isDryRun: boolean;
  /** Called after each batch. */
  onProgress: (done: number, total: number) => void;
}

const BATCH_ROWS = 500;

/**
 * Seals rows with the present key, each batch in a transaction of its own: where it is interrupted, the next run
 * passes over those that are sealed with it.
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

/** A secret sealed with the present key: the same bytes where it is already, null where no key opens it. */
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
 * Refuses keys of which none is a key the database was sealed with, or one is missing. The first one ever checked
 * is the key of the database from then on, of several instances that start at once that of the first. Another one
 * is added where it seals beside it.
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

/** Makes the key that seals now the only one of the database; false where it was. */
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
      'This database was sealed with another key. Give this instance the key it was sealed with ' +
        '(SECRETS_KEY, or secrets.key in DATA_DIR), while the key is changed both. To change it, or where it is ' +
        `lost, see \`${commandLines.operator} secrets reseal --help\`.`,
    );
  }
}

async function sealKeyCheck(sealing: SecretSealing): Promise<KeyCheck> {
  const context = 'key check';
  return { sealed: await sealing.seal(context, context), context };
}
