import { browserWords } from '../accounts/domain/browser-words.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { TakenNotice } from '../accounts/notice.ts';
import { findSessions, type PlayerSession } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/store/accounts.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import { countOffers, findReported } from '../claims/find-offered.ts';
import { findDiscovery } from '../members/store/discovery.ts';
import { consentWords } from '../oauth/domain/consent-words.ts';
import { isScope } from '../oauth/domain/scopes.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import {
  type AccountPage,
  renderAccount,
  type ShownApplication,
  type ShownSession,
} from '../platform/pages/render-account.ts';
import { isProtected } from '../players/domain/age.ts';
import { sharedAddress } from '../players/domain/shared-address.ts';
import { findMember } from '../players/find-member.ts';
import type { LoggedInPlayer } from './account-form.ts';
import { MAX_SHOWN } from './claim-results.ts';
import type { ChartRange } from './domain/chart-ranges.ts';
import { mayShare } from './domain/may-share.ts';
import { agoWords, dateWords } from './domain/moment-words.ts';
import { shownReported } from './erase-account.ts';
import { playerView } from './show-player.ts';
import {
  type ConnectedApplication,
  listConnectedApplications,
} from './store/connected-applications.ts';
import { findShareAddress } from './store/shared-pages.ts';

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
