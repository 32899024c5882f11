import { Readable } from 'node:stream';
import { MatchLog, type NamedMatch } from '../domain/match-log.ts';
import type { MatchSource } from '../read-matches.ts';

const DAY = 86_400_000;

const FIRST_DAY = Date.UTC(2026, 0, 1);

/** A match as a line holds it. */
export function matchLine(changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    identifier: 'final',
    matchDate: '2026-01-01T00:00:00Z',
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    teams: [['ann'], ['bob']],
    games: [{ scores: [11, 7] }],
    ...changes,
  });
}

export function linesOf(name: string, ...lines: readonly string[]): MatchSource {
  return { name, open: () => Readable.from([lines.join('\n')]) };
}

/** A match to 11 by 2 that is played so many days after the first. */
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
