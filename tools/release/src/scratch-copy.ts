import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Copies the repository as it lies here, changes that are not committed included, into a new folder
 * of temporary files, so that whatever is done there leaves this one alone.
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
    // A file that git knows may be deleted here.
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  return copy;
}

const name = 'Rehearsal';
const email = 'rehearsal@localhost';

/** The environment for git in a scratch copy: an author of its own, and none of the user's settings. */
export const gitEnvironment = {
  GIT_AUTHOR_NAME: name,
  GIT_AUTHOR_EMAIL: email,
  GIT_COMMITTER_NAME: name,
  GIT_COMMITTER_EMAIL: email,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};
