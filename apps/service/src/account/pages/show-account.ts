import { sports } from '@partner-rating/ratings';
import { consentWords, isScope } from '../../connect/domain/scopes.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import type { TakenNotice } from '../../connect/login/notice.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import { findSessions, type PlayerSession } from '../../connect/login/sessions.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { countOffers, findReported } from '../../matches/claims/find-offered.ts';
import { findPlayedIds } from '../../matches/store/match-lists.ts';
import { findMember } from '../../members/connected-member.ts';
import { sharedAddress } from '../../members/domain/names.ts';
import { findDiscovery } from '../../members/store/members.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { isProtected } from '../../ratings/domain/player.ts';
import { activityWords, actorWords, agoWords, dateWords } from '../domain/page-words.ts';
import { type ChartRange, chartRanges, DEFAULT_RANGE } from '../domain/rating-chart.ts';
import {
  type ConnectedApplication,
  findOpenResults,
  findShareAddress,
  listConnectedApplications,
  listResultsIn,
} from '../store/account-page.ts';
import { ACCOUNT_PATH, type LoggedInPlayer } from './account-form.ts';
import {
  type AccountPage,
  type PlayerView,
  renderAccount,
  renderActivity,
  type ShownApplication,
  type ShownSession,
} from './render-account.ts';
import { MAX_SHOWN } from './results.ts';
import { mayShare, shownReported } from './settings.ts';
import { readResults, shownExplainedResult, shownResult } from './shown-results.ts';
import { readSports, shownSport } from './shown-sports.ts';

/** The account page: how the player plays, what is connected, where they are logged in, and what to do about it. */
export async function accountPage(
  dependencies: Dependencies,
  { memberId, name, email, session }: LoggedInPlayer,
  range: ChartRange,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const { database, clock } = dependencies;
  const now = clock();
  const applications = await listConnectedApplications(database, memberId);
  const player = await playerView(dependencies, memberId, range);
  const offeredResults = await countOffers(dependencies, memberId, MAX_SHOWN + 1);
  const sessions = await findSessions(dependencies, memberId, session);
  const account = await findAccount(database, memberId);
  const emailProvenAt = account?.emailProvenAt ?? null;
  const secondFactor = await findSecondFactor(database, memberId);
  const discovery = await findDiscovery(database, memberId);
  const sharing = await findSharing(dependencies, memberId, now);
  const page = renderAccount({
    playerName: name,
    playerEmail: email,
    notice: notice.words,
    applications: applications.map((application) => shownApplication(application, now)),
    ...player,
    offeredResults: offeredResultsWords(offeredResults),
    reported: offeredResults === 0 ? [] : shownReported(await findReported(dependencies, memberId)),
    isDiscoverable: discovery.isWanted,
    isTooYoung: isProtected({ protected_until: discovery.protectedUntil }, now),
    sharing,
    sessions: sessions.map((one) => shownSession(one, now)),
    passwordChanged: dateWords(account?.passwordChangedAt ?? now),
    emailProven: emailProvenAt === null ? null : dateWords(emailProvenAt),
    secondFactor: secondFactor && {
      enabled: dateWords(secondFactor.enabledAt),
      recoveryCodes: recoveryWords(secondFactor.recoveryCodes),
    },
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

async function findSharing(
  { database, publicUrl }: Dependencies,
  memberId: string,
  now: Date,
): Promise<AccountPage['sharing']> {
  const member = await findMember(database, memberId);
  const address = await findShareAddress(database, memberId);
  return {
    address: address === null ? null : sharedAddress(publicUrl, address),
    isTooYoung: member === undefined || !mayShare(member, now),
  };
}

function recoveryWords(count: number): string {
  if (count === 0) return 'No recovery code is left';
  return count === 1 ? 'One recovery code is left' : `${count} recovery codes are left`;
}

function offeredResultsWords(count: number): string | null {
  if (count === 0) return null;
  if (count === 1) return 'One result was';
  return count > MAX_SHOWN ? `More than ${MAX_SHOWN} results were` : `${count} results were`;
}

/** What scopes allow, a line each, in the words the player agreed to. */
export function grantsOf(scopes: readonly string[]): string[] {
  return scopes.filter(isScope).map((scope) => consentWords(scope).title);
}

function shownApplication(application: ConnectedApplication, now: Date): ShownApplication {
  const { clientId, name, scopes, createdAt, updatedAt, lastUsedAt } = application;
  return {
    clientId,
    name,
    grants: grantsOf(scopes),
    connected: dateWords(createdAt),
    changed: updatedAt > createdAt ? dateWords(updatedAt) : null,
    lastUsed: lastUsedAt === null ? null : agoWords(lastUsedAt, now),
  };
}

function shownSession(session: PlayerSession, now: Date): ShownSession {
  const { id, isCurrent, createdAt, lastUsedAt, userAgent } = session;
  const { name, isHandheld } = browserWords(userAgent);
  return {
    id,
    browser: name,
    isHandheld,
    isCurrent,
    loggedIn: dateWords(createdAt),
    lastUsed: agoWords(lastUsedAt, now),
  };
}

const MAX_OPEN = 20;

const MAX_LATEST = 5;

/** What the account page shows of the player's game: their ratings, and their results. */
async function playerView(
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

export const ACTIVITY_PATH = '/account/activity';

const ENTRIES_A_PAGE = 30;

/** The page of what the audit has about the player, the newest first; `before` goes on. */
export async function activityPage(
  { database, clock }: Dependencies,
  { memberId }: LoggedInPlayer,
  before: string | null,
): Promise<HtmlAnswer<200>> {
  const now = clock();
  // One more than is shown says whether there are older ones.
  const entries = await listAudit(
    database,
    { memberId },
    {
      limit: ENTRIES_A_PAGE + 1,
      ...(before !== null && /^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  );
  const shown = entries.slice(0, ENTRIES_A_PAGE);
  const page = renderActivity({
    entries: shown.map((entry) => ({
      what: activityWords(entry),
      who: actorWords(entry),
      when: agoWords(entry.occurredAt, now),
    })),
    older: entries.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
  });
  return htmlAnswer(200, page);
}
