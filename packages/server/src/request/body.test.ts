import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import type { FaultItem, Handlers, OperationRequest } from '../index.ts';
import { anyBody, testServer, withKey } from '../testing/test-server.ts';

const batch = {
  sport: 'pickleball',
  winScore: 11,
  winBy: 2,
  matches: [{ identifier: 'm-1', teams: [['10482'], ['10517']], games: [{ scores: [11, 8] }] }],
};

/** Sends a body to `matches.submit` and returns the outcome. */
async function submit(payload: string | Buffer | undefined, headers: Record<string, string> = {}) {
  const seen: OperationRequest<'matches.submit'>[] = [];
  const app = await testServer(
    {
      'matches.submit': (request) => {
        seen.push(request);
        return { status: 200, body: {} as never };
      },
    },
    { validateResponses: false },
  );
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/partner/matches',
    headers: { 'content-type': 'application/json', ...withKey, ...headers },
    ...(payload !== undefined && { payload }),
  });
  const errors: FaultItem[] = response.json().errors ?? [];
  return { response, status: response.statusCode, code: response.json().code, errors, seen };
}

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

describe('a JSON body', () => {
  test('reaches the handler as it was sent, without defaults and without coercion', async () => {
    const { status, seen } = await submit(JSON.stringify(batch));
    expect(status).toBe(200);
    expect(seen[0]?.contentType).toBe('application/json');
    expect(seen[0]?.body).toEqual(batch);
  });

  testRows([
    'application/json; charset=utf-8',
    'application/json; charset="UTF-8"',
    'Application/JSON',
    'application/json ;charset=us-ascii',
  ])('is accepted with its type in any case and with the charset UTF-8', async (contentType) => {
    const { status } = await submit(JSON.stringify(batch), { 'content-type': contentType });
    expect(status).toBe(200);
  });

  test('is refused with every fault at once, each by its pointer', async () => {
    const { status, errors } = await submit(
      JSON.stringify({
        ...batch,
        winBy: '2',
        surprise: true,
        matches: [
          batch.matches[0],
          { ...batch.matches[0], teams: [['a']] },
          { identifier: 'm-3', teams: [['1'], ['2']], games: [{ scores: [11, 'eight'] }, {}] },
        ],
      }),
    );
    expect(status).toBe(400);
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/matches/1/teams minItems',
      '/matches/2/games/0/scores/1 type',
      '/matches/2/games/1/scores required',
      '/surprise additionalProperties',
      '/winBy type',
    ]);
  });

  test('is not accepted as a number where it is a string, or the other way round', async () => {
    const { errors } = await submit(JSON.stringify({ ...batch, winScore: '11', partial: 'false' }));
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/winScore', '/partial']);
  });

  test('with a repeated name has the last value, which is the one validated', async () => {
    const text = JSON.stringify(batch).replace('{', '{"winBy":"x",');
    const { status, seen } = await submit(text);
    expect(status).toBe(200);
    expect(seen[0]?.body?.winBy).toBe(2);
    expect((await submit(text.replace('"winBy":2', '"winBy":"x"'))).status).toBe(400);
  });

  testRows([
    '"__proto__":{"a":1},',
    '"\\u005f_proto__":{"a":1},',
    '"constructor":{"prototype":1},',
  ])('with a name that changes prototypes is refused', async (field) => {
    const { status, errors } = await submit(JSON.stringify(batch).replace('{', `{${field}`));
    expect(status).toBe(400);
    expect(errors).toHaveLength(1);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe('text in a body', () => {
  testRows([
    ['NUL', '\\u0000'],
    ['a high surrogate alone', '\\ud83c'],
    ['a low surrogate alone', '\\uDFBE'],
    ['two surrogates in the wrong order', '\\udfbe\\ud83c'],
  ])('that no text may contain is refused by its pointer', async (_what, escaped) => {
    const text = JSON.stringify(batch).replace('"10517"', `"a${escaped}b"`);
    const { status, errors } = await submit(text);
    expect(status).toBe(400);
    expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/matches/0/teams/1/0', 'pattern'],
    ]);
  });

  test('that contains NUL in a name is refused', async () => {
    const { status, errors } = await submit(JSON.stringify(batch).replace('{', '{"a\\u0000":1,'));
    expect(status).toBe(400);
    expect(errors[0]?.code).toBe('propertyNames');
  });

  testRows(['🎾', '\\ud83c\\udfbe', 'Łódź', '\\\\u0000', '\\u00e9'])(
    'with any other character is taken',
    async (name) => {
      const { status } = await submit(JSON.stringify(batch).replace('"m-1"', `"${name}"`));
      expect(status).toBe(200);
    },
  );

  test('that is empty where it may not be is refused', async () => {
    const { errors } = await submit(JSON.stringify(batch).replace('"m-1"', '""'));
    expect(errors).toEqual([
      { pointer: '/matches/0/identifier', code: 'minLength', detail: 'This must not be empty.' },
    ]);
  });
});

describe('400 malformed_json', () => {
  testRows([
    ['{', 'a text that ends too early'],
    ['{"sport":}', 'a value that is missing'],
    ["{'sport':1}", 'single quotes'],
    ['NaN', 'a number JSON does not have'],
    ['{} {}', 'two texts'],
    [' ', 'blank'],
    ['"a\u0000b"', 'a raw control character'],
  ])('for what is no JSON', async (text) => {
    const { status, code } = await submit(text);
    expect([status, code]).toEqual([400, 'malformed_json']);
  });

  test('says where the error is without repeating the body, and keeps the connection', async () => {
    const { response } = await submit('{"sport":"secret" "winBy":2}');
    expect(response.json().detail).toContain('character 18');
    expect(response.body).not.toContain('secret');
    expect(response.headers.connection).not.toBe('close');
  });

  test('bytes that are not UTF-8', async () => {
    const { code } = await submit(Buffer.from([0x22, 0xff, 0x22]));
    expect(code).toBe('malformed_json');
  });

  testRows([33, 1000, 200_000])('nested deeper than the limit', async (levels) => {
    const { status, code } = await submit(nested(levels));
    expect([status, code]).toEqual([400, 'malformed_json']);
  });

  test('nested 33 deep where a value is at fault anyway, or contains escapes', async () => {
    expect((await submit(`{"sport":${nested(32)}}`)).code).toBe('malformed_json');
    expect((await submit(`{"\\u0041":${nested(32)}}`)).code).toBe('malformed_json');
  });

  test('32 levels are not too deep', async () => {
    const { code, errors } = await submit(nested(32));
    expect(code).toBe('validation_failed');
    expect(errors[0]?.code).toBe('type');
  });
});

describe('no body', () => {
  test('where one is needed is a fault of the body', async () => {
    const { status, errors } = await submit('');
    expect(status).toBe(400);
    expect(errors).toEqual([
      {
        pointer: '',
        code: 'required',
        detail: 'The body is missing. Send one as application/json.',
      },
    ]);
  });

  test('where it is optional is undefined', async () => {
    const app = await testServer(
      {
        'matches.testWebhook': ({ contentType, body }) => ({
          status: 200,
          body: anyBody({ contentType, body }),
        }),
      },
      { validateResponses: false },
    );
    const url = '/api/v1/partner/webhook-test';
    for (const headers of [withKey, { ...withKey, 'content-type': 'application/json' }]) {
      const response = await app.inject({ method: 'POST', url, headers });
      expect([response.statusCode, response.body]).toEqual([200, '{}']);
    }
  });

  test('where the operation has none is ignored', async () => {
    const app = await testServer(
      {
        'webhooks.rotateSecret': ({ body }) => ({
          status: 200,
          body: anyBody({ body: body ?? null }),
        }),
      },
      { validateResponses: false },
    );
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/webhook-endpoints/whe_01k53d9q4n8b2v6c1x7z5m0k3h/rotate-secret',
      headers: { ...withKey, 'content-type': 'text/plain' },
      payload: 'hello',
    });
    expect(response.json()).toEqual({ body: null });
  });
});

describe('415 unsupported_media_type', () => {
  testRows([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json-patch+json', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
    ['nonsense', {}],
  ])('for another type, charset or encoding', async (contentType, headers) => {
    const { status, code } = await submit('{}', { 'content-type': contentType, ...headers });
    expect([status, code]).toEqual([415, 'unsupported_media_type']);
  });

  test('names the accepted media types', async () => {
    const { response } = await submit('{}', { 'content-type': 'text/plain' });
    expect(response.json().detail).toContain('application/json');
  });
});

describe('413 body_too_large', () => {
  const large = `{"a":"${'x'.repeat(1024 * 1024)}"}`;

  test('more than 1 MiB, and it says the limit', async () => {
    const { status, code, response } = await submit(large);
    expect([status, code]).toEqual([413, 'body_too_large']);
    expect(response.json().detail).toContain('1048576 bytes');
  });

  test('an operation may have a higher limit', async () => {
    const app = await testServer();
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/partner/tournament-import',
      headers: { ...withKey, 'content-type': 'application/json' },
      payload: large,
    });
    expect(response.statusCode).toBe(400);
  });
});

test('a body with as many faults as possible is refused with a short response', async () => {
  const { status, response } = await submit(`{"matches":[${'[],'.repeat(300_000)}[]]}`);
  expect(status).toBe(400);
  expect(response.body.length).toBeLessThan(20_000);
});

test('a repeated name in the JSON of an OAuth operation is an invalid_request', async () => {
  const app = await testServer();
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/partner/oauth/token',
    headers: { 'content-type': 'application/json' },
    payload: '{"code":"a","redirect_uri":"https://a.example/","code":"b"}',
  });
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toBe('invalid_request');
  expect(response.json().error_description).toContain('/code');
});

describe('a form', () => {
  async function exchange(payload: string, handler?: Handlers['oauth.exchangeToken']) {
    const app = await testServer(handler && { 'oauth.exchangeToken': handler }, {
      validateResponses: handler === undefined,
    });
    return await app.inject({
      method: 'POST',
      url: '/api/v1/partner/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  }

  test('is distinguished from JSON by contentType, and every field is a string', async () => {
    const response = await exchange(
      'grant_type=refresh_token&scope=a+b%20c',
      ({ contentType, body }) => ({
        status: 200,
        body: anyBody({ contentType, ...body }),
      }),
    );
    expect(response.json()).toEqual({
      contentType: 'application/x-www-form-urlencoded',
      grant_type: 'refresh_token',
      scope: 'a b c',
    });
  });

  test('leaves out a field without a value (RFC 6749 §3.2)', async () => {
    const response = await exchange('grant_type=a&scope=&client_id', ({ body }) => {
      expect({ ...body }).toEqual({ grant_type: 'a' });
      return { status: 200, body: {} as never };
    });
    expect(response.statusCode).toBe(200);
  });

  testRows([
    ['grant_type=a&grant_type=b', '/grant_type'],
    ['grant_type=a&scope=&scope=b', '/scope'],
    ['grant_type=', '/grant_type'],
    ['grant_type=a&state=%ZZ', '/state'],
    ['grant_type=a%00', '/grant_type'],
    ['scope=a', '/grant_type'],
  ])('with a repeated or broken field is an invalid_request', async (payload, pointer) => {
    const response = await exchange(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe('invalid_request');
    expect(response.json().error_description).toContain(pointer);
  });

  test('no field reaches the prototype of an object', async () => {
    const response = await exchange('grant_type=a&__proto__=b', ({ body }) => {
      expect(Object.getPrototypeOf(body)).toBeNull();
      return { status: 200, body: {} as never };
    });
    expect(response.statusCode).toBe(400);
  });
});
