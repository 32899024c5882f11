import { readFile, writeFile } from 'node:fs/promises';
import type { EndpointId } from '@partner-rating/client';

/** The signing secret of a webhook endpoint, and the id of that endpoint. */
export interface StoredSecret {
  id: EndpointId;
  secret: string;
}

/** The stored secret; null where there is none that can be read. */
export async function readSecret(path: string): Promise<StoredSecret | null> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Partial<StoredSecret>;
    const { id, secret } = stored;
    if (typeof id !== 'string' || typeof secret !== 'string') return null;
    return { id, secret };
  } catch {
    return null;
  }
}

export async function writeSecret(path: string, stored: StoredSecret): Promise<void> {
  // Only the owner may read it: it can be used to sign events.
  await writeFile(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
}
