import { describe, expect, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';

const client = new PartnerRatingClient({
  apiKey: 'prk_test',
  baseUrl: 'https://ratings.example/api/v1',
});
const start = { client_id: 'courtside-club', redirect_uri: 'https://courtside.example/callback' };

describe('oauth.getAuthorizationUrl', () => {
  test('returns the base address, the authorization page, and the query', () => {
    const url = client.oauth.getAuthorizationUrl({
      ...start,
      scope: ['user:match:submit'],
      state: 'a+b/c=',
    });
    expect(url).toBe(
      'https://ratings.example/api/v1/partner/oauth/authorize?response_type=code' +
        '&client_id=courtside-club&redirect_uri=https%3A%2F%2Fcourtside.example%2Fcallback' +
        '&state=a%2Bb%2Fc%3D&scope=user%3Aprofile%3Aread%20user%3Amatch%3Asubmit',
    );
  });

  test('adds the method only to a PKCE challenge', () => {
    const query = (extra: object) =>
      new URL(client.oauth.getAuthorizationUrl({ ...start, ...extra })).searchParams;
    expect(query({ code_challenge: 'E9Mel' }).get('code_challenge_method')).toBe('S256');
    expect(query({}).has('code_challenge_method')).toBe(false);
    expect(query({}).has('state')).toBe(false);
  });

  test('refuses a scope that does not exist with invalid_scope', () => {
    const ask = () => client.oauth.getAuthorizationUrl({ ...start, scope: 'rating:read' });
    expect(ask).toThrow(
      expect.objectContaining({ name: 'OAuthError', errorCode: 'invalid_scope' }),
    );
  });
});
