import fc from 'fast-check';
import { rate } from 'openskill';
import { describe, expect, it } from 'vitest';
import { rateGame } from './plackett-luce.ts';

const anySkill = fc.record({
  mu: fc.double({ min: -60, max: 110, noNaN: true }),
  sigma: fc.double({ min: 0.01, max: 25 / 3, noNaN: true }),
});

/** Two to sixteen teams of one to eight players, with scores of which some may be level. */
const anyGame = fc
  .record({ teams: fc.integer({ min: 2, max: 16 }), players: fc.integer({ min: 1, max: 8 }) })
  .chain(({ teams, players }) =>
    fc.record({
      teams: fc.array(fc.array(anySkill, { minLength: players, maxLength: players }), {
        minLength: teams,
        maxLength: teams,
      }),
      scores: fc.array(fc.oneof(fc.nat(4), fc.double({ min: 0, max: 4, noNaN: true })), {
        minLength: teams,
        maxLength: teams,
      }),
      margin: fc.double({ min: 0.001, max: 2, noNaN: true }),
    }),
  );

describe('rateGame', () => {
  it('gives what OpenSkill gives, to the last bit', () => {
    fc.assert(
      fc.property(anyGame, ({ teams, scores, margin }) => {
        expect(rateGame(teams, scores, margin)).toEqual(
          rate(teams, { score: scores, margin, limitSigma: true }),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives what OpenSkill gives over many games', () => {
    const start = [[{ mu: 25, sigma: 25 / 3 }], [{ mu: 25, sigma: 25 / 3 }]];
    let ours = start;
    let theirs = start;
    for (let game = 0; game < 500; game += 1) {
      const score = game % 3 === 0 ? [1.2, 2] : [2, (game % 7) / 4];
      ours = rateGame(ours, score, 0.4);
      theirs = rate(theirs, { score, margin: 0.4, limitSigma: true });
    }
    expect(ours).toEqual(theirs);
  });
});
