import { currentModel, type RatingModel } from '../../ratings/domain/rating-model.ts';
import type { Skill } from '../../ratings/domain/scale.ts';
import { winProbability } from '../../ratings/domain/win-probability.ts';
import type { PlayedMatch } from './match-log.ts';

/** Predicts matches from those it has rated. */
export interface Forecaster {
  /** How likely the first of two teams is to win each game. */
  games: (match: PlayedMatch) => number[];
  /** How likely it is to win the best of so many games. */
  match: (match: PlayedMatch, bestOf: number) => number;
  rate: (match: PlayedMatch) => void;
}

/** The service's own ratings: all that the backtest knows of the rating model is in this file. */
export function ourForecaster(players: number, model: RatingModel = currentModel): Forecaster {
  const skills = new Array<Skill>(players).fill(model.start);
  const teamsOf = ({ teams }: PlayedMatch) =>
    teams.map((team) => team.map((player) => skills[player] ?? model.start));
  return {
    games(match) {
      const teams = teamsOf(match);
      return match.games.map(({ winScore, winBy }) => {
        const format = { sport: match.sport, winScore, winBy, bestOf: 1 };
        return winProbability(teams, format)[0] ?? 0.5;
      });
    },
    match(match, bestOf) {
      const { winScore, winBy } = match.games[0] ?? { winScore: 1, winBy: 1 };
      const format = { sport: match.sport, winScore, winBy, bestOf };
      return winProbability(teamsOf(match), format)[0] ?? 0.5;
    },
    rate(match) {
      const rated = model.rateGames(teamsOf(match), match.games);
      for (const [team, players] of match.teams.entries()) {
        for (const [position, player] of players.entries()) {
          skills[player] = rated[team]?.[position] ?? model.start;
        }
      }
    },
  };
}
