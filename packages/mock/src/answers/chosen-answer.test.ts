import { testRows } from '@partner-rating/table-tests';
import { afterAll, describe, expect, test } from 'vitest';
import { contract } from '../contract.ts';
import { scenarios } from '../scenarios/index.ts';
import { startMock } from '../start-mock.ts';
import { clientOf } from '../testing/calls.ts';
import { operations } from '../testing/operations.ts';
import { rawCall } from '../testing/raw-call.ts';

const mock = await startMock();
const other = await startMock({ scenario: 'unrated-player' });
afterAll(async () => {
  await mock.close();
  await other.close();
});

describe('X-Mock-Scenario', () => {
  test('chooses one scenario for all operations', async () => {
    const client = clientOf(mock, { 'x-mock-scenario': 'ratings-not-shared' });
    const { player_id, scope } = await client.oauth.exchangeToken({
      code: 'prc_7hRt2Lq9ZxW4nVb0KmYs5JcGd8FpAe3UuXi1oTyEwM6',
      redirect_uri: 'https://courtside.example/callback',
    });
    const member = await client.members.get(player_id);
    expect(member).toMatchObject({ id: player_id, grantedScopes: scope, displayName: 'Sofia L.' });
    expect(member).not.toHaveProperty('sport');
  });

  test('overrides the scenario of the running mock', async () => {
    expect((await clientOf(other).members.get('10604')).displayName).toBe('Carmen O.');
    const client = clientOf(other, { 'x-mock-scenario': 'connected-player' });
    expect((await client.members.get('10482')).displayName).toBe('Mike B.');
  });

  test("disconnected refuses a player's token in every operation, and an API key in none", async () => {
    const token = { authorization: 'Bearer pra_any' };
    for (const operation of operations.filter((one) => one.needsCredential)) {
      const headers = { ...token, 'x-mock-scenario': 'disconnected' };
      const response = await rawCall(mock, operation, headers);
      expect([operation.id, response.status]).toEqual([operation.id, 401]);
    }
    const client = clientOf(mock, { 'x-mock-scenario': 'disconnected' });
    expect((await client.members.get('10591')).status.isConnected).toBe(false);
    const history = client.members.listRatingHistory('10591').page();
    await expect(history).rejects.toMatchObject({ statusCode: 403, code: 'not_connected' });
  });

  test('ratings-not-shared names the scope that the player did not grant, by key and by token', async () => {
    const headers = { 'x-mock-scenario': 'ratings-not-shared' };
    const client = clientOf(mock, headers);
    const { members } = clientOf(mock, {
      ...headers,
      'x-api-key': '',
      authorization: 'Bearer pra_any',
    });
    for (const call of [
      client.members.listRatingHistory('10591').page(),
      client.members.listMatches('10591').page(),
      members.listRatingHistory().page(),
      members.listMatches().page(),
    ]) {
      await expect(call).rejects.toMatchObject({
        code: 'insufficient_scope',
        message: expect.stringContaining('user:rating:history'),
      });
    }
  });

  test('is overridden by Prefer', async () => {
    const client = clientOf(mock, {
      'x-mock-scenario': 'service-down',
      prefer: 'example=members.get-one-sport',
    });
    expect(Object.keys((await client.members.get('10482')).sport ?? {})).toEqual(['padel']);
  });

  test('does not change the refusal of an invalid request', async () => {
    const client = clientOf(mock, { 'x-mock-scenario': 'service-down' });
    await expect(client.members.get('Mike')).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('400 for an unknown scenario lists the scenarios', async () => {
    const client = clientOf(mock, { 'x-mock-scenario': 'toString' });
    await expect(client.usage.get()).rejects.toMatchObject({
      statusCode: 400,
      errors: [
        {
          pointer: '/headers/x-mock-scenario',
          code: 'enum',
          detail: expect.stringContaining(
            'There is no scenario toString. The scenarios: connected-player, first-connection,',
          ),
        },
      ],
    });
  });

  test('400 for an unknown scenario is a page for a page', async () => {
    const url = `${mock.baseUrl}/partner/oauth/authorize?client_id=courtside-club`;
    const response = await fetch(url, { headers: { 'x-mock-scenario': 'tuesday' } });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('There is no scenario tuesday.');
  });

  test('a form gets the answer of RFC 6749 in a successful scenario', async () => {
    const init = {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'prr_Y6bQv3Xn8RtL1wKz5MmHs0JcGd9FpAe2UuTi7oVyExW',
      }),
    };
    const send = async (scenario: string) => {
      const headers = { 'x-api-key': 'prk_any', 'x-mock-scenario': scenario };
      const response = await fetch(`${mock.baseUrl}/partner/oauth/token`, { ...init, headers });
      return (await response.json()) as Record<string, unknown>;
    };
    expect(await send('unrated-player')).toHaveProperty('scope', expect.any(String));
    expect(await send('key-revoked')).toHaveProperty('error', 'invalid_client');
  });
});

describe('a list that is read page by page ends', () => {
  const client = clientOf(mock);
  testRows([
    ['members.search', () => client.members.search()],
    ['members.listRatingHistory', () => client.members.listRatingHistory('10482')],
    ['members.listRatingUpdates', () => client.members.listRatingUpdates()],
    ['members.listConnected', () => client.members.listConnected()],
    ['leaderboard.list', () => client.leaderboard.list({ sport: 'pickleball' })],
    ['webhooks.listDeliveries', () => client.webhooks.listDeliveries()],
  ])('in every operation with pages', async (_, list) => {
    const pages = [];
    for await (const page of list().pages()) {
      pages.push(page);
      expect(pages.length).toBeLessThan(4);
    }
    expect(pages.at(-1)).toHaveProperty('nextCursor', null);
  });
});

describe('a list that is read by offset ends', () => {
  const lists = contract.operations().flatMap(({ id, pagination }) => {
    const operation = operations.find((one) => one.id === id);
    return operation && pagination?.offset ? [{ id, operation, items: pagination.items }] : [];
  });
  const cases = lists.flatMap((list) =>
    Object.keys(scenarios).flatMap((scenario) =>
      [1, 2].map((limit) => ({ ...list, scenario, limit })),
    ),
  );

  testRows(cases)(
    'in every operation, scenario, and page size',
    async ({ operation, items, scenario, limit }) => {
      const pageAt = async (offset: number) => {
        const query = { ...operation.query, limit, offset };
        const headers = { 'x-mock-scenario': scenario };
        const response = await rawCall(mock, { ...operation, query }, headers);
        return { isOk: response.ok, page: (await response.json()) as Record<string, unknown> };
      };
      const seen: unknown[] = [];
      for (let offset = 0; ; offset += limit) {
        expect(offset).toBeLessThan(20);
        const { isOk, page } = await pageAt(offset);
        if (!isOk) {
          expect(scenarios[scenario as keyof typeof scenarios]).not.toBe(
            scenarios['connected-player'],
          );
          return;
        }
        seen.push(...(page[items] as unknown[]));
        if (page.nextCursor === null) break;
      }
      // No item comes twice, and none after the end.
      expect(new Set(seen.map((item) => JSON.stringify(item))).size).toBe(seen.length);
      const { page } = await pageAt(9_000);
      expect(page).toMatchObject({ [items]: [], nextCursor: null });
    },
  );

  test('with the same items as by cursor', async () => {
    const { members } = clientOf(mock);
    const all = await members.search().toArray();
    for (const [offset, player] of all.entries()) {
      expect((await members.search({ offset, limit: 1 })).players).toEqual([player]);
    }
  });
});
