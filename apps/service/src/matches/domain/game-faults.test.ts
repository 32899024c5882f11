import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, daniel, matchOf, mike, priya, sofia } from '../testing/batches.ts';
import { effectiveMatches, type MatchOutcome } from './effective-match.ts';
import { gameFaults } from './game-faults.ts';

function faultsOf(scores: number[][], teams = [[mike], [priya]], rules = {}): string[] {
  const games = scores.map((ofGame) => ({ scores: ofGame, ...rules }));
  const matches = [matchOf('valid', teams), matchOf('one', teams, { games })];
  return effectiveMatches(batchOf(matches))
    .flatMap(gameFaults)
    .filter(({ pointer }) => pointer.startsWith('/matches/1'))
    .map(({ code, pointer }) => `${code} ${pointer.slice('/matches/1'.length)}`);
}

const singles = [[mike], [priya]];
const three = [[mike], [priya], [daniel]];

describe('valid matches', () => {
  testRows([
    ['a game', [[11, 7]]],
    ['a game after extra points', [[15, 13]]],
    [
      'best of three',
      [
        [11, 7],
        [8, 11],
        [11, 9],
      ],
    ],
    [
      'games that go on after the match is decided',
      [
        [11, 7],
        [11, 7],
        [7, 11],
      ],
    ],
  ])('between two teams', (_, scores) => {
    expect(faultsOf(scores)).toEqual([]);
  });

  it('several teams, where the losers may be level', () => {
    expect(
      faultsOf(
        [
          [11, 7, 7],
          [6, 11, 5],
          [11, 9, 0],
        ],
        three,
      ),
    ).toEqual([]);
  });

  it('doubles', () => {
    expect(
      faultsOf(
        [[11, 7]],
        [
          [mike, priya],
          [daniel, sofia],
        ],
      ),
    ).toEqual([]);
  });
});

describe('faults', () => {
  it('team_sizes_differ points at every team unlike the first', () => {
    expect(faultsOf([[11, 7, 3]], [[mike, priya], [daniel], [sofia]])).toEqual([
      'team_sizes_differ /teams/1',
      'team_sizes_differ /teams/2',
    ]);
  });

  it('scores_per_team where a game has too few or too many scores', () => {
    expect(faultsOf([[11], [11, 7], [11, 7, 5]])).toEqual([
      'scores_per_team /games/0/scores',
      'scores_per_team /games/2/scores',
    ]);
  });

  it('no_winner where several share the highest score', () => {
    expect(faultsOf([[11, 11]])).toEqual(['no_winner /games/0/scores']);
    expect(faultsOf([[0, 0]])).toEqual(['no_winner /games/0/scores']);
    expect(faultsOf([[11, 4, 11]], three)).toEqual(['no_winner /games/0/scores']);
  });

  it('no_winner where several teams won most games', () => {
    expect(
      faultsOf([
        [11, 7],
        [7, 11],
      ]),
    ).toEqual(['no_winner /games']);
    expect(
      faultsOf(
        [
          [11, 7, 3],
          [7, 11, 3],
          [3, 7, 11],
        ],
        three,
      ),
    ).toEqual(['no_winner /games']);
  });

  it('win_score_not_reached where the winner has fewer points', () => {
    expect(faultsOf([[9, 7]])).toEqual(['win_score_not_reached /games/0/scores']);
    expect(faultsOf([[11, 7]], three.slice(0, 2), { winScore: 15 })).toEqual([
      'win_score_not_reached /games/0/scores',
    ]);
  });

  it('win_by_not_reached where the lead over any team is smaller', () => {
    expect(faultsOf([[11, 10]])).toEqual(['win_by_not_reached /games/0/scores']);
    expect(faultsOf([[11, 2, 10]], three)).toEqual(['win_by_not_reached /games/0/scores']);
    expect(faultsOf([[11, 10]], three.slice(0, 2), { winBy: 1 })).toEqual([]);
  });

  it('score_after_end where the game had ended before, with the scores at which it ends', () => {
    expect(faultsOf([[12, 9]])).toEqual(['score_after_end /games/0/scores']);
    expect(faultsOf([[211, 10]])).toEqual(['score_after_end /games/0/scores']);
    expect(faultsOf([[12, 11]], singles, { winBy: 1 })).toEqual([
      'score_after_end /games/0/scores',
    ]);
    const [match] = effectiveMatches(
      batchOf([matchOf('one', singles, { games: [{ scores: [12, 9] }] })]),
    );
    expect(match && gameFaults(match).map(({ detail }) => detail)).toEqual([
      'A game to 11 by 2 does not end at 12–9: it ends at 11–0 to 11–9 or 12–10, 13–11 and so on.',
    ]);
  });

  it('reports every fault of every game', () => {
    expect(faultsOf([[9, 8], [11, 11], [11], [11, 10]])).toEqual([
      'win_score_not_reached /games/0/scores',
      'win_by_not_reached /games/0/scores',
      'no_winner /games/1/scores',
      'scores_per_team /games/2/scores',
      'win_by_not_reached /games/3/scores',
    ]);
  });

  it('report of the match what does not follow from those of its games', () => {
    const level = [
      [11, 7],
      [7, 11],
    ];
    expect(faultsOf(level, [[mike, priya], [daniel]])).toEqual([
      'team_sizes_differ /teams/1',
      'no_winner /games',
    ]);
    expect(faultsOf([[11], [7, 11]])).toEqual(['scores_per_team /games/0/scores']);
  });

  const doubles = [[mike, priya], [daniel]];

  testRows<[string, Partial<Schemas.MatchInput>, typeof doubles, string]>([
    [
      'teams of two sizes',
      {},
      doubles,
      'This team has 1 player and the first has 2. Give every team the same number of players.',
    ],
    [
      'scores of too few teams',
      { games: [{ scores: [11] }] },
      singles,
      'There is 1 score for 2 teams. Give one score for each team, in team order.',
    ],
    [
      'scores of too many',
      { games: [{ scores: [11, 7, 5] }] },
      singles,
      'There are 3 scores for 2 teams. Give one score for each team, in team order.',
    ],
    [
      'a level game',
      { games: [{ scores: [9, 9] }] },
      singles,
      'Several teams share the highest score, 9. A game has one winner, unless the outcome of the ' +
        'match is timed or drawn.',
    ],
    [
      'too low a score',
      { games: [{ scores: [9, 3] }] },
      singles,
      'The winner has 9 points; winScore asks for 11.',
    ],
    [
      'too small a lead',
      { games: [{ scores: [11, 10] }] },
      singles,
      'The winner leads by 1 point; winBy asks for 2.',
    ],
    [
      'a level match',
      { games: [{ scores: [11, 7] }, { scores: [7, 11] }] },
      singles,
      'No single team won more games than every other. Send a match once it is decided, or its games ' +
        'as matches of their own; of one that ended early or ran out of time say so by its outcome.',
    ],
    [
      'a match that is not drawn',
      { outcome: 'drawn' },
      singles,
      'One team won more games than every other, so the match is not drawn. Its outcome is timed ' +
        'where time ran out, and otherwise completed.',
    ],
  ])('say what is wrong and what to do', (_, rest, teams, detail) => {
    const faults = effectiveMatches(batchOf([matchOf('one', teams, rest)])).flatMap(gameFaults);
    expect(faults.map((fault) => fault.detail)).toEqual([detail]);
  });
});

describe('outcomes', () => {
  const faultsUnder = (outcome: MatchOutcome, games: number[][], winner?: number) => {
    const match = matchOf('one', [[mike], [priya]], {
      outcome,
      ...(winner !== undefined && { winner }),
      games: games.map((scores) => ({ scores })),
    });
    const matches = effectiveMatches(batchOf([match]));
    return matches.flatMap(gameFaults).map(({ code, pointer }) => `${code} ${pointer}`);
  };

  testRows<[string, MatchOutcome, number[][]]>([
    [
      'retired in its second game',
      'retired',
      [
        [11, 7],
        [3, 8],
      ],
    ],
    ['retired between two games', 'retired', [[11, 7]]],
    ['retired before a point was played', 'retired', [[0, 0]]],
    [
      'retired with a game won each',
      'retired',
      [
        [11, 7],
        [7, 11],
        [10, 10],
      ],
    ],
    ['a walkover', 'walkover', []],
    [
      'a walkover for which a score was written',
      'walkover',
      [
        [11, 0],
        [1, 0],
      ],
    ],
    ['out of time', 'timed', [[8, 7]]],
    [
      'out of time while level',
      'timed',
      [
        [11, 4],
        [6, 6],
      ],
    ],
    [
      'out of time, with a game before that was not finished',
      'timed',
      [
        [5, 3],
        [11, 7],
      ],
    ],
    ['out of time far beyond winScore', 'timed', [[35, 12]]],
    ['drawn by points', 'drawn', [[8, 8]]],
    [
      'drawn by games',
      'drawn',
      [
        [11, 7],
        [7, 11],
      ],
    ],
    [
      'drawn by games, one of them level',
      'drawn',
      [
        [11, 7],
        [7, 11],
        [5, 5],
      ],
    ],
    ['abandoned in its first game', 'abandoned', [[4, 2]]],
    ['abandoned before a game', 'abandoned', []],
  ])('end a match validly', (_, outcome, games) => {
    const winner = outcome === 'retired' || outcome === 'walkover' ? 0 : undefined;
    expect(faultsUnder(outcome, games, winner)).toEqual([]);
  });

  testRows(['retired', 'defaulted'] as const)(
    'need the winner of a match that ended early, also where one leads',
    (outcome) => {
      const games = [
        [21, 19],
        [9, 0],
      ];
      const [fault] = effectiveMatches(
        batchOf([
          matchOf('one', singles, {
            outcome,
            winScore: 21,
            games: games.map((scores) => ({ scores })),
          }),
        ]),
      ).flatMap(gameFaults);
      expect(fault).toEqual({
        ...{ pointer: '/matches/0/winner', code: 'required' },
        detail:
          `The games of a match whose outcome is ${outcome} do not show who won. Give winner: the place ` +
          'in teams of the team that won, 0 for the first.',
      });
      expect(faultsUnder(outcome, [[11, 4]])).toEqual(['required /matches/0/winner']);
      for (const winner of [0, 1]) expect(faultsUnder(outcome, [[11, 4]], winner)).toEqual([]);
    },
  );

  it('who won a walkover has to be said, unless its score shows it', () => {
    expect(faultsUnder('walkover', [])).toEqual(['required /matches/0/winner']);
    expect(faultsUnder('walkover', [[0, 0]])).toEqual(['required /matches/0/winner']);
    expect(faultsUnder('walkover', [], 1)).toEqual([]);
    expect(faultsUnder('walkover', [[11, 0]])).toEqual([]);
  });

  testRows<[string, MatchOutcome, number[][], number, string[]]>([
    ['the winner by the games', 'completed', [[11, 4]], 0, []],
    ['the leader at the bell', 'timed', [[8, 7]], 0, []],
    ['of a level match at the bell', 'timed', [[8, 8]], 1, []],
    ['another than won', 'completed', [[11, 4]], 1, ['winner_contradicted /matches/0/winner']],
    ['another than leads', 'timed', [[8, 7]], 1, ['winner_contradicted /matches/0/winner']],
    [
      'another than was written',
      'walkover',
      [[11, 0]],
      1,
      ['winner_contradicted /matches/0/winner'],
    ],
    ['of a drawn match', 'drawn', [[8, 8]], 0, ['not_with_outcome /matches/0/winner']],
    [
      'of one that was abandoned',
      'abandoned',
      [[11, 4]],
      0,
      ['not_with_outcome /matches/0/winner'],
    ],
    ['a third of two teams', 'retired', [[11, 4]], 2, ['maximum /matches/0/winner']],
    [
      'of a game that is at fault itself',
      'completed',
      [[9, 9]],
      0,
      ['no_winner /matches/0/games/0/scores'],
    ],
  ])('take a winner that the games allow', (_, outcome, games, winner, expected) => {
    expect(faultsUnder(outcome, games, winner)).toEqual(expected);
  });

  testRows(['retired', 'defaulted', 'abandoned'] as const)(
    'refuse a last game that went on after its end',
    (outcome) => {
      const winner = outcome === 'abandoned' ? undefined : 0;
      expect(
        faultsUnder(
          outcome,
          [
            [11, 4],
            [211, 10],
          ],
          winner,
        ),
      ).toEqual(['score_after_end /matches/0/games/1/scores']);
    },
  );

  testRows<[string, MatchOutcome, number[][], string[]]>([
    [
      'retired, unfinished before the last game',
      'retired',
      [
        [9, 7],
        [11, 7],
      ],
      ['win_score_not_reached /matches/0/games/0/scores'],
    ],
    [
      'retired, level before the last game',
      'retired',
      [
        [9, 9],
        [2, 1],
      ],
      ['no_winner /matches/0/games/0/scores'],
    ],
    ['drawn, though one team leads', 'drawn', [[8, 7]], ['not_drawn /matches/0/games']],
    [
      'drawn, though one team won more',
      'drawn',
      [
        [11, 7],
        [5, 5],
      ],
      ['not_drawn /matches/0/games'],
    ],
    [
      'a walkover with a score too many',
      'walkover',
      [[11, 0, 0]],
      ['scores_per_team /matches/0/games/0/scores'],
    ],
    [
      'out of time with a score too few',
      'timed',
      [[11]],
      ['scores_per_team /matches/0/games/0/scores'],
    ],
  ])('contradict the games, which is an error', (_, outcome, games, expected) => {
    const winner = outcome === 'retired' || outcome === 'walkover' ? 0 : undefined;
    expect(faultsUnder(outcome, games, winner)).toEqual(expected);
  });
});

describe('formats', () => {
  const faultsIn = (rest: Partial<Schemas.MatchInput>) => {
    const {
      winScore: _,
      winBy: __,
      ...batch
    } = batchOf([
      matchOf('valid', [[mike], [priya]], { format: 'pickleball-11' }),
      matchOf('one', [[mike], [priya]], { sport: 'tennis', format: 'tennis-set', ...rest }),
    ]);
    return effectiveMatches(batch)
      .flatMap(gameFaults)
      .map(({ code, pointer, detail }) => `${code} ${pointer} ${detail}`);
  };
  const sets = (...scores: number[][]) => scores.map((each) => ({ scores: each }));

  it('take the scores at which their games end', () => {
    const deciding = { scores: [10, 8], format: 'tennis-match-tie-break' };
    expect(faultsIn({ games: sets([7, 6], [5, 7], [6, 0]) })).toEqual([]);
    expect(faultsIn({ games: [...sets([7, 6], [6, 7]), deciding] })).toEqual([]);
    expect(faultsIn({ games: [{ scores: [8, 6], winScore: 6, winBy: 2 }] })).toEqual([]);
  });

  it('take no other, and say which they take', () => {
    expect(faultsIn({ games: sets([8, 6]) })).toEqual([
      'score_not_in_format /matches/1/games/0/scores A game of tennis-set does not end at 8–6: ' +
        'it ends at 6–0 to 6–4, 7–5 or 7–6.',
    ]);
    for (const scores of [
      [7, 7],
      [7, 4],
      [6, 5],
      [5, 3],
    ]) {
      expect(faultsIn({ games: sets(scores) })).toEqual([
        expect.stringContaining('score_not_in_format /matches/1/games/0/scores'),
      ]);
    }
    expect(faultsIn({ games: sets([6, 5]) })).toEqual([
      expect.stringContaining('A game of tennis-set does not end at 6–5: it ends at'),
    ]);
    expect(faultsIn({ games: sets([6, 6]) })).toEqual([
      expect.stringContaining('no_winner /matches/1/games/0/scores'),
    ]);
  });

  it('take what can stand in a game that was not played to its end, and not what cannot', () => {
    for (const outcome of ['timed', 'retired'] as const) {
      const rest = { outcome, ...(outcome === 'retired' && { winner: 0 }) };
      expect(faultsIn({ ...rest, games: sets([6, 4], [5, 3]) })).toEqual([]);
      expect(faultsIn({ ...rest, games: sets([6, 4], [8, 3]) })).toEqual([
        'score_not_in_format /matches/1/games/1/scores A game of tennis-set cannot stand at 8–3: ' +
          'it ends at 6–0 to 6–4, 7–5 or 7–6.',
      ]);
    }
    expect(faultsIn({ outcome: 'drawn', games: sets([6, 6]) })).toEqual([]);
    expect(faultsIn({ outcome: 'walkover', games: sets([6, 0], [9, 0]) })).toEqual([]);
  });

  testRows([
    ['by a format', {}],
    ['by winScore and winBy', { format: undefined, winScore: 6, winBy: 2 }],
  ])('a match tie-break written 1–0 is pointed to its own format', (_, rules) => {
    const { format, ...rest } = { format: 'tennis-set', ...rules };
    const games = sets([6, 3], [4, 6], [1, 0]).map((game) => ({
      ...game,
      ...rest,
      ...(format !== undefined && { format }),
    }));
    const [fault] = effectiveMatches(
      batchOf([matchOf('one', singles, { sport: 'tennis', games })]),
    ).flatMap(gameFaults);
    expect(fault?.pointer).toBe('/matches/0/games/2/scores');
    expect(fault?.detail).toContain(
      'If this is a match tie-break, give the game the format tennis-match-tie-break and its points, such as 10–8.',
    );
  });

  it('a match tie-break sent as a set is pointed to its own format', () => {
    expect(faultsIn({ games: sets([6, 3], [4, 6], [10, 8]) })).toEqual([
      expect.stringContaining('give the game the format tennis-match-tie-break'),
    ]);
  });

  it('are those of the sport', () => {
    const detail =
      'Use tennis-set, tennis-match-tie-break, tennis-short-set, tennis-fast4-set, tennis-pro-set, ' +
      'or winScore and winBy.';
    expect(faultsIn({ format: 'padel-set', games: sets([6, 3]) })).toEqual([
      `unknown_format /matches/1/format There is no format padel-set of tennis. ${detail}`,
    ]);
    expect(faultsIn({ games: [{ scores: [6, 3], format: 'set' }] })).toEqual([
      `unknown_format /matches/1/games/0/format There is no format set of tennis. ${detail}`,
    ]);
  });

  it('of the batch that are not of its sport are its own fault', () => {
    const {
      winScore: _,
      winBy: __,
      ...batch
    } = batchOf([matchOf('one', singles)], {
      ...{ sport: 'squash', format: 'pickleball-11' },
    });
    expect(effectiveMatches(batch).flatMap(gameFaults)).toEqual([
      {
        ...{ pointer: '/format', code: 'unknown_format' },
        detail: 'There is no format pickleball-11 of squash. Use squash-11, or winScore and winBy.',
      },
    ]);
  });

  it('of the batch that are not of the sport of a match are the fault of that match', () => {
    const { winScore: _, winBy: __, ...batch } = batchOf([], { format: 'pickleball-11' });
    const games = sets([11, 3]);
    const matches = ['tennis', 'squash', 'pickleball'].map((sport) =>
      matchOf(sport, [[mike], [priya]], { sport, games }),
    );
    const faults = effectiveMatches({ ...batch, matches }).flatMap(gameFaults);
    expect(faults.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unknown_format /matches/0/sport',
      'unknown_format /matches/1/sport',
    ]);
    expect(faults[1]?.detail).toBe(
      'The default format pickleball-11 is not one of squash. ' +
        'Give the match a format of squash: squash-11, or winScore and winBy.',
    );
  });
});

describe('any games', () => {
  const anyScores = fc.array(fc.array(fc.nat(13), { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 5,
  });

  it('have the same faults in whatever order the teams stand', () => {
    fc.assert(
      fc.property(anyScores, (scores) => {
        const turned = scores.map((ofGame) => ofGame.toReversed());
        expect(faultsOf(turned, three)).toEqual(faultsOf(scores, three));
      }),
    );
  });

  it('have a fault of a game exactly where points do not lead to that end', () => {
    fc.assert(
      fc.property(
        fc.nat(30),
        fc.nat(30),
        fc.integer({ min: 1, max: 21 }),
        fc.integer({ min: 1, max: 5 }),
        (one, other, winScore, winBy) => {
          const [highest, second] = [Math.max(one, other), Math.min(one, other)];
          const isWonAt = (points: number) => points >= winScore && points - second >= winBy;
          const isLastPoint = isWonAt(highest) && !isWonAt(highest - 1);
          // By one point somebody has won before both have winScore.
          const isReached = winBy > 1 || second < winScore;
          expect(
            faultsOf([[one, other]], [[mike], [priya]], { winScore, winBy }).length === 0,
          ).toBe(isLastPoint && isReached);
        },
      ),
    );
  });
});
