import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outputOf } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { expect, it, onTestFinished } from 'vitest';
import { batchOf } from '../src/matches/testing/batches.ts';
import { handle, openClubIn } from '../src/matches/testing/story.ts';
import { openTestDatabase } from '../src/testing/test-database.ts';
import { testSecretsKey } from '../src/testing/test-service.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const script = pathOf('../deploy/backup-drill.sh');

/** An operator's command that says who may read the dump and the server, and then never ends. */
const WATCHMAN = `
ls -ld ../dump . .s.PGSQL.5432
# What it prints shows that it runs. A shell may lose the signal that comes while it starts its last command.
exec tail -n +1 -f first/postmaster.pid
`;

async function drillEnvironment(databaseUrl: string | null): Promise<NodeJS.ProcessEnv> {
  const { path, environment } = await providedProgram('postgres');
  return {
    ...process.env,
    ...environment,
    DATABASE_URL: databaseUrl ?? '',
    SECRETS_KEY: testSecretsKey,
    PG_BIN: dirname(realpathSync(path)),
    PG_USER: 'nobody',
  };
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-rating-drill-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Starts a drill that has restored the dump into its server, and waits in its second step. */
async function drillUnderWay() {
  const { url, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  const folder = await temporaryFolder();
  const [TMPDIR, operator] = [join(folder, 'tmp'), join(folder, 'operator.sh')];
  await mkdir(TMPDIR);
  // PostgreSQL, as PG_USER, must be able to enter both.
  for (const one of [folder, TMPDIR]) await chmod(one, 0o711);
  await writeFile(operator, WATCHMAN);
  const env = { ...(await drillEnvironment(url)), TMPDIR, OPERATOR: `sh ${operator}` };
  const drill = spawn('sh', [script], { env, detached: true });
  const output = outputOf(drill);
  const ended = once(drill, 'close');
  const signal = (name: NodeJS.Signals) => process.kill(-Number(drill.pid), name);
  // From postmaster.pid: the process, and the folder of its data.
  const serverLines = /^(\d+)\n\//m;
  await expect.poll(output).toMatch(serverLines);
  const server = Number(serverLines.exec(output())?.[1]);
  onTestFinished(async () => {
    for (const kill of [() => signal('SIGKILL'), () => process.kill(server, 'SIGQUIT')]) {
      try {
        kill();
      } catch {
        // It has ended, as expected.
      }
    }
    await ended;
  });
  return { output, signal, ended, server, leftOver: () => readdir(TMPDIR) };
}

/** Installs the package like npm, in a path with a space. Its sources replace what a build creates. */
async function installedScript(folder: string): Promise<string> {
  const installed = join(folder, 'my club/node_modules/@partner-rating/service');
  const main = join(installed, 'dist/main.mjs');
  for (const file of [main, join(installed, 'deploy/_')]) {
    await mkdir(dirname(file), { recursive: true });
  }
  await writeFile(main, `await import(${JSON.stringify(pathOf('../src/main.ts'))});\n`);
  await cp(script, join(installed, 'deploy/backup-drill.sh'));
  return join(installed, 'deploy/backup-drill.sh');
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

it('backup-drill.sh restores a dump, and recovers a base backup to the moment before a mistake, with the package that contains it', async () => {
  const { database, url, close } = await openTestDatabase('postgres');
  onTestFinished(close);
  const { club, doubles, singles } = await openClubIn(database);
  await handle(club, batchOf([doubles, singles]));
  const folder = await temporaryFolder();
  // Like a machine without a network.
  const npx = join(folder, 'bin/npx');
  await mkdir(dirname(npx));
  await writeFile(npx, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const environment = await drillEnvironment(url);
  const PATH = [dirname(npx), dirname(process.execPath), environment.PATH].join(delimiter);
  const { stdout } = await promisify(execFile)('sh', [await installedScript(folder)], {
    env: { ...environment, PATH },
  });
  expect(stdout.match(/2 matches checked. The ratings follow from the ledger./g)).toEqual([
    expect.anything(),
    expect.anything(),
  ]);
  expect(stdout).toMatch(/can be restored\.\n$/);
});

it('backup-drill.sh asks for a command if no package contains it, before it reads anything', async () => {
  const copy = join(await temporaryFolder(), 'backup-drill.sh');
  await cp(script, copy);
  const env = await drillEnvironment('postgres://127.0.0.1:1/none');
  const drill = promisify(execFile)('sh', [copy], { env });
  await expect(drill).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no \S+\/dist\/main\.mjs\. .* set OPERATOR .*\n$/),
  });
});

it('backup-drill.sh lets nobody else read the dump or connect to the scratch server', async () => {
  const { output } = await drillUnderWay();
  expect(
    output()
      .match(/^[-ds]\S{9}(?=.*(?:dump|\.|5432)$)/gm)
      ?.sort(),
  ).toEqual(['-rw-------', 'drwx------', 'srwx------']);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 143],
] as const)(
  'backup-drill.sh leaves neither folder nor server if %s ends it',
  async (name, status) => {
    const { signal, ended, server, leftOver } = await drillUnderWay();
    signal(name);
    expect(await ended).toEqual([status, null]);
    expect(await leftOver()).toEqual([]);
    // pg_ctl waits until the server has removed its file, just before its end.
    await expect.poll(() => isRunning(server)).toBe(false);
  },
);
