import { createHash } from 'node:crypto';
import type { PostedForm } from '../accounts/posted-form.ts';
import type { OperatorForm, Section } from '../platform/pages/render-operator.ts';
import type { Attempt, OperatorPageDefinition, Visit } from './operator-page.ts';

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
