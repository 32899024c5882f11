import { type ParametersOf, sportParameters } from '../model/parameters.ts';
import type { Skill } from '../model/scale.ts';
import { type MatchFormat, winProbability } from '../model/win-probability.ts';

/** The players of a court in two teams. */
export interface CourtSplit {
  teams: readonly [PlayerSet, PlayerSet];
  /** How far the teams' chances are from even. */
  unfairness: number;
}

// In units of what it costs to see how far apart the teams of a split are: that of the dearest format, three
// times that of a usual one.
const COST_OF_PREDICTION = 200;

/**
 * Splits of sets of players who fill a court. For the same players the fairest split is the one whose
 * teams are nearest in strength, since the model's doubt about them is the same however they are
 * split: so the model is asked once a set, and not for each of its splits.
 */
export class CourtSplits {
  readonly players: number;
  readonly courtSize: number;
  readonly #skills: readonly Skill[];
  readonly #format: MatchFormat;
  readonly #parametersOf: ParametersOf;
  /** The first team of each split, as positions within the set. */
  readonly #firstTeams: readonly (readonly number[])[];
  /** By set: how unfair its fairest split is. */
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
    this.#unfairness = new Float64Array(2 ** this.players);
  }

  /** Weighs every set, before anything is asked; yields the cost of each. */
  *weigh(): Generator<number, void> {
    const sets: PlayerSet[] = [];
    eachSubset(allOf(this.players), this.courtSize, (set) => sets.push(set));
    for (const set of sets) {
      const apart = this.#distances(set);
      const nearest = apart.indexOf(Math.min(...apart));
      this.#unfairness[set] = this.#split(set, this.#firstTeams[nearest] ?? []).unfairness;
      yield apart.length + COST_OF_PREDICTION;
    }
  }

  /** How unfair the fairest split of a set is. */
  unfairnessOf(set: PlayerSet): number {
    return this.#unfairness[set] ?? 0;
  }

  /** The fairest splits of a set, as many as are asked for where there are so many. */
  fairest(set: PlayerSet, count: number): readonly CourtSplit[] {
    const wanted = Math.min(count, this.#firstTeams.length);
    const known = this.#ranked.get(set);
    if (known?.length === wanted) return known;
    const apart = this.#distances(set);
    const ranked = this.#firstTeams
      .map((team, index) => ({ team, apart: apart[index] ?? 0 }))
      .sort((one, other) => one.apart - other.apart)
      .slice(0, wanted)
      .map(({ team }) => this.#split(set, team));
    this.#ranked.set(set, ranked);
    return ranked;
  }

  /** How far apart in strength the teams of each split are. */
  #distances(set: PlayerSet): number[] {
    const strengths = positionsOf(set).map((position) => this.#skills[position]?.mu ?? 0);
    const all = strengths.reduce((sum, strength) => sum + strength, 0);
    return this.#firstTeams.map((team) => {
      let own = 0;
      for (const index of team) own += strengths[index] ?? 0;
      return Math.abs(2 * own - all);
    });
  }

  #split(set: PlayerSet, firstTeam: readonly number[]): CourtSplit {
    const positions = positionsOf(set);
    const first = firstTeam.reduce((bits, index) => bits | (1 << (positions[index] ?? 0)), 0);
    const teams = [first, set ^ first] as const;
    const skills = teams.map((team) => positionsOf(team).flatMap((at) => this.#skills[at] ?? []));
    const [chance = 0] = winProbability(skills, this.#format, this.#parametersOf);
    return { teams, unfairness: Math.abs(chance - 0.5) };
  }
}

/** Some of the players, a bit for each: bit 0 is set where the first one belongs to it. */
export type PlayerSet = number;

export function allOf(players: number): PlayerSet {
  return 2 ** players - 1;
}

/** The positions of its players. */
export function positionsOf(set: PlayerSet): number[] {
  const positions: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) positions.push(31 - Math.clz32(rest & -rest));
  return positions;
}

/** Visits every way to take so many players out of a set; it makes no lists, since there are so many. */
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

/** The same with the first player among them, so that of a set and those left over one is visited. */
export function eachSubsetWithFirst(
  set: PlayerSet,
  size: number,
  visit: (subset: PlayerSet) => void,
): void {
  const first = set & -set;
  eachSubset(set ^ first, size - 1, visit, first);
}
