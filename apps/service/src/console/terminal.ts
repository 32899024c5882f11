import { escapeDeceptive, ProblemError } from '@partner-rating/server';
import { InvalidArgumentError } from 'commander';

export interface Terminal {
  print: (line: string) => void;
  /** Says why something went wrong, apart from what is printed. */
  printError: (line: string) => void;
  /** Says how far long work is, apart from what is printed. May be called often. */
  printProgress: (line: string) => void;
  /** What was piped in, for a password that must not stand in the shell's history. */
  readInput: () => Promise<string>;
  /** The next line that is typed, for a question. */
  readLine: () => Promise<string>;
  /** The file that a path means where it is typed. */
  resolvePath: (path: string) => string;
  /** Calls this at Ctrl-C, once, in place of ending the process; gives a function that takes it back. */
  onInterrupt: (run: () => void) => () => void;
  /** How many characters a line has; infinite where nobody reads it. */
  columns: number;
}

/**
 * Creates a function that writes one line. Everything a command prints goes through it: a name or an identifier that
 * somebody else chose cannot clear the screen, reverse a line or begin another row.
 */
export function lineWriter(stream: { write: (text: string) => unknown }): (line: string) => void {
  return (line) => stream.write(`${escapeDeceptive(line)}\n`);
}

/** The same for a text of several lines, which is the program's own. */
export function textWriter(stream: { write: (text: string) => unknown }): (text: string) => void {
  return (text) => stream.write(`${text.split('\n').map(escapeDeceptive).join('\n')}\n`);
}

const MILLISECONDS_BETWEEN = 3_000;

/** Prints a line at most every few seconds, and none of work that takes less. */
export function throttleLines(
  print: (line: string) => void,
  now: () => number,
): (line: string) => void {
  let last = now();
  return (line) => {
    if (now() - last < MILLISECONDS_BETWEEN) return;
    last = now();
    print(line);
  };
}

export interface ConfirmationOptions {
  yes?: true;
  json: boolean;
}

/** @throws OperatorError where a program would be asked, before anything is looked up. */
export function refuseToAskPrograms({ yes, json }: ConfirmationOptions): void {
  if (json && yes !== true) {
    throw new OperatorError('With --json nothing is asked, so say --yes too.');
  }
}

/**
 * Goes on where `--yes` was said, or where what names the thing is typed.
 * @throws OperatorError with `refusal` where something else is.
 */
export async function confirm(
  { print, readLine }: Terminal,
  { yes }: ConfirmationOptions,
  question: { warning: string; what: string; answer: string; refusal: string },
): Promise<void> {
  if (yes === true) return;
  print(question.warning);
  print(`Type ${question.what}, ${question.answer}, to confirm:`);
  if ((await readLine()).trim() !== question.answer) throw new OperatorError(question.refusal);
}

/** The option that every command has, for programs. */
export const AS_JSON = ['--json', 'print one JSON object', false] as const;

/** What there is to say under labels, on lines of their own; null is left out. */
export type Labelled = readonly (readonly [label: string, value: string | null])[];

/** Writes what is said under labels with the values below one another. */
export function labelled(lines: Labelled): string[] {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.flatMap(([label, value]) => (value === null ? [] : label.padEnd(width) + value));
}

/** A number with what it counts. */
export function counted(amount: number, one: string, several: string): string {
  return `${amount} ${amount === 1 ? one : several}`;
}

/** Bad input of an operator; the message says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** The field of a form that it is about; null where it is about none, or not one alone. */
  readonly field: string | null;
  /** The message by its lines. A line break within one belongs to a value that somebody sent. */
  readonly lines: readonly string[];

  constructor(
    message: string | readonly string[],
    { field, ...options }: ErrorOptions & { field?: string } = {},
  ) {
    const lines = typeof message === 'string' ? [message] : message;
    super(lines.join('\n'), options);
    this.lines = lines;
    this.field = field ?? null;
  }
}

/** Why an operation or a use case refuses what an operator asks for; null for any other error. */
export function refusalOf(error: unknown): { field: string | null; message: string } | null {
  if (error instanceof OperatorError) return error;
  if (!(error instanceof ProblemError) || error.status >= 500) return null;
  const [first] = error.errors ?? [];
  return { field: null, message: first?.detail ?? error.detail };
}

/** A moment as an operator types it. */
export function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Give a time like 2027-01-31T00:00:00Z.');
  }
  return time;
}
