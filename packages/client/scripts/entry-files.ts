import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of this package, with a trailing slash. */
export const packageFolder = fileURLToPath(new URL('..', import.meta.url));

const { name, version, exports, publishConfig } = JSON.parse(
  readFileSync(`${packageFolder}package.json`, 'utf8'),
);

/** The version of the package; a release sets it before it generates. */
export const packageVersion: string = version;

/** The source files of the entry points of the published package, by import specifier. */
export const entryFiles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(publishConfig.exports)
    .filter((path) => exports[path].endsWith('.ts'))
    .map((path) => [name + path.slice(1), packageFolder + exports[path].slice(2)]),
);
