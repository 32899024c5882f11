import { type LogInRefusal, throttledRefusal } from '../accounts/attempt-log-in.ts';
import { fitsPassword } from '../accounts/check-password.ts';
import { clearCookie } from '../accounts/cookies.ts';
import { createFormToken } from '../accounts/form-token.ts';
import type { PasswordThrottle } from '../accounts/log-in-throttle.ts';
import { findAccount } from '../accounts/store/accounts.ts';
import { forgetPeople } from '../erasure/clear-remains.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { logFailure } from '../platform/database/log-failure.ts';
import { type HtmlAnswer, htmlAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { renderErase } from '../platform/pages/render-account.ts';
import { ACCOUNT_PATH, type AccountStep, type LoggedInPlayer } from './account-form.ts';
import { setNotice } from './notice.ts';
import { listConnectedApplications } from './store/connected-applications.ts';

const untried = { status: 200, faults: [] as FormFault[] } as const;

/** The page that says what goes and what stays, and asks for the password. */
export async function erasePage(
  { database }: Dependencies,
  { memberId, email, session }: LoggedInPlayer,
  attempt: LogInRefusal | typeof untried = untried,
): Promise<HtmlAnswer> {
  const applications = await listConnectedApplications(database, memberId);
  const page = renderErase({
    playerEmail: email,
    applications: applications.map(({ name }) => name),
    faults: attempt.faults,
    formToken: createFormToken(session),
  });
  return htmlAnswer(attempt.status, page, {
    formAction: '',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}

export function submitErasure(dependencies: Dependencies, throttle: PasswordThrottle): AccountStep {
  const { database, publicUrl } = dependencies;
  return async ({ field, raw }, player) => {
    const { memberId } = player;
    const refuse = async (attempt: LogInRefusal) => await erasePage(dependencies, player, attempt);
    const password = field('password');
    const faults = unconfirmedFaults(password, field('confirm'));
    if (faults.length > 0) return await refuse({ status: 422, faults });
    // A stolen session must not be a way to guess the password faster than at the log-in.
    const wait = await throttle(memberId);
    if (wait !== null) return await refuse(throttledRefusal(wait));
    const account = await findAccount(database, memberId);
    if (account === undefined || !(await fitsPassword(password, account.passwordHash))) {
      return await refuse({ status: 422, faults: [wrongPassword] });
    }
    const erasure = await eraseMember(dependencies, { memberId, actor: 'player' });
    // The account is erased, whatever becomes of this: retention looks after it, too.
    const leaveToRetention = (err: unknown) =>
      logFailure(raw.log, { err }, 'The tokens of an erased name could not be deleted.');
    if (erasure !== null) await forgetPeople(database, erasure).catch(leaveToRetention);
    return redirectAnswer(ACCOUNT_PATH, [
      clearCookie(publicUrl, 'session'),
      setNotice(dependencies, { kind: 'erased' }),
    ]);
  };
}

function unconfirmedFaults(password: string, confirm: string): FormFault[] {
  const faults: FormFault[] = [];
  if (password === '') faults.push({ field: 'password', text: 'Enter your password.' });
  if (confirm !== 'yes') {
    faults.push({ field: 'confirm', text: 'Tick that you know it cannot be undone.' });
  }
  return faults;
}

const wrongPassword: FormFault = { field: 'password', text: 'That is not your password.' };
