import type { Schemas } from '@partner-rating/server';
import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchOf, daniel, matchOf, mike, priya, scored, sofia } from '../testing/batches.ts';
import { effectiveMatches, type MatchOutcome } from './effective-match.ts';
import { gameErrors } from './game-errors.ts';

type Match = Partial<Schemas.MatchInput>;

const singles = [[mike], [priya]];
const three = [[mike], [priya], [daniel]];
const unequal = [[mike, priya], [daniel]];

/** Returns the errors of a match after a valid one. */
function errorsOf(rest: Match, teams = singles, batch: Partial<Schemas.MatchBatch> = {}) {
  const matches = [matchOf('valid', singles), matchOf('one', teams, rest)];
  return effectiveMatches(batchOf(matches, batch)).flatMap(gameErrors);
}

/** Returns the same errors, each as its code and its place in the match. */
function found(rest: Match, teams = singles): string[] {
  return errorsOf(rest, teams).map(({ code, pointer }) => {
    expect(pointer).toMatch(/^\/matches\/1/);
    return `${code} ${pointer.slice('/matches/1'.length)}`;
  });
}

const of = (scores: string, teams = singles) => found({ games: scored(scores) }, teams);

describe('the games of a completed match', () => {
  testRows<[string, string, { id: string }[][]?]>([
    ['a game', '11-7'],
    ['a game after extra points', '15-13'],
    ['best of three', '11-7 8-11 11-9'],
    ['games after the match is decided', '11-7 11-7 7-11'],
    ['several teams, with losers that are level', '11-7-7 6-11-5 11-9-0', three],
    ['doubles', '11-7', [unequal[0] ?? [], [daniel, sofia]]],
  ])('are valid if they show one winner', (_, scores, teams) => {
    expect(found({ games: scored(scores) }, teams as typeof singles)).toEqual([]);
  });

  it('have errors if teams differ in size', () => {
    expect(of('11-7-3', [[mike, priya], [daniel], [sofia]])).toEqual([
      ...['team_sizes_differ /teams/1', 'team_sizes_differ /teams/2'],
    ]);
    expect(of('11-7 7-11', unequal)).toEqual(['team_sizes_differ /teams/1', 'no_winner /games']);
  });

  testRows<[string, string, Match, string[], typeof singles?]>([
    [
      'too few scores or too many',
      '11 11-7 11-7-5',
      {},
      ['scores_per_team 0', 'scores_per_team 2'],
    ],
    ['too few scores, which do not show a winner', '11 7-11', {}, ['scores_per_team 0']],
    ['a level game', '11-11', {}, ['no_winner 0']],
    ['a game without a point', '0-0', {}, ['no_winner 0']],
    ['two of three teams level', '11-4-11', {}, ['no_winner 0'], three],
    ['too low a score', '9-7', {}, ['win_score_not_reached 0']],
    ['too low a score for the match', '11-7', { winScore: 15 }, ['win_score_not_reached 0']],
    ['too small a lead', '11-10', {}, ['win_by_not_reached 0']],
    ['too small a lead over any team', '11-2-10', {}, ['win_by_not_reached 0'], three],
    ['a lead that is enough', '11-10', { winBy: 1 }, []],
    ['a score after the end', '12-9', {}, ['score_after_end 0']],
    ['a score far after the end', '211-10', {}, ['score_after_end 0']],
    ['a score after the end by one point', '12-11', { winBy: 1 }, ['score_after_end 0']],
    [
      'every error of every game',
      '9-8 11-11 11 11-10',
      {},
      [
        ...['win_score_not_reached 0', 'win_by_not_reached 0', 'no_winner 1'],
        ...['scores_per_team 2', 'win_by_not_reached 3'],
      ],
    ],
  ])('have an error if a game cannot end with its scores', (_, scores, rules, expected, teams) => {
    const errors = found({ games: scored(scores), ...rules }, teams as typeof singles);
    expect(errors).toEqual(
      expected.map((error) => error.replace(/ (\d)$/, (_all, game) => ` /games/${game}/scores`)),
    );
  });

  it('have an error if several teams won most of them', () => {
    expect(of('11-7 7-11')).toEqual(['no_winner /games']);
    expect(of('11-7-3 7-11-3 3-7-11', three)).toEqual(['no_winner /games']);
  });

  testRows<[Match, string, typeof singles?]>([
    [
      {},
      'This team has 1 player and the first has 2. Give every team the same number of players.',
      unequal,
    ],
    [
      { games: scored('11') },
      'There is 1 score for 2 teams. Give one score for each team, in team order.',
    ],
    [
      { games: scored('11-7-5') },
      'There are 3 scores for 2 teams. Give one score for each team, in team order.',
    ],
    [
      { games: scored('9-9') },
      'Several teams share the highest score, 9. A game has one winner, unless the outcome of the ' +
        'match is timed or drawn.',
    ],
    [{ games: scored('9-3') }, 'The winner has 9 points; winScore asks for 11.'],
    [{ games: scored('11-10') }, 'The winner leads by 1 point; winBy asks for 2.'],
    [
      { games: scored('12-9') },
      'A game to 11 by 2 does not end at 12–9: it ends at 11–0 to 11–9 or 12–10, 13–11 and so on.',
    ],
    [
      { games: scored('11-7 7-11') },
      'No single team won more games than every other. Send a match once it is decided, or its games ' +
        'as matches of their own; of one that ended early or ran out of time say so by its outcome.',
    ],
    [
      { outcome: 'drawn' },
      'One team won more games than every other, so the match is not drawn. Its outcome is timed ' +
        'where time ran out, and otherwise completed.',
    ],
  ])('have errors that say what is wrong and what to do', (rest, detail, teams) => {
    expect(errorsOf(rest, teams as typeof singles).map((error) => error.detail)).toEqual([detail]);
  });
});

describe('outcomes', () => {
  const under = (outcome: MatchOutcome, games: string, winner?: number) =>
    found({ outcome, games: scored(games), ...(winner !== undefined && { winner }) });
  const winnerOf = (outcome: MatchOutcome) =>
    outcome === 'retired' || outcome === 'walkover' ? 0 : undefined;

  testRows<[string, MatchOutcome, string]>([
    ['retired in its second game', 'retired', '11-7 3-8'],
    ['retired between two games', 'retired', '11-7'],
    ['retired before a point was played', 'retired', '0-0'],
    ['retired with a game won each', 'retired', '11-7 7-11 10-10'],
    ['a walkover', 'walkover', ''],
    ['a walkover with a score', 'walkover', '11-0 1-0'],
    ['out of time', 'timed', '8-7'],
    ['out of time while level', 'timed', '11-4 6-6'],
    ['out of time, after an unfinished game', 'timed', '5-3 11-7'],
    ['out of time far beyond winScore', 'timed', '35-12'],
    ['drawn by points', 'drawn', '8-8'],
    ['drawn by games', 'drawn', '11-7 7-11'],
    ['drawn by games, one of them level', 'drawn', '11-7 7-11 5-5'],
    ['abandoned in its first game', 'abandoned', '4-2'],
    ['abandoned before a game', 'abandoned', ''],
  ])('end a match validly', (_, outcome, games) => {
    expect(under(outcome, games, winnerOf(outcome))).toEqual([]);
  });

  testRows<[string, MatchOutcome, string, string]>([
    [
      'unfinished before the last game',
      'retired',
      '9-7 11-7',
      'win_score_not_reached /games/0/scores',
    ],
    ['level before the last game', 'retired', '9-9 2-1', 'no_winner /games/0/scores'],
    ['retired after its end', 'retired', '11-4 211-10', 'score_after_end /games/1/scores'],
    ['abandoned after its end', 'abandoned', '11-4 211-10', 'score_after_end /games/1/scores'],
    ['drawn, although one team leads', 'drawn', '8-7', 'not_drawn /games'],
    ['drawn, although one team won more', 'drawn', '11-7 5-5', 'not_drawn /games'],
    ['a walkover with a score too many', 'walkover', '11-0-0', 'scores_per_team /games/0/scores'],
    ['out of time with a score too few', 'timed', '11', 'scores_per_team /games/0/scores'],
  ])('that contradict the games are an error', (_, outcome, games, expected) => {
    expect(under(outcome, games, winnerOf(outcome))).toEqual([expected]);
  });

  testRows(['retired', 'defaulted'] as const)(
    'need the winner of a match that ended early, even if one team leads',
    (outcome) => {
      expect(errorsOf({ outcome, winScore: 21, games: scored('21-19 9-0') })).toEqual([
        {
          ...{ pointer: '/matches/1/winner', code: 'required' },
          detail:
            `The games of a match whose outcome is ${outcome} do not show who won. Give winner: the place ` +
            'in teams of the team that won, 0 for the first.',
        },
      ]);
      expect(under(outcome, '11-4')).toEqual(['required /winner']);
      for (const winner of [0, 1]) expect(under(outcome, '11-4', winner)).toEqual([]);
    },
  );

  it('need the winner of a walkover, unless its score shows it', () => {
    expect(under('walkover', '')).toEqual(['required /winner']);
    expect(under('walkover', '0-0')).toEqual(['required /winner']);
    expect(under('walkover', '', 1)).toEqual([]);
    expect(under('walkover', '11-0')).toEqual([]);
  });

  testRows<[string, MatchOutcome, string, number, string?]>([
    ['the winner by the games', 'completed', '11-4', 0],
    ['the leader at the bell', 'timed', '8-7', 0],
    ['of a level match at the bell', 'timed', '8-8', 1],
    ['not the winner by the games', 'completed', '11-4', 1, 'winner_contradicted /winner'],
    ['not the leader', 'timed', '8-7', 1, 'winner_contradicted /winner'],
    ['not the winner by the score', 'walkover', '11-0', 1, 'winner_contradicted /winner'],
    ['of a drawn match', 'drawn', '8-8', 0, 'not_with_outcome /winner'],
    ['of an abandoned match', 'abandoned', '11-4', 0, 'not_with_outcome /winner'],
    ['a third of two teams', 'retired', '11-4', 2, 'maximum /winner'],
    ['of a game with an error', 'completed', '9-9', 0, 'no_winner /games/0/scores'],
  ])('accept a winner that the games allow', (_, outcome, games, winner, expected) => {
    expect(under(outcome, games, winner)).toEqual(expected === undefined ? [] : [expected]);
  });
});

describe('formats', () => {
  const tennis = (rest: Match) => {
    const { winScore: _, winBy: __, ...batch } = batchOf([matchOf('one', singles, rest)]);
    const sent = { ...batch, sport: 'tennis', format: 'tennis-set' };
    return effectiveMatches(sent).flatMap(gameErrors);
  };
  const details = (rest: Match) =>
    tennis(rest).map(({ code, pointer, detail }) => `${code} ${pointer} ${detail}`);
  const tieBreak = { scores: [10, 8], format: 'tennis-match-tie-break' };
  const ends = 'it ends at 6–0 to 6–4, 7–5 or 7–6.';

  testRows<Match>([
    { games: scored('7-6 5-7 6-0') },
    { games: [...scored('7-6 6-7'), tieBreak] },
    { games: [{ scores: [8, 6], winScore: 6, winBy: 2 }] },
    // Possible scores of an unfinished game.
    { outcome: 'timed', games: scored('6-4 5-3') },
    { outcome: 'retired', winner: 0, games: scored('6-4 5-3') },
    { outcome: 'drawn', games: scored('6-6') },
    { outcome: 'walkover', games: scored('6-0 9-0') },
  ])('accept the scores at which their games end', (rest) => {
    expect(tennis(rest)).toEqual([]);
  });

  it('refuse other scores, and list the accepted ones', () => {
    expect(details({ games: scored('8-6') })).toEqual([
      `score_not_in_format /matches/0/games/0/scores A game of tennis-set does not end at 8–6: ${ends}`,
    ]);
    for (const rest of [{ outcome: 'timed' }, { outcome: 'retired', winner: 0 }] as const) {
      expect(details({ ...rest, games: scored('6-4 8-3') })).toEqual([
        `score_not_in_format /matches/0/games/1/scores A game of tennis-set cannot stand at 8–3: ${ends}`,
      ]);
    }
    for (const scores of ['7-7', '7-4', '6-5', '5-3', '6-6']) {
      const code = scores === '6-6' ? 'no_winner' : 'score_not_in_format';
      expect(tennis({ games: scored(scores) })).toMatchObject([
        { code, pointer: '/matches/0/games/0/scores' },
      ]);
    }
  });

  it('name the format of a match tie-break, if it is sent as a set or as 1–0', () => {
    const hint = 'give the game the format tennis-match-tie-break';
    expect(details({ games: scored('6-3 4-6 10-8') })).toEqual([expect.stringContaining(hint)]);
    const games = scored('6-3 4-6 1-0');
    for (const rules of [{ format: 'tennis-set' }, { winScore: 6, winBy: 2 }]) {
      const [error] = tennis({ games: games.map((game) => ({ ...game, ...rules })) });
      expect(error?.pointer).toBe('/matches/0/games/2/scores');
      expect(error?.detail).toContain(
        `If this is a match tie-break, ${hint} and its points, such as`,
      );
    }
  });

  it('are those of the sport', () => {
    const use =
      'Use tennis-set, tennis-match-tie-break, tennis-short-set, tennis-fast4-set, tennis-pro-set, ' +
      'or winScore and winBy.';
    expect(details({ format: 'padel-set', games: scored('6-3') })).toEqual([
      `unknown_format /matches/0/format There is no format padel-set of tennis. ${use}`,
    ]);
    expect(details({ games: [{ scores: [6, 3], format: 'set' }] })).toEqual([
      `unknown_format /matches/0/games/0/format There is no format set of tennis. ${use}`,
    ]);
  });

  it("have one error for a batch's format of another sport, or an error of the match with another sport", () => {
    const { winScore: _, winBy: __, ...batch } = batchOf([], { format: 'pickleball-11' });
    const errorsOf = (matches: Schemas.MatchInput[], sport: string) =>
      effectiveMatches({ ...batch, sport, matches }).flatMap(gameErrors);
    expect(errorsOf([matchOf('one', singles)], 'squash')).toEqual([
      {
        ...{ pointer: '/format', code: 'unknown_format' },
        detail: 'There is no format pickleball-11 of squash. Use squash-11, or winScore and winBy.',
      },
    ]);
    const sports = ['tennis', 'squash', 'pickleball'];
    const errors = errorsOf(
      sports.map((sport) => matchOf(sport, singles, { sport, games: scored('11-3') })),
      'pickleball',
    );
    expect(errors).toMatchObject([
      { code: 'unknown_format', pointer: '/matches/0/sport' },
      {
        ...{ code: 'unknown_format', pointer: '/matches/1/sport' },
        detail:
          'The default format pickleball-11 is not one of squash. ' +
          'Give the match a format of squash: squash-11, or winScore and winBy.',
      },
    ]);
  });
});

describe('any games', () => {
  const threeScores = fc.array(fc.nat(13), { minLength: 3, maxLength: 3 });
  const anyScores = fc.array(threeScores, { minLength: 1, maxLength: 5 });

  it('have the same errors in any order of the teams', () => {
    fc.assert(
      fc.property(anyScores, (all) => {
        const games = all.map((scores) => ({ scores }));
        const turned = all.map((scores) => ({ scores: scores.toReversed() }));
        expect(found({ games: turned }, three)).toEqual(found({ games }, three));
      }),
    );
  });

  it('have an error of a game exactly if points cannot lead to that end', () => {
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
          // With a lead of one, somebody has won before both have winScore.
          const isReached = winBy > 1 || second < winScore;
          const errors = found({ games: [{ scores: [one, other] }], winScore, winBy });
          expect(errors.length === 0).toBe(isLastPoint && isReached);
        },
      ),
    );
  });
});
