import { Readable } from 'node:stream';
import { type LogInRefusal, refusalOf } from '../../connect/login/domain/refusals.ts';
import { codeField } from '../../connect/login/notice.ts';
import { clearCookie, createFormToken } from '../../connect/login/posted-form.ts';
import type { OwnerProof } from '../../connect/login/prove-owner.ts';
import { players } from '../../connect/login/realms.ts';
import { findSecondFactor } from '../../connect/login/store/second-factors.ts';
import { findReported, type ReportedPerson } from '../../matches/claims/find-offered.ts';
import { changeDiscovery } from '../../members/change-discovery.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { downloadAnswer, type HtmlAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { lineParts } from '../../platform/pages/domain/naming-line.ts';
import { titleWith } from '../../platform/pages/render.ts';
import { eraseMember } from '../../privacy/erase-member.ts';
import { exportMember } from '../../privacy/export-member.ts';
import { accountTexts } from '../domain/texts.ts';
import { listConnectedApplications } from '../store/account-page.ts';
import {
  type AccountStep,
  type Attempt,
  attemptAnswer,
  doneAnswer,
  type LoggedInPlayer,
  SETTINGS_PATH,
  untried,
} from './account-form.ts';
import { renderAccountPage } from './render-page.ts';

/** Handles "Show me in search and on leaderboards". The form names the new state. */
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

/** Returns the page that says what is erased and what stays, and asks for the password. */
export async function erasePage(
  dependencies: Dependencies,
  { memberId, email, session }: LoggedInPlayer,
  attempt: Attempt = untried,
  selected: readonly string[] = [],
): Promise<HtmlAnswer> {
  const { database } = dependencies;
  const applications = await listConnectedApplications(database, memberId);
  const page = renderAccountPage('erase', {
    title: titleWith(attempt.errors, accountTexts().erase.title),
    playerEmail: email,
    codeField: (await findSecondFactor(database, memberId)) === null ? null : codeField(),
    applications: applications.map(({ name }) => name),
    reported: shownReported(await findReported(dependencies, memberId), selected),
    errors: attempt.errors,
    formToken: createFormToken(session),
  });
  return attemptAnswer(attempt, page);
}

export function submitErasure(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  const { publicUrl } = dependencies;
  return async (form, player) => {
    const selected = form.fields('reported');
    const refuse = async (attempt: LogInRefusal) =>
      await erasePage(dependencies, player, attempt, selected);
    if (form.field('confirm') !== 'yes')
      return await refuse(refusalOf('confirm', accountTexts().erase.notUnderstood));
    const proof = await proveOwner(player, form);
    if ('errors' in proof) return await refuse(proof);
    const { memberId } = player;
    await eraseMember(dependencies, { memberId, actor: 'player', selected });
    return doneAnswer(dependencies, { kind: 'erased' }, [
      clearCookie(publicUrl, players, 'session'),
    ]);
  };
}

/** Returns the names under the player's address, for a page. */
export function shownReported(
  reported: readonly ReportedPerson[],
  selected: readonly string[] = [],
) {
  return reported.map(({ id, displayName, matches, isOwnName }) => ({
    ...{ id, isOwnName, isSelected: selected.includes(id) },
    words: lineParts({
      pattern: accountTexts().reported.person(matches),
      names: { person: [displayName] },
    }),
  }));
}

/** Handles "Download your data": returns everything about the player as a file. */
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
