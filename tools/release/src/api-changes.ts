import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Bump } from './bumps.ts';

/** What changed in the public API of a package. */
export interface ApiChanges {
  /** `major` if an export is gone, `minor` for any other change, and none if there is none. */
  bump?: Bump;
  /** One line for each export that is gone, then the lines of the report that differ. */
  lines: string[];
}

/** Compares two API reports. A reviewer judges whether a changed type breaks a caller. */
export function apiChanges(released: string, current: string): ApiChanges {
  const flags = ['--no-index', '--no-color', '--no-ext-diff', '--unified=0'];
  const { status, stdout, stderr } = spawnSync('git', ['diff', ...flags, released, current], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0 && status !== 1) throw new Error(stderr);
  // Lines that API Extractor writes as comments are not part of the API.
  const differing = stdout
    .split('\n')
    .filter((line) => /^[-+](?![-+]{2} )\s*(?!\/\/)\S/.test(line));
  if (differing.length === 0) return { lines: [] };
  const remaining = exportsOf(current);
  const gone = [...exportsOf(released)].filter((name) => !remaining.has(name));
  return {
    bump: gone.length > 0 ? 'major' : 'minor',
    lines: [...gone.map((name) => `\`${name}\` is no longer exported.`), ...differing],
  };
}

/** Returns the exports, each as `entry name`. The report has a namespace for each entry. */
function exportsOf(file: string): Set<string> {
  const namespaces = readFileSync(file, 'utf8').matchAll(
    /^declare namespace (\w+) \{\n {4}export \{\n(.*?)\n {4}\}/gms,
  );
  return new Set(
    [...namespaces].flatMap(([, entry, names = '']) =>
      names.split('\n').map((name) => `${entry} ${name.trim().replace(/^.* as |,$/g, '')}`),
    ),
  );
}
