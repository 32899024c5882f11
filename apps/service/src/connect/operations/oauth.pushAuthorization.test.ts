import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { createKey } from '../../console/actions/keys.ts';
import { setSuspension } from '../../console/actions/partners.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import { pkce, pushAuthorization } from '../testing/journeys.ts';

const url = '/api/v1/partner/oauth/par';
const FORM = 'application/x-www-form-urlencoded';

describe('POST /partner/oauth/par', () => {
  const flow = useConnectFlow({ environment: { AUTHORIZATION_REQUEST_LIFETIME: '90' } });
  const push = (changes?: Record<string, string>) => pushAuthorization(flow(), changes);
  const valid = () => ({ response_type: 'code', redirect_uri: flow().partner.redirectUri });
  const post = (
    headers: Record<string, string>,
    fields: Record<string, string> | string = valid(),
  ) =>
    flow().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': FORM, ...headers },
      payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    });
  const ownKey = () => ({ 'x-api-key': flow().partner.apiKey });

  describe('201', () => {
    it('returns a reference and its lifetime', async () => {
      const response = await push({ state: 'Zk3v9QxT7uB2', scope: 'user:rating:read' });
      expect(response.statusCode).toBe(201);
      expect(response.headers['cache-control']).toBe('private, no-store');
      expect(response.json()).toEqual({
        request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/),
        expires_in: 90,
      });
    });

    it('returns another reference at each call', async () => {
      const [first, second] = [(await push()).json(), (await push()).json()];
      expect(first.request_uri).not.toBe(second.request_uri);
    });

    it('accepts the key in a header, without a client_id', async () => {
      expect((await post(ownKey())).statusCode).toBe(201);
    });

    testRows(['state', 'scope', 'request_uri'])(
      'treats a parameter without a value as missing',
      async (name) => {
        expect((await push({ [name]: '' })).statusCode).toBe(201);
      },
    );

    it('ignores unknown parameters (RFC 6749 §3.1)', async () => {
      expect((await push({ resource: 'https://courtside.example' })).statusCode).toBe(201);
    });
  });

  describe('400', () => {
    testRows<[string, Record<string, string>]>([
      ['invalid_request', { redirect_uri: '' }],
      ['invalid_request', { redirect_uri: 'https://evil.example/callback' }],
      ['invalid_request', { redirect_uri: 'https://rally.example/callback' }],
      ['invalid_request', { response_type: '' }],
      ['invalid_request', { request_uri: 'urn:ietf:params:oauth:request_uri:abc' }],
      ['invalid_request', { state: 'a\u0007' }],
      ['invalid_request', { code_challenge: pkce.challenge }],
      ['unsupported_response_type', { response_type: 'token' }],
      ['invalid_scope', { scope: 'profile:read' }],
    ])('has its error for an invalid parameter, and stores nothing', async (error, changes) => {
      const before = await storedRequests();
      const response = await push(changes);
      expect(response.statusCode).toBe(400);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.json()).toEqual({
        error,
        error_description: expect.any(String),
        error_uri: expect.stringContaining(`/docs/errors/#${error}`),
      });
      expect(await storedRequests()).toBe(before);
    });

    it('invalid_request if a parameter is repeated', async () => {
      const text = new URLSearchParams(valid()).toString();
      const response = await post(ownKey(), `${text}&scope=user:rating:read&scope=`);
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
    });

    it('unauthorized_client while the application is suspended, with either authentication', async () => {
      const { clientId, apiKey } = flow().otherPartner;
      const inBody = { ...valid(), client_id: clientId, client_secret: apiKey };
      await setSuspension(flow().dependencies, clientId, { isSuspended: true });
      const answers = [await pushAuthorization(flow(), {}, flow().otherPartner)];
      answers.push(await post({}, inBody));
      await setSuspension(flow().dependencies, clientId, { isSuspended: false });
      expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
        [400, 'unauthorized_client'],
        [400, 'unauthorized_client'],
      ]);
      const again = await pushAuthorization(flow(), {}, flow().otherPartner);
      expect(again.statusCode).toBe(201);
    });
  });

  describe('403', () => {
    it('insufficient_scope for a key without key:oauth:connect, in a header and in the form', async () => {
      const { clientId } = flow().partner;
      const keyWith = async (scopes: string[]) =>
        (await createKey(flow().dependencies, { clientId, scopes })).apiKey;
      const pushBoth = async (key: string) => {
        const form = { ...valid(), client_id: clientId, client_secret: key };
        return [await post({ 'x-api-key': key }), await post({}, form)];
      };
      for (const response of await pushBoth(await keyWith(['key:member:read']))) {
        expect([response.statusCode, response.json().error]).toEqual([403, 'insufficient_scope']);
        expect(response.json().error_description).toContain('key:oauth:connect');
      }
      for (const response of await pushBoth(await keyWith(['key:oauth:connect']))) {
        expect(response.statusCode).toBe(201);
      }
    });
  });

  async function storedRequests(): Promise<number> {
    const rows = await flow().database.selectFrom('authorization_request').selectAll().execute();
    return rows.length;
  }
});

describe('the limit of POST /partner/oauth/par', () => {
  const flow = useConnectFlow({ environment: { RATE_LIMIT: '2' } });

  it('429 for one application with either authentication, which limits what is stored', async () => {
    const { clientId, apiKey, redirectUri } = flow().partner;
    const inBody = {
      response_type: 'code',
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: apiKey,
    };
    const pushInBody = async () =>
      await flow().app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': FORM },
        payload: new URLSearchParams(inBody).toString(),
      });
    expect((await pushAuthorization(flow())).statusCode).toBe(201);
    expect((await pushInBody()).statusCode).toBe(201);
    for (const refused of [await pushAuthorization(flow()), await pushInBody()]) {
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited']);
      expect(refused.headers.ratelimit).toMatch(/^"default";r=0/);
    }
    const rows = await flow().database.selectFrom('authorization_request').selectAll().execute();
    expect(rows).toHaveLength(2);
    const other = await pushAuthorization(flow(), {}, flow().otherPartner);
    expect(other.statusCode).toBe(201);
  });

  it('429 for a network with unknown credentials', async () => {
    const guess = async () => {
      const stranger = { ...flow().partner, apiKey: `prk_${'a'.repeat(43)}` };
      return (await pushAuthorization(flow(), {}, stranger)).statusCode;
    };
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });
});
