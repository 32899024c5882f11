/**
 * A member get through the stubs, with validation and a key check but without a database, against
 * bare node:http sending the same response. The two are measured alternately, and each round gives a
 * ratio, so that other load of the machine affects both.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { load } from './load.ts';
import { median } from './median.ts';

const rounds = 40;
const requestsPerRound = 3000;
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
const stub = await start('stub-server.ts');
try {
  for (const target of [bare, stub, bare, stub]) await measure(target);
  const requests: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ofBare = await measure(bare);
    const ofStub = await measure(stub);
    requests.push(ofBare.time / ofStub.time);
    cpu.push(ofStub.cpu / ofBare.cpu);
  }
  process.stdout.write(
    `member get through the stubs / bare node:http: requests per second ${median(requests).toFixed(2)} (at least 0.75)\n` +
      `member get through the stubs / bare node:http: CPU per request ${median(cpu).toFixed(2)} (at most 1.40)\n`,
  );
} finally {
  for (const target of [bare, stub]) target.process.kill();
}
