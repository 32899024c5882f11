import { unescapeHtml } from '@partner-rating/service/src/connect/testing/browser-session.ts';
import { expectThat } from '../finding.ts';
import type { Answer } from './network.ts';

/**
 * Returns what a form of an operator's page would send unchanged. The form for this action must
 * exist.
 */
export function fieldsOf({ body }: Answer, act: string): URLSearchParams {
  const form = formOf(body, act);
  expectThat(form !== undefined, () => `The page has no form to ${act}: ${textOf(body)}`);
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(input, 'name');
    const isSent = attribute(input, 'type') !== 'checkbox' || / checked\b/.test(input);
    if (name !== null && isSent) fields.append(name, attribute(input, 'value') ?? '');
  }
  for (const [select] of form.matchAll(/<select[\s\S]*?<\/select>/g)) {
    const chosen = /<option value="([^"]*)" selected>/.exec(select)?.[1] ?? '';
    fields.append(attribute(select, 'name') ?? '', unescapeHtml(chosen));
  }
  for (const [area, text = ''] of form.matchAll(/<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/g)) {
    fields.append(attribute(area, 'name') ?? '', unescapeHtml(text));
  }
  return fields;
}

/** Whether a page offers an action. */
export const offers = ({ body }: Answer, act: string): boolean => formOf(body, act) !== undefined;

/** The content of a page, and the state it shows. */
export const headingOf = ({ body }: Answer): string => /<h1[\s\S]*?<\/h1>/.exec(body)?.[0] ?? '';

/** The text of a page, without input fields. */
export function textOf(body: string): string {
  const [, main = body] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body) ?? [];
  return main
    .replaceAll(/<(?:style|textarea|select)[\s\S]*?<\/(?:style|textarea|select)>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function formOf(html: string, act: string): string | undefined {
  const forms = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form);
  return forms.find((form) => form.includes(`name="act" value="${act}"`));
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}
