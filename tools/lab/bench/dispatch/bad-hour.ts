import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { makeDeliveryDays } from '@partner-rating/service/src/webhooks/store/delivery-days.ts';
import { CompiledQuery, sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import { measureInRounds, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { openRounds } from './draining.ts';
import { payload, URL_OF_NOBODY } from './fixture.ts';

const ROWS_A_STATEMENT = 100_000;
const DAYS = 30;
const DAY = 24 * 60 * 60 * 1_000;

interface BadHourSizes {
  /** How many deliveries go through while the transaction is open, or how many the log holds. */
  deliveries: number;
  deliveriesARound: number;
  rounds: Rounds;
}

/** The URLs of two databases: one with the difficulty that is measured, and one without. */
interface Pair {
  bad: string;
  good: string;
}

/**
 * Measures how fast deliveries are claimed and completed while another transaction has stayed open during many earlier
 * deliveries, compared with a database where as many were delivered without such a transaction.
 */
export async function measureHeldTransaction(
  urls: Pair,
  { deliveries, deliveriesARound, rounds: counts }: BadHourSizes,
): Promise<Figure[]> {
  const held = await openRounds(urls.bad, deliveriesARound);
  const free = await openRounds(urls.good, deliveriesARound);
  const holder = openPostgres(urls.bad);
  const rounds = await holder.database.connection().execute(async (connection) => {
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement));
    await run('begin isolation level repeatable read');
    // The first statement takes the snapshot. This statement also makes the transaction a writing one.
    await run('select pg_current_xact_id()');
    for (const { deliver } of [held, free]) {
      for (let done = 0; done < deliveries; done += deliveriesARound) await deliver();
    }
    const measured = await measureInRounds(counts, { held: held.deliver, free: free.deliver });
    await run('rollback');
    return measured;
  });
  for (const { close } of [holder, held, free]) await close();
  return [
    {
      name: `outbox during a transaction as old as ${deliveries} deliveries / without it`,
      value: median(rounds.map((times) => times.free / times.held)),
      goal: { atLeast: 0.95 },
    },
  ];
}

/** Measures how fast deliveries are claimed and completed with a log of the last 30 days, compared with an empty log. */
export async function measureOldLog(
  urls: Pair,
  { deliveries, deliveriesARound, rounds: counts }: BadHourSizes,
): Promise<Figure[]> {
  const filling = openPostgres(urls.bad);
  await fillLog(filling.database, deliveries);
  await filling.close();
  const full = await openRounds(urls.bad, deliveriesARound);
  const empty = await openRounds(urls.good, deliveriesARound);
  const rounds = await measureInRounds(counts, { full: full.deliver, empty: empty.deliver });
  for (const { close } of [full, empty]) await close();
  return [
    {
      name: `outbox with ${deliveries} old deliveries / with none`,
      value: median(rounds.map((times) => times.empty / times.full)),
      goal: { atLeast: 0.9 },
    },
  ];
}

async function fillLog(database: Database, rows: number): Promise<void> {
  const today = Date.now();
  for (let day = DAYS; day >= 0; day -= 4) {
    await makeDeliveryDays(database, new Date(today - day * DAY));
  }
  for (let first = 0; first < rows; first += ROWS_A_STATEMENT) {
    const count = Math.min(ROWS_A_STATEMENT, rows - first);
    await sql`
      insert into webhook_delivery (
        id, event_id, application_id, endpoint_id, event_type, payload, url, status, attempts,
        max_attempts, status_code, response_body, last_attempt_at, completed_at, created_at
      )
      select
        'whd_' || number, 'evt_' || number, 'app_' || number % 100, 'whe_' || number % 100,
        'rating.updated', ${payload}, ${URL_OF_NOBODY}, 'success', 1, 10, 200, 'ok',
        written, written, written
      from generate_series(${first}::integer, ${first + count - 1}::integer) as number
      cross join lateral (
        select ${new Date(today)}::timestamptz - (number % ${DAYS}) * interval '1 day' as written
      ) as time
    `.execute(database);
  }
  await sql`analyze webhook_delivery`.execute(database);
}
