import type { AnyReply } from '@partner-rating/server';

/** The header that says that a token expires soon, and when. */
export const EXPIRY_HEADER = 'Operator-Token-Expires';

// Long enough to notice it in a task that runs once a week.
const WARNING_MILLISECONDS = 7 * 24 * 60 * 60 * 1_000;

/** Adds the header to the reply if the token expires soon. */
export function withExpiry(reply: AnyReply, expiresAt: Date | null, now: Date): AnyReply {
  if (expiresAt === null || expiresAt.getTime() - now.getTime() > WARNING_MILLISECONDS) {
    return reply;
  }
  return { ...reply, headers: { ...reply.headers, [EXPIRY_HEADER]: expiresAt.toISOString() } };
}
