import type { Scoring } from './true-chances.ts';

/**
 * What makes differences hard to know: clubs that do not meet, and founders of each club whose results mislead a rating.
 * Skills are in logits of the chance to win a rally. Days count from the first day of the league.
 */
export interface Stories {
  /** By club, the day from which it exchanges guests with others. */
  opensOn: readonly number[];
  /** By club, how far its players are above the level that chance gives it. */
  advantage: readonly number[];
  /**
   * Pairs who only play together until a day, how much stronger the first of them is, and the chance that each of them
   * comes to an evening.
   */
  fixedPairs: number;
  pairGap: number;
  pairAttendance: number;
  pairsUntil: number;
  /** Players who play below their skill until a day, and by how much. */
  sandbaggers: number;
  sandbagging: number;
  sandbagUntil: number;
  /** Players who stay away between two days, and how far their skill wanders then (standard deviation). */
  returners: number;
  away: readonly [number, number];
  awaySpread: number;
}

/** What a generated league is like. Skills and forms are in logits of the chance to win a rally. */
export interface LeagueSettings {
  clubs: number;
  days: number;
  /** Players each club begins with, and those who join it a year. */
  founders: number;
  joinersAYear: number;
  /** How far the skills of founders lie apart (standard deviation), and clubs from each other. */
  skillSpread: number;
  clubSpread: number;
  /** Beginners start so far below their club, and gain it back by a share that halves with time. */
  beginnersDeficit: number;
  learningHalfLifeDays: number;
  /** How far a skill wanders in a day (standard deviation). */
  driftADay: number;
  /** How far form takes a team from its strength on a day, and in a single game (standard deviations). */
  form: number;
  gameForm: number;
  /** The least and the highest chance that a player comes to the evening of their club. */
  attendance: readonly [number, number];
  /** The chance a week that a player stays away, for how many days, and what that costs of the skill. */
  absenceAWeek: number;
  absenceDays: readonly [number, number];
  absenceCost: number;
  /** The chance that a player goes to the evening of another club. */
  guests: number;
  /** Rounds of an evening, and the share of the players who play singles in one. */
  rounds: number;
  singles: number;
  /** The first to win so many games wins the match. */
  gamesToWin: number;
  /** How points are scored, club by club in turn. */
  scorings: readonly Scoring[];
  stories?: Stories;
}

/** Clubs as they are: sparse, with many beginners, doubles with changing partners, long absences. */
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
 * Four clubs of 60 for two seasons, of players who are known to nobody before. The first club is closed for the first
 * season, and stronger by half a point of `R`. The last one never meets the others. The spread of the clubs is a third
 * of that of their players.
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

/** Makes the league of every demonstration the same one. */
export const LEAGUE_SEED = 1;
