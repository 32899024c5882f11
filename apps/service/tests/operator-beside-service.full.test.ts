import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceProcess, serviceProcess } from '../src/testing/service-process.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('operator commands next to the running service on its embedded database', () => {
  let directory: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'partner-rating-beside-'));
    service = await serviceProcess({ DATA_DIR: join(directory, 'data') });
    await service.start();
  });

  afterAll(async () => {
    await service.stop();
    await rm(directory, { recursive: true });
  });

  /** Runs a command in a separate process, in `directory`. */
  async function run(words: string[], input = '') {
    const child = spawn(process.execPath, [main, 'operator', ...words], {
      cwd: directory,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATA_DIR: join(directory, 'data'),
      },
    });
    child.stdin.end(input);
    const [output, errors] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const database = `Database: the embedded one in ${join(directory, 'data')}\n`;
    expect(errors.startsWith(database)).toBe(true);
    return { status: child.exitCode, output, errors: errors.slice(database.length) };
  }

  const createPartner = (clientId: string) =>
    run([
      ...['partner', 'create', clientId, '--name', clientId, '--json'],
      ...['--redirect-uri', `https://${clientId}.example/callback`],
    ]);

  const usageStatus = async (apiKey: string) => {
    const headers = { 'x-api-key': apiKey };
    return (await fetch(`${service.baseUrl}/partner/usage`, { headers })).status;
  };

  it('work at once, two at a time, and print only JSON', async () => {
    const made = await Promise.all([
      createPartner('courtside-club'),
      createPartner('rally-league'),
    ]);
    for (const { status, output, errors } of made) {
      expect([status, errors]).toEqual([0, '']);
      expect(await usageStatus(JSON.parse(output).apiKey)).toBe(200);
    }
  });

  it('finish without an error if nobody reads their output', async () => {
    const child = spawn(process.execPath, [main, 'operator', 'storage'], {
      env: { PATH: process.env.PATH, DATA_DIR: join(directory, 'data') },
    });
    child.stdout.destroy();
    const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect([child.exitCode, errors]).toEqual([0, expect.stringMatching(/^Database: .*\n$/)]);
  });

  it('start long work there, and follow it', async () => {
    expect(await run(['ratings', 'audit'])).toEqual({
      status: 0,
      output: '0 matches checked. The ratings follow from the ledger.\n',
      errors: '',
    });
    const { output } = await run(['job', 'list', '--json']);
    expect(JSON.parse(output)).toMatchObject({ kind: 'ratings_audit', status: 'succeeded' });
  });

  it('say why they are refused, and end with 1', async () => {
    expect(await run(['partner', 'suspend', 'nobody'])).toEqual({
      status: 1,
      output: '',
      errors: 'There is no partner with the client_id nobody. List the partners to find it.\n',
    });
    expect(await run(['secrets', 'reseal', '--lost', '--yes'])).toMatchObject({
      status: 1,
      errors: expect.stringContaining('Stop all instances'),
    });
  });

  it('read piped and typed input, and write where they run', async () => {
    const names = ['--first-name', 'Mike', '--last-name', 'Brennan', '--json'];
    const create = ['member', 'create', '--email', 'mike.brennan@example.com', ...names];
    const { memberNumber } = JSON.parse((await run(create, 'a long walk to the net')).output);
    const member = [String(memberNumber)];
    await run(['member', 'export', ...member, '--out', 'mike.json']);
    expect(await readFile(join(directory, 'mike.json'), 'utf8')).toContain('Brennan');
    expect(await run(['member', 'erase', ...member], `${memberNumber}\n`)).toMatchObject({
      status: 0,
      output: expect.stringContaining('The member was erased.'),
    });
  });

  it('open the database themselves after the service was killed, and use the next service', async () => {
    await service.kill();
    expect((await run(['partner', 'list'])).status).toBe(0);
    await service.start();
    expect((await run(['partner', 'list'])).status).toBe(0);
    expect(await service.stop()).toBe(0);
  });
});
