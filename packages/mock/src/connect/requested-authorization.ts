import { playerScopes } from '@partner-rating/server/catalogue';
import {
  type AuthorizationRequest,
  type Authorizations,
  requestedScopes,
} from './authorizations.ts';

/** The query of the authorization page, as it was sent. */
export type RawQuery = { readonly [name: string]: string | string[] | undefined };

/** The request in an address of the authorization page, or its error. */
export type RequestedAuthorization =
  | { requestUri: string; request: AuthorizationRequest }
  /** Shown to the player, because there is no safe address to return to. */
  | { page: 'unknown' | 'expired' }
  /** Returned to the partner (RFC 6749 section 4.1.2.1). */
  | { redirectUri: string; state: string | undefined; error: string; description: string };

/** Reads the address of the authorization page (RFC 6749 section 4.1.1, RFC 9126 section 4). */
export function requestedAuthorization(
  query: RawQuery,
  authorizations: Authorizations,
): RequestedAuthorization {
  const { client_id: client, request_uri: requestUri, redirect_uri: redirectUri } = query;
  if (typeof client !== 'string' || client === '') return { page: 'unknown' };
  if (requestUri !== undefined && !/^https?:/i.test(String(requestUri))) {
    const request = authorizations.find(String(requestUri));
    return request === undefined
      ? { page: 'expired' }
      : { requestUri: String(requestUri), request };
  }
  if (typeof redirectUri !== 'string' || !isSafeTarget(redirectUri)) return { page: 'unknown' };
  const state = typeof query.state === 'string' ? query.state : undefined;
  const error = repeatedName(query) ?? requestError(query);
  if (error !== undefined) return { redirectUri, state, ...error };
  const scopes = requestedScopes(query.scope as string | undefined);
  const request = { redirectUri, scopes, state };
  return { requestUri: authorizations.start(request), request };
}

/** Returns whether a browser can be sent to an address without running a script. */
function isSafeTarget(redirectUri: string): boolean {
  return (
    URL.canParse(redirectUri) &&
    !/^(javascript|data|vbscript|blob|about|file)$/.test(new URL(redirectUri).protocol.slice(0, -1))
  );
}

interface RequestError {
  error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'request_not_supported'
    | 'request_uri_not_supported'
    | 'invalid_authorization_details'
    | 'interaction_required'
    | 'login_required';
  description: string;
}

function repeatedName(query: RawQuery): RequestError | undefined {
  const repeated = Object.keys(query).find((name) => Array.isArray(query[name]));
  return repeated === undefined
    ? undefined
    : { error: 'invalid_request', description: `${repeated} is given more than once.` };
}

/** Returns the error of the parameters of an authorization, each given once. */
export function requestError(query: RawQuery): RequestError | undefined {
  const { response_type: type, scope } = query;
  if (type === undefined) {
    return { error: 'invalid_request', description: 'response_type is missing. Send code.' };
  }
  if (type !== 'code') {
    const description = 'response_type is not supported. Send code.';
    return { error: 'unsupported_response_type', description };
  }
  const unsupported = unsupportedParameter(query);
  if (unsupported !== undefined) return unsupported;
  const known: readonly string[] = playerScopes.map(({ name }) => name);
  const unknown = requestedScopes(scope as string | undefined).find((one) => !known.includes(one));
  if (unknown === undefined) return undefined;
  const description = unknown.includes(',')
    ? `Separate scopes by single spaces, not by commas. You sent '${unknown}'.`
    : `Unknown scope ${unknown}.`;
  return { error: 'invalid_scope', description };
}

/** Returns the error of a parameter that the service does not support, if an application would rely on it. */
function unsupportedParameter(query: RawQuery): RequestError | undefined {
  const notSupported = (name: string, error: RequestError['error']) =>
    query[name] ? { error, description: `${name} is not supported. Leave it out.` } : undefined;
  const prompts = String(query.prompt || 'consent').split(' ');
  const isUnknown = prompts.some(
    (name) => !['none', 'login', 'consent', 'select_account'].includes(name),
  );
  const isCombined = prompts.includes('none') && prompts.length > 1;
  return (
    notSupported('request', 'request_not_supported') ??
    notSupported('request_uri', 'request_uri_not_supported') ??
    notSupported('authorization_details', 'invalid_authorization_details') ??
    (query.response_mode === 'query'
      ? undefined
      : notSupported('response_mode', 'invalid_request')) ??
    notSupported('max_age', 'login_required') ??
    (isUnknown || isCombined ? notSupported('prompt', 'invalid_request') : undefined) ??
    (prompts.includes('none') ? notSupported('prompt', 'interaction_required') : undefined) ??
    (prompts.includes('login') ? notSupported('prompt', 'login_required') : undefined)
  );
}
