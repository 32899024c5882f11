import { securitySchemes } from '../generated/operations.gen.ts';
import type { Operation, SecurityScheme } from '../schema/operation-table.ts';

/** The reason for which a credential was refused. */
export interface RefusedCredential {
  /** The security scheme of the credential. */
  scheme: string;
  /** An error code of RFC 6750 §3.1. */
  error: string;
  scope?: string;
}

/** The values that a server puts into every challenge. */
export interface ChallengeParameters {
  /** The security schemes of the document, by name. */
  schemes: { readonly [name: string]: SecurityScheme };
  realm: string;
  /** The address of the metadata of the protected resource (RFC 9728 §5.1), for clients with a token. */
  resourceMetadata: string | undefined;
}

/** The challenge parameters from the options of a server, with their defaults. */
export function challengeParameters(
  { realm = 'partner-rating', resourceMetadata }: Partial<ChallengeParameters>,
  schemes: ChallengeParameters['schemes'] = securitySchemes,
): ChallengeParameters {
  return { schemes, realm, resourceMetadata };
}

/**
 * Returns `WWW-Authenticate` (RFC 9110 §11.6.1): a challenge for each credential that the operation accepts,
 * with the error in the challenge of the credential that was sent. Basic has no parameter for errors (RFC 7617).
 */
export function challenges(
  operation: Operation,
  given: ChallengeParameters,
  refused: RefusedCredential | 'invalid_request' | null,
): string {
  return operation.security
    .flatMap(Object.keys)
    .map((name) => challenge(name, given, refused))
    .join(', ');
}

function challenge(
  name: string,
  given: ChallengeParameters,
  refused: RefusedCredential | 'invalid_request' | null,
): string {
  const scheme = given.schemes[name];
  const parameters = [`realm="${given.realm}"`];
  // There is no registered scheme for a key in a header, so the challenge names the header.
  if (scheme?.type === 'apiKey') parameters.push(`header="${scheme.name}"`);
  if (scheme?.type === 'http' && scheme.scheme === 'basic') parameters.push('charset="UTF-8"');
  else if (refused === 'invalid_request') parameters.push(`error="${refused}"`);
  else if (refused?.scheme === name) {
    parameters.push(`error="${refused.error}"`);
    if (refused.scope) parameters.push(`scope="${refused.scope}"`);
  }
  const authentication = authenticationScheme(scheme);
  if (authentication === 'Bearer' && given.resourceMetadata !== undefined)
    parameters.push(`resource_metadata="${given.resourceMetadata}"`);
  return `${authentication} ${parameters.join(', ')}`;
}

function authenticationScheme(scheme: SecurityScheme | undefined): string {
  return scheme?.type === 'http' ? schemeNames[scheme.scheme] : 'ApiKey';
}

const schemeNames = { bearer: 'Bearer', basic: 'Basic' };
