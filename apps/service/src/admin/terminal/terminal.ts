import type { Dependencies } from '../../platform/configuration/dependencies.ts';

/** Runs something with the database open, and closes it afterwards. */
export type WithDependencies = (
  run: (dependencies: Dependencies) => Promise<void>,
) => Promise<void>;

export interface Terminal {
  print: (line: string) => void;
  /** Says how far long work is, apart from what is printed. May be called often. */
  printProgress: (line: string) => void;
  /** What was piped in, for a password that must not stand in the shell's history. */
  readInput: () => Promise<string>;
  /** The next line that is typed, for a question. */
  readLine: () => Promise<string>;
}
