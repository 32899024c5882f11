import { createSerialBatchLoader } from '../concurrency/batch-loader.ts';
import type { Database } from '../database/schema.ts';
import { recordConnectionUse, recordKeyUse } from './store/last-use.ts';

// Written at most once a minute: a write at every request would cost more than the request.
const PRECISION_MILLISECONDS = 60_000;

type Write = (database: Database, ids: readonly string[], now: Date) => Promise<void>;

interface Use {
  id: string;
  now: Date;
}

/**
 * Notes who was used, without making the request that used them wait. What is noted while a write
 * is under way is written by the next one, so that many uses at once cost few writes. A note is lost
 * where the database does not take it: the request has failed visibly by then.
 */
function createNotes(database: Database, write: Write): (use: Use) => void {
  const load = createSerialBatchLoader(async (uses: readonly Use[]) => {
    const ids = new Set(uses.map(({ id }) => id));
    await write(database, [...ids], uses.at(-1)?.now ?? new Date(0));
    return uses.map(() => undefined);
  });
  return (use) => void load(use).catch(() => {});
}

type Notes = Record<'ofKey' | 'ofConnection', (use: Use) => void>;

const notesOf = new WeakMap<Database, Notes>();

function notes(database: Database): Notes {
  const known = notesOf.get(database);
  if (known !== undefined) return known;
  const made = {
    ofKey: createNotes(database, recordKeyUse),
    ofConnection: createNotes(database, recordConnectionUse),
  };
  notesOf.set(database, made);
  return made;
}

/** Notes that a request came with an API key. */
export function noteKeyUse(database: Database, keyId: string, now: Date): void {
  notes(database).ofKey({ id: keyId, now });
}

/** Notes that an application reads players' data, for the players' account pages. */
export function noteConnectionUse(
  database: Database,
  connectionIds: readonly string[],
  now: Date,
): void {
  for (const id of connectionIds) notes(database).ofConnection({ id, now });
}

/** A use is noted again where the last one was written down before this. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - PRECISION_MILLISECONDS);
}

export function isStale(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= staleSince(now);
}
