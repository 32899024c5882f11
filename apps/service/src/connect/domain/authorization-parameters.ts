import type { AuthorizationQuery } from './authorization-request.ts';
import { readChallenge } from './grants.ts';
import { requestedScopes, type Scope } from './scopes.ts';

/** The parameters of a valid request. */
interface AuthorizationParameters {
  scopes: Scope[];
  state: string | null;
  codeChallenge: string | null;
}

/** An error for the application, in the terms of RFC 6749 §4.1.2.1. */
interface AuthorizationError {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | UnsupportedError;
  description: string;
}

type UnsupportedError =
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_authorization_details'
  | 'interaction_required'
  | 'login_required';

export type JudgedParameters = { parameters: AuthorizationParameters } | AuthorizationError;

type SharedParameter = 'scope' | 'state' | 'code_challenge' | 'code_challenge_method';

// The schema OAuthState: no C0 control character and no lone surrogate.
const stateGrammar = /^(?:[\u0080-\u009f]|[^\p{Cc}\p{Cs}]){0,2048}$/u;

/** Validates the parameters of the page. The client and the redirect address are validated before. */
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
  return findUnsupported(values) ?? judgeParameters(values);
}

/**
 * Finds a parameter that the client relies on and the service does not support. Ignores hints
 * (login_hint, display, ui_locales …) and parameters that only OpenID Connect has (nonce, claims …).
 */
function findUnsupported(values: AuthorizationQuery['values']): AuthorizationError | null {
  if (values.request) {
    return {
      error: 'request_not_supported',
      description: 'The parameter request is not supported. Send the parameters themselves.',
    };
  }
  if (values.request_uri) {
    return {
      error: 'request_uri_not_supported',
      description:
        'The request_uri is not one of this service. Send the parameters themselves, or push them and send the request_uri of the answer.',
    };
  }
  if (values.authorization_details) {
    return {
      error: 'invalid_authorization_details',
      description: 'The parameter authorization_details is not supported. Ask for scopes.',
    };
  }
  if (values.response_mode && values.response_mode !== 'query') {
    return invalid('The only response_mode is query. Send response_mode=query, or leave it out.');
  }
  if (values.max_age) return noLogInAgain('max_age');
  return judgePrompt(values.prompt || 'consent');
}

/** Validates `prompt`. The player always sees the consent page, and can log out there (OpenID Connect Core section 3.1.2.1). */
function judgePrompt(prompt: string): AuthorizationError | null {
  const prompts = prompt.split(' ');
  const unknown = prompts.some(
    (name) => !['none', 'login', 'consent', 'select_account'].includes(name),
  );
  if (unknown) return invalid('A prompt is consent or select_account. Send one, or leave it out.');
  if (prompts.includes('none')) {
    return prompts.length > 1
      ? invalid('The prompt none cannot be combined with another one.')
      : {
          error: 'interaction_required',
          description:
            'The player decides on the consent page each time. Leave out prompt=none, and send the player to the page.',
        };
  }
  return prompts.includes('login') ? noLogInAgain('prompt=login') : null;
}

function noLogInAgain(parameter: string): AuthorizationError {
  return {
    error: 'login_required',
    description: `The service cannot ask a player who is logged in to log in again. Leave out ${parameter}.`,
  };
}

/** Validates the parameters of both ways to start an authorization. */
export function judgeParameters(
  values: Partial<Record<SharedParameter, string>>,
): JudgedParameters {
  const requested = requestedScopes(values.scope);
  if ('unknown' in requested) {
    return { error: 'invalid_scope', description: describeUnknown(requested.unknown) };
  }
  const challenge = readChallenge(values.code_challenge, values.code_challenge_method);
  if ('error' in challenge) return invalid(challenge.error);
  const state = values.state === undefined || values.state === '' ? null : values.state;
  if (state !== null && !stateGrammar.test(state)) {
    return invalid('The state must have at most 2048 characters, and no control characters.');
  }
  const { codeChallenge } = challenge;
  return { parameters: { scopes: requested.scopes, state, codeChallenge } };
}

function describeUnknown(scope: string): string {
  // Named only if it looks like a scope, because the description is written to addresses and logs.
  if (/^[a-z:.,]{1,200}$/.test(scope) && scope.includes(',')) {
    return `Separate scopes by single spaces, not by commas. You sent '${scope}'.`;
  }
  const named = /^[A-Za-z0-9:._,-]{1,64}$/.test(scope)
    ? `${scope} is`
    : 'The scope contains a value that is';
  return `${named} not a scope. Ask only for scopes that the list of scopes names, separated by single spaces.`;
}

function invalid(description: string): AuthorizationError {
  return { error: 'invalid_request', description };
}

/**
 * Judges a form like the parameters of the authorization page, except that the form must not refer to another
 * request (RFC 9126 §2.1).
 */
export function judgePushedRequest(form: AuthorizationQuery['values']): JudgedParameters {
  if (form.request_uri !== undefined) {
    return invalidPushed(
      'A request_uri cannot be pushed. Send the parameters of the authorization themselves.',
    );
  }
  const judged = judgeAuthorizationQuery({ values: form, repeated: [], malformed: [] });
  return 'error' in judged && !pushedErrors.has(judged.error)
    ? invalidPushed(judged.description)
    : judged;
}

// RFC 9126 §2.3 has the errors of RFC 6749; the others are those of a redirect.
const pushedErrors = new Set(['invalid_request', 'unsupported_response_type', 'invalid_scope']);

function invalidPushed(description: string): JudgedParameters {
  return { error: 'invalid_request', description };
}
