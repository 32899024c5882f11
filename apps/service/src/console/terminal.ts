import { escapeDeceptive, ProblemError } from '@partner-rating/server';
import { InvalidArgumentError } from 'commander';

export interface Terminal {
  print: (line: string) => void;
  /** Prints the reason of a failure to the error output. */
  printError: (line: string) => void;
  /** Prints the progress of long work to the error output. May be called often. */
  printProgress: (line: string) => void;
  /** Reads standard input, for a password that must not be in the shell's history. */
  readInput: () => Promise<string>;
  /** Reads the answer to a question. */
  readLine: () => Promise<string>;
  /** Resolves a path from the directory of the operator. */
  resolvePath: (path: string) => string;
  /** Calls a function once at Ctrl-C instead of ending the process; returns a function that undoes this. */
  onInterrupt: (run: () => void) => () => void;
  /** The width of a line; infinite if it is not a terminal. */
  columns: number;
}

/**
 * Creates a function that writes one line. Commands print everything with it, so that a name or an identifier that
 * somebody else chose cannot clear the screen, reverse a line, or begin another row.
 */
export function lineWriter(stream: { write: (text: string) => unknown }): (line: string) => void {
  return (line) => stream.write(`${escapeDeceptive(line)}\n`);
}

/** The same for a text of several lines that the program itself wrote. */
export function textWriter(stream: { write: (text: string) => unknown }): (text: string) => void {
  return (text) => stream.write(`${text.split('\n').map(escapeDeceptive).join('\n')}\n`);
}

const MILLISECONDS_BETWEEN = 3_000;

/** Prints a line at most every few seconds, and none for short work. */
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

/** @throws OperatorError if a program would have to answer a question. */
export function refuseToAskPrograms({ yes, json }: ConfirmationOptions): void {
  if (json && yes !== true) {
    throw new OperatorError('With --json, the command cannot ask. Add --yes.');
  }
}

/**
 * Returns if `--yes` was given, or the operator types the name of the subject.
 * @throws OperatorError with `refusal` if they type something else.
 */
export async function confirm(
  { print, readLine }: Terminal,
  { yes }: ConfirmationOptions,
  question: { warning: string; answer: string; refusal: string },
): Promise<void> {
  if (yes === true) return;
  print(question.warning);
  print(`Type ${question.answer} to confirm:`);
  if ((await readLine()).trim() !== question.answer) throw new OperatorError(question.refusal);
}

/** The option that every command has, for programs. */
export const AS_JSON = ['--json', 'print one JSON object', false] as const;

/** Values with labels; null is left out. */
export type Labelled = readonly (readonly [label: string, value: string | null])[];

/** Writes a line for each label, with the values aligned. */
export function labelled(lines: Labelled): string[] {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  return lines.flatMap(([label, value]) => (value === null ? [] : label.padEnd(width) + value));
}

/** A number with what it counts. */
export function counted(amount: number, one: string, several: string): string {
  return `${amount} ${amount === 1 ? one : several}`;
}

/** An error of an operator, whose message says what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError';
  /** The field of a form that the error is about; null if it is not about exactly one field. */
  readonly field: string | null;
  /** The lines of the message. A line break within a line is part of a value that somebody sent. */
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

/** The message of a refusal; null for any other error. */
export function refusalOf(error: unknown): { field: string | null; message: string } | null {
  if (error instanceof OperatorError) return error;
  if (!(error instanceof ProblemError) || error.status >= 500) return null;
  const [first] = error.errors ?? [];
  return { field: null, message: first?.detail ?? error.detail };
}

/** Reads a time that an operator types. */
export function readTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new InvalidArgumentError('Give a time like 2027-01-31T00:00:00Z.');
  }
  return time;
}
