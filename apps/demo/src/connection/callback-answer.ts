import type { MessagePage } from '../pages/render.ts';

/** What the service sends a player back with (RFC 6749 section 4.1.2, RFC 9207). */
export interface CallbackQuery {
  code?: string;
  state?: string;
  iss?: string;
  error?: string;
  error_description?: string;
}

export interface Refusal {
  status: number;
  page: MessagePage;
}

export const again = { address: '/connect', text: 'Connect once more' };

/**
 * Why an answer cannot be taken, as a page; null where its code may be exchanged. `isOwn` says
 * whether its `state` is that of a connection this browser began.
 */
export function refusalOf(query: CallbackQuery, isOwn: boolean, issuer: string): Refusal | null {
  // Somebody may have sent the player here with a code of their own (RFC 6749 section 10.12).
  if (!isOwn) {
    return refusal(
      400,
      'This connection was not begun here',
      'The answer of the service does not fit a connection that this browser began: perhaps it ' +
        'was used before, or the club was restarted since.',
    );
  }
  // An answer of another service is not one to exchange at this one (RFC 9207 section 2.4).
  if (query.iss !== issuer) {
    const found = query.iss ?? 'nobody';
    const sentence = `It should come from ${issuer} and says it comes from ${found}.`;
    return refusal(400, 'This answer is not from the rating service', sentence);
  }
  if (query.error === 'access_denied') {
    return refusal(
      200,
      'You are not connected',
      'You refused, so the club sees nothing of your account. That is fine.',
    );
  }
  if (query.code === undefined) {
    const sentence = query.error_description ?? 'The service sent neither a code nor a reason.';
    return refusal(502, 'You are not connected', sentence);
  }
  return null;
}

function refusal(status: number, title: string, sentence: string): Refusal {
  return { status, page: { title, paragraphs: [sentence], link: again } };
}
