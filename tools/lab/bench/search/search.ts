import { deepStrictEqual } from 'node:assert/strict';
import { foldText } from '@partner-rating/service/src/members/domain/names.ts';
import {
  readSearch,
  type SearchQuery,
} from '@partner-rating/service/src/members/search/domain/search-query.ts';
import { findPlayers } from '@partner-rating/service/src/members/search/find-players.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import pg from 'pg';
import { type Benchmark, type Dataset, type Figure, LARGE } from '../benchmark.ts';
import { median, percentile } from '../measure/statistics.ts';
import { startServer } from '../servers/server-process.ts';
import { mixture, seekMembers, toParameters } from './mixture.ts';

const PAGE = 20;
// The shortest part of a name that finds connected players, because trigrams need three characters.
const MIN_PART = 3;
const SIZES = {
  full: { searches: 100, rounds: 7, mixedSearches: 600 },
  // Enough for every kind of search in the mixture.
  short: { searches: 10, rounds: 1, mixedSearches: 100 },
};

/** Measures searches of the service against a plain prepared statement, and slow searches against usual ones. */
export const benchmarkSearch: Benchmark = async (context) => {
  const { searches, rounds, mixedSearches } = SIZES[context.length];
  // A copy, because the service stores which key it uses for hashes.
  const dataset = await context.copyDataset(context.dataset);
  const { database, close } = openPostgres(dataset.databaseUrl);
  const peer = new pg.Client({ connectionString: dataset.databaseUrl });
  await peer.connect();
  try {
    const sought = await seekMembers(database, dataset.members, mixedSearches);
    const some = sought
      .slice(0, searches)
      .map(({ city, last_name }) => ({ city, name: lastWord(last_name) }))
      .filter(({ name }) => name.length > MIN_PART);
    const infix = some.map(({ name }) => ({ name: name.slice(1, 6) }));
    const inCity = some.flatMap(({ city, name }) =>
      city === null ? [] : [{ city, name: name.slice(0, MIN_PART) }],
    );
    const contestants = { database, peer, applicationId: dataset.applicationId };
    return [
      {
        name: 'infix / plain named statement, times faster',
        value: await timesFaster(contestants, infix, rounds),
        goal: { atLeast: 8 },
        goalFrom: LARGE,
      },
      {
        name: 'city and prefix / plain named statement, times faster',
        value: await timesFaster(contestants, inCity, rounds),
        goal: { atLeast: 4 },
        goalFrom: LARGE,
      },
      ...(await spread(dataset, mixture(sought), rounds)),
    ];
  } finally {
    await peer.end();
    await close();
  }
};

function lastWord(name: string): string {
  return foldText(name).split(' ').at(-1) ?? '';
}

interface Contestants {
  database: Database;
  peer: pg.Client;
  /** The application that searches. It can find its connected players by any part of their names. */
  applicationId: string;
}

interface NameQuery {
  name: string;
  city?: string;
}

/** Sends the prepared statement that a service without its own search logic would send. */
async function askPeer(
  { peer, applicationId }: Contestants,
  { name, city }: NameQuery,
): Promise<string[]> {
  const fits = `is_discoverable and merged_into is null and (
    ' ' || name_folded || ' ' like '% ' || $1 || ' %'
    or ' ' || name_order like '% ' || $1 || '%'
    or name_folded like '%' || $1 || '%' and id in (
      select member_id from connection where application_id = $2 and revoked_at is null
    )
  )`;
  const order = 'order by name_order, member_number limit $3';
  const values = [name, applicationId, PAGE];
  const { rows } = await peer.query<{ id: string }>(
    city === undefined
      ? {
          name: 'by_name',
          text: `select id from member where ${fits} ${order}`,
          values,
        }
      : {
          name: 'by_name_and_city',
          text: `select id from member where city_folded = $4 and ${fits} ${order}`,
          values: [...values, foldText(city)],
        },
  );
  return rows.map(({ id }) => id);
}

async function ask({ database, applicationId }: Contestants, query: NameQuery): Promise<string[]> {
  const reading = readSearch(query);
  if (reading.kind === 'invalid') throw new Error('The search should be valid.');
  const players = await findPlayers(database, {
    search: reading.search,
    applicationId,
    range: { after: null, offset: 0, limit: PAGE },
    today: '2026-09-12',
  });
  return players.map(({ id }) => id);
}

/** Returns the total time of the plain statements divided by that of the service, with the median time of each search. */
async function timesFaster(
  contestants: Contestants,
  queries: readonly NameQuery[],
  rounds: number,
): Promise<number> {
  const ours: number[][] = queries.map(() => []);
  const plain: number[][] = queries.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, query] of queries.entries()) {
      const start = performance.now();
      const expected = await askPeer(contestants, query);
      const between = performance.now();
      const found = await ask(contestants, query);
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

/** Measures over HTTP how much longer the slowest hundredth of the searches takes than the median. */
async function spread(
  dataset: Dataset,
  queries: readonly SearchQuery[],
  rounds: number,
): Promise<Figure[]> {
  const server = await startServer('service', { DATABASE_URL: dataset.databaseUrl });
  try {
    const times: number[][] = queries.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, query] of queries.entries()) {
        const start = performance.now();
        const url = `http://127.0.0.1:${server.port}/api/v1/partner/search?${toParameters(query)}`;
        const response = await fetch(url, { headers: { 'x-api-key': dataset.apiKey } });
        const body = await response.text();
        if (response.status !== 200) throw new Error(`${url} answered ${body}`);
        if (round > 0) times[index]?.push(performance.now() - start);
      }
    }
    // The median over the rounds removes the influence of other work on the machine.
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
