import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchOf, matchOf, scored } from '@partner-rating/service/src/matches/testing/batches.ts';
import { createClub } from '@partner-rating/service/src/matches/testing/club.ts';
import { insertClubKey } from '@partner-rating/service/src/matches/testing/post-batch.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { sample, seededRandom } from '@partner-rating/service/src/platform/random.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { requestText, sendOneByOne } from './measure/closed-loop.ts';
import { measureInRounds, ONE_ROUND, type Rounds } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { type ServerProcess, startServer } from './servers/server-process.ts';
import { people } from './settlement/played-sport.ts';

const SIZES = {
  full: { rounds: { warmUp: 3, counted: 25 }, reads: 2_000, batches: 20 },
  short: { rounds: ONE_ROUND, reads: 100, batches: 2 },
};
const MEMBERS_READ = 1_000;
const PLAYERS = 100;
const MATCHES_OF_A_BATCH = 10;

type Servers = Record<'off' | 'all' | 'some', ServerProcess>;

interface Load {
  name: string;
  connections: number;
  count: number;
  next: () => string[];
  /** Which servers must cost at most three percent more. */
  goalFor: 'all' | 'some';
}

/** The CPU time of a service that traces every request, or one of twenty, next to one that traces none. */
export const benchmarkTraces: Benchmark = async (context) => {
  const dataset = await context.copyDataset(context.dataset);
  const { database, close } = openPostgres(dataset.databaseUrl);
  const collector = await openCollector();
  const { rounds, reads, batches } = SIZES[context.length];
  const loads: Load[] = [
    {
      ...{ name: 'member get', connections: 16, count: reads, goalFor: 'some' },
      next: await readsOf(database, dataset),
    },
    {
      ...{ name: 'batch of 10', connections: 1, count: batches, goalFor: 'all' },
      next: await batchesOf(database, batches),
    },
  ];
  await close();
  const servers = await startServers(dataset.databaseUrl, collector.port);
  try {
    const figures: Figure[] = [];
    for (const load of loads) figures.push(...(await compare(load, rounds, servers)));
    return figures;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
    collector.close();
  }
};

async function startServers(databaseUrl: string, collectorPort: number): Promise<Servers> {
  const environment = { DATABASE_URL: databaseUrl, INGEST_RATE_LIMIT: '0' };
  const traced = {
    ...environment,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
  };
  const sampler = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  return {
    off: await startServer('service', environment),
    all: await startServer('service', traced),
    some: await startServer('service', { ...traced, ...sampler }),
  };
}

async function compare(load: Load, rounds: Rounds, servers: Servers): Promise<Figure[]> {
  const { name, connections, count, next, goalFor } = load;
  const goal = { atMost: 1.03 };
  const cpuOf =
    ({ port, cpuMilliseconds }: ServerProcess) =>
    async () => {
      const before = await cpuMilliseconds();
      await sendOneByOne({ port, requests: next(), count, connections });
      return (await cpuMilliseconds()) - before;
    };
  const times = await measureInRounds(rounds, {
    off: cpuOf(servers.off),
    all: cpuOf(servers.all),
    some: cpuOf(servers.some),
  });
  const ratio = (which: 'all' | 'some') => median(times.map((round) => round[which] / round.off));
  return [
    {
      name: `${name}: every request / off`,
      value: ratio('all'),
      ...(goalFor === 'all' && { goal }),
    },
    {
      name: `${name}: one of twenty / off`,
      value: ratio('some'),
      ...(goalFor === 'some' && { goal }),
    },
  ];
}

async function readsOf(database: Database, { apiKey }: { apiKey: string }): Promise<Load['next']> {
  const members = await database
    .selectFrom('connection')
    .select('member_id')
    .limit(MEMBERS_READ)
    .execute();
  const requests = members.map(({ member_id: id }) =>
    requestText(`/partner/member?memberId=${id}`, apiKey),
  );
  return () => requests;
}

/** Makes batches of doubles of a club, each time others. */
async function batchesOf(database: Database, count: number): Promise<Load['next']> {
  const club = await createClub(database, people(PLAYERS));
  const apiKey = await insertClubKey(club);
  const random = seededRandom(1);
  let batch = 0;
  const newBatch = () => {
    batch += 1;
    const matches = Array.from({ length: MATCHES_OF_A_BATCH }, (_, match) => {
      const players = sample(random, club.players, 4);
      const teams = [players.slice(0, 2), players.slice(2)];
      return matchOf(`${batch}-${match}`, teams, { games: scored('11-7 11-9') });
    });
    return requestText('/partner/matches', apiKey, batchOf(matches));
  };
  return () => Array.from({ length: count }, newBatch);
}

/** Accepts traces, and reads nothing of them. */
async function openCollector(): Promise<{ port: number; close: () => void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
