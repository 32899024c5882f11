import type { Schemas } from '@partner-rating/server';
import { describe, expect, it } from 'vitest';
import { connect } from '../../members/testing/players.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';
import { insertTexan, rate } from '../testing/players.ts';

describe('GET /leaderboard/categories', () => {
  async function open() {
    const database = await createTestDatabase('postgres');
    const service = await startTestService({ database });
    const ask = async (query = '') => {
      const response = await fetch(`${service.baseUrl}/leaderboard/categories${query}`, {
        headers: { 'x-api-key': service.partner.apiKey },
      });
      const body = (await response.json()) as Schemas.LeaderboardCategories;
      return { status: response.status, body };
    };
    return { database, ask };
  }

  it('200 lists the sports somebody on a board is rated in', async () => {
    const { database, ask } = await open();
    expect((await ask()).body.sports).toEqual([]);
    const { id } = await insertTexan(database);
    await rate(database, id, { rating: 4, sport: 'table-tennis' });
    await rate(database, id, { rating: 4, sport: 'padel' });
    const hidden = await insertTexan(database, { is_discoverable: false });
    await rate(database, hidden.id, { rating: 4, sport: 'squash' });
    const padel = { code: 'padel', name: 'Padel' };
    const tableTennis = { code: 'table-tennis', name: 'Table tennis' };
    expect((await ask()).body.sports).toEqual([padel, tableTennis]);
    await connect(database, hidden.id, ['user:profile:read', 'user:rating:read']);
    expect((await ask()).body.sports).toEqual([
      padel,
      { code: 'squash', name: 'Squash' },
      tableTennis,
    ]);
  });

  it('200 lists what else a board is chosen by', async () => {
    const { ask } = await open();
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body.categories.map(({ code }) => code)).toEqual([
      'overall',
      'singles',
      'doubles',
      'gender',
      'mixed',
    ]);
    expect(body.ageBrackets.map(({ code, minAge, maxAge }) => [code, minAge, maxAge])).toEqual([
      ['open', null, null],
      ['12-13', 12, 13],
      ['14-15', 14, 15],
      ['16-18', 16, 18],
      ['35+', 35, null],
      ['40+', 40, null],
      ['50+', 50, null],
      ['60+', 60, null],
      ['70+', 70, null],
    ]);
    expect(body.scopes.map(({ code, requires }) => [code, requires])).toEqual([
      ['global', []],
      ['country', ['country']],
      ['state', ['country', 'state']],
      ['city', ['country', 'city']],
    ]);
  });

  it('400 refuses a parameter', async () => {
    const { ask } = await open();
    expect(await ask('?sport=padel')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});
