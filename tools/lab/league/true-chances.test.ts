import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { describe, expect, it } from 'vitest';
import {
  expectedLead,
  gameChance,
  rallyChance,
  type Scoring,
  trueChances,
} from './true-chances.ts';

/** The leads of games in units of 11 points. */
function playedOut(rally: number, scoring: Scoring, games: number): number[] {
  const random = seededRandom(1);
  return Array.from({ length: games }, () => {
    const points: [number, number] = [0, 0];
    let server: 0 | 1 = random() < 0.5 ? 0 : 1;
    while (Math.max(...points) < 11 || Math.abs(points[0] - points[1]) < 2) {
      const winner = random() < rally ? 0 : 1;
      if (scoring === 'rally' || winner === server) points[winner] += 1;
      server = winner;
    }
    return (points[0] - points[1]) / 11;
  });
}

const winShare = (leads: readonly number[]) =>
  leads.filter((lead) => lead > 0).length / leads.length;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(['rally', 'side-out'] as const)('by %s scoring', (scoring) => {
  it.each([0.4, 0.5, 0.55, 0.7])(
    'the chance to win a game equals a simulation, at %f of the rallies',
    (rally) => {
      const difference = gameChance(rally, scoring) - winShare(playedOut(rally, scoring, 40_000));
      expect(Math.abs(difference)).toBeLessThan(0.008);
    },
  );

  it('true chances are even between equals, and the chances of both teams add up to 1', () => {
    const chanceOf = trueChances({ scoring, gamesToWin: 2 }, { day: 0.1, game: 0.1 });
    expect(chanceOf(0).game).toBeCloseTo(0.5, 12);
    for (const difference of [0.01, 0.3, 1.234, 20]) {
      const [one, other] = [chanceOf(difference), chanceOf(-difference)];
      expect(one.game + other.game).toBeCloseTo(1, 9);
      expect(one.match + other.match).toBeCloseTo(1, 9);
      expect(one.match).toBeGreaterThanOrEqual(one.game);
    }
  });

  it('true chances equal the chances of the game without form, and are closer to even with form', () => {
    const withoutForm = trueChances({ scoring, gamesToWin: 2 }, { day: 0, game: 0 })(0.3).game;
    expect(withoutForm).toBeCloseTo(gameChance(rallyChance(0.3), scoring), 3);
    expect(trueChances({ scoring, gamesToWin: 2 }, { day: 0.3, game: 0 })(0.3).game).toBeLessThan(
      withoutForm,
    );
    expect(trueChances({ scoring, gamesToWin: 2 }, { day: 0, game: 0.3 })(0.3).game).toBeLessThan(
      withoutForm,
    );
  });

  it('form of the day makes longer matches less certain than form of each game', () => {
    const ofDay = trueChances({ scoring, gamesToWin: 2 }, { day: 0.3, game: 0 })(0.3);
    const ofGame = trueChances({ scoring, gamesToWin: 2 }, { day: 0, game: 0.3 })(0.3);
    expect(ofDay.game).toBeCloseTo(ofGame.game, 6);
    expect(ofDay.match).toBeLessThan(ofGame.match);
  });
});

it('the expected lead of a game is the mean lead in a simulation', () => {
  for (const difference of [0, 0.2, 0.5, 1]) {
    const lead = expectedLead(difference, { day: 0, game: 0 });
    const played = mean(playedOut(rallyChance(difference), 'rally', 40_000));
    expect(Math.abs(lead - played)).toBeLessThan(0.008);
    expect(expectedLead(-difference, { day: 0, game: 0 })).toBeCloseTo(-lead, 12);
  }
});
