import type { Random } from '@partner-rating/service/src/platform/random.ts';
import type { MatchLine } from '@partner-rating/service/src/predictions/backtest/read-matches.ts';
import { generateLeague } from './generate-league.ts';
import type { LeagueSettings } from './settings.ts';

/** Writes the matches of a generated league as lines that the backtest reads. */
export function* leagueLines(random: Random, settings: LeagueSettings): Generator<string, void> {
  let number = 0;
  for (const { match } of generateLeague(random, settings)) {
    const [{ winScore, winBy } = { winScore: 0, winBy: 0 }] = match.games;
    number += 1;
    const line: MatchLine = {
      identifier: `league-${number}`,
      matchDate: new Date(match.playedAt).toISOString(),
      sport: match.sport,
      winScore,
      winBy,
      teams: match.teams.map((team) => [...team]),
      games: match.games.map(({ scores }) => ({ scores: [...scores] })),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
