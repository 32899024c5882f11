import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, databases } from '../../../testing/test-database.ts';
import type { Database } from '../../database/schema.ts';
import { type AuditEntry, recordAudit } from './audit.ts';

const entry: AuditEntry = {
  occurredAt: new Date('2026-09-14T08:20:05Z'),
  actor: 'player',
  action: 'connection.changed',
  applicationId: 'app_01jq8x0d4s7c2m9k5v1t3r6hzb',
  memberId: 'mem_01jq8z6v3mfb7s4d2k9c5x1ha0',
  details: { scopes: ['user:profile:read'] },
};

const entries = (database: Database) =>
  database.selectFrom('audit_entry').selectAll().orderBy('audit_order').execute();
const record = (database: Database, line: AuditEntry) =>
  database.transaction().execute((transaction) => recordAudit(transaction, line));

describe.each(databases)('the audit on %s', (kind) => {
  it('stores who did what to which player, and when', async () => {
    const database = await createTestDatabase(kind);
    await record(database, entry);
    expect(await entries(database)).toEqual([
      {
        audit_order: expect.any(Number),
        occurred_at: entry.occurredAt,
        actor: 'player',
        action: 'connection.changed',
        application_id: entry.applicationId,
        member_id: entry.memberId,
        details: entry.details,
        operator: null,
        account_id: null,
      },
    ]);
  });

  it('stores an entry without an application and without details', async () => {
    const database = await createTestDatabase(kind);
    const { details: _details, ...line } = entry;
    await record(database, { ...line, action: 'password.changed', applicationId: null });
    expect(await entries(database)).toMatchObject([{ application_id: null, details: null }]);
  });

  it('has no entry of a transaction that was rolled back', async () => {
    const database = await createTestDatabase(kind);
    const failed = database.transaction().execute(async (transaction) => {
      await recordAudit(transaction, entry);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await entries(database)).toEqual([]);
  });

  it.each([
    "update audit_entry set actor = 'partner'",
    'delete from audit_entry',
    'truncate audit_entry',
  ])('refuses "%s"', async (statement) => {
    const database = await createTestDatabase(kind);
    await record(database, entry);
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only');
    expect(await entries(database)).toHaveLength(1);
  });
});
