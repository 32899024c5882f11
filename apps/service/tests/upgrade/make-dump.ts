import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MODEL_REVISION } from '@partner-rating/ratings';
import { openDatabase } from '../../src/platform/database/migrate.ts';
import type { Database } from '../../src/platform/database/schema.ts';
import { openMailbox } from '../../src/testing/mailbox.ts';
import { type PostgresCluster, startPostgresCluster } from '../../src/testing/postgres-cluster.ts';
import { openWebhookReceiver } from '../../src/testing/webhook-receiver.ts';
import type { Dump, DumpFacts } from './dumps.ts';
import { answersTo, pagedPathsOf, pathsOf, secondPagesOf } from './season/answers.ts';
import { leaveOpen } from './season/last-evening.ts';
import { playSeason, type Season } from './season/season.ts';
import { openStage, type Stage, until } from './season/stage.ts';

/** Dumps the small database of a season, which this version wrote. */
export async function makeDump(): Promise<Dump> {
  const began = Date.now();
  const clock = () => new Date(Date.parse('2026-10-01T12:00:00Z') + Date.now() - began);
  const secretsKey = randomBytes(32).toString('base64');
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-dump-'));
  const cluster = await startPostgresCluster({ version: 'oldest' });
  const { database, close } = await openDatabase({
    databaseUrl: cluster.url,
    dataDirectory: directory,
  });
  const [mailbox, receiver] = [await openMailbox(), await openWebhookReceiver()];
  const { target } = receiver;
  const options = { database, mailbox, clock, secretsKey, target };

  const stage = await openStage(options);
  const season = await playSeason(stage, target);
  await settled(database);
  await until(async () => (await countPending(database)) === 0);
  await stage.stop();
  await Promise.all([mailbox.close(), receiver.close()]);

  // Now mails and webhooks wait for their servers, and late results for the budget of the next hour.
  const evening = await openStage({ ...options, environment: { SETTLEMENT_BUDGET: '1' } });
  const open = await leaveOpen(evening, season);
  const facts = { ...(await factsOf(evening, season)), ...open, secretsKey, target };
  await evening.stop();
  await close();
  const sql = await dump(cluster);
  await cluster.stop();
  await rm(directory, { recursive: true });
  return { facts: { ...facts, takenAt: clock().toISOString() }, sql };
}

type Read = Omit<
  DumpFacts,
  'secretsKey' | 'target' | 'takenAt' | keyof Awaited<ReturnType<typeof leaveOpen>>
>;

/** Asks the service what the test later asks its successor. */
async function factsOf(
  { baseUrl }: Stage,
  { players: everybody, tokens, courtside, ...rest }: Season,
): Promise<Read> {
  const players = Object.fromEntries(
    Object.entries(everybody).map(([name, { id, email }]) => [name, { id, email }]),
  ) as DumpFacts['players'];
  const { apiKey } = courtside;
  const paths = pathsOf(Object.values(players).map(({ id }) => id));
  return {
    ...{ ...rest, players, courtside, modelRevision: MODEL_REVISION },
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    answers: await answersTo(baseUrl, apiKey, paths.facts),
    ratings: await answersTo(baseUrl, apiKey, paths.ratings),
    secondPages: await secondPagesOf(baseUrl, apiKey, pagedPathsOf(players.mike.id)),
  };
}

async function settled(database: Database): Promise<void> {
  const due = () => database.selectFrom('settlement_due').select('sport').execute();
  await until(async () => (await due()).length === 0);
}

async function countPending(database: Database): Promise<number> {
  const deliveries = await database
    .selectFrom('webhook_delivery')
    .select('id')
    .where('status', '=', 'pending')
    .execute();
  const mails = await database.selectFrom('mail').select('id').execute();
  return deliveries.length + mails.length;
}

/** Returns only SQL, which a client of PostgreSQL runs without `psql`. */
async function dump({ url, binaries }: PostgresCluster): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(binaries.programs, 'pg_dump'),
    ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100', url],
    { env: { ...process.env, ...binaries.environment }, maxBuffer: 2 ** 28 },
  );
  return stdout.replace(/^\\.*\n/gm, '');
}
