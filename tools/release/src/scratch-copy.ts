import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies the repository, including uncommitted changes, into a new temporary folder, so that changes there do not
 * affect this one.
 *
 * @returns the folder. The caller removes it.
 */
export function scratchCopy(root: string): string {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const copy = mkdtempSync(join(tmpdir(), 'partner-rating-scratch-'));
  for (const file of new Set(listed.split('\0'))) {
    // A file that git knows may be deleted in the working tree.
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  return copy;
}

const name = 'Rehearsal';
const email = 'rehearsal@localhost';

/** The environment for git in a scratch copy, with its own author and without the user's settings. */
export const gitEnvironment = {
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};
