import { deepStrictEqual } from 'node:assert/strict';
import {
  readSearch,
  type SearchQuery,
} from '@partner-rating/service/src/members/search/domain/search-query.ts';
import { findPlayers } from '@partner-rating/service/src/members/search/find-players.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { foldText } from '@partner-rating/service/src/players/domain/folded-text.ts';
import pg from 'pg';
import { type Benchmark, type Dataset, type Figure, LARGE } from '../benchmark.ts';
import { median, percentile } from '../measure/statistics.ts';
import { startServer } from '../servers/server-process.ts';
import { mixture, seekMembers, toParameters } from './mixture.ts';

const SEARCHES = 100;
const ROUNDS = 7;
const MIXED_SEARCHES = 600;
const PAGE = 20;

/** Searches of the service, against a plain prepared statement and against one another. */
export const benchmarkSearch: Benchmark = async ({ dataset }) => {
  const { database, close } = openPostgres(dataset.databaseUrl);
  const peer = new pg.Client({ connectionString: dataset.databaseUrl });
  await peer.connect();
  try {
    const sought = await seekMembers(database, dataset.members, MIXED_SEARCHES);
    const some = sought.slice(0, SEARCHES);
    const infix = some.map(({ last_name }) => ({ name: lastWord(last_name).slice(1, 6) }));
    const inCity = some.flatMap(({ city, last_name }) =>
      city === null ? [] : [{ city, name: lastWord(last_name).slice(0, 3) }],
    );
    return [
      {
        name: 'infix / plain named statement, times faster',
        value: await timesFaster(database, peer, infix),
        goal: { atLeast: 8 },
        goalFrom: LARGE,
      },
      {
        name: 'city and prefix / plain named statement, times faster',
        value: await timesFaster(database, peer, inCity),
        goal: { atLeast: 4 },
        goalFrom: LARGE,
      },
      ...(await spread(dataset, mixture(sought))),
    ];
  } finally {
    await peer.end();
    await close();
  }
};

function lastWord(name: string): string {
  return foldText(name).split(' ').at(-1) ?? '';
}

interface NameQuery {
  name: string;
  city?: string;
}

/** What a service would send that leaves the rest to PostgreSQL: a prepared statement. */
async function askPeer(peer: pg.Client, { name, city }: NameQuery): Promise<string[]> {
  const order = 'is_discoverable and merged_into is null order by name_order, member_number';
  const { rows } = await peer.query<{ id: string }>(
    city === undefined
      ? {
          name: 'by_name',
          text: `select id from member where name_folded ilike $1 and ${order} limit $2`,
          values: [`%${name}%`, PAGE],
        }
      : {
          name: 'by_name_and_city',
          text: `select id from member
            where name_folded ilike $1 and city_folded = $2 and ${order} limit $3`,
          values: [`%${name}%`, foldText(city), PAGE],
        },
  );
  return rows.map(({ id }) => id);
}

async function ask(database: Database, query: NameQuery): Promise<string[]> {
  const reading = readSearch(query);
  if (reading.kind === 'faulty') throw new Error('The search should be valid.');
  const players = await findPlayers(database, {
    search: reading.search,
    applicationId: 'app_bench',
    range: { after: null, offset: 0, limit: PAGE },
    today: '2026-09-12',
  });
  return players.map(({ id }) => id);
}

/** How many times as long the plain statements take, all searches together, each by its median. */
async function timesFaster(
  database: Database,
  peer: pg.Client,
  queries: readonly NameQuery[],
): Promise<number> {
  const ours: number[][] = queries.map(() => []);
  const plain: number[][] = queries.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, query] of queries.entries()) {
      const start = performance.now();
      const expected = await askPeer(peer, query);
      const between = performance.now();
      const found = await ask(database, query);
      const end = performance.now();
      deepStrictEqual(found, expected, `They differ on ${JSON.stringify(query)}.`);
      // In the first round caches fill, and PostgreSQL still plans the statements for their values.
      if (round === 0) continue;
      plain[index]?.push(between - start);
      ours[index]?.push(end - between);
    }
  }
  return sum(plain.map(median)) / sum(ours.map(median));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** How much longer than half of them the slowest hundredth of searches takes, over HTTP. */
async function spread(dataset: Dataset, queries: readonly SearchQuery[]): Promise<Figure[]> {
  const server = await startServer('service', { DATABASE_URL: dataset.databaseUrl });
  try {
    const times: number[][] = queries.map(() => []);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [index, query] of queries.entries()) {
        const start = performance.now();
        const url = `http://127.0.0.1:${server.port}/api/v1/partner/search?${toParameters(query)}`;
        const response = await fetch(url, { headers: { 'x-api-key': dataset.apiKey } });
        const body = await response.text();
        if (response.status !== 200) throw new Error(`${url} answered ${body}`);
        if (round > 0) times[index]?.push(performance.now() - start);
      }
    }
    // What a search takes, whatever else the machine was doing in one round or another.
    const ofSearches = times.map(median);
    const middle = median(ofSearches);
    const slowest = percentile(ofSearches, 0.99);
    return [
      {
        name: 'mixed searches over HTTP, p99 / p50',
        value: slowest / middle,
        goal: { atMost: 4 },
        goalFrom: LARGE,
      },
      { name: 'mixed searches over HTTP, p50 in ms', value: middle },
      { name: 'mixed searches over HTTP, p99 in ms', value: slowest },
    ];
  } finally {
    await server.stop();
  }
}
