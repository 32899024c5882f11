import { scoresOf } from '../results.ts';
import { walkMatches } from '../walk.ts';
import type { Candidate, RivalWalk } from './rival.ts';

const START = 1500;
const SCALE = 400;

// How far a game moves a rating, and by how much a difference makes a team the favourite. Ratings are
// updated by the usual scale; a scale of its own for predicting lets a rival whose ratings are right
// but too far apart, or not far enough, predict as well as they allow.
const FACTORS = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];
const SCALES = [200, 250, 300, 350, 400, 450, 500, 600, 700, 850];

/** Elo with a team as the mean of its players, over the grid of its two settings. */
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

/** Each team against each other, in equal shares where there are more than two. */
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
