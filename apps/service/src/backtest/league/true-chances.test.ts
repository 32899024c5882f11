import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../platform/random.ts';
import { gameChance, pointChance, trueChances } from './true-chances.ts';

function playedOut(point: number, games: number): number {
  const random = seededRandom(1);
  let won = 0;
  for (let game = 0; game < games; game += 1) {
    const points = [0, 0];
    while (Math.max(...points) < 11 || Math.abs((points[0] ?? 0) - (points[1] ?? 0)) < 2) {
      const winner = random() < point ? 0 : 1;
      points[winner] = (points[winner] ?? 0) + 1;
    }
    if ((points[0] ?? 0) > (points[1] ?? 0)) won += 1;
  }
  return won / games;
}

describe('the chance to win a game', () => {
  it.each([0.4, 0.5, 0.55, 0.7])(
    'is what comes of playing it out, at %f of the points',
    (point) => {
      expect(Math.abs(gameChance(point) - playedOut(point, 40_000))).toBeLessThan(0.008);
    },
  );
});

describe('true chances', () => {
  it('are even between equals, and those of the two teams sum to 1', () => {
    const chanceOf = trueChances(0.2);
    expect(chanceOf(0).game).toBeCloseTo(0.5, 12);
    for (const difference of [0.01, 0.3, 1.234, 20]) {
      const [one, other] = [chanceOf(difference), chanceOf(-difference)];
      expect(one.game + other.game).toBeCloseTo(1, 9);
      expect(one.match + other.match).toBeCloseTo(1, 9);
      expect(one.match).toBeGreaterThanOrEqual(one.game);
    }
  });

  it('are those of the game where there is no form, and nearer to even where there is', () => {
    const withoutForm = trueChances(0)(0.3).game;
    expect(withoutForm).toBeCloseTo(gameChance(pointChance(0.3)), 9);
    expect(trueChances(0.4)(0.3).game).toBeLessThan(withoutForm);
  });
});
