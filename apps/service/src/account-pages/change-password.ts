import { changePassword } from '../accounts/change-password.ts';
import { setCookie } from '../accounts/cookies.ts';
import { PASSWORD_MINIMUM } from '../accounts/domain/passwords.ts';
import { createFormToken } from '../accounts/form-token.ts';
import { setNotice } from '../accounts/notice.ts';
import type { OwnerProof } from '../accounts/prove-owner.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import { renderPassword } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { type Attempt, untried } from './proof-form.ts';

export async function passwordPage(
  { database }: Pick<Dependencies, 'database'>,
  { memberId, email, session }: LoggedInPlayer,
  attempt: Attempt = untried,
): Promise<HtmlAnswer> {
  const page = renderPassword({
    playerEmail: email,
    asksForCode: (await findSecondFactor(database, memberId)) !== null,
    minimumLength: PASSWORD_MINIMUM,
    faults: attempt.faults,
    formToken: createFormToken(session),
  });
  return htmlAnswer(attempt.status, page, {
    formAction: 'self',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

export function submitPassword(dependencies: Dependencies, proveOwner: OwnerProof): AccountStep {
  const { publicUrl, configuration } = dependencies;
  return async (form, player) => {
    const outcome = await changePassword(dependencies, proveOwner, player, form);
    if ('faults' in outcome) return await passwordPage(dependencies, player, outcome);
    return redirectAnswer(ACCOUNT_PATH, [
      setCookie(publicUrl, 'session', outcome.session, configuration.sessionLifetime),
      setNotice(dependencies, { kind: 'password-changed', about: outcome.ended }),
    ]);
  };
}
