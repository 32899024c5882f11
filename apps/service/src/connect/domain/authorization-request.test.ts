import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeDestination,
  formatAuthorizationQuery,
  handleOf,
  isRegisteredRedirect,
  parseAuthorizationQuery,
  REQUEST_URI_PREFIX,
  redirectLocation,
  redirectUriError,
} from './authorization-request.ts';

const handle = `${'aZ09_-'.repeat(7)}b`;

describe('a request_uri', () => {
  it('of this service contains the handle of a request (RFC 9126 §2.2)', () => {
    expect(handleOf(`urn:ietf:params:oauth:request_uri:${handle}`)).toBe(handle);
  });

  testRows([
    '',
    handle,
    REQUEST_URI_PREFIX,
    `https://courtside.example/request/${handle}`,
    `${'x'.repeat(REQUEST_URI_PREFIX.length)}${handle}`,
    `${REQUEST_URI_PREFIX}${handle}a`,
    `${REQUEST_URI_PREFIX}${handle.slice(1)}`,
    `${REQUEST_URI_PREFIX}${handle.slice(1)}=`,
  ])('of another service contains none', (requestUri) => {
    expect(handleOf(requestUri)).toBeNull();
  });
});

describe('parseAuthorizationQuery', () => {
  it('decodes a parameter once', () => {
    expect(parseAuthorizationQuery('state=a%2520b+c%2B').values).toEqual({ state: 'a%20b c+' });
  });

  it('keeps a value with an equals sign', () => {
    expect(parseAuthorizationQuery('state=a=b=').values).toEqual({ state: 'a=b=' });
  });

  it('treats an empty value as missing', () => {
    expect(parseAuthorizationQuery('state=&scope')).toEqual({
      values: {},
      repeated: [],
      malformed: [],
    });
  });

  it('ignores parameters it does not know, repeated or not', () => {
    expect(parseAuthorizationQuery('prompt=none&prompt=login&client_id=a').values).toEqual({
      client_id: 'a',
    });
  });

  testRows(['scope=a&scope=b', 'scope=a&scope=a', 'scope=&scope=a', 'scope=a&%73cope=b'])(
    'reports a repetition and uses neither value',
    (query) => {
      expect(parseAuthorizationQuery(query)).toEqual({
        values: {},
        repeated: ['scope'],
        malformed: [],
      });
    },
  );

  testRows(['state=%', 'state=%zz', 'state=%ff', 'state=%ed%a0%80', 'state=é', 'state=a b'])(
    'reports a value that is not percent-encoded UTF-8',
    (query) => {
      expect(parseAuthorizationQuery(query)).toEqual({
        values: {},
        repeated: [],
        malformed: ['state'],
      });
    },
  );

  it('reads what it has written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (state) => {
        const values = { client_id: 'courtside-club', state };
        expect(parseAuthorizationQuery(formatAuthorizationQuery(values)).values).toEqual(values);
      }),
    );
  });
});

describe('isRegisteredRedirect', () => {
  const registered = ['https://courtside.example/callback', 'http://127.0.0.1:4000/callback'];

  it('accepts a registered address', () => {
    expect(isRegisteredRedirect('https://courtside.example/callback', registered)).toBe(true);
  });

  testRows([
    ['a suffix', 'https://courtside.example/callback/more'],
    ['a shorter path', 'https://courtside.example/'],
    ['a slash at the end', 'https://courtside.example/callback/'],
    ['another case of the path', 'https://courtside.example/Callback'],
    ['another case of the host', 'https://Courtside.example/callback'],
    ['user information', 'https://courtside.example@evil.example/callback'],
    ['user information before the host', 'https://evil@courtside.example/callback'],
    ['a subdomain', 'https://evil.courtside.example/callback'],
    ['a longer host', 'https://courtside.example.evil.example/callback'],
    ['dot segments', 'https://courtside.example/callback/../callback'],
    ['an encoded letter', 'https://courtside.example/%63allback'],
    ['a fragment', 'https://courtside.example/callback#'],
    ['a query', 'https://courtside.example/callback?next=https://evil.example'],
    ['another scheme', 'http://courtside.example/callback'],
    ['the port spelled out', 'https://courtside.example:443/callback'],
    ['a backslash', 'https://courtside.example\\callback'],
    ['a space in front', ' https://courtside.example/callback'],
    ['a line break at the end', 'https://courtside.example/callback\n'],
    ['nothing', ''],
  ])('refuses an address with any difference', (_what, address) => {
    expect(isRegisteredRedirect(address, registered)).toBe(false);
  });

  describe('of a loopback address (RFC 8252 §7.3)', () => {
    testRows([
      'http://127.0.0.1:4000/callback',
      'http://127.0.0.1:51234/callback',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:1/callback',
      'http://127.0.0.1:65535/callback',
    ])('accepts it with any port', (address) => {
      expect(isRegisteredRedirect(address, registered)).toBe(true);
    });

    testRows(['http://[::1]', 'http://localhost'])(
      'also accepts other names of the device',
      (host) => {
        expect(isRegisteredRedirect(`${host}:51234/cb?a=b`, [`${host}/cb?a=b`])).toBe(true);
        expect(isRegisteredRedirect(`${host}/cb`, [`${host}:4000/cb`])).toBe(true);
      },
    );

    testRows([
      ['another path', 'http://127.0.0.1:4000/other'],
      ['an added query', 'http://127.0.0.1:4000/callback?a=b'],
      ['https', 'https://127.0.0.1:4000/callback'],
      ['the other loopback address', 'http://[::1]:4000/callback'],
      ['localhost', 'http://localhost:4000/callback'],
      ['localhost in another case', 'http://LOCALHOST:4000/callback'],
      ['another host behind a port', 'http://127.0.0.1:80@evil.example/callback'],
      ['a longer host', 'http://127.0.0.1.evil.example/callback'],
      ['an address behind the address', 'http://evil.example/?http://127.0.0.1:4000/callback'],
      ['a line after it', 'http://127.0.0.1:4000/callback\nx'],
      ['port 0', 'http://127.0.0.1:0/callback'],
      ['an invalid port', 'http://127.0.0.1:65536/callback'],
      ['a port in words', 'http://127.0.0.1:http/callback'],
    ])('refuses any other difference', (_what, address) => {
      expect(isRegisteredRedirect(address, registered)).toBe(false);
    });

    it('requires the port of any other address', () => {
      expect(isRegisteredRedirect('http://a.localhost:1/', ['http://a.localhost:2/'])).toBe(false);
      expect(isRegisteredRedirect('https://localhost:1/', ['https://localhost:2/'])).toBe(false);
      expect(isRegisteredRedirect('https://a.example:1/', ['https://a.example:2/'])).toBe(false);
    });
  });
});

describe('redirectLocation', () => {
  it('starts a query if there is none', () => {
    expect(redirectLocation('https://a.example/cb', { code: 'x', state: null })).toBe(
      'https://a.example/cb?code=x',
    );
  });

  it('continues an existing query', () => {
    expect(redirectLocation('https://a.example/cb?from=app', { code: 'x' })).toBe(
      'https://a.example/cb?from=app&code=x',
    );
    expect(redirectLocation('https://a.example/cb?', { code: 'x' })).toBe(
      'https://a.example/cb?code=x',
    );
    expect(redirectLocation('https://a.example/cb?a=b&', { code: 'x', state: 'y' })).toBe(
      'https://a.example/cb?a=b&code=x&state=y',
    );
    expect(redirectLocation('https://a.example/cb?a=?b', { code: 'x' })).toBe(
      'https://a.example/cb?a=?b&code=x',
    );
  });

  it('encodes characters that would change the query', () => {
    expect(redirectLocation('https://a.example/', { state: 'a&b=c d+é#' })).toBe(
      'https://a.example/?state=a%26b%3Dc%20d%2B%C3%A9%23',
    );
  });
});

describe('redirectUriError', () => {
  testRows([
    'https://courtside.example/callback',
    'https://courtside.example:8443/cb?from=app',
    'http://127.0.0.1/cb',
    'http://[::1]:4000/cb',
    'http://localhost:4000/callback',
    'com.example.app:/callback',
  ])('accepts addresses of browsers, devices, and apps', (address) => {
    expect(redirectUriError(address)).toBeNull();
  });

  testRows([
    '/callback',
    'courtside.example/callback',
    'https://courtside.example/callback#part',
    'https://courtside.example/callback#',
    'https://user@courtside.example/callback',
    'http://courtside.example/callback',
    'https://courtside.example/cäll',
    'https://courtside.example/call back',
    'https://courtside.example/\r\nset-cookie:a=b',
    'javascript:alert(1)',
    'data:text/html,hello',
    'app:/callback',
    '',
  ])('says why another address is refused', (address) => {
    expect(redirectUriError(address)).toMatch(/^A redirect address .+\.$/);
  });

  testRows([
    [`https://a.example/${'a'.repeat(2_048)}`, 'at most 2048 characters of ASCII without spaces'],
    ['/callback', 'a complete URL, such as https://host/callback'],
    ['https://a.example/#part', 'no fragment'],
    ['https://user@a.example/', 'no user name or password'],
    ['https://:password@a.example/', 'no user name or password'],
    ['http://a.example/', 'plain http is for loopback (127.0.0.1, [::1], localhost) only'],
    ['app:/callback', "an app's own scheme, such as com.example.app:/callback"],
    ['x+com.example:/callback', "an app's own scheme"],
    ['com.example+x:/callback', "an app's own scheme"],
  ])('says what an address must be', (address, rule) => {
    expect(redirectUriError(address)).toContain(rule);
  });

  it('accepts an address of 2048 characters', () => {
    expect(redirectUriError(`https://a.example/${'a'.repeat(2_030)}`)).toBeNull();
    expect(redirectUriError(`https://a.example/${'a'.repeat(2_031)}`)).not.toBeNull();
  });
});

describe('describeDestination', () => {
  testRows([
    ['https://courtside.example/callback', 'courtside.example'],
    ['https://courtside.example:8443/callback', 'courtside.example:8443'],
    ['https://аррӏе.example/', 'xn--80ak6aa92e.example'],
    ['http://127.0.0.1:4000/callback', '127.0.0.1:4000 (this device)'],
    ['com.example.app:/callback', 'the app com.example.app'],
  ])('names the destination of the player', (address, description) => {
    expect(describeDestination(address)).toBe(description);
  });
});
