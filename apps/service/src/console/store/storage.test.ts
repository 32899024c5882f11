import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../matches/testing/batches.ts';
import { handle, openClub } from '../../matches/testing/story.ts';
import { createTestDatabase, databases } from '../../testing/test-database.ts';
import { readStorage } from './storage.ts';

describe.each(databases)('the report of the storage on %s', (kind) => {
  it('has each table once, with its partitions, and each index once', async () => {
    const { tables, indexes, databaseBytes } = await readStorage(await createTestDatabase(kind));
    const names = tables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    // This table has a partition for each day.
    expect(names.filter((name) => name.startsWith('webhook_delivery'))).toEqual([
      'webhook_delivery',
    ]);
    for (const { name, indexBytes } of tables) {
      const own = indexes.filter(({ table }) => table === name);
      expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(indexBytes);
    }
    expect(indexes.map(({ name }) => name)).toContain('webhook_delivery_id');
    const sizes = tables.map(({ bytes, indexBytes }) => bytes + indexBytes);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(databaseBytes);
  });

  it('has the bytes of a match once PostgreSQL has counted the matches', async () => {
    const { database, club, doubles, singles } = await openClub(kind);
    expect((await readStorage(database)).bytesPerMatch).toBeNull();
    await handle(club, batchOf([doubles, singles]));
    await sql`analyze match`.execute(database);
    const { tables, bytesPerMatch } = await readStorage(database);
    expect(tables.find(({ name }) => name === 'match')?.rows).toBe(2);
    expect(bytesPerMatch).toBeGreaterThan(1_000);
  });
});
