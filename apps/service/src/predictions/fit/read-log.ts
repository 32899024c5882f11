import { MatchLog } from '@partner-rating/ratings/backtest';
import { isStopped } from '../../matches/domain/effective-match.ts';
import type { Database } from '../../platform/database/schema.ts';
import { FIRST_POSITION } from '../../ratings/domain/touched-matches.ts';
import { findOutcomes, findPositionBeforeLatest, readLedger } from '../../ratings/store/ledger.ts';

/** The most matches that a fit reads: the latest ones. A match takes some hundred bytes, and 100,000 take about a minute. */
export const MAX_MATCHES = 200_000;

const PAGE = 1_000;

interface ReadLogOptions {
  sport: string;
  maxMatches?: number;
  /** Called with the number of matches read so far. */
  onProgress: (matches: number) => void;
}

/**
 * Reads the latest matches of a sport that moved each of their players. A match that a player did not confirm may be invented
 * to change the parameters for everybody.
 */
export async function readLog(
  database: Database,
  { sport, maxMatches = MAX_MATCHES, onProgress }: ReadLogOptions,
): Promise<MatchLog> {
  const log = new MatchLog();
  let after = (await findPositionBeforeLatest(database, sport, maxMatches)) ?? FIRST_POSITION;
  for (let read = 0; ; ) {
    const range = { sport, after, lastArrival: null, limit: PAGE };
    const matches = await readLedger(database, range);
    const last = matches.at(-1);
    if (last === undefined) return log;
    const outcomes = await findOutcomes(
      database,
      matches.map(({ id }) => id),
    );
    for (const { id, matchDate, teams, games, unrated } of matches) {
      if (games.length === 0 || unrated.size > 0) continue;
      const isFinished = !isStopped(outcomes.get(id) ?? 'completed');
      log.add({ sport, playedAt: matchDate.getTime(), teams, games, isFinished });
    }
    read += matches.length;
    onProgress(read);
    after = { matchDate: last.matchDate, arrival: last.arrival };
  }
}
