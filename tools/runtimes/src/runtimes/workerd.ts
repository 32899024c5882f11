import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { outputOf } from '@partner-rating/processes';
import type { Outcomes } from '../../behaviours/setting.ts';
import { binary } from '../index.ts';
import { entriesOf, packageNames } from '../packed-packages.ts';
import { type Runtime, TIMEOUT_MILLISECONDS } from './runtime.ts';

/** The runtime of Cloudflare Workers, with unbundled modules. */
export const workerd: Runtime = {
  name: 'workerd',
  run: async (project, setting) => {
    await writeFile(join(project, 'workerd.capnp'), await configurationOf(project));
    const child = spawn(
      binary('@cloudflare/workerd-linux-64/bin/workerd', 'WORKERD_PATH'),
      ['serve', 'workerd.capnp', '--control-fd=3'],
      {
        cwd: project,
        env: {},
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        timeout: TIMEOUT_MILLISECONDS,
      },
    );
    const ended = once(child, 'close');
    const printed = outputOf(child);
    // workerd writes its port to the third pipe as a line of JSON.
    const announced = once(child.stdio[3] as Readable, 'data');
    const [line] = (await Promise.race([announced, ended])) as [Buffer | number];
    try {
      if (!Buffer.isBuffer(line)) throw new Error(`workerd ended with ${line}:\n${printed()}`);
      const { port } = JSON.parse(line.toString()) as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body: JSON.stringify(setting),
      });
      if (!response.ok) throw new Error(`workerd answered ${response.status}:\n${printed()}`);
      return { outcomes: (await response.json()) as Outcomes, printed: printed() };
    } finally {
      child.kill();
      await ended;
    }
  },
};

interface Module {
  name: string;
  code: string;
}

async function configurationOf(project: string): Promise<string> {
  const embedded = (folder: string, files: string[], prefix: string): Module[] =>
    files.map((file) => ({ name: `${prefix}${file}`, code: `embed "${folder}/${file}"` }));
  const behaviours = (await readdir(join(project, 'behaviours'))).filter(
    (file) => file !== 'command-line.js',
  );
  const built = packageNames.map(async (name) => {
    const dist = `node_modules/${name}/dist`;
    const files = (await readdir(join(project, dist))).filter((file) => file.endsWith('.mjs'));
    return embedded(dist, files, `${dist}/`);
  });
  const entries = (await entriesOf(project)).map(({ name, path }) => ({
    name,
    code: JSON.stringify(`export * from '/${path}';`),
  }));
  const modules = [
    // The first module answers requests.
    ...embedded('behaviours', behaviours.toSorted(workerFirst), ''),
    ...(await Promise.all(built)).flat(),
    ...entries,
  ];
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "suite",
      worker = (
        compatibilityDate = "2026-09-01",
        globalOutbound = "network",
        modules = [
          ${modules.map(({ name, code }) => `(name = "${name}", esModule = ${code})`).join(',\n          ')}
        ],
      ),
    ),
    (name = "network", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "suite")],
);
`;
}

function workerFirst(one: string, other: string): number {
  return Number(other === 'worker.js') - Number(one === 'worker.js');
}
