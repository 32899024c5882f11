import { describe, expect, it } from 'vitest';
import { type FitOptions, fitParameters } from './fit-parameters.ts';
import { MatchLog } from './match-log.ts';
import { wideLeague } from './testing/wide-league.ts';

const PICKLEBALL: FitOptions = { sport: 'pickleball', discipline: 'singles' };

describe('parameters that are fitted to a league of players far apart', () => {
  const log = wideLeague(1_800);
  const shares: number[] = [];
  const fit = fitParameters(log, { ...PICKLEBALL, onProgress: (share) => shares.push(share) });

  it('predict matches after those they were found on better than today’s, beyond chance', () => {
    const { today, found, difference } = fit;
    expect(found.parameters.startSpread).toBeGreaterThan(1.5 * today.parameters.startSpread);
    expect(found.game.logLoss).toBeLessThan((today.game.logLoss ?? 0) - 0.01);
    expect(difference.game?.upper).toBeLessThan(0);
    expect(difference.game?.mean).toBeCloseTo(
      (found.game.logLoss ?? 0) - (today.game.logLoss ?? 0),
      12,
    );
  });

  it('keep what the disciplines of a sport share, and a newcomer’s reliability of 0', () => {
    const [today, found] = [fit.today.parameters, fit.found.parameters];
    expect(found.driftPerDay / found.scaleSpread).toBeCloseTo(
      today.driftPerDay / today.scaleSpread,
      12,
    );
    expect(found.scaleSpread).toBeLessThanOrEqual(found.startSpread);
  });

  it('are the same for the same matches', () => {
    expect(fitParameters(log, PICKLEBALL)).toEqual(fit);
  });

  it('report the share of the search that is done, up to 1', () => {
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('too few matches', () => {
  it('are refused with the numbers that it takes', () => {
    expect(() => fitParameters(wideLeague(100), PICKLEBALL)).toThrow(
      /pickleball singles .*: \d+ to find .* takes 900, and \d+ to judge .* takes 600\.$/,
    );
  });

  it('are those of another discipline, and an empty log', () => {
    expect(() => fitParameters(wideLeague(100), { ...PICKLEBALL, discipline: 'doubles' })).toThrow(
      RangeError,
    );
    expect(() => fitParameters(new MatchLog(), PICKLEBALL)).toThrow(RangeError);
  });

  it('are those after a share that leaves too few to judge', () => {
    expect(() => fitParameters(wideLeague(1_800), { ...PICKLEBALL, fromShare: 0.9 })).toThrow(
      /takes 600/,
    );
  });
});
