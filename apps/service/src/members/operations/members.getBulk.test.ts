import type { Schemas } from '@partner-rating/server';
import { checkRows } from '@partner-rating/table-tests';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, MemberRow } from '../../platform/database/schema.ts';
import { insertApplication, insertConnection } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { ask, insertKnownMember, now } from '../testing/seen-players.ts';

const scopes = ['user:profile:read', 'user:rating:read'];

describe('GET /partner/members', () => {
  let database: Database;
  let service: TestService;
  let applicationId: string;
  let mike: MemberRow;
  let priya: MemberRow;

  beforeEach(async () => {
    database = await createTestDatabase('postgres');
    service = await startTestService({ database, clock: () => now });
    const application = database.selectFrom('application').select('id');
    applicationId = (await application.executeTakeFirstOrThrow()).id;
    mike = await insertKnownMember(database, { first_name: 'Mike' });
    priya = await insertKnownMember(database, { first_name: 'Priya' });
  });

  const bulk = (query: string, apiKey = service.partner.apiKey) =>
    ask<Schemas.Member[]>(`${service.baseUrl}/partner/members${query}`, { 'x-api-key': apiKey });

  const idsOf = async (references: unknown[]) => {
    const { status, body } = await bulk(`?ids=${references.join(',')}`);
    expect(status).toBe(200);
    return body.map(({ id }) => id);
  };

  describe('200', () => {
    it('omits unknown members', async () => {
      const unknown = [newId('mem'), 1, '9999999999999999'];
      expect(await idsOf([...unknown, mike.id])).toEqual([mike.id]);
      expect(await idsOf(unknown)).toEqual([]);
    });

    it('shows only the connections of the application', async () => {
      const other = await insertApplication(database);
      await insertConnection(database, other, mike.id, scopes);
      const { body } = await bulk(`?ids=${mike.id}`);
      expect(body[0]).not.toHaveProperty('fullName');
      expect(body[0]?.status.isConnected).toBe(false);
    });

    it('stores the last use of only the connections it shows, to the minute', async () => {
      const ofMike = await insertConnection(database, applicationId, mike.id, scopes);
      const ofPriya = await insertConnection(database, applicationId, priya.id, scopes, now);
      const lastUses = async () => {
        const rows = await database.selectFrom('connection').selectAll().execute();
        const uses = new Map(rows.map((row) => [row.id, row.last_used_at]));
        return [uses.get(ofMike), uses.get(ofPriya)];
      };
      await idsOf([mike.id, priya.id]);
      await expect.poll(lastUses).toEqual([now, null]);

      const moment = new Date(now.getTime() - 59_000);
      await database.updateTable('connection').set({ last_used_at: moment }).execute();
      await idsOf([mike.id]);
      expect(await lastUses()).toEqual([moment, moment]);
    });
  });

  it('treats a repeated parameter as a list that is separated by commas', async () => {
    const together = await bulk(`?ids=${mike.id},${priya.id}`);
    expect(together.status).toBe(200);
    expect(await bulk(`?ids=${mike.id}&ids=${priya.id}`)).toMatchObject({ body: together.body });
  });

  it('400 for invalid ids, and for more than a hundred, naming the limit', async () => {
    expect(await idsOf(Array(100).fill(mike.id))).toHaveLength(100);
    const many = await bulk(`?ids=${Array(101).fill(mike.id).join(',')}`);
    expect([many.status, many.body.code]).toEqual([400, 'validation_failed']);
    expect(many.body.errors).toMatchObject([
      { pointer: '/query/ids', code: 'maxItems', detail: expect.stringContaining('100') },
    ]);
    const rows = [
      ['', '/query/ids', 'required'],
      ['?ids=', '/query/ids/0', 'pattern'],
      ['?ids=1,,2', '/query/ids/1', 'pattern'],
      ['?ids=1,mike', '/query/ids/1', 'pattern'],
      ['?ids=1&ids=mike', '/query/ids/1', 'pattern'],
      ['?ids=1&sport=Padel', '/query/sport/0', 'pattern'],
    ];
    await checkRows(rows, async (query: string, pointer: string, code: string) => {
      const { status, body } = await bulk(query);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.errors).toMatchObject([{ pointer, code }]);
    });
  });

  it('401 for a key from the moment it is revoked', async () => {
    expect((await bulk('?ids=1')).status).toBe(200);
    await database.updateTable('api_key').set({ revoked_at: now }).execute();
    const answers = await Promise.all(Array.from({ length: 8 }, () => bulk('?ids=1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
  });
});
