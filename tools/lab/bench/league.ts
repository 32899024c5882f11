import { type Metrics, runBacktest } from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { rivals } from '@partner-rating/service/src/predictions/backtest/rivals.ts';
import { leagueLog } from '../league/league-log.ts';
import { CLUBS, LEAGUE_SEED } from '../league/settings.ts';
import { type Benchmark, type Figure, LARGE } from './benchmark.ts';

const CLUBS_AT_LARGE_SIZE = 1_100;
const CLUBS_OF = { full: 100, short: 4 };
const MINUTE = 60_000;

/** Measures the quality of the ratings in generated clubs whose true skills are known, and the time that this takes. */
export const benchmarkLeague: Benchmark = async ({ dataset, length, log }) => {
  const clubs = dataset.members >= LARGE ? CLUBS_AT_LARGE_SIZE : CLUBS_OF[length];
  const league = leagueLog(seededRandom(LEAGUE_SEED), { ...CLUBS, clubs });
  log(`${league.log.games} games of ${clubs} clubs`);
  const start = performance.now();
  const report = runBacktest(league.log, {
    rivals,
    from: Number.NEGATIVE_INFINITY,
    minGames: 0,
    truth: league.truth,
  });
  const minutes = (performance.now() - start) / MINUTE;
  const { ratings, knowable, difference } = report.overall.game;
  const figures: Figure[] = [
    {
      name: 'known of what can be known, 10 to 50 games before',
      value: shareOf(knowable?.from10To50),
      goal: { atLeast: 0.6 },
    },
    {
      name: 'known of what can be known, all games',
      value: shareOf(knowable?.all),
      goal: { atLeast: 0.6 },
    },
    {
      name: 'thousandths of calibration error',
      value: 1_000 * (ratings.all.calibrationError ?? Number.NaN),
      goal: { atMost: 10 },
    },
    slopeFigure('calibration slope', ratings.all),
    slopeFigure('calibration slope, back after 90 days', ratings.backAfter90Days),
    {
      name: 'thousandths of log loss beyond the best rival, upper bound',
      value: 1_000 * (difference?.upper ?? Number.NaN),
      goal: { atMost: 3 },
    },
    {
      name: 'minutes of a backtest with its rivals, by the million games',
      value: (minutes * 1_000_000) / league.log.games,
      goal: { atMost: 5 },
    },
  ];
  return figures;
};

/** A slope of 1 is calibrated. Slopes above and below are equally wrong. */
function slopeFigure(name: string, { calibrationSlope }: Metrics): Figure {
  const distance = Math.abs((calibrationSlope ?? Number.NaN) - 1);
  return { name: `${name}, its distance from 1`, value: distance, goal: { atMost: 0.1 } };
}

function shareOf(knowable: { share: number } | null | undefined): number {
  return knowable?.share ?? Number.NaN;
}
