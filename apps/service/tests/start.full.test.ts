import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { DemonstrationFacts } from '../src/console/demonstration/facts.ts';
import { insertApplication } from '../src/testing/builders.ts';

import { openTestDatabase } from '../src/testing/test-database.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Started {
  process: ChildProcess;
  /** Its output until it listened, or until it ended. */
  output: string;
  exitCode: number | null;
}

describe('starting the service', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-start-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
  });

  async function start(
    environment: Record<string, string> = {},
    options: string[] = [],
  ): Promise<Started> {
    const child = spawn(process.execPath, [main, 'start', ...options], {
      env: { ...process.env, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let output = '';
    const listening = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (/Ctrl-C stops|operator --help/.test(output)) listening.resolve();
      });
    }
    const ended = once(child, 'close');
    await Promise.race([listening.promise, ended]);
    return { process: child, output, exitCode: child.exitCode };
  }

  /** Creates an empty migrated database, which would take the first start seconds. */
  async function prepareDatabase(): Promise<void> {
    const database = join(directory, 'pglite');
    await mkdir(database, { mode: 0o700 });
    await promisify(execFile)('tar', ['-xf', inject('pgliteSnapshot'), '-C', database]);
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    const ended = once(child, 'close');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  const readDemo = async (): Promise<DemonstrationFacts> =>
    JSON.parse(await readFile(join(directory, 'demo.json'), 'utf8'));

  async function startAuthorization({
    baseUrl,
    apiKey,
    redirectUri,
  }: Pick<DemonstrationFacts, 'baseUrl' | 'apiKey' | 'redirectUri'>) {
    const response = await fetch(`${baseUrl}/partner/oauth/authorize`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uri: redirectUri }),
    });
    return response.status;
  }

  it('prints and writes what a newcomer needs, and it works', async () => {
    const { output } = await start();
    const facts = await readDemo();
    for (const fact of [facts.baseUrl, facts.apiKey, facts.member.email, facts.member.password]) {
      expect(output).toContain(fact);
    }
    expect(output).toContain('curl -X POST');
    expect(await startAuthorization(facts)).toBe(201);
  });

  it('keeps the data after a clean stop and after a kill, including a registered application', async () => {
    const options = ['--app', 'my-club', '--redirect'];
    const first = await start({}, [...options, 'http://localhost:8080/callback']);
    const { apiKey, ownApplications } = await readDemo();
    const [own] = ownApplications;
    expect(first.output).toContain(own?.apiKey);
    expect(first.output).toContain('"url":"http://localhost:8080/webhooks"');
    expect(await stop(first.process, 'SIGTERM')).toBe(0);
    const second = await start({}, [...options, 'http://localhost:5173/callback']);
    expect(second.output).not.toContain('Filling');
    await stop(second.process, 'SIGKILL');
    const third = await start();
    expect(third.output).toContain(own?.apiKey);
    expect(third.output).toContain('"url":"http://localhost:5173/webhooks"');
    const facts = await readDemo();
    expect(facts.apiKey).toBe(apiKey);
    expect(await startAuthorization(facts)).toBe(201);
    for (const redirectUri of [
      'http://localhost:8080/callback',
      'http://localhost:5173/callback',
    ]) {
      expect(await startAuthorization({ ...facts, ...own, redirectUri })).toBe(201);
    }
  });

  it('refuses an invalid redirect address with a sentence, before it touches any data', async () => {
    const options = ['--app', 'my-club', '--redirect', 'http://club.example/callback'];
    const { exitCode, output } = await start({}, options);
    expect(exitCode).toBe(1);
    expect(output).toContain('The service did not start. A redirect address uses https');
    await expect(readDemo()).rejects.toThrow('ENOENT');
  });

  it('registers no application without a demonstration', async () => {
    await prepareDatabase();
    const options = ['--app', 'my-club', '--redirect', 'http://localhost:8080/callback'];
    const { exitCode, output } = await start({ SEED: 'none' }, options);
    expect(exitCode).toBe(1);
    expect(output).toContain('this database holds none');
    expect(output).not.toContain('    at ');
  });

  it('refuses a second process on the same data with a sentence', async () => {
    await prepareDatabase();
    await start({ SEED: 'none' });
    const second = await start({ SEED: 'none' });
    expect(second.exitCode).toBe(1);
    expect(second.output).toContain('in use by another process');
    expect(second.output).toContain('DATABASE_URL');
    expect(second.output).not.toContain('    at ');
  });

  it('refuses an invalid setting with a sentence, before it touches any data', async () => {
    const { exitCode, output } = await start({ RATE_LIMIT: 'many' });
    expect(exitCode).toBe(1);
    expect(output).toContain('RATE_LIMIT must be a whole number');
    await expect(readDemo()).rejects.toThrow('ENOENT');
  });

  it('ends after an error that appears when the database is open', async () => {
    const { database, url, close } = await openTestDatabase('postgres');
    onTestFinished(close);
    // Of somebody else, so that no demonstration is created that demo.json would describe.
    await insertApplication(database);
    await writeFile(join(directory, 'demo.json'), '{');
    const { exitCode, output } = await start({ DATABASE_URL: url ?? '', SEED: 'demo' });
    expect(exitCode).toBe(1);
    expect(output).toContain('JSON');
  });

  it('reports that the database cannot be reached', async () => {
    const { exitCode, output } = await start({ DATABASE_URL: 'postgres://127.0.0.1:1/ratings' });
    expect(exitCode).toBe(1);
    expect(output).toContain('DATABASE_URL cannot be reached');
    expect(output).not.toContain('    at ');
  });

  it('reports that the database does not respond', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => {
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const { exitCode, output } = await start({ DATABASE_URL: `postgres://127.0.0.1:${port}/a` });
    expect(exitCode).toBe(1);
    expect(output).toContain('DATABASE_URL cannot be reached (The database does not answer.)');
    expect(output).not.toContain('    at ');
  });

  it('exits with 2 if it is called wrongly, like each command of the operator', async () => {
    const { exitCode, output } = await start({}, ['--nope']);
    expect(exitCode).toBe(2);
    expect(output).toBe("error: unknown option '--nope'\n(see --help)\n");
  });

  it('reports that the machine does not have the address', async () => {
    await prepareDatabase();
    const { exitCode, output } = await start({ SEED: 'none', HOST: '192.0.2.1' });
    expect(exitCode).toBe(1);
    expect(output).toContain('This machine has no address 192.0.2.1');
    expect(output).not.toContain('    at ');
  });

  it('reports that the port is taken, before it opens the database', async () => {
    await prepareDatabase();
    const other = createServer().listen(0, 'localhost');
    await once(other, 'listening');
    onTestFinished(() => {
      other.close();
    });
    const { port } = other.address() as AddressInfo;
    const { exitCode, output } = await start({ PORT: String(port) });
    expect(exitCode).toBe(1);
    expect(output).toContain(`Port ${port} is taken`);
    expect(output).not.toContain('Opening the database');
    expect(output).not.toContain('    at ');
  });
});
