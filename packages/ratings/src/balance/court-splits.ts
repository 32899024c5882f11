import { type ParametersOf, sportParameters } from '../model/parameters.ts';
import type { Skill } from '../model/scale.ts';
import { type MatchFormat, winProbability } from '../model/win-probability.ts';
import { SplitLeads } from './split-leads.ts';

/** The players of a court in two teams. */
export interface CourtSplit {
  teams: readonly [PlayerSet, PlayerSet];
  /** The distance of the win probability from one half. */
  unfairness: number;
}

// In units of a search step. Every prediction counts as much as one of the most expensive format, three times a usual one.
const COST_OF_PREDICTION = 200;

// If there are more splits, only those that look fairest are predicted. The pairs of sixteen players have 5,460 splits. So many
// splits of one set take some milliseconds, in which the process does nothing else.
const MAX_PREDICTIONS = 6_000;
const MAX_PREDICTIONS_OF_SET = 500;

/**
 * The splits of sets of players who fill a court, ranked by how far the teams' probabilities are from even. The uncertainty of the
 * difference depends on the split too, because the split decides which partners and groups play against each other. If there
 * are too many splits to predict them all, they are ranked by the lead in standard deviations. For nearly equal splits, this order
 * can differ from the order of the predictions.
 */
export class CourtSplits {
  readonly players: number;
  readonly courtSize: number;
  readonly #skills: readonly Skill[];
  readonly #format: MatchFormat;
  readonly #parametersOf: ParametersOf;
  /** The first team of each split, as indexes in the set. */
  readonly #firstTeams: readonly (readonly number[])[];
  readonly #sets: readonly PlayerSet[];
  /** The number of splits of a set to predict, and how to choose them; null if all are predicted. */
  readonly #predicted: number;
  readonly #leads: SplitLeads | null;
  /** By set: the unfairness of its fairest split. */
  readonly #unfairness: Float64Array;
  readonly #ranked = new Map<PlayerSet, CourtSplit[]>();

  constructor(
    skills: readonly Skill[],
    teamSize: number,
    format: MatchFormat,
    parametersOf: ParametersOf = sportParameters,
  ) {
    this.players = skills.length;
    this.courtSize = 2 * teamSize;
    this.#skills = skills;
    this.#format = format;
    this.#parametersOf = parametersOf;
    const firstTeams: number[][] = [];
    eachSubsetWithFirst(allOf(this.courtSize), teamSize, (team) =>
      firstTeams.push(positionsOf(team)),
    );
    this.#firstTeams = firstTeams;
    const sets: PlayerSet[] = [];
    eachSubset(allOf(this.players), this.courtSize, (set) => sets.push(set));
    this.#sets = sets;
    const affordable = Math.max(1, Math.floor(MAX_PREDICTIONS / sets.length));
    this.#predicted = Math.min(firstTeams.length, affordable, MAX_PREDICTIONS_OF_SET);
    this.#leads =
      this.#predicted < firstTeams.length
        ? new SplitLeads(skills, parametersOf(format.sport, teamSize), firstTeams)
        : null;
    this.#unfairness = new Float64Array(2 ** this.players);
  }

  /** Evaluates every set, before the first call of `unfairnessOf` or `fairest`. Yields the cost of each set. */
  *weigh(): Generator<number, void> {
    const cost = this.#firstTeams.length + this.#predicted * COST_OF_PREDICTION;
    for (const set of this.#sets) {
      const [fairest] = this.#rank(set, 1);
      this.#unfairness[set] = fairest?.unfairness ?? 0;
      yield cost;
    }
  }

  /** Returns the unfairness of the fairest split of a set. */
  unfairnessOf(set: PlayerSet): number {
    return this.#unfairness[set] ?? 0;
  }

  /** Returns the fairest splits of a set, at most as many as asked for. */
  fairest(set: PlayerSet, count: number): readonly CourtSplit[] {
    const wanted = Math.min(count, this.#firstTeams.length);
    const known = this.#ranked.get(set);
    if (known?.length === wanted) return known;
    const ranked = this.#rank(set, wanted);
    this.#ranked.set(set, ranked);
    return ranked;
  }

  #rank(set: PlayerSet, count: number): CourtSplit[] {
    const positions = positionsOf(set);
    const ranked = this.#promisingTeams(positions, Math.max(count, this.#predicted)).map((team) =>
      this.#split(positions, team),
    );
    // The first split is the fairest of all evaluated splits, for any requested number.
    if (this.#predicted > 1) ranked.sort((one, other) => one.unfairness - other.unfairness);
    return ranked.slice(0, count);
  }

  #promisingTeams(positions: readonly number[], count: number): readonly (readonly number[])[] {
    if (this.#leads === null) return this.#firstTeams;
    const deviations = this.#leads.deviationsOf(positions);
    if (count === 1) {
      return [this.#firstTeams[deviations.indexOf(Math.min(...deviations))] ?? []];
    }
    return this.#firstTeams
      .map((team, index) => ({ team, apart: deviations[index] ?? 0 }))
      .sort((one, other) => one.apart - other.apart)
      .slice(0, count)
      .map(({ team }) => team);
  }

  #split(positions: readonly number[], firstTeam: readonly number[]): CourtSplit {
    const set = positions.reduce((bits, position) => bits | (1 << position), 0);
    const first = firstTeam.reduce((bits, index) => bits | (1 << (positions[index] ?? 0)), 0);
    const teams = [first, set ^ first] as const;
    const skills = teams.map((team) => positionsOf(team).flatMap((at) => this.#skills[at] ?? []));
    const [chance = 0] = winProbability(skills, this.#format, this.#parametersOf);
    return { teams, unfairness: Math.abs(chance - 0.5) };
  }
}

/** A set of players, with a bit for each. Bit 0 is the first player. */
export type PlayerSet = number;

export function allOf(players: number): PlayerSet {
  return 2 ** players - 1;
}

/** Returns the indexes of its players. */
export function positionsOf(set: PlayerSet): number[] {
  const positions: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) positions.push(31 - Math.clz32(rest & -rest));
  return positions;
}

/** Visits every subset of this size, without creating a list, because there are many. */
export function eachSubset(
  set: PlayerSet,
  size: number,
  visit: (subset: PlayerSet) => void,
  taken: PlayerSet = 0,
): void {
  if (size === 0) {
    visit(taken);
    return;
  }
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const first = rest & -rest;
    eachSubset(rest ^ first, size - 1, visit, taken | first);
  }
}

/** Does the same for subsets with the first player, so that only one of a subset and its rest is visited. */
export function eachSubsetWithFirst(
  set: PlayerSet,
  size: number,
  visit: (subset: PlayerSet) => void,
): void {
  const first = set & -set;
  eachSubset(set ^ first, size - 1, visit, first);
}
