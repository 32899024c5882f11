import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { useConnectFlow } from '../../src/connect/testing/connect-flow.ts';
import { startAuthorization } from '../../src/connect/testing/journeys.ts';
import { setSuspension } from '../../src/console/actions/partners.ts';
import { bearer, type Headers, postForm, postJson, readMember } from './support/requests.ts';
import { ReturningPlayer } from './support/returning-player.ts';

describe('a bearer token', () => {
  const flow = useConnectFlow();
  const player = new ReturningPlayer(flow);
  const read = (headers: Headers, query = '') => readMember(flow(), headers, query);
  const challenge = async (headers: Headers) =>
    String((await read(headers)).headers['www-authenticate']);

  testRows(['Bearer', 'bearer', 'BEARER'])(
    'RFC 6750 §2.1: is accepted in the header, with any case of the scheme',
    async (scheme) => {
      const { access_token } = await player.tokens();
      const answer = await read({ authorization: `${scheme} ${access_token}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().id).toBe(flow().player.memberId);
    },
  );

  it('RFC 6750 §2.2: is not accepted in a form', async () => {
    const { access_token } = await player.tokens();
    const { memberNumber } = flow().player;
    const answer = await flow().app.inject({
      url: `/api/v1/partner/member?memberId=${memberNumber}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `access_token=${access_token}`,
    });
    expect(answer.statusCode).toBe(401);
  });

  it('RFC 6750 §2.3: is neither accepted in the address nor repeated from there', async () => {
    const { access_token } = await player.tokens();
    const answer = await read({}, `?access_token=${access_token}`);
    expect([400, 401]).toContain(answer.statusCode);
    expect(answer.body).not.toContain(access_token);
  });

  it('RFC 6750 §2: is refused next to an API key', async () => {
    const { access_token } = await player.tokens();
    const headers = { ...bearer(access_token), 'x-api-key': flow().partner.apiKey };
    const answer = await read(headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_request"');
  });

  it('RFC 6750 §3: is requested without an error if there was none', async () => {
    const text = await challenge({});
    expect(text).toMatch(/Bearer realm="[^"]+"/);
    expect(text).not.toContain('error=');
  });

  testRows<[string, (token: string) => string]>([
    ['that was never issued', () => `pra_${'A'.repeat(43)}`],
    ['in another case', (token) => token.toLowerCase()],
    ['cut short', (token) => token.slice(0, -1)],
    ['with padding', (token) => `${token}=`],
    ['without its prefix', (token) => token.slice(4)],
    ['and another', (token) => `${token}, ${token}`],
    ['in quotes', (token) => `"${token}"`],
    ['that is empty', () => ''],
  ])('RFC 6750 §3.1: that is unknown or revoked is invalid_token', async (_what, change) => {
    const { access_token } = await player.tokens();
    const answer = await read(bearer(change(access_token)));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/Bearer [^,]*, error="invalid_token"/);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json().code).toBe('unauthenticated');
  });

  it('RFC 6750 §3.1: that has expired is invalid_token', async () => {
    const { access_token } = await player.tokens();
    flow().advance(3_600);
    expect(await challenge(bearer(access_token))).toContain('error="invalid_token"');
  });

  it('RFC 6750 §3.1: of a revoked connection is invalid_token', async () => {
    const { access_token } = await player.tokens();
    await postJson(flow(), 'revoke', { player_id: flow().player.memberId });
    expect(await challenge(bearer(access_token))).toContain('error="invalid_token"');
  });

  it('RFC 6750 §3.1: of a suspended application is not invalid_token, because clients would refresh it', async () => {
    const { access_token } = await player.tokens();
    const suspend = (isSuspended: boolean) =>
      setSuspension(flow().dependencies, flow().partner.clientId, { isSuspended });
    await suspend(true);
    const answer = await read(bearer(access_token));
    await suspend(false);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'application_suspended']);
    expect((await read(bearer(access_token))).statusCode).toBe(200);
  });

  it('RFC 6750 §3.1: without the scope is insufficient_scope with the name of the scope', async () => {
    const { access_token } = await player.tokens({ scope: 'user:profile:read' });
    const url = '/api/v1/partner/member/rating-history';
    const answer = await flow().app.inject({ url, headers: bearer(access_token) });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(
      /Bearer [^,]*, error="insufficient_scope", scope="user:rating:history"/,
    );
  });

  testRows<[string, () => Promise<string>]>([
    ['a refresh token', async () => (await player.tokens()).refresh_token],
    ['an authorization code', async () => (await player.code()).code],
    ['an API key', async () => flow().partner.apiKey],
    ['a session', async () => [...player.browser.cookies.values()][0] ?? ''],
    ['a tracking code', async () => (await startAuthorization(flow(), {})).json().code],
  ])('RFC 6750 §3.1: is not another secret', async (_what, other) => {
    await player.open(await player.startedQuery());
    expect((await read(bearer(await other()))).statusCode).toBe(401);
  });

  it('RFC 6750 §3.1: is not an API key', async () => {
    const { access_token } = await player.tokens();
    const answer = await read({ 'x-api-key': access_token }, `?memberId=${flow().player.memberId}`);
    expect(answer.statusCode).toBe(401);
  });

  it('RFC 6750 §3: a session cookie does not authenticate an operation of the API', async () => {
    await player.allow();
    const cookie = [...player.browser.cookies].map(([name, value]) => `${name}=${value}`).join(';');
    expect((await read({ cookie })).statusCode).toBe(401);
  });

  it('RFC 6750 §5.2: reads only the player who granted it', async () => {
    const { access_token } = await player.tokens();
    const query = `?memberId=${flow().otherPlayer.memberId}`;
    const answer = await read(bearer(access_token), query);
    expect([403, 404]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('Priya');
  });

  it('RFC 6749 §7: is valid at once, and still after others were issued', async () => {
    const first = await player.tokens();
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
    const second = (await postForm(flow(), 'token', form)).json();
    for (const { access_token } of [first, second, first]) {
      expect((await read(bearer(access_token))).statusCode).toBe(200);
    }
  });
});
