import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { SessionTokens } from '@partner-rating/client';

/** The tokens of connected players, by the key of their session. */
export type StoredConnections = Map<string, SessionTokens>;

/** The connections as last written; none where there is no such file yet. */
export function readConnections(path: string): StoredConnections {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(path, 'utf8'))));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return new Map();
    throw new Error(`${path} is not JSON. Delete it, and let the players connect again.`);
  }
}

/**
 * Replaces the file at once, by renaming: a process that is killed leaves the old file or the new one. In your
 * application this is a table, whose rows are encrypted.
 */
export function writeConnections(path: string, connections: StoredConnections): void {
  const text = JSON.stringify(Object.fromEntries(connections), null, 2);
  // Only the owner may read it: the tokens are secrets.
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
