import { afterEach, describe, expect, it, vi } from 'vitest';
import { bestOfProbability } from './best-of.ts';
import { chanceOfLead, type Lead } from './chance-of-lead.ts';

// With these slopes and spreads a game is anything from a toss to one that the better team wins for sure.
const slopes = [0.3, 1, 2.5, 19, 77];
const spreads = [1e-9, 0.3, 3.2];
const matches = [1, 3, 15];

const everyLead = (): Lead[] =>
  slopes.flatMap((slope) =>
    spreads.flatMap((spread) =>
      matches.flatMap((bestOf) =>
        // From level to where the other team has no chance, by what decides it: the doubt, or the games.
        [0, 0.01, 0.5, 2, 5].flatMap((far) =>
          [far * spread, far / slope].map((lead) => ({ lead, spread, slope, bestOf })),
        ),
      ),
    ),
  );

/** The integral by so many points that both the doubt and the rise of the curve have dozens. */
function byManyPoints({ lead, spread, slope, bestOf }: Lead): number {
  const at = (difference: number) =>
    bestOfProbability(1 / (1 + Math.exp(-slope * difference)), bestOf);
  const step = Math.min(0.05, 0.2 / (slope * spread * Math.sqrt(bestOf)));
  let sum = at(lead);
  let weights = 1;
  for (let distance = step; distance < 8; distance += step) {
    const weight = Math.exp((-distance * distance) / 2);
    sum += weight * (at(lead + spread * distance) + at(lead - spread * distance));
    weights += 2 * weight;
  }
  return sum / weights;
}

describe('the chance of a team that is ahead', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is the integral by far more points, however steep the curve and sure the lead', () => {
    for (const lead of everyLead()) {
      const error = Math.abs(chanceOfLead(lead) - byManyPoints(lead));
      expect(error, JSON.stringify(lead)).toBeLessThan(5e-9);
    }
  });

  it('costs no more the steeper the curve is', () => {
    const exponentials = vi.spyOn(Math, 'exp');
    const steepest = { lead: 1, spread: 9, slope: 1e4, bestOf: 15 };
    for (const lead of [...everyLead(), steepest]) {
      exponentials.mockClear();
      chanceOfLead(lead);
      // One for the weight of a point, and one for each side of it; a match takes a term for each game it takes.
      const terms = (exponentials.mock.calls.length * (lead.bestOf + 1)) / 2;
      expect(terms, JSON.stringify(lead)).toBeLessThan(3 * 460);
    }
  });

  it('is the same where the one way to integrate follows on the other', () => {
    for (const bestOf of matches) {
      for (const lead of [0.1, 1, 4]) {
        const at = (steepness: number) =>
          chanceOfLead({ lead, spread: 2, slope: steepness / 2 / Math.sqrt(bestOf), bestOf });
        const limit = 120 / (bestOf + 1);
        expect(at(limit + 1e-9)).toBeCloseTo(at(limit - 1e-9), 8);
      }
    }
  });

  it('is that of the lead itself where nothing is unsure', () => {
    const match = { slope: 2, bestOf: 5, lead: 0.4 };
    const game = 1 / (1 + Math.exp(-0.8));
    expect(chanceOfLead({ ...match, spread: 1e-12 })).toBeCloseTo(bestOfProbability(game, 5), 12);
    expect(chanceOfLead({ ...match, spread: 0 })).toBeCloseTo(bestOfProbability(game, 5), 12);
  });
});
