import { testRows } from '@partner-rating/table-tests';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import { useConnectFlow } from '../testing/connect-flow.ts';
import {
  exchangeForm,
  exchangeJson,
  obtainCode,
  statusOfToken,
  validQuery,
} from '../testing/journeys.ts';

const tokenForms = {
  access_token: expect.stringMatching(/^pra_[A-Za-z0-9_-]{43}$/),
  refresh_token: expect.stringMatching(/^prr_[A-Za-z0-9_-]{43}$/),
};

describe('POST /partner/oauth/token', () => {
  const flow = useConnectFlow();

  describe('200', () => {
    it('answers JSON with JSON: scope is an array (specification 2.4)', async () => {
      const response = await exchangeJson(flow(), await obtainCode(flow()));
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringMatching(/^application\/json/),
        'cache-control': 'private, no-store',
      });
      expect(response.json()).toEqual({
        ...tokenForms,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: ['user:profile:read', 'user:rating:read'],
        player_id: flow().player.memberId,
      });
    });

    it('answers a form by RFC 6749: scope is a text, and an unknown field is ignored', async () => {
      const grant = { grant_type: 'authorization_code', ...(await obtainCode(flow())) };
      const response = await exchangeForm(flow(), { ...grant, audience: 'x' });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        ...tokenForms,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'user:profile:read user:rating:read',
        player_id: flow().player.memberId,
      });
    });

    it('binds the code to the port of a loopback address', async () => {
      const redirect_uri = 'http://127.0.0.1:51234/callback';
      const { code } = await obtainCode(flow(), { ...validQuery(flow()), redirect_uri });
      const other = { code, redirect_uri: 'http://127.0.0.1:51235/callback' };
      expect((await exchangeJson(flow(), other)).json().error).toBe('invalid_grant');
      expect((await exchangeJson(flow(), { code, redirect_uri })).statusCode).toBe(200);
    });
  });

  describe('client authentication (RFC 6749 §2.3)', () => {
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });
    const grant = async () => ({ grant_type: 'authorization_code', ...(await obtainCode(flow())) });

    it('accepts client_secret_post in JSON too', async () => {
      const { clientId, apiKey } = flow().partner;
      const client = { client_id: clientId, client_secret: apiKey };
      const json = await exchangeJson(flow(), { ...(await grant()), ...client }, {});
      expect(json.statusCode).toBe(200);
    });

    testRows([
      ['nothing', {}, {}],
      ['an unknown key', { 'x-api-key': `prk_${'a'.repeat(43)}` }, {}],
      ['an unknown secret', {}, { client_id: 'courtside-club', client_secret: 'prk_x' }],
      ['only a secret', {}, { client_secret: 'prk_x' }],
      ['only a client_id', {}, { client_id: 'courtside-club' }],
      ['a wrong Basic', basic('courtside-club', 'prk_x'), {}],
    ])(
      '401 invalid_client for another application, and the code is not consumed',
      async (_what, headers, client) => {
        const request = await grant();
        const refused = await exchangeForm(flow(), { ...request, ...client }, headers);
        expect(refused.statusCode).toBe(401);
        expect(refused.json()).toEqual({
          error: 'invalid_client',
          error_description: expect.any(String),
          error_uri: expect.stringContaining('/docs/errors/#invalid_client'),
        });
        expect(refused.headers['www-authenticate']).toContain('Basic');
        expect(refused.headers['cache-control']).toBe('private, no-store');
        expect((await exchangeForm(flow(), request)).statusCode).toBe(200);
      },
    );
  });

  describe('400 invalid_grant', () => {
    it('for a code after 60 seconds, but not a second earlier', async () => {
      const [first, second] = [await obtainCode(flow()), await obtainCode(flow())];
      flow().advance(59);
      expect((await exchangeJson(flow(), first)).statusCode).toBe(200);
      flow().advance(1);
      const late = await exchangeJson(flow(), second);
      expect(late.json()).toMatchObject({
        error: 'invalid_grant',
        error_description: expect.stringContaining('expired'),
      });
    });

    it('for another application, which does not consume the code', async () => {
      const code = await obtainCode(flow());
      const theirs = { 'x-api-key': flow().otherPartner.apiKey };
      expect((await exchangeJson(flow(), code, theirs)).json().error).toBe('invalid_grant');
      expect((await exchangeJson(flow(), code)).statusCode).toBe(200);
    });

    it('for a code whose player has disconnected', async () => {
      const code = await obtainCode(flow());
      const revoke = (revoked_at: Date | null) =>
        flow().database.updateTable('connection').set({ revoked_at }).execute();
      await revoke(new Date());
      const response = await exchangeJson(flow(), code);
      await revoke(null);
      expect(response.json().error).toBe('invalid_grant');
    });
  });

  describe('400', () => {
    testRows([
      ['no code', { code: undefined }],
      ['no redirect_uri', { redirect_uri: undefined }],
      ['an unknown field', { scope: 'user:profile:read' }],
      ['a code that is not a text', { code: ['a'] }],
    ])('invalid_request for invalid JSON', async (_what, changes) => {
      const response = await exchangeJson(flow(), { ...(await obtainCode(flow())), ...changes });
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toBe('invalid_request');
    });

    testRows([
      'code=a&redirect_uri=b',
      'grant_type=authorization_code&redirect_uri=b',
      'grant_type=authorization_code&code=a',
      'grant_type=refresh_token',
    ])('invalid_request for a form without a required parameter', async (form) => {
      const response = await exchangeForm(flow(), form);
      expect(response.statusCode).toBe(400);
      expect(response.json().error).toBe('invalid_request');
    });

    // JSON has a separate operation to refresh.
    testRows(['password', 'client_credentials', 'refresh_token'])(
      'unsupported_grant_type for another grant in JSON',
      async (grant_type) => {
        const answer = await exchangeJson(flow(), { grant_type, code: 'a', redirect_uri: 'b' });
        expect(answer.json().error).toBe('unsupported_grant_type');
      },
    );
  });
});

describe('POST /partner/oauth/token over its limit', () => {
  // A low RATE_LIMIT shows that these calls do not count for the other limit.
  const flow = useConnectFlow({ environment: { TOKEN_RATE_LIMIT: '2', RATE_LIMIT: '1' } });

  it('429 for one application with either authentication, while the other one continues', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'prr_x' };
    const { partner, otherPartner } = flow();
    const basic = ({ clientId, apiKey }: typeof partner) => ({
      authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`,
    });
    const inBody = { ...form, client_id: partner.clientId, client_secret: partner.apiKey };
    expect((await exchangeForm(flow(), form, basic(partner))).statusCode).toBe(400);
    expect((await exchangeForm(flow(), inBody, {})).statusCode).toBe(400);
    const refused = await exchangeForm(flow(), form, { 'x-api-key': partner.apiKey });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['ratelimit-policy']).toBe('"token";q=2;w=60');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await exchangeForm(flow(), form, basic(partner))).statusCode).toBe(429);
    expect((await exchangeForm(flow(), inBody, {})).statusCode).toBe(429);
    expect((await exchangeForm(flow(), form, basic(otherPartner))).statusCode).toBe(400);
  });

  it('429 for an address whose credentials are unknown', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'prr_x' };
    const guess = async () =>
      (await exchangeForm(flow(), form, { 'x-api-key': 'prk_guessed' })).statusCode;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });
});

describe.each(databases)('a code on %s', (kind) => {
  const flow = useConnectFlow({ kind });

  it('revokes at its second use exactly the tokens that were issued from it, in three generations', async () => {
    const other = (await exchangeJson(flow(), await obtainCode(flow()))).json();
    const code = await obtainCode(flow());
    const first = (await exchangeJson(flow(), code)).json();
    const refresh = async (refresh_token: string) =>
      (await exchangeForm(flow(), { grant_type: 'refresh_token', refresh_token })).json();
    const second = await refresh(first.refresh_token);
    const third = await refresh(second.refresh_token);

    expect((await exchangeJson(flow(), code)).json()).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('used before'),
    });
    for (const { access_token } of [first, second, third]) {
      expect(await statusOfToken(flow(), access_token)).toBe(401);
    }
    expect((await refresh(third.refresh_token)).error).toBe('invalid_grant');
    expect(await statusOfToken(flow(), other.access_token)).toBe(200);
  });

  it('also revokes these tokens if another application uses the code the second time', async () => {
    const code = await obtainCode(flow());
    const { access_token } = (await exchangeJson(flow(), code)).json();
    await exchangeJson(flow(), code, { 'x-api-key': flow().otherPartner.apiKey });
    expect(await statusOfToken(flow(), access_token)).toBe(401);
  });

  it('is not consumed if its tokens cannot be created', async () => {
    const code = await obtainCode(flow());
    const { database } = flow();
    await sql`alter table refresh_token add constraint never check (false) not valid`.execute(
      database,
    );
    expect((await exchangeJson(flow(), code)).statusCode).toBe(500);
    await sql`alter table refresh_token drop constraint never`.execute(database);
    expect((await exchangeJson(flow(), code)).statusCode).toBe(200);
  });
});

describe.each(databases)('grant_type=refresh_token on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const connect = async () => (await exchangeJson(flow(), await obtainCode(flow()))).json();
  const refresh = (refresh_token: string) =>
    exchangeForm(flow(), { grant_type: 'refresh_token', refresh_token });

  it('200 returns a new pair, and the old access token stays valid', async () => {
    const first = await connect();
    const response = await refresh(first.refresh_token);
    expect(response.statusCode).toBe(200);
    const second = response.json();
    expect(second).toMatchObject({ scope: 'user:profile:read user:rating:read', expires_in: 3600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOfToken(flow(), second.access_token)).toBe(200);
    expect(await statusOfToken(flow(), first.access_token)).toBe(200);
  });

  it('returns no tokens for a used refresh token after the token that replaced it was used', async () => {
    const first = await connect();
    const second = (await refresh(first.refresh_token)).json();
    const third = (await refresh(second.refresh_token)).json();
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(third.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('returns only scopes that the player still grants when a request is repeated', async () => {
    const first = await connect();
    const second = (await refresh(first.refresh_token)).json();
    await flow()
      .database.updateTable('connection')
      .set({ scopes: ['user:profile:read'] })
      .execute();
    const again = (await refresh(first.refresh_token)).json();
    expect(again).toMatchObject({ access_token: second.access_token, scope: 'user:profile:read' });
  });

  it('400 for an unknown token and an access token', async () => {
    const { access_token } = await connect();
    for (const token of ['prr_unknown', access_token]) {
      expect((await refresh(token)).json().error).toBe('invalid_grant');
    }
  });
});
