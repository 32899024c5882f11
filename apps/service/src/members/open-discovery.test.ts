import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../testing/test-database.ts';
import { openDiscovery } from './open-discovery.ts';
import { insertKnownMember } from './testing/seen-players.ts';

const year = new Date().getUTCFullYear();
const birthYear = year - 15;
const sixteenth = new Date(`${year + 1}-06-15T00:00:00Z`);
const dayBefore = new Date(sixteenth.getTime() - 1);

describe.each(databases)('who turns 16 on %s', (kind) => {
  it('is found from that day on, and not a moment before', async () => {
    const database = await createTestDatabase(kind);
    const child = await insertKnownMember(database, {
      birth_date: `${birthYear}-06-15`,
      last_name: 'Child',
    });
    const hidden = await insertKnownMember(database, {
      birth_date: `${birthYear}-06-15`,
      wants_discovery: false,
    });
    const ghost = await insertKnownMember(database, { birth_date: null, birth_year: birthYear });
    const isFound = async (id: string) =>
      await database
        .selectFrom('member')
        .select('is_discoverable as isFound')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();

    expect(await openDiscovery({ database, clock: () => dayBefore })).toBe(0);
    expect(await isFound(child.id)).toEqual({ isFound: false });

    expect(await openDiscovery({ database, clock: () => sixteenth })).toBe(1);
    expect(await isFound(child.id)).toEqual({ isFound: true });
    expect(await isFound(hidden.id)).toEqual({ isFound: false });
    expect(await isFound(ghost.id)).toEqual({ isFound: false });
    const found = await database
      .selectFrom('member_activity')
      .select('is_found')
      .where('member_number', '=', child.member_number)
      .executeTakeFirst();
    expect(found?.is_found).toBe(true);

    const yearsEnd = new Date(`${year + 1}-12-31T00:00:00Z`);
    expect(await openDiscovery({ database, clock: () => yearsEnd })).toBe(1);
    expect(await isFound(ghost.id)).toEqual({ isFound: true });
  });

  it('is hidden again where the birth date turns out to be another', async () => {
    const database = await createTestDatabase(kind);
    const member = await insertKnownMember(database);
    const { is_discoverable } = await database
      .updateTable('member')
      .set({ birth_date: `${birthYear}-06-15` })
      .where('id', '=', member.id)
      .returning('is_discoverable')
      .executeTakeFirstOrThrow();
    expect(is_discoverable).toBe(false);
  });
});
