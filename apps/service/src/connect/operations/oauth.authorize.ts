import { randomBytes } from 'node:crypto';
import type { Handler } from '@partner-rating/server';
import { baseAddress, type Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { type StartedAuthorization, startAuthorization } from '../authorization-requests.ts';
import { judgeParameters } from '../domain/authorization-parameters.ts';

const TRACKING_CODE_BYTES = 16;

export function authorize(dependencies: Dependencies): Handler<'oauth.authorize', Caller> {
  return async ({ body }, { principal }) => {
    const trackingCode = randomBytes(TRACKING_CODE_BYTES).toString('base64url');
    const started = await startAuthorization(dependencies, {
      applicationId: principal.applicationId,
      redirectUri: body.redirect_uri,
      judged: judgeParameters(body),
      trackingCode,
    });
    const { state } = started;
    return {
      status: 201,
      body: {
        authorization_url: authorizationUrl(dependencies, started),
        code: trackingCode,
        ...(state !== null && { state }),
      },
    };
  };
}

function authorizationUrl(
  dependencies: Dependencies,
  { clientId, requestUri }: StartedAuthorization,
): string {
  const query = `client_id=${encodeURIComponent(clientId)}&request_uri=${requestUri}`;
  return `${baseAddress(dependencies)}/partner/oauth/authorize?${query}`;
}
