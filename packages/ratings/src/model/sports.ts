import { sports as catalogued } from './catalogue.gen.ts';

/** The code of a sport that the model rates. */
export type Sport = (typeof catalogued)[number];

/** The sports that the model rates, by their codes in the API. */
export const sports: readonly Sport[] = catalogued;

/** Whether the model rates a sport of this code. */
export function isSport(code: string): code is Sport {
  return (sports as readonly string[]).includes(code);
}

/**
 * What the model takes from the data of a sport. Strength is counted in logits: where a team is one
 * logit stronger, `game-formats.ts` says what share of the points of a lead it is expected to take.
 */
export interface SportParameters {
  /** How far players' strengths lie apart (standard deviation) about whom nothing is known. */
  startSpread: number;
  /** What a sigma of 25/3 is worth: it decides what a point of `R` is worth, and no prediction. */
  scaleSpread: number;
  /** How far a strength wanders in a day, and in a match (standard deviation). */
  driftPerDay: number;
  driftPerMatch: number;
  /** How far the form of a day takes both teams from their strengths, for all games of a match. */
  form: number;
  /** How little a long game says more than a short one: 1 / (noise + (1 - noise) / winScore). */
  noise: number;
  /** How much surer the better team is of a long game than of a point. */
  lengthGain: number;
  /** By how much that grows for each two games that a match can have beyond three. */
  longMatchGain: number;
  /** How far the team that won a game is ahead of its strength in the next one of the match. */
  momentum: number;
}

// Found by minimising the log loss of predictions made before each match, over 33,543 games of
// professional pickleball doubles (2024 to 2026); its loss hardly changes between a noise of 0.1 and
// 0.3, so that the value is the one that also knows the sparse generated clubs best. Who won a game of a
// match is no likelier to win the next than strengths and form say.
const PICKLEBALL: SportParameters = {
  startSpread: 0.95,
  scaleSpread: 0.95,
  driftPerDay: 0.0155,
  driftPerMatch: 0.005,
  form: 0.27,
  noise: 0.15,
  lengthGain: 0.26,
  longMatchGain: 0,
  momentum: 0,
};

// Found on 160,000 matches of men's singles (2010 to 2024, with challengers and qualifying), 187,000 of
// women's with the lower tours (2010 to 2018), and 39,000 of women's main tour alone, whose players come
// from matches that it does not have: the predictions of none may be far from what happens. They
// were searched for on the years before 2019 (before 2017 of the second) and chosen among near ones with all in
// view. Newcomers are far apart: held as near to
// each other as the scale is wide, the best were predicted with too little certainty for years. The
// momentum is the one that predicts single sets of men before 2019 best; of women's it would be higher,
// and their log loss 0.0002 lower on the main tour, 0.0006 on the lower ones.
const TENNIS: SportParameters = {
  startSpread: 2.2,
  scaleSpread: 1.1,
  driftPerDay: 0.022,
  driftPerMatch: 0.014,
  form: 0.46,
  noise: 0.63,
  lengthGain: 0.37,
  longMatchGain: 0.5,
  momentum: 0.16,
};

// Sports without data of their own: what was found for pickleball, whose games are counted as theirs.
const WITHOUT_DATA = PICKLEBALL;

const parameters: Readonly<Record<Sport, SportParameters>> = {
  pickleball: PICKLEBALL,
  tennis: TENNIS,
  padel: WITHOUT_DATA,
  squash: WITHOUT_DATA,
  badminton: WITHOUT_DATA,
  'table-tennis': WITHOUT_DATA,
  racquetball: WITHOUT_DATA,
};

/** The parameters of a sport, also of one that the catalogue knows no longer. */
export function sportParameters(sport: string): SportParameters {
  return isSport(sport) ? parameters[sport] : WITHOUT_DATA;
}
