// Benchmark: reads of members over HTTP, compared with a bare server.

import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Benchmark, Dataset, Figure } from './benchmark.ts';
import { requestText, sendOneByOne } from './measure/closed-loop.ts';
import { measureInRounds, ONE_ROUND, type Rounds } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { startServer } from './servers/server-process.ts';

const CONNECTIONS = 16;
const BULK_SIZE = 100;
const MEMBERS_READ = 10_000;
const SIZES = {
  full: { rounds: { warmUp: 1, counted: 24 }, gets: 2_000, bulks: 200 },
  short: { rounds: ONE_ROUND, gets: 100, bulks: 10 },
};

interface Read {
  name: string;
  goal: number;
  paths: string[];
  rounds: Rounds;
  requestsPerRound: number;
}

interface Target {
  port: number;
  apiKey: string;
}

/** Reads of members over HTTP, next to a bare server that forwards text from the database. */
export const benchmarkReads: Benchmark = async (context) => {
  // A read updates the last use of keys and connections.
  const dataset = await context.copyDataset(context.dataset);
  const environment = { DATABASE_URL: dataset.databaseUrl };
  const service = await startServer('service', environment);
  const bare = await startServer('bare', environment);
  const { apiKey } = dataset;
  const targets = {
    service: { port: service.port, apiKey },
    bare: { port: bare.port, apiKey },
  };
  try {
    const figures: Figure[] = [
      { name: 'resident memory at the start in MB', value: await service.megabytes('now') },
    ];
    for (const read of await chooseReads(dataset, SIZES[context.length])) {
      await expectSameAnswers(read, Object.values(targets));
      const value = await compare(read, targets);
      figures.push({ name: `${read.name} / bare node:http`, value, goal: { atLeast: read.goal } });
    }
    figures.push({ name: 'peak of resident memory in MB', value: await service.megabytes('peak') });
    return figures;
  } finally {
    await service.stop();
    await bare.stop();
  }
};

async function chooseReads(
  { databaseUrl, members: size }: Dataset,
  { rounds, gets, bulks }: (typeof SIZES)['full'],
): Promise<Read[]> {
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
      rounds,
      requestsPerRound: gets,
    },
    {
      name: `bulk of ${BULK_SIZE}`,
      // The bare server neither validates ids nor records the last use of connections.
      goal: 0.85,
      paths: pages.map((page) => `/partner/members?ids=${page.map(({ id }) => id).join(',')}`),
      rounds,
      requestsPerRound: bulks,
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

/** Requests of the service in the time of one request of the bare server. */
async function compare(read: Read, { service, bare }: Record<'service' | 'bare', Target>) {
  const rounds = await measureInRounds(read.rounds, {
    service: async () => await timeOf(read, service),
    bare: async () => await timeOf(read, bare),
  });
  return median(rounds.map((times) => times.bare / times.service));
}

async function timeOf(
  { paths, requestsPerRound: count }: Read,
  { port, apiKey }: Target,
): Promise<number> {
  const requests = paths.map((path) => requestText(path, apiKey));
  return await sendOneByOne({ port, requests, count, connections: CONNECTIONS });
}
