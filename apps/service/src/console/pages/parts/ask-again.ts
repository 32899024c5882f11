import { createHash } from 'node:crypto';
import { createFormToken, type PostedForm } from '../../../connect/login/posted-form.ts';
import type { Dependencies } from '../../../platform/configuration/dependencies.ts';
import { htmlAnswer, type PageAnswer, redirectAnswer } from '../../../platform/pages/answer.ts';
import { type FormError, renderForm } from '../../../platform/pages/render.ts';
import type { Area, Visitor } from './area.ts';
import { setNotice } from './notices.ts';
import type { Act, Attempt, PageDefinition, Visit } from './page.ts';
import type { BoardForm, Section } from './render-board.ts';

interface SentForm {
  act: Act;
  visit: Visit;
  form: PostedForm;
  /** The address of the page, to which the form is sent again. */
  address: string;
}

/**
 * Asks somebody to authenticate again before an act that needs it, unless they did so a few minutes ago. Returns the
 * page that asks and carries the form along, or null if the act may run.
 */
export async function askAgain<Person extends Visitor>(
  dependencies: Dependencies,
  { proof, realm }: Area<Person>,
  person: Person,
  { act, visit, form, address }: SentForm,
): Promise<PageAnswer | null> {
  const { asksAgain } = act;
  if (asksAgain === undefined || proof.isFresh(person, dependencies.clock())) return null;
  const what = typeof asksAgain === 'string' ? asksAgain : await asksAgain(visit, form);
  if (what === null) return null;

  const fields = await proof.fields(dependencies, person);
  const isProof = (name: string) => fields.some((field) => field.name === name);
  let errors: FormError[] = [];
  if (form.names().some(isProof)) {
    const refusal = await proof.check(dependencies, person, form);
    if (refusal === null) return null;
    if (refusal === 'ended') {
      return redirectAnswer(address, [setNotice(dependencies, realm, 'proof-ended')]);
    }
    errors = refusal.errors;
  }
  const carried = form.names().filter((name) => name !== 'form_token' && !isProof(name));
  const page = renderForm({
    heading: 'Confirm that it is you',
    lead: `To ${what}, enter your password${fields.length > 1 ? ' and a code' : ''}. You are asked again after five minutes.`,
    action: address,
    formToken: createFormToken(person.session),
    hidden: Object.fromEntries(carried.map((name) => [name, form.field(name)])),
    username: person.name,
    fields,
    submit: 'Confirm',
    cancel: address,
    errors,
    errorHeading: 'Nothing was changed',
  });
  return htmlAnswer(errors.length === 0 ? 200 : 422, page, { formAction: 'self' });
}

/** Adds a digest of the shown values to each form that edits, to detect a change by somebody else before it is sent. */
export function carryShown(
  sections: readonly Section[],
  { acts = {} }: PageDefinition,
  attempt: Attempt | null,
): Section[] {
  return sections.map((section) => {
    if (section.kind !== 'form' || acts[section.form.act]?.isEdit !== true) return section;
    const { form } = section;
    // A refused form shows the typed values, so it keeps the digest of the stored ones.
    const shown = attempt?.act === form.act ? attempt.field('shown') : digestOf(form);
    return { ...section, form: { ...form, shown } };
  });
}

/** Whether the values that a form showed have changed since, by somebody else or in another window. */
export async function isOutdated(
  page: PageDefinition,
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

function digestOf({ fields }: BoardForm): string {
  const values = fields.map(({ name, value }) => [name, value]);
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}
