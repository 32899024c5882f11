import { isSport, type Sport, type SportParameters } from './sports.ts';

/** The parameters of a sport and discipline, and how they were found. */
export interface ParameterRow extends SportParameters {
  /** The matches on which the row was found and judged, with dates and figures; or which sport's row it is, and why. */
  source: string;
}

/** The rows of a sport. Teams of more than two take the row of doubles. */
export interface SportRows {
  /** Teams of one player. */
  singles: ParameterRow;
  /** Teams of two players and more. */
  doubles: ParameterRow;
}

// Each search minimised the log loss of predictions made before each match. The figures in the sources are log losses of
// matches that the search did not see, unless they say otherwise.
// `groupSpread` is 0.28, or 0.3 times `scaleSpread` if that is less: chosen on generated clubs, except for table tennis. Decision 39 describes
// its gains and costs on public sets.

// The loss hardly changes between a noise of 0.1 and 0.3, so the value is the best one for the sparse generated clubs.
// The winner of a game is no more likely to win the next one than strengths and form predict.
const PICKLEBALL_DOUBLES: ParameterRow = {
  startSpread: 0.95,
  scaleSpread: 0.95,
  groupSpread: 0.28,
  driftPerDay: 0.0155,
  driftPerMatch: 0.005,
  form: 0.27,
  noise: 0.15,
  lengthGain: 0.24,
  longMatchGain: 0,
  momentum: 0,
  source:
    '33,543 games of professional doubles, 2024 to 2026. Those from 2025-09-11 on: 0.452 a match, where the best rival has 0.462.',
};

// Found on 160,000 matches of men's singles (2010 to 2024, with challengers and qualifying), 187,000 of
// women's singles with the lower tours (2010 to 2018), and 39,000 of only the women's main tour, whose players also
// play in matches outside this set. The parameters must predict all three sets well. The search used the years before
// 2019 (before 2017 for the second set), and the choice among similar parameters used all years. Newcomers differ widely:
// with a start spread equal to the scale spread, predictions for the best players were too uncertain for years. This
// momentum is best for single sets of men before 2019. A higher momentum would be best for women: their log loss would
// then be 0.0002 lower on the main tour, and 0.0006 lower on the lower tours.
const TENNIS_SINGLES: ParameterRow = {
  startSpread: 2.2,
  scaleSpread: 1.1,
  groupSpread: 0.28,
  driftPerDay: 0.022,
  driftPerMatch: 0.014,
  form: 0.46,
  noise: 0.63,
  lengthGain: 0.37,
  longMatchGain: 0.5,
  momentum: 0.16,
  source:
    '386,000 matches of men and women, before 2019. Men from 2016 on, main tour and challengers: 0.623 a match.',
};

const TENNIS_DOUBLES: ParameterRow = {
  startSpread: 0.7,
  scaleSpread: 0.7,
  groupSpread: 0.21,
  driftPerDay: 0.014,
  driftPerMatch: 0.005,
  form: 0.5,
  noise: 0.4,
  lengthGain: 0.5,
  longMatchGain: 0,
  momentum: 0.06,
  source:
    "Men's doubles of the main tour, 9,989 matches of 2007 to 2014. 6,415 matches of 2015 to March 2020: 0.631, where the best rival has 0.635.",
};

const PADEL_DOUBLES: ParameterRow = {
  startSpread: 1.4,
  scaleSpread: 1.4,
  groupSpread: 0.28,
  driftPerDay: 0.0225,
  driftPerMatch: 0.002,
  form: 0.2,
  noise: 0.01,
  lengthGain: 0.35,
  longMatchGain: 0,
  momentum: 0.15,
  source:
    'Professional padel, 7,529 matches of January to September 2025. 4,947 matches of September 2025 to February 2026: 0.470, where the best rival has 0.515.',
};

const BADMINTON_DOUBLES: ParameterRow = {
  startSpread: 0.6,
  scaleSpread: 0.6,
  groupSpread: 0.18,
  driftPerDay: 0.009,
  driftPerMatch: 0.002,
  form: 0.18,
  noise: 0.015,
  lengthGain: 0.314,
  longMatchGain: 0,
  momentum: 0.027,
  source:
    'World tour, 4,866 matches of January 2018 to June 2019. 3,233 matches of June 2019 to March 2021: 0.529, where the best rival has 0.545.',
};

const BADMINTON_SINGLES: ParameterRow = {
  startSpread: 2,
  scaleSpread: 1.2,
  groupSpread: 0.28,
  driftPerDay: 0.018,
  driftPerMatch: 0.0045,
  form: 0.15,
  noise: 0.14,
  lengthGain: 0.19,
  longMatchGain: 0,
  momentum: 0.085,
  source:
    'World tour, 4,002 matches of January 2018 to June 2019. 2,622 matches of June 2019 to March 2021: 0.564, where the best rival has 0.579.',
};

// The two sets need opposite rows: players of the Bundesliga differ little, and players of the national teams differ widely. This
// row is the best for both together.
const TABLE_TENNIS_SINGLES: ParameterRow = {
  startSpread: 0.7,
  scaleSpread: 0.7,
  groupSpread: 0.13,
  driftPerDay: 0.0115,
  driftPerMatch: 0.003,
  form: 0.42,
  noise: 0.1,
  lengthGain: 0.25,
  longMatchGain: 0,
  momentum: 0,
  source:
    'Chosen on all 1,433 matches of two sets, too few to judge it on others. 576 of the German Bundesliga (August 2023 to December 2025): 0.643 a match, where the best rival has 0.657. 857 of the World Team Championships 2026: 0.641, where it has 0.663.',
};

const asRelative = (row: ParameterRow, source: string): ParameterRow => ({ ...row, source });

const rallyRows = (why: string): SportRows => ({
  singles: asRelative(BADMINTON_SINGLES, `No data. The row of badminton singles: ${why}.`),
  doubles: asRelative(BADMINTON_DOUBLES, `No data. The row of badminton doubles: ${why}.`),
});

/**
 * The parameters of each sport and discipline. `scaleSpread` differs between the disciplines of a sport, so that the same mu
 * means the same standing among the players of each. `driftPerDay` over `scaleSpread` is the same, so that absence costs the same
 * reliability in every bracket.
 */
export const parameterRows: Readonly<Record<Sport, SportRows>> = {
  pickleball: {
    singles: asRelative(
      PICKLEBALL_DOUBLES,
      'No data. The row of pickleball doubles: the same game.',
    ),
    doubles: PICKLEBALL_DOUBLES,
  },
  tennis: { singles: TENNIS_SINGLES, doubles: TENNIS_DOUBLES },
  padel: {
    singles: asRelative(PADEL_DOUBLES, 'No data. The row of padel doubles: the same game.'),
    doubles: PADEL_DOUBLES,
  },
  squash: rallyRows('a court game that is counted in rallies'),
  badminton: { singles: BADMINTON_SINGLES, doubles: BADMINTON_DOUBLES },
  'table-tennis': {
    singles: TABLE_TENNIS_SINGLES,
    doubles: asRelative(
      TABLE_TENNIS_SINGLES,
      'Too little data: 37 public matches. The row of table tennis singles: the same game.',
    ),
  },
  racquetball: rallyRows('a court game that is counted in rallies'),
};

/** The sport and team size, on which the parameters of the model depend. */
export interface Discipline {
  /** The code of a sport (`sports`). */
  sport: string;
  /** The number of players in a team: 1 in singles. */
  teamSize: number;
}

/** Returns the parameters of a sport and team size (1 in singles). */
export type ParametersOf = (sport: string, teamSize: number) => SportParameters;

/** Returns the parameters of a sport and team size. A sport that is not in the list has those of squash. */
export function sportParameters(sport: string, teamSize: number): ParameterRow {
  const { singles, doubles } = parameterRows[isSport(sport) ? sport : 'squash'];
  return teamSize === 1 ? singles : doubles;
}
