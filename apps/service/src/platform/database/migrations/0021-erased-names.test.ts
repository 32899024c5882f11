import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { formerPlayer } from '../../../privacy/domain/former-player.ts';
import { insertMember, noon } from '../../../testing/builders.ts';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import { refuseErasedNames } from './0021-erased-names.ts';

describe.each(databases)('the rows of erased people on %s', (kind) => {
  it('lose names that were written after the erasure, and refuse new ones', async () => {
    const database = await createTestDatabase(kind);
    await sql`
      alter table member drop constraint member_erased, add constraint member_erased check (true)
    `.execute(database);
    const { id: written } = await insertMember(database);
    const { id: clean } = await insertMember(database);
    const other = await insertMember(database);
    const erase = async (id: string, remains: object) =>
      await database
        .updateTable('member')
        .set({ ...remains, erased_at: noon, cleared_at: noon })
        .where('id', '=', id)
        .execute();
    await erase(clean, formerPlayer);
    const { first_name, last_name, display_name, name_folded, name_order } = other;
    const names = { first_name, last_name, display_name, name_folded, name_order };
    await erase(written, { ...formerPlayer, ...names });
    await refuseErasedNames(database as Kysely<unknown>);

    const rows = await database.selectFrom('member').selectAll().orderBy('member_number').execute();
    expect(rows).toMatchObject([
      { id: written, ...formerPlayer, cleared_at: null },
      { id: clean, ...formerPlayer, cleared_at: noon },
      { id: other.id, ...names },
    ]);
    for (const [column, name] of Object.entries(names)) {
      const change = database.updateTable('member').set({ [column]: name });
      await expect(change.where('id', '=', clean).execute()).rejects.toThrow(/member_erased/);
    }
  });
});
