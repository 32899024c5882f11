import {
  clearCookie,
  type PostedForm,
  readCookie,
  setCookie,
} from '../../connect/login/posted-form.ts';
import { operators } from '../../connect/login/realms.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { FormFault, NoticeWords } from '../../platform/pages/render.ts';
import { listPartners } from '../actions/partners.ts';
import type { OperationTypes } from '../api/operation-types.gen.ts';
import { RefusedFieldError } from '../command/call-operation.ts';
import { refusalOf } from '../terminal.ts';
import type { OperatorField, OperatorView, Section, Shown } from './render-operator.ts';

/** What an operation answers; null for one without a body. */
export type AnswerOf<Id extends keyof OperationTypes> =
  OperationTypes[Id]['reply'] extends infer Reply
    ? Reply extends { body: infer Body }
      ? Body
      : null
    : never;

/** An operator looks at a page. */
export interface Visit {
  dependencies: Dependencies;
  /** What the address names. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** A form that was sent from this page and refused. */
  attempt: Attempt | null;
  /**
   * Calls an operation in the name of the operator.
   * @throws OperatorError with the reason, if it refuses.
   */
  call: <Id extends keyof OperationTypes>(
    id: Id,
    values: Record<string, unknown>,
  ) => Promise<AnswerOf<Id>>;
}

export interface Attempt {
  act: string;
  field: PostedForm['field'];
  faults: FormFault[];
}

/** A page with what may be done there. */
export interface OperatorPageDefinition {
  path: string;
  /** The main page that it belongs to. */
  current: string;
  /** @throws OperatorError where there is nothing at this address. */
  show: (visit: Visit) => Promise<ShownView>;
  /** By the name that a form says what it does with. */
  acts?: Readonly<Record<string, Act>>;
}

/** A view, with why the list that was asked for cannot be shown. */
export type ShownView = OperatorView & { fault?: string };

export interface Act {
  /** Its form shows what is stored: nothing is changed where that is not any more what the form showed. */
  isEdit?: boolean;
  /**
   * What it does, after "To …", where the operator authenticates again before it; null where this form does
   * nothing of the kind.
   */
  asksAgain?: string | ((visit: Visit, form: PostedForm) => Promise<string | null>);
  /** @throws OperatorError with what to do otherwise. */
  run: (visit: Visit, form: PostedForm) => Promise<Done>;
}

/** What a form did: a notice on the page it leads to, or a page that is shown once. */
type Done = { notice: Notice; location?: string } | { view: OperatorView };

/** What a field of a form has: as it was typed, where the form was refused. */
export function typed({ attempt }: Visit, act: string, name: string, value: string): string {
  return attempt?.act === act ? attempt.field(name) : value;
}

// It travels in a cookie, which no link can set, as that of the players' pages.
const words = {
  'set-up': 'Your account is set up. Log in with the new password and a code of your app.',
  'browser-allowed': 'Log in within an hour. After that, this browser does not need a link again.',
  'logged-out': 'You are logged out.',
  'proof-ended':
    'Nothing was changed. After five wrong attempts you were logged out: log in again.',
  renamed: 'The name is changed. Players see it from now on.',
  redirects: 'The redirect addresses are changed. They hold from the next request on.',
  limits: 'The limits are changed. They hold from the next request on.',
  suspended:
    'The partner is suspended. Its requests are refused from now on, and no event is sent.',
  resumed: 'The partner works again, with the same keys, tokens and connections.',
  revoked: 'The key is revoked. Requests with it are refused from now on.',
  edited: 'The facts are corrected.',
  outdated:
    'Nothing was changed: somebody else changed this meanwhile. See how it stands now, and change it again.',
  locked: 'Nobody can log in to the account any more. Its sessions and tokens have ended.',
  unlocked: 'The player can log in again.',
  erased: 'The member is erased. The matches and ratings stay as those of a former player.',
  upheld: 'The result stands. The players who disputed it can read your reason.',
  voided: 'The match is voided. The ratings are what they would be without it.',
  'voided-soon': 'The match is voided. The service is settling the ratings that follow from it.',
  released: 'The match counts from now on.',
  'released-soon':
    'The match counts from now on. The service is settling the ratings that follow from it.',
  redelivered: 'The delivery is queued. Load this page again to see what comes of it.',
  replayed: 'The deliveries are queued.',
  'replayed-none': 'There were none to send again in this time.',
} as const;

/** What a form did, shown by the page after it. */
type Notice = keyof typeof words;

const LIFETIME_SECONDS = 60;

export function setOperatorNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  notice: Notice,
): string {
  return setCookie(publicUrl, operators, 'notice', notice, LIFETIME_SECONDS);
}

/** The notice to show, and what to set so that it is shown once. */
export function takeOperatorNotice(
  { publicUrl }: Pick<Dependencies, 'publicUrl'>,
  header: string | undefined,
): { words: NoticeWords | null; cookies: string[] } {
  const sent = readCookie(publicUrl, header, operators, 'notice');
  if (sent === null) return { words: null, cookies: [] };
  const text = Object.entries(words).find(([notice]) => notice === sent)?.[1];
  return {
    words: text === undefined ? null : { subject: null, text },
    cookies: [clearCookie(publicUrl, operators, 'notice')],
  };
}

// How many rows a page of a list has.
const ROWS_A_PAGE = 50;

/** Which part of a list an operation gives. */
interface ListPart {
  limit: number;
  cursor?: string;
}

interface ListRequest<Row> {
  path: string;
  /** Reads the rows of the address's filter, with the cursor of the next page. */
  fetch: (part: ListPart) => Promise<{ rows: readonly Row[]; nextCursor: string | null }>;
  /** What to do where there are more, in place of links to them. */
  hint?: string;
  heading: string;
  columns: string[];
  row: (row: Row) => Shown[];
  empty: string;
  /** What the links to the next page and to the first are called. */
  words?: { next: string; first: string };
}

const newestFirst = { next: 'Show older ones', first: 'Back to the latest' };

/** A page of a list; a filter that names what there is not is an error of the form, and no list. */
export async function listPage<Row>(
  visit: Visit,
  { path, fetch, row, words = newestFirst, hint, ...table }: ListRequest<Row>,
): Promise<{ table: Section; fault?: string }> {
  const { query } = visit;
  const cursor = filterValue(visit, 'before');
  const link = (text: string, before: string | null) => ({
    text,
    address: withBefore(path, query, before),
  });
  try {
    const { rows, nextCursor } = await fetch({ limit: ROWS_A_PAGE, ...(cursor && { cursor }) });
    const links = [
      ...(nextCursor === null ? [] : [link(words.next, nextCursor)]),
      ...(cursor === undefined ? [] : [link(words.first, null)]),
    ];
    const more = hint === undefined ? { links } : nextCursor !== null && { hint };
    return { table: { kind: 'table', ...table, rows: rows.map(row), ...more } };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const message = error instanceof RefusedFieldError ? error.detail : refusal.message;
    return { table: { kind: 'table', ...table, rows: [] }, fault: message };
  }
}

function withBefore(path: string, query: URLSearchParams, before: string | null): string {
  const given = [...query].filter(([name, value]) => name !== 'before' && value !== '');
  const others = new URLSearchParams(given);
  if (before !== null) others.set('before', before);
  const text = others.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** What the address's filter has for a name; undefined for nothing. */
export function filterValue({ query }: Visit, name: string): string | undefined {
  return query.get(name)?.trim() || undefined;
}

/** The same where it has to be one of some words; undefined for any other. */
export function filterWord<Word extends string>(
  visit: Visit,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === filterValue(visit, name));
}

/** The values of a filter that were given. */
export function given(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The field of a filter that chooses a partner. */
export async function partnerField(visit: Visit): Promise<OperatorField> {
  const partners = await listPartners(visit.dependencies);
  const clientIds = partners.map(({ clientId }) => clientId);
  return anyOf('partner', 'Partner', filterValue(visit, 'partner') ?? '', clientIds);
}

type Extras = Omit<OperatorField, 'name' | 'label' | 'kind' | 'value' | 'choices'>;

export function textField(
  name: string,
  label: string,
  value: string,
  extras: Extras = {},
): OperatorField {
  return { name, label, kind: 'text', value, ...extras };
}

/** The field of a form that says why, for the audit alone. */
export function auditReason(visit: Visit, act: string, hint: string): OperatorField {
  const extras = { hint, isOptional: true, maxLength: 500 };
  return textField('reason', 'Reason, for the audit', typed(visit, act, 'reason', ''), extras);
}

export function choiceField(
  name: string,
  label: string,
  value: string,
  choices: readonly (readonly [value: string, label: string])[],
): OperatorField {
  return { name, label, kind: 'choice', value, choices };
}

/** A choice of words that stand for themselves; the empty one is all. */
export function anyOf(
  name: string,
  label: string,
  value: string,
  words: readonly string[],
): OperatorField {
  const choices = words.map((word) => [word, word] as const);
  return choiceField(name, label, value, [['', 'Any'], ...choices]);
}
