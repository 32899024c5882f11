import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { language } from './domain/locale.ts';
import { lineParts, type NamingLine } from './domain/naming-line.ts';
import { pageTexts } from './domain/texts.ts';

const sources = join(import.meta.dirname, '../..');

/** Renders a template by its path from here, without `.eta`. */
export const templates = new Eta({ views: sources, cache: true });

/** The styles of every page, in the order in which their rules override each other. */
export const styles = ['tokens', 'base', 'forms', 'lists', 'game', 'chart', 'print']
  .map((part) => readFileSync(join(import.meta.dirname, `styles/${part}.css`), 'utf8'))
  .join('\n');

/** The script of a page with a button that copies a field. */
export const copyScript = readFileSync(join(import.meta.dirname, 'scripts/copy.js'), 'utf8');

/** What was wrong with a form, and the field that the summary links to. */
export interface FormError {
  field: string | null;
  text: string;
}

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link?: { address: string; text: string };
  /** The other way to go on, where there are two. */
  otherLink?: { address: string; text: string };
  requestId: string;
}

export function renderMessage(page: MessagePage): string {
  return renderPage('platform/pages/templates/message', page);
}

/**
 * Renders a page by the path of its template from `src`. The template and those that it includes find the texts of all
 * pages in `common`, and write the patterns of `NamingLine` by `line`.
 */
export function renderPage<Page extends { title: string }>(template: string, page: Page): string {
  const common = pageTexts();
  return templates.render(template, { styles, language: language(), common, line, ...page });
}

/** @param to Where the link of the sentence leads, if it has one. */
function line(pattern: string, names: NamingLine['names'], to?: string): string {
  return templates.render('platform/pages/templates/line', {
    parts: lineParts({ pattern, names }),
    to,
  });
}

/** The title of a page with a form. A screen reader says it first: there an error must be heard. */
export function titleWith(errors: readonly FormError[], title: string): string {
  return errors.length === 0 ? title : pageTexts().errorTitle(title);
}

/** The front page, for people who type the address of the service. */
export function renderHome(): string {
  return renderPage('platform/pages/templates/home', { title: pageTexts().home.title });
}

/** The menu above the pages of somebody who is logged in. */
export interface Menu {
  /** Whose pages they are. */
  label: string;
  links: { text: string; address: string; isCurrent: boolean }[];
  name: string;
  /** Where its form goes that logs out. */
  logOut: string;
  formToken: string;
}

/** The first letter of a name, as a person sees letters: it stands where a logo would. */
export function initialOf(name: string): string {
  const [initial] = new Intl.Segmenter().segment(name);
  return initial?.segment ?? '';
}

/** A field of a form. */
export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password' | 'date' | 'select';
  /** Of a select: what is sent, and what is read. */
  choices?: readonly { code: string; name: string }[];
  /** Whether it may be left empty. */
  isOptional?: boolean;
  /** What the browser fills in: a token of the HTML standard. */
  autocomplete: string;
  /** What the player typed before; never a password. */
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  /** Whether it is typed from another device, character by character. */
  isCode?: boolean;
}

/** A page with one form. */
export interface FormPage {
  heading: string;
  lead?: string;
  action: string;
  formToken: string;
  /** Sent back with the form as it is. */
  hidden?: Record<string, string>;
  /** The account that a password manager stores the new password for. */
  username?: string | null;
  fields: FormField[];
  submit: string;
  isDangerous?: boolean;
  /** Where a player goes who does not want to. */
  cancel?: string;
  /** Other ways on, a sentence each that ends with a link. */
  links?: { before: string; text: string; address: string }[];
  errors: FormError[];
  /** What the summary of the errors begins with. */
  errorHeading: string;
}

export function renderForm(page: FormPage): string {
  const form = { hidden: {}, links: [], ...page, title: titleWith(page.errors, page.heading) };
  return renderPage('platform/pages/templates/form', form);
}

/** What was done. */
export interface NoticeWords {
  /** The name that the sentence is about. */
  subject: string | null;
  /** A pattern of `NamingLine`. */
  text: string;
  /** Where the player goes on, if they want to. */
  link?: { text: string; address: string };
}
