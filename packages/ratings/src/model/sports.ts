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
  /** How far the levels of groups that never met lie apart, such as clubs, by dimension of a direction (standard deviation). */
  groupSpread: number;
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
