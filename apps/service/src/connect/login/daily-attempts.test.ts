import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases, openTestDatabase } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { countFailure, returnGuess, takeCodeOfDay, takeGuess } from './daily-attempts.ts';

const HOUR = 3_600;

describe.each(databases)('the attempts of a day on %s', (kind) => {
  let database: Dependencies['database'];
  let now = new Date('2026-09-12T12:00:00Z');
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openTestDatabase(kind));
  });
  afterAll(async () => await close());

  /** An instance that has just started. */
  const instance = (limit = '1') => ({
    database,
    clock: () => now,
    configuration: readConfiguration({ LOG_IN_RATE_LIMIT: limit, SECRETS_KEY: testSecretsKey }),
  });
  const accountOf = (name: string) => ({ of: 'player', name }) as const;
  const links: string[] = [];
  const guess = async (name: string, dependencies = instance()) =>
    await takeGuess(dependencies, accountOf(name), async () => {
      links.push(name);
    });

  it('are counted together by all instances and after a restart, and one link is mailed', async () => {
    const waits = await Promise.all(Array.from({ length: 14 }, async () => await guess('mike')));
    expect(waits.filter((wait) => wait === null)).toHaveLength(10);
    expect(links).toEqual(['mike']);
    expect(await guess('priya')).toBeNull();
    now = new Date(now.getTime() + HOUR * 1_000);
    expect(await guess('mike')).toBe(23 * HOUR);
    now = new Date(now.getTime() + 23 * HOUR * 1_000);
    expect(await guess('mike')).toBeNull();
    expect(links).toEqual(['mike']);
    expect(
      await takeGuess(instance(), { of: 'operator', name: 'mike' }, async () => {}),
    ).toBeNull();
  });

  it('do not include right passwords, unless too many wrong ones came before', async () => {
    const dependencies = instance();
    for (let attempt = 0; attempt < 15; attempt += 1) {
      expect(await guess('right')).toBeNull();
      await database
        .transaction()
        .execute(async (transaction) => returnGuess(transaction, dependencies, accountOf('right')));
    }
    for (let attempt = 0; attempt < 11; attempt += 1) await guess('right');
    await database
      .transaction()
      .execute(async (transaction) => returnGuess(transaction, dependencies, accountOf('right')));
    expect(await guess('right')).not.toBeNull();
    expect(links.filter((name) => name === 'right')).toHaveLength(1);
  });

  it('are not counted if the limit is off, and codes have a separate count', async () => {
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect(await guess('anybody', instance('0'))).toBeNull();
    }
    const waits: (number | null)[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      waits.push(await takeCodeOfDay(instance(), 'mem_1'));
    }
    expect(waits).toEqual([null, null, null, null, null, 24 * HOUR]);
  });

  it('warn the owner once a day, at the twentieth failure', async () => {
    const warnings: unknown[] = [];
    const fail = async () =>
      await database.transaction().execute(async (transaction) =>
        countFailure(transaction, instance(), accountOf('zoe'), async (failed) => {
          warnings.push(failed);
        }),
      );
    const since = now;
    for (let attempt = 0; attempt < 19; attempt += 1) await fail();
    expect(warnings).toEqual([]);
    now = new Date(now.getTime() + HOUR * 1_000);
    for (let attempt = 0; attempt < 25; attempt += 1) await fail();
    expect(warnings).toEqual([{ count: 20, since }]);
  });

  it('do not reveal their account in the database', async () => {
    const rows = await database.selectFrom('attempt_count').select('subject').execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ subject }) => subject.byteLength))).toEqual(new Set([32]));
    expect(JSON.stringify(rows)).not.toContain('mike');
  });
});
