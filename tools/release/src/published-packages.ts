import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package that is published, as its package.json stands in the folder `root`. */
export interface PublishedPackage {
  name: string;
  /** `0.0.0` until the first release. */
  version: string;
  /** Absolute. */
  folder: string;
  /** Relative to the root of the repository, with slashes. */
  directory: string;
  /** Whether it can be imported, and so has a public API: a program cannot. */
  isLibrary: boolean;
}

/** The packages of the repository at `root` that are published. */
export function publishedPackages(root: string): PublishedPackage[] {
  return globSync('{spec,packages/*,apps/*}/package.json', { cwd: root })
    .sort()
    .flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        name: string;
        version: string;
        private?: boolean;
        exports?: Record<string, unknown>;
      };
      if (manifest.private === true) return [];
      const { name, version } = manifest;
      const folder = dirname(join(root, file));
      const directory = dirname(file).replaceAll('\\', '/');
      const isLibrary = manifest.exports?.['.'] !== undefined;
      return [{ name, version, folder, directory, isLibrary }];
    });
}
