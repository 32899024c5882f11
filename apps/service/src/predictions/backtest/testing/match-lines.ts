import { Readable } from 'node:stream';
import type { MatchSource } from '../read-matches.ts';

/** Returns a match as a line. */
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

/** Returns a file of these lines. */
export function linesOf(name: string, ...lines: readonly string[]): MatchSource {
  return { name, open: () => Readable.from([lines.join('\n')]) };
}
