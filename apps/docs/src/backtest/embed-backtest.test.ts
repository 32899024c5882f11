import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calibrationPlot } from './calibration-plot.ts';
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

describe('the calibration plot', () => {
  const plot = calibrationPlot(generatedLeague.game.calibration);

  it('has a name and a description with every figure it shows', () => {
    expect(plot).toMatch(
      /<svg [^>]*role="img" aria-labelledby="calibration-title calibration-text">/,
    );
    const dots = plot.match(/<circle /g) ?? [];
    const described = plot.match(/of [\d.]+% predicted, [\d.]+% won/g) ?? [];
    expect(described).toHaveLength(dots.length);
    expect(dots.length).toBeGreaterThan(5);
  });

  it('draws a bin at its mean, and leaves an empty one out', () => {
    const bin = { from: 0.7, to: 0.8, count: 400, predicted: 0.75, happened: 0.5 };
    const empty = { from: 0.8, to: 0.9, count: 0, predicted: null, happened: null };
    const drawn = calibrationPlot([bin, empty]);
    expect(drawn.match(/<circle [^>]*>/g)).toEqual(['<circle cx="288" cy="168" r="4"/>']);
  });

  it('has no empty line, which would end it in Markdown, and no style, which the page forbids', () => {
    expect(plot).not.toContain('\n\n');
    expect(plot).not.toContain('style=');
  });
});
