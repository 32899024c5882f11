import { rateMatch } from '../../ratings/domain/rate-match.ts';
import { currentModel, type RatingModel } from '../../ratings/domain/rating-model.ts';
import type { PlayedSkill } from '../../ratings/domain/rating-states.ts';
import { nextGameProbability, winProbability } from '../../ratings/domain/win-probability.ts';
import { bestOfIn } from './best-of.ts';
import type { PlayedMatch } from './match-log.ts';

/** Predicts matches from those it has rated. */
export interface Forecaster {
  /** How likely the first of two teams is to win each game, once those before it in the match are known. */
  games: (match: PlayedMatch) => number[];
  /** How likely it is to win the best of so many games. */
  match: (match: PlayedMatch, bestOf: number) => number;
  rate: (match: PlayedMatch) => void;
}

/** The service's own ratings: all that the backtest knows of the rating model is in this file. */
export function ourForecaster(players: number, model: RatingModel = currentModel): Forecaster {
  const skills = new Array<PlayedSkill | undefined>(players);
  const teamsOf = ({ sport, playedAt, teams }: PlayedMatch) =>
    teams.map((team) =>
      team.map((player) => {
        const own = skills[player];
        return model.skillAt({ own, primary: own }, sport, playedAt);
      }),
    );
  return {
    games(match) {
      const teams = teamsOf(match);
      const bestOf = bestOfIn(match.games) ?? 1;
      return match.games.map(({ winScore, winBy }, index) => {
        const format = { sport: match.sport, winScore, winBy, bestOf };
        return nextGameProbability(teams, format, match.games.slice(0, index))[0] ?? 0.5;
      });
    },
    match(match, bestOf) {
      const { winScore, winBy } = match.games[0] ?? { winScore: 1, winBy: 1 };
      const format = { sport: match.sport, winScore, winBy, bestOf };
      return winProbability(teamsOf(match), format)[0] ?? 0.5;
    },
    rate(match) {
      const { skills: rated } = rateMatch(teamsOf(match), match, model.weigh);
      for (const [team, players] of match.teams.entries()) {
        for (const [position, player] of players.entries()) {
          const skill = rated[team]?.[position];
          if (skill === undefined) continue;
          const lastPlayed = skills[player]?.lastPlayed ?? match.playedAt;
          skills[player] = {
            mu: skill.mu,
            sigma: skill.sigma,
            lastPlayed: Math.max(lastPlayed, match.playedAt),
          };
        }
      }
    },
  };
}
