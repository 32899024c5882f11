/** Packs the package as it would be published, and has publint and attw judge the tarball. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
try {
  const tarball = join(folder, 'client.tgz');
  execFileSync('pnpm', ['pack', '--out', tarball], { stdio: 'pipe' });
  execFileSync('publint', ['run', '--strict', tarball], { stdio: 'inherit' });
  execFileSync('attw', ['--no-definitely-typed', '--format', 'ascii', tarball], {
    stdio: 'inherit',
  });
} finally {
  rmSync(folder, { recursive: true });
}
