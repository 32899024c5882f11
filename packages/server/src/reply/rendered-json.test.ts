import { describe, expect, expectTypeOf, test } from 'vitest';
import { type AnyReply, type Handler, RenderedJson, type Reply, type Schemas } from '../index.ts';
import { testServer, withKey } from '../testing/test-server.ts';

const text = '{"scopes": [ {"name":"user:profile:read", "description":"Name and location."} ]}';
const scopes = new RenderedJson<Schemas.ScopeList>(text);

async function listScopes(body: Reply<'oauth.listScopes'>['body'], validateResponses = true) {
  const handler = () => ({ status: 200, body }) as const;
  const app = await testServer({ 'oauth.listScopes': handler }, { validateResponses });
  return await app.inject({ url: '/api/v1/partner/oauth/scopes' });
}

describe('RenderedJson', () => {
  test('is sent unchanged', async () => {
    const response = await listScopes(scopes);
    expect([response.statusCode, response.body]).toEqual([200, text]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(text.length),
    });
  });

  test('has its length in bytes', async () => {
    const body = new RenderedJson<Schemas.ScopeList>(text.replace('Name', 'Köln 🎾'));
    const response = await listScopes(body);
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(body.text)));
    expect(response.body).toBe(body.text);
  });

  test('is sent without parsing if responses are not validated', async () => {
    expect((await listScopes(new RenderedJson('{"scopes":1}'), false)).body).toBe('{"scopes":1}');
  });

  test('is serialized by an interceptor as the value it represents', async () => {
    const stored: string[] = [];
    const app = await testServer(
      {
        'members.getBulk': () => ({ status: 200, body: new RenderedJson('[ ]') }),
      },
      {
        intercept: async (_call, next) => {
          const reply: AnyReply = await next();
          stored.push(JSON.stringify(reply.body));
          return reply;
        },
      },
    );
    const { body } = await app.inject({ url: '/api/v1/partner/members?ids=1', headers: withKey });
    expect([stored, body]).toEqual([['[]'], '[ ]']);
  });

  test('throws if it is read as a value and is not JSON', () => {
    expect(() => JSON.stringify(new RenderedJson('{'))).toThrow(SyntaxError);
  });
});

describe('its type', () => {
  test('has the type of the documented body', () => {
    expectTypeOf(new RenderedJson<Schemas.Member>('{}')).toExtend<Reply<'members.get'>['body']>();
    expectTypeOf<RenderedJson<Schemas.Usage>>().not.toExtend<Reply<'members.get'>['body']>();
    expectTypeOf(new RenderedJson<Schemas.Member>('{}').toJSON()).toEqualTypeOf<Schemas.Member>();
  });

  test('is not allowed if the body is a page', () => {
    const page = new RenderedJson<string>('""');
    // @ts-expect-error A page is text, not JSON.
    const handler: Handler<'oauth.showAuthorization'> = () => ({ status: 200, body: page });
    expectTypeOf(handler).toBeFunction();
  });
});
