import { parseCookie, stringifySetCookie } from 'cookie';
import { newSecret } from '../platform/secrets/secrets.ts';

/**
 * The cookies of the pages: the session of a logged-in player; the visit of a browser that is not
 * logged in yet, to which the log-in form's token is bound; and the notice, by which a form shows
 * the page after it what was done.
 * A browser in which somebody was too young to register has the cookie for that.
 * The device is that by which a browser that logged in before is known. Operators have cookies of their own.
 */
export type CookieName =
  | 'session'
  | 'visit'
  | 'notice'
  | 'device'
  | 'too-young'
  | OperatorCookieName;

type OperatorCookieName = 'operator' | 'operator-visit' | 'operator-notice' | 'operator-device';

/** Where cookies are sent that are not for the whole service. */
const paths: Partial<Record<CookieName, string>> = {
  operator: '/operator',
  'operator-visit': '/operator',
  'operator-notice': '/operator',
  'operator-device': '/operator',
};

/** The cookies a browser sent, and how to set others. */
export interface Cookies {
  session: string | null;
  visit: string | null;
  device: string | null;
  tooYoung: string | null;
}

// What newSecret makes; anything else in our cookies was not set by us.
const secretForm = /^[A-Za-z0-9_-]{43}$/;

export function readCookies(publicUrl: string, header: string | undefined): Cookies {
  const read = (name: CookieName) => readToken(publicUrl, header, name);
  return {
    session: read('session'),
    visit: read('visit'),
    device: read('device'),
    tooYoung: read('too-young'),
  };
}

/** The same of an operator: their session, visit and device, which are no player's. */
export function readOperatorCookies(publicUrl: string, header: string | undefined): Cookies {
  const read = (name: CookieName) => readToken(publicUrl, header, name);
  return {
    session: read('operator'),
    visit: read('operator-visit'),
    device: read('operator-device'),
    tooYoung: null,
  };
}

/** The token that a cookie holds; null where it holds none. */
function readToken(publicUrl: string, header: string | undefined, name: CookieName): string | null {
  const value = readCookie(publicUrl, header, name);
  return value !== null && secretForm.test(value) ? value : null;
}

/** The value of a cookie as the browser sent it; null where it sent none. */
export function readCookie(
  publicUrl: string,
  header: string | undefined,
  name: CookieName,
): string | null {
  return parseCookie(header ?? '')[fullName(publicUrl, name)] ?? null;
}

/** The `Set-Cookie` value for a cookie; `maxAge` in seconds, undefined for "until the browser closes". */
export function setCookie(
  publicUrl: string,
  name: CookieName,
  value: string,
  maxAge?: number,
): string {
  return stringifySetCookie({
    name: fullName(publicUrl, name),
    value,
    ...(maxAge !== undefined && { maxAge }),
    path: paths[name] ?? '/',
    httpOnly: true,
    // Not Strict: the player arrives from the partner's site and must arrive logged in.
    sameSite: 'lax',
    secure: isSecure(publicUrl),
  });
}

export function clearCookie(publicUrl: string, name: CookieName): string {
  return setCookie(publicUrl, name, '', 0);
}

export function newVisit(): string {
  return newSecret('');
}

// __Host- makes browsers refuse the cookie from a subdomain or without Secure (RFC 6265bis §4.1.3.2), and wants
// the path /. __Secure- is what is left of it for one of a narrower path.
function fullName(publicUrl: string, name: CookieName): string {
  const prefix = paths[name] === undefined ? '__Host-' : '__Secure-';
  return `${isSecure(publicUrl) ? prefix : ''}partner-rating-${name}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
