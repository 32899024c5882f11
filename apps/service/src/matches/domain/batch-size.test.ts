import { describe, expect, it } from 'vitest';
import { MAX_PLAYERS, sizeFaults } from './batch-size.ts';

const matches = (count: number, teams: number, players: number) =>
  Array.from({ length: count }, () => ({
    teams: Array.from({ length: teams }, () => Array.from({ length: players }, () => 'a player')),
  }));

describe('the players of a request', () => {
  it.each([
    ['a thousand doubles matches', matches(1_000, 2, 2)],
    ['a thousand matches of five a side', matches(1_000, 2, 5)],
    ['a league of 64 players, every week of three years', matches(156, 8, 8)],
    ['78 of the largest matches', matches(78, 16, 8)],
    ['exactly as many as the maximum', matches(500, 2, 10)],
  ])('fit: %s', (_, sent) => {
    expect(sizeFaults(sent)).toEqual([]);
  });

  it('are too many with one more than the maximum, and the fault says where to split them', () => {
    const sent = [...matches(1, 16, 8), ...matches(1_000, 2, 5)];
    expect(sizeFaults(sent)).toEqual([
      {
        pointer: '/matches',
        code: 'maxItems',
        detail: `The matches have 10128 players, each counted in every match; one request takes ${MAX_PLAYERS}. Send those from /matches/988 on in another request.`,
      },
    ]);
  });

  it('are split after the match that fills a request', () => {
    const [fault] = sizeFaults([...matches(500, 2, 10), ...matches(2, 2, 1)]);
    expect(fault?.detail).toContain('Send those from /matches/500 on');
  });
});
