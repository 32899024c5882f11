import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfiguration } from '../../platform/configuration/configuration.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { databases, openTestDatabase } from '../../testing/test-database.ts';
import { testSecretsKey } from '../../testing/test-service.ts';
import { type RequestedMail, takeMail } from './requested-mails.ts';

const MINUTE = 60;

const HOUR = 60 * MINUTE;

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'ratings@example.com' };

describe.each(databases)('the mails that somebody asks for on %s', (kind) => {
  let database: Dependencies['database'];
  let now = new Date('2026-09-12T12:00:00Z');
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openTestDatabase(kind));
  });
  afterAll(async () => await close());

  const advance = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };
  /** Asks as an instance that has just started. */
  const ask = async (who: string, changes: Partial<RequestedMail> = {}, environment = mail) => {
    const configuration = readConfiguration({ SECRETS_KEY: testSecretsKey, ...environment });
    const asked = { of: 'player', purpose: 'password', who, ...changes } as const;
    return await database
      .transaction()
      .execute((transaction) => takeMail(transaction, { clock: () => now, configuration }, asked));
  };

  it('are five in every hour, also around the end of an hour', async () => {
    expect(await ask('mike@example.com')).toBeNull();
    advance(50 * MINUTE);
    for (let count = 0; count < 4; count += 1) expect(await ask('mike@example.com')).toBeNull();
    expect(await ask('mike@example.com')).toBe(10 * MINUTE);
    advance(10 * MINUTE);
    expect(await ask('mike@example.com')).toBeNull();
    expect(await ask('mike@example.com')).toBe(50 * MINUTE);
    advance(50 * MINUTE);
    expect(await ask('mike@example.com')).toBeNull();
  });

  it('are counted together by all instances, at the same time and in any case of the address', async () => {
    const waits = await Promise.all(
      Array.from({ length: 12 }, async (_, index) =>
        ask(index % 2 === 0 ? 'lena@example.com' : 'Lena@Example.com'),
      ),
    );
    expect(waits.filter((wait) => wait === null)).toHaveLength(5);
    expect(new Set(waits)).toEqual(new Set([null, HOUR]));
  });

  it('have separate counts for each realm, purpose, and recipient', async () => {
    for (let count = 0; count < 6; count += 1) await ask('priya@example.com');
    expect(await ask('priya@example.com')).not.toBeNull();
    expect(await ask('priya@example.com', { of: 'partner' })).toBeNull();
    for (const purpose of ['registration', 'email', 'invitation'] as const) {
      expect(await ask('priya@example.com', { purpose })).toBeNull();
    }
    expect(await ask('priya.n@example.com')).toBeNull();
  });

  it('do not count if their transaction fails', async () => {
    const configuration = readConfiguration({ SECRETS_KEY: testSecretsKey, ...mail });
    const asked = { of: 'player', purpose: 'email', who: 'mem_1' } as const;
    for (let count = 0; count < 7; count += 1) {
      const failing = database.transaction().execute(async (transaction) => {
        expect(await takeMail(transaction, { clock: () => now, configuration }, asked)).toBeNull();
        throw new Error('The mail is not queued.');
      });
      await expect(failing).rejects.toThrow('not queued');
    }
  });

  it('do not count if the service sends none', async () => {
    const none = { SMTP_URL: '', MAIL_FROM: '' };
    for (let count = 0; count < 7; count += 1) {
      expect(await ask('nobody@example.com', {}, none)).toBeNull();
    }
  });

  it('do not reveal their recipients in the database', async () => {
    const rows = await database.selectFrom('attempt_count').select('subject').execute();
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ subject }) => subject.byteLength))).toEqual(new Set([32]));
  });
});
