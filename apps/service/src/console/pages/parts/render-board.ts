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

/** The styles of these pages. Pages of players do not need them. */
export const boardStyles = `${styles}\n${readFileSync(join(import.meta.dirname, 'templates/board.css'), 'utf8')}`;

/** A value: a text, with a link, a time, or a tone. */
export type Shown =
  | string
  | {
      text: string;
      /** The address of a link. */
      href?: string;
      /** RFC 3339, if it is a time. */
      time?: string;
      /** The colour of a state. The text says the state too. */
      tone?: 'good' | 'bad' | 'quiet';
      isCode?: boolean;
    };

/** A field of a form. */
export interface BoardField {
  name: string;
  label: string;
  /** A `moment` is a day and a time, without a zone. Of `several`, each choice is a field `name.value`. */
  kind: 'text' | 'lines' | 'choice' | 'several' | 'switch' | 'moment';
  /** The chosen values of `several` are on one line each. */
  value: string;
  /** The values of a choice, and their labels. */
  choices?: readonly (readonly [value: string, label: string])[];
  hint?: string;
  isOptional?: boolean;
  isCode?: boolean;
  maxLength?: number;
}

export interface BoardForm {
  /** The name of the act. */
  act: string;
  fields: BoardField[];
  /** A digest of the stored values, which is sent back with the form. */
  shown?: string;
  submit: string;
  isDangerous?: boolean;
  cancel?: string;
}

/** A part of a page. */
export type Section = {
  heading: string;
  /** Text between backticks is a command. */
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
  | { kind: 'text'; text: string; links?: Link[] }
  | { kind: 'chart'; id: string; chart: DayChart }
);

/** How the rows of a table are sorted by a column. */
export interface SortedColumn {
  /** The address of the page that is sorted by this column. */
  address: string;
  direction: 'ascending' | 'descending' | 'none';
}

export interface Link {
  text: string;
  address: string;
}

/** A form that filters a list by the address of the page. */
interface Filter {
  fields: BoardField[];
  submit: string;
}

/** The content of a page. */
export interface BoardView {
  title: string;
  lead?: string;
  /** The state next to the heading. */
  badge?: Shown;
  /** The page above it. */
  parent?: Link;
  filter?: Filter;
  sections: Section[];
}

/** The content of a page, and everything around it. */
interface BoardPage extends BoardView {
  /** The address of the page, to which its forms are sent. */
  address: string;
  /** The main page that this one belongs to. */
  current: string;
  area: Area;
  visitorName: string;
  formToken: string;
  notice: NoticeWords | null;
  /** The errors of the form that was sent. */
  errors: { act: string; errors: FormError[] } | null;
}

export function renderBoard(page: BoardPage): string {
  const { home, label, menu } = page.area;
  const links = menu.map((link) => ({ ...link, isCurrent: link.address === page.current }));
  return renderPage('console/pages/parts/templates/board', {
    ...page,
    // A screen reader says the title first, so the error must be in it.
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
