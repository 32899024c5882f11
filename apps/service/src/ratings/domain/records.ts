import type { RatedGame } from './evidence.ts';

/**
 * 1 for a team that beat others and lost to none, -1 for one that lost to others and beat none, else
 * 0. Who won more of the games beat the other.
 */
export function recordOf(games: readonly RatedGame[], teams: number, team: number): -1 | 0 | 1 {
  let beaten = 0;
  let lost = 0;
  for (let other = 0; other < teams; other += 1) {
    if (other === team) continue;
    const lead = gamesAhead(games, team, other);
    if (lead > 0) beaten += 1;
    if (lead < 0) lost += 1;
  }
  if (beaten > 0 && lost === 0) return 1;
  return lost > 0 && beaten === 0 ? -1 : 0;
}

function gamesAhead(games: readonly RatedGame[], team: number, other: number): number {
  let ahead = 0;
  for (const { scores } of games) ahead += Math.sign((scores[team] ?? 0) - (scores[other] ?? 0));
  return ahead;
}
