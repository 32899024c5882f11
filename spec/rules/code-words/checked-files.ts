import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const written =
  /\.([cm]?[jt]s|md|eta|ya?ml|css|json|py|sh|toml|conf|ini|service|grit)$|\/Dockerfile$|^\.ci\/run$/;

const excluded: readonly (readonly [path: RegExp, reason: string])[] = [
  [
    /\.gen\.ts$|\/_generated\/|^spec\/dist\/|^packages\/client\/api\.md$/,
    'generated from what is checked',
  ],
  [/^pnpm-lock\.yaml$/, 'names of packages'],
  [/^spec\/released\//, 'published, and kept as it was'],
  [/\/migrations\/\d/, 'one that ran is never edited'],
  [/^spec\/rules\/code-words\//, 'the words themselves'],
];

/** Returns the hand-written files under some paths, including files that git does not know yet. */
export function checkedFiles(paths: readonly string[]): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return [...new Set(listed.split('\0'))].filter(
    (file) => written.test(file) && !excluded.some(([path]) => path.test(file)) && existsSync(file),
  );
}
