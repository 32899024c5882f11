import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a newcomer needs to try the service, as `demo.json` holds it. */
export interface DemonstrationFacts {
  baseUrl: string;
  apiKey: string;
  clientId: string;
  redirectUri: string;
  otherApplication: { apiKey: string; clientId: string };
  member: { email: string; password: string; id: string; memberId: number; name: string };
  otherMembers: { id: string; memberId: number; name: string }[];
}

const FILE = 'demo.json';

export function factsPath(dataDirectory: string): string {
  return join(dataDirectory, FILE);
}

/** The facts as last written; null where there are none. */
export async function readFacts(dataDirectory: string): Promise<DemonstrationFacts | null> {
  try {
    return JSON.parse(await readFile(factsPath(dataDirectory), 'utf8')) as DemonstrationFacts;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

// Only the owner may read it: it holds a key and a password. Renamed into place, so that a reader
// never sees half of it.
export async function writeFacts(dataDirectory: string, facts: DemonstrationFacts): Promise<void> {
  const path = factsPath(dataDirectory);
  // With PostgreSQL nothing else has made the directory.
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
