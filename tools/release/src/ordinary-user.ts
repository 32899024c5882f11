import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

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
