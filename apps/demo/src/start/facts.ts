import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from './options.ts';

/** The part of demo.json, which the service's demonstration writes, that this application needs. */
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
      `There is no ${path}: the service runs without its demonstration, or on another data ` +
        'directory. Set DATA_DIR to that directory, or start the service with SEED=demo on an ' +
        'empty one.',
    );
  });
  try {
    return JSON.parse(text) as Facts;
  } catch {
    throw new StartFailure(
      `${path} is not JSON. Delete the directory, and the service recreates it.`,
    );
  }
}
