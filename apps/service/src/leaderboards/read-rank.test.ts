import { expect, it } from 'vitest';
import { ownBoards } from '../account/domain/rating-words.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { foldChunk } from './fold-deltas.ts';
import { readOwnRanks } from './read-rank.ts';
import { insertTexan, rate } from './testing/players.ts';

const sports = ['pickleball', 'table-tennis'];
const brackets = ['overall-open', 'singles-open', 'doubles-50+'];
const home = { city: 'Austin', state: 'TX', country: 'US' };

it.each(databases)(
  'the ranks in every sport and bracket need one statement each for the state, the country, and the world on %s',
  async (kind) => {
    const opened = await createTestDatabase(kind);
    const player = await insertTexan(opened);
    const better = await insertTexan(opened, { city: 'Round Rock' });
    const best = await insertTexan(opened, { state: 'CA' });
    for (const sport of sports) {
      await rate(opened, player.id, { sport, rating: 4 });
      await rate(opened, better.id, { sport, rating: 4.001 });
      await foldChunk(opened, 100);
      await rate(opened, best.id, { sport, rating: 6 });
    }
    await rate(opened, player.id, { sport: 'table-tennis', bracket: 'singles-open', rating: 5 });

    let statements = 0;
    const database = opened.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const boards = sports.flatMap((sport) => ownBoards(home, sport, brackets));
    const ranks = await readOwnRanks(
      database,
      player.member_number,
      boards.map(({ board }) => board),
    );
    const found = boards.flatMap(({ board: { sport, bracket }, where }, index) => {
      const rank = ranks[index];
      return rank ? [`${sport} ${bracket} ${where}: ${rank.rank} of ${rank.total}`] : [];
    });
    expect(found).toEqual([
      'pickleball overall-open Austin: 1 of 1',
      'pickleball overall-open TX: 2 of 2',
      'pickleball overall-open United States: 3 of 3',
      'pickleball overall-open Everywhere: 3 of 3',
      'table-tennis overall-open Austin: 1 of 1',
      'table-tennis overall-open TX: 2 of 2',
      'table-tennis overall-open United States: 3 of 3',
      'table-tennis overall-open Everywhere: 3 of 3',
      'table-tennis singles-open Everywhere: 1 of 1',
    ]);
    // And two for the city in each sport.
    expect(statements).toBe(3 + 2 * sports.length);
  },
);
