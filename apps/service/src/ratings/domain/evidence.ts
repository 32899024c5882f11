import type { SportParameters } from './sport-parameters.ts';

/** One game: the points of each team, in the order of the teams. */
export interface RatedGame {
  scores: readonly number[];
  winScore: number;
  winBy: number;
}

/**
 * What a game says of two teams, from -1 (the second won to nothing) over 0 (level) to 1: the lead in
 * units of `winScore`, and none counts for more than a win to nothing.
 */
export function leadOf({ scores, winScore }: RatedGame, team: number, other: number): number {
  const lead = ((scores[team] ?? 0) - (scores[other] ?? 0)) / winScore;
  return Math.max(-1, Math.min(1, lead));
}

/** How many independent points a game is worth: more than one, and far fewer than were played. */
export function weightOf({ winScore }: RatedGame, { noise }: SportParameters): number {
  return 1 / (noise + (1 - noise) / winScore);
}

/** How many logits of the chance to win a game come of one logit of strength. */
export function decisiveness(
  { winScore, bestOf }: { winScore: number; bestOf: number },
  { lengthGain, longMatchGain }: SportParameters,
): number {
  const longMatch = 1 + (longMatchGain * Math.max(0, bestOf - 3)) / 2;
  return longMatch * Math.sqrt(1 + lengthGain * (winScore - 1));
}
