import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/schema.ts';
import { insertMember } from '../../testing/builders.ts';
import { createTestDatabase, databases, openTestDatabase } from '../../testing/test-database.ts';
import { forgetUnused, forgetUnusedLocations, forgetUnusedTokens } from './forget-unused.ts';

const tokensIn = async (database: Database) => {
  const rows = await database
    .selectFrom('name_word')
    .select('word as token')
    .orderBy('word')
    .execute();
  return rows.map(({ token }) => token);
};
const citiesIn = async (database: Database) => {
  const rows = await database.selectFrom('member_location').select('city_folded').execute();
  return rows.map(({ city_folded }) => city_folded).toSorted();
};

describe.each(databases)('tokens and locations on %s', (kind) => {
  it('go once nobody has them who may be found, and come again with somebody', async () => {
    const database = await createTestDatabase(kind);
    const mike = { first_name: 'Mike', last_name: 'Brennan', city: 'Austin', state: 'TX' };
    const { id } = await insertMember(database, { ...mike, last_name: 'Quill', city: 'Waco' });
    await insertMember(database, mike);
    await insertMember(database, { ...mike, last_name: 'Ortiz', city: null, state: 'NM' });
    const hide = async (is_discoverable: boolean) =>
      await database.updateTable('member').set({ is_discoverable }).where('id', '=', id).execute();
    const forget = async (limit: number) => {
      const steps: number[] = [];
      for (const round of [forgetUnusedTokens, forgetUnusedLocations]) {
        for await (const deleted of round(database, limit)) steps.push(deleted);
      }
      return steps;
    };
    expect((await forget(2)).filter((deleted) => deleted > 0)).toEqual([]);

    await hide(false);
    expect((await forget(2)).filter((deleted) => deleted > 0)).toEqual([1, 1]);
    expect(await tokensIn(database)).toEqual(['brennan', 'mike', 'ortiz']);
    expect(await citiesIn(database)).toEqual(['', 'austin']);
    await hide(true);
    expect(await tokensIn(database)).toContain('quill');
    expect(await citiesIn(database)).toContain('waco');
  });
});

it('tokens are left for later while somebody is writing members, who may have looked at them', async () => {
  const { database, url, close } = await openTestDatabase('postgres');
  const another = openPostgres(url ?? '');
  try {
    const { id } = await insertMember(database, { last_name: 'Quill' });
    await database
      .updateTable('member')
      .set({ is_discoverable: false })
      .where('id', '=', id)
      .execute();
    await another.database.transaction().execute(async (transaction) => {
      await insertMember(transaction, { last_name: 'Quill' });
      expect(await forgetUnused(database, { tokens: ['quill'], locations: [] })).toBe(0);
    });
    expect(await tokensIn(database)).toContain('quill');
    expect(await forgetUnused(database, { tokens: ['quill'], locations: [] })).toBe(0);
  } finally {
    await another.close();
    await close();
  }
});
