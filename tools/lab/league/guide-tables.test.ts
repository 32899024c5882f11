import { runBacktest } from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { rivals as allRivals } from '@partner-rating/service/src/predictions/backtest/rivals.ts';
import { describe, expect, it } from 'vitest';
import { guideTables } from './guide-tables.ts';
import { leagueLog } from './league-log.ts';
import { CLUBS } from './settings.ts';

const known = {
  pairReliability: 0.04,
  pairsInOrder: 0.98,
  coveredWithin: 0.88,
  coveredApart: 0.9,
  trueGap: 0.38,
  shownGap: 0.1,
  correlationWithin: 0.95,
  correlation: 0.93,
};

describe('the tables of the guide', () => {
  const { log, truth } = leagueLog(seededRandom(1), { ...CLUBS, clubs: 4, days: 400 });
  const everything = { from: Number.NEGATIVE_INFINITY, minGames: 0 };
  const report = runBacktest(log, { ...everything, truth, rivals: allRivals });
  const tables = guideTables(report, known);
  const game = report.sports.pickleball?.game;
  if (game === undefined) throw new Error('The league has no sport.');

  it('show the figures of the backtest, next to those of each rival', () => {
    expect(tables).toContain(`| **these ratings** | ${game.ratings.all.logLoss?.toFixed(4)} |`);
    for (const { name, settings } of game.rivals) {
      expect(tables).toContain(settings === '' ? `| ${name} |` : `| ${name} (${settings}) |`);
    }
  });

  it('show a slope with how far chance reaches in it', () => {
    const { lower, upper } = game.slopeIntervals.all ?? {};
    const [slope, from, to] = [game.ratings.all.calibrationSlope, lower, upper].map((figure) =>
      figure?.toFixed(2),
    );
    expect(tables).toContain(`| ${slope} (${from} to ${to}) |`);
  });

  it('show what is known of a fixed pair', () => {
    expect(tables).toContain('who only play together? | 4% |');
  });
});
