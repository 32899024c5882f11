import { describe, expect, it } from 'vitest';
import { handleOf, REQUEST_URI_PREFIX } from './authorization-request.ts';

const handle = `${'aZ09_-'.repeat(7)}b`;

describe('a request_uri', () => {
  it('of this service holds the handle of a request (RFC 9126 §2.2)', () => {
    expect(handleOf(`urn:ietf:params:oauth:request_uri:${handle}`)).toBe(handle);
  });

  it.each([
    '',
    handle,
    REQUEST_URI_PREFIX,
    `https://courtside.example/request/${handle}`,
    `${'x'.repeat(REQUEST_URI_PREFIX.length)}${handle}`,
    `${REQUEST_URI_PREFIX}${handle}a`,
    `${REQUEST_URI_PREFIX}${handle.slice(1)}`,
    `${REQUEST_URI_PREFIX}${handle.slice(1)}=`,
  ])('of anybody else holds none: %j', (requestUri) => {
    expect(handleOf(requestUri)).toBeNull();
  });
});
