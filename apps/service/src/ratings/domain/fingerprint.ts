import { createHash } from 'node:crypto';
import { ratedGames } from './rated-games.ts';

/** What was played: by whom, and with which scores under which rules. */
export interface PlayedMatch {
  sport: string;
  /** The members' ids, team by team. */
  teams: readonly (readonly string[])[];
  games: readonly {
    scores: readonly number[];
    winScore: number;
    winBy: number;
    isRated?: boolean;
  }[];
}

/**
 * SHA-256 over what all reports of a match have in common, besides its day: the sport, who played with whom, and the
 * games that count in their order, each with its scores and rules. That is everything a reporter says that ratings
 * depend on, so a report that would rate the players otherwise is another match, which nobody confirms by reporting
 * theirs. What they say of the rules is part of it as a whole, although `winBy` moves no rating. Neither the
 * order of the teams nor of the players in them matters. A match without a game that counts has none.
 */
export function matchFingerprint({ sport, teams, games: all }: PlayedMatch): Uint8Array {
  const games = ratedGames(all);
  const rules = games.map(({ winScore, winBy }) => `${winScore}/${winBy}`);
  const sides = teams.map((team, index) => {
    const scores = games.map(({ scores }) => scores[index]);
    return `${team.toSorted().join(',')}:${scores.join(',')}`;
  });
  const text = `${sport} ${rules.join(',')} ${sides.toSorted().join(';')}`;
  return createHash('sha256').update(text).digest();
}
