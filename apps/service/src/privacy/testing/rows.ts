import { randomBytes, randomUUID } from 'node:crypto';
import { insertProvenAccount } from '../../matches/claims/testing/offered-player.ts';
import type { Database } from '../../platform/database/schema.ts';
import { appendRatingUpdates } from '../../ratings/store/rating-history.ts';
import {
  insertApplication,
  insertConnection,
  insertEndpoint,
  insertMember,
  noon,
} from '../../testing/builders.ts';
import { insertDueDeliveries } from '../../webhooks/testing/fixtures.ts';

export const DAY = 24 * 60 * 60 * 1_000;

/** Returns the time this many milliseconds before noon of the test's day. */
export function ago(milliseconds: number): Date {
  return new Date(noon.getTime() - milliseconds);
}

type Table = Parameters<Database['selectFrom']>[0] & string;

/** Opens a database with a connected application and player, and functions that insert rows of any age. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export async function createAges(database: Database) {
  const applicationId = await insertApplication(database);
  const { id: memberId } = await insertMember(database);
  const connectionId = await insertConnection(database, applicationId, memberId);
  await insertEndpoint(database, applicationId);
  await insertProvenAccount(database, memberId);
  const common = { created_at: ago(400 * DAY) };
  const application = { application_id: applicationId, redirect_uri: 'https://courtside.example' };
  const token = (expiresAt: Date, codeHash: Uint8Array | null) => ({
    ...{ ...common, token_hash: randomBytes(32), connection_id: connectionId, scopes: [] },
    ...{ code_hash: codeHash, expires_at: expiresAt, revoked_at: null },
  });
  const add = async (table: Table, row: object) =>
    await database
      .insertInto(table as 'mail')
      .values(row as never)
      .execute();

  return {
    applicationId,
    memberId,
    count: async (table: Table) => {
      const rows = database.selectFrom(table as 'webhook_delivery');
      return (await rows.select((expression) => expression.lit(1).as('one')).execute()).length;
    },
    insert: {
      webhook_delivery: async (createdAt: Date, status: 'pending' | 'success' | 'failed') =>
        await insertDueDeliveries(database, applicationId, 1, { created_at: createdAt, status }),
      rating_update: async (changedAt: Date, of = applicationId) =>
        await database.transaction().execute(async (transaction) => {
          const update = { applicationId: of, memberId, data: '{}' };
          await appendRatingUpdates(transaction, changedAt, [update]);
        }),
      idempotency_record: async (expires_at: Date) =>
        await add('idempotency_record', {
          ...{ ...common, owner: applicationId, idempotency_key: randomUUID() },
          ...{ operation_id: 'matches.submit', request_hash: Buffer.alloc(32), status: 200 },
          ...{ body: '{}', holder: '', locked_until: expires_at, expires_at },
        }),
      account_session: async (expires_at: Date) =>
        await add('account_session', {
          ...{ ...common, id: randomUUID(), token_hash: randomBytes(32), account_id: memberId },
          proven_at: expires_at,
          ...{ last_used_at: common.created_at, expires_at, user_agent: null },
        }),
      mail: async (expires_at: Date) =>
        await add('mail', {
          ...{ ...common, id: randomUUID(), kind: 'password-link', details: '{}' },
          ...{ email: 'mike.brennan@example.com', member_id: null },
          ...{ next_attempt_at: expires_at, expires_at },
        }),
      application_member: async (expires_at: Date) =>
        await add('application_member', {
          ...{ ...common, id: randomUUID(), application_id: applicationId, role: 'developer' },
          ...{
            email: `${randomUUID()}@example.com`,
            account_id: null,
            joined_at: null,
            expires_at,
          },
        }),
      access_token: async (expiresAt: Date, codeHash: Uint8Array | null = null) =>
        await add('access_token', token(expiresAt, codeHash)),
      refresh_token: async (expiresAt: Date, codeHash: Uint8Array | null = null) =>
        await add('refresh_token', { ...token(expiresAt, codeHash), used_at: common.created_at }),
      authorization_code: async (expires_at: Date, codeHash: Uint8Array = randomBytes(32)) =>
        await add('authorization_code', {
          ...{ ...common, ...application, code_hash: codeHash, connection_id: connectionId },
          ...{ scopes: [], code_challenge: null, expires_at, used_at: common.created_at },
        }),
      authorization_request: async (expires_at: Date) =>
        await add('authorization_request', {
          ...{ ...common, ...application, handle_hash: randomBytes(32), scopes: [], state: null },
          ...{ tracking_code_hash: randomBytes(32), code_challenge: null, expires_at },
          used_at: null,
        }),
    },
  };
}
