import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import type { Programs } from './run-programs.ts';

/** The service as it is installed in a project, for one database. */
export interface InstalledService {
  /** Runs the command to its end. */
  command: (words: string[], input?: string) => Promise<string>;
  /** Runs a line of the guide to its end, where it is installed. */
  follow: (line: string, variables: NodeJS.ProcessEnv) => Promise<string>;
  /** Starts it, and resolves once it answers. */
  start: () => Promise<StartedService>;
}

export interface StartedService {
  /** Without a slash at its end. */
  address: string;
  /** How long it took to answer. */
  seconds: number;
  /** What it printed. */
  output: string;
  stop: () => Promise<void>;
}

/** @param project - the folder it is installed in. */
export function installedService(
  { begin, run }: Programs,
  project: string,
  { user, home, programs }: OrdinaryUser,
  settings: Record<string, string>,
): InstalledService {
  const program = join(project, 'node_modules/.bin/partner-rating-service');
  const environment = { PATH: `${programs}:${process.env.PATH}`, HOME: home, ...settings };
  return {
    command: (words, input = '') => run(home, program, words, { user, environment, input }),
    follow: (line, variables) =>
      run(project, 'sh', ['-c', line], { user, environment: { ...environment, ...variables } }),
    start: async () => {
      const PORT = String(await freePort());
      const begun = performance.now();
      const service = begin(home, program, ['start'], {
        user,
        environment: { ...environment, HOST: '127.0.0.1', PORT },
      });
      // Its last line, which it prints once it listens.
      await service.printed(/operator --help/);
      return {
        address: `http://127.0.0.1:${PORT}`,
        seconds: (performance.now() - begun) / 1000,
        output: service.output(),
        stop: service.stop,
      };
    },
  };
}

/** Somebody who may do nothing but work in a folder of their own. */
export interface OrdinaryUser {
  /** For `RunOptions`; undefined where this program runs as an ordinary user already. */
  user: { uid: number; gid: number } | undefined;
  /** A folder in which only they may write. */
  home: string;
  /** A folder with the Node of this program, which they may run. */
  programs: string;
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Who runs what an operator installs: the user of this program, and `nobody` where that is root.
 *
 * @param folder - an empty folder.
 */
export function ordinaryUser(folder: string): OrdinaryUser {
  const [home, programs] = [join(folder, 'home'), join(folder, 'bin')];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(programs);
  // Root may have Node where nobody else may look.
  copyFileSync(process.execPath, join(programs, 'node'));
  if (process.getuid?.() !== 0) return { user: undefined, home, programs };
  chmodSync(folder, 0o755);
  chownSync(home, NOBODY.uid, NOBODY.gid);
  return { user: NOBODY, home, programs };
}
