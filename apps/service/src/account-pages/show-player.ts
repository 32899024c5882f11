import { findPlayedIds } from '../matches/store/match-lists.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { PlayerView } from '../platform/pages/render-player.ts';
import { findMember } from '../players/find-member.ts';
import { sports } from '../ratings/domain/sports.ts';
import { ACCOUNT_PATH } from './account-form.ts';
import { type ChartRange, chartRanges, DEFAULT_RANGE } from './domain/chart-ranges.ts';
import { readResults } from './read-results.ts';
import { readSports } from './read-sports.ts';
import { shownExplainedResult, shownResult } from './shown-result.ts';
import { shownSport } from './shown-sport.ts';
import { findOpenResults, listResultsIn } from './store/results.ts';

const MAX_OPEN = 20;
const MAX_LATEST = 5;

/** What the account page shows of the player's game: their ratings, and their results. */
export async function playerView(
  dependencies: Dependencies,
  memberId: string,
  range: ChartRange,
): Promise<PlayerView> {
  const { database, clock } = dependencies;
  const now = clock();
  const member = await findMember(database, memberId);
  if (member === undefined) throw new Error('Somebody who is logged in is no member.');
  const played = await readSports(dependencies, member, {
    range,
    isRanked: member.is_discoverable,
  });
  const openIds = await findOpenResults(database, memberId, { sports, limit: MAX_OPEN });
  const open = await listResultsIn(database, memberId, openIds);
  const latestIds = await findPlayedIds(
    database,
    { memberId, sports: null, period: { since: null, before: null } },
    { before: null, limit: MAX_LATEST },
  );
  const latest = await readResults(
    database,
    memberId,
    latestIds.filter((id) => !openIds.includes(id)),
  );
  return {
    sports: played.map(shownSport),
    isOnBoards: member.is_discoverable,
    ranges: Object.entries(chartRanges).map(([key, { label }]) => ({
      label,
      address: key === DEFAULT_RANGE ? ACCOUNT_PATH : `${ACCOUNT_PATH}?range=${key}`,
      isCurrent: key === range,
    })),
    openResults: open.map((result) => shownResult(result, now)),
    results: latest.map((result) => shownExplainedResult(result, now)),
  };
}
