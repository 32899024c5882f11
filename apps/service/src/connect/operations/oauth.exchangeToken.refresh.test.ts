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
import { race } from '../testing/race.ts';

describe.each(databases)('grant_type=refresh_token on %s', (kind) => {
  const flow = useConnectFlow({ kind });
  const connect = async (scope = 'user:profile:read user:rating:read') =>
    (await exchangeJson(flow(), await obtainCode(flow(), { ...validQuery(flow()), scope }))).json();
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    exchangeForm(flow(), { grant_type: 'refresh_token', refresh_token, ...more });

  it('200 gives a new pair, and the old access token lives on', async () => {
    const first = await connect();
    const response = await refresh(first.refresh_token);
    expect(response.statusCode).toBe(200);
    const second = response.json();
    expect(second).toMatchObject({ scope: 'user:profile:read user:rating:read', expires_in: 3600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await statusOfToken(flow(), second.access_token)).toBe(200);
    expect(await statusOfToken(flow(), first.access_token)).toBe(200);
  });

  it('200 narrows the access token to the scopes asked for, and only it (RFC 6749 §6)', async () => {
    const { refresh_token } = await connect();
    const narrow = (await refresh(refresh_token, { scope: 'user:profile:read' })).json();
    expect(narrow.scope).toBe('user:profile:read');
    const wide = (await refresh(narrow.refresh_token)).json();
    expect(wide.scope).toBe('user:profile:read user:rating:read');
  });

  it('400 invalid_scope for more than was granted, and the token is not consumed', async () => {
    const { refresh_token } = await connect('user:profile:read');
    const refused = await refresh(refresh_token, { scope: 'user:profile:read user:rating:read' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().error).toBe('invalid_scope');
    expect((await refresh(refresh_token)).statusCode).toBe(200);
  });

  it('revokes all tokens of the connection when a used one is seen again', async () => {
    const other = await connect();
    const first = await connect();
    const second = (await refresh(first.refresh_token)).json();
    flow().advance(30);
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    for (const { access_token } of [other, first, second]) {
      expect(await statusOfToken(flow(), access_token)).toBe(401);
    }
    expect((await refresh(second.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('gives ten refreshes at once one pair of tokens', async () => {
    const { refresh_token } = await connect();
    const refreshes = Array.from({ length: 10 }, () => () => refresh(refresh_token));
    const answers = await race(flow().database, kind, 'connection', refreshes);
    expect(new Set(answers.map((answer) => answer.body))).toEqual(new Set([answers[0]?.body]));
    expect(answers[0]?.statusCode).toBe(200);
  });

  it('gives a used token no tokens any more once the new one was used', async () => {
    const first = await connect();
    const second = (await refresh(first.refresh_token)).json();
    const third = (await refresh(second.refresh_token)).json();
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
    expect((await refresh(third.refresh_token)).json().error).toBe('invalid_grant');
  });

  it('gives only what the player still grants when it is asked again', async () => {
    const first = await connect();
    const second = (await refresh(first.refresh_token)).json();
    await flow()
      .database.updateTable('connection')
      .set({ scopes: ['user:profile:read'] })
      .execute();
    const again = (await refresh(first.refresh_token)).json();
    expect(again).toMatchObject({ access_token: second.access_token, scope: 'user:profile:read' });
  });

  it('400 for another application, which does not consume the token', async () => {
    const { refresh_token } = await connect();
    const form = { grant_type: 'refresh_token', refresh_token };
    const theirs = { 'x-api-key': flow().otherPartner.apiKey };
    expect((await exchangeForm(flow(), form, theirs)).json().error).toBe('invalid_grant');
    expect((await refresh(refresh_token)).statusCode).toBe(200);
  });

  it('400 for an unknown token and an access token', async () => {
    const { access_token } = await connect();
    for (const token of ['prr_unknown', access_token]) {
      expect((await refresh(token)).json().error).toBe('invalid_grant');
    }
  });

  it('400 after 90 days', async () => {
    const { refresh_token } = await connect();
    flow().advance(90 * 24 * 60 * 60);
    expect((await refresh(refresh_token)).json().error).toBe('invalid_grant');
  });
});
