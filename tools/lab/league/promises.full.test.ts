import {
  type Comparisons,
  type Forecaster,
  type Group,
  ourForecaster,
  type PlayedMatch,
  runBacktest,
} from '@partner-rating/ratings/backtest';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { rivals } from '@partner-rating/service/src/predictions/backtest/rivals.ts';
import { describe, expect, it } from 'vitest';
import { leagueLog } from './league-log.ts';
import { CLUBS, LEAGUE_SEED, type LeagueSettings } from './settings.ts';

// Leagues of about 35,000 games. Chance alone gives them a calibration error of 0.004.

/** Few newcomers, who play the best of nine, so that a day's form affects many games. */
const LONG_MATCHES: LeagueSettings = {
  ...CLUBS,
  days: 400,
  joinersAYear: 4,
  skillSpread: 0.5,
  driftADay: 0.002,
  form: 0.1,
  gameForm: 0.2,
  attendance: [0.1, 0.3],
  absenceAWeek: 0,
  gamesToWin: 5,
};

/** Well-known players who stay away for months while their skill drifts. */
const LONG_ABSENCES: LeagueSettings = {
  ...CLUBS,
  clubs: 30,
  joinersAYear: 4,
  driftADay: 0.014,
  form: 0.08,
  gameForm: 0.15,
  attendance: [0.5, 0.9],
  absenceAWeek: 0.04,
  absenceDays: [120, 300],
  absenceCost: 0,
};

/** By group of games: the known share of what is knowable, from a coin to the true skills. */
type Expected = Partial<Record<Group, number>>;

const CALIBRATION_ERROR = 0.01;
const SLOPE = [0.9, 1.1] as const;
const BEYOND_BEST_RIVAL = 0.003;

/** Returns the promises that the ratings break in a league, as sentences. */
function brokenPromises({ game, match }: Comparisons, expected: Expected): string[] {
  const { ratings, knowable, difference } = game;
  const shares = Object.entries(expected) as [Group, number][];
  const error = ratings.all.calibrationError ?? 1;
  const slopes: [string, number | null][] = [
    ['games', ratings.all.calibrationSlope],
    ['games after an absence', ratings.backAfter90Days.calibrationSlope],
    ['matches', match.ratings.all.calibrationSlope],
  ];
  return [
    ...shares.map(([group, share]) => {
      const known = knowable?.[group]?.share ?? 0;
      return known < share ? `knows ${known.toFixed(3)} of what can be known of ${group}` : '';
    }),
    error > CALIBRATION_ERROR ? `has a calibration error of ${error.toFixed(4)}` : '',
    ...slopes.map(([of, slope]) =>
      slope === null || slope < SLOPE[0] || slope > SLOPE[1]
        ? `has a calibration slope of ${slope?.toFixed(3)} of ${of}`
        : '',
    ),
    difference !== null && difference.upper > BEYOND_BEST_RIVAL
      ? `may be ${difference.upper.toFixed(4)} worse than ${difference.rival}`
      : '',
  ].filter((promise) => promise !== '');
}

type Faulty = (ratings: Forecaster) => Forecaster;

function judge(settings: LeagueSettings, expected: Expected, fault?: Faulty): string[] {
  const { log, truth } = leagueLog(seededRandom(LEAGUE_SEED), settings);
  const report = runBacktest(log, {
    from: Number.NEGATIVE_INFINITY,
    minGames: 0,
    truth,
    // An error that a test puts into the model shows without the rivals, which take most of the time.
    rivals: fault === undefined ? rivals : {},
    forecaster: (players) => (fault ?? ((ratings) => ratings))(ourForecaster(players)),
  });
  return brokenPromises(report.overall, expected);
}

const leagues: [string, LeagueSettings, Expected][] = [
  ['clubs', CLUBS, { all: 0.6, from10To50: 0.75 }],
  ['long matches', LONG_MATCHES, { all: 0.8 }],
  ['long absences', LONG_ABSENCES, { all: 0.78 }],
];

describe('the ratings', () => {
  it.each(leagues)('keep their promises for %s', (_, settings, expected) => {
    expect(judge(settings, expected)).toEqual([]);
  });
});

const withGames = (match: PlayedMatch, games: PlayedMatch['games']) => ({ ...match, games });

/** Every win is the closest possible one. */
const marginIgnored: Faulty = (ratings) => ({
  ...ratings,
  rate: (match) =>
    ratings.rate(
      withGames(
        match,
        match.games.map(({ scores, winScore, winBy }) => ({
          scores: scores.map((score) =>
            score === Math.max(...scores) ? winScore : winScore - winBy,
          ),
          winScore,
          winBy,
        })),
      ),
    ),
});

/** All matches have the same time, so that nobody was ever away. */
const decayOff: Faulty = (ratings) => {
  const atOnce = (match: PlayedMatch) => ({ ...match, playedAt: 0 });
  return {
    games: (match) => ratings.games(atOnce(match)),
    match: (match, bestOf) => ratings.match(atOnce(match), bestOf),
    rate: (match) => ratings.rate(atOnce(match)),
  };
};

/** Each game is a separate match. */
const gamesIndependent: Faulty = (ratings) => ({
  ...ratings,
  rate(match) {
    for (const game of match.games) ratings.rate(withGames(match, [game]));
  },
});

describe('the generated leagues', () => {
  it.each([
    ['margin ignored', marginIgnored, 'clubs'],
    ['decay off', decayOff, 'long absences'],
    ['games counted as independent', gamesIndependent, 'long matches'],
  ])('notice a model with %s', (_, fault, name) => {
    const [, settings, expected] = leagues.find(([league]) => league === name) ?? [];
    if (settings === undefined || expected === undefined) throw new Error(`No league ${name}.`);
    expect(judge(settings, expected, fault)).not.toEqual([]);
  });
});
