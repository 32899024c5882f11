import { MatchLog, type NamedMatch } from '../match-log.ts';

const DAY = 86_400_000;

const FIRST_DAY = Date.UTC(2026, 0, 1);

/** Returns a match to 11 by 2, played this number of days after the first match. */
export function playedOn(
  day: number,
  teams: readonly (readonly string[])[],
  ...scores: readonly (readonly number[])[]
): NamedMatch {
  return {
    sport: 'pickleball',
    playedAt: FIRST_DAY + day * DAY,
    teams,
    games: scores.map((points) => ({ scores: points, winScore: 11, winBy: 2 })),
    isFinished: true,
  };
}

export function logOf(...matches: readonly NamedMatch[]): MatchLog {
  const log = new MatchLog();
  for (const match of matches) log.add(match);
  return log;
}
