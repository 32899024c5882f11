import { testRows } from '@partner-rating/table-tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canContinueAt,
  countWins,
  decisiveness,
  endsAt,
  finalScores,
  formatsOf,
  leadOf,
  recordOf,
  usualFormat,
  weightOf,
} from './game-formats.ts';
import { sportParameters } from './parameters.ts';
import { isSport, sports } from './sports.ts';

function format(code: string) {
  const known = sports.flatMap(formatsOf).find((one) => one.code === code);
  if (known === undefined) throw new Error(`There is no format ${code}.`);
  return known;
}

const scores = (text: string) =>
  text.split(' ').map((score) => score.split('-').map(Number) as [number, number]);

/** Final scores, scores in the middle of a game, and scores that never come up. */
const cases: [code: string, final: string, between: string, never: string][] = [
  ['pickleball-11', '11-0 11-9 12-10 13-11 30-28', '0-0 10-9 10-10 11-10 12-11', '12-9 13-10 15-3'],
  ['pickleball-15', '15-13 16-14', '14-13 15-14', '16-13'],
  ['pickleball-21', '21-19 22-20', '20-20 21-20', '22-19'],
  ['padel-set', '6-0 6-4 7-5 7-6', '5-3 6-5 6-6', '7-4 8-6 7-7 9-7'],
  ['padel-match-tie-break', '10-8 11-9 14-12', '9-8 10-9', '11-8 12-9'],
  ['tennis-set', '6-0 6-4 7-5 7-6', '5-5 6-5 6-6', '7-4 7-0 8-6 7-7'],
  ['tennis-match-tie-break', '10-0 10-8 12-10', '7-7 10-9', '11-8'],
  ['tennis-short-set', '4-0 4-2 5-3 5-4', '3-3 4-3 4-4', '5-2 6-4 5-5'],
  ['tennis-fast4-set', '4-0 4-2 4-3', '3-3', '5-3 5-4 4-4'],
  ['tennis-pro-set', '8-6 9-7 9-8', '8-7 8-8', '9-6 10-8'],
  ['squash-11', '11-9 14-12', '10-10 11-10', '12-9'],
  [
    'badminton-21',
    '21-0 21-19 22-20 29-27 30-28 30-29',
    '20-20 21-20 29-28 29-29',
    '22-19 30-27 31-29 30-30',
  ],
  ['table-tennis-11', '11-9 12-10', '10-10', '13-10'],
  ['racquetball-15', '15-0 15-14', '14-14', '16-14 15-15'],
  ['racquetball-11', '11-10', '10-10', '12-10'],
];

describe('a format', () => {
  testRows(cases)(
    'ends at final scores, continues at others, and never reaches the rest',
    (code, final, between, never) => {
      for (const score of scores(final)) {
        expect(endsAt(format(code), score), `${score}`).toBe(true);
        expect(canContinueAt(format(code), score), `${score}`).toBe(false);
      }
      for (const score of scores(between)) {
        expect(endsAt(format(code), score), `${score}`).toBe(false);
        expect(canContinueAt(format(code), score), `${score}`).toBe(true);
      }
      for (const score of scores(never)) {
        expect(endsAt(format(code), score), `${score}`).toBe(false);
        expect(canContinueAt(format(code), score), `${score}`).toBe(false);
      }
    },
  );

  it('is tested above, for every format', () => {
    expect(sports.flatMap(formatsOf).map(({ code }) => code)).toEqual(
      expect.arrayContaining(cases.map(([code]) => code)),
    );
    expect(cases).toHaveLength(sports.flatMap(formatsOf).length);
  });

  // A game that is played point by point passes scores at which it continues, until a final score.
  testRows(cases.map(([code]) => code))(
    'accepts exactly the scores that points can reach',
    (code) => {
      const reached = new Set<string>();
      const ended = new Set<string>();
      const open: [number, number][] = [[0, 0]];
      for (let score = open.pop(); score !== undefined; score = open.pop()) {
        const [one, other] = score;
        if (reached.has(`${score}`) || one > 45 || other > 45) continue;
        reached.add(`${score}`);
        const top: [number, number] = [Math.max(one, other), Math.min(one, other)];
        if (endsAt(format(code), top)) ended.add(`${top}`);
        else open.push([one + 1, other], [one, other + 1]);
      }
      for (let highest = 0; highest <= 40; highest += 1) {
        for (let second = 0; second <= highest; second += 1) {
          const score: [number, number] = [highest, second];
          expect(endsAt(format(code), score), `${score}`).toBe(ended.has(`${score}`));
          const isBetween = reached.has(`${score}`) && !ended.has(`${score}`);
          expect(canContinueAt(format(code), score), `${score}`).toBe(isBetween);
        }
      }
    },
  );

  testRows([
    ['tennis-set', '6–0 to 6–4, 7–5 or 7–6'],
    ['tennis-fast4-set', '4–0 to 4–2 or 4–3'],
    ['badminton-21', '21–0 to 21–19, 22–20 to 30–28 or 30–29'],
    ['squash-11', '11–0 to 11–9 or 12–10, 13–11 and so on'],
    ['racquetball-15', '15–0 to 15–14'],
  ])('names its scores', (code, scores) => {
    expect(finalScores([format(code)])).toBe(scores);
  });

  it('lists the scores of several, each once', () => {
    const byHand = { winScore: 6, winBy: 2, maxScore: null };
    expect(finalScores([byHand, format('tennis-set')])).toBe(
      '6–0 to 6–4, 7–5, 8–6 and so on or 7–6',
    );
    expect(finalScores([{ winScore: 2, winBy: 2, maxScore: null }])).toBe(
      '2–0 or 3–1, 4–2 and so on',
    );
    expect(finalScores([{ winScore: 1, winBy: 3, maxScore: null }])).toBe('3–0, 4–1 and so on');
  });

  it('is the usual format exactly once in each sport', () => {
    expect(sports.map((sport) => usualFormat(sport).code)).toEqual([
      'pickleball-11',
      'padel-set',
      'tennis-set',
      'squash-11',
      'badminton-21',
      'table-tennis-11',
      'racquetball-15',
    ]);
  });
});

const game = (scores: number[], winScore = 11) => ({ scores, winScore, winBy: 2 });

describe('the result of a game between two teams', () => {
  testRows([
    [[11, 0], 1],
    [[0, 11], -1],
    [[7, 7], 0],
    [[11, 9], 2 / 11],
    [[9, 11], -2 / 11],
  ])('is the lead in units of the winning score', (scores, lead) => {
    expect(leadOf(game(scores), 0, 1)).toBeCloseTo(lead, 12);
  });

  it('is at most a win to nothing, for all scores', () => {
    expect(leadOf(game([999, 0]), 0, 1)).toBe(1);
    expect(leadOf(game([0, 999]), 0, 1)).toBe(-1);
  });

  it('is the opposite for the other team', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(30), (one, other, third) => {
        const played = game([one, other, third]);
        expect(leadOf(played, 2, 0)).toBeCloseTo(-leadOf(played, 0, 2), 12);
      }),
    );
  });
});

describe.each(sports)('a game of %s', (sport) => {
  const parameters = sportParameters(sport, 1);

  it('is worth more than a point, and less than the points that win it', () => {
    for (const winScore of [2, 6, 11, 21]) {
      const weight = weightOf(game([], winScore), parameters);
      expect(weight).toBeGreaterThan(1);
      expect(weight).toBeLessThan(winScore);
    }
    expect(weightOf(game([], 1), parameters)).toBeCloseTo(1, 12);
    expect(weightOf(game([], 21), parameters)).toBeGreaterThan(weightOf(game([], 11), parameters));
  });

  it('is more certain if it is longer, and equals a point if it has one point', () => {
    const of = (winScore: number, bestOf = 1) => decisiveness({ winScore, bestOf }, parameters);
    expect(of(1)).toBe(1);
    expect(of(21)).toBeGreaterThan(of(11));
    expect(of(11, 3)).toBe(of(11, 1));
    const { longMatchGain } = parameters;
    expect(of(11, 5)).toBeCloseTo((1 + longMatchGain) * of(11), 12);
    expect(of(11, 7)).toBeCloseTo((1 + 2 * longMatchGain) * of(11), 12);
  });

  it('is rated', () => {
    expect(isSport(sport)).toBe(true);
  });
});

it('a sport outside the catalogue is not rated', () => {
  expect(isSport('jeu_de_paume')).toBe(false);
});

describe('the games that each team won', () => {
  testRows([
    { games: '11-4 9-11 11-7', wins: [2, 1] },
    { games: '7-7', wins: [0, 0] },
    { games: '5-9-9 9-5-9 9-9-3 5-5-3 5-5-5', wins: [0, 0, 0] },
    { games: '3-11-7 3-7-11 11-3-3', wins: [1, 1, 1] },
    { games: '3-3-9 9-3-3 3-9-3', wins: [1, 1, 1] },
    { games: '9-9-11', wins: [0, 0, 1] },
    { games: '3-5-4', wins: [0, 1, 0] },
  ])('are the games in which it has more points than every other team', ({ games, wins }) => {
    const counted = wins.map(() => 7);
    countWins(
      scores(games).map((one) => ({ scores: one })),
      counted,
      wins.length,
    );
    expect(counted).toEqual(wins);
  });

  testRows([
    { wins: [2, 1], records: [1, -1] },
    { wins: [0, 1], records: [-1, 1] },
    { wins: [1, 1], records: [0, 0] },
    { wins: [0, 0], records: [0, 0] },
    { wins: [2, 1, 0], records: [1, 0, -1] },
    { wins: [1, 1, 0], records: [0, 0, -1] },
    { wins: [0, 3, 3, 1], records: [-1, 0, 0, 0] },
  ])('make winners and losers', ({ wins, records }) => {
    expect(wins.map((_, team) => recordOf(wins, wins.length, team))).toEqual(records);
  });
});
