import { createHash } from 'node:crypto';
import type { PlayedMatch } from '../store/fingerprints.ts';
import { ratedGames } from './rated-games.ts';

/**
 * SHA-256 over what makes two reports, by whatever application and identifier, one match: the sport, the
 * day in UTC, who played with whom, and the games that count in their order, each with its scores and
 * rules. That is everything a reporter says that ratings depend on, so a report that would rate the
 * players otherwise is another match, which nobody confirms by reporting theirs. What they say of the
 * rules is part of it as a whole, although `winBy` moves no rating. Neither the order of the teams nor of
 * the players in them matters. A match of which no game counts has none.
 */
export function matchFingerprint({ sport, playedAt, teams, games: all }: PlayedMatch): Uint8Array {
  const games = ratedGames(all);
  const day = playedAt.toISOString().slice(0, 10);
  const rules = games.map(({ winScore, winBy }) => `${winScore}/${winBy}`);
  const sides = teams.map((team, index) => {
    const scores = games.map(({ scores }) => scores[index]);
    return `${team.toSorted().join(',')}:${scores.join(',')}`;
  });
  const text = `${sport} ${day} ${rules.join(',')} ${sides.toSorted().join(';')}`;
  return createHash('sha256').update(text).digest();
}
