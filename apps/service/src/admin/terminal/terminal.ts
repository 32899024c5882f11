import { escapeDeceptive } from '@partner-rating/server';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';

/** Runs something with the database open, and closes it afterwards. */
export type WithDependencies = (
  run: (dependencies: Dependencies) => Promise<void>,
  options?: {
    /** Whether no service may run on the database meanwhile, where it is an embedded one. */
    isAlone?: boolean;
  },
) => Promise<void>;

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
