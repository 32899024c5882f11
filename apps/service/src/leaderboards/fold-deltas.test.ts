import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../platform/database/schema.ts';
import { createTestDatabase, type DatabaseKind, everyDatabase } from '../testing/test-database.ts';
import { createFolding, foldChunk } from './fold-deltas.ts';
import { countDeltas, tryLockFolding } from './store/fold.ts';
import { insertTexan, rate } from './testing/players.ts';

async function openDatabase(kind: DatabaseKind): Promise<Database> {
  const database = await createTestDatabase(kind);
  for (const rating of [3.5, 4.1, 4.2]) {
    const { id } = await insertTexan(database);
    await rate(database, id, { rating });
  }
  return database;
}

async function wait(database: Database): Promise<void> {
  while ((await countDeltas(database, 1)) > 0) await sleep(20);
}

describe.each(everyDatabase)('the folding of deltas into the boards on %s', (kind) => {
  it('runs by itself until it is stopped', async () => {
    const database = await openDatabase(kind);
    const log = { debug: vi.fn(), error: vi.fn() };
    const folding = createFolding(database, { log, pauseMilliseconds: 10 });
    folding.start();
    await wait(database);
    const { id } = await insertTexan(database);
    await rate(database, id, { rating: 5 });
    await wait(database);
    await folding.stop();
    await rate(database, id, { rating: 5.1 });
    await sleep(50);
    expect(await countDeltas(database, 10)).toBe(2);
    expect(log.error).not.toHaveBeenCalled();
  });

  it('leaves no empty bucket', async () => {
    const database = await openDatabase(kind);
    while ((await foldChunk(database)) > 0);
    await database.deleteFrom('rating').execute();
    while ((await foldChunk(database, 2)) > 0);
    expect(await database.selectFrom('standing_bucket').selectAll().execute()).toEqual([]);
    expect(await database.selectFrom('standing').selectAll().execute()).toEqual([]);
  });
});

it('an instance leaves the work to another one that is folding', async () => {
  const database = await openDatabase('postgres');
  await database.transaction().execute(async (transaction) => {
    expect(await tryLockFolding(transaction)).toBe(true);
    expect(await foldChunk(database)).toBe(0);
  });
  expect(await foldChunk(database)).toBe(3);
});

it('folding continues after errors and logs them', async () => {
  const database = await openDatabase('postgres');
  const log = { debug: vi.fn(), error: vi.fn() };
  const folding = createFolding(database, { log, pauseMilliseconds: 10 });
  onTestFinished(() => folding.stop());
  await database.schema.alterTable('standing').renameTo('standing_away').execute();
  folding.start();
  while (log.error.mock.calls.length < 2) await sleep(10);
  await database.schema.alterTable('standing_away').renameTo('standing').execute();
  await wait(database);
});
