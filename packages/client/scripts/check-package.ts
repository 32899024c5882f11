/**
 * Packs the package as it would be published, checks the tarball with publint and attw, and runs its
 * contents: the library in both module formats, and the program.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const entries = [
  '@partner-rating/client',
  '@partner-rating/client/webhooks',
  '@partner-rating/client/testing',
  '@partner-rating/client/operations',
];

// All entries share one class of errors, since `instanceof` needs that; and the test kit answers.
const use = `async (
  { PartnerRatingClient, PartnerRatingError },
  { WebhookVerificationError },
  { ExampleService },
  { createSend, environments, usageGet },
) => {
  if (!(WebhookVerificationError.prototype instanceof PartnerRatingError)) {
    throw new Error('The entries of the package have a PartnerRatingError each.');
  }
  const { fetch } = new ExampleService();
  await new PartnerRatingClient({ apiKey: 'prk_test', environment: 'local', fetch }).usage.get();
  const send = createSend({ apiKey: 'prk_test', baseUrl: environments.local, fetch: async () => Response.error() });
  const error = await send(usageGet, {}, { maxRetries: 0 }).catch((thrown) => thrown);
  if (error instanceof PartnerRatingError) return;
  throw new Error('An error of the flat functions is of another class than those of the client.');
}`;

const loads = { module: 'await import', commonjs: 'require' };

const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
try {
  const tarball = join(folder, 'client.tgz');
  // The build runs this; without scripts, packing does not build again.
  execFileSync('pnpm', ['pack', '--ignore-scripts', '--out', tarball], { stdio: 'pipe' });
  execFileSync('publint', ['run', '--strict', tarball], { stdio: 'inherit' });
  execFileSync('attw', ['--no-definitely-typed', '--format', 'ascii', tarball], {
    stdio: 'inherit',
  });
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  run('dist/partner-rating.mjs', '--help');
  for (const [format, load] of Object.entries(loads)) {
    const loaded = entries.map((entry) => `${load}('${entry}')`);
    run('--input-type', format, '--eval', `(${use})(${loaded.join(', ')})`);
  }
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
