import { inspect } from 'node:util';
import { testRows } from '@partner-rating/table-tests';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import { VERSION } from '../generated/version.gen.ts';
import type { ClientOptions } from './client-options.ts';
import type { Fetch } from './transport-settings.ts';

const baseUrl = 'http://localhost:3001/api/v1';
beforeEach(() => {
  vi.stubEnv('SERVICE_API_KEY', undefined);
  vi.stubEnv('SERVICE_ENV', undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const build = (options: object) => () => new PartnerRatingClient(options as ClientOptions);

describe('a client is refused', () => {
  const usable = { apiKey: 'prk_1', baseUrl };
  const noCredential = 'There is no credential. Set SERVICE_API_KEY or apiKey, or accessToken.';
  const atEnvironment = (environment: string, environments = {}) => ({
    apiKey: 'prk_1',
    environment,
    environments,
  });
  testRows<[what: string, options: object, message: string]>([
    ['no credential', { baseUrl }, noCredential],
    ['an empty key', { baseUrl, apiKey: '' }, noCredential],
    [
      'two credentials',
      { ...usable, accessToken: 'pra_1' },
      'Set either apiKey or accessToken, in',
    ],
    [
      'no address',
      { apiKey: 'prk_1' },
      'There is no address. Pass baseUrl, or set SERVICE_ENV to one of: local, mock.',
    ],
    [
      'an unknown environment',
      atEnvironment('production'),
      'Unknown environment "production". Known environments: local, mock. For another environment, set SERVICE_URL_PRODUCTION or pass baseUrl.',
    ],
    [
      'an environment that is not in the options',
      atEnvironment('eu', { us: baseUrl }),
      'Unknown environment "eu". Known environments: local, mock, us. ',
    ],
    [
      'a name that every object inherits',
      atEnvironment('toString'),
      'Unknown environment "toString". ',
    ],
    ['two addresses', { ...usable, environment: 'local' }, 'Set either baseUrl or environment.'],
    ['negative retries', { ...usable, maxRetries: -1 }, 'maxRetries'],
    ['half a retry', { ...usable, maxRetries: 0.5 }, 'maxRetries must'],
    ['an invalid address', { ...usable, baseUrl: 'localhost' }, 'baseUrl must'],
    ['another protocol', { ...usable, baseUrl: 'ftp://host/' }, 'baseUrl must'],
    ['an address with a query', { ...usable, baseUrl: `${baseUrl}?a=1` }, 'baseUrl must'],
    ['an address with a password', { ...usable, baseUrl: 'http://a:b@host/' }, 'baseUrl must'],
    ['no time', { ...usable, timeoutMs: 0 }, 'timeoutMs must'],
    ['no time for an attempt', { ...usable, attemptTimeoutMs: 0 }, 'attemptTimeoutMs must be a'],
    ['a time as a string', { ...usable, timeoutMs: '30' }, 'timeoutMs must be a'],
    ['a time that is not a number', { ...usable, timeoutMs: Number.NaN }, 'timeoutMs'],
  ])('if an option is invalid', (_, options, message) => {
    expect(build(options)).toThrow(TypeError);
    expect(build(options)).toThrow(message);
  });

  test('if the key cannot be sent in a header, without showing the key', () => {
    expect(build({ baseUrl, apiKey: 'prk_secret\n' })).toThrow(
      'Set either apiKey or accessToken, in printable ASCII.',
    );
    expect(build({ baseUrl, apiKey: 'prk_secret\n' })).not.toThrow('prk_secret');
  });
});

/** Returns the request of a client with these options. */
async function sentBy(make: (fetch: Fetch) => PartnerRatingClient) {
  const sent: { url: string; headers: Headers }[] = [];
  const client = make(async (url, { headers }) => {
    sent.push({ url, headers: new Headers(headers) });
    return Response.json({});
  });
  await client.usage.get();
  return sent[0];
}

describe('environment variables', () => {
  test('are treated as missing if they are empty', () => {
    vi.stubEnv('SERVICE_API_KEY', '');
    vi.stubEnv('SERVICE_ENV', '');
    expect(build({ baseUrl })).toThrow('Set SERVICE_API_KEY or apiKey');
    expect(build({ apiKey: 'prk_1' })).toThrow('There is no address.');
  });
});

describe('a custom environment', () => {
  const staging = 'https://staging.example/api/v1';

  test('has its address in the options, and its name in the options or a variable', async () => {
    const options = { apiKey: 'prk_1', environments: { 'eu-staging': staging } };
    vi.stubEnv('SERVICE_ENV', 'eu-staging');
    vi.stubEnv('SERVICE_URL_EU_STAGING', 'https://another.example/api/v1');
    const byVariable = await sentBy((fetch) => new PartnerRatingClient({ ...options, fetch }));
    vi.stubEnv('SERVICE_ENV', 'local');
    const byOption = await sentBy(
      (fetch) => new PartnerRatingClient({ ...options, environment: 'eu-staging', fetch }),
    );
    expect([byVariable?.url, byOption?.url]).toEqual(Array(2).fill(`${staging}/partner/usage`));
  });

  test('must be a web address', () => {
    vi.stubEnv('SERVICE_URL_STAGING', 'staging.example');
    expect(build({ apiKey: 'prk_1', environment: 'staging' })).toThrow('baseUrl must be');
  });
});

describe('header fields of the client', () => {
  const headersOf = async (headers: Record<string, string>, ofCall?: Record<string, string>) => {
    const sent: Headers[] = [];
    const fetch: Fetch = async (_, init) => {
      sent.push(new Headers(init.headers));
      return Response.json({});
    };
    const client = new PartnerRatingClient({ apiKey: 'prk_1', baseUrl, headers, fetch });
    await client.usage.get(ofCall && { headers: ofCall });
    return Object.fromEntries(sent[0] ?? []);
  };

  test('name the client and its version, unless you set User-Agent', async () => {
    expect(await headersOf({})).toMatchObject({ 'user-agent': `partner-rating-client/${VERSION}` });
    expect(await headersOf({ 'User-Agent': 'courtside/1.0' })).toMatchObject({
      'user-agent': 'courtside/1.0',
    });
  });

  test('leave the User-Agent of a browser', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' });
    expect(await headersOf({})).not.toHaveProperty('user-agent');
  });

  test('are refused by the constructor if they cannot be sent', () => {
    expect(build({ apiKey: 'prk_1', baseUrl, headers: { 'a b': '1' } })).toThrow(TypeError);
  });
});

describe('withOptions', () => {
  const original = (fetch: Fetch) =>
    new PartnerRatingClient({ apiKey: 'prk_1', baseUrl, timeoutMs: 7, fetch });

  test('keeps the other options', async () => {
    const sent = await sentBy((fetch) => original(fetch).withOptions({ maxRetries: 0 }));
    expect(sent?.url).toBe(`${baseUrl}/partner/usage`);
    expect(sent?.headers.get('x-api-key')).toBe('prk_1');
    const never = original(() => new Promise(() => {})).withOptions({ maxRetries: 0 });
    await expect(never.usage.get()).rejects.toMatchObject({ code: 'timeout', timeoutMs: 7 });
  });

  test('replaces the credential and the address', async () => {
    const sent = await sentBy((fetch) =>
      original(fetch).withOptions({ accessToken: 'pra_1', environment: 'mock' }),
    );
    expect(sent?.url).toBe('http://localhost:4010/api/v1/partner/usage');
    expect(sent?.headers.get('authorization')).toBe('Bearer pra_1');
    expect(sent?.headers.has('x-api-key')).toBe(false);
  });

  test('does not change the first client', async () => {
    const sent = await sentBy((fetch) => {
      const client = original(fetch);
      client.withOptions({ accessToken: 'pra_1' });
      return client;
    });
    expect(sent?.headers.get('x-api-key')).toBe('prk_1');
  });

  test('does not show the credential', () => {
    const client = original(fetch).withOptions({ apiKey: 'prk_secret' });
    const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
    expect(shown).not.toMatch('prk_');
  });
});
