import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import type { Programs } from './run-programs.ts';

/** The service, installed in a project, for one database. */
export interface InstalledService {
  /** Runs the command to its end. */
  command: (words: string[], input?: string) => Promise<string>;
  /** Runs a line of the guide to its end, in the folder of the installation. */
  follow: (line: string, variables: NodeJS.ProcessEnv) => Promise<string>;
  /** Starts it, and waits until it responds. */
  start: () => Promise<StartedService>;
}

export interface StartedService {
  /** Without a slash at the end. */
  address: string;
  /** How long it took until it responded. */
  seconds: number;
  /** The output of the service so far. */
  output: string;
  stop: () => Promise<void>;
}

/** @param project - the folder of the installation. */
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
      // The last line, which it prints when it listens.
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

/** A user who can write only in their own folder. */
export interface OrdinaryUser {
  /** For `RunOptions`. Undefined if this process already runs as an ordinary user. */
  user: { uid: number; gid: number } | undefined;
  /** A folder in which only this user may write. */
  home: string;
  /** A folder with the Node of this process, which this user may run. */
  programs: string;
}

/** Returns a user who runs programs with another Node. @param name - of the folder for it. */
export function withNode(user: OrdinaryUser, name: string, node: string): OrdinaryUser {
  const programs = `${user.programs}-${name}`;
  mkdirSync(programs);
  copyFileSync(node, join(programs, 'node'));
  return { ...user, programs };
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Returns the user who runs the installed programs: the user of this process, or `nobody` if that is root.
 *
 * @param folder - an empty folder.
 */
export function ordinaryUser(folder: string): OrdinaryUser {
  const [home, programs] = [join(folder, 'home'), join(folder, 'bin')];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(programs);
  // The Node of root may be in a folder that nobody else can read.
  copyFileSync(process.execPath, join(programs, 'node'));
  if (process.getuid?.() !== 0) return { user: undefined, home, programs };
  chmodSync(folder, 0o755);
  chownSync(home, NOBODY.uid, NOBODY.gid);
  return { user: NOBODY, home, programs };
}
