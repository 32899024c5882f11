import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outputOf } from '@partner-rating/processes';
import type { Outcomes } from '../../behaviours/setting.ts';
import { packageFolder } from './binary.ts';
import { type Runtime, TIMEOUT_MILLISECONDS } from './runtime.ts';

const execute = promisify(execFile);
const command = 'node_modules/next/dist/bin/next';
const env = { PATH: process.env.PATH, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };

/** Makes an application of a project with the package and the behaviours, and builds it. */
export async function buildNextApp(project: string): Promise<string> {
  const folder = `${project}-of-next`;
  await mkdir(folder);
  await cp(fileURLToPath(new URL('../../next-app', import.meta.url)), folder, { recursive: true });
  for (const part of ['package.json', 'behaviours', 'node_modules']) {
    await cp(join(project, part), join(folder, part), { recursive: true });
  }
  for (const name of ['next', 'react', 'react-dom']) {
    const installed = await realpath(packageFolder(name));
    await symlink(installed, join(folder, 'node_modules', name));
  }
  await execute(process.execPath, [command, 'build'], { cwd: folder, env }).catch((error) => {
    throw new Error(`Next did not build:\n${error.stdout}${error.stderr}`);
  });
  return folder;
}

/** Where the code of an application runs in Next: its server components, and its two kinds of routes. */
export function nextRuntimes(app: Promise<string>): Runtime[] {
  return [
    runtime('Next, page', app, async (origin, headers) => {
      const page = await textOf(`${origin}/page`, headers);
      const [, outcomes = ''] = /<pre id="outcomes">([^<]*)</.exec(page) ?? [];
      return decodeURIComponent(outcomes);
    }),
    runtime('Next, route handler', app, (origin, headers) => textOf(`${origin}/route`, headers)),
    runtime('Next, edge route', app, (origin, headers) => textOf(`${origin}/edge`, headers)),
  ];
}

type Visit = (origin: string, headers: Record<string, string>) => Promise<string>;

function runtime(name: string, app: Promise<string>, visit: Visit): Runtime {
  return {
    name,
    run: async (_, setting) => {
      const child = spawn(process.execPath, [command, 'start', '--port', '0'], {
        cwd: await app,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: TIMEOUT_MILLISECONDS,
      });
      const ended = once(child, 'close');
      const printed = outputOf(child);
      try {
        const origin = await Promise.race([originOf(child.stdout, printed), ended]);
        if (typeof origin !== 'string') throw new Error(`Next ended:\n${printed()}`);
        const outcomes = await visit(origin, { 'x-setting': JSON.stringify(setting) });
        return { outcomes: JSON.parse(outcomes) as Outcomes, printed: printed() };
      } finally {
        child.kill();
        await ended;
      }
    },
  };
}

/** The address that Next prints once it listens. */
async function originOf(output: NodeJS.ReadableStream, printed: () => string): Promise<string> {
  for (;;) {
    const [origin] = /http:\/\/localhost:\d+/.exec(printed()) ?? [];
    if (origin !== undefined) return origin;
    await once(output, 'data');
  }
}

async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`Next answered ${response.status}:\n${text}`);
  return text;
}
