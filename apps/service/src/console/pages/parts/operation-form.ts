import type { PostedForm } from '../../../connect/login/posted-form.ts';
import type { InterfaceField, InterfaceOperation } from '../../api/interface-types.ts';
import type { OperationTypes } from '../../api/operation-types.gen.ts';
import { operationOf } from '../../command/call-operation.ts';
import { OperatorError } from '../../terminal.ts';
import type { Act, Attempt, Visit } from './page.ts';
import type { BoardField, BoardView, Section } from './render-board.ts';
import { type Row, valueTitle } from './values.ts';

type FieldWords = Readonly<Record<string, Partial<BoardField>>>;

export interface FormRequest {
  heading: string;
  /** By default, the first paragraph of the description in the document. */
  hint?: string;
  /** The text of the button: by default, the summary of the operation. */
  submit?: string;
  /** The fields of the form: none by default. */
  fields?: readonly string[];
  /** Labels and hints of fields, if the words of the document are for programs. */
  words?: FieldWords;
  /** Values that the page knows: those of the address by default. */
  given?: (
    visit: Visit,
    form: PostedForm,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Whether the form shows stored values, so that an empty field removes one. */
  isEdit?: boolean;
  isDangerous?: boolean;
  /** The words after "To …, enter your password"; by default of the document, and null if this form needs no password. */
  asksAgain?: Act['asksAgain'] | null;
  /** The page after the form; the same page by default. */
  location?: (answer: Row, visit: Visit) => string;
  /** Another notice than the message in the document. */
  notice?: (answer: Row) => string | undefined;
  /** Shows the answer once, for a secret that is not shown again. */
  shows?: (answer: Row, visit: Visit) => BoardView | Promise<BoardView>;
  /** Refuses typed values before the operation is called. */
  check?: (visit: Visit, form: PostedForm) => void | Promise<void>;
}

/** A form that calls an operation. */
export interface OperationForm {
  /**
   * @param values The initial values of the fields.
   * @param words The choices of fields, if only the page knows them.
   */
  section: (visit: Visit, act: string, values?: object, words?: FieldWords) => Section;
  act: Act;
}

/** Creates a form with the texts, the fields, and the checks of an operation. */
export function operationForm(id: keyof OperationTypes, request: FormRequest): OperationForm {
  const operation = operationOf(id);
  const names = request.fields ?? [];
  const { isEdit = false, given = ({ params }) => named(operation, params) } = request;
  const { asksAgain = defaultQuestion(operation) } = request;
  return {
    section: (visit, act, values = {}, words = {}) => ({
      kind: 'form',
      heading: request.heading,
      hint: request.hint ?? operation.about.split('\n\n')[0] ?? '',
      form: {
        act,
        fields: names.map((name) => {
          const known = { ...request.words?.[name], ...words[name] };
          const field = { ...fieldOf(operation, name), ...known };
          const value = known.value ?? valueAt(values as Row, name);
          return { ...field, value: typedValue(visit.attempt, act, field, value) };
        }),
        submit: request.submit ?? operation.summary,
        ...(request.isDangerous === true && { isDangerous: true }),
      },
    }),
    act: {
      operation,
      ...(isEdit && { isEdit }),
      ...(asksAgain !== null && { asksAgain }),
      run: async (visit, form) => {
        await request.check?.(visit, form);
        const read = names.flatMap((name) => {
          const offered = request.words?.[name]?.choices?.map(([choice]) => choice);
          const value = readValue(operation, name, form, isEdit, offered);
          return value === undefined ? [] : [[name, value]];
        });
        const values = { ...(await given(visit, form)), ...Object.fromEntries(read) };
        const answer = ((await visit.call(id, values)) ?? {}) as Row;
        if (request.shows !== undefined) return { view: await request.shows(answer, visit) };
        const said = answer.settled === false ? `${id}-unsettled` : id;
        const notice = request.notice?.(answer) ?? said;
        const location = request.location?.(answer, visit);
        return { notice, ...(location !== undefined && { location }) };
      },
    },
  };
}

/** A field that chooses one of these; nothing is preselected. */
export function choiceOf(
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
): Partial<BoardField> {
  return { label, hint: '', kind: 'choice', choices: [['', 'Choose one'], ...choices] };
}

/** The values of the operation's fields that are in the address. */
function named({ fields }: InterfaceOperation, params: Visit['params']): Record<string, string> {
  const known = Object.entries(params).filter(([name]) => fields.some((one) => one.name === name));
  return Object.fromEntries(known);
}

/** The acts of a page's forms. */
export function actsOf(forms: Readonly<Record<string, OperationForm>>): Record<string, Act> {
  return Object.fromEntries(Object.entries(forms).map(([name, { act }]) => [name, act]));
}

// "Change a partner" becomes "To change a partner, enter …".
function defaultQuestion({ confirm, summary }: InterfaceOperation): string | null {
  if (confirm !== 'authentication') return null;
  return `${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`;
}

/** A field of an operation in a form or a filter. */
export function fieldOf(operation: InterfaceOperation, name: string): BoardField {
  const field = described(operation, name);
  const { type, choices, isRequired, isNullable, about } = field;
  const kind = kindOf(field);
  const hint = kind === 'lines' ? `${about} One on each line.` : about;
  return {
    name,
    label: valueTitle(name.split('.').at(-1) ?? name),
    kind,
    value: '',
    ...(choices !== null && { choices: choices.map((word) => [word, wordOf(word)] as const) }),
    ...(kind !== 'switch' && { hint: hint.replaceAll('`', '') }),
    ...((!isRequired || isNullable) && { isOptional: true }),
    ...(type === 'integer' && { isCode: true }),
  };
}

function described({ id, fields }: InterfaceOperation, name: string): InterfaceField {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(`${id} has no field ${name}.`);
  return field;
}

function kindOf({ type, choices }: InterfaceField): BoardField['kind'] {
  if (type === 'list') return choices === null ? 'lines' : 'several';
  if (choices !== null) return 'choice';
  return type === 'boolean' ? 'switch' : type === 'time' ? 'moment' : 'text';
}

// "MALE" is a constant of the document, but `key:member:read` is a name.
const wordOf = (word: string) => (/^[A-Z_]+$/.test(word) ? word.toLowerCase() : word);

function valueAt(values: Row, name: string): string {
  const value = name
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Row | null)?.[key], values);
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** The value of a field: the typed one, if the form was refused. */
function typedValue(
  attempt: Attempt | null,
  act: string,
  { name, kind, choices = [] }: BoardField,
  value: string,
): string {
  if (attempt?.act !== act) return value;
  if (kind !== 'several') return attempt.field(name);
  const chosen = choices.filter(([choice]) => attempt.field(`${name}.${choice}`) === 'yes');
  return chosen.map(([choice]) => choice).join('\n');
}

/** Reads a typed value as the operation accepts it; undefined for an empty field. */
function readValue(
  operation: InterfaceOperation,
  name: string,
  { field }: Pick<PostedForm, 'field'>,
  isEdit: boolean,
  choices = described(operation, name).choices,
): unknown {
  const { type, in: location, isNullable, isRequired } = described(operation, name);
  const text = field(name).trim();
  // Without this value, the request would have another path.
  if (location === 'path' && text === '') {
    throw new OperatorError('This is missing. Choose one, or fill it in.', { field: name });
  }
  if (type === 'boolean') return text === 'yes';
  if (type === 'list') {
    const items =
      choices === null
        ? linesOf(text)
        : choices.filter((choice) => field(`${name}.${choice}`) === 'yes');
    return items.length === 0 && !isEdit && !isRequired ? undefined : items;
  }
  if (text === '') return isEdit && isNullable ? null : isRequired || isEdit ? '' : undefined;
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  if (type !== 'time') return text;
  const moment = readMoment(text);
  if (moment === null) throw new OperatorError('Give a day and a time.', { field: name });
  return moment.toISOString();
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Reads the UTC time of a field for day and time; null if it is not one. */
export function readMoment(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/.test(text)) return null;
  const moment = new Date(`${text}Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
