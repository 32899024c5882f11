import { describe, expect, it } from 'vitest';
import { databases } from '../../testing/test-database.ts';
import { type ConnectFlow, type TestPartner, useConnectFlow } from '../testing/connect-flow.ts';
import { exchangeForm, exchangeJson, obtainCode, statusOfToken } from '../testing/journeys.ts';

const url = '/api/v1/partner/oauth/revoke';

async function disconnect(
  { app, partner }: ConnectFlow,
  playerId: string,
  from: TestPartner = partner,
) {
  const headers = { 'x-api-key': from.apiKey };
  return await app.inject({ method: 'POST', url, headers, payload: { player_id: playerId } });
}

async function revokeToken(
  { app, partner }: ConnectFlow,
  form: Record<string, string>,
  from: TestPartner = partner,
) {
  return await app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': from.apiKey, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
}

describe.each(databases)('POST /partner/oauth/revoke on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const connect = async () => (await exchangeJson(flow(), await obtainCode(flow()))).json();
  const isRefreshable = async (refreshToken: string) => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return (await exchangeForm(flow(), form)).statusCode === 200;
  };

  describe('200, disconnecting a player by JSON', () => {
    it('revokes every token at once', async () => {
      const one = await connect();
      const other = await connect();
      const response = await disconnect(flow(), flow().player.memberId);
      expect([response.statusCode, response.json()]).toEqual([
        200,
        { success: true, player_id: flow().player.memberId },
      ]);
      for (const { access_token, refresh_token } of [one, other]) {
        expect(await statusOfToken(flow(), access_token)).toBe(401);
        expect(await isRefreshable(refresh_token)).toBe(false);
      }
    });

    it('also accepts the member number', async () => {
      const { access_token } = await connect();
      await disconnect(flow(), String(flow().player.memberNumber));
      expect(await statusOfToken(flow(), access_token)).toBe(401);
    });

    it('keeps old tokens invalid when the player connects again', async () => {
      const before = await connect();
      await disconnect(flow(), flow().player.memberId);
      const after = await connect();
      expect(await statusOfToken(flow(), before.access_token)).toBe(401);
      expect(await isRefreshable(before.refresh_token)).toBe(false);
      expect(await statusOfToken(flow(), after.access_token)).toBe(200);
    });

    it('keeps the new connection when a token of the old one is used', async () => {
      const old = await connect();
      await isRefreshable(old.refresh_token);
      await disconnect(flow(), flow().player.memberId);
      const after = await connect();
      expect(await isRefreshable(old.refresh_token)).toBe(false);
      expect(await statusOfToken(flow(), after.access_token)).toBe(200);
      expect(await isRefreshable(after.refresh_token)).toBe(true);
    });

    it('does not reveal the id of a player who never connected', async () => {
      const { memberNumber } = flow().otherPlayer;
      expect((await disconnect(flow(), String(memberNumber))).json()).toEqual({ success: true });
    });

    it('can be repeated, and gives the same response for an unknown player', async () => {
      await disconnect(flow(), flow().player.memberId);
      expect((await disconnect(flow(), flow().player.memberId)).json().success).toBe(true);
      expect((await disconnect(flow(), '999999999')).json()).toEqual({ success: true });
    });

    it("does not affect another application's connection", async () => {
      const { access_token } = await connect();
      await disconnect(flow(), flow().player.memberId, flow().otherPartner);
      expect(await statusOfToken(flow(), access_token)).toBe(200);
    });
  });

  describe('200, revoking a token by form (RFC 7009)', () => {
    it('revokes only the access token', async () => {
      const tokens = await connect();
      const response = await revokeToken(flow(), { token: tokens.access_token });
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }]);
      expect(await statusOfToken(flow(), tokens.access_token)).toBe(401);
      expect(await isRefreshable(tokens.refresh_token)).toBe(true);
    });

    it('adds one audit entry, even if it is repeated', async () => {
      const { access_token } = await connect();
      const lines = async () =>
        await flow()
          .database.selectFrom('audit_entry')
          .select(['actor', 'details'])
          .where('action', '=', 'token.revoked')
          .execute();
      const before = (await lines()).length;
      await revokeToken(flow(), { token: access_token });
      await revokeToken(flow(), { token: access_token });
      const after = await lines();
      expect(after).toHaveLength(before + 1);
      expect(after.at(-1)).toEqual({ actor: 'partner', details: { kind: 'access_token' } });
    });
  });

  it('400 invalid_request without a token or a player', async () => {
    for (const response of [
      await revokeToken(flow(), {}),
      await flow().app.inject({
        method: 'POST',
        url,
        headers: { 'x-api-key': flow().partner.apiKey },
        payload: {},
      }),
    ]) {
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
    }
  });

  it('401 invalid_client without a credential, and revokes nothing', async () => {
    const { access_token } = await connect();
    const response = await flow().app.inject({
      method: 'POST',
      url,
      payload: { player_id: flow().player.memberId },
    });
    expect([response.statusCode, response.json().error]).toEqual([401, 'invalid_client']);
    expect(await statusOfToken(flow(), access_token)).toBe(200);
  });
});
