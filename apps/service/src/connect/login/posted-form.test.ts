import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  clearCookie,
  createFormToken,
  isFormToken,
  isSameOriginPost,
  newVisit,
  readCookies,
  setCookie,
} from './posted-form.ts';
import { players } from './realms.ts';

describe('isFormToken', () => {
  it('accepts a token of this session repeatedly', () => {
    const token = createFormToken('session a');
    expect(isFormToken('session a', token)).toBe(true);
    expect(isFormToken('session a', token)).toBe(true);
  });

  it('gives each page a different one', () => {
    expect(createFormToken('session a')).not.toBe(createFormToken('session a'));
  });

  it('refuses the token of another session', () => {
    expect(isFormToken('session b', createFormToken('session a'))).toBe(false);
  });

  testRows([undefined, '', '.', 'a.b', 'a'])('refuses another token', (token) => {
    expect(isFormToken('session a', token)).toBe(false);
  });

  it('refuses any token without a session', () => {
    expect(isFormToken(null, createFormToken(''))).toBe(false);
  });

  it('refuses a token with an addition or another salt', () => {
    const token = createFormToken('session a');
    expect(isFormToken('session a', `${token}.`)).toBe(false);
    expect(isFormToken('session a', `x${token}`)).toBe(false);
    expect(isFormToken('session a', `${token}x`)).toBe(false);
  });
});

const publicUrl = 'https://rating.example';

describe('isSameOriginPost', () => {
  testRows([
    ['our own origin', { origin: publicUrl }],
    ['our own origin, as browsers send it', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }],
    ['a page without referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['the address that the browser used', { origin: 'https://10.0.0.7', host: '10.0.0.7' }],
    ['a client without these headers', {}],
  ])('accepts a post from our own page', (_what, headers) => {
    expect(isSameOriginPost(headers, publicUrl)).toBe(true);
  });

  testRows([
    ['another origin', { origin: 'https://evil.example', host: 'rating.example' }],
    ['an undefined host', { origin: 'https://undefined' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { origin: publicUrl, 'sec-fetch-site': 'same-site' }],
    ['another scheme', { origin: 'http://rating.example', host: 'rating.example' }],
    ['another port', { origin: 'https://rating.example:8443', host: 'rating.example' }],
    ['an origin that only begins like ours', { origin: 'https://rating.example.evil.example' }],
  ])('refuses a post from another site', (_what, headers) => {
    expect(isSameOriginPost(headers, publicUrl)).toBe(false);
  });
});

const secure = 'https://rating.example';

const local = 'http://localhost:3001';

const token = newVisit();

describe('setCookie', () => {
  it('is HttpOnly, SameSite=Lax, Secure and bound to this host on HTTPS', () => {
    expect(setCookie(secure, players, 'session', token, 60)).toBe(
      `__Host-partner-rating-session=${token}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('works without Secure on plain HTTP', () => {
    expect(setCookie(local, players, 'visit', token)).toBe(
      `partner-rating-visit=${token}; Path=/; HttpOnly; SameSite=Lax`,
    );
  });
});

describe('clearCookie', () => {
  it('deletes the cookie at once', () => {
    expect(clearCookie(secure, players, 'session')).toMatch(
      /^__Host-partner-rating-session=; Max-Age=0;/,
    );
  });
});

describe('readCookies', () => {
  it('finds our cookie among others', () => {
    const header = `a=b; __Host-partner-rating-session=${token}; c=d`;
    expect(readCookies(secure, header)).toEqual({
      realm: players,
      session: token,
      visit: null,
      device: null,
      tooYoung: null,
    });
  });

  it('ignores on HTTPS a cookie that plain HTTP could have set', () => {
    expect(readCookies(secure, `partner-rating-session=${token}`).session).toBeNull();
  });

  testRows([undefined, '', 'partner-rating-session=', 'partner-rating-session=short', ';;=;'])(
    'finds no cookie in another header',
    (header) => {
      expect(readCookies(local, header)).toEqual({
        realm: players,
        session: null,
        visit: null,
        device: null,
        tooYoung: null,
      });
    },
  );
});
