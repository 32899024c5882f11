/**
 * Measures the cost of the client and of its peers in one run: calls with a `fetch` that answers at
 * once, bytes, and types. Marks a missed goal, and exits with 1. `--short` measures calls only briefly,
 * to check that everything runs, and compares no goals.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Goal, reportFigure } from '@partner-rating/figures';
import { PartnerRatingClient } from '../src/index.ts';
import { answers, baseUrl, hundredMembers, oneMember } from './calls.ts';
import { heapOfCall } from './heap.ts';
import { heyApiClient, kyClient, openai, openapiFetch, stripe } from './peers.ts';
import { heyApiProgram, type ProgramName, sizeLimits } from './programs.ts';
import { median, relativeSpeed, type Work } from './relative-speed.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const isShort = process.argv.includes('--short');
let missed = 0;

let group = '';

function title(text: string): void {
  group = text;
  process.stdout.write(`\n${text}\n`);
}

function report(name: string, value: number, goal?: Goal): void {
  const figure = { name, value, ...(goal && { goal }) };
  if (!reportFigure(figure, { benchmark: 'client', group, isShort })) missed += 1;
}

/** Returns the median of several measurements, because the optimizer is better at some times than at others. */
async function speed(reference: Work, work: Work, repeats: number): Promise<number> {
  const [measurements, counts] = isShort
    ? [1, { rounds: 1, repeats: 1 }]
    : [5, { rounds: 101, repeats }];
  const found: number[] = [];
  for (let index = 0; index < measurements; index += 1) {
    found.push(await relativeSpeed(reference, work, counts));
  }
  return median(found);
}

async function calls(heyApiFolder: string): Promise<void> {
  const many = 500;
  title('One member, as a share of the speed of fetch, at the median');
  // Measures the network-like response first, before the optimizer has seen another.
  const { fetch, client, answer } = oneMember(answers['network-like Response']);
  report('client, network-like Response', await speed(fetch, client, many), { atLeast: 0.88 });
  const text = oneMember(answers['Response of a text']);
  // A lower goal, because the time of `fetch` itself varies by up to a factor of two.
  report('client, Response of a text', await speed(text.fetch, text.client, many), {
    atLeast: 0.85,
  });
  const stub = oneMember(answers['plain stub']);
  report('client, plain stub', await speed(stub.fetch, stub.client, many), { atLeast: 0.78 });
  const heyApi = await heyApiClient(heyApiFolder);
  const peers = { 'hey-api': heyApi, 'openapi-fetch': openapiFetch, ky: kyClient, openai, stripe };
  for (const [name, peer] of Object.entries(peers)) {
    report(`${name}, network-like Response`, await speed(fetch, peer(answer), many));
  }
  title('A hundred members in one call, as a share of the speed of fetch, at the median');
  const hundred = hundredMembers(answers['plain stub']);
  report('client', await speed(hundred.fetch, hundred.client, 20), { atLeast: 0.97 });
  title('Bytes of the heap for a call in flight, without the promise of fetch');
  const inFlight = await heapOfCall((never) => {
    const { members } = new PartnerRatingClient({ apiKey: 'prk_benchmark', baseUrl, fetch: never });
    return () => members.get('10482');
  });
  report('client', inFlight, { atMost: 2_048 });
  for (const [name, peer] of Object.entries(peers)) report(name, await heapOfCall(peer));
}

async function bytes(dist: string, heyApiFolder: string): Promise<void> {
  const { bundle, gzipBytes } = await import('./bundle.ts');
  const { packedSizes } = await import('./bundlers.ts');
  title('Bytes: the built package, bundled, minified, gzip');
  for (const [name, sizes] of Object.entries(await packedSizes(dist))) {
    for (const [bundler, size] of Object.entries(sizes)) {
      report(`${name}, ${bundler}`, size, { atMost: sizeLimits[name as ProgramName] });
    }
  }
  for (const operations of ['{ membersGet }', '*'] as const) {
    const program = heyApiProgram(heyApiFolder, operations);
    report(
      `hey-api, ${operations}, without retries and timeouts, vite`,
      gzipBytes(await bundle(program)),
    );
  }
  for (const name of ['openapi-fetch', 'ky']) {
    const program = `export { default } from '${name}';`;
    report(`${name}, without operations, vite`, gzipBytes(await bundle(program)));
  }
}

async function budget(): Promise<void> {
  const { sizeBudget } = await import('./budget.ts');
  title('Bytes of one operation by purpose, vite');
  for (const [part, size] of await sizeBudget()) report(part, size);
}

async function types(dist: string, heyApiFolder: string): Promise<void> {
  const { instantiations } = await import('./instantiations.ts');
  title('Instantiations of types beyond those of an empty program');
  const client =
    "import { PartnerRatingClient } from './index.mjs';\n" +
    "const client = new PartnerRatingClient({ environment: 'local' });\n" +
    "export const member = await client.members.get('10482');";
  report('one call by the client', instantiations(dist, client), { atMost: 100 });
  const peer =
    "import { membersGet } from './sdk.gen.ts';\n" +
    "export const { data } = await membersGet({ query: { memberId: '10482' } });";
  report('one call by hey-api, which is shipped as source', instantiations(heyApiFolder, peer));
}

const heyApiFolder = await mkdtemp(join(tmpdir(), 'hey-api-'));
const dist = await mkdtemp(join(tmpdir(), 'client-dist-'));
try {
  execFileSync(process.execPath, [join(packageFolder, 'bench/hey-api.ts'), heyApiFolder]);
  // First, before other measurements fill the memory.
  await calls(heyApiFolder);
  const { build } = await import('tsdown');
  await build({ cwd: packageFolder, outDir: dist, logLevel: 'silent', clean: false });
  await bytes(dist, heyApiFolder);
  await budget();
  await types(dist, heyApiFolder);
} finally {
  await Promise.all([heyApiFolder, dist].map((folder) => rm(folder, { recursive: true })));
}
if (missed > 0) {
  title(`${missed} ${missed === 1 ? 'figure misses its' : 'figures miss their'} goal.`);
}
// Exits, because calls of peers wait for ten minutes.
process.exit(missed > 0 ? 1 : 0);
