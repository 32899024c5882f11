import type { Database, DatabaseTransaction } from '../database/schema.ts';
import { openOrNull, type SecretSealing } from './sealing.ts';

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

export interface ResealOptions {
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
