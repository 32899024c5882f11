import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { FormError } from '../../platform/pages/render.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { connectTexts } from '../domain/texts.ts';
import { players, type Realm } from './realms.ts';

/**
 * The cookies of the pages of a realm (the pages of players, of partners, or of operators). `session`: of somebody who
 * is logged in. `visit`: of a browser that is not logged in yet, to which the log-in form is bound. `notice`: the
 * result of a form, for the next page. `too-young`: of a browser in which somebody was too young to register. `device`:
 * of a browser that logged in before.
 */
type CookieName = 'session' | 'visit' | 'notice' | 'device' | 'too-young';

/** The cookies of a realm that a browser sent. */
export interface Cookies {
  realm: Realm;
  session: string | null;
  visit: string | null;
  device: string | null;
  tooYoung: string | null;
}

// The form of newSecret. The service did not set any other value.
const secretForm = /^[A-Za-z0-9_-]{43}$/;

export function readCookies(
  publicUrl: string,
  header: string | undefined,
  realm: Realm = players,
): Cookies {
  /** Returns the token in a cookie, or null. */
  const read = (name: CookieName) => {
    const value = readCookie(publicUrl, header, realm, name);
    return value !== null && secretForm.test(value) ? value : null;
  };
  return {
    realm,
    session: read('session'),
    visit: read('visit'),
    device: read('device'),
    tooYoung: read('too-young'),
  };
}

/** Returns the value of a cookie as the browser sent it, or null. */
export function readCookie(
  publicUrl: string,
  header: string | undefined,
  realm: Realm,
  name: CookieName,
): string | null {
  return parseCookie(header ?? '')[fullName(publicUrl, realm, name)] ?? null;
}

/** Returns a `Set-Cookie` value. `maxAge` is in seconds. Undefined means "until the browser closes". */
export function setCookie(
  publicUrl: string,
  realm: Realm,
  name: CookieName,
  value: string,
  maxAge?: number,
): string {
  return stringifySetCookie({
    name: fullName(publicUrl, realm, name),
    value,
    ...(maxAge !== undefined && { maxAge }),
    path: realm.cookiePath,
    httpOnly: true,
    // Not Strict, because a player who arrives from the partner's site must be logged in.
    sameSite: 'lax',
    secure: isSecure(publicUrl),
  });
}

export function clearCookie(publicUrl: string, realm: Realm, name: CookieName): string {
  return setCookie(publicUrl, realm, name, '', 0);
}

export function newVisit(): string {
  return newSecret('');
}

// With __Host-, browsers refuse the cookie from a subdomain or without Secure (RFC 6265bis §4.1.3.2). It requires
// the path /. For a narrower path, __Secure- at least requires Secure.
function fullName(
  publicUrl: string,
  { cookiePath, cookiePrefix }: Realm,
  name: CookieName,
): string {
  const prefix = cookiePath === '/' ? '__Host-' : '__Secure-';
  return `${isSecure(publicUrl) ? prefix : ''}partner-rating-${cookiePrefix}${name}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

const SALT_BYTES = 16;

/**
 * Creates the token by which a form shows that it comes from a page of this service. It is derived from the
 * browser's session (or visit) cookie. So it is invalid in another session and expires with the session, and
 * instances need not share a key. The salt makes it different in each page, so
 * that the length of a compressed page reveals nothing about it (BREACH).
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

export interface PostedForm {
  /** Returns the value of a field. The empty string if it is missing or repeated. */
  field: (name: string) => string;
  /** Returns the names of all fields. */
  names: () => string[];
  /** Returns all values of a field that may be repeated. */
  fields: (name: string) => string[];
  cookies: Cookies;
  raw: FastifyRequest;
  requestId: string;
  log: FastifyBaseLogger;
}

export function readForm(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  raw: FastifyRequest,
  realm?: Realm,
): PostedForm {
  const body = new URLSearchParams(typeof raw.body === 'string' ? raw.body : '');
  const fields = (name: string) => body.getAll(name);
  return {
    names: () => [...new Set(body.keys())],
    fields,
    field: (name) => {
      const [value = '', ...others] = fields(name);
      return others.length === 0 ? value : '';
    },
    cookies: readCookies(publicUrl, raw.headers.cookie, realm),
    raw,
    requestId: raw.id,
    log: raw.log,
  };
}

/** Returns whether a form comes from a page of ours, in this browser's session (or visit). */
export function isGenuineForm(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  form: PostedForm,
  boundTo: 'session' | 'visit',
): boolean {
  const { cookies, field } = form;
  return isSameOriginForm(dependencies, form) && isFormToken(cookies[boundTo], field('form_token'));
}

/** Returns whether a form is not from another site, even if its page is outdated. */
export function isSameOriginForm(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  { raw }: PostedForm,
): boolean {
  return isSameOriginPost(raw.headers, publicUrl);
}

/** Returns the error of a form whose page has a cookie that the browser no longer has. */
export function outdatedForm(): FormError {
  return { field: null, text: connectTexts().errors.outdatedForm };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns whether, according to the browser, a page of this service posted a form. Our pages send no
 * referrer, and browsers then send `Origin: null`. Sec-Fetch-Site distinguishes such a post from that of
 * another site. Accepts a request without these headers, because the form token decides.
 */
export function isSameOriginPost(headers: Headers, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined || origin === 'null') return true;
  return (
    origin === publicUrl || (typeof host === 'string' && origin === ownOrigin(publicUrl, host))
  );
}

// In development, the service is also opened at other addresses than the public one.
function ownOrigin(publicUrl: string, host: string): string {
  return `${new URL(publicUrl).protocol}//${host}`;
}
