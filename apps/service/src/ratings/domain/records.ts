import type { RatedGame } from './evidence.ts';

/** Writes how many games each team won: those in which it had more points than every other. */
export function countWins(
  games: readonly Pick<RatedGame, 'scores'>[],
  wins: { [team: number]: number },
  teams: number,
): void {
  for (let team = 0; team < teams; team += 1) wins[team] = 0;
  for (const { scores } of games) {
    let winner = 0;
    let isLevel = false;
    for (let team = 1; team < teams; team += 1) {
      const lead = (scores[team] ?? 0) - (scores[winner] ?? 0);
      if (lead > 0) winner = team;
      isLevel = lead === 0 || (isLevel && lead < 0);
    }
    if (!isLevel) wins[winner] = (wins[winner] ?? 0) + 1;
  }
}

/**
 * 1 for the team that won the match, which is the one that won most games; -1 for one that lost it, to
 * the only other team or without winning a game; else 0.
 */
export function recordOf(
  wins: { readonly [team: number]: number },
  teams: number,
  team: number,
): -1 | 0 | 1 {
  const own = wins[team] ?? 0;
  let best = 0;
  for (let other = 0; other < teams; other += 1) {
    if (other !== team) best = Math.max(best, wins[other] ?? 0);
  }
  if (own > best) return 1;
  return best > own && (own === 0 || teams === 2) ? -1 : 0;
}
