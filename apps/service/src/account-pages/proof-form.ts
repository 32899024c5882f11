import type { LogInRefusal } from '../accounts/attempt-log-in.ts';
import { createFormToken } from '../accounts/form-token.ts';
import { findSecondFactor } from '../accounts/store/second-factors.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { type HtmlAnswer, htmlAnswer } from '../platform/pages/answer.ts';
import { codeField } from '../platform/pages/log-in-code-form.ts';
import { type FormField, type FormPage, renderForm } from '../platform/pages/render-form.ts';
import { ACCOUNT_PATH, type LoggedInPlayer } from './account-form.ts';

export const passwordField: FormField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};

/** The fields by which a player proves who they are: with a code, where the second factor is on. */
export async function proofFields(
  { database }: Pick<Dependencies, 'database'>,
  memberId: string,
): Promise<FormField[]> {
  const isOff = (await findSecondFactor(database, memberId)) === null;
  return isOff ? [passwordField] : [passwordField, codeField];
}

/** What became of a form: nothing yet, or why it was refused. */
export type Attempt = LogInRefusal | { status: 200; faults: [] };

export const untried: Attempt = { status: 200, faults: [] };

/** A page with a form by which a logged-in player proves who they are before something is done. */
export function proofPage(
  { email, session }: LoggedInPlayer,
  page: Omit<FormPage, 'formToken' | 'username' | 'cancel' | 'faults'>,
  attempt: Attempt,
): HtmlAnswer {
  const html = renderForm({
    ...page,
    username: email,
    cancel: ACCOUNT_PATH,
    formToken: createFormToken(session),
    faults: attempt.faults,
  });
  return htmlAnswer(attempt.status, html, {
    formAction: 'self',
    ...('retryAfter' in attempt && { retryAfter: attempt.retryAfter }),
  });
}
