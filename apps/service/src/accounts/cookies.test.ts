import { describe, expect, it } from 'vitest';
import { clearCookie, newVisit, readCookies, setCookie } from './cookies.ts';

const secure = 'https://rating.example';
const local = 'http://localhost:3001';
const token = newVisit();

describe('setCookie', () => {
  it('is HttpOnly, SameSite=Lax, Secure and bound to this host on HTTPS', () => {
    expect(setCookie(secure, 'session', token, 60)).toBe(
      `__Host-partner-rating-session=${token}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
  });

  it('works without Secure on plain HTTP', () => {
    expect(setCookie(local, 'visit', token)).toBe(
      `partner-rating-visit=${token}; Path=/; HttpOnly; SameSite=Lax`,
    );
  });
});

describe('clearCookie', () => {
  it('ends the cookie at once', () => {
    expect(clearCookie(secure, 'session')).toMatch(/^__Host-partner-rating-session=; Max-Age=0;/);
  });
});

describe('readCookies', () => {
  it('finds ours among others', () => {
    const header = `a=b; __Host-partner-rating-session=${token}; c=d`;
    expect(readCookies(secure, header)).toEqual({
      session: token,
      visit: null,
      device: null,
      tooYoung: null,
    });
  });

  it('reads on HTTPS no cookie that plain HTTP could have set', () => {
    expect(readCookies(secure, `partner-rating-session=${token}`).session).toBeNull();
  });

  it.each([undefined, '', 'partner-rating-session=', 'partner-rating-session=short', ';;=;'])(
    'finds none in %j',
    (header) => {
      expect(readCookies(local, header)).toEqual({
        session: null,
        visit: null,
        device: null,
        tooYoung: null,
      });
    },
  );
});
