import { rateMatch } from '../model/rate-match.ts';
import { currentModel, type PlayedSkill, type RatingModel } from '../model/rating-model.ts';
import { playerId } from '../model/scale.ts';
import type { MatchLog, PlayedMatch } from './match-log.ts';
import { bestOfIn, type Results, type Unit } from './results.ts';

/** Predicted probabilities that the first team wins, by the numbers of the results. */
type Predictions = Record<Unit, Float64Array>;

/** Called from time to time with the finished share, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Matches to walk over in played order. */
export interface Walk {
  log: MatchLog;
  /** The numbers of the matches in the log, in played order. */
  order: Uint32Array;
  onProgress?: OnProgress;
}

const MATCHES_BETWEEN_REPORTS = 2_000;

// This takes some milliseconds.
const MATCHES_PER_CHUNK = 100;

type Visit = (match: PlayedMatch, rank: number) => void;

/** Calls `visit` with each match in played order, and its rank. */
export function walkMatches(walk: Walk, visit: Visit): void {
  runToEnd(walkInSteps(walk, visit));
}

/** Does the same in steps, for a server with other work to do. Yields the number of matches since the last step. */
export function* walkInSteps(
  { log, order, onProgress = () => {} }: Walk,
  visit: Visit,
): Generator<number, void> {
  for (const [rank, index] of order.entries()) {
    visit(log.at(index), rank);
    if (rank % MATCHES_BETWEEN_REPORTS === 0) onProgress(rank / order.length);
    if (rank % MATCHES_PER_CHUNK === MATCHES_PER_CHUNK - 1) yield MATCHES_PER_CHUNK;
  }
  onProgress(1);
}

/** Runs all steps at once. */
export function runToEnd<Result>(work: Generator<number, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

/** Predicts each match from the matches before it, and then rates it. */
export function walkForward(
  walk: Walk,
  results: Record<Unit, Results>,
  forecaster: Forecaster,
): Predictions {
  return runToEnd(walkForwardInSteps(walk, results, forecaster));
}

/** Does the same in steps, like `walkInSteps`. */
export function* walkForwardInSteps(
  walk: Walk,
  results: Record<Unit, Results>,
  forecaster: Forecaster,
): Generator<number, Predictions> {
  const predictions = {
    game: new Float64Array(results.game.count),
    match: new Float64Array(results.match.count),
  };
  yield* walkInSteps(walk, (match, rank) => {
    const firstGame = results.game.firstOf[rank] ?? -1;
    if (firstGame !== -1) predictions.game.set(forecaster.games(match), firstGame);
    const ofMatch = results.match.firstOf[rank] ?? -1;
    if (ofMatch !== -1) {
      predictions.match[ofMatch] = forecaster.match(match, bestOfIn(match.games) ?? 1);
    }
    forecaster.rate(match);
  });
  return predictions;
}

/** Predicts matches from the matches that it has rated. */
export interface Forecaster {
  /** Returns the probability of the first of two teams to win each game, given the earlier games of the match. */
  games: (match: PlayedMatch) => number[];
  /** Returns the probability of the first team to win the best of this many games. */
  match: (match: PlayedMatch, bestOf: number) => number;
  rate: (match: PlayedMatch) => void;
}

/** Predicts with the service's ratings. Only this file of the backtest knows the rating model. */
export function ourForecaster(players: number, model: RatingModel = currentModel): Forecaster {
  const skills = new Array<PlayedSkill | undefined>(players);
  const ids = Float64Array.from(skills, (_, player) => playerId(String(player)));
  const teamsOf = ({ sport, playedAt, teams }: PlayedMatch) =>
    teams.map((team) =>
      team.map((player) => {
        const own = skills[player];
        const standing = { id: ids[player] ?? 0, own, primary: own };
        return model.skillAt(standing, { sport, teamSize: team.length }, playedAt);
      }),
    );
  return {
    games(match) {
      const teams = teamsOf(match);
      const bestOf = bestOfIn(match.games) ?? 1;
      return match.games.map(({ winScore, winBy }, index) => {
        const format = { sport: match.sport, winScore, winBy, bestOf };
        return model.nextGameProbability(teams, format, match.games.slice(0, index))[0] ?? 0.5;
      });
    },
    match(match, bestOf) {
      const { winScore, winBy } = match.games[0] ?? { winScore: 1, winBy: 1 };
      const format = { sport: match.sport, winScore, winBy, bestOf };
      return model.winProbability(teamsOf(match), format)[0] ?? 0.5;
    },
    rate(match) {
      const { skills: rated } = rateMatch(teamsOf(match), match, model.weigh);
      for (const [team, players] of match.teams.entries()) {
        for (const [position, player] of players.entries()) {
          const skill = rated[team]?.[position];
          if (skill === undefined) continue;
          const lastPlayed = skills[player]?.lastPlayed ?? match.playedAt;
          skills[player] = { ...skill, lastPlayed: Math.max(lastPlayed, match.playedAt) };
        }
      }
    },
  };
}
