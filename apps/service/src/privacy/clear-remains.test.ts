import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../account/register.ts';
import { moveGhost } from '../members/store/merges.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import type { Database } from '../platform/database/schema.ts';
import { insertApplication, insertMember, insertOwnGhost } from '../testing/builders.ts';
import type { DatabaseKind } from '../testing/test-database.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { clearRemains, forgetGhosts } from './clear-remains.ts';
import { eraseMember } from './erase-member.ts';
import { oldGhosts } from './store/people.ts';
import { findValues } from './testing/find-values.ts';
import { valuesOfZaphira, zaphira } from './testing/lived-life.ts';

const now = new Date('2026-09-12T12:00:00Z');

/** Returns which of the values a file of the directory contains, with the file's name. */
async function findInFiles(directory: string, values: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name));
    const text = bytes.toString('latin1').toLowerCase();
    for (const value of values) {
      if (text.includes(value.toLowerCase())) found.push(`${entry.name}: ${value}`);
    }
  }
  return found;
}

it('the clean-up removes the values of an erased person from the files of the embedded database', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-test-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { database, close } = await connectDatabase({
    databaseUrl: null,
    dataDirectory: directory,
  });
  onTestFinished(close);
  await migrateToLatest(database);
  const configuration = readConfiguration({});
  const dependencies = { database, clock: () => now, configuration, publicUrl: '' };
  const { memberId } = await createAccount(dependencies, zaphira);
  // Analyzed, because otherwise the planner would have no samples of the values.
  await sql`insert into member_word select word, 'a', 1, 'Xanthopolis' from member_word`.execute(
    database,
  );
  await sql`delete from member_word where member_number = 1`.execute(database);
  await sql`analyze`.execute(database);
  await sql`checkpoint`.execute(database);
  const values = valuesOfZaphira.filter((value) => value !== zaphira.birthDate);
  expect(await findInFiles(directory, values)).not.toEqual([]);

  const erasure = await eraseMember(dependencies, { memberId, actor: 'player' });
  if (erasure === null) throw new Error('The member does not exist.');
  expect(await clearRemains(dependencies)).toBe(1);
  expect(await findInFiles(directory, values)).toEqual([]);
  expect(await clearRemains(dependencies)).toBe(0);
});

const before = new Date('2024-09-12T12:00:00Z');

const earlier = new Date(before.getTime() - 1);

async function insertGhost(database: Database, applicationId: string, createdAt: Date) {
  const ghost = await insertMember(database, {
    ...{ first_name: 'Zaphira', last_name: 'Quillonwick', city: 'Xanthopolis', is_ghost: true },
    ...{ state: 'Vermilonia', birth_year: 1979, email_hash: Buffer.from('Zaphira') },
    created_at: createdAt,
  });
  await insertOwnGhost(database, applicationId, ghost.id);
  return ghost.id;
}

async function play(database: Database, applicationId: string, ghostId: string, storedAt: Date) {
  const [id, batchId] = [`mat_${ghostId}`, `bat_${ghostId}`];
  const stored = { application_id: applicationId, created_at: storedAt };
  await database
    .insertInto('match_batch')
    .values({ ...stored, id: batchId })
    .execute();
  const { arrival } = await database
    .insertInto('match')
    .values({
      ...{ ...stored, id, batch_id: batchId, identifier: id, content_hash: Buffer.alloc(0) },
      ...{ sport: 'padel', match_date: earlier, brackets: '', content: '{}' },
    })
    .returning('arrival')
    .executeTakeFirstOrThrow();
  await sql`
    insert into match_participant (match_date, arrival, member_number, team, position)
    select ${earlier}::timestamptz, ${arrival}::bigint, member_number, 0, 0
    from member where id = ${ghostId}
  `.execute(database);
}

async function claim(database: Database, ghostId: string, memberId: string) {
  await database.transaction().execute(async (transaction) => {
    await moveGhost(transaction, { ghostId, memberId });
  });
}

/**
 * Returns where the database mentions the ghosts (members without an account), except in tables that are cleaned up
 * after them.
 */
async function tracesOfGhosts(database: Database): Promise<string[]> {
  const found = await findValues(database, ['Zaphira', 'Quillonwick', 'Vermilonia', '1979']);
  return found.filter((hit) => !/^pg_stats/.test(hit));
}

async function forget(database: Database, limit = 100): Promise<number[]> {
  const steps: number[] = [];
  for await (const step of forgetGhosts(database, { before, now, limit })) steps.push(step);
  return steps;
}

/** Creates ghosts of an application. Each may have played. */
async function openGhosts(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const applicationId = await insertApplication(database);
  const create = async (createdAt: Date, playedAt?: Date) => {
    const id = await insertGhost(database, applicationId, createdAt);
    if (playedAt !== undefined) await play(database, applicationId, id, playedAt);
    return id;
  };
  return { database, create };
}

const later = new Date(before.getTime() + 1);

describe.each(databases)('unclaimed ghosts on %s', (kind) => {
  it('lose their personal data two years after their last match, and keep their matches', async () => {
    const { database, create } = await openGhosts(kind);
    const id = await create(earlier, before);
    expect(await forget(database)).toEqual([1]);
    expect(await tracesOfGhosts(database)).toEqual([]);
    const rows = await database.selectFrom('member').selectAll().where('id', '=', id).execute();
    expect(rows).toMatchObject([
      { display_name: 'Former player', email_hash: null, erased_at: now },
    ]);
    expect(await database.selectFrom('imported_ghost').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('match_participant').selectAll().execute()).toHaveLength(1);
    expect(await forget(database)).toEqual([0]);
  });

  it('stay while they are younger, named in recent matches, or claimed', async () => {
    const { database, create } = await openGhosts(kind);
    const young = await create(later);
    await create(earlier, later);
    const claimed = database.updateTable('member').set({ merged_into: young });
    await claimed.where('id', '=', await create(earlier)).execute();
    await insertMember(database, { created_at: earlier });
    expect(await forget(database)).toEqual([0]);
    const erased = database.selectFrom('member').select('id').where('erased_at', 'is not', null);
    expect(await erased.execute()).toEqual([]);
  });

  it('are erased with the ghosts that were merged into them', async () => {
    const { database, create } = await openGhosts(kind);
    const [target, alias] = [await create(earlier, before), await create(earlier, before)];
    await claim(database, alias, target);
    expect(await tracesOfGhosts(database)).not.toEqual([]);
    expect(await forget(database)).toEqual([2]);
    expect(await tracesOfGhosts(database)).toEqual([]);
    expect(await database.selectFrom('imported_ghost').selectAll().execute()).toEqual([]);
    const rows = await database.selectFrom('member').select(['email_hash', 'erased_at']).execute();
    expect(rows).toEqual(Array(2).fill({ email_hash: null, erased_at: now }));
    expect(await forget(database)).toEqual([0]);
  });

  it('stay, with the ghosts merged into them, while a recent match names one of them', async () => {
    const { database, create } = await openGhosts(kind);
    const [target, alias] = [await create(earlier, before), await create(earlier, later)];
    await claim(database, alias, target);
    expect(await forget(database)).toEqual([0]);
    const rows = await database.selectFrom('member').select(['first_name', 'erased_at']).execute();
    expect(rows).toEqual(Array(2).fill({ first_name: 'Zaphira', erased_at: null }));
  });

  it('are checked a few at a time, past those that stay', async () => {
    const { database, create } = await openGhosts(kind);
    for (let index = 0; index < 5; index += 1) {
      await create(new Date(earlier.getTime() + index - 9), index < 3 ? now : undefined);
    }
    expect(await forget(database, 2)).toEqual([0, 1, 1]);
  });

  it('are each checked by their own matches, without a join with all matches', async () => {
    const { database } = await openGhosts(kind);
    const plan = sql`explain ${oldGhosts(['mem_one', 'mem_two'], before)}`;
    const { rows } = await plan.execute(database);
    expect(JSON.stringify(rows)).toContain('SubPlan');
    expect(JSON.stringify(rows)).not.toContain('Anti Join');
  });
});
