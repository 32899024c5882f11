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

  it('200: lists the sports whose boards have a player', async () => {
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
});
