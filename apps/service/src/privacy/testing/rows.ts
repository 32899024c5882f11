import { randomBytes, randomUUID } from 'node:crypto';
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

/** So many milliseconds before noon of the test's day. */
export function ago(milliseconds: number): Date {
  return new Date(noon.getTime() - milliseconds);
}

/** A database in which an application and a player are connected, and rows of every age come by. */
export async function createAges(database: Database) {
  const applicationId = await insertApplication(database);
  const { id: memberId } = await insertMember(database);
  const connectionId = await insertConnection(database, applicationId, memberId);
  await insertEndpoint(database, applicationId);
  const common = { created_at: ago(400 * DAY) };
  const token = (expiresAt: Date, codeHash: Uint8Array | null) => ({
    ...common,
    token_hash: randomBytes(32),
    connection_id: connectionId,
    code_hash: codeHash,
    scopes: [],
    expires_at: expiresAt,
    revoked_at: null,
  });

  return {
    applicationId,
    memberId,
    count: async (table: Parameters<Database['selectFrom']>[0] & string) => {
      const rows = await database
        .selectFrom(table as 'webhook_delivery')
        .select((expression) => expression.lit(1).as('one'))
        .execute();
      return rows.length;
    },
    insert: {
      webhook_delivery: async (createdAt: Date, status: 'pending' | 'success' | 'failed') =>
        await insertDueDeliveries(database, applicationId, 1, { created_at: createdAt, status }),
      rating_update: async (changedAt: Date, of = applicationId) =>
        await database
          .transaction()
          .execute((transaction) =>
            appendRatingUpdates(transaction, changedAt, [
              { applicationId: of, memberId, data: '{}' },
            ]),
          ),
      idempotency_record: async (expiresAt: Date) =>
        await database
          .insertInto('idempotency_record')
          .values({
            ...common,
            application_id: applicationId,
            idempotency_key: randomUUID(),
            operation_id: 'matches.submit',
            request_hash: Buffer.alloc(32),
            status: 200,
            body: '{}',
            holder: '',
            locked_until: expiresAt,
            expires_at: expiresAt,
          })
          .execute(),
      used_dpop_proof: async (expiresAt: Date) =>
        await database
          .insertInto('used_dpop_proof')
          .values({ proof_hash: randomBytes(32), expires_at: expiresAt })
          .execute(),
      account_session: async (expiresAt: Date) =>
        await database
          .insertInto('account_session')
          .values({
            ...common,
            id: randomUUID(),
            token_hash: randomBytes(32),
            member_id: memberId,
            last_used_at: common.created_at,
            expires_at: expiresAt,
            user_agent: null,
          })
          .execute(),
      mail: async (expiresAt: Date) =>
        await database
          .insertInto('mail')
          .values({
            ...common,
            id: randomUUID(),
            kind: 'password-link',
            email: 'mike.brennan@example.com',
            member_id: null,
            details: '{}',
            next_attempt_at: expiresAt,
            expires_at: expiresAt,
          })
          .execute(),
      access_token: async (expiresAt: Date, codeHash: Uint8Array | null = null) =>
        await database.insertInto('access_token').values(token(expiresAt, codeHash)).execute(),
      refresh_token: async (expiresAt: Date, codeHash: Uint8Array | null = null) =>
        await database
          .insertInto('refresh_token')
          .values({ ...token(expiresAt, codeHash), used_at: common.created_at })
          .execute(),
      authorization_code: async (expiresAt: Date, codeHash: Uint8Array = randomBytes(32)) =>
        await database
          .insertInto('authorization_code')
          .values({
            ...common,
            code_hash: codeHash,
            application_id: applicationId,
            connection_id: connectionId,
            redirect_uri: 'https://courtside.example/callback',
            scopes: [],
            code_challenge: null,
            expires_at: expiresAt,
            used_at: common.created_at,
          })
          .execute(),
      authorization_request: async (expiresAt: Date) =>
        await database
          .insertInto('authorization_request')
          .values({
            ...common,
            handle_hash: randomBytes(32),
            tracking_code_hash: randomBytes(32),
            application_id: applicationId,
            redirect_uri: 'https://courtside.example/callback',
            scopes: [],
            state: null,
            code_challenge: null,
            expires_at: expiresAt,
            used_at: null,
          })
          .execute(),
    },
  };
}
