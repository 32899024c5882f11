import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { providedProgram } from '@partner-rating/provision';
import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../src/testing/test-database.ts';

const script = fileURLToPath(new URL('../deploy/backup.sh', import.meta.url));
const DAY_MILLISECONDS = 86_400_000;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-rating-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Runs the script as the timer does. */
async function backUp(databaseUrl: string | null, folder: string, metrics: string) {
  const { path, environment } = await providedProgram('postgres');
  const programs = dirname(realpathSync(path));
  const env = {
    ...process.env,
    ...environment,
    PATH: [programs, process.env.PATH].join(delimiter),
    DATABASE_URL: databaseUrl ?? '',
    BACKUP_FOLDER: folder,
    BACKUP_METRICS: metrics,
    BACKUP_DAYS: '30',
  };
  const run = (name: string, ...args: string[]) => promisify(execFile)(name, args, { env });
  await run('sh', script);
  return run;
}

it('backup.sh writes a dump that only its owner may read, says when, and deletes dumps that are too old', async () => {
  const { url, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  const [folder, others] = [await temporaryFolder(), await temporaryFolder()];
  const metrics = join(others, 'partner_rating.prom');
  for (const [name, days] of [
    ['partner_rating-2026-01-01.dump', 32],
    ['partner_rating-2026-01-20.dump', 29],
    ['of-another-tool.dump', 90],
  ] as const) {
    await writeFile(join(folder, name), '');
    const then = new Date(Date.now() - days * DAY_MILLISECONDS);
    await utimes(join(folder, name), then, then);
  }
  const start = Math.floor(Date.now() / 1_000);
  const run = await backUp(url, folder, metrics);

  const [dump = '', ...remaining] = (await readdir(folder)).toSorted().toReversed();
  expect(remaining).toEqual(['partner_rating-2026-01-20.dump', 'of-another-tool.dump']);
  expect((await stat(join(folder, dump))).mode & 0o777).toBe(0o600);
  expect((await run('pg_restore', '--list', join(folder, dump))).stdout).toContain('TABLE DATA');

  const [, time] =
    /^partner_rating_last_backup_timestamp_seconds (\d+)\n$/.exec(
      await readFile(metrics, 'utf8'),
    ) ?? [];
  expect(Number(time)).toBeGreaterThanOrEqual(start);
  expect((await stat(metrics)).mode & 0o777).toBe(0o644);
  expect(await readdir(others)).toEqual(['partner_rating.prom']);
  // Without a node exporter, a second dump on the same day replaces the first.
  await backUp(url, folder, join(others, 'missing/partner_rating.prom'));
  expect(await readdir(folder)).toHaveLength(3);
});

it('backup.sh fails without a complete dump: it then deletes no dump, and says no time', async () => {
  const [folder, others] = [await temporaryFolder(), await temporaryFolder()];
  const old = join(folder, 'partner_rating-2026-01-01.dump');
  await writeFile(old, '');
  const then = new Date(Date.now() - 90 * DAY_MILLISECONDS);
  await utimes(old, then, then);
  const failed = backUp('postgres://127.0.0.1:1/none', folder, join(others, 'partner_rating.prom'));
  await expect(failed).rejects.toMatchObject({ stderr: expect.stringContaining('pg_dump') });
  const dumps = (await readdir(folder)).filter((name) => name.endsWith('.dump'));
  expect(dumps).toEqual(['partner_rating-2026-01-01.dump']);
  expect(await readdir(others)).toEqual([]);
});

it('the nightly backup gives backup.sh every setting that it reads', async () => {
  const read = (file: string) => readFile(new URL(`../deploy/${file}`, import.meta.url), 'utf8');
  const asked = new Set((await readFile(script, 'utf8')).match(/\bBACKUP_\w+/g));
  const unit = await read('partner-rating-backup.service');
  const given = Array.from(unit.matchAll(/\b(BACKUP_\w+)=/g), ([, name]) => name);
  expect(given.toSorted()).toEqual([...asked].toSorted());
  expect(unit).toContain('/@partner-rating/service/deploy/backup.sh\n');
  const alerts = await read('monitoring/alerts.yaml');
  expect(alerts).toContain('partner_rating_last_backup_timestamp_seconds');
});
