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
  /** How many go through while the transaction is open, or how many the log holds. */
  deliveries: number;
  deliveriesARound: number;
  rounds: Rounds;
}

/** Two databases of which one has a bad hour. */
interface Pair {
  bad: string;
  good: string;
}

/**
 * Deliveries claimed and completed in a database in which somebody has kept a transaction open while others
 * went through, beside one in which as many did and nobody has.
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
    // Its snapshot is taken by its first statement. It has written, so it is among the running transactions too.
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
      name: `outbox beside a transaction as old as ${deliveries} deliveries / beside none`,
      value: median(rounds.map((times) => times.free / times.held)),
      goal: { atLeast: 0.95 },
    },
  ];
}

/** Deliveries claimed and completed over a log of the last 30 days, beside an empty one. */
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
      name: `outbox over ${deliveries} old deliveries / over none`,
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
