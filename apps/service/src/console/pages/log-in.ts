import type { FastifyRequest } from 'fastify';
import { passwordField, visitPage } from '../../account/pages/account-form.ts';
import { logInPath } from '../../account/pages/log-in.ts';
import type { LogInRefusal } from '../../connect/login/domain/refusals.ts';
import { attemptLogIn, type LogInTools } from '../../connect/login/log-in.ts';
import { clearCookie, type PostedForm, readCookies } from '../../connect/login/posted-form.ts';
import { operators, recordAccountAudit } from '../../connect/login/realms.ts';
import { endSession, logInCookies, type Person } from '../../connect/login/sessions.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { type HtmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import type { FormField } from '../../platform/pages/render.ts';
import { setNotice, takeNotice } from './parts/notices.ts';

export const OPERATOR_PATH = operators.home;

export const LOG_IN_PATH = logInPath(operators);

/** The fields with which an operator shows who they are, whose names begin with a prefix. */
export const proofFields = (prefix = ''): FormField[] => [
  { ...passwordField(), name: `${prefix}password` },
  {
    ...{ name: `${prefix}code`, label: 'Code', type: 'text', autocomplete: 'one-time-code' },
    ...{ isCode: true, maxLength: 20, hint: 'The six digits that your app shows.' },
  },
];

interface Attempt {
  name: string;
  /** The page after the log-in. */
  next: string;
  refusal: LogInRefusal | null;
}

/** The only page of operators for somebody who is not logged in. */
export function operatorLogInPage(
  dependencies: Pick<Dependencies, 'publicUrl'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  { name, next, refusal }: Attempt,
): HtmlAnswer {
  const cookies = readCookies(dependencies.publicUrl, headers.cookie, operators);
  const notice = takeNotice(dependencies, headers.cookie, operators);
  const { status = 200, retryAfter, errors = [] } = refusal ?? {};
  return visitPage(dependencies, cookies, {
    heading: 'Log in as an operator',
    lead: notice.words?.text ?? 'For people who run the service. Players log in to their account.',
    action: LOG_IN_PATH,
    hidden: { next },
    fields: [
      {
        ...{ name: 'name', label: 'Name', type: 'text', autocomplete: 'username' },
        ...{ value: name, maxLength: 40 },
      },
      ...proofFields(),
    ],
    submit: 'Log in',
    links: [{ before: 'Looking for your ratings?', text: 'Your account', address: '/account' }],
    errors,
    errorHeading: 'You are not logged in',
    status,
    cookies: notice.cookies,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Takes the log-in form, begins a session, and leads to the requested page. */
export function logInOperator(dependencies: Dependencies, tools: LogInTools) {
  return async (form: PostedForm): Promise<PageAnswer> => {
    const { field, raw } = form;
    const next = readNext(field('next'));
    const outcome = await attemptLogIn(dependencies, tools, form);
    if (!('session' in outcome)) {
      const refusal = 'errors' in outcome ? outcome : null;
      return operatorLogInPage(dependencies, raw, { name: field('name'), next, refusal });
    }
    return redirectAnswer(next, [
      ...logInCookies(dependencies, outcome),
      clearCookie(dependencies.publicUrl, operators, 'visit'),
    ]);
  };
}

/** Reads the address of a page of operators; no form can lead to another site. */
function readNext(text: string): string {
  return /^\/operator(?:[/?][!-[\]-~]*)?$/.test(text) ? text : OPERATOR_PATH;
}

export async function logOutOperator(
  dependencies: Dependencies,
  { of, accountId, session }: Person,
): Promise<PageAnswer> {
  const now = dependencies.clock();
  await dependencies.database.transaction().execute(async (transaction) => {
    await endSession({ ...dependencies, database: transaction }, session);
    await recordAccountAudit(transaction, { of, accountId, now, action: 'operator.logged_out' });
  });
  return redirectAnswer(OPERATOR_PATH, [
    clearCookie(dependencies.publicUrl, operators, 'session'),
    setNotice(dependencies, operators, 'logged-out'),
  ]);
}
