import { describe, expect, it } from 'vitest';
import { type ConnectFlow, type TestPartner, useConnectFlow } from '../testing/connect-flow.ts';
import { exchangeJson, obtainCode, statusOfToken } from '../testing/journeys.ts';

async function refresh(
  { app, partner }: ConnectFlow,
  body: Record<string, unknown>,
  from: TestPartner = partner,
) {
  return await app.inject({
    method: 'POST',
    url: '/api/v1/partner/oauth/refresh',
    headers: { 'x-api-key': from.apiKey },
    payload: body,
  });
}

describe('POST /partner/oauth/refresh', () => {
  const flow = useConnectFlow();
  const connect = async () => (await exchangeJson(flow(), await obtainCode(flow()))).json();

  it('200 returns new tokens in JSON, and consumes the old refresh token', async () => {
    const first = await connect();
    const response = await refresh(flow(), { refresh_token: first.refresh_token });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('private, no-store');
    const second = response.json();
    expect(second).toMatchObject({
      token_type: 'Bearer',
      scope: first.scope,
      player_id: flow().player.memberId,
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOfToken(flow(), second.access_token)).toBe(200);
  });

  it('200 returns the same tokens again within 30 seconds, because the response may be lost', async () => {
    const first = await connect();
    const second = (await refresh(flow(), { refresh_token: first.refresh_token })).json();
    flow().advance(29);
    const again = await refresh(flow(), { refresh_token: first.refresh_token });
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual({ ...second, expires_in: second.expires_in - 29 });
    expect(await statusOfToken(flow(), second.access_token)).toBe(200);
    expect((await refresh(flow(), { refresh_token: second.refresh_token })).statusCode).toBe(200);
  });

  it('400 invalid_request without a token or with an unknown field', async () => {
    const { refresh_token } = await connect();
    for (const body of [{}, { refresh_token, scope: 'user:profile:read' }]) {
      const response = await refresh(flow(), body);
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
    }
  });
});

describe('the limit of the token endpoint', () => {
  const flow = useConnectFlow({ environment: { TOKEN_RATE_LIMIT: '1' } });

  it('429 counts exchanging, refreshing, and revoking together, for each application', async () => {
    const limited = flow();
    await exchangeJson(limited, { code: 'x', redirect_uri: limited.partner.redirectUri });
    const response = await refresh(limited, { refresh_token: 'x' });
    expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await refresh(limited, { refresh_token: 'x' }, limited.otherPartner)).statusCode).toBe(
      400,
    );
  });
});
