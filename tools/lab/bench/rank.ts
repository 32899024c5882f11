// Benchmark: ranks and pages of leaderboards.

import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { toBoard } from '@partner-rating/service/src/leaderboards/domain/board.ts';
import { readPage } from '@partner-rating/service/src/leaderboards/read-page.ts';
import type { Standing } from '@partner-rating/service/src/leaderboards/store/board.ts';
import { countBoard } from '@partner-rating/service/src/leaderboards/store/counts.ts';
import { findRank } from '@partner-rating/service/src/leaderboards/store/rank.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { sample, seededRandom } from '@partner-rating/service/src/platform/random.ts';
import pg from 'pg';
import { type Benchmark, type Dataset, LARGE } from './benchmark.ts';
import { median } from './measure/statistics.ts';

const QUESTIONS_A_ROUND = 5;
const SIZES = {
  full: { questions: 120, smallMembers: 10_000 },
  short: { questions: 10, smallMembers: 500 },
};
const PAGE = 20;
const DEEPEST_OFFSET = 10_000;

const board = toBoard({
  sport: 'pickleball',
  category: 'overall',
  ageBracket: 'open',
  scope: 'global',
  verifiedOnly: false,
  minGames: 0,
});

/**
 * Compares ranks with counting, on a large and a small board, and deep pages with the first page.
 */
export const benchmarkRank: Benchmark = async ({ dataset, openDataset, length }) => {
  const { questions, smallMembers } = SIZES[length];
  const large = await openBoard(dataset, questions);
  const small = await openBoard(await openDataset(smallMembers), questions);
  try {
    const ranks = await interleave(questions, {
      large: (question) => askRank(large, question),
      small: (question) => askRank(small, question),
      counted: (question) => countRank(large, question),
    });
    for (let question = 0; question < questions; question += 1) {
      deepStrictEqual(await askRank(large, question), await countRank(large, question));
    }
    const middle = large.players[Math.floor(questions / 2)] ?? null;
    const pages = await interleave(questions, {
      first: () => askPage(large, { after: null, offset: 0 }),
      deep: () => askPage(large, { after: middle, offset: 0 }),
      offset: () =>
        askPage(large, { after: null, offset: Math.min(DEEPEST_OFFSET, large.total / 2) }),
    });
    return [
      {
        name: 'rank and total / count(*) by index alone, times faster',
        value: ranks.counted / ranks.large,
        goal: { atLeast: 70 },
        goalFrom: LARGE,
      },
      { name: 'rank and total in ms', value: ranks.large },
      { name: 'count(*) by index alone in ms', value: ranks.counted },
      {
        name: `rank among ${large.total} / among ${small.total}`,
        value: ranks.large / ranks.small,
        goal: { atMost: 2 },
      },
      {
        name: 'page in the middle of the board / first page',
        value: pages.deep / pages.first,
        goal: { atMost: 1.25 },
      },
      {
        name: 'page at the deepest offset / first page',
        value: pages.offset / pages.first,
        goal: { atMost: 2 },
      },
    ];
  } finally {
    await large.close();
    await small.close();
  }
};

interface BoardFixture {
  database: Database;
  peer: pg.Client;
  total: number;
  /** Players spread over the whole board. */
  players: Standing[];
  close: () => Promise<void>;
}

async function openBoard({ databaseUrl }: Dataset, questions: number): Promise<BoardFixture> {
  const { database, close } = openPostgres(databaseUrl);
  const peer = new pg.Client({ connectionString: databaseUrl });
  await peer.connect();
  const { total } = await countBoard(database, board, []);
  const { rows: players } = await peer.query<Standing>(
    `select member_number::integer as "memberNumber", distance from (
      select *, row_number() over (order by distance, member_number) as position from standing
      where ladder_id = (select id from ladder where sport = $1 and bracket = $2)
    ) as numbered
    where position % greatest($3::integer / $4::integer, 1) = 1
    order by position`,
    [board.sport, board.bracket, total, questions],
  );
  return {
    database,
    peer,
    total,
    players,
    close: async () => {
      await peer.end();
      await close();
    },
  };
}

// Far apart, so that no query profits from the one before.
function playerAt({ players }: BoardFixture, question: number): number {
  return players[(question * 7) % players.length]?.memberNumber ?? 0;
}

interface Rank {
  rank: number;
  total: number;
}

async function askRank(fixture: BoardFixture, question: number): Promise<Rank> {
  const ranked = await findRank(fixture.database, board, playerAt(fixture, question));
  if (ranked === undefined) throw new Error('The player should be on the board.');
  return { rank: ranked.above + 1, total: ranked.total };
}

// The query of a service without its own index structure: one prepared statement over an index.
async function countRank(fixture: BoardFixture, question: number): Promise<Rank> {
  const { rows } = await fixture.peer.query<{ rank: string; total: string }>({
    name: 'count_rank',
    text: `with player as materialized (
      select ladder_id, distance from standing
      where member_number = $1
        and ladder_id = (select id from ladder where sport = $2 and bracket = $3)
    )
    select
      count(*) filter (where distance < (select distance from player)) + 1 as rank,
      count(*) as total
    from standing
    where ladder_id = (select ladder_id from player)`,
    values: [playerAt(fixture, question), board.sport, board.bracket],
  });
  return { rank: Number(rows[0]?.rank), total: Number(rows[0]?.total) };
}

async function askPage(
  { database }: BoardFixture,
  from: { after: Standing | null; offset: number },
): Promise<void> {
  const view = { board, part: null };
  const wanted = { ...from, offset: Math.floor(from.offset), limit: PAGE };
  const { players } = await readPage(
    database,
    { applicationId: 'app', now: new Date() },
    view,
    wanted,
  );
  strictEqual(players.length, PAGE);
}

/** The median milliseconds of each contestant, over rounds of several queries. */
async function interleave<Name extends string>(
  questions: number,
  measured: Record<Name, (question: number) => Promise<unknown>>,
): Promise<Record<Name, number>> {
  const entries = Object.entries(measured) as [Name, (question: number) => Promise<unknown>][];
  const random = seededRandom(1);
  const times = new Map<Name, number[]>(entries.map(([name]) => [name, []]));
  // In the first rounds, caches fill and PostgreSQL still plans the statements for their values.
  for (let round = -3; round < questions / QUESTIONS_A_ROUND; round += 1) {
    // The order changes, so that no contestant always follows the one that leaves the caches cold.
    for (const [name, run] of sample(random, entries, entries.length)) {
      for (let question = 0; question < QUESTIONS_A_ROUND; question += 1) {
        const start = performance.now();
        await run(Math.abs(round * QUESTIONS_A_ROUND + question));
        if (round >= 0) times.get(name)?.push(performance.now() - start);
      }
    }
  }
  return Object.fromEntries(
    [...times].map(([name, milliseconds]) => [name, median(milliseconds)]),
  ) as Record<Name, number>;
}
