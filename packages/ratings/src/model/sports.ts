import { sports as catalogued } from './catalogue.gen.ts';

/** The code of a sport that the model rates. */
export type Sport = (typeof catalogued)[number];

/** The sports that the model rates, by their codes in the API. */
export const sports: readonly Sport[] = catalogued;

/** Returns whether the model rates the sport with this code. */
export function isSport(code: string): code is Sport {
  return (sports as readonly string[]).includes(code);
}

/**
 * The parameters that are found from the data of a sport. Strength is in logits: `game-formats.ts` says which share of the points of a
 * lead a team is expected to win if it is one logit stronger.
 */
export interface SportParameters {
  /** The standard deviation of the strengths of players about whom nothing is known. */
  startSpread: number;
  /** The strength that a sigma of 25/3 represents. It decides what a point of `R` means, but does not affect predictions. */
  scaleSpread: number;
  /** The standard deviation of the levels of groups that never met, such as clubs, in each dimension of a direction. */
  groupSpread: number;
  /** The standard deviation of the change of a strength in a day, and in a match. */
  driftPerDay: number;
  driftPerMatch: number;
  /** The standard deviation of the form of the day, which all games of a match share. */
  form: number;
  /** Limits how much more a long game counts than a short game: 1 / (noise + (1 - noise) / winScore). */
  noise: number;
  /** How much more likely the better team wins a long game than a point. */
  lengthGain: number;
  /** The growth of `lengthGain` for each two games beyond three that a match can have. */
  longMatchGain: number;
  /** The lead, in logits, that the winner of a game has in the next game of the match, beyond its strength. */
  momentum: number;
}
