import { expect, it } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { toBoard } from './domain/board.ts';
import { foldChunk } from './fold-deltas.ts';
import { findPage } from './read-page.ts';
import { insertTexan, rate } from './testing/players.ts';

it('a page of a board skips nobody if one segment of players was read further than another', async () => {
  const database = await createTestDatabase('postgres');
  const add = async (first_name: string, gender: 'MALE' | 'FEMALE', rating: number) => {
    const player = await insertTexan(database, { first_name, gender });
    await rate(database, player.id, { rating });
    return player.member_number;
  };
  await add('Daniel', 'MALE', 5);
  await add('Jonas', 'MALE', 4.9);
  const sought = [
    await add('Mike', 'MALE', 4.8),
    await add('Mikela', 'FEMALE', 4),
    await add('Mikela', 'FEMALE', 3.9),
  ];
  await foldChunk(database);
  const board = toBoard({
    sport: 'pickleball',
    category: 'overall',
    ageBracket: 'open',
    scope: 'global',
    verifiedOnly: false,
    minGames: 0,
  });
  for (const entries of [1, 2, 3, 4, 5]) {
    const found = await findPage(
      database,
      { board, part: 'mike' },
      { after: null, offset: 0, limit: 2 },
      { fewMatches: 0, maxTokens: 500, entries },
    );
    expect(found.map(({ memberNumber }) => memberNumber)).toEqual(sought.slice(0, 2));
  }
});
