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
  /** Null where nobody is given a tracking code. */
  trackingCode: string | null;
}

export interface StartedAuthorization {
  clientId: string;
  /** The reference that the player's browser brings to the page. */
  requestUri: string;
  state: string | null;
}

/**
 * Stores what a partner's server asks, until the player comes with the reference (RFC 9126 §2.2).
 * @throws OAuthError with the error, or `invalid_request` where the redirect address is not registered.
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

// An error_description holds 1,000 characters, and an address up to 2,048.
const MAX_LISTED_LENGTH = 500;

/** Names the registered addresses, for the application itself: the caller is authenticated. */
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
 * Keeps a started request for the player who opened it in time: a day from its start, so that a page
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
 * Reads and judges an authorization request from a query string: that of the address, or the copy
 * of it in a form. Each step of the flow validates it again, so nothing between two steps can change it.
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

// Started by the partner's server: whatever else stands in the address does not count.
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
      dpopJkt: stored.dpopJkt,
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

/** Whether a request is to be fetched from elsewhere (RFC 9101 §5.2), which is not supported. */
function isForeignReference(requestUri = ''): boolean {
  return /^https?:/i.test(requestUri);
}

function mentions({ values, repeated, malformed }: AuthorizationQuery, name: 'request_uri') {
  return values[name] !== undefined || repeated.includes(name) || malformed.includes(name);
}
