import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { newId } from '../../platform/database/identifiers.ts';
import { findCallerByKey } from '../../platform/http/caller.ts';
import { DEFAULT_KEY_SCOPES } from '../actions/keys.ts';
import type { StoredPerson } from '../store/teams.ts';

/** The content of `demo.json`: everything that a newcomer needs to try the service. */
export interface DemonstrationFacts {
  baseUrl: string;
  apiKey: string;
  clientId: string;
  redirectUri: string;
  otherApplication: Omit<ApplicationFacts, 'redirectUri'>;
  member: NamedMember & { email: string; password: string };
  /** Everybody who can log in, `member` first. */
  logIns: LogInFacts[];
  /** The person who logs in to the console; null if an earlier version filled the database. */
  person: { name: string; email: string; password: string } | null;
  otherMembers: NamedMember[];
  /** The applications that `start --app` registered, the latest first. */
  ownApplications: ApplicationFacts[];
}

interface NamedMember {
  id: string;
  memberId: number;
  name: string;
}

interface LogInFacts extends NamedMember {
  email: string;
  password: string;
  about: string;
  /** The path of their shared page; null if they have none. */
  sharedPage: string | null;
}

export interface ApplicationFacts {
  clientId: string;
  apiKey: string;
  redirectUri: string;
}

const FILE = 'demo.json';

export function factsPath(dataDirectory: string): string {
  return join(dataDirectory, FILE);
}

/** The facts as last written; null if there are none. */
export async function readFacts(dataDirectory: string): Promise<DemonstrationFacts | null> {
  try {
    const facts = JSON.parse(await readFile(factsPath(dataDirectory), 'utf8'));
    // An earlier version did not write these.
    return { logIns: [], person: null, ownApplications: [], ...facts } as DemonstrationFacts;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** The facts, if they belong to this database: the data directory may have the facts of another database. */
export async function readLiveFacts({
  database,
  clock,
  configuration,
}: Dependencies): Promise<DemonstrationFacts | null> {
  const facts = await readFacts(configuration.dataDirectory);
  const caller = facts === null ? null : await findCallerByKey(database, facts.apiKey, clock());
  return caller === null ? null : facts;
}

// Only the owner may read it, because it has a key and a password. It is renamed into place, so that a reader
// never sees half of it.
export async function writeFacts(dataDirectory: string, facts: DemonstrationFacts): Promise<void> {
  const path = factsPath(dataDirectory);
  // With PostgreSQL, nothing else has created the directory.
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** The applications of the demonstration itself. */
export const partner = {
  clientId: 'courtside-club',
  name: 'Courtside Club',
  redirectUri: 'http://localhost:4000/callback',
};

export const otherPartner = {
  clientId: 'rally-league',
  name: 'Rally League',
  redirectUri: 'http://localhost:4001/callback',
};

/** The person who works for the first of these applications, and for those of `--app`. */
export const partnerPerson = { name: 'Robin Vega', email: 'robin.vega@example.com' };

/** The new row of this person as the owner of an application. */
export function ownerRow(accountId: string, now: Date): StoredPerson {
  return {
    ...{ teamMemberId: newId('tea'), email: partnerPerson.email, role: 'owner', accountId },
    ...{ createdAt: now, joinedAt: now, expiresAt: null },
  };
}

/** Enough to follow the guides. Imports change only the ratings of players who consented. */
export const demonstrationKeyScopes = [...DEFAULT_KEY_SCOPES, 'key:tournament:import'];

// For an application on another port, because the port of a loopback address may vary (RFC 8252 section 7.3).
const anyPort = 'http://127.0.0.1/callback';

/** The new row of one of these applications. */
export function applicationRow(application: typeof partner, now: Date) {
  return {
    id: newId('app'),
    client_id: application.clientId,
    name: application.name,
    redirect_uris: [application.redirectUri, anyPort],
    created_at: now,
    disabled_at: null,
  };
}
