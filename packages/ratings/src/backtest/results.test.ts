import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import type { NamedMatch } from './match-log.ts';
import { bestOfIn, type Counted, gamesWon, resultsOf, scoresOf, truthOf } from './results.ts';
import { logOf, playedOn } from './testing/match-log.ts';

const everything: Counted = { from: Number.NEGATIVE_INFINITY, minGames: 0 };

const singles = [['ann'], ['bob']];

function resultsIn(matches: readonly NamedMatch[], counted: Partial<Counted> = {}) {
  const log = logOf(...matches);
  return resultsOf(log, log.playedOrder(), { ...everything, ...counted });
}

describe('the results to predict', () => {
  it('are every game, and every match of several games that one team won', () => {
    const { game, match } = resultsIn([
      playedOn(0, singles, [11, 7]),
      playedOn(1, singles, [11, 7], [3, 11], [9, 11]),
      playedOn(2, singles, [11, 7], [3, 11]),
    ]);
    expect([...game.outcome.slice(0, game.count)]).toEqual([1, 1, 0, 0, 1, 0]);
    expect([...game.firstOf]).toEqual([0, 1, 4]);
    expect([...match.outcome.slice(0, match.count)]).toEqual([0]);
    expect([...match.firstOf]).toEqual([-1, 0, -1]);
  });

  it('count level games as half a win', () => {
    const { game } = resultsIn([playedOn(0, singles, [9, 9])]);
    expect([...game.outcome]).toEqual([0.5]);
  });

  it('leave out the winner of a match that stopped early, but not its games', () => {
    const givenUp = { ...playedOn(0, singles, [11, 7], [11, 2], [3, 11]), isFinished: false };
    const { game, match } = resultsIn([givenUp]);
    expect([game.count, match.count]).toEqual([3, 0]);
  });

  it('leave out matches between several teams', () => {
    const { game } = resultsIn([playedOn(0, [['ann'], ['bob'], ['cem']], [11, 7, 3])]);
    expect(game.count).toBe(0);
  });

  it('have the experience of the least experienced player before the match', () => {
    const { game } = resultsIn([
      playedOn(0, singles, [11, 7], [11, 7]),
      playedOn(1, [['ann'], ['cem']], [11, 7]),
      playedOn(2, singles, [11, 7]),
    ]);
    expect([...game.experience]).toEqual([0, 0, 0, 2]);
  });

  it('are marked if a player comes back after 90 days, but not at a first match', () => {
    const { game } = resultsIn([
      playedOn(0, singles, [11, 7]),
      playedOn(89, singles, [11, 7]),
      playedOn(179, [['ann'], ['cem']], [11, 7]),
    ]);
    expect([...game.isBack]).toEqual([0, 0, 1]);
  });

  it('begin at the given date, and with players who have the given games', () => {
    const matches = [0, 1, 2, 3].map((day) => playedOn(day, singles, [11, 7]));
    const from = playedOn(2, singles).playedAt;
    expect([...resultsIn(matches, { from }).game.firstOf]).toEqual([-1, -1, 0, 1]);
    expect([...resultsIn(matches, { minGames: 1 }).game.firstOf]).toEqual([-1, 0, 1, 2]);
  });
});

describe('the known facts of a match', () => {
  const [later, earlier] = [
    playedOn(1, singles, [11, 7], [3, 11], [9, 11]),
    playedOn(0, singles, [11, 7], [11, 2]),
  ] as const;

  it('are its games, or how many of them each team won', () => {
    const match = logOf(later).at(0);
    expect(scoresOf(match, 'game')).toEqual([
      [11, 7],
      [3, 11],
      [9, 11],
    ]);
    expect(scoresOf(match, 'match')).toEqual([[1, 2]]);
  });

  it('are the true probabilities of its results', () => {
    const log = logOf(later, earlier);
    const order = log.playedOrder();
    const { game, match } = resultsOf(log, order, everything);
    const truth = { game: Float64Array.of(0.3, 0.6), match: Float64Array.of(0.2, 0.7) };
    expect([...truthOf(game, order, truth)]).toEqual([0.6, 0.6, 0.3, 0.3, 0.3]);
    expect([...truthOf(match, order, truth)]).toEqual([0.7, 0.2]);
  });
});

const games = (...scores: number[][]) => scores.map((one) => ({ scores: one }));

describe('the most games that a match could have', () => {
  testRows([
    [games([11, 4]), 1],
    [games([11, 4], [11, 9]), 3],
    [games([11, 4], [9, 11], [11, 7]), 3],
    [games([4, 11], [9, 11], [11, 7], [8, 11]), 5],
    [games([11, 4], [7, 7], [11, 2]), 3],
  ])('follows from what its winner had to win', (played, bestOf) => {
    expect(bestOfIn(played)).toBe(bestOf);
  });

  testRows([[games()], [games([11, 4], [4, 11])], [games([7, 7])]])(
    'does not follow if nobody won the match',
    (played) => {
      expect(bestOfIn(played)).toBeNull();
    },
  );
});

describe('the games that each team won', () => {
  testRows([
    [games([11, 4], [9, 11], [11, 7]), [2, 1]],
    [games([7, 7], [11, 2]), [1.5, 0.5]],
    [games([5, 9, 9], [9, 2, 3]), [1, 0.5, 0.5]],
    [games(), []],
  ])('a level game is shared by the leading teams', (played, won) => {
    expect(gamesWon(played)).toEqual(won);
  });
});
