import { describe, expect, it } from 'vitest';
import { isOwnPost } from './own-post.ts';

const publicUrl = 'https://rating.example';

describe('isOwnPost', () => {
  it.each([
    ['our own origin', { origin: publicUrl }],
    ['our own origin, as browsers say it', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }],
    ['a page without referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['the name the service was opened by', { origin: 'https://10.0.0.7', host: '10.0.0.7' }],
    ['a client that says nothing', {}],
  ])('takes a post from %s', (_what, headers) => {
    expect(isOwnPost(headers, publicUrl)).toBe(true);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example', host: 'rating.example' }],
    ['a name that is not said', { origin: 'https://undefined' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another site that hides its origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { origin: publicUrl, 'sec-fetch-site': 'same-site' }],
    ['another scheme', { origin: 'http://rating.example', host: 'rating.example' }],
    ['another port', { origin: 'https://rating.example:8443', host: 'rating.example' }],
    ['an origin that only begins like ours', { origin: 'https://rating.example.evil.example' }],
  ])('refuses a post from %s', (_what, headers) => {
    expect(isOwnPost(headers, publicUrl)).toBe(false);
  });
});
