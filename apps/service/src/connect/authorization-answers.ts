import { isUnreachable, type Logger } from '@partner-rating/server';
import {
  BASE_PATH,
  baseAddress,
  type Dependencies,
} from '../platform/configuration/dependencies.ts';
import { logFailure } from '../platform/database/unreachable.ts';
import { type RedirectAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { redirectLocation } from './domain/authorization-request.ts';

type ReturnAddress = { redirectUri: string; state: string | null };

/** Redirects the player back with a code (RFC 6749 §4.1.2, RFC 9207). */
export function answerWithCode(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { redirectUri, state }: ReturnAddress,
  code: string,
): RedirectAnswer {
  const iss = baseAddress(dependencies);
  return redirectAnswer(redirectLocation(redirectUri, { code, state, iss }));
}

/** Redirects the player back with an error (RFC 6749 §4.1.2.1). */
export function answerWithError(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { redirectUri, state }: ReturnAddress,
  { error, description }: { error: string; description: string },
): RedirectAnswer {
  const iss = baseAddress(dependencies);
  const parameters = { error, error_description: description, state, iss };
  return redirectAnswer(redirectLocation(redirectUri, parameters));
}

/**
 * Runs a step. If it fails, redirects the player to the application with `server_error`.
 */
export async function orServerError<Answer>(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  address: ReturnAddress,
  log: Logger,
  step: () => Promise<Answer>,
): Promise<Answer | RedirectAnswer> {
  try {
    return await step();
  } catch (error) {
    logFailure(log, { err: error }, 'an authorization failed');
    // A redirect has no status, so the error says whether the failure is temporary (RFC 6749 §4.1.2.1).
    return answerWithError(
      dependencies,
      address,
      isUnreachable(error)
        ? {
            error: 'temporarily_unavailable',
            description: 'We cannot be reached at the moment. Let the player start again soon.',
          }
        : {
            error: 'server_error',
            description: 'Something went wrong on our side. Let the player start again.',
          },
    );
  }
}

/** Returns the path of the authorization page for a request. */
export function authorizePath(query: string): string {
  return `${BASE_PATH}/partner/oauth/authorize?${query}`;
}

// The characters of `formatAuthorizationQuery`, and the maximum length of an address.
const queryGrammar = /^[\x21-\x7e]{1,16384}$/;

/** Returns a query for that path. Null if it contains other characters, because headers must not have them. */
export function readAuthorizationQuery(text: string | null): string | null {
  return text !== null && queryGrammar.test(text) ? text : null;
}
