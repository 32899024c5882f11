// Stores and reads the requests with which a partner's application asks a player to connect.

import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/sealing.ts';
import {
  type JudgedParameters,
  judgeAuthorizationQuery,
} from './domain/authorization-parameters.ts';
import {
  type AuthorizationQuery,
  type AuthorizationRequest,
  formatAuthorizationQuery,
  handleOf,
  isRegisteredRedirect,
  parseAuthorizationQuery,
  REQUEST_URI_PREFIX,
  type ReadRequest,
} from './domain/authorization-request.ts';
import { isScope } from './domain/scopes.ts';
import {
  type ApplicationRecord,
  findApplication,
  findApplicationById,
  findRequest,
  insertRequest,
  retainRequest,
} from './store/authorization-requests.ts';

interface AuthorizationStart {
  applicationId: string;
  redirectUri: string;
  judged: JudgedParameters;
  /** Null if the partner gets no tracking code. */
  trackingCode: string | null;
}

export interface StartedAuthorization {
  clientId: string;
  /** The reference in the address of the authorization page. */
  requestUri: string;
  state: string | null;
}

/**
 * Stores the request of a partner's server until the player comes with the reference (RFC 9126 §2.2).
 * @throws OAuthError with the error, or `invalid_request` if the redirect address is not registered.
 */
export async function startAuthorization(
  { database, clock, configuration }: Dependencies,
  { applicationId, redirectUri, judged, trackingCode }: AuthorizationStart,
): Promise<StartedAuthorization> {
  const application = await findApplicationById(database, applicationId);
  const registered = application?.redirectUris ?? [];
  if (!isRegisteredRedirect(redirectUri, registered)) {
    throw new OAuthError('invalid_request', {
      description: describeUnregistered(redirectUri, registered),
    });
  }
  if ('error' in judged) throw new OAuthError(judged.error, { description: judged.description });

  const now = clock();
  const handle = newSecret('');
  await insertRequest(database, {
    ...judged.parameters,
    handleHash: hashSecret(handle),
    trackingCodeHash: trackingCode === null ? null : hashSecret(trackingCode),
    applicationId,
    redirectUri,
    createdAt: now,
    expiresAt: new Date(now.getTime() + configuration.authorizationRequestLifetime * 1_000),
  });
  return {
    clientId: application?.clientId ?? '',
    requestUri: REQUEST_URI_PREFIX + handle,
    state: judged.parameters.state,
  };
}

// An error_description has at most 1,000 characters, and an address at most 2,048.
const MAX_LISTED_LENGTH = 500;

/** Lists the registered addresses. Only the application itself sees them, because the caller is authenticated. */
function describeUnregistered(redirectUri: string, registered: readonly string[]): string {
  const sent = redirectUri.length > 200 ? `${redirectUri.slice(0, 200)}...` : redirectUri;
  const listed =
    registered.join(' or ').length > MAX_LISTED_LENGTH ? registered.slice(0, 1) : registered;
  const [first = ''] = listed;
  const advice =
    registered.length === 0 || first.length > MAX_LISTED_LENGTH
      ? 'Send a registered one character for character, or have this one registered.'
      : `Send ${listed.join(' or ')}, character for character, or have this one registered.`;
  return `The redirect_uri ${sent} is not registered for your application. ${advice}`;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/**
 * Extends a request that the player opened in time to a day after its start, so that a page
 * that stays open overnight still works.
 */
export async function retainForPlayer(
  { database }: Pick<Dependencies, 'database'>,
  { handleHash }: Pick<AuthorizationRequest, 'handleHash'>,
): Promise<void> {
  if (handleHash !== null) await retainRequest(database, handleHash, DAY_MILLISECONDS);
}

const clientIdGrammar = /^[\x20-\x7e]{1,255}$/;

/**
 * Reads and validates an authorization request from the query string of the address, or from its copy
 * in a form. Each step of the flow validates it again, so nothing can change it between two steps.
 */
export async function readAuthorizationRequest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  queryString: string,
): Promise<ReadRequest> {
  const query = parseAuthorizationQuery(queryString);
  const clientId = query.values.client_id ?? '';
  const application = clientIdGrammar.test(clientId)
    ? await findApplication(database, clientId)
    : undefined;
  if (application === undefined) return { kind: 'page', error: { reason: 'client' } };
  if (application.isSuspended) {
    return { kind: 'page', error: { reason: 'suspended', applicationName: application.name } };
  }
  return mentions(query, 'request_uri') && !isForeignReference(query.values.request_uri)
    ? await readStarted(database, clock(), application, query)
    : readFromQuery(application, query);
}

// The partner's server started the request, so other parameters in the address are ignored.
async function readStarted(
  database: Dependencies['database'],
  now: Date,
  application: ApplicationRecord,
  { values: { request_uri: requestUri } }: AuthorizationQuery,
): Promise<ReadRequest> {
  const { name: applicationName } = application;
  const handle = requestUri === undefined ? null : handleOf(requestUri);
  if (handle === null) return { kind: 'page', error: { reason: 'reference', applicationName } };
  const handleHash = hashSecret(handle);
  const stored = await findRequest(database, handleHash);
  if (stored === undefined || stored.applicationId !== application.id) {
    return { kind: 'page', error: { reason: 'reference', applicationName } };
  }
  const isRegistered = isRegisteredRedirect(stored.redirectUri, application.redirectUris);
  if (!isRegistered) return { kind: 'page', error: { reason: 'redirect', applicationName } };
  if (stored.expiresAt <= now) {
    return { kind: 'page', error: { reason: 'expired', applicationName } };
  }
  return {
    kind: 'valid',
    request: {
      application,
      redirectUri: stored.redirectUri,
      scopes: stored.scopes.filter(isScope),
      state: stored.state,
      codeChallenge: stored.codeChallenge,
      handleHash,
      decidedAt: stored.usedAt,
      query: formatAuthorizationQuery({
        client_id: application.clientId,
        ...(requestUri !== undefined && { request_uri: requestUri }),
      }),
    },
  };
}

function readFromQuery(application: ApplicationRecord, query: AuthorizationQuery): ReadRequest {
  const { redirect_uri: redirectUri, state = null } = query.values;
  if (redirectUri === undefined || !isRegisteredRedirect(redirectUri, application.redirectUris)) {
    return { kind: 'page', error: { reason: 'redirect', applicationName: application.name } };
  }
  const judged = judgeAuthorizationQuery(query);
  if ('error' in judged) {
    return { kind: 'invalid', request: { redirectUri, state, ...judged } };
  }
  return {
    kind: 'valid',
    request: {
      application,
      redirectUri,
      ...judged.parameters,
      handleHash: null,
      decidedAt: null,
      query: formatAuthorizationQuery(query.values),
    },
  };
}

/** Returns whether a request is a document at another address (RFC 9101 §5.2), which is not supported. */
function isForeignReference(requestUri = ''): boolean {
  return /^https?:/i.test(requestUri);
}

function mentions({ values, repeated, malformed }: AuthorizationQuery, name: 'request_uri') {
  return values[name] !== undefined || repeated.includes(name) || malformed.includes(name);
}
