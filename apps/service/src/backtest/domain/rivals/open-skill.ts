import { predictWin, rate, rating } from 'openskill';
import { scoresOf } from '../results.ts';
import { walkMatches } from '../walk.ts';
import type { RivalWalk } from './rival.ts';

/** OpenSkill as the package comes: its defaults, and its own prediction. */
export const walkOpenSkill: RivalWalk = (walk, results) => {
  const start = rating();
  const ratings = new Array<{ mu: number; sigma: number }>(walk.log.players).fill(start);
  const predictions = new Float64Array(results.count);
  walkMatches(walk, (match, rank) => {
    const teamsOf = () => match.teams.map((team) => team.map((player) => ratings[player] ?? start));
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
