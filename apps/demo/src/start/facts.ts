import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './options.ts';

/** The part of `demo.json` that this application needs. The service's demonstration writes this file. */
export interface Facts {
  /** The service's public address, which is its issuer (`iss`). */
  baseUrl: string;
  apiKey: string;
  redirectUri: string;
  member: { email: string; password: string; id: string; name: string };
  otherMembers: ClubMember[];
}

export interface ClubMember {
  id: string;
  memberId: number;
  name: string;
}

export async function readFacts(dataDirectory: string): Promise<Facts> {
  const path = join(dataDirectory, 'demo.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new StartFailure(`${path} cannot be read: ${error.message}`);
    throw new StartFailure(
      `There is no ${path}: the service runs without its demonstration, or with another data ` +
        'directory. Set DATA_DIR to that directory, or start the service with SEED=demo and an ' +
        'empty one.',
    );
  });
  try {
    return JSON.parse(text) as Facts;
  } catch {
    throw new StartFailure(
      `${path} is not JSON. Delete the directory. The service then creates it again.`,
    );
  }
}
