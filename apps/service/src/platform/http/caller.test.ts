import { CompiledQuery } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertKnownMember, now } from '../../members/testing/seen-players.ts';
import { insertConnection } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import type { Database } from '../database/schema.ts';
import { isStale, noteConnectionUse } from './caller.ts';

describe('a use', () => {
  let database: Database;
  let service: TestService;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    service = await startTestService({ database, clock: () => now });
  });

  const read = () =>
    fetch(`${service.baseUrl}/partner/members?ids=1`, {
      headers: { 'x-api-key': service.partner.apiKey },
    });

  const keyUses = async () => {
    const rows = await database.selectFrom('api_key').select('last_used_at').execute();
    return rows.map((row) => row.last_used_at);
  };

  it('is stored for a key', async () => {
    await read();
    await expect.poll(keyUses).toEqual([now]);
  });

  it('is stored without making the request wait', async () => {
    const transaction = await database.startTransaction().execute();
    await transaction.selectFrom('api_key').select('id').forUpdate().execute();
    expect((await read()).status).toBe(200);
    await transaction.commit().execute();
    await read();
    await expect.poll(keyUses).toEqual([now]);
  });

  it('is lost, without further effect, if it cannot be stored', async () => {
    await database.executeQuery(
      CompiledQuery.raw("alter table api_key add check (last_used_at < '2000-01-01')"),
    );
    expect((await read()).status).toBe(200);
    expect((await read()).status).toBe(200);
    expect(await keyUses()).toEqual([null]);
  });

  it('is stored for each of many connections that are used at once', async () => {
    const { id: applicationId } = await database
      .selectFrom('application')
      .select('id')
      .executeTakeFirstOrThrow();
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { id: memberId } = await insertKnownMember(database);
      ids.push(await insertConnection(database, applicationId, memberId));
    }
    for (const id of ids) noteConnectionUse(database, [id, id], now);
    const uses = async () => {
      const rows = await database.selectFrom('connection').select('last_used_at').execute();
      return rows.map((row) => row.last_used_at);
    };
    await expect.poll(uses).toEqual(ids.map(() => now));
  });
});

it('a use is stored at most once a minute', () => {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  expect(isStale(null, now)).toBe(true);
  expect(isStale(before(60_000), now)).toBe(true);
  expect(isStale(before(59_999), now)).toBe(false);
});
