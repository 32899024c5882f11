import { driftOf, logitsPerMu, MAX_TEAM_SIZE } from '../model/kernel.ts';
import type { Skill } from '../model/scale.ts';
import type { SportParameters } from '../model/sports.ts';
import { unknownBetween, withGroups } from '../model/sum-up-teams.ts';

const MAX_COURT = 2 * MAX_TEAM_SIZE;

/**
 * Computes how far apart the teams of splits are, in standard deviations of the lead, from the uncertainty between each two players.
 * This takes a fraction of the time of a prediction. The computation puts newcomers into the group of all players, while a match puts them into
 * the group of its players, so the result with newcomers can be slightly off.
 */
export class SplitLeads {
  /** By player: the strength and its uncertainty, in logits of a team's strength. */
  readonly #strength: readonly number[];
  readonly #variance: readonly number[];
  readonly #form: number;
  /** By two players: what they add to the variance of the lead as partners, and the additional part as opponents. */
  readonly #partners: readonly (readonly number[])[];
  readonly #opponents: readonly (readonly number[])[];
  /** By split: the first team, as indexes in a set, and the pairs of opponents, by the number of the pair. */
  readonly #splits: readonly { team: readonly number[]; opponents: Uint8Array }[];

  /** By pair of a set: the part that they add as opponents. */
  readonly #added = new Float64Array((MAX_COURT * (MAX_COURT - 1)) / 2);

  constructor(
    players: readonly Skill[],
    parameters: SportParameters,
    firstTeams: readonly (readonly number[])[],
  ) {
    const teamSize = (firstTeams[0] ?? []).length;
    const perMu = logitsPerMu(parameters) / Math.sqrt(teamSize);
    const drift = driftOf(parameters);
    this.#strength = players.map(({ mu }) => perMu * mu);
    this.#variance = players.map(({ sigma }) => perMu * perMu * (sigma * sigma + drift));
    this.#form = parameters.form ** 2;
    const grouped = withGroups(players);
    const unknown = grouped.map((one) =>
      grouped.map((other) => unknownBetween(one, other, parameters)),
    );
    // The square of the distance between the teams' vector sums is that of all opponents minus that of all partners.
    this.#partners = unknown.map((row) => row.map(({ groups }) => -groups / teamSize));
    this.#opponents = unknown.map((row) =>
      row.map(({ groups, pair }) => (2 * groups + pair) / teamSize),
    );
    this.#splits = firstTeams.map((team) => ({
      team,
      opponents: opponentsIn(team, 2 * teamSize),
    }));
  }

  /** Returns, for each split, how far apart the teams are. */
  deviationsOf(positions: readonly number[]): number[] {
    let own = this.#form;
    let all = 0;
    for (const position of positions) {
      own += this.#variance[position] ?? 0;
      all += this.#strength[position] ?? 0;
    }
    const added = this.#added;
    let partners = 0;
    let pair = 0;
    for (const [index, one] of positions.entries()) {
      const [asPartners, asOpponents] = [this.#partners[one], this.#opponents[one]];
      for (let before = 0; before < index; before += 1) {
        const other = positions[before] ?? 0;
        partners += asPartners?.[other] ?? 0;
        added[pair] = asOpponents?.[other] ?? 0;
        pair += 1;
      }
    }
    return this.#splits.map(({ team, opponents }) => {
      let first = 0;
      for (const index of team) first += this.#strength[positions[index] ?? 0] ?? 0;
      let unknown = partners;
      // By index, because this runs half a million times and an iterator would take most of the time.
      for (let index = 0; index < opponents.length; index += 1) {
        unknown += added[opponents[index] ?? 0] ?? 0;
      }
      return Math.abs(2 * first - all) / Math.sqrt(own + Math.max(0, unknown));
    });
  }
}

/** Returns the numbers of the pairs of opponents on a court. */
function opponentsIn(team: readonly number[], players: number): Uint8Array {
  const isFirst = Array.from({ length: players }, (_, index) => team.includes(index));
  const opponents: number[] = [];
  let pair = 0;
  for (let one = 0; one < players; one += 1) {
    for (let other = 0; other < one; other += 1) {
      if (isFirst[one] !== isFirst[other]) opponents.push(pair);
      pair += 1;
    }
  }
  return Uint8Array.from(opponents);
}
