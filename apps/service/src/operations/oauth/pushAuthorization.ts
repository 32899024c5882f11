import { type Handler, OAuthError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { admitClient } from '../../oauth/admit-client.ts';
import { judgeAuthorizationQuery } from '../../oauth/domain/authorization-parameters.ts';
import { startAuthorization } from '../../oauth/start-authorization.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { createProofCheck } from '../../platform/dpop/check-proof.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Limits } from '../../platform/http/limits.ts';

export function pushAuthorization(
  dependencies: Dependencies,
  limits: Limits,
): Handler<'oauth.pushAuthorization', Caller, FastifyRequest> {
  const checkProof = createProofCheck(dependencies);
  return async ({ body }, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limits, { principal, raw, body });
    if (body.request_uri !== undefined)
      throw invalidRequest(
        'A request_uri cannot be pushed. Send the parameters of the authorization themselves.',
      );
    const provenKey = raw.headers.dpop === undefined ? null : await checkProof(raw, null);
    if (provenKey !== null && body.dpop_jkt !== undefined && body.dpop_jkt !== provenKey) {
      throw invalidRequest(
        'The dpop_jkt names another key than the DPoP proof is by. Send one of them, or both of one key.',
      );
    }
    const { client_id: _, client_secret: __, ...values } = body;
    const started = await startAuthorization(dependencies, {
      applicationId,
      redirectUri: body.redirect_uri,
      // RFC 9126 §2.1: judged as it would be at the authorization page.
      judged: judgeAuthorizationQuery({
        values: { ...values, ...(provenKey !== null && { dpop_jkt: provenKey }) },
        repeated: [],
        malformed: [],
      }),
      trackingCode: null,
    });
    return {
      status: 201,
      body: {
        request_uri: started.requestUri,
        expires_in: dependencies.configuration.authorizationRequestLifetime,
      },
    };
  };
}

function invalidRequest(description: string): OAuthError {
  return new OAuthError('invalid_request', { description });
}
