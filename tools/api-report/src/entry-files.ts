import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A path under which a package can be imported. */
export interface EntryFile {
  /** The last part of the path; `index` for the package itself. */
  name: string;
  /** What is written after `from`. */
  specifier: string;
  /** Its source file, absolute. */
  file: string;
}

/** What can be imported of the published package in `folder`, as far as it is TypeScript. */
export function entryFiles(folder: string): EntryFile[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string>;
    publishConfig: { exports: object };
  };
  return Object.keys(manifest.publishConfig.exports).flatMap((path) => {
    const source = manifest.exports[path] ?? '';
    if (!source.endsWith('.ts')) return [];
    const name = path === '.' ? 'index' : path.slice(2);
    return [{ name, specifier: manifest.name + path.slice(1), file: join(folder, source) }];
  });
}
