import { describe, expect, it, vi } from 'vitest';
import { noteIncarnation } from '../../platform/database/incarnation.ts';
import { insertMember } from '../../testing/builders.ts';
import { createTestDatabase, everyDatabase } from '../../testing/test-database.ts';
import { advanceSequences } from './deliveries.ts';

describe.each(everyDatabase)('the sequences of members on %s', (kind) => {
  async function setUp() {
    const database = await createTestDatabase(kind);
    await noteIncarnation(database);
    const { id: mike } = await insertMember(database);
    const { id: priya } = await insertMember(database);
    return {
      ...{ database, mike, priya },
      start: (log?: Parameters<typeof noteIncarnation>[1]) => noteIncarnation(database, log),
      take: async (memberId: string) => {
        const taken = await database
          .transaction()
          .execute((transaction) => advanceSequences(transaction, new Map([[memberId, 1]])));
        return taken.get(memberId) ?? 0;
      },
      /** Makes the rows look as if another database wrote them. */
      comeFrom: (other: Record<string, string | number>) =>
        database.updateTable('database_incarnation').set(other).execute(),
    };
  }

  it('continue by one after a restart of the service', async () => {
    const { start, take, mike } = await setUp();
    const taken: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      await start();
      taken.push(await take(mike));
    }
    expect(taken).toEqual([1, 2, 3]);
  });

  it.each([
    ['cluster', { system_identifier: '7712432633649987626' }],
    ['database of the cluster', { database_oid: 1 }],
    ['state of the same database', { table_oid: 1 }],
    ['timeline', { timeline: '000000FF' }],
  ])(
    'of another %s continue once above all that it gave out later, also for members without one',
    async (_what, other) => {
      const { start, take, comeFrom, mike, priya } = await setUp();
      await take(mike);
      await comeFrom(other);
      const before = Date.now() * 1_000;
      const warn = vi.fn();
      await start({ warn });
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        { before: expect.objectContaining(other), now: expect.anything() },
        expect.stringMatching(/^The database continues from a backup or another server/),
      );
      const first = await take(mike);
      expect(Math.min(first, await take(priya))).toBeGreaterThan(before);

      await start({ warn });
      expect(warn).toHaveBeenCalledOnce();
      expect(await take(mike)).toBe(first + 1);
    },
  );

  it('continue above the numbers that were given out after an earlier restore of the same dump', async () => {
    const { database, start, take, comeFrom, mike } = await setUp();
    const restore = async () => {
      await database.deleteFrom('member_sequence').execute();
      await comeFrom({ database_oid: 1, sequence_floor: 0 });
      await start();
    };
    await restore();
    await take(mike);
    const last = await take(mike);
    await restore();
    expect(await take(mike)).toBeGreaterThan(last);
  });

  it('continue above the numbers that a failover lost while an instance ran', async () => {
    const { start, take, comeFrom, mike } = await setUp();
    await take(mike);
    await comeFrom({ timeline: '000000FF' });
    const before = Date.now() * 1_000;
    const first = await take(mike);
    expect(first).toBeGreaterThan(before);
    await start();
    expect(await take(mike)).toBeGreaterThan(first);
  });

  it('do not change if they are already above the lowest number that is safe', async () => {
    const { take, comeFrom, mike, priya } = await setUp();
    for (let count = 0; count < 5; count += 1) await take(mike);
    await comeFrom({ sequence_floor: 2 });
    expect([await take(mike), await take(priya)]).toEqual([6, 3]);
  });
});
