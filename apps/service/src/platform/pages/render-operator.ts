import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DayChart } from './day-chart.ts';
import { type FormFault, styles, templates } from './render.ts';
import type { NoticeWords } from './words.ts';

/** The styles of these pages beside the others, which players need not be sent. */
export const operatorStyles = `${styles}\n${readFileSync(join(import.meta.dirname, 'operator.css'), 'utf8')}`;

/** A value: a text, or one with something beside it. */
export type Shown =
  | string
  | {
      text: string;
      /** Where it leads. */
      href?: string;
      /** RFC 3339, where it is a moment. */
      time?: string;
      /** How it looks where it says how something stands. Its text says it too. */
      tone?: 'good' | 'bad' | 'quiet';
      isCode?: boolean;
    };

/** A field of a form of an operator. */
export interface OperatorField {
  name: string;
  label: string;
  /** A `moment` is a day and a time, without a zone. */
  kind: 'text' | 'lines' | 'choice' | 'switch' | 'moment';
  value: string;
  /** Of a choice: what is sent, and what is read. */
  choices?: readonly (readonly [value: string, label: string])[];
  hint?: string;
  isOptional?: boolean;
  isCode?: boolean;
  maxLength?: number;
}

export interface OperatorForm {
  /** Names what it does, where a page has several. */
  act: string;
  fields: OperatorField[];
  /** A digest of what its fields show, to be sent back with them. */
  shown?: string;
  submit: string;
  isDangerous?: boolean;
  cancel?: string;
}

/** A part of a page. */
export type Section = {
  heading: string;
  /** What stands between backticks is a command. */
  hint?: string;
} & (
  | { kind: 'facts'; facts: { label: string; values: Shown[] }[]; links?: Link[] }
  | { kind: 'table'; columns: string[]; rows: Shown[][]; empty: string; links?: Link[] }
  | { kind: 'form'; form: OperatorForm }
  | { kind: 'text'; text: string }
  | { kind: 'chart'; id: string; chart: DayChart }
);

export interface Link {
  text: string;
  address: string;
}

/** A form that narrows a list, by the address of the page. */
export interface Filter {
  fields: OperatorField[];
  submit: string;
}

/** What a page has to show. */
export interface OperatorView {
  title: string;
  lead?: string;
  /** Beside the heading: how what is shown stands. */
  badge?: Shown;
  /** The page above it. */
  parent?: Link;
  filter?: Filter;
  sections: Section[];
}

/** A view with what stands around it. */
export interface OperatorPage extends OperatorView {
  /** The page's own address, to which its forms go. */
  address: string;
  /** The main page that this one belongs to. */
  current: string;
  operatorName: string;
  formToken: string;
  notice: NoticeWords | null;
  /** What was wrong with the form that was sent, and which it was. */
  faults: { act: string; faults: FormFault[] } | null;
}

const mainPages: readonly Link[] = [
  { text: 'Overview', address: '/operator' },
  { text: 'Partners', address: '/operator/partners' },
  { text: 'Members', address: '/operator/members' },
  { text: 'Matches', address: '/operator/matches' },
  { text: 'Deliveries', address: '/operator/deliveries' },
  { text: 'Audit', address: '/operator/audit' },
];

export function renderOperator(page: OperatorPage): string {
  const nav = mainPages.map((link) => ({ ...link, isCurrent: link.address === page.current }));
  return templates.render('operator', {
    ...page,
    // The title is the first thing a screen reader says: there the fault must be heard.
    title: page.faults === null ? page.title : `Error: ${page.title}`,
    heading: page.title,
    nav: { links: nav, operatorName: page.operatorName, formToken: page.formToken },
    styles: operatorStyles,
  });
}
