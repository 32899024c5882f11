import { type Skill, STARTING_SKILL } from './scale.ts';
import { sportParameters } from './sport-parameters.ts';

/** Where a player starts in a sport about whom nothing is known. */
export function startingSkill(sport: string): Skill {
  const { startSpread, scaleSpread } = sportParameters(sport);
  return { mu: STARTING_SKILL.mu, sigma: STARTING_SKILL.sigma * (startSpread / scaleSpread) };
}
