import { describe, expect, it } from 'vitest';
import { endsAt, finalScores, formatsOf, goesOnAt, usualFormat } from './game-formats.ts';
import { sports } from './sports.ts';

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
  it.each(cases)(
    '%s ends at %s, goes on at %s, and is never at %s',
    (code, final, between, never) => {
      for (const score of scores(final)) {
        expect(endsAt(format(code), score), `${score}`).toBe(true);
        expect(goesOnAt(format(code), score), `${score}`).toBe(false);
      }
      for (const score of scores(between)) {
        expect(endsAt(format(code), score), `${score}`).toBe(false);
        expect(goesOnAt(format(code), score), `${score}`).toBe(true);
      }
      for (const score of scores(never)) {
        expect(endsAt(format(code), score), `${score}`).toBe(false);
        expect(goesOnAt(format(code), score), `${score}`).toBe(false);
      }
    },
  );

  it('is tried above, whichever there is', () => {
    expect(sports.flatMap(formatsOf).map(({ code }) => code)).toEqual(
      expect.arrayContaining(cases.map(([code]) => code)),
    );
    expect(cases).toHaveLength(sports.flatMap(formatsOf).length);
  });

  // Every game that is played point by point goes through scores at which it goes on, to one at which it ends.
  it.each(cases.map(([code]) => code))(
    '%s takes every score that points lead to, and no other',
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
          expect(goesOnAt(format(code), score), `${score}`).toBe(isBetween);
        }
      }
    },
  );

  it.each([
    ['tennis-set', '6–0 to 6–4, 7–5 or 7–6'],
    ['tennis-fast4-set', '4–0 to 4–2 or 4–3'],
    ['badminton-21', '21–0 to 21–19, 22–20 to 30–28 or 30–29'],
    ['squash-11', '11–0 to 11–9 or 12–10, 13–11 and so on'],
    ['racquetball-15', '15–0 to 15–14'],
  ])('names the scores of %s: %s', (code, scores) => {
    expect(finalScores([format(code)])).toBe(scores);
  });

  it('names the scores of several, each once', () => {
    const byHand = { winScore: 6, winBy: 2, maxScore: null };
    expect(finalScores([byHand, format('tennis-set')])).toBe(
      '6–0 to 6–4, 7–5, 8–6 and so on or 7–6',
    );
    expect(finalScores([{ winScore: 2, winBy: 2, maxScore: null }])).toBe(
      '2–0 or 3–1, 4–2 and so on',
    );
    expect(finalScores([{ winScore: 1, winBy: 3, maxScore: null }])).toBe('3–0, 4–1 and so on');
  });

  it('is the usual one once in each sport', () => {
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
