import { readFile, writeFile } from 'node:fs/promises';

/** The signing secret of a webhook endpoint, and when that endpoint was created. */
export interface StoredSecret {
  secret: string;
  createdAt: string;
}

/** The stored secret; null where there is none that can be read. */
export async function readSecret(path: string): Promise<StoredSecret | null> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Partial<StoredSecret>;
    const { secret, createdAt } = stored;
    if (typeof secret !== 'string' || typeof createdAt !== 'string') return null;
    return { secret, createdAt };
  } catch {
    return null;
  }
}

export async function writeSecret(path: string, stored: StoredSecret): Promise<void> {
  // Only the owner may read it: it can be used to sign events.
  await writeFile(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
}
