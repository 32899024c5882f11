import { describe, expect, test } from 'vitest';
import { PartnerRatingClient } from './client.ts';
import type { ClientOptions } from './client-options.ts';

const baseUrl = 'http://localhost:3001/api/v1';
const build = (options: object) => () => new PartnerRatingClient(options as ClientOptions);

describe('a client is refused with a sentence where', () => {
  test.each([
    ['there is no credential', { baseUrl }, 'Give the client an apiKey or an accessToken.'],
    [
      'there are two credentials',
      { baseUrl, apiKey: 'prk_1', accessToken: 'pra_1' },
      'Give the client an apiKey or an accessToken, not both.',
    ],
    ['the key is empty', { baseUrl, apiKey: '' }, 'apiKey is empty'],
    ['there is no address', { apiKey: 'prk_1' }, 'baseUrl is an http or https address'],
    ['the address is none', { apiKey: 'prk_1', baseUrl: 'localhost' }, 'baseUrl is'],
    ['the address is no web address', { apiKey: 'prk_1', baseUrl: 'ftp://host/' }, 'baseUrl is'],
    ['the address has a query', { apiKey: 'prk_1', baseUrl: `${baseUrl}?a=1` }, 'baseUrl is'],
    ['the address has a password', { apiKey: 'prk_1', baseUrl: 'http://a:b@host/' }, 'baseUrl is'],
    ['the time-out is nothing', { apiKey: 'prk_1', baseUrl, timeoutMs: 0 }, 'timeoutMs is'],
    ['the time-out is no number', { apiKey: 'prk_1', baseUrl, timeoutMs: Number.NaN }, 'timeoutMs'],
    ['no timer keeps the time-out', { apiKey: 'prk_1', baseUrl, timeoutMs: 2 ** 31 }, 'timeoutMs'],
  ])('%s', (_, options, message) => {
    expect(build(options)).toThrow(TypeError);
    expect(build(options)).toThrow(message);
  });

  test('the key cannot be a header, without showing the key', () => {
    expect(build({ baseUrl, apiKey: 'prk_secret\n' })).toThrow('apiKey is empty or holds');
    expect(build({ baseUrl, apiKey: 'prk_secret\n' })).not.toThrow('prk_secret');
  });
});
