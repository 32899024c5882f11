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
import { insertApplication, insertMember } from '../testing/builders.ts';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { clearRemains, forgetGhosts, forgetPeople } from './clear-remains.ts';
import { eraseMember } from './erase-member.ts';
import { findValues } from './testing/find-values.ts';
import { valuesOfZaphira, zaphira } from './testing/lived-life.ts';

const now = new Date('2026-09-12T12:00:00Z');

/** Which of the values stand in a file of the directory, with the file's name. */
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

it('the files of the embedded database have no value of a person who was erased', async () => {
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
  // Sampled, or the planner would know nothing of it.
  await sql`insert into member_word select word, 'a', 1, 'Xanthopolis' from name_word`.execute(
    database,
  );
  await sql`delete from member_word where member_number = 1`.execute(database);
  await sql`analyze`.execute(database);
  await sql`checkpoint`.execute(database);
  const values = valuesOfZaphira.filter((value) => value !== zaphira.birthDate);
  expect(await findInFiles(directory, values)).not.toEqual([]);

  const erasure = await eraseMember(dependencies, { memberId, actor: 'player' });
  if (erasure === null) throw new Error('There was nobody to erase.');
  await forgetPeople(database, erasure);
  expect(await clearRemains(dependencies)).toBe(1);
  expect(await findInFiles(directory, values)).toEqual([]);
  expect(await clearRemains(dependencies)).toBe(0);
});

const before = new Date('2024-09-12T12:00:00Z');

const earlier = new Date(before.getTime() - 1);

async function insertGhost(database: Database, applicationId: string, createdAt: Date) {
  const ghost = await insertMember(database, {
    first_name: 'Zaphira',
    last_name: 'Quillonwick',
    city: 'Xanthopolis',
    state: 'Vermilonia',
    birth_year: 1979,
    email_hash: Buffer.from('Zaphira'),
    is_ghost: true,
    created_at: createdAt,
  });
  await database
    .insertInto('imported_ghost')
    .values({
      application_id: applicationId,
      facts_hash: Buffer.from(ghost.id),
      member_id: ghost.id,
    })
    .execute();
  return ghost.id;
}

async function play(database: Database, applicationId: string, ghostId: string, storedAt: Date) {
  const id = `mat_${ghostId}`;
  const batch = { id: `bat_${ghostId}`, application_id: applicationId };
  await database
    .insertInto('match_batch')
    .values({ ...batch, identifier: null, created_at: storedAt })
    .execute();
  await database
    .insertInto('match')
    .values({
      id,
      batch_id: batch.id,
      application_id: applicationId,
      identifier: id,
      content_hash: Buffer.alloc(0),
      sport: 'padel',
      match_date: earlier,
      brackets: [],
      content: '{}',
      created_at: storedAt,
    })
    .execute();
  await database
    .insertInto('match_participant')
    .values({
      ...{ match_id: id, member_id: ghostId, team: 0, position: 0 },
      ...{ match_date: earlier, arrival: 1 },
    })
    .execute();
}

async function claim(database: Database, ghostId: string, memberId: string) {
  await database.transaction().execute(async (transaction) => {
    await moveGhost(transaction, { ghostId, memberId });
  });
}

/** Where something stands of the ghosts, but for what is cleaned up after them. */
async function tracesOfGhosts(database: Database): Promise<string[]> {
  const found = await findValues(database, ['Zaphira', 'Quillonwick', 'Vermilonia', '1979']);
  return found.filter((hit) => !/^(name_word|member_location|pg_stats)/.test(hit));
}

async function forget(database: Database, limit = 100): Promise<number[]> {
  const steps: number[] = [];
  for await (const step of forgetGhosts(database, { before, now, limit })) steps.push(step);
  return steps;
}

describe.each(databases)('ghosts whom nobody claimed on %s', (kind) => {
  it('lose what identifies them two years after they were named last, and keep their matches', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    const old = await insertGhost(database, applicationId, earlier);
    await play(database, applicationId, old, before);
    expect(await forget(database)).toEqual([1]);
    expect(await tracesOfGhosts(database)).toEqual([]);
    const row = await database
      .selectFrom('member')
      .selectAll()
      .where('id', '=', old)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ display_name: 'Former player', email_hash: null, erased_at: now });
    expect(await database.selectFrom('imported_ghost').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('match_participant').selectAll().execute()).toHaveLength(1);
    expect(await forget(database)).toEqual([0]);
  });

  it('stay while they are younger, still named in matches, or claimed', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    const young = await insertGhost(database, applicationId, new Date(before.getTime() + 1));
    const playing = await insertGhost(database, applicationId, earlier);
    await play(database, applicationId, playing, new Date(before.getTime() + 1));
    const claimed = await insertGhost(database, applicationId, earlier);
    await database
      .updateTable('member')
      .set({ merged_into: young })
      .where('id', '=', claimed)
      .execute();
    await insertMember(database, { created_at: earlier });
    expect(await forget(database)).toEqual([0]);
    const erased = database.selectFrom('member').select('id').where('erased_at', 'is not', null);
    expect(await erased.execute()).toEqual([]);
  });

  it('are forgotten with the ghosts that were claimed for them', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    const target = await insertGhost(database, applicationId, earlier);
    const alias = await insertGhost(database, applicationId, earlier);
    for (const id of [target, alias]) await play(database, applicationId, id, before);
    await claim(database, alias, target);
    expect(await tracesOfGhosts(database)).not.toEqual([]);
    expect(await forget(database)).toEqual([2]);
    expect(await tracesOfGhosts(database)).toEqual([]);
    expect(await database.selectFrom('imported_ghost').selectAll().execute()).toEqual([]);
    const rows = await database.selectFrom('member').select(['email_hash', 'erased_at']).execute();
    expect(rows).toEqual([target, alias].map(() => ({ email_hash: null, erased_at: now })));
    expect(await forget(database)).toEqual([0]);
  });

  it('stay, and those claimed for them, while a match has named either', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    const target = await insertGhost(database, applicationId, earlier);
    const alias = await insertGhost(database, applicationId, earlier);
    await play(database, applicationId, target, before);
    await play(database, applicationId, alias, new Date(before.getTime() + 1));
    await claim(database, alias, target);
    expect(await forget(database)).toEqual([0]);
    const rows = await database.selectFrom('member').select(['first_name', 'erased_at']).execute();
    expect(rows).toEqual([target, alias].map(() => ({ first_name: 'Zaphira', erased_at: null })));
  });

  it('are looked at a few at a time, past those that stay', async () => {
    const database = await createTestDatabase(kind);
    const applicationId = await insertApplication(database);
    for (let index = 0; index < 5; index += 1) {
      const ghost = await insertGhost(
        database,
        applicationId,
        new Date(earlier.getTime() + index - 9),
      );
      if (index < 3) await play(database, applicationId, ghost, now);
    }
    expect(await forget(database, 2)).toEqual([0, 1, 1]);
  });
});
