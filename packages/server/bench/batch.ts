import type { Schemas } from '../src/index.ts';

const players = [
  'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  'mem_01jq8z7c5e9tkr0v6p3g8w2nbd',
  'mem_01jq9a2f7hxm4q8s1z6y3t5vkc',
  'mem_01jqa4k8n2p6w0d9r7e5c3j1fs',
] as const;

const start = Date.UTC(2026, 8, 12, 8);
const sevenMinutes = 7 * 60 * 1000;

/** A batch of doubles matches: each match has its own identifier, time, and two games. */
export function batchOf(count: number): Schemas.MatchBatch {
  return {
    sport: 'pickleball',
    winScore: 11,
    winBy: 2,
    event: 'Saturday League',
    location: 'Austin, Texas',
    matches: Array.from({ length: count }, (_, index) => ({
      identifier: `saturday-league-2026-09-12-${index}`,
      matchDate: new Date(start + index * sevenMinutes).toISOString(),
      teams: [
        [player(index), player(index + 1)],
        [player(index + 2), player(index + 3)],
      ],
      games: [{ scores: [11, index % 10] }, { scores: [11, (index + 3) % 10] }],
    })),
  };
}

function player(index: number): string {
  return players[index % players.length] ?? '';
}
