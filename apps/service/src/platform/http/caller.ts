import { OAuthError, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { createSerialBatchLoader } from '../concurrency/batch-loader.ts';
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
  const { scopes, lastUsedAt, ...whom } = record;
  if (isStale(lastUsedAt, now)) noteKeyUse(database, whom.keyId, now);
  return { kind: 'key', ...whom, scopes: new Set(scopes) };
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
  const { connectedScopes, scopes, lastUsedAt, ...whom } = record;
  if (isStale(lastUsedAt, now)) noteConnectionUse(database, [whom.connectionId], now);
  const granted = scopes.filter((scope) => connectedScopes.includes(scope));
  return { kind: 'token', ...whom, scopes: new Set(granted) };
}

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
function noteKeyUse(database: Database, keyId: string, now: Date): void {
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

/** Who a request comes from, once its credential was accepted. */
export type Caller = KeyCaller | TokenCaller;

interface ApplicationFacts {
  applicationId: string;
  /** Until the operator lifts it, the credential is good for nothing. */
  isSuspended: boolean;
  /** The limits the operator gave the application; null where it has those of the service. */
  ownLimits: OwnLimits | null;
}

export interface KeyCaller extends ApplicationFacts {
  kind: 'key';
  scopes: ReadonlySet<string>;
  clientId: string;
  keyId: string;
  /** Whether the application waits for approval, and is suspended until then. */
  isPending: boolean;
  /** Whether the application gets tokens bound to a key only (RFC 9449 section 5.2). */
  dpopBoundAccessTokens: boolean;
}

interface TokenCaller extends ApplicationFacts {
  kind: 'token';
  scopes: ReadonlySet<string>;
  connectionId: string;
  memberId: string;
  /** The thumbprint of the key the token is bound to (RFC 9449); null where it is a bearer token. */
  dpopJkt: string | null;
}

/** The `WWW-Authenticate` of a 403 to an API key that needs one more scope (RFC 6750 section 3.1). */
export function scopeChallenge(scope: string): string {
  return `ApiKey realm="partner-rating", header="X-API-Key", error="insufficient_scope", scope="${scope}"`;
}

const suspended =
  'The operator of the service has suspended your application. Ask them; once the suspension is ' +
  'lifted the same keys, tokens and connections work again.';

const pending =
  'The operator of the service has not approved your application yet. Once they do, the same keys work.';

/**
 * Ends the request of a suspended application. Read with the credential at every request, so a
 * suspension holds on every instance at once.
 * @throws ProblemError `application_suspended`, or OAuthError `unauthorized_client` where the
 * operation answers in the form of RFC 6749 section 5.2.
 */
export function refuseSuspended(caller: Caller, { operation }: FastifyRequest): void {
  if (!caller.isSuspended) return;
  const detail = caller.kind === 'key' && caller.isPending ? pending : suspended;
  throw operation?.errorFormat === 'oauth'
    ? new OAuthError('unauthorized_client', { description: detail })
    : new ProblemError('application_suspended', { detail });
}
