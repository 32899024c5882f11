import { leadOf, type RatedGame, weightOf } from './evidence.ts';
import { load, newKernel, sumUpTeams } from './kernel.ts';
import type { MatchToWeigh } from './rate-match.ts';
import type { Skill } from './scale.ts';
import { sportParameters } from './sport-parameters.ts';

const kernel = newKernel();

/**
 * By team and game, in logits: what each game says of the strength of the team, against what was expected before the
 * match. For each team it adds up to what the match moved it by.
 * @param moved By team, in logits, before the limit (`MatchRating`).
 */
export function evidenceOfGames(
  teams: readonly (readonly Skill[])[],
  { sport, games }: MatchToWeigh,
  moved: readonly number[],
): number[][] {
  const parameters = sportParameters(sport);
  load(kernel, teams);
  sumUpTeams(kernel, parameters);
  const weights = games.map((game) => weightOf(game, parameters));
  return teams.map((_, team) => {
    const expected = expectedLeads(team);
    const surprises = games.map((game, index) => {
      const weight = ((kernel.variance[team] ?? 0) * (weights[index] ?? 0)) / 2;
      return weight * meanSurprise(team, game, expected);
    });
    const sum = sumOf(surprises);
    const all = moved[team] ?? 0;
    const share = all / sum;
    // The games share the form of the day, so together they say less than each of them does by itself. Where their
    // sum does not show how much less, as where they say the opposite, the curve at what was expected does.
    const damping = share > 0 && share <= 1 ? share : dampingAt(team, expected, sumOf(weights));
    const rest = (all - damping * sum) / games.length;
    return surprises.map((own) => damping * own + rest);
  });
}

/** The lead that the model expects of a team over each other team. */
function expectedLeads(team: number): Map<number, number> {
  const { teams, strength } = kernel;
  const leads = new Map<number, number>();
  for (let other = 0; other < teams; other += 1) {
    const ahead = (strength[team] ?? 0) - (strength[other] ?? 0);
    if (other !== team) leads.set(other, Math.tanh(ahead / 2));
  }
  return leads;
}

function meanSurprise(
  team: number,
  game: RatedGame,
  expected: ReadonlyMap<number, number>,
): number {
  return (
    sumOf([...expected].map(([other, lead]) => leadOf(game, team, other) - lead)) / expected.size
  );
}

/** How much of what the games say moves a team by a little. */
function dampingAt(team: number, expected: ReadonlyMap<number, number>, weight: number): number {
  const { teams, variance } = kernel;
  // Of two teams the one falls as the other rises.
  const spread = teams === 2 ? (variance[0] ?? 0) + (variance[1] ?? 0) : (variance[team] ?? 0);
  const steepness = sumOf([...expected.values()].map((lead) => 1 - lead * lead)) / expected.size;
  return 1 / (1 + (spread * weight * steepness) / 4);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
