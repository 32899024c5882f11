import { ProblemError } from '../reply/problem-error.ts';
import type { Operation } from '../schema/operation-table.ts';
import { type ChallengeParameters, challenges } from './challenges.ts';
import { credentialFinder, type FoundCredential, sentCredential } from './credentials.ts';
import type { Principal } from './principal.ts';
import type { RequestHead } from './request-head.ts';
import { isThenable } from './thenable.ts';

/** Authenticators by scheme name, without the types of one scheme. */
export type AnyAuthenticators = {
  readonly [scheme: string]:
    | ((credential: never, raw: never) => Promise<Principal | null> | Principal | null)
    | undefined;
};

/** Called before a request from an unknown sender is refused. */
export type OnUnidentified = (raw: never) => Promise<void> | void;

/**
 * Creates a function that authenticates the caller of an operation and checks its scopes.
 *
 * The function returns `null` if the credential is optional and missing. It throws or rejects with `unauthenticated`,
 * `insufficient_scope`, or, for two credentials at once, `validation_failed` (called `invalid_request` in RFC 6750).
 */
export function authenticator(
  described: Operation,
  authenticators: AnyAuthenticators,
  given: ChallengeParameters,
  onUnidentified?: OnUnidentified,
): (head: RequestHead, raw: unknown) => Promise<Principal | null> | Principal | null {
  if (described.security.length === 0) return () => null;
  // This server does not accept a scheme that has no authenticator.
  const operation = {
    ...described,
    security: described.security.filter((alternative) =>
      Object.keys(alternative).every((scheme) => authenticators[scheme] !== undefined),
    ),
  };
  const accepted = new Set(operation.security.flatMap(Object.keys));
  const isOptional = operation.security.some(isEmpty);
  const findCredentials = credentialFinder(given.schemes);
  return (head, raw) => {
    const found = findCredentials(head);
    const [credential] = found;
    if (found.length > 1) return refuse(raw, twoCredentials(operation, given));
    if (credential === undefined || !accepted.has(credential.scheme)) {
      if (isOptional) return null;
      const sent = sentCredential(head, given.schemes);
      return refuse(raw, unauthenticated(operation, null, given, sent));
    }
    const { scheme, value } = credential;
    const sent = () => sentCredential(head, given.schemes);
    if (value === undefined) {
      return refuse(raw, unauthenticated(operation, credential, given, sent()));
    }
    let principal: Promise<Principal | null> | Principal | null | undefined;
    try {
      principal = authenticators[scheme]?.(value as never, raw as never);
    } catch (thrown) {
      throw challenged(operation, credential, thrown, given);
    }
    return isThenable(principal)
      ? principal.then(
          (resolved) => authorized(operation, credential, resolved, given, sent),
          (thrown: unknown) => {
            throw challenged(operation, credential, thrown, given);
          },
        )
      : authorized(operation, credential, principal ?? null, given, sent);
  };

  function refuse(raw: unknown, error: ProblemError): Promise<never> {
    if (onUnidentified === undefined) throw error;
    return refuseUnidentified(onUnidentified, raw, error);
  }
}

/** Rejects with the error, or with the error that the hook throws. */
export async function refuseUnidentified(
  onUnidentified: OnUnidentified,
  raw: unknown,
  error: unknown,
): Promise<never> {
  await onUnidentified(raw as never);
  throw error;
}

function isEmpty(alternative: object): boolean {
  return Object.keys(alternative).length === 0;
}

function authorized(
  operation: Operation,
  credential: FoundCredential,
  principal: Principal | null,
  given: ChallengeParameters,
  sent: () => string | undefined,
): Principal {
  if (principal === null) throw unauthenticated(operation, credential, given, sent());
  const needed = operation.requiredScopes[principal.kind === 'key' ? 'key' : 'user'];
  for (const scope of needed) {
    if (!principal.scopes.has(scope))
      throw insufficientScope(operation, credential, needed, scope, given);
  }
  return principal;
}

function unauthenticated(
  operation: Operation,
  presented: FoundCredential | null,
  given: ChallengeParameters,
  sent: string | undefined,
): ProblemError {
  const accepted = acceptedCredentials(operation, given);
  const isExpectedKind = sent !== undefined && accepted.includes(sent);
  const detail =
    presented && (sent === undefined || isExpectedKind)
      ? `The credential is unknown, expired or revoked. Send a valid one${accepted.includes("operator's token") ? '' : ', or refresh the access token'}.`
      : `The request carries ${sent ?? 'no credential this operation takes'}. Send ${accepted}.`;
  return new ProblemError('unauthenticated', {
    detail,
    headers: {
      'www-authenticate': challenges(
        operation,
        given,
        presented && {
          scheme: presented.scheme,
          error: 'invalid_token',
        },
      ),
    },
  });
}

/** Returns the error of an authenticator. A 401 gets the challenges of the operation, unless it has its own. */
function challenged(
  operation: Operation,
  { scheme }: FoundCredential,
  thrown: unknown,
  given: ChallengeParameters,
): unknown {
  if (!(thrown instanceof ProblemError) || thrown.status !== 401) return thrown;
  const { code, detail, headers } = thrown;
  return new ProblemError(code, {
    detail,
    headers: {
      'www-authenticate': challenges(operation, given, { scheme, error: 'invalid_token' }),
      ...headers,
    },
    cause: thrown.cause,
  });
}

function insufficientScope(
  operation: Operation,
  { scheme }: FoundCredential,
  needed: readonly string[],
  missing: string,
  given: ChallengeParameters,
): ProblemError {
  return new ProblemError('insufficient_scope', {
    detail: `This operation needs ${missingScopeAdvice(missing)}`,
    headers: {
      'www-authenticate': challenges(operation, given, {
        scheme,
        error: 'insufficient_scope',
        scope: needed.join(' '),
      }),
    },
  });
}

function missingScopeAdvice(scope: string): string {
  if (scope.startsWith('key:')) return `the scope ${scope}. Use an API key that holds it.`;
  if (scope.startsWith('user:'))
    return `the scope ${scope}. Have the player connect again and grant it.`;
  return `the role ${scope}. Ask somebody who has it.`;
}

function twoCredentials(operation: Operation, given: ChallengeParameters): ProblemError {
  return new ProblemError('validation_failed', {
    detail: `The request carries more than one credential. Send one: ${acceptedCredentials(operation, given)}.`,
    headers: { 'www-authenticate': challenges(operation, given, 'invalid_request') },
  });
}

function acceptedCredentials(operation: Operation, { schemes }: ChallengeParameters): string {
  const descriptions = operation.security.flatMap(Object.keys).map((name) => {
    const scheme = schemes[name];
    if (scheme?.type !== 'http') return `an API key in ${scheme?.name}`;
    return name === 'OperatorToken'
      ? "an operator's token as Authorization: Bearer"
      : inAuthorization[scheme.scheme];
  });
  return descriptions.join(' or ');
}

const inAuthorization = {
  bearer: 'an access token as Authorization: Bearer',
  basic: 'client identifier and API key as Authorization: Basic',
};
