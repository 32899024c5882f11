import { PRIMARY_BRACKET } from '@partner-rating/ratings';
import { winnerOf } from '../../matches/domain/effective-match.ts';
import { findPlayed } from '../../matches/store/match-lists.ts';
import { findHiddenRatings } from '../../members/store/cards.ts';
import type { Database } from '../../platform/database/schema.ts';
import { loadRatings } from '../../ratings/store/ratings.ts';
import { type CountedResult, type GameRecord, recordOf } from '../domain/game-record.ts';
import { listResultsIn, type PlayerResult } from '../store/account-page.ts';

// A page reads at most this many results, however many matches there are.
export const MAX_RESULTS = 100;

/** The record in the latest results of a player in a sport. */
export interface LatestResults extends GameRecord {
  /** How many results were read, at most `MAX_RESULTS`. */
  read: number;
  /** The win against the highest-rated opponents of today. Null if the player may not see such ratings. */
  bestWin: { opponents: string[]; rating: number; playedAt: Date } | null;
}

export async function readLatestResults(
  database: Database,
  memberId: string,
  sport: string,
): Promise<LatestResults> {
  const arrivals = await findPlayed(
    database,
    { memberId, sports: [sport], period: { since: null, before: null } },
    { before: null, limit: MAX_RESULTS },
  );
  const results = countedIn(await listResultsIn(database, memberId, arrivals));
  const bestWin = await findBestWin(database, sport, results);
  return { ...recordOf(results), read: arrivals.length, bestWin };
}

export function recordOfResults(results: readonly PlayerResult[]): GameRecord {
  return recordOf(countedIn(results));
}

function countedIn(results: readonly PlayerResult[]): DatedResult[] {
  return results.flatMap((result) => countedResult(result) ?? []);
}

interface DatedResult extends CountedResult {
  playedAt: Date;
}

/** Returns null if the result does not count for the player, or nobody won. */
function countedResult(result: PlayerResult): DatedResult | null {
  const { players, isRated, isVoided, isHeld, playedAt } = result;
  const winner = winnerOf(result);
  const own = players.find(({ isYou }) => isYou)?.team;
  if (!isRated || isVoided || isHeld || winner === null) return null;
  const others = players.filter(({ isYou }) => !isYou);
  return {
    ...{ playedAt, isWon: winner === own },
    partners: others.filter(({ team }) => team === own),
    opponents: others.filter(({ team }) => team !== own),
  };
}

async function findBestWin(
  database: Database,
  sport: string,
  results: readonly DatedResult[],
): Promise<LatestResults['bestWin']> {
  const wins = results.filter(({ isWon }) => isWon);
  const memberIds = [...new Set(wins.flatMap(({ opponents }) => opponents.map(({ id }) => id)))];
  const hidden = await findHiddenRatings(database, { applicationId: null, memberIds });
  const rows = await loadRatings(database, memberIds, [sport]);
  const ratings = new Map(
    rows
      .filter(({ bracket, member_id }) => bracket === PRIMARY_BRACKET && !hidden.has(member_id))
      .map(({ member_id, rating }) => [member_id, rating]),
  );
  const rated = wins.flatMap(({ opponents, playedAt }) => {
    const known = opponents.flatMap(({ id }) => ratings.get(id) ?? []);
    if (known.length === 0 || known.length < opponents.length) return [];
    const rating = known.reduce((sum, one) => sum + one, 0) / known.length;
    return [{ opponents: opponents.map(({ name }) => name), rating, playedAt }];
  });
  const [best = null] = rated.toSorted((one, other) => other.rating - one.rating);
  return best;
}
