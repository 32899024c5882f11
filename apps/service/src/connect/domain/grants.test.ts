import { contract } from '@partner-rating/spec/contract';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import {
  challengeOf,
  formTokenResponse,
  grantErrors,
  isRepeatable,
  isVerifier,
  jsonTokenResponse,
  judgeExchange,
  judgeRefresh,
  readChallenge,
  refreshedScopes,
  tokenHeaders,
} from './grants.ts';

const now = new Date('2026-09-12T12:00:00Z');

const later = new Date('2026-09-12T12:00:01Z');

const verifier = 'v'.repeat(43);

const code = {
  applicationId: 'app_1',
  redirectUri: 'https://courtside.example/callback',
  codeChallenge: null,
  expiresAt: later,
  usedAt: null,
  disconnectedAt: null,
};

const exchange = {
  applicationId: 'app_1',
  redirectUri: 'https://courtside.example/callback',
  codeVerifier: undefined,
};

describe('judgeExchange', () => {
  it('accepts a new code', () => {
    expect(judgeExchange(code, exchange, now)).toBeNull();
    const withChallenge = { ...code, codeChallenge: challengeOf(verifier) };
    expect(judgeExchange(withChallenge, { ...exchange, codeVerifier: verifier }, now)).toBeNull();
  });

  testRows([
    ['used_code', { usedAt: now }, {}],
    ['used_code', { usedAt: now }, { applicationId: 'app_2' }],
    ['unknown_code', {}, { applicationId: 'app_2' }],
    ['expired_code', { expiresAt: now }, {}],
    ['disconnected', { disconnectedAt: now }, {}],
    ['disconnected', { usedAt: now, disconnectedAt: now }, {}],
    ['other_redirect', {}, { redirectUri: 'https://courtside.example/callback/' }],
    ['missing_verifier', { codeChallenge: challengeOf(verifier) }, {}],
    ['unasked_verifier', {}, { codeVerifier: verifier }],
    ['wrong_verifier', { codeChallenge: challengeOf(verifier) }, { codeVerifier: 'w'.repeat(43) }],
    ['wrong_verifier', { codeChallenge: challengeOf('short') }, { codeVerifier: 'short' }],
    ['wrong_verifier', { codeChallenge: verifier }, { codeVerifier: verifier }],
  ])('gives the reason why a code cannot be exchanged', (error, codePart, exchangePart) => {
    expect(judgeExchange({ ...code, ...codePart }, { ...exchange, ...exchangePart }, now)).toBe(
      error,
    );
  });
});

describe('the description of a refused grant', () => {
  testRows(Object.entries(grantErrors))(
    'is a sentence with the characters of RFC 6749 §5.2',
    (_, text) => {
      expect(text).toMatch(/^The [\x20-\x21\x23-\x5b\x5d-\x7e]{20,}\.$/);
    },
  );

  testRows([
    'unknown_code',
    'used_code',
    'expired_code',
    'other_redirect',
    'disconnected',
  ] as const)('says to start again if a code is refused', (error) => {
    expect(grantErrors[error]).toContain('. Start the authorization again');
  });

  testRows(['unknown_token', 'used_token', 'expired_token', 'revoked_token'] as const)(
    'says that the player must connect again if a token is refused',
    (error) => {
      expect(grantErrors[error]).toMatch(/\. Let the player connect again\.$/);
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

describe('a used refresh token', () => {
  const used = { ...token, usedAt: now };
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

  it('may be used again by its client for thirty seconds, because the response may be lost', () => {
    expect(isRepeatable(used, 'app_1', after(29_999))).toBe(true);
    expect(isRepeatable(used, 'app_1', after(30_000))).toBe(false);
  });

  testRows([
    ['by another client', used, 'app_2'],
    ['before it was used', token, 'app_1'],
    ['after it is revoked', { ...used, revokedAt: now }, 'app_1'],
    ['after the player has disconnected', { ...used, disconnectedAt: now }, 'app_1'],
  ])('cannot be used again by another client, or after it ended', (_, facts, client) => {
    expect(isRepeatable(facts, client, after(1))).toBe(false);
  });
});

describe('judgeRefresh', () => {
  it('accepts a valid token', () => {
    expect(judgeRefresh(token, 'app_1', now)).toBeNull();
  });

  testRows([
    ['used_token', { usedAt: now }],
    ['revoked_token', { revokedAt: now }],
    ['revoked_token', { usedAt: now, revokedAt: now }],
    ['disconnected', { disconnectedAt: now, revokedAt: now }],
    ['expired_token', { expiresAt: now }],
    ['unknown_token', { applicationId: 'app_2' }],
  ])('gives the reason why a token cannot be refreshed', (error, part) => {
    expect(judgeRefresh({ ...token, ...part }, 'app_1', now)).toBe(error);
  });
});

describe('refreshedScopes', () => {
  const held = ['user:profile:read', 'user:rating:read'];

  it('are all scopes if none is requested', () => {
    expect(refreshedScopes(held, held, undefined)).toEqual(held);
    expect(refreshedScopes(held, held, '')).toEqual(held);
  });

  it('are the requested ones', () => {
    expect(refreshedScopes(held, held, 'user:rating:read')).toEqual(['user:rating:read']);
  });

  testRows(['user:match:submit', 'user:rating:read user:match:submit', 'nonsense', ' '])(
    'are refused if they exceed the grant',
    (asked) => {
      expect(refreshedScopes(held, [...held, 'user:match:submit'], asked)).toBeNull();
    },
  );

  it('never contain a scope that a later consent removed', () => {
    expect(refreshedScopes(held, ['user:profile:read'], undefined)).toEqual(['user:profile:read']);
    expect(refreshedScopes(held, ['user:profile:read'], 'user:rating:read')).toBeNull();
  });
});

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('readChallenge', () => {
  it('accepts an S256 challenge', () => {
    expect(readChallenge(challenge, 'S256')).toEqual({ codeChallenge: challenge });
  });

  it('takes none', () => {
    expect(readChallenge(undefined, undefined)).toEqual({ codeChallenge: null });
  });

  testRows([
    ['plain', challenge, 'plain'],
    ['no method, which means plain', challenge, undefined],
    ['another case of the method', challenge, 's256'],
    ['a method without a challenge', undefined, 'S256'],
    ['a short challenge', challenge.slice(1), 'S256'],
    ['a long challenge', `${challenge}A`, 'S256'],
    ['padding', `${challenge.slice(1)}=`, 'S256'],
    ['base64 that is not base64url', `${challenge.slice(1)}+`, 'S256'],
    ['a line break', `${challenge}\n`, 'S256'],
    ['a line break in front', `\n${challenge}`, 'S256'],
  ])('refuses other methods and lengths', (_what, codeChallenge, method) => {
    expect(readChallenge(codeChallenge, method)).toHaveProperty('error');
  });
});

describe('a refused challenge', () => {
  testRows([
    [undefined, 'S256', 'Send both or neither.'],
    [challenge, 'plain', 'must be S256.'],
    ['short', 'S256', 'as base64url: 43 characters.'],
  ])('says what to send', (codeChallenge, method, advice) => {
    expect(readChallenge(codeChallenge, method)).toEqual({
      error: expect.stringContaining(advice),
    });
  });
});

describe('challengeOf', () => {
  it('is that of RFC 7636 appendix B', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(challenge);
  });
});

describe('isVerifier', () => {
  testRows(['a'.repeat(43), 'Z9-._~'.repeat(10), 'a'.repeat(128)])(
    'accepts 43 to 128 unreserved characters',
    (verifier) => {
      expect(isVerifier(verifier)).toBe(true);
    },
  );

  testRows([
    'a'.repeat(42),
    'a'.repeat(129),
    `${'a'.repeat(43)}+`,
    `+${'a'.repeat(43)}`,
    `${'a'.repeat(43)}é`,
    '',
  ])('refuses other lengths and characters', (verifier) => {
    expect(isVerifier(verifier)).toBe(false);
  });
});

const tokens = {
  ...{ accessToken: 'pra_1', refreshToken: 'prr_1', expiresIn: 3_600, playerId: 'mem_1' },
  scopes: ['user:profile:read', 'user:rating:read'] as const,
};

const granted = { ...tokens, scopes: [...tokens.scopes] };

describe('a response with tokens', () => {
  const members = {
    ...{ access_token: 'pra_1', token_type: 'Bearer', expires_in: 3_600 },
    ...{ refresh_token: 'prr_1', player_id: 'mem_1' },
  };

  it('has the scopes as an array in JSON, and as a text with spaces for a form', () => {
    expect(jsonTokenResponse(granted)).toEqual({ ...members, scope: granted.scopes });
    expect(formTokenResponse(granted)).toEqual({
      ...members,
      scope: 'user:profile:read user:rating:read',
    });
  });

  testRows([
    ['TokenResponse', jsonTokenResponse(granted)],
    ['TokenResponseForm', formTokenResponse(granted)],
  ])('has the members of its schema', (name, answer) => {
    const { required = [], properties = {} } = contract.schemas[name] ?? {};
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer)));
  });

  it('is not stored by caches (RFC 6749 §5.1)', () => {
    expect(tokenHeaders['cache-control']).toMatch(/\bno-store\b/);
    expect(tokenHeaders.pragma).toBe('no-cache');
  });
});
