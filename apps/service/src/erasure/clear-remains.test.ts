import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createAccount } from '../accounts/create-account.ts';
import { readConfiguration } from '../platform/configuration/configuration.ts';
import { connectDatabase } from '../platform/database/connect.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { clearRemains, forgetPeople } from './clear-remains.ts';
import { eraseMember } from './erase-member.ts';
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
