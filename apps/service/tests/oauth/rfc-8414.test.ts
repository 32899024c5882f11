import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { pkce, returned, validQuery } from '../../src/connect/testing/journeys.ts';
import { basic, postForm } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

const wellKnown = '/.well-known/oauth-authorization-server/api/v1';

describe('the metadata', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const read = async () => (await flow().app.inject(wellKnown)).json();

  it('RFC 8414 §3.2: are public JSON that caches may store for a while', async () => {
    const answer = await flow().app.inject(wellKnown);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  testRows([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/api/v1/.well-known/openid-configuration',
    `${wellKnown}/`,
  ])('RFC 8414 §3.1: have no other address', async (path) => {
    expect((await flow().app.inject(path)).statusCode).toBe(404);
  });

  it('RFC 8414 §3: can only be read by GET', async () => {
    const answer = await flow().app.inject({ method: 'POST', url: wellKnown });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toContain('GET');
  });

  it('RFC 8414 §3.3: name an issuer that leads to their address', async () => {
    const { issuer } = await read();
    const { origin, pathname } = new URL(issuer);
    expect(`${origin}/.well-known/oauth-authorization-server${pathname}`).toBe(
      `${flow().dependencies.publicUrl}${wellKnown}`,
    );
    expect(issuer).not.toMatch(/[?#]|\/$/);
  });

  testRows([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { forwarded: 'host=evil.example;proto=https' },
  ])('RFC 8414 §3.3: do not depend on headers of the request', async (headers) => {
    const answer = await flow().app.inject({ url: wellKnown, headers });
    expect(answer.json()).toEqual(await read());
  });

  it('RFC 8414 §2: name addresses at which this service answers', async () => {
    const metadata = await read();
    const posted = [
      metadata.token_endpoint,
      metadata.revocation_endpoint,
      metadata.pushed_authorization_request_endpoint,
    ];
    for (const url of [metadata.authorization_endpoint, ...posted]) {
      expect(url.startsWith(`${metadata.issuer}/`)).toBe(true);
      const method = posted.includes(url) ? 'POST' : 'GET';
      const { statusCode } = await flow().app.inject({ method, url: new URL(url).pathname });
      expect([404, 405]).not.toContain(statusCode);
    }
  });

  it('RFC 8414 §2: name exactly the supported methods of client authentication', async () => {
    const metadata = await read();
    const ways = ['client_secret_basic', 'client_secret_post'];
    expect(metadata.token_endpoint_auth_methods_supported).toEqual(ways);
    expect(metadata.revocation_endpoint_auth_methods_supported).toEqual(ways);
    const { clientId, apiKey } = flow().partner;
    const form = { grant_type: 'refresh_token', refresh_token: 'unknown' };
    const post = { ...form, client_id: clientId, client_secret: apiKey };
    const answers = [
      await postForm(flow(), 'token', form, basic(clientId, apiKey)),
      await postForm(flow(), 'token', post, {}),
      await postForm(flow(), 'token', { ...form, client_id: clientId }, {}),
    ];
    expect(answers.map((answer) => answer.json().error)).toEqual([
      'invalid_grant',
      'invalid_grant',
      'invalid_client',
    ]);
  });

  it('RFC 8414 §2: name exactly the supported grant types', async () => {
    const { grant_types_supported } = await read();
    expect(grant_types_supported).toEqual(['authorization_code', 'refresh_token']);
    const more = { code: 'x', redirect_uri: 'x', refresh_token: 'x' };
    for (const grant_type of grant_types_supported) {
      const answer = await postForm(flow(), 'token', { grant_type, ...more });
      expect(answer.json().error).toBe('invalid_grant');
    }
  });

  it('RFC 8414 §2: name a response type, mode, and challenge method that work', async () => {
    const metadata = await read();
    expect(metadata.response_types_supported).toEqual(['code']);
    expect(metadata.response_modes_supported).toEqual(['query']);
    expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
    const changes = { code_challenge: pkce.challenge, code_challenge_method: 'S256' };
    expect(returned(await player.allow(changes)).has('code')).toBe(true);
  });

  it('say which parts of OpenID Connect and RFC 9101 are not supported', async () => {
    expect(await read()).toMatchObject({
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
      prompt_values_supported: ['consent', 'select_account'],
    });
  });

  it('RFC 8414 §2: name scopes that can all be requested', async () => {
    const scope = (await read()).scopes_supported.join(' ');
    expect((await player.open({ ...validQuery(flow()), scope })).statusCode).toBe(200);
  });

  it('RFC 9126 §5: say that pushing is optional, and a request without it is accepted', async () => {
    expect((await read()).require_pushed_authorization_requests).toBe(false);
    expect((await player.open(validQuery(flow()))).statusCode).toBe(200);
  });

  it('RFC 8414 §2: omit what does not exist', async () => {
    const names = Object.keys(await read()).join();
    expect(names).not.toMatch(/registration|jwks|userinfo|device_authorization/);
  });
});
