import type { Database } from '../database/schema.ts';
import { recordConnectionUse, recordKeyUse } from './store/last-use.ts';

// Written at most once a minute: a write at every request would cost more than the request.
const PRECISION_MILLISECONDS = 60_000;

type Write = (database: Database, ids: readonly string[], now: Date) => Promise<void>;

/**
 * Notes who was used, without making the request that used them wait. What is noted while a write
 * is under way is written by the next one, so that many uses at once cost few writes. A note is lost
 * where the database does not take it: the request has failed visibly by then.
 */
class UseNotes {
  readonly #write: Write;
  #noted = new Set<string>();
  #now = new Date(0);
  #isWriting = false;

  constructor(write: Write) {
    this.#write = write;
  }

  add(database: Database, ids: readonly string[], now: Date): void {
    for (const id of ids) this.#noted.add(id);
    this.#now = now;
    if (!this.#isWriting) void this.#writeAll(database);
  }

  async #writeAll(database: Database): Promise<void> {
    this.#isWriting = true;
    while (this.#noted.size > 0) {
      const ids = [...this.#noted];
      this.#noted = new Set();
      await this.#write(database, ids, this.#now).catch(() => {});
    }
    this.#isWriting = false;
  }
}

const notesOf = new WeakMap<Database, { keys: UseNotes; connections: UseNotes }>();

function notes(database: Database) {
  const known = notesOf.get(database);
  if (known !== undefined) return known;
  const made = { keys: new UseNotes(recordKeyUse), connections: new UseNotes(recordConnectionUse) };
  notesOf.set(database, made);
  return made;
}

/** Notes that a request came with an API key. */
export function noteKeyUse(database: Database, keyId: string, now: Date): void {
  notes(database).keys.add(database, [keyId], now);
}

/** Notes that an application reads players' data, for the players' account pages. */
export function noteConnectionUse(
  database: Database,
  connectionIds: readonly string[],
  now: Date,
): void {
  if (connectionIds.length > 0) notes(database).connections.add(database, connectionIds, now);
}

/** A use is noted again where the last one was written down before this. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - PRECISION_MILLISECONDS);
}

export function isStale(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= staleSince(now);
}
