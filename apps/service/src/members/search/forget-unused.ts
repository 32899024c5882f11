import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, DatabaseTransaction } from '../../platform/database/schema.ts';
import {
  deleteUnusedLocations,
  deleteUnusedTokens,
  findUnusedLocations,
  findUnusedTokens,
  type Location,
  lockMembersNow,
} from './store/unused-tokens.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 50;

/**
 * Deletes the tokens and locations among these that no member has any more. A statement that writes a
 * member looks at what is there, so members are locked meanwhile; where the lock cannot be had soon, it
 * is left to retention.
 */
export async function forgetUnused(
  database: Database,
  { tokens, locations }: { tokens: readonly string[]; locations: readonly Location[] },
): Promise<number> {
  return await withoutWriters(database, async (transaction) => {
    const deleted = await deleteUnusedTokens(transaction, tokens);
    return deleted + (await deleteUnusedLocations(transaction, locations));
  });
}

/** Goes through all tokens of names in batches, and deletes those that no member has any more. */
export async function* forgetUnusedTokens(
  database: Database,
  limit: number,
): AsyncGenerator<number> {
  for (let after: string | null = ''; after !== null; ) {
    const { last, unused } = await findUnusedTokens(database, after, limit);
    yield unused.length === 0 ? 0 : await forgetUnused(database, { tokens: unused, locations: [] });
    after = last;
  }
}

/** The same with the locations of members. */
export async function* forgetUnusedLocations(
  database: Database,
  limit: number,
): AsyncGenerator<number> {
  for (let after: Location | null = { city: '', state: '', country: '' }; after !== null; ) {
    const { last, unused } = await findUnusedLocations(database, after, limit);
    yield unused.length === 0 ? 0 : await forgetUnused(database, { tokens: [], locations: unused });
    after = last;
  }
}

async function withoutWriters(
  database: Database,
  run: (transaction: DatabaseTransaction) => Promise<number>,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction().execute(async (transaction) => {
        await lockMembersNow(transaction);
        return await run(transaction);
      });
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt === ATTEMPTS) return 0;
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
