import { describe, expect, it } from 'vitest';
import { type FitOptions, fitParameters, TooFewMatchesError } from './fit-parameters.ts';
import { MatchLog } from './match-log.ts';
import { wideLeague } from './testing/wide-league.ts';

function catchError(run: () => unknown): TooFewMatchesError {
  try {
    run();
  } catch (error) {
    if (error instanceof TooFewMatchesError) return error;
  }
  throw new Error('No TooFewMatchesError was thrown.');
}

const PICKLEBALL: FitOptions = { sport: 'pickleball', discipline: 'singles' };

describe('parameters that are fitted to a league of very different players', () => {
  const log = wideLeague(1_800);
  const shares: number[] = [];
  const fit = fitParameters(log, { ...PICKLEBALL, onProgress: (share) => shares.push(share) });

  it('predict later matches better than today’s, beyond chance', () => {
    const { today, found, difference } = fit;
    expect(found.parameters.startSpread).toBeGreaterThan(1.5 * today.parameters.startSpread);
    expect(found.game.logLoss).toBeLessThan((today.game.logLoss ?? 0) - 0.01);
    expect(difference.game?.upper).toBeLessThan(0);
    expect(difference.game?.mean).toBeCloseTo(
      (found.game.logLoss ?? 0) - (today.game.logLoss ?? 0),
      12,
    );
  });

  it('keep the ratio that disciplines share, and a newcomer’s reliability of 0', () => {
    const [today, found] = [fit.today.parameters, fit.found.parameters];
    expect(found.driftPerDay / found.scaleSpread).toBeCloseTo(
      today.driftPerDay / today.scaleSpread,
      12,
    );
    expect(found.scaleSpread).toBeLessThanOrEqual(found.startSpread);
  });

  it('are compared with those in use, and do not differ from themselves', () => {
    const parametersOf = () => fit.found.parameters;
    const again = fitParameters(log, { ...PICKLEBALL, parametersOf });
    expect(again.today).toEqual(fit.found);
  });

  it('have intervals of the slopes', () => {
    const { lower = 0, upper = 0 } = fit.found.slopeIntervals.game ?? {};
    expect(fit.found.game.calibrationSlope).toBeGreaterThan(lower);
    expect(fit.found.game.calibrationSlope).toBeLessThan(upper);
    expect(upper - lower).toBeLessThan(0.5);
  });

  it('are the same for the same matches', () => {
    expect(fitParameters(log, PICKLEBALL)).toEqual(fit);
  });

  it('report the finished share of the search, up to 1', () => {
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });
});

describe('too few matches', () => {
  it('are counted in the error', () => {
    const { matches } = catchError(() => fitParameters(wideLeague(1_000), PICKLEBALL));
    expect(matches.found + matches.judged).toBeLessThanOrEqual(1_000);
    expect(matches.found).toBeGreaterThan(matches.judged);
  });

  it('are refused with the required numbers', () => {
    expect(() => fitParameters(wideLeague(100), PICKLEBALL)).toThrow(
      /pickleball singles .*: \d+ to find .* takes 900, and \d+ to judge .* takes 600\.$/,
    );
  });

  it('include those of another discipline, and an empty log', () => {
    expect(() => fitParameters(wideLeague(100), { ...PICKLEBALL, discipline: 'doubles' })).toThrow(
      RangeError,
    );
    expect(() => fitParameters(new MatchLog(), PICKLEBALL)).toThrow(RangeError);
  });

  it('include a share of earliest matches that leaves too few matches to judge', () => {
    expect(() => fitParameters(wideLeague(1_800), { ...PICKLEBALL, fromShare: 0.9 })).toThrow(
      /takes 600/,
    );
  });
});
