import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret } from '../platform/secrets/secrets.ts';
import { judgeAuthorizationQuery } from './domain/authorization-parameters.ts';
import {
  type AuthorizationQuery,
  formatAuthorizationQuery,
  parseAuthorizationQuery,
} from './domain/authorization-query.ts';
import { handleOf, type ReadRequest } from './domain/authorization-request.ts';
import { isRegisteredRedirect } from './domain/redirect-uri.ts';
import { isScope } from './domain/scopes.ts';
import { type ApplicationRecord, findApplication } from './store/applications.ts';
import { findRequest } from './store/authorization-requests.ts';

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
  if (application === undefined) return { kind: 'page', fault: { fault: 'client' } };
  if (application.isSuspended) {
    return { kind: 'page', fault: { fault: 'suspended', applicationName: application.name } };
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
  if (handle === null) return { kind: 'page', fault: { fault: 'reference', applicationName } };
  const handleHash = hashSecret(handle);
  const stored = await findRequest(database, handleHash);
  if (stored === undefined || stored.applicationId !== application.id) {
    return { kind: 'page', fault: { fault: 'reference', applicationName } };
  }
  const isRegistered = isRegisteredRedirect(stored.redirectUri, application.redirectUris);
  if (!isRegistered) return { kind: 'page', fault: { fault: 'redirect', applicationName } };
  if (stored.expiresAt <= now) {
    return { kind: 'page', fault: { fault: 'expired', applicationName } };
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
    return { kind: 'page', fault: { fault: 'redirect', applicationName: application.name } };
  }
  const judged = judgeAuthorizationQuery(query);
  if ('error' in judged) {
    return { kind: 'faulty', request: { redirectUri, state, ...judged } };
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
