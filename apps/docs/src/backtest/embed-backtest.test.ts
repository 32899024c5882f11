import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { embedBacktest } from './embed-backtest.ts';
import { generatedLeague } from './generated-league.gen.ts';

const guide = embedBacktest(
  readFileSync(new URL('../../guides/how-good.md', import.meta.url), 'utf8'),
);

describe('the page on how good the ratings are', () => {
  it('shows the figures of the backtest, and has no place left without', () => {
    const { ratings, rivals } = generatedLeague.game;
    expect(guide).not.toContain('<!--');
    expect(guide).toContain(`| **these ratings** | ${ratings.all.logLoss?.toFixed(4)} |`);
    for (const { name, settings } of rivals) {
      expect(guide).toContain(settings === '' ? `| ${name} |` : `| ${name} (${settings}) |`);
    }
  });

  it('claims no more than the figures say', () => {
    const { ratings, rivals, difference } = generatedLeague.game;
    const losses = rivals.map(({ metrics }) => metrics.all.logLoss ?? 0);
    expect(ratings.all.logLoss).toBeLessThan(Math.min(...losses));
    expect(difference?.upper).toBeLessThan(0);
  });

  it('shows what is known of a fixed pair', () => {
    const { pairReliability } = generatedLeague.differences;
    expect(pairReliability).toBeLessThanOrEqual(0.3);
    expect(guide).toContain(`who only play together? | ${Math.round(100 * pairReliability)}% |`);
  });

  it('shows a slope with how far chance reaches in it', () => {
    const { ratings, slopeIntervals } = generatedLeague.game;
    const { lower, upper } = slopeIntervals.over50 ?? {};
    const [slope, from, to] = [ratings.over50.calibrationSlope, lower, upper].map((figure) =>
      figure?.toFixed(2),
    );
    expect(guide).toContain(`| ${slope} (${from} to ${to}) |`);
  });

  it('refuses a part that a backtest does not have', () => {
    expect(() => embedBacktest('<!-- backtest: horoscope -->')).toThrow(/horoscope/);
  });
});
