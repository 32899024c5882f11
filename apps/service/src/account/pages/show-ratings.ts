import type { TakenNotice } from '../../connect/login/notice.ts';
import { findPlayed } from '../../matches/store/match-lists.ts';
import { findMember } from '../../members/connected-member.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Database } from '../../platform/database/schema.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { type ChartRange, chartRanges, DEFAULT_RANGE } from '../domain/chart-range.ts';
import { accountTexts } from '../domain/texts.ts';
import { ACCOUNT_PATH, type LoggedInPlayer, playerMenu } from './account-form.ts';
import { readSports } from './read-sports.ts';
import { renderAccountPage } from './render-page.ts';
import { findOpenMatches } from './results.ts';
import { readResults, shownExplainedResult } from './shown-results.ts';
import { shownSport } from './shown-sports.ts';

const MAX_LATEST = 5;

/** Returns the page of the player's ratings, how they came about, and the latest matches. */
export async function ratingsPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  range: ChartRange,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const { database, clock } = dependencies;
  const { memberId } = player;
  const now = clock();
  const member = await findMember(database, memberId);
  if (member === undefined) throw new Error('The logged-in player has no member.');
  const isRanked = member.is_discoverable;
  const [played, { open, latest }] = await Promise.all([
    readSports(dependencies, member, {
      ...{ range, withHistory: true, isRanked, withResults: true },
    }),
    readLatest(database, memberId),
  ]);
  const page = renderAccountPage('ratings', {
    title: accountTexts().ratings.title,
    menu: playerMenu(player, ACCOUNT_PATH, open.length),
    playerName: player.name,
    notice: notice.words,
    sports: played.map(shownSport),
    isOnBoards: member.is_discoverable,
    ranges: chartRanges.map((key) => ({
      label: accountTexts().ratings.range[key],
      address: key === DEFAULT_RANGE ? ACCOUNT_PATH : `${ACCOUNT_PATH}?range=${key}`,
      isCurrent: key === range,
    })),
    waiting: open.length === 0 ? null : accountTexts().ratings.waiting(open.length),
    // Players answer on the page of matches.
    results: latest.map((result) => ({ ...shownExplainedResult(result, now), choices: [] })),
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

/** Returns the matches that wait for an answer, and the effect of the latest others. */
async function readLatest(database: Database, memberId: string) {
  const [open, latest] = await Promise.all([
    findOpenMatches(database, memberId),
    findPlayed(
      database,
      { memberId, sports: null, period: { since: null, before: null } },
      { before: null, limit: MAX_LATEST },
    ),
  ]);
  const others = latest.filter((match) => !open.includes(match));
  return { open, latest: await readResults(database, memberId, others) };
}
