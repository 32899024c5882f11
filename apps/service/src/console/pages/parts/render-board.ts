import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FormError,
  type NoticeWords,
  renderPage,
  styles,
} from '../../../platform/pages/render.ts';
import type { Area } from './area.ts';
import type { DayChart } from './draw-days.ts';

/** The styles of these pages beside the others, which players need not be sent. */
export const boardStyles = `${styles}\n${readFileSync(join(import.meta.dirname, 'templates/board.css'), 'utf8')}`;

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

/** A field of a form. */
export interface BoardField {
  name: string;
  label: string;
  /** A `moment` is a day and a time, without a zone. Of `several`, each choice is a field `name.value`. */
  kind: 'text' | 'lines' | 'choice' | 'several' | 'switch' | 'moment';
  /** Of `several`, those that are chosen, with spaces between them. */
  value: string;
  /** Of a choice: what is sent, and what is read. */
  choices?: readonly (readonly [value: string, label: string])[];
  hint?: string;
  isOptional?: boolean;
  isCode?: boolean;
  maxLength?: number;
}

export interface BoardForm {
  /** Names what it does, where a page has several. */
  act: string;
  fields: BoardField[];
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
  | {
      kind: 'table';
      columns: string[];
      /** For each column, if the rows can be sorted. */
      sorts?: SortedColumn[];
      rows: Shown[][];
      empty: string;
      links?: Link[];
    }
  | { kind: 'form'; form: BoardForm }
  | { kind: 'text'; text: string }
  | { kind: 'chart'; id: string; chart: DayChart }
);

/** How the rows of a table are sorted by a column. */
export interface SortedColumn {
  /** The page sorted by it. */
  address: string;
  direction: 'ascending' | 'descending' | 'none';
}

export interface Link {
  text: string;
  address: string;
}

/** A form that narrows a list, by the address of the page. */
interface Filter {
  fields: BoardField[];
  submit: string;
}

/** What a page has to show. */
export interface BoardView {
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
interface BoardPage extends BoardView {
  /** The page's own address, to which its forms go. */
  address: string;
  /** The main page that this one belongs to. */
  current: string;
  area: Area;
  visitorName: string;
  formToken: string;
  notice: NoticeWords | null;
  /** What was wrong with the form that was sent, and which it was. */
  errors: { act: string; errors: FormError[] } | null;
}

export function renderBoard(page: BoardPage): string {
  const { home, label, menu } = page.area;
  const links = menu.map((link) => ({ ...link, isCurrent: link.address === page.current }));
  return renderPage('console/pages/parts/templates/board', {
    ...page,
    // The title is the first thing a screen reader says: there the error must be heard.
    title: page.errors === null ? page.title : `Error: ${page.title}`,
    heading: page.title,
    menu: {
      label,
      links,
      name: page.visitorName,
      formToken: page.formToken,
      logOut: `${home}/log-out`,
    },
    styles: boardStyles,
  });
}
