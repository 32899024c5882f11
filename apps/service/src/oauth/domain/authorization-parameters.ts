import type { AuthorizationQuery } from './authorization-query.ts';
import { readChallenge } from './pkce.ts';
import { requestedScopes, type Scope } from './scopes.ts';

/** What a player is asked, once every parameter was found valid. */
export interface AuthorizationParameters {
  scopes: Scope[];
  state: string | null;
  codeChallenge: string | null;
  /** The thumbprint of the key that the code is bound to (RFC 9449 §10). */
  dpopJkt: string | null;
}

/** A fault that is reported to the application, in the terms of RFC 6749 §4.1.2.1. */
export interface AuthorizationFault {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  description: string;
}

export type JudgedParameters = { parameters: AuthorizationParameters } | AuthorizationFault;

type SharedParameter = 'scope' | 'state' | 'code_challenge' | 'code_challenge_method' | 'dpop_jkt';

// The schema KeyThumbprint.
const thumbprintGrammar = /^[A-Za-z0-9_-]{43}$/;

// The schema OAuthState: no C0 control character and no lone surrogate.
const stateGrammar = /^(?:[\u0080-\u009f]|[^\p{Cc}\p{Cs}]){0,2048}$/u;

/** Judges the parameters of the page; client and redirect address were judged before. */
export function judgeAuthorizationQuery(query: AuthorizationQuery): JudgedParameters {
  const { values, repeated, malformed } = query;
  const [repeatedName] = repeated;
  if (repeatedName !== undefined) {
    return invalid(`The parameter ${repeatedName} is repeated. Send it once.`);
  }
  const [malformedName] = malformed;
  if (malformedName !== undefined) {
    return invalid(`The parameter ${malformedName} is not percent-encoded UTF-8 text.`);
  }
  if (values.response_type === undefined) {
    return invalid('The parameter response_type is missing. Send response_type=code.');
  }
  if (values.response_type !== 'code') {
    return {
      error: 'unsupported_response_type',
      description: 'The only response_type is code. Send response_type=code.',
    };
  }
  return judgeParameters(values);
}

/** Judges what both starts of an authorization have in common. */
export function judgeParameters(
  values: Partial<Record<SharedParameter, string>>,
): JudgedParameters {
  const requested = requestedScopes(values.scope);
  if ('unknown' in requested) {
    return { error: 'invalid_scope', description: describeUnknown(requested.unknown) };
  }
  const challenge = readChallenge(values.code_challenge, values.code_challenge_method);
  if ('fault' in challenge) return invalid(challenge.fault);
  const state = values.state === undefined || values.state === '' ? null : values.state;
  if (state !== null && !stateGrammar.test(state)) {
    return invalid('The state must be at most 2048 characters, none a control character.');
  }
  const dpopJkt = values.dpop_jkt ?? null;
  if (dpopJkt !== null && !thumbprintGrammar.test(dpopJkt)) {
    return invalid(
      'The dpop_jkt is not the SHA-256 thumbprint of a key (RFC 7638), 43 characters.',
    );
  }
  const { codeChallenge } = challenge;
  return { parameters: { scopes: requested.scopes, state, codeChallenge, dpopJkt } };
}

function describeUnknown(scope: string): string {
  // Named only where it looks like a scope: the description goes into addresses and logs.
  if (/^[a-z:.,]{1,200}$/.test(scope) && scope.includes(',')) {
    return `Separate scopes by single spaces, not by commas. You sent '${scope}'.`;
  }
  const named = /^[A-Za-z0-9:._,-]{1,64}$/.test(scope) ? `${scope} is` : 'The scope names what is';
  return `${named} not a scope. Ask only for scopes that the list of scopes names, separated by single spaces.`;
}

function invalid(description: string): AuthorizationFault {
  return { error: 'invalid_request', description };
}
