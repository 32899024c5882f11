import { logLossOf } from './metrics.ts';
import { type Results, scoresOf } from './results.ts';
import { type Walk, walkMatches } from './walk.ts';

/** Another rating system, with the settings that predict these results best. */
export interface Rival {
  name: string;
  /** The settings chosen for each sport, in words; empty if there is nothing to choose. */
  settings: ReadonlyMap<number, string>;
  predictions: Float64Array;
}

/** A rating system with one choice of settings. */
export interface Candidate {
  settings: string;
  /** Returns the predicted probability that the first team wins the result with this number. */
  at: (result: number) => number;
}

/** Walks the log, and returns the predictions of each choice of settings. */
export type RivalWalk = (walk: Walk, results: Results) => Candidate[];

/**
 * Chooses for each sport the settings with the least log loss on the counted results. Nobody could choose them in advance, so
 * this favours the rival.
 */
export function tuned(name: string, results: Results, candidates: readonly Candidate[]): Rival {
  const best = new Map<number, { candidate: Candidate; loss: number }>();
  for (const candidate of candidates) {
    for (const [sport, loss] of lossBySport(results, candidate)) {
      if (loss < (best.get(sport)?.loss ?? Number.POSITIVE_INFINITY)) {
        best.set(sport, { candidate, loss });
      }
    }
  }
  const predictions = new Float64Array(results.count);
  for (let result = 0; result < results.count; result += 1) {
    predictions[result] = best.get(results.sport[result] ?? 0)?.candidate.at(result) ?? 0.5;
  }
  const settings = [...best].map(([sport, { candidate }]) => [sport, candidate.settings] as const);
  return { name, settings: new Map(settings), predictions };
}

function lossBySport(results: Results, candidate: Candidate): Map<number, number> {
  const losses = new Map<number, number>();
  for (let result = 0; result < results.count; result += 1) {
    const sport = results.sport[result] ?? 0;
    const loss = logLossOf(candidate.at(result), results.outcome[result] ?? 0.5);
    losses.set(sport, (losses.get(sport) ?? 0) + loss);
  }
  return losses;
}

const START = 1500;

const SCALE = 400;

// The factor by which a game moves a rating, and the scale that turns a difference into a probability. Ratings are updated with
// the usual scale. A separate scale for predictions helps a rival whose ratings are in the right order but too far apart or too
// close together.
const FACTORS = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

const SCALES = [200, 250, 300, 350, 400, 450, 500, 600, 700, 850];

/** Returns the walks of Elo over the grid of its two settings. A team is the mean of its players. */
export const walkElo: RivalWalk = (walk, results) => {
  const tables = FACTORS.map((factor) => ({
    factor,
    ratings: new Float64Array(walk.log.players).fill(START),
    differences: new Float64Array(results.count),
  }));
  walkMatches(walk, (match, rank) => {
    const first = results.firstOf[rank] ?? -1;
    const games = scoresOf(match, results.unit);
    for (const { factor, ratings, differences } of tables) {
      for (const [index, scores] of games.entries()) {
        if (first !== -1) {
          const [one = START, other = START] = match.teams.map((team) => meanOf(ratings, team));
          differences[first + index] = one - other;
        }
        rateGame(ratings, match.teams, scores, factor);
      }
    }
  });
  return tables.flatMap(({ factor, differences }) =>
    SCALES.map(
      (scale): Candidate => ({
        settings: `K ${factor}, scale ${scale}`,
        at: (result) => expected(differences[result] ?? 0, scale),
      }),
    ),
  );
};

/** Compares each team with each other, in equal shares if there are more than two. */
function rateGame(
  ratings: Float64Array,
  teams: readonly (readonly number[])[],
  scores: readonly number[],
  factor: number,
): void {
  const means = teams.map((team) => meanOf(ratings, team));
  for (const [index, team] of teams.entries()) {
    let surprise = 0;
    for (const [other, mean] of means.entries()) {
      if (other === index) continue;
      const difference = (scores[index] ?? 0) - (scores[other] ?? 0);
      surprise += (1 + Math.sign(difference)) / 2 - expected((means[index] ?? 0) - mean, SCALE);
    }
    const move = (factor * surprise) / (teams.length - 1);
    for (const player of team) ratings[player] = (ratings[player] ?? START) + move;
  }
}

function expected(difference: number, scale: number): number {
  return 1 / (1 + 10 ** (-difference / scale));
}

function meanOf(ratings: Float64Array, team: readonly number[]): number {
  let sum = 0;
  for (const player of team) sum += ratings[player] ?? START;
  return sum / team.length;
}

/** A rating of the npm package `openskill`. */
interface OpenSkillRating {
  mu: number;
  sigma: number;
}

/** The part of the npm package `openskill` that a comparison uses. */
export interface OpenSkill {
  rating: () => OpenSkillRating;
  rate: (teams: OpenSkillRating[][], options: { score: number[] }) => OpenSkillRating[][];
  predictWin: (teams: OpenSkillRating[][]) => number[];
}

/** Returns the walk of OpenSkill with the defaults and the prediction of its package. */
export const openSkillWalk =
  ({ rating, rate, predictWin }: OpenSkill): RivalWalk =>
  (walk, results) => {
    const start = rating();
    const ratings = new Array<OpenSkillRating>(walk.log.players).fill(start);
    const predictions = new Float64Array(results.count);
    walkMatches(walk, (match, rank) => {
      const teamsOf = () =>
        match.teams.map((team) => team.map((player) => ratings[player] ?? start));
      const first = results.firstOf[rank] ?? -1;
      const games = scoresOf(match, results.unit);
      for (const [index, scores] of games.entries()) {
        if (first !== -1) predictions[first + index] = predictWin(teamsOf())[0] ?? 0.5;
        const rated = rate(teamsOf(), { score: [...scores] });
        for (const [team, players] of match.teams.entries()) {
          for (const [position, player] of players.entries()) {
            ratings[player] = rated[team]?.[position] ?? start;
          }
        }
      }
    });
    return [{ settings: '', at: (result) => predictions[result] ?? 0.5 }];
  };
