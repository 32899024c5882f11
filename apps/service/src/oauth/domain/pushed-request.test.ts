import { describe, expect, it } from 'vitest';
import { judgePushedRequest } from './pushed-request.ts';

const form = { response_type: 'code', redirect_uri: 'https://courtside.example/callback' };
const [key, otherKey] = ['a'.repeat(43), 'b'.repeat(43)];

describe('a pushed request', () => {
  it('is judged as one in the address of the page', () => {
    expect(judgePushedRequest({ ...form, state: 'abc' }, null)).toMatchObject({
      parameters: { state: 'abc', scopes: ['user:profile:read', 'user:rating:read'] },
    });
    expect(judgePushedRequest({ ...form, response_type: 'token' }, null)).toMatchObject({
      error: 'unsupported_response_type',
    });
    expect(judgePushedRequest({ ...form, scope: 'none' }, null)).toMatchObject({
      error: 'invalid_scope',
    });
  });

  it('may not refer to another', () => {
    const referring = { ...form, request_uri: 'urn:ietf:params:oauth:request_uri:abc' };
    expect(judgePushedRequest(referring, null)).toMatchObject({ error: 'invalid_request' });
  });

  it.each([{ prompt: 'none' }, { request: 'a.b.c' }, { response_mode: 'fragment' }])(
    'is refused as invalid_request with %j: RFC 9126 §2.3 has no other error for it',
    (extra) => {
      expect(judgePushedRequest({ ...form, ...extra }, null)).toMatchObject({
        error: 'invalid_request',
      });
    },
  );

  it.each([
    ['of neither', {}, null, null],
    ['that it names', { dpop_jkt: key }, null, key],
    ['that is proven', {}, key, key],
    ['that it names and that is proven', { dpop_jkt: key }, key, key],
  ])('binds the code to the key %s', (_which, named, proven, dpopJkt) => {
    expect(judgePushedRequest({ ...form, ...named }, proven)).toMatchObject({
      parameters: { dpopJkt },
    });
  });

  it('may not name another key than is proven', () => {
    expect(judgePushedRequest({ ...form, dpop_jkt: otherKey }, key)).toMatchObject({
      error: 'invalid_request',
    });
  });
});
