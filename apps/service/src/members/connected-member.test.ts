import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/database/identifiers.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication, insertConnection } from '../testing/builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { readCards } from './connected-member.ts';
import { insertNamedPlayer, now } from './testing/players.ts';
import { insertRatings } from './testing/seen-players.ts';

// Long enough ago that the reliability is less than after the match.
const lastPlayedAt = new Date(now.getTime() - 100 * 24 * 60 * 60 * 1_000);

describe('readCards', () => {
  let database: Database;
  let mike: { id: string; member_number: number };

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    mike = await insertNamedPlayer(database, 'Mike', 'Brennan');
    const rating = { reliability: 0.77, games: 12, last_played_at: lastPlayedAt };
    const brackets = ['mixed-open', 'overall-open', 'gender-open'];
    await insertRatings(
      database,
      mike.id,
      brackets.map((bracket, index) => ({
        ...{ ...rating, sport: 'pickleball', bracket, rating: 4.231 + index },
      })),
    );
  });

  const read = (memberIds: string[], sports: string[] | null = null) =>
    readCards(database, { applicationId: newId('app'), memberIds, sports, now });

  it('returns only the public card', async () => {
    const cards = await read([mike.id, newId('mem')]);
    const split = (R: number) => ({ R, reliability: 0.74, games: 12 });
    const splits = {
      'overall-open': split(5.231),
      'gender-open': split(6.231),
      'mixed-open': split(4.231),
    };
    expect([...cards.values()]).toEqual([
      {
        ...{ id: mike.id, memberId: mike.member_number, displayName: 'Mike B.' },
        ...{ city: 'Austin', state: 'TX', country: 'US', gender: 'MALE' },
        status: { isVairified: false, isConnected: false, isGhost: false },
        sport: { pickleball: { ...split(5.231), splits } },
      },
    ]);
    const [first] = Object.keys(cards.get(mike.id)?.sport?.pickleball?.splits ?? {});
    expect(first).toBe('overall-open');
  });

  it('limits the ratings to the requested sports', async () => {
    expect((await read([mike.id], ['padel'])).get(mike.id)?.sport).toEqual({});
  });

  it('omits hidden members, unless they connected to the application', async () => {
    await database.updateTable('member').set({ is_discoverable: false }).execute();
    expect(await read([mike.id])).toEqual(new Map());
    const applicationId = await insertApplication(database);
    await insertConnection(database, applicationId, mike.id);
    const question = { applicationId, memberIds: [mike.id], sports: null, now };
    const card = (await readCards(database, question)).get(mike.id);
    expect(card?.status.isConnected).toBe(true);
    expect(card).not.toHaveProperty('lastName');
  });

  it('omits a ghost that was claimed', async () => {
    const priya = await insertNamedPlayer(database, 'Priya', 'Natarajan');
    const merged = database.updateTable('member').set({ merged_into: priya.id });
    await merged.where('id', '=', mike.id).execute();
    expect([...(await read([mike.id, priya.id])).keys()]).toEqual([priya.id]);
  });
});
