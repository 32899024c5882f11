import { describe, expect, it } from 'vitest';
import {
  grantFaults,
  isRepeatable,
  judgeExchange,
  judgeRefresh,
  refreshedScopes,
} from './grants.ts';
import { challengeOf } from './pkce.ts';

const now = new Date('2026-09-12T12:00:00Z');
const later = new Date('2026-09-12T12:00:01Z');
const verifier = 'v'.repeat(43);

const code = {
  applicationId: 'app_1',
  redirectUri: 'https://courtside.example/callback',
  codeChallenge: null,
  dpopJkt: null,
  expiresAt: later,
  usedAt: null,
  disconnectedAt: null,
};
const exchange = {
  applicationId: 'app_1',
  redirectUri: 'https://courtside.example/callback',
  codeVerifier: undefined,
  dpopJkt: null,
};

describe('judgeExchange', () => {
  it('finds nothing wrong with a fresh code', () => {
    expect(judgeExchange(code, exchange, now)).toBeNull();
    const withChallenge = { ...code, codeChallenge: challengeOf(verifier) };
    expect(judgeExchange(withChallenge, { ...exchange, codeVerifier: verifier }, now)).toBeNull();
  });

  it('takes the key of the authorization, and any where it named none', () => {
    const bound = { ...code, dpopJkt: 'first' };
    expect(judgeExchange(bound, { ...exchange, dpopJkt: 'first' }, now)).toBeNull();
    expect(judgeExchange(code, { ...exchange, dpopJkt: 'first' }, now)).toBeNull();
  });

  it.each([
    ['used_code', { usedAt: now }, {}],
    ['used_code', { usedAt: now }, { applicationId: 'app_2' }],
    ['unknown_code', {}, { applicationId: 'app_2' }],
    ['expired_code', { expiresAt: now }, {}],
    ['disconnected', { disconnectedAt: now }, {}],
    ['disconnected', { usedAt: now, disconnectedAt: now }, {}],
    ['other_redirect', {}, { redirectUri: 'https://courtside.example/callback/' }],
    ['wrong_key', { dpopJkt: 'first' }, {}],
    ['wrong_key', { dpopJkt: 'first' }, { dpopJkt: 'second' }],
    ['missing_verifier', { codeChallenge: challengeOf(verifier) }, {}],
    ['unasked_verifier', {}, { codeVerifier: verifier }],
    ['wrong_verifier', { codeChallenge: challengeOf(verifier) }, { codeVerifier: 'w'.repeat(43) }],
    ['wrong_verifier', { codeChallenge: challengeOf('short') }, { codeVerifier: 'short' }],
    ['wrong_verifier', { codeChallenge: verifier }, { codeVerifier: verifier }],
  ])('answers %s to a code %j exchanged with %j', (fault, codePart, exchangePart) => {
    expect(judgeExchange({ ...code, ...codePart }, { ...exchange, ...exchangePart }, now)).toBe(
      fault,
    );
  });
});

describe('what is said of a refused grant', () => {
  it.each(Object.entries(grantFaults))(
    '%s is a sentence, in characters of RFC 6749 §5.2',
    (_, text) => {
      expect(text).toMatch(/^The [\x20-\x21\x23-\x5b\x5d-\x7e]{20,}\.$/);
    },
  );

  it.each(['unknown_code', 'used_code', 'expired_code', 'other_redirect', 'disconnected'] as const)(
    '%s says to start again',
    (fault) => {
      expect(grantFaults[fault]).toContain('. Start the authorization again');
    },
  );

  it.each(['unknown_token', 'used_token', 'expired_token', 'revoked_token'] as const)(
    '%s says to let the player connect again',
    (fault) => {
      expect(grantFaults[fault]).toMatch(/\. Let the player connect again\.$/);
    },
  );
});

const token = {
  applicationId: 'app_1',
  expiresAt: later,
  usedAt: null,
  revokedAt: null,
  disconnectedAt: null,
};

describe('a refresh token whose answer was lost', () => {
  const used = { ...token, usedAt: now };
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('may be shown again by its client for thirty seconds', () => {
    expect(isRepeatable(used, 'app_1', after(29_999))).toBe(true);
    expect(isRepeatable(used, 'app_1', after(30_000))).toBe(false);
  });

  it.each([
    ['by another client', used, 'app_2'],
    ['before it was used', token, 'app_1'],
    ['once it is revoked', { ...used, revokedAt: now }, 'app_1'],
    ['once the player has disconnected', { ...used, disconnectedAt: now }, 'app_1'],
  ])('may not be shown again %s', (_, facts, client) => {
    expect(isRepeatable(facts, client, after(1))).toBe(false);
  });
});

describe('judgeRefresh', () => {
  it('finds nothing wrong with a live token', () => {
    expect(judgeRefresh(token, 'app_1', now)).toBeNull();
  });

  it.each([
    ['used_token', { usedAt: now }],
    ['revoked_token', { revokedAt: now }],
    ['revoked_token', { usedAt: now, revokedAt: now }],
    ['disconnected', { disconnectedAt: now, revokedAt: now }],
    ['expired_token', { expiresAt: now }],
    ['unknown_token', { applicationId: 'app_2' }],
  ])('answers %s to a token %j', (fault, part) => {
    expect(judgeRefresh({ ...token, ...part }, 'app_1', now)).toBe(fault);
  });
});

describe('refreshedScopes', () => {
  const held = ['user:profile:read', 'user:rating:read'];

  it('are all of them when none is asked for', () => {
    expect(refreshedScopes(held, held, undefined)).toEqual(held);
    expect(refreshedScopes(held, held, '')).toEqual(held);
  });

  it('are those asked for', () => {
    expect(refreshedScopes(held, held, 'user:rating:read')).toEqual(['user:rating:read']);
  });

  it.each(['user:match:submit', 'user:rating:read user:match:submit', 'nonsense', ' '])(
    'are refused where %j goes beyond what was granted',
    (asked) => {
      expect(refreshedScopes(held, [...held, 'user:match:submit'], asked)).toBeNull();
    },
  );

  it('never hold what a later consent took back', () => {
    expect(refreshedScopes(held, ['user:profile:read'], undefined)).toEqual(['user:profile:read']);
    expect(refreshedScopes(held, ['user:profile:read'], 'user:rating:read')).toBeNull();
  });
});
