/**
 * Compares `members.get` through the stubs, with validation and a key check but without a database, with
 * bare node:http that sends the same response. The two alternate, and each round gives a
 * ratio, so that other load of the machine affects both.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { reportFigure } from '@partner-rating/figures';
import { load } from './load.ts';
import { median } from './median.ts';

const isShort = process.argv.includes('--short');
const run = { benchmark: 'overhead', isShort };
const [rounds, requestsPerRound] = isShort ? [1, 100] : [40, 3000];
const connections = 32;
const request = [
  'GET /api/v1/partner/member?memberId=mem_01jq8z6v3mfb7s4d2k9c5x1ha0 HTTP/1.1',
  'host: localhost',
  'x-api-key: prk_benchmark',
  '',
  '',
].join('\r\n');

interface Target {
  process: ChildProcess;
  port: number;
}

async function start(file: string): Promise<Target> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, port };
}

async function cpuOf({ process: child }: Target): Promise<number> {
  const response = once(child, 'message');
  child.send('cpu');
  const [{ cpu }] = (await response) as [{ cpu: number }];
  return cpu;
}

async function measure(target: Target): Promise<{ time: number; cpu: number }> {
  const cpuBefore = await cpuOf(target);
  const before = performance.now();
  await load(target.port, request, requestsPerRound, connections);
  const time = performance.now() - before;
  return { time, cpu: (await cpuOf(target)) - cpuBefore };
}

const bare = await start('bare-server.ts');
const stubs = [
  { name: 'Fastify', target: await start('fastify-server.ts') },
  { name: 'node:http', target: await start('node-server.ts') },
];
const servers = [bare, ...stubs.map(({ target }) => target)];
try {
  for (const target of [...servers, ...servers]) await measure(target);
  const ratios = stubs.map(({ name }) => ({ name, requests: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    const ofBare = await measure(bare);
    for (const [index, { requests, cpu }] of ratios.entries()) {
      const ofStubs = await measure(stubs[index]?.target ?? bare);
      requests.push(ofBare.time / ofStubs.time);
      cpu.push(ofStubs.cpu / ofBare.cpu);
    }
  }
  // On a busy machine, stubs take 1.30 to 1.45 times the CPU; a tenth of this is Fastify's own.
  for (const { name, requests, cpu } of ratios) {
    const compared = `member get through the stubs with ${name} / bare node:http`;
    const perSecond = { name: `${compared}: requests per second`, value: median(requests) };
    reportFigure({ ...perSecond, goal: { atLeast: 0.75 } }, run);
    const perRequest = { name: `${compared}: CPU per request`, value: median(cpu) };
    reportFigure({ ...perRequest, goal: { atMost: 1.5 } }, run);
  }
} finally {
  for (const target of servers) target.process.kill();
}
