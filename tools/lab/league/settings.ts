import type { Scoring } from './true-chances.ts';

/**
 * What makes differences hard to know: clubs that do not meet, and founders whose results mislead a
 * rating. Skills are in logits of the chance to win a rally. Days count from the first day of the
 * league.
 */
export interface Stories {
  /** By club: the day from which it exchanges guests with other clubs. */
  opensOn: readonly number[];
  /** By club: how far its players are above their random level. */
  advantage: readonly number[];
  /**
   * Pairs who only play together until a day, the extra strength of the first player, and the
   * chance that each comes to an evening.
   */
  fixedPairs: number;
  pairGap: number;
  pairAttendance: number;
  pairsUntil: number;
  /** Players who play below their skill until a day, and by how much. */
  sandbaggers: number;
  sandbagging: number;
  sandbagUntil: number;
  /**
   * Players who are away between two days, and how far their skill drifts then (standard
   * deviation).
   */
  returners: number;
  away: readonly [number, number];
  awaySpread: number;
}

/**
 * The properties of a generated league. Skills and forms are in logits of the chance to win a
 * rally.
 */
export interface LeagueSettings {
  clubs: number;
  days: number;
  /** Founders of each club, and players who join it in a year. */
  founders: number;
  joinersAYear: number;
  /** Standard deviation of the founders' skills, and of the clubs' levels. */
  skillSpread: number;
  clubSpread: number;
  /** Beginners start this far below their club. Half of the rest is gained in each half-life. */
  beginnersDeficit: number;
  learningHalfLifeDays: number;
  /** Standard deviation of the drift of a skill in a day. */
  driftADay: number;
  /** Standard deviations of a team's form on a day, and in a single game. */
  form: number;
  gameForm: number;
  /** The lowest and the highest chance that a player comes to the club's evening. */
  attendance: readonly [number, number];
  /** The weekly chance of an absence, its days, and the skill that it costs. */
  absenceAWeek: number;
  absenceDays: readonly [number, number];
  absenceCost: number;
  /** The chance that a player visits another club's evening. */
  guests: number;
  /** Rounds in an evening, and the share of players who play singles in a round. */
  rounds: number;
  singles: number;
  /** The number of games that wins a match. */
  gamesToWin: number;
  /** Scoring systems, assigned to the clubs in turn. */
  scorings: readonly Scoring[];
  stories?: Stories;
}

/**
 * Realistic clubs: sparse, with many beginners, doubles with changing partners, and long absences.
 */
export const CLUBS: LeagueSettings = {
  clubs: 40,
  days: 730,
  founders: 20,
  joinersAYear: 20,
  skillSpread: 0.45,
  clubSpread: 0.11,
  beginnersDeficit: 0.25,
  learningHalfLifeDays: 90,
  driftADay: 0.006,
  form: 0.09,
  gameForm: 0.18,
  attendance: [0.06, 0.4],
  absenceAWeek: 0.02,
  absenceDays: [90, 240],
  absenceCost: 0.05,
  guests: 0.04,
  rounds: 2,
  singles: 0.05,
  gamesToWin: 2,
  scorings: ['rally', 'side-out'],
};

/** In days. */
export const SEASON = 182;

/**
 * Four clubs of 60 players for two seasons, all unknown at the start. The first club is closed for
 * the first season and stronger by half a point of `R`. The last one never meets the others. The
 * clubs' spread is a third of their players' spread.
 */
export const SEPARATE_CLUBS: LeagueSettings = {
  clubs: 4,
  days: 2 * SEASON,
  founders: 60,
  joinersAYear: 0,
  skillSpread: 0.45,
  clubSpread: 0.15,
  beginnersDeficit: 0,
  learningHalfLifeDays: 90,
  driftADay: 0.004,
  form: 0.09,
  gameForm: 0.18,
  attendance: [0.3, 0.7],
  absenceAWeek: 0,
  absenceDays: [0, 0],
  absenceCost: 0,
  guests: 0.5,
  rounds: 2,
  singles: 0.05,
  gamesToWin: 2,
  scorings: ['rally'],
  stories: {
    opensOn: [SEASON, 0, 0, Number.POSITIVE_INFINITY],
    advantage: [0.3, 0, 0, 0],
    fixedPairs: 3,
    pairGap: 0.9,
    pairAttendance: 0.8,
    pairsUntil: SEASON,
    sandbaggers: 3,
    sandbagging: 0.5,
    sandbagUntil: SEASON,
    returners: 6,
    away: [SEASON / 2, (3 * SEASON) / 2],
    awaySpread: 0.1,
  },
};

/** The seed of every demonstration league. */
export const LEAGUE_SEED = 1;
