import { OAuthError, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSerialBatchLoader } from '../concurrency/batch-loader.ts';
import { primaryOf } from '../database/prepared-statement.ts';
import type { Database } from '../database/schema.ts';
import { hashSecret } from '../secrets/sealing.ts';
import {
  findLiveKey,
  findLiveToken,
  type OwnLimits,
  recordConnectionUse,
  recordKeyUse,
} from './store/credentials.ts';

/** Returns the caller of an API key. Null if the key is unknown, revoked, or expired. */
export async function findCallerByKey(
  database: Database,
  key: string,
  now: Date,
): Promise<KeyCaller | null> {
  const record = await findLiveKey(database, hashSecret(key), now);
  if (record === undefined) return null;
  const { scopes, lastUsedAt, ...caller } = record;
  if (isStale(lastUsedAt, now)) noteKeyUse(database, caller.keyId, now);
  return { kind: 'key', ...caller, scopes: new Set(scopes) };
}

/** Returns the caller of a `client_id` and a key (RFC 6749 §2.3.1). */
export async function findCallerByClient(
  database: Database,
  client: { clientId: string; clientSecret: string },
  now: Date,
): Promise<KeyCaller | null> {
  const caller = await findCallerByKey(database, client.clientSecret, now);
  return caller?.clientId === client.clientId ? caller : null;
}

/** Returns the caller of an access token. Null if the token is unknown, revoked, or expired. */
export async function findCallerByToken(
  database: Database,
  token: string,
  now: Date,
): Promise<TokenCaller | null> {
  const record = await findLiveToken(database, hashSecret(token), now);
  if (record === undefined) return null;
  const { connectedScopes, scopes, lastUsedAt, ...caller } = record;
  if (isStale(lastUsedAt, now)) noteConnectionUse(database, [caller.connectionId], now);
  const granted = scopes.filter((scope) => connectedScopes.includes(scope));
  return { kind: 'token', ...caller, scopes: new Set(granted) };
}

// A write for each request would cost more than the request.
const PRECISION_MILLISECONDS = 60_000;

type Write = (database: Database, ids: readonly string[], now: Date) => Promise<void>;

interface Use {
  id: string;
  now: Date;
}

/**
 * Notes a use in the background, so that its request does not wait. Uses that are noted during a write are stored
 * together by the next one, so that many uses cost few writes. If the database refuses a write, the uses are lost.
 * The requests themselves have then failed too.
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

function noteKeyUse(database: Database, keyId: string, now: Date): void {
  notes(database).ofKey({ id: keyId, now });
}

/** Notes that an application reads data of players, for the players' account pages. */
export function noteConnectionUse(
  database: Database,
  connectionIds: readonly string[],
  now: Date,
): void {
  for (const id of connectionIds) notes(primaryOf(database)).ofConnection({ id, now });
}

/** Returns the moment before which the last stored use must be, so that another one is stored. */
export function staleSince(now: Date): Date {
  return new Date(now.getTime() - PRECISION_MILLISECONDS);
}

export function isStale(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || lastUsedAt <= staleSince(now);
}

/** The caller of a request, after its credential was accepted. */
export type Caller = KeyCaller | TokenCaller;

interface ApplicationFacts {
  applicationId: string;
  /** Whether the operator has suspended the application. All its credentials are refused until then. */
  isSuspended: boolean;
  /** The limits that the operator gave the application. Null if it has those of the service. */
  ownLimits: OwnLimits | null;
}

export interface KeyCaller extends ApplicationFacts {
  kind: 'key';
  scopes: ReadonlySet<string>;
  clientId: string;
  keyId: string;
  /** Whether the application waits for approval. It is suspended until then. */
  isPending: boolean;
}

interface TokenCaller extends ApplicationFacts {
  kind: 'token';
  scopes: ReadonlySet<string>;
  connectionId: string;
  memberId: string;
}

/** Returns the `WWW-Authenticate` of a 403 to an API key that lacks a scope (RFC 6750 section 3.1). */
export function scopeChallenge(scope: string): string {
  return `ApiKey realm="partner-rating", header="X-API-Key", error="insufficient_scope", scope="${scope}"`;
}

const suspended =
  'The operator of the service has suspended your application. Ask the operator. When the suspension is ' +
  'lifted, the same keys, tokens, and connections work again.';

const pending =
  'The operator of the service has not approved your application yet. After the approval, the same keys work.';

/**
 * Refuses a request of a suspended application. The suspension is read with the credential at every request, so it
 * applies to all instances at once.
 * @throws ProblemError `application_suspended`, or OAuthError `unauthorized_client` if the
 * operation answers in the form of RFC 6749 section 5.2.
 */
export function refuseSuspended(caller: Caller, { operation }: FastifyRequest): void {
  if (!caller.isSuspended) return;
  const detail = caller.kind === 'key' && caller.isPending ? pending : suspended;
  throw operation?.errorFormat === 'oauth'
    ? new OAuthError('unauthorized_client', { description: detail })
    : new ProblemError('application_suspended', { detail });
}
