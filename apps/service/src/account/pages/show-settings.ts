import { consentWords, isScope } from '../../connect/domain/scopes.ts';
import { browserWords } from '../../connect/login/domain/account-mail.ts';
import type { TakenNotice } from '../../connect/login/notice.ts';
import { createFormToken } from '../../connect/login/posted-form.ts';
import { findSessions, type ListedBrowser } from '../../connect/login/sessions.ts';
import { findAccount } from '../../connect/login/store/accounts.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { findReported } from '../../matches/claims/find-offered.ts';
import { findMember } from '../../members/connected-member.ts';
import { findDiscovery } from '../../members/store/members.ts';
import { listAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { sendsMail } from '../../platform/mail/outbox.ts';
import { type HtmlAnswer, htmlAnswer } from '../../platform/pages/answer.ts';
import { lineParts } from '../../platform/pages/domain/naming-line.ts';
import { initialOf } from '../../platform/pages/render.ts';
import { isProtected } from '../../ratings/domain/player.ts';
import { activityWords, actorWords, agoWords, dateWords } from '../domain/page-words.ts';
import { accountTexts } from '../domain/texts.ts';
import {
  type ConnectedApplication,
  listConnectedApplications,
  listMatchResults,
} from '../store/account-page.ts';
import { findSharedPage } from '../store/shared-pages.ts';
import { type LoggedInPlayer, playerMenu, SETTINGS_PATH } from './account-form.ts';
import { findShownMails } from './mails.ts';
import { shownProfile } from './profile.ts';
import { renderAccountPage } from './render-page.ts';
import { shownReported } from './settings.ts';
import { shownResult } from './shown-results.ts';

/** Returns the page of connections, visibility, sessions, and data. */
export async function settingsPage(
  dependencies: Dependencies,
  player: LoggedInPlayer,
  notice: TakenNotice,
): Promise<HtmlAnswer<200>> {
  const { database, clock } = dependencies;
  const { memberId, email, session } = player;
  const now = clock();
  const applications = await listConnectedApplications(database, memberId);
  const sessions = await findSessions(dependencies, memberId, session);
  const account = await findAccount(database, memberId);
  const emailProvenAt = account?.emailProvenAt ?? null;
  const secondFactor = await findSecondFactor(database, memberId);
  const discovery = await findDiscovery(database, memberId);
  const member = await findMember(database, memberId);
  if (member === undefined) throw new Error('The logged-in player has no member.');
  const page = renderAccountPage('settings', {
    title: accountTexts().settings.title,
    menu: playerMenu(player, SETTINGS_PATH),
    profile: shownProfile(member),
    playerEmail: email,
    notice: notice.words,
    applications: applications.map((application) => shownApplication(application, now)),
    reported: shownReported(await findReported(dependencies, memberId)),
    isDiscoverable: discovery.isWanted,
    isTooYoung: isProtected({ protected_until: discovery.protectedUntil }, now),
    isSharing: (await findSharedPage(database, memberId)) !== null,
    mails: await findShownMails(dependencies, memberId),
    sessions: sessions.map((one) => shownSession(one, now)),
    passwordChanged: dateWords(account?.passwordChangedAt ?? now),
    sendsMail: sendsMail(dependencies),
    emailProven: emailProvenAt === null ? null : dateWords(emailProvenAt),
    secondFactor: secondFactor && {
      enabled: dateWords(secondFactor.enabledAt),
      recoveryCodes: accountTexts().settings.security.recoveryCodes(secondFactor.recoveryCodes),
    },
    formToken: createFormToken(session),
  });
  return htmlAnswer(200, page, { formAction: 'self', cookies: notice.cookies });
}

/** Describes scopes, one in each line, in the words of the consent page. */
export function grantsOf(scopes: readonly string[]): string[] {
  return scopes.filter(isScope).map((scope) => consentWords(scope).title);
}

function shownApplication(application: ConnectedApplication, now: Date) {
  const { clientId, name, scopes, createdAt, updatedAt, lastUsedAt } = application;
  return {
    clientId,
    name,
    initial: initialOf(name),
    grants: grantsOf(scopes),
    connected: dateWords(createdAt),
    changed: updatedAt > createdAt ? dateWords(updatedAt) : null,
    lastUsed: lastUsedAt === null ? null : agoWords(lastUsedAt, now),
  };
}

function shownSession(session: ListedBrowser, now: Date) {
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

export const ACTIVITY_PATH = '/account/activity';

const ENTRIES_A_PAGE = 30;

/** Returns the page of the player's audit entries, the newest first. `before` continues after an entry. */
export async function activityPage(
  { database, clock }: Dependencies,
  player: LoggedInPlayer,
  before: string | null,
): Promise<HtmlAnswer<200>> {
  const now = clock();
  // One more than the page shows, to know whether there are older ones.
  const entries = await listAudit(
    database,
    { memberId: player.memberId },
    {
      limit: ENTRIES_A_PAGE + 1,
      ...(before !== null && /^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  );
  const shown = entries.slice(0, ENTRIES_A_PAGE);
  const matchIds = shown.flatMap((entry) => matchOf(entry) ?? []);
  const results = await listMatchResults(database, player.memberId, matchIds);
  const resultOf = new Map(results.map((result) => [result.matchId, shownResult(result, now)]));
  const page = renderAccountPage('activity', {
    title: accountTexts().activity.title,
    menu: playerMenu(player, SETTINGS_PATH),
    entries: shown.map((entry) => ({
      what: lineParts(activityWords(entry)),
      match: resultOf.get(matchOf(entry) ?? '') ?? null,
      who: lineParts(actorWords(entry)),
      when: agoWords(entry.occurredAt, now),
    })),
    older: entries.length > shown.length ? (shown.at(-1)?.number ?? null) : null,
  });
  return htmlAnswer(200, page, { formAction: 'self' });
}

/** Returns the match that an entry is about. Undefined for other entries. */
function matchOf({ details }: Awaited<ReturnType<typeof listAudit>>[number]): string | undefined {
  const matchId = details?.matchId;
  return typeof matchId === 'string' ? matchId : undefined;
}
