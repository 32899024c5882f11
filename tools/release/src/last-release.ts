import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bump } from './document-changes.ts';
import type { PublishedPackage } from './published-packages.ts';

/** A package as it was released last. */
export interface LastRelease {
  version: string;
  /** The text of a file that `pnpm run version` kept in its folder `released`. */
  read: (file: string) => string;
}

/**
 * The last release of a package, of which git's tag is the witness. In a clone without tags it is what the
 * folder `released` keeps; a tag counts for more, since nobody edits it. None before the first release.
 *
 * @throws where a package was released and neither is there.
 */
export function lastRelease(root: string, released: PublishedPackage): LastRelease | undefined {
  const { name, version, directory } = released;
  const [tag] = git(root, 'tag', '--list', `${name}@*`, '--sort=-version:refname').split('\n');
  if (tag) {
    return {
      version: tag.slice(name.length + 1),
      read: (file) => {
        try {
          return git(root, 'show', `${tag}:${directory}/released/${file}`);
        } catch {
          throw new Error(
            `${tag} keeps no ${directory}/released/${file}, so nothing can be held against it. Release with \`npx -y pnpm@12 run version\`, which writes it.`,
          );
        }
      },
    };
  }
  if (version === '0.0.0') return undefined;
  return {
    version,
    read: (file) => {
      const path = join(root, directory, 'released', file);
      if (existsSync(path)) return readFileSync(path, 'utf8');
      throw new Error(
        `${name} ${version} was released, and ${directory}/released/${file} is missing, with which changes are compared. Restore it: git fetch --tags && git checkout ${name}@${version} -- ${directory}/released`,
      );
    },
  };
}

/** What lies between two versions: of 1.0.0 and 1.1.0 `minor`. */
export function bumpBetween(from: string, to: string): Bump | undefined {
  const [before, after] = [from, to].map((version) => version.split('.').map(Number.parseFloat));
  const index = [0, 1, 2].find((part) => before?.[part] !== after?.[part]);
  return index === undefined ? undefined : (['major', 'minor', 'patch'] as const)[index];
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
