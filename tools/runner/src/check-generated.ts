// Fails when a generated file is not what its source makes: regenerates and compares.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

const GENERATED = [
  '{spec,packages/*,apps/*}/{src,dist,.}/**/*.gen.ts',
  'spec/dist/openapi.*',
  'packages/client/api.md',
  'packages/*/api-report.md',
  'packages/python/src/partner_rating/_generated/*.py',
  // The table of settings, the table of events, the figures of the generated league, and the version of the clients.
  'apps/docs/guides/{how-good,quick-start,self-hosting,webhooks}.md',
];

function contents(): Map<string, string> {
  const files = globSync(GENERATED, { exclude: (name) => name.includes('node_modules') });
  return new Map(
    files.map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  );
}

const before = contents();
const { status } = spawnSync('turbo', ['run', 'generate', '--output-logs=errors-only'], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const after = contents();

const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
  (file) => before.get(file) !== after.get(file),
);
const untracked = execFileSync('git', [
  'ls-files',
  '--others',
  '--exclude-standard',
  '--',
  ...after.keys(),
])
  .toString()
  .split('\n')
  .filter((file) => file !== '');

if (stale.length > 0 || (process.env.CI !== undefined && untracked.length > 0)) {
  const files = [...new Set([...stale, ...untracked])].map((file) => `  ${file}\n`).join('');
  process.stderr.write(
    `Generated files were stale and have been regenerated:\n${files}` +
      'Run `npx -y pnpm@12 generate` and commit the result.\n',
  );
  process.exit(1);
}
process.stdout.write(`${after.size} generated files are up to date.\n`);
