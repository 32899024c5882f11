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
