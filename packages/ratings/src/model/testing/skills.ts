import fc from 'fast-check';
import { type Skill, STARTING_SKILL, UNCONNECTED } from '../scale.ts';

/** Returns the skill of a player without known comparisons. */
export const skill = (mu: number, sigma: number): Skill => ({ mu, sigma, ...UNCONNECTED });

/** The skill of a player before the first match. */
export const NEWCOMER: Skill = { ...STARTING_SKILL, ...UNCONNECTED };

/** Skills of players who met others, within these ranges; `numbered` gives them different ids. */
export const anySkillWithin = (
  mu: readonly [number, number],
  sigma: readonly [number, number] = [0.5, STARTING_SKILL.sigma],
): fc.Arbitrary<Skill> =>
  fc.record({
    // -0 and 0 are the same skill.
    mu: fc.double({ min: mu[0], max: mu[1], noNaN: true }).map((value) => value + 0),
    sigma: fc.double({ min: sigma[0], max: sigma[1], noNaN: true }),
    id: fc.constant(0),
    direction: fc.oneof(
      fc.constant(0),
      fc
        .array(fc.integer({ min: 76, max: 180 }), { minLength: 6, maxLength: 6 })
        .map((digits) => digits.reduce((packed, digit) => packed * 256 + digit, 0)),
    ),
    partner: fc.integer({ min: 0, max: 16 }),
    open: fc.integer({ min: 0, max: 8 * 2 ** 14 }).map((steps) => steps / 2 ** 14),
  });

/** Returns the same players with different ids. Some neighbours are usual partners. */
export function numbered(teams: readonly (readonly Skill[])[]): Skill[][] {
  let count = 0;
  return teams.map((team) =>
    team.map((player) => {
      count += 1;
      const neighbour = count % 2 === 0 ? count - 1 : count + 1;
      return { ...player, id: count, partner: player.partner > 8 ? neighbour : player.partner };
    }),
  );
}
