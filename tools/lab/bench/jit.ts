import { toBoard } from '@partner-rating/service/src/leaderboards/domain/board.ts';
import { readPage } from '@partner-rating/service/src/leaderboards/read-page.ts';
import { type Club, createClub } from '@partner-rating/service/src/matches/testing/club.ts';
import { handle } from '@partner-rating/service/src/matches/testing/story.ts';
import { readSearch } from '@partner-rating/service/src/members/search/domain/search-query.ts';
import { findPlayers } from '@partner-rating/service/src/members/search/find-players.ts';
import { openPool } from '@partner-rating/service/src/platform/database/connect.ts';
import { GuardedPool } from '@partner-rating/service/src/platform/database/pool.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { seededRandom } from '@partner-rating/service/src/platform/random.ts';
import { startPostgresCluster } from '@partner-rating/service/src/testing/postgres-cluster.ts';
import { sql } from 'kysely';
import pg from 'pg';
import type { Benchmark, Figure } from './benchmark.ts';
import { openDatasets } from './dataset/datasets.ts';
import { measureInRounds, millisecondsOf, ONE_ROUND } from './measure/rounds.ts';
import { median } from './measure/statistics.ts';
import { mixture, seekMembers } from './search/mixture.ts';
import { AFTERWARDS, BEFOREHAND, batchOn, doubles } from './settlement/played-sport.ts';

const PLAYERS = 60;
const MATCHES_OF_A_BATCH = 10;
const PAGES_OF_A_ROUND = 20;
const SIZES = {
  /** The number of matches after a late match, enough for a settlement (rating them again) within the request. */
  full: { settledMatches: 300, searchesOfARound: 50, rounds: { warmUp: 3, counted: 15 } },
  short: { settledMatches: 20, searchesOfARound: 20, rounds: ONE_ROUND },
};
const TODAY = '2026-09-12';

/** A database on the machine's own PostgreSQL, and the club that submits matches. */
interface Contestant {
  database: Database;
  club: Club;
  searched: () => Promise<void>;
  random: () => number;
}

const works = {
  ingest: async ({ club, random }: Contestant) => {
    await handle(club, batchOn(AFTERWARDS, doubles(random, club.players, MATCHES_OF_A_BATCH)));
  },
  settlement: async ({ club, random }: Contestant) => {
    await handle(club, batchOn(BEFOREHAND, doubles(random, club.players, 1)));
  },
  search: async ({ searched }: Contestant) => await searched(),
  leaderboards: async ({ database }: Contestant) => {
    for (let page = 0; page < PAGES_OF_A_ROUND; page += 1) {
      const board = toBoard({
        sport: 'pickleball',
        category: page % 2 === 0 ? 'overall' : 'doubles',
        ageBracket: 'open',
        scope: 'global',
        verifiedOnly: false,
        minGames: 0,
      });
      const reader = { applicationId: 'app_bench', now: new Date(TODAY) };
      const wanted = { after: null, offset: page * PAGES_OF_A_ROUND, limit: 20 };
      await readPage(database, reader, { board, part: null }, wanted);
    }
  },
};

/**
 * Runs the service on the installed PostgreSQL with JIT on and off in turn, and also without the
 * session options, as behind a pooler that drops them.
 */
export const benchmarkJit: Benchmark = async ({ dataset: { members }, length, log }) => {
  const sizes = SIZES[length];
  const cluster = await startPostgresCluster({ version: 'installed' });
  const datasets = openDatasets(cluster.url, log);
  try {
    const dataset = await datasets.openDataset(members);
    const open = async (jit: 'on' | 'off', options: 'set' | 'lost') => {
      const { databaseUrl } = await datasets.copyDataset(dataset);
      return await openContestant(databaseUrl, { ...sizes, members, jit, options });
    };
    const contestants = {
      on: await open('on', 'set'),
      off: await open('off', 'set'),
      lost: await open('on', 'lost'),
    };
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(works)) {
      const rounds = await measureInRounds(sizes.rounds, {
        on: async () => await millisecondsOf(async () => await work(contestants.on)),
        off: async () => await millisecondsOf(async () => await work(contestants.off)),
        lost: async () => await millisecondsOf(async () => await work(contestants.lost)),
      });
      const milliseconds = (of: 'on' | 'off' | 'lost') => median(rounds.map((round) => round[of]));
      const [on, off, lost] = [milliseconds('on'), milliseconds('off'), milliseconds('lost')];
      log(`${name}: ${on.toFixed(1)} ms with JIT, ${off.toFixed(1)} ms without`);
      figures.push(
        { name: `${name}: JIT on / off`, value: on / off, goal: { atMost: 1.2 } },
        { name: `${name}: JIT on and the options of the session lost / off`, value: lost / off },
      );
    }
    for (const { database } of Object.values(contestants)) await database.destroy();
    await datasets.dropCopies();
    return figures;
  } finally {
    await cluster.stop();
  }
};

interface ContestantOptions {
  members: number;
  settledMatches: number;
  searchesOfARound: number;
  jit: 'on' | 'off';
  /** The session options. */
  options: 'set' | 'lost';
}

/** A pool whose connections lose the settings of the service, as behind a pooler. */
class ForgetfulPool extends GuardedPool {
  readonly #reset = new WeakSet<pg.PoolClient>();

  override async connect(): Promise<pg.PoolClient> {
    const client = await super.connect();
    if (!this.#reset.has(client)) await client.query('reset all');
    this.#reset.add(client);
    return client;
  }
}

async function openContestant(
  databaseUrl: string,
  { members, settledMatches, searchesOfARound, jit, options }: ContestantOptions,
): Promise<Contestant> {
  await setJit(databaseUrl, jit);
  const pool = new (options === 'lost' ? ForgetfulPool : GuardedPool)(databaseUrl);
  const { database } = openPool(pool);
  const sought = await seekMembers(database, members, searchesOfARound);
  const club = await createClub(
    database,
    Array.from({ length: PLAYERS }, () => ({ birth_date: '1986-04-30' })),
  );
  const random = seededRandom(1);
  await handle(club, batchOn(AFTERWARDS, doubles(random, club.players, settledMatches)));
  await sql`vacuum analyze`.execute(database);
  return {
    database,
    club,
    random,
    searched: async () => {
      for (const query of mixture(sought)) {
        const reading = readSearch(query);
        if (reading.kind === 'invalid') throw new Error('The search should be valid.');
        const range = { after: null, offset: 0, limit: 20 };
        const { search } = reading;
        await findPlayers(database, { search, applicationId: 'app_bench', range, today: TODAY });
      }
    },
  };
}

async function setJit(connectionString: string, jit: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('set jit = on');
  const { rows } = await client.query('select pg_jit_available() as has');
  await client.query(
    `alter database ${new URL(connectionString).pathname.slice(1)} set jit = ${jit}`,
  );
  await client.end();
  if (rows[0]?.has !== true) throw new Error('The PostgreSQL of this machine has no JIT.');
}
