import { MatchLog, type TrueChances } from '@partner-rating/ratings/backtest';
import type { Random } from '@partner-rating/service/src/platform/random.ts';
import { generateLeague } from './generate-league.ts';
import type { LeagueSettings } from './settings.ts';

export interface LeagueLog {
  log: MatchLog;
  truth: TrueChances;
}

/** Prepares a generated league for the backtest, with the true probabilities of its results. */
export function leagueLog(random: Random, settings: LeagueSettings): LeagueLog {
  const log = new MatchLog();
  const game: number[] = [];
  const match: number[] = [];
  for (const { match: played, truth } of generateLeague(random, settings)) {
    log.add(played);
    game.push(truth.game);
    match.push(truth.match);
  }
  return { log, truth: { game: Float64Array.from(game), match: Float64Array.from(match) } };
}
