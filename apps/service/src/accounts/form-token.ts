import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SALT_BYTES = 16;

/**
 * The token that a form carries to show it comes from a page of ours. It is made from the
 * browser's session (or visit) cookie, so it is worthless in another session, needs no key that
 * instances would have to share, and dies with the session. The salt makes each page's differ, so
 * that the length of a compressed page says nothing about it (BREACH).
 */
export function createFormToken(cookie: string): string {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  return `${salt}.${sign(cookie, salt)}`;
}

export function isFormToken(cookie: string | null, token: string | undefined): boolean {
  if (cookie === null || token === undefined) return false;
  const [salt = '', signature = '', ...rest] = token.split('.');
  const expected = Buffer.from(sign(cookie, salt));
  const actual = Buffer.from(signature);
  return (
    rest.length === 0 && actual.length === expected.length && timingSafeEqual(actual, expected)
  );
}

function sign(cookie: string, salt: string): string {
  return createHmac('sha256', cookie).update(`form ${salt}`).digest('base64url');
}
