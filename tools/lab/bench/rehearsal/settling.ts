import { randomUUID } from 'node:crypto';
import { batchOf, matchOf } from '@partner-rating/service/src/matches/testing/batches.ts';
import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { sql } from 'kysely';
import { Pool } from 'undici';
import { percentile } from '../measure/statistics.ts';
import { post } from '../settlement/live-traffic.ts';
import { untilSettled } from '../settlement/service-under-load.ts';
import { secondsOf } from './league.ts';
import { YEAR_MILLISECONDS } from './load-ledger.ts';
import type { Served } from './reading.ts';
import type { Limit, Measured } from './table.ts';

const VOID_SECONDS = 5;

interface OldMatch {
  id: string;
  match_date: Date;
  members: string[];
}

/**
 * Submits batches of results of today, then results of a year ago, and voids matches of a year ago. Old results count as
 * done when all ratings that follow from them are settled.
 */
export async function measureWrites(
  { league: { databaseUrl, apiKey }, service: { port } }: Served,
  { repeats }: { repeats: number },
): Promise<Measured[]> {
  const { database, close } = openPostgres(databaseUrl);
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const old = await findOld(database, 2 * repeats);
  const submit = async (matchDate: Date, matches: ReturnType<typeof again>[]) => {
    const body = batchOf(matches, { matchDate: matchDate.toISOString() });
    await post(pool, { path: '/api/v1/partner/matches', apiKey, body });
  };
  const late: Settled[] = [];
  const voided: Settled[] = [];
  const today: number[] = [];
  for (const match of old) {
    today.push(1_000 * (await secondsOf(async () => await submit(new Date(), [again(match, 0)]))));
  }
  for (const match of old.slice(0, repeats)) {
    const work = async () => {
      await submit(match.match_date, [again(match, 1)]);
      await untilSettled(database);
    };
    late.push(await settle(database, work));
  }
  for (const { id } of old.slice(repeats)) {
    const work = async () => {
      const path = `/api/v1/partner/matches/${id}/void`;
      await post(pool, { path, apiKey, body: { reason: 'Entered twice' } });
      await untilSettled(database);
    };
    voided.push(await settle(database, work));
  }
  await pool.close();
  await close();
  return [
    {
      name: 'matches.submit of one result of today, p50',
      unit: 'ms',
      value: percentile(today, 0.5),
    },
    {
      name: 'matches.submit of one result of today, slowest',
      unit: 'ms',
      value: Math.max(...today),
    },
    ...figuresOf('Late result of a year ago', late),
    ...figuresOf('Void of a match of a year ago', voided, { atMost: VOID_SECONDS }),
  ];
}

interface Settled {
  seconds: number;
  /** How many matches were rated again. */
  matches: number;
}

async function settle(database: Database, work: () => Promise<void>): Promise<Settled> {
  const before = await countSettled(database);
  const seconds = await secondsOf(work);
  return { seconds, matches: (await countSettled(database)) - before };
}

function figuresOf(name: string, settled: readonly Settled[], promise?: Limit): Measured[] {
  const seconds = settled.map((one) => one.seconds);
  const matches = settled.map((one) => one.matches);
  return [
    { name: `${name} until settled, p50`, unit: 's', value: percentile(seconds, 0.5) },
    {
      ...{ name: `${name} until settled, slowest`, unit: 's', value: Math.max(...seconds) },
      ...(promise !== undefined && { promise }),
    },
    // The median, because the service forgets its count when a new hour begins.
    { name: `${name}: matches rated again`, unit: 'matches', value: percentile(matches, 0.5) },
  ];
}

/** A result of the same players in other teams, so that it repeats no other match. */
function again({ members }: OldMatch, pairing: 0 | 1) {
  const [a = '', b = '', c = '', d = ''] = members;
  const pairs = pairing === 0 ? [a, c, b, d] : [a, d, b, c];
  const [one, two, three, four] = pairs.map((id) => ({ id }));
  if (!one || !two || !three || !four) throw new RangeError('A match has four players.');
  const teams = [
    [one, two],
    [three, four],
  ];
  return matchOf(randomUUID(), teams, { games: [{ scores: [11, 9] }] });
}

/** Returns matches of one day, a year before the last one, which count. */
async function findOld(database: Database, count: number): Promise<OldMatch[]> {
  const { rows } = await sql<OldMatch>`
    select match.id, match.match_date, array_agg(member.id order by team, position) as members
    from (
      select * from match
      where match_date <= now() - ${YEAR_MILLISECONDS} * interval '1 millisecond'
        and not exists (select from uncounted_match where match_id = match.id)
      order by match_date desc limit ${count}
    ) as match
    join match_participant using (arrival)
    join member using (member_number)
    group by match.id, match.match_date
    order by md5(match.id)
  `.execute(database);
  return rows;
}

/** How many matches were rated again because of late results and corrections. */
async function countSettled(database: Database): Promise<number> {
  const { rows } = await sql<{ matches: string | null }>`
    select sum(matches) as matches from settlement_usage
  `.execute(database);
  return Number(rows[0]?.matches ?? 0);
}
