import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf } from '@partner-rating/processes';
import type { Outcomes } from '../../behaviours/setting.ts';
import { binary } from '../index.ts';
import { type Runtime, TIMEOUT_MILLISECONDS } from './runtime.ts';

type Program = { words?: string[]; format?: 'module' | 'commonjs'; path: () => string };

const node20 = () => binary('node20/bin/node', 'NODE20_PATH');
const node22 = () => binary('node22/bin/node', 'NODE22_PATH');
const node24 = () => process.execPath;
const node26 = () => binary('node26/bin/node', 'NODE26_PATH');

/** The runtimes that run a file: every supported Node, Bun, and Deno. */
export const commandLineRuntimes: Runtime[] = [
  runtime('Node 20', { path: node20 }),
  runtime('Node 22', { path: node22 }),
  runtime('Node 24', { path: node24 }),
  runtime('Node 26', { path: node26 }),
  runtime('CommonJS in Node 20', { path: node20, format: 'commonjs' }),
  runtime('CommonJS in Node 22', { path: node22, format: 'commonjs' }),
  runtime('CommonJS in Node 26', { path: node26, format: 'commonjs' }),
  runtime('Bun', { path: () => binary('@oven/bun-linux-x64/bin/bun', 'BUN_PATH') }),
  runtime('Deno', {
    path: () => binary('@deno/linux-x64-glibc/deno', 'DENO_PATH'),
    // The client needs only the network; the suite needs the files.
    words: ['run', '--no-prompt', '--allow-net', '--allow-read=.', '--allow-write=.'],
  }),
];

function runtime(name: string, { path, words = [], format = 'module' }: Program): Runtime {
  return {
    name,
    run: async (project, setting) => {
      const folder = await mkdtemp(join(project, 'run-'));
      const [settingFile, outcomesFile] = [join(folder, 'setting.json'), join(folder, 'out.json')];
      await writeFile(settingFile, JSON.stringify(setting));
      const child = spawn(
        path(),
        [...words, 'behaviours/command-line.js', settingFile, outcomesFile, format],
        // No variable of this process: no key, and no setting of a runtime.
        {
          cwd: project,
          env: { HOME: folder },
          stdio: ['ignore', 'pipe', 'pipe'],
          timeout: TIMEOUT_MILLISECONDS,
        },
      );
      const printed = outputOf(child);
      const [code] = (await once(child, 'close')) as [number | null];
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${printed()}`);
      const outcomes = JSON.parse(await readFile(outcomesFile, 'utf8')) as Outcomes;
      return { outcomes, printed: printed() };
    },
  };
}
