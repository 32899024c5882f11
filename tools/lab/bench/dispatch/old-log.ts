import { openPostgres } from '@partner-rating/service/src/platform/database/connect.ts';
import type { Database } from '@partner-rating/service/src/platform/database/schema.ts';
import { makeDeliveryDays } from '@partner-rating/service/src/webhooks/store/delivery-days.ts';
import { sql } from 'kysely';
import type { Figure } from '../benchmark.ts';
import { measureInRounds, type Rounds } from '../measure/rounds.ts';
import { median } from '../measure/statistics.ts';
import { openRounds } from './delivered-rounds.ts';
import { payload } from './fixture.ts';

const ROWS_A_STATEMENT = 100_000;
const DAYS = 30;
const DAY = 24 * 60 * 60 * 1_000;

interface OldLogSizes {
  /** How many deliveries the log holds. */
  rows: number;
  deliveriesARound: number;
  rounds: Rounds;
}

/** Deliveries claimed and completed over a log of the last 30 days, beside an empty one. */
export async function measureOldLog(
  databaseUrls: { full: string; empty: string },
  { rows, deliveriesARound, rounds: counts }: OldLogSizes,
): Promise<Figure[]> {
  const filling = openPostgres(databaseUrls.full);
  await fillLog(filling.database, rows);
  await filling.close();
  const full = await openRounds(databaseUrls.full, deliveriesARound);
  const empty = await openRounds(databaseUrls.empty, deliveriesARound);
  const rounds = await measureInRounds(counts, { full: full.deliver, empty: empty.deliver });
  for (const { close } of [full, empty]) await close();
  return [
    {
      name: `outbox over ${rows} old deliveries / over none`,
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
        'rating.updated', ${payload}, 'https://courtside.example/hooks', 'success', 1, 10, 200, 'ok',
        written, written, written
      from generate_series(${first}::integer, ${first + count - 1}::integer) as number
      cross join lateral (
        select ${new Date(today)}::timestamptz - (number % ${DAYS}) * interval '1 day' as written
      ) as time
    `.execute(database);
  }
  await sql`analyze webhook_delivery`.execute(database);
}
