import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchChromium, openPage } from '@partner-rating/browser';
import { outputOf } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openShell, shellOf } from './testing/shell.ts';

const { origin, directory, port } = inject('service');
const samples = fileURLToPath(new URL('../guides/samples/', import.meta.url));
const pythonClient = fileURLToPath(new URL('../../../packages/python/src/', import.meta.url));

interface Facts {
  ownApplications: { apiKey: string }[];
  logIns: { email: string; password: string }[];
}

describe('the quick start works from a new folder to a changed rating', () => {
  const [start = '', settings = '', endpoint = '', secretLine = '', curl = '', ...rest] = shellOf(
    'quick-start',
  ).map((piece) =>
    piece
      .replaceAll('http://localhost:3001', origin)
      .replaceAll('localhost:8080', `localhost:${port}`),
  );
  const { ownApplications, logIns }: Facts = JSON.parse(
    readFileSync(`${directory}/.data/demo.json`, 'utf8'),
  );
  const apiKey = ownApplications[0]?.apiKey ?? '';
  const shell = openShell(directory);
  let secret: string;

  beforeAll(async () => {
    expect(start).toContain(`start --app my-club --redirect http://localhost:${port}/callback`);
    expect(rest).toEqual([]);
    expect(await shell.run(settings.replace('prk_…', apiKey))).toBe('');
    ({ secret } = JSON.parse(await shell.run(endpoint)));
    expect(await shell.run(secretLine.replace('whsec_…', secret))).toBe('');
    return shell.close;
  });

  /** Runs a program of the guide, and logs in as a player. Returns what the program has printed so far. */
  async function connect(command: string, args: string[], index: number): Promise<() => string> {
    const child = spawn(command, args, {
      env: {
        PATH: process.env.PATH,
        PYTHONPATH: pythonClient,
        PYTHONDONTWRITEBYTECODE: '1',
        BASE: `${origin}/api/v1`,
        SERVICE_API_KEY: apiKey,
        WEBHOOK_SECRET: secret,
        PORT: String(port),
      },
    });
    onTestFinished(() => void child.kill());
    const output = outputOf(child);
    await expect.poll(output).toMatch(/^http.*$/m);
    const [address = ''] = /^http.*$/m.exec(output()) ?? [];
    await allow(address, index);
    return output;
  }

  async function allow(address: string, index: number): Promise<URL> {
    const { email = '', password = '' } = logIns[index] ?? {};
    const browser = await launchChromium();
    try {
      const page = await openPage(browser);
      await page.goto(address);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      const sentBack = page.waitForRequest(`http://localhost:${port}/callback**`);
      await page.getByRole('button', { name: 'Allow' }).click();
      const request = await sentBack;
      // The program answers the browser when the match is rated.
      await request.response();
      return new URL(request.url());
    } finally {
      await browser.close();
    }
  }

  const EVENT = /^Webhook evt_\w+: rating\.updated$/m;

  it('in TypeScript', async () => {
    const printed = await connect(process.execPath, [`${samples}my-club.ts`], 0);
    await expect.poll(printed).toMatch(/^Mike B\., overall-open: \d\.\d+ \(\d\.\d+\)$/m);
    await expect.poll(printed).toMatch(EVENT);
  });

  it('in Python', async () => {
    const { path } = await providedProgram('python');
    const printed = await connect(path, [`${samples}my_club.py`], 2);
    await expect.poll(printed).toMatch(/^Samuel A\., overall-open: \d\.\d+ \(\d\.\d+\)$/m);
    await expect.poll(printed).toMatch(EVENT);
  });

  it('with curl', async () => {
    const [authorize = '', token = '', search = '', submit = '', deliveries = ''] =
      curl.split('\n\n');
    const { authorization_url } = JSON.parse(await shell.run(authorize));
    const code = (await allow(authorization_url, 3)).searchParams.get('code') ?? '';
    const { player_id } = JSON.parse(await shell.run(token.replace('prc_…', code)));
    const { players } = JSON.parse(await shell.run(search)) as { players: { id: string }[] };
    const opponent = players.find(({ id }) => id !== player_id)?.id ?? '';
    const { ratingChanges } = JSON.parse(
      await shell.run(submit.replace('mem_…', player_id).replace('mem_…', opponent)),
    );
    expect(ratingChanges).toContainEqual(
      expect.objectContaining({ displayName: 'Carmen I.', bracket: 'overall-open' }),
    );
    expect(JSON.parse(await shell.run(deliveries)).deliveries).not.toEqual([]);
  });
});
