import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { providedProgram } from '@partner-rating/provision';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { batchOf, matchOf } from '../src/matches/testing/batches.ts';
import { expectCleanAudit } from '../src/matches/testing/compare-ratings.ts';
import { handle, openClubIn } from '../src/matches/testing/story.ts';
import { openDatabase } from '../src/platform/database/migrate.ts';
import type { Database } from '../src/platform/database/schema.ts';
import { ratingHistory } from '../src/ratings/store/rating-history.ts';
import { insertMember } from '../src/testing/builders.ts';
import { createEmptyPostgres } from '../src/testing/test-database.ts';
import { takeSequences } from '../src/webhooks/outbox.ts';

async function open(databaseUrl: string): Promise<Database> {
  const { database, close } = await openDatabase({ databaseUrl, dataDirectory: '' });
  onTestFinished(close);
  return database;
}

/** Updates each player, and returns their sequences. */
async function update(database: Database, ...memberIds: string[]): Promise<number[]> {
  const taken = await database
    .transaction()
    .execute((transaction) => takeSequences(transaction, memberIds));
  return memberIds.flatMap((memberId) => taken.get(memberId) ?? []);
}

/** Dumps a database, or these tables of it. The returned function restores the dump, by default into an empty database. */
async function dump(url: string, ...tables: string[]): Promise<(into?: string) => Promise<string>> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-dump-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const { path, environment } = await providedProgram('postgres');
  const programs = dirname(await realpath(path));
  const run = async (program: string, ...words: string[]) => {
    const env = { ...process.env, ...environment };
    await promisify(execFile)(join(programs, program), words, { env });
  };
  const file = join(directory, 'dump');
  const only = tables.map((table) => `--table=${table}`);
  await run('pg_dump', '--format=custom', ...only, `--file=${file}`, url);
  return async (into) => {
    const restored = into ?? (await createEmptyPostgres());
    await run('pg_restore', '--no-owner', `--dbname=${restored}`, file);
    return restored;
  };
}

it('after a restore, the next update of a player has a higher sequence than any sent since the dump', async () => {
  const url = await createEmptyPostgres();
  const database = await open(url);
  const { id: mike } = await insertMember(database);
  const { id: priya } = await insertMember(database);
  await update(database, mike);
  const restore = await dump(url);
  for (let later = 0; later < 5; later += 1) await update(database, mike, priya);
  const sent = await update(database, mike, priya);
  expect(sent).toEqual([7, 6]);

  const restored = await open(await restore());
  await update(restored, mike, priya);
  const next = await update(restored, mike, priya);
  for (const [index, sequence] of next.entries()) {
    expect(sequence).toBeGreaterThan(sent[index] ?? Number.POSITIVE_INFINITY);
  }

  const again = await update(await open(await restore()), mike, priya);
  for (const [index, sequence] of again.entries()) {
    expect(sequence).toBeGreaterThan(next[index] ?? Number.POSITIVE_INFINITY);
  }
});

it('the states and the history of one sport are dumped and restored without the rest', async () => {
  const url = await createEmptyPostgres();
  const database = await open(url);
  const { club, mike, priya, daniel, doubles } = await openClubIn(database);
  const padel = matchOf('padel', [[mike], [priya]], { sport: 'padel' });
  await handle(club, batchOf([doubles, padel]));
  const restore = await dump(url, 'player_state_padel*', 'rating_change_padel*');
  const history = () =>
    database.selectFrom(ratingHistory).selectAll().orderBy('change_order').execute();
  const before = await history();

  await sql`drop table player_state_padel, rating_change_padel`.execute(database);
  expect(new Set((await history()).map(({ sport }) => sport))).toEqual(new Set(['pickleball']));
  await restore(url);
  expect(await history()).toEqual(before);
  await expectCleanAudit(database);
  const next = matchOf('next', [[mike], [daniel]], {
    sport: 'padel',
    matchDate: '2026-09-12T16:00:00Z',
  });
  await handle(club, batchOf([next]));
  await expectCleanAudit(database);
});
