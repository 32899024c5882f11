import { createHash } from 'node:crypto';
import type { PlayedMatch } from '../store/fingerprints.ts';

/**
 * SHA-256 over what makes two reports, by whatever application and identifier, one match: the sport,
 * the day in UTC, who played with whom, and the scores of the games in their order. Neither the order
 * of the teams nor of the players in them matters.
 */
export function matchFingerprint({ sport, playedAt, teams, games }: PlayedMatch): Uint8Array {
  const day = playedAt.toISOString().slice(0, 10);
  const sides = teams.map((team, index) => {
    const scores = games.map(({ scores }) => scores[index]);
    return `${team.toSorted().join(',')}:${scores.join(',')}`;
  });
  const text = `${sport} ${day} ${sides.toSorted().join(';')}`;
  return createHash('sha256').update(text).digest();
}
