import type { LogInRefusal } from '../accounts/attempt-log-in.ts';
import { clearCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import { setNotice } from '../accounts/notice.ts';
import type { OwnerProof } from '../accounts/prove-owner.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import { findReported, type ReportedPerson } from '../claims/find-offered.ts';
import { forgetPeople } from '../erasure/clear-remains.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { logFailure } from '../platform/database/log-failure.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderErase, type ShownReported } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { type Attempt, untried } from './proof-form.ts';
import { listConnectedApplications } from './store/connected-applications.ts';

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
  return htmlAnswer(attempt.status, page, {
    formAction: 'self',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
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
    return redirectAnswer(ACCOUNT_PATH, [
      clearCookie(publicUrl, 'session'),
      setNotice(dependencies, { kind: 'erased' }),
    ]);
  };
}

/** The names under the player's address, as pages list them. */
export function shownReported(
  reported: readonly ReportedPerson[],
  selected: readonly string[] = [],
): ShownReported[] {
  return reported.map(({ id, displayName, matches, isOwnName }) => ({
    ...{ id, isOwnName, isSelected: selected.includes(id) },
    words: `${displayName}, ${matches === 1 ? 'one result' : `${matches} results`}`,
  }));
}

const unconfirmed: LogInRefusal = {
  status: 422,
  faults: [{ field: 'confirm', text: 'Tick that you know it cannot be undone.' }],
};
