import { openPostgres } from '../src/platform/database/connect.ts';
import type { Benchmark, Dataset, Figure } from './frame.ts';
import { load } from './load.ts';
import { startServer } from './server-process.ts';
import { median } from './statistics.ts';

const CONNECTIONS = 16;
const TURNS = 24;
const BULK_SIZE = 100;
const MEMBERS_READ = 10_000;

interface Read {
  name: string;
  goal: number;
  paths: string[];
  requestsPerTurn: number;
}

interface Target {
  port: number;
  apiKey: string;
}

/** Reads of members over HTTP, beside a bare server that passes on text of the database. */
export const benchmarkReads: Benchmark = async (context) => {
  // Reading marks keys and connections as used.
  const dataset = await context.copyDataset(context.dataset);
  const environment = { DATABASE_URL: dataset.databaseUrl };
  const service = await startServer('serve-service.ts', environment);
  const bare = await startServer('serve-bare.ts', environment);
  const targets = [service, bare].map(({ port }) => ({ port, apiKey: dataset.apiKey }));
  try {
    const figures: Figure[] = [];
    for (const read of await chooseReads(dataset)) {
      await expectSameAnswers(read, targets);
      const value = await compare(read, targets);
      figures.push({ name: `${read.name} / bare node:http`, value, goal: { atLeast: read.goal } });
    }
    return figures;
  } finally {
    await service.stop();
    await bare.stop();
  }
};

async function chooseReads({ databaseUrl, members: size }: Dataset): Promise<Read[]> {
  const { database, close } = openPostgres(databaseUrl);
  const members = await database
    .selectFrom('member')
    .leftJoin('connection', 'connection.member_id', 'member.id')
    .select(['member.id', 'connection.id as connection'])
    .where('is_discoverable', '=', true)
    .orderBy((expression) => expression.fn('md5', ['member.id']))
    .limit(Math.min(size / 2, MEMBERS_READ))
    .execute();
  await close();
  const connected = members.filter(({ connection }) => connection !== null);
  const pages = Array.from({ length: members.length / BULK_SIZE }, (_, page) =>
    members.slice(page * BULK_SIZE, (page + 1) * BULK_SIZE),
  );
  return [
    {
      name: 'member get',
      goal: 0.85,
      paths: connected.map(({ id }) => `/partner/member?memberId=${id}`),
      requestsPerTurn: 2_000,
    },
    {
      name: `bulk of ${BULK_SIZE}`,
      goal: 0.95,
      paths: pages.map((page) => `/partner/members?ids=${page.map(({ id }) => id).join(',')}`),
      requestsPerTurn: 200,
    },
  ];
}

async function expectSameAnswers({ paths }: Read, targets: readonly Target[]): Promise<void> {
  for (const path of paths.slice(0, 20)) {
    const answers = targets.map(async ({ port, apiKey }) => {
      const headers = { 'x-api-key': apiKey };
      return await (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers })).text();
    });
    if (new Set(await Promise.all(answers)).size > 1) throw new Error(`Answers to ${path} differ.`);
  }
}

/** How many requests the first answers in the time in which the second answers one. */
async function compare(read: Read, targets: readonly Target[]): Promise<number> {
  const ratios: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    // Each begins every other turn, so that whatever else the machine does weighs on both.
    const inOrder = turn % 2 === 0 ? targets : targets.toReversed();
    const times: number[] = [];
    for (const target of inOrder) times.push(await timeOf(read, target));
    const [time = Number.NaN, peerTime = Number.NaN] = turn % 2 === 0 ? times : times.toReversed();
    // The first turn warms both up.
    if (turn > 0) ratios.push(peerTime / time);
  }
  return median(ratios);
}

async function timeOf(
  { paths, requestsPerTurn: count }: Read,
  { port, apiKey }: Target,
): Promise<number> {
  const requests = paths.map((path) =>
    [`GET /api/v1${path} HTTP/1.1`, 'host: localhost', `x-api-key: ${apiKey}`, '', ''].join('\r\n'),
  );
  return await load({ port, requests, count, connections: CONNECTIONS });
}
