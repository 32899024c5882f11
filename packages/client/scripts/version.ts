import { readFileSync } from 'node:fs';

/** `version.gen.ts`: the version in the manifest, which a release sets before it generates. */
export function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return [
    '/**',
    ' * The version of this package, which the client names to the service as `User-Agent`.',
    ' *',
    ' * @example',
    " * report('The client has the version', VERSION);",
    ' */',
    `export const VERSION = '${version}';`,
    '',
  ].join('\n');
}
