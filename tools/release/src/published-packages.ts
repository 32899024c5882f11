import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A package that is published to npm. */
export interface PublishedPackage {
  name: string;
  /** `0.0.0` until the first release. */
  version: string;
  /** Absolute. */
  folder: string;
  /** Relative to the root of the repository, with slashes. */
  directory: string;
  /** Whether it can be imported, and so has a public API. */
  isLibrary: boolean;
}

export const apiReport = 'api-report.md';
export const documentFile = 'dist/openapi.yaml';

/** Returns the packages of the repository at `root` that are published to npm. */
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

/** Returns the name of the file that `pnpm pack` writes. */
export function tarballName({ name, version }: PublishedPackage): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

/** Returns the file of a package that a release keeps to compare later changes with, if there is one. */
export function baselineFile({ name, isLibrary }: PublishedPackage): string | undefined {
  if (name === '@partner-rating/spec') return documentFile;
  return isLibrary ? apiReport : undefined;
}

/** Returns where that file is stored. */
export function releasedFile(one: PublishedPackage): string | undefined {
  const baseline = baselineFile(one);
  return baseline === undefined ? undefined : join(one.folder, 'released', basename(baseline));
}
