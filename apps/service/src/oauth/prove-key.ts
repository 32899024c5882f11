import { OAuthError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { createProofCheck } from '../platform/dpop/check-proof.ts';
import type { KeyCaller } from '../platform/http/caller.ts';

/**
 * The thumbprint of the key that a token request proves, to bind the access token to (RFC 9449 §5); null where it
 * carries no proof and its application need not send one.
 * @throws OAuthError `invalid_dpop_proof`, or `use_dpop_nonce`; the code or refresh token is not consumed.
 */
export type KeyProof = (
  client: Pick<KeyCaller, 'dpopBoundAccessTokens'>,
  request: FastifyRequest,
) => Promise<string | null>;

export function createKeyProof(dependencies: Dependencies): KeyProof {
  const checkProof = createProofCheck(dependencies);
  return async ({ dpopBoundAccessTokens }, request) => {
    if (request.headers.dpop !== undefined) return await checkProof(request, null);
    if (!dpopBoundAccessTokens) return null;
    throw new OAuthError('invalid_dpop_proof', {
      description:
        'Your application gets access tokens that are bound to a key only. Send a proof in the ' +
        'DPoP header.',
    });
  };
}
