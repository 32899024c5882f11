import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import { admitClient } from '../../oauth/admit-client.ts';
import { judgePushedRequest } from '../../oauth/domain/pushed-request.ts';
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
    const provenKey = raw.headers.dpop === undefined ? null : await checkProof(raw, null);
    const { requestUri } = await startAuthorization(dependencies, {
      applicationId,
      redirectUri: body.redirect_uri,
      judged: judgePushedRequest(body, provenKey),
      trackingCode: null,
    });
    const { authorizationRequestLifetime } = dependencies.configuration;
    return {
      status: 201,
      body: { request_uri: requestUri, expires_in: authorizationRequestLifetime },
    };
  };
}
