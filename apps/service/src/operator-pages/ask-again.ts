import { createFormToken } from '../accounts/form-token.ts';
import type { PostedForm } from '../accounts/posted-form.ts';
import { isProven, proveOperator } from '../operators/prove-operator.ts';
import type { Operator } from '../operators/sessions.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../platform/pages/answer.ts';
import type { FormFault } from '../platform/pages/render.ts';
import { type FormField, renderForm } from '../platform/pages/render-form.ts';
import { createSecretSealing } from '../platform/secrets/sealing.ts';
import { setOperatorNotice } from './notice.ts';
import type { Act, Visit } from './operator-page.ts';

const fields: FormField[] = [
  {
    name: 'proof_password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
  },
  {
    name: 'proof_code',
    label: 'Code',
    type: 'text',
    autocomplete: 'one-time-code',
    isCode: true,
    maxLength: 20,
    hint: 'The six digits that your app shows.',
  },
];

interface SentForm {
  act: Act;
  visit: Visit;
  form: PostedForm;
  /** Of the page, to which the form is sent again. */
  address: string;
}

/**
 * Has an operator authenticate again before an act that needs it, unless they did so a few minutes ago: the
 * page that asks for password and code and carries the form on, or null where the act may run.
 */
export async function askAgain(
  dependencies: Dependencies,
  operator: Operator,
  { act, visit, form, address }: SentForm,
): Promise<PageAnswer | null> {
  const { asksAgain } = act;
  if (asksAgain === undefined || isProven(operator, dependencies.clock())) return null;
  const what = typeof asksAgain === 'string' ? asksAgain : await asksAgain(visit, form);
  if (what === null) return null;

  let faults: FormFault[] = [];
  if (form.names().some((name) => fields.some((field) => field.name === name))) {
    const typed = {
      password: form.field('proof_password'),
      code: form.field('proof_code'),
      userAgent: form.raw.headers['user-agent'] ?? null,
    };
    const sealing = createSecretSealing(dependencies.configuration);
    const refusal = await proveOperator(dependencies, sealing, operator, typed);
    if (refusal === null) return null;
    if (refusal === 'ended') {
      return redirectAnswer(address, [setOperatorNotice(dependencies, 'proof-ended')]);
    }
    faults = refusal.faults;
  }
  const isCarried = (name: string) =>
    name !== 'form_token' && !fields.some((field) => field.name === name);
  const page = renderForm({
    heading: 'Confirm that it is you',
    lead: `To ${what}, enter your password and a code. You are asked again after five minutes.`,
    action: address,
    formToken: createFormToken(operator.session),
    hidden: Object.fromEntries(
      form
        .names()
        .filter(isCarried)
        .map((name) => [name, form.field(name)]),
    ),
    username: operator.name,
    fields,
    submit: 'Confirm',
    cancel: address,
    faults,
    faultHeading: 'Nothing was changed',
  });
  return htmlAnswer(faults.length === 0 ? 200 : 422, page, { formAction: 'self' });
}
