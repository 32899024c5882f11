import type { MessagePage } from '../pages/render.ts';

/** The parameters of an authorization response (RFC 6749 section 4.1.2, RFC 9207). */
export interface AuthorizationResponse {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
  error_description?: string;
}

export interface ErrorPage {
  status: number;
  page: MessagePage;
}

export const retryLink = { address: '/connect', text: 'Connect again' };

/**
 * The error page for an authorization response that is not accepted; null where its code may be
 * exchanged. `isOwn` says whether its `state` belongs to an authorization this browser started.
 */
export function validateResponse(
  response: AuthorizationResponse,
  isOwn: boolean,
  issuer: string,
): ErrorPage | null {
  // Somebody may have sent the player here with a code of their own (RFC 6749 section 10.12).
  if (!isOwn) {
    return errorPage(
      400,
      'This connection was not started here',
      'The response of the service does not belong to a connection that this browser started. It ' +
        'may have been used already, or the club was restarted.',
    );
  }
  // A response of another issuer may be a mix-up attack (RFC 9207 section 2.4).
  if (response.iss !== issuer) {
    const found = response.iss ?? 'nobody';
    const sentence = `It should come from ${issuer} and says it comes from ${found}.`;
    return errorPage(400, 'This response is not from the rating service', sentence);
  }
  if (response.error === 'access_denied') {
    return errorPage(
      200,
      'You are not connected',
      'You refused, so the club has no access to your account. That is fine.',
    );
  }
  if (response.code === undefined) {
    const sentence = response.error_description ?? 'The service sent neither a code nor a reason.';
    return errorPage(502, 'You are not connected', sentence);
  }
  return null;
}

function errorPage(status: number, title: string, sentence: string): ErrorPage {
  return { status, page: { title, paragraphs: [sentence], link: retryLink } };
}
