import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FormFault,
  type NoticeWords,
  renderPage,
  styles,
} from '../../platform/pages/render.ts';

/** The styles of these pages beside the others, which players need not be sent. */
export const operatorStyles = `${styles}\n${readFileSync(join(import.meta.dirname, 'templates/operator.css'), 'utf8')}`;

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
interface Filter {
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
interface OperatorPage extends OperatorView {
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
  const links = mainPages.map((link) => ({ ...link, isCurrent: link.address === page.current }));
  return renderPage('console/pages/templates/operator', {
    ...page,
    // The title is the first thing a screen reader says: there the fault must be heard.
    title: page.faults === null ? page.title : `Error: ${page.title}`,
    heading: page.title,
    menu: {
      label: 'Operator',
      links,
      name: page.operatorName,
      formToken: page.formToken,
      logOut: '/operator/log-out',
    },
    styles: operatorStyles,
  });
}

/** What happened on a day, and how much of it went wrong. */
interface DayAmount {
  /** A calendar date, `YYYY-MM-DD`. */
  day: string;
  amount: number;
  failures: number;
}

/** Bars, a day each: along in percent and down in pixels, so that texts stay as large on a phone. */
interface DayChart {
  title: string;
  description: string;
  height: number;
  /** Where the bars stand, and where the first level is. */
  bottom: number;
  bars: Bar[];
  levels: { y: number; label: string }[];
  days: { x: number; label: string }[];
  /** What the failures are called; null where there are none to speak of. */
  failureWords: string | null;
  columns: string[];
  rows: string[][];
}

interface Bar {
  x: number;
  width: number;
  y: number;
  height: number;
  /** The hatched part on top. */
  failed: { y: number; height: number } | null;
}

interface DayChartWords {
  title: string;
  /** What is counted: "requests". */
  what: string;
  /** What a failure is called, where there can be any: "failed". */
  failures?: string;
}

const TOP = 12;

const PLOT = 120;

const BOTTOM = 26;

const GAP = 0.25;

const LEVELS = 2;

const dayAndMonth = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const number = new Intl.NumberFormat('en-GB');

/** @param days In their order, without gaps. */
export function drawDays(days: readonly DayAmount[], words: DayChartWords): DayChart {
  const top = roundUp(Math.max(...days.map(({ amount }) => amount)));
  const down = (amount: number) => round(TOP + (PLOT * (top - amount)) / top);
  const bottom = TOP + PLOT;
  const width = 100 / days.length;
  const total = days.reduce((sum, { amount }) => sum + amount, 0);
  const failed = days.reduce((sum, { failures }) => sum + failures, 0);
  const last = days.at(-1);
  const label = (day: string) => dayAndMonth.format(new Date(`${day}T00:00:00Z`));
  const { title, what, failures } = words;
  return {
    title,
    description: [
      `${number.format(total)} in ${days.length} days, ${number.format(last?.amount ?? 0)} of them today`,
      ...(failures === undefined ? [] : [`${number.format(failed)} ${failures}`]),
    ].join('; '),
    height: bottom + BOTTOM,
    bottom,
    bars: days.flatMap(({ amount, failures: wrong }, index) =>
      amount === 0
        ? []
        : [
            {
              x: round(width * (index + GAP / 2)),
              width: round(width * (1 - GAP)),
              y: down(amount),
              height: round(bottom - down(amount)),
              failed:
                wrong === 0
                  ? null
                  : { y: down(amount), height: Math.max(2, round(down(0) - down(wrong))) },
            },
          ],
    ),
    levels: Array.from({ length: LEVELS + 1 }, (_, index) => {
      const amount = (top * index) / LEVELS;
      return { y: down(amount), label: number.format(amount) };
    }),
    days: [0, Math.floor((days.length - 1) / 2), days.length - 1].map((index) => ({
      x: round(width * (index + 0.5)),
      label: label(days[index]?.day ?? ''),
    })),
    failureWords: failures ?? null,
    columns: ['Day', capital(what), ...(failures === undefined ? [] : [capital(failures)])],
    rows: days
      .map((one) => [
        label(one.day),
        number.format(one.amount),
        ...(failures === undefined ? [] : [number.format(one.failures)]),
      ])
      .toReversed(),
  };
}

/** The next round number whose half is whole, so that the levels are too. */
function roundUp(amount: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, amount)));
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * power >= amount) ?? 10;
  return Math.max(2, factor * power);
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
