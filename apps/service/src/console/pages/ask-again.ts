import { createHash } from 'node:crypto';
import { createFormToken, type PostedForm } from '../../connect/login/posted-form.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../../platform/pages/answer.ts';
import { type FormFault, type FormField, renderForm } from '../../platform/pages/render.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { isProven, proveOperator } from '../operators/prove-operator.ts';
import type { Operator } from '../operators/sessions.ts';
import {
  type Act,
  type Attempt,
  type OperatorPageDefinition,
  setOperatorNotice,
  type Visit,
} from './operator-page.ts';
import type { OperatorForm, Section } from './render-operator.ts';

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

/** Has each form that edits carry what it shows, so that it is known where somebody changes that meanwhile. */
export function carryShown(
  sections: readonly Section[],
  { acts = {} }: OperatorPageDefinition,
  attempt: Attempt | null,
): Section[] {
  return sections.map((section) => {
    if (section.kind !== 'form' || acts[section.form.act]?.isEdit !== true) return section;
    const { form } = section;
    // A form that was refused is shown as it was typed, and stands for what was stored before that.
    const shown = attempt?.act === form.act ? attempt.field('shown') : digestOf(form);
    return { ...section, form: { ...form, shown } };
  });
}

/** Whether what a form showed was changed since, by another operator or in another window. */
export async function isOutdated(
  page: OperatorPageDefinition,
  visit: Visit,
  { field }: PostedForm,
): Promise<boolean> {
  const shown = field('shown');
  if (shown === '') return false;
  const { sections } = await page.show(visit);
  return !sections.some(
    (section) =>
      section.kind === 'form' &&
      section.form.act === field('act') &&
      digestOf(section.form) === shown,
  );
}

function digestOf({ fields }: OperatorForm): string {
  const values = fields.map(({ name, value }) => [name, value]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
