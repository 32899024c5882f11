import { contract } from '@partner-rating/spec/contract';
import { describe, expect, it } from 'vitest';
import { formTokenResponse, jsonTokenResponse, tokenHeaders } from './token-response.ts';

const tokens = {
  ...{ accessToken: 'pra_1', refreshToken: 'prr_1', expiresIn: 3_600, playerId: 'mem_1' },
  dpopJkt: null,
  scopes: ['user:profile:read', 'user:rating:read'] as const,
};
const granted = { ...tokens, scopes: [...tokens.scopes] };

describe('an answer with tokens', () => {
  const members = {
    ...{ access_token: 'pra_1', token_type: 'Bearer', expires_in: 3_600 },
    ...{ refresh_token: 'prr_1', player_id: 'mem_1' },
  };

  it('lists the scopes in JSON, and names them with spaces between in a form', () => {
    expect(jsonTokenResponse(granted)).toEqual({ ...members, scope: granted.scopes });
    expect(formTokenResponse(granted)).toEqual({
      ...members,
      scope: 'user:profile:read user:rating:read',
    });
  });

  it('says of tokens that are bound to a key that they come with a proof (RFC 9449 §5)', () => {
    const bound = { ...granted, dpopJkt: 'a'.repeat(43) };
    expect(jsonTokenResponse(bound).token_type).toBe('DPoP');
    expect(formTokenResponse(bound).token_type).toBe('DPoP');
  });

  it.each([
    ['TokenResponse', jsonTokenResponse(granted)],
    ['TokenResponseForm', formTokenResponse(granted)],
  ])('has the members of the schema %s', (name, answer) => {
    const { required = [], properties = {} } = contract.schemas[name] ?? {};
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(required));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answer)));
  });

  it('is kept by no cache (RFC 6749 §5.1)', () => {
    expect(tokenHeaders['cache-control']).toMatch(/\bno-store\b/);
    expect(tokenHeaders.pragma).toBe('no-cache');
  });
});
