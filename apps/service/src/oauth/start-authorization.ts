import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import type { JudgedParameters } from './domain/authorization-parameters.ts';
import { REQUEST_URI_PREFIX } from './domain/authorization-request.ts';
import { isRegisteredRedirect } from './domain/redirect-uri.ts';
import { findApplicationById } from './store/applications.ts';
import { insertRequest } from './store/authorization-requests.ts';

export interface AuthorizationStart {
  applicationId: string;
  redirectUri: string;
  judged: JudgedParameters;
  /** Null where nobody is given a tracking code. */
  trackingCode: string | null;
}

export interface StartedAuthorization {
  clientId: string;
  /** The reference that the player's browser brings to the page. */
  requestUri: string;
  state: string | null;
}

/**
 * Stores what a partner's server asks, until the player comes with the reference (RFC 9126 §2.2).
 * @throws OAuthError with the fault, or `invalid_request` where the redirect address is not registered.
 */
export async function startAuthorization(
  { database, clock, configuration }: Dependencies,
  { applicationId, redirectUri, judged, trackingCode }: AuthorizationStart,
): Promise<StartedAuthorization> {
  const application = await findApplicationById(database, applicationId);
  if (!isRegisteredRedirect(redirectUri, application?.redirectUris ?? [])) {
    throw new OAuthError('invalid_request', {
      description:
        'The redirect_uri is not registered for your application. ' +
        'Send a registered one character for character, or have this one registered.',
    });
  }
  if ('error' in judged) throw new OAuthError(judged.error, { description: judged.description });

  const now = clock();
  const handle = newSecret('');
  await insertRequest(database, {
    ...judged.parameters,
    handleHash: hashSecret(handle),
    trackingCodeHash: trackingCode === null ? null : hashSecret(trackingCode),
    applicationId,
    redirectUri,
    createdAt: now,
    expiresAt: new Date(now.getTime() + configuration.authorizationRequestLifetime * 1_000),
  });
  return {
    clientId: application?.clientId ?? '',
    requestUri: REQUEST_URI_PREFIX + handle,
    state: judged.parameters.state,
  };
}
