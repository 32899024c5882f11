import type { Handler } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Limits } from '../../platform/http/limits.ts';
import { admitClient } from '../authenticate-client.ts';
import { startAuthorization } from '../authorization-requests.ts';
import { judgePushedRequest } from '../domain/authorization-parameters.ts';

export function pushAuthorization(
  dependencies: Dependencies,
  limits: Limits,
): Handler<'oauth.pushAuthorization', Caller, FastifyRequest> {
  return async ({ body }, { principal, raw }) => {
    const { applicationId } = await admitClient(dependencies, limits, { principal, raw, body });
    const { requestUri } = await startAuthorization(dependencies, {
      applicationId,
      redirectUri: body.redirect_uri,
      judged: judgePushedRequest(body),
      trackingCode: null,
    });
    const { authorizationRequestLifetime } = dependencies.configuration;
    return {
      status: 201,
      body: { request_uri: requestUri, expires_in: authorizationRequestLifetime },
    };
  };
}
