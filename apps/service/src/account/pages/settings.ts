import { Readable } from 'node:stream';
import type { LogInRefusal } from '../../connect/login/attempt-log-in.ts';
import { clearCookie, createFormToken } from '../../connect/login/posted-form.ts';
import type { OwnerProof } from '../../connect/login/prove-owner.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { findReported, type ReportedPerson } from '../../matches/claims/find-offered.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import { findMember } from '../../members/connected-member.ts';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { MemberRow } from '../../platform/database/schema.ts';
import { logFailure } from '../../platform/database/unreachable.ts';
import {
  downloadAnswer,
  type HtmlAnswer,
  htmlAnswer,
  redirectAnswer,
} from '../../platform/pages/answer.ts';
import { plural } from '../../platform/pages/domain/locale.ts';
import { lineParts } from '../../platform/pages/domain/naming-line.ts';
import { refusedPage } from '../../platform/pages/message-pages.ts';
import { newSecret } from '../../platform/secrets/sealing.ts';
import { forgetPeople } from '../../privacy/clear-remains.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { exportMember } from '../../privacy/export-member.ts';
import { isProtected } from '../../ratings/domain/player.ts';
import { DEFAULT_RANGE } from '../domain/rating-chart.ts';
import {
  deleteSharedPage,
  findSharer,
  insertSharedPage,
  listConnectedApplications,
} from '../store/account-page.ts';
import {
  type AccountStep,
  type Attempt,
  attemptAnswer,
  doneAnswer,
  type LoggedInPlayer,
  SETTINGS_PATH,
  untried,
} from './account-form.ts';
import { readSports } from './read-sports.ts';
import { renderErase, type ShownReported } from './render-account.ts';
import { renderSharedPage } from './render-game.ts';
import { shownSport } from './shown-sports.ts';

/**
 * "Show my ratings to anybody with the address". The form names the state that is wanted. Each time it is switched on the
 * page has a new address, which nobody can guess.
 */
export function submitSharing(dependencies: Dependencies): AccountStep {
  const { database, clock } = dependencies;
  return async ({ field }, { memberId }) => {
    const wanted = field('shared');
    if (wanted !== 'on' && wanted !== 'off') return redirectAnswer(SETTINGS_PATH);
    const isShared = wanted === 'on';
    const now = clock();
    const member = await findMember(database, memberId);
    if (isShared && (member === undefined || !mayShare(member, now))) {
      return redirectAnswer(SETTINGS_PATH);
    }
    await database.transaction().execute(async (transaction) => {
      const isChanged = isShared
        ? await insertSharedPage(transaction, { memberId, address: newSecret(''), createdAt: now })
        : await deleteSharedPage(transaction, memberId);
      if (!isChanged) return;
      await recordAudit(transaction, {
        ...{ occurredAt: now, actor: 'player', applicationId: null, memberId },
        action: 'sharing.changed',
        details: { isShared },
      });
    });
    return doneAnswer(dependencies, { kind: isShared ? 'shared' : 'not-shared' });
  };
}

/** "Show me in search and on leaderboards". The form names the state that is wanted. */
export function submitDiscovery(dependencies: Dependencies): AccountStep {
  return async ({ field }, { memberId }) => {
    const wanted = field('discoverable');
    if (wanted !== 'on' && wanted !== 'off') return redirectAnswer(SETTINGS_PATH);
    const isDiscoverable = wanted === 'on';
    const change = { memberId, isDiscoverable, actor: 'player' } as const;
    if (!(await changeDiscovery(dependencies, change))) return redirectAnswer(SETTINGS_PATH);
    return doneAnswer(dependencies, { kind: isDiscoverable ? 'shown' : 'hidden' });
  };
}

// What newSecret makes: nothing else is looked for.
const addressForm = /^[\w-]{43}$/;

const gone = {
  paragraphs: ['The address is wrong, or the player no longer shows this page.'],
  link: { address: '/', text: 'To the first page' },
};

/** The page of ratings that a player shows to anybody who has its address: the name as on the card, and no more. */
export async function sharedPage(
  dependencies: Dependencies,
  address: string,
  requestId: string,
): Promise<HtmlAnswer> {
  const { database, clock } = dependencies;
  const memberId = addressForm.test(address) ? await findSharer(database, address) : null;
  const member = memberId === null ? undefined : await findMember(database, memberId);
  if (member === undefined || !mayShare(member, clock())) return refusedPage(404, gone, requestId);
  const played = await readSports(dependencies, member, {
    ...{ range: DEFAULT_RANGE, isRanked: false, withResults: false },
  });
  const page = renderSharedPage({ name: member.display_name, sports: played.map(shownSport) });
  const answer = htmlAnswer(200, page);
  return { ...answer, headers: { ...answer.headers, 'x-robots-tag': 'noindex, nofollow' } };
}

/** Whether a player is old enough to show their ratings to anybody. */
export function mayShare(member: Pick<MemberRow, 'protected_until'>, now: Date): boolean {
  return !isProtected(member, now);
}

/** The page that says what goes and what stays, and asks who the player is. */
export async function erasePage(
  dependencies: Dependencies,
  { memberId, email, session }: LoggedInPlayer,
  attempt: Attempt = untried,
  selected: readonly string[] = [],
): Promise<HtmlAnswer> {
  const { database } = dependencies;
  const applications = await listConnectedApplications(database, memberId);
  const page = renderErase({
    playerEmail: email,
    asksForCode: (await findSecondFactor(database, memberId)) !== null,
    applications: applications.map(({ name }) => name),
    reported: shownReported(await findReported(dependencies, memberId), selected),
    faults: attempt.faults,
    formToken: createFormToken(session),
  });
  return attemptAnswer(attempt, page);
}

export function submitErasure(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  const { database, publicUrl } = dependencies;
  return async (form, player) => {
    const selected = form.fields('reported');
    const refuse = async (attempt: LogInRefusal) =>
      await erasePage(dependencies, player, attempt, selected);
    if (form.field('confirm') !== 'yes') return await refuse(unconfirmed);
    const proof = await proveOwner(player, form);
    if ('faults' in proof) return await refuse(proof);
    const { memberId } = proof;
    const erasure = await eraseMember(dependencies, { memberId, actor: 'player', selected });
    // The account is erased, whatever becomes of this: retention looks after it, too.
    const leaveToRetention = (err: unknown) =>
      logFailure(form.raw.log, { err }, 'The tokens of an erased name could not be deleted.');
    if (erasure !== null) await forgetPeople(database, erasure).catch(leaveToRetention);
    return doneAnswer(dependencies, { kind: 'erased' }, [clearCookie(publicUrl, 'session')]);
  };
}

/** The names under the player's address, as pages list them. */
export function shownReported(
  reported: readonly ReportedPerson[],
  selected: readonly string[] = [],
): ShownReported[] {
  return reported.map(({ id, displayName, matches, isOwnName }) => ({
    ...{ id, isOwnName, isSelected: selected.includes(id) },
    words: lineParts({
      pattern: plural(matches, { one: '{person}, one result', other: '{person}, {count} results' }),
      names: { person: [displayName] },
    }),
  }));
}

const unconfirmed: LogInRefusal = {
  status: 422,
  faults: [{ field: 'confirm', text: 'Tick that you know it cannot be undone.' }],
};

/** "Download your data": everything about the player, as a file that the browser saves. */
export function submitExport(dependencies: Dependencies): AccountStep {
  return async ({ fields }, { memberId }) => {
    const parts = await exportMember(dependencies, memberId, fields('reported'));
    if (parts === null) return redirectAnswer(SETTINGS_PATH);
    return downloadAnswer(Readable.from(parts), {
      name: 'partner-rating-data.json',
      type: 'application/json; charset=utf-8',
    });
  };
}
