import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runOperator } from '../../src/console/testing/operator.ts';
import { openDatabase } from '../../src/platform/database/migrate.ts';
import { openMailbox } from '../../src/testing/mailbox.ts';
import { createEmptyPostgres } from '../../src/testing/test-database.ts';
import { openWebhookReceiver } from '../../src/testing/webhook-receiver.ts';
import type { Dump } from './dumps.ts';
import { openStage, until } from './season/stage.ts';

const MINUTE = 60_000;

// Later than the next attempts of mails and deliveries, and earlier than the end of the link to connect.
const LATER = 6 * MINUTE;

export type Upgraded = Awaited<ReturnType<typeof upgrade>>;

/** Restores a dump into an empty PostgreSQL, migrates it with this version, and serves it. */
export async function upgrade({ facts, sql }: Dump) {
  const databaseUrl = await createEmptyPostgres();
  const [mailbox, receiver] = [await openMailbox(), await openWebhookReceiver()];
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // The receiver of today has another port.
  await client.query(sql.replaceAll(facts.target, receiver.target));
  await client.query(useUpTransactions);
  const before = await countRows(client);
  const dataDirectory = await mkdtemp(join(tmpdir(), 'partner-rating-upgrade-'));
  const { database, close } = await openDatabase({ databaseUrl, dataDirectory });
  const after = await countRows(client);
  await client.end();
  const { secretsKey, takenAt } = facts;
  const clock = () => new Date(Date.parse(takenAt) + LATER);
  const { target } = receiver;
  const open = async (budget: string, port = '0') => {
    const environment = { VALIDATE_RESPONSES: 'true', SETTLEMENT_BUDGET: budget, PORT: port };
    return await openStage({ database, mailbox, clock, secretsKey, target, environment });
  };
  const upgraded = {
    ...{ facts, database, mailbox, receiver, clock },
    /** The number of rows of each table, before the migrations and after them. */
    rows: { before, after },
    stage: await open('1'),
    /** Settles the late results, which wait until then. */
    settle: async () => {
      await upgraded.stage.stop();
      // Links in mails contain the port.
      upgraded.stage = await open('0', new URL(upgraded.stage.origin).port);
      const due = () => database.selectFrom('settlement_due').select('sport').execute();
      await until(async () => (await due()).length === 0);
    },
    operate: async (...words: string[]) => await runOperator(upgraded.stage.dependencies, words),
    stop: async () => {
      await upgraded.stage.stop();
      await close();
      await Promise.all([mailbox.close(), receiver.close()]);
      await rm(dataDirectory, { recursive: true });
    },
  };
  return upgraded;
}

// An upgrade is on the same server, whose transactions have higher numbers than those in its rows. A new server begins with low
// numbers, and the service would detect a restored backup.
const useUpTransactions = `
  do $$ begin
    while pg_current_xact_id()::text::bigint <= (select max(transaction_id) from public.rating_update) loop
      commit;
    end loop;
  end $$`;

export type RowCounts = Readonly<Record<string, number>>;

/** Counts the rows of each table. A partitioned table counts as one. */
async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows } = await client.query<{ name: string; count: number }>(`
    select relname as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from public.%I', relname), false, true, '')))
        [1]::text::int as count
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname
  `);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
