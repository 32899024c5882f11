/**
 * Packs the package as it would be published, has publint and attw judge the tarball, and uses what
 * is in it: the program and the library.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const use = `
  import { startMock } from '@partner-rating/mock';
  const mock = await startMock({ scenario: 'service-down' });
  const { status } = await fetch(mock.baseUrl + '/partner/oauth/scopes');
  await mock.close();
  if (status !== 503) throw new Error('The packed mock answered ' + status + '.');
`;

// Below the package's own folder, so that its dependencies are found as they are here.
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/package-'));
try {
  const tarball = join(folder, 'mock.tgz');
  // The build runs this; without scripts, packing does not build again.
  execFileSync('pnpm', ['pack', '--ignore-scripts', '--out', tarball], { stdio: 'pipe' });
  execFileSync('publint', ['run', '--strict', tarball], { stdio: 'inherit' });
  // Node 24 also loads an ES module by require.
  const profile = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii'];
  execFileSync('attw', [...profile, tarball], { stdio: 'inherit' });
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const files = readdirSync(join(folder, 'package'));
  const missing = ['LICENSE', 'README.md', 'dist'].filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`The package lacks ${missing.join(', ')}.`);
  run('dist/partner-rating-mock.mjs', '--help');
  run('--input-type', 'module', '--eval', use);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs Node in the unpacked package, where its name stands for itself. */
function run(...words: string[]): void {
  execFileSync(process.execPath, words, {
    cwd: join(folder, 'package'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
