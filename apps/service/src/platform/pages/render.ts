import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import { language } from './domain/locale.ts';
import { lineParts, type NamingLine } from './domain/naming-line.ts';
import { pageTexts } from './domain/texts.ts';
import { identity, shownOperator } from './identity.ts';

const sources = join(import.meta.dirname, '../..');

/** Renders templates. Their paths begin at `src` and omit `.eta`. */
export const templates = new Eta({ views: sources, cache: true });

/** The styles of every page. Later rules override earlier ones. */
export const styles = ['tokens', 'base', 'forms', 'lists', 'game', 'chart', 'print']
  .map((part) => readFileSync(join(import.meta.dirname, `styles/${part}.css`), 'utf8'))
  .join('\n');

/** The script of a page with a button that copies a field. */
export const copyScript = readFileSync(join(import.meta.dirname, 'scripts/copy.js'), 'utf8');

/** An error of a form, and the field to which the summary links. */
export interface FormError {
  field: string | null;
  text: string;
}

export interface MessagePage {
  title: string;
  paragraphs: string[];
  link?: { address: string; text: string };
  /** A second link. */
  otherLink?: { address: string; text: string };
  requestId: string;
}

export function renderMessage(page: MessagePage): string {
  return renderPage('platform/pages/templates/message', page);
}

/**
 * Renders a template of a page, by its path from `src`. It and its partials find the common texts in `common`, the names
 * of the service and its operator in `identity` and `operator`, and write the patterns of `NamingLine` with `line`.
 */
export function renderPage<Page extends { title: string }>(template: string, page: Page): string {
  const common = pageTexts();
  const named = { identity: identity(), operator: shownOperator() };
  const shared = { styles, language: language(), common, line, ...named };
  return templates.render(template, { ...shared, ...page });
}

/** Renders who operates the service, for the footer of a page from elsewhere. Empty if the operator set nothing. */
export function renderOperator(): string {
  const operator = shownOperator();
  if (operator === null) return '';
  return templates.render('platform/pages/templates/operator', { operator, line });
}

/** @param to The target of the link in the sentence, if it has one. */
function line(pattern: string, names: NamingLine['names'], to?: string): string {
  return templates.render('platform/pages/templates/line', {
    parts: lineParts({ pattern, names }),
    to,
  });
}

/** Returns the title of a page with a form. A screen reader reads it first, so it mentions an error. */
export function titleWith(errors: readonly FormError[], title: string): string {
  return errors.length === 0 ? title : pageTexts().errorTitle(title);
}

/** The front page, for people who type the address of the service. */
export function renderHome(): string {
  return renderPage('platform/pages/templates/home', { title: pageTexts().home.title });
}

/** The menu of somebody who is logged in. */
export interface Menu {
  /** The owner of the pages. */
  label: string;
  links: { text: string; address: string; isCurrent: boolean }[];
  name: string;
  /** The address of the log-out form. */
  logOut: string;
  formToken: string;
}

/** Returns the first letter of a name, as people see letters. It replaces a logo. */
export function initialOf(name: string): string {
  const [initial] = new Intl.Segmenter().segment(name);
  return initial?.segment ?? '';
}

export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password' | 'date' | 'select' | 'radio';
  /** For a select and for radio buttons: the value to send, and the text to show. */
  choices?: readonly { code: string; name: string }[];
  /** Whether it may be left empty. */
  isOptional?: boolean;
  /** A token of the HTML standard for autofill. Radio buttons have none. */
  autocomplete?: string;
  /** The earlier input of the player. Never a password. */
  value?: string;
  hint?: string;
  minLength?: number;
  maxLength?: number;
  /** Whether the player copies it from another device, character by character. */
  isCode?: boolean;
}

export interface FormPage {
  heading: string;
  lead?: string;
  action: string;
  formToken: string;
  /** Fields that the form sends back unchanged. */
  hidden?: Record<string, string>;
  /** The account that a password manager stores the new password for. */
  username?: string | null;
  fields: FormField[];
  submit: string;
  isDangerous?: boolean;
  /** Whether it names the operator above its button, and not in its footer. */
  namesOperator?: boolean;
  /** The link for players who do not want to continue. */
  cancel?: string;
  /** Further links, each at the end of a sentence. */
  links?: { before: string; text: string; address: string }[];
  errors: FormError[];
  /** The beginning of the error summary. */
  errorHeading: string;
}

export function renderForm(page: FormPage): string {
  const form = { hidden: {}, links: [], ...page, title: titleWith(page.errors, page.heading) };
  return renderPage('platform/pages/templates/form', form);
}

/** The notice of a completed action. */
export interface NoticeWords {
  /** The name in the sentence. */
  subject: string | null;
  /** A pattern of `NamingLine`. */
  text: string;
  /** A link to continue. */
  link?: { text: string; address: string };
}
