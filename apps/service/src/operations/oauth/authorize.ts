import { randomBytes } from 'node:crypto';
import { type Handler, OAuthError } from '@partner-rating/server';
import { judgeParameters } from '../../oauth/domain/authorization-parameters.ts';
import { REQUEST_URI_PREFIX } from '../../oauth/domain/authorization-request.ts';
import { isRegisteredRedirect } from '../../oauth/domain/redirect-uri.ts';
import { findApplicationById } from '../../oauth/store/applications.ts';
import { insertRequest } from '../../oauth/store/authorization-requests.ts';
import { baseAddress, type Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';

const TRACKING_CODE_BYTES = 16;

export function authorize(dependencies: Dependencies): Handler<'oauth.authorize', Caller> {
  const { database, clock, configuration } = dependencies;
  return async ({ body }, { principal }) => {
    const application = await findApplicationById(database, principal.applicationId);
    if (!isRegisteredRedirect(body.redirect_uri, application?.redirectUris ?? [])) {
      throw new OAuthError('invalid_request', {
        description:
          'The redirect_uri is not registered for your application. ' +
          'Send a registered one character for character, or have this one registered.',
      });
    }
    const judged = judgeParameters(body);
    if ('error' in judged) throw new OAuthError(judged.error, { description: judged.description });

    const now = clock();
    const handle = newSecret('');
    const trackingCode = randomBytes(TRACKING_CODE_BYTES).toString('base64url');
    await insertRequest(database, {
      ...judged.parameters,
      handleHash: hashSecret(handle),
      trackingCodeHash: hashSecret(trackingCode),
      applicationId: principal.applicationId,
      redirectUri: body.redirect_uri,
      createdAt: now,
      expiresAt: new Date(now.getTime() + configuration.authorizationRequestLifetime * 1_000),
    });
    const { state } = judged.parameters;
    return {
      status: 201,
      body: {
        authorization_url: authorizationUrl(dependencies, application?.clientId ?? '', handle),
        code: trackingCode,
        ...(state !== null && { state }),
      },
    };
  };
}

function authorizationUrl(dependencies: Dependencies, clientId: string, handle: string): string {
  const reference = `request_uri=${REQUEST_URI_PREFIX}${handle}`;
  const client = `client_id=${encodeURIComponent(clientId)}`;
  return `${baseAddress(dependencies)}/partner/oauth/authorize?${client}&${reference}`;
}
