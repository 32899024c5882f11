import { OAuthError } from '@partner-rating/server';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { hashSecret, newSecret } from '../platform/secrets/secrets.ts';
import type { JudgedParameters } from './domain/authorization-parameters.ts';
import { type AuthorizationRequest, REQUEST_URI_PREFIX } from './domain/authorization-request.ts';
import { isRegisteredRedirect } from './domain/redirect-uri.ts';
import { findApplicationById } from './store/applications.ts';
import { insertRequest, retainRequest } from './store/authorization-requests.ts';

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
  const registered = application?.redirectUris ?? [];
  if (!isRegisteredRedirect(redirectUri, registered)) {
    throw new OAuthError('invalid_request', {
      description: describeUnregistered(redirectUri, registered),
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

// An error_description holds 1,000 characters, and an address up to 2,048.
const MAX_LISTED_LENGTH = 500;

/** Names the registered addresses, for the application itself: the caller is authenticated. */
function describeUnregistered(redirectUri: string, registered: readonly string[]): string {
  const sent = redirectUri.length > 200 ? `${redirectUri.slice(0, 200)}...` : redirectUri;
  const listed =
    registered.join(' or ').length > MAX_LISTED_LENGTH ? registered.slice(0, 1) : registered;
  const [first = ''] = listed;
  const advice =
    registered.length === 0 || first.length > MAX_LISTED_LENGTH
      ? 'Send a registered one character for character, or have this one registered.'
      : `Send ${listed.join(' or ')}, character for character, or have this one registered.`;
  return `The redirect_uri ${sent} is not registered for your application. ${advice}`;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/**
 * Keeps a started request for the player who opened it in time: a day from its start, so that a page
 * that stays open overnight still works.
 */
export async function retainForPlayer(
  { database }: Pick<Dependencies, 'database'>,
  { handleHash }: Pick<AuthorizationRequest, 'handleHash'>,
): Promise<void> {
  if (handleHash !== null) await retainRequest(database, handleHash, DAY_MILLISECONDS);
}
