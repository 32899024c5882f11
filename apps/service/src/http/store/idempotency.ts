import type { Database } from '../../database/schema.ts';

export interface IdempotencyClaim {
  applicationId: string;
  key: string;
  operationId: string;
  requestHash: Uint8Array;
  now: Date;
  lockedUntil: Date;
  expiresAt: Date;
}

export interface IdempotencyRecord {
  operationId: string;
  requestHash: Uint8Array;
  status: number | null;
  body: string | null;
}

/**
 * Takes the key for a request about to run: true where it was free, expired, or held by a request
 * for the same thing that never came to its end (its process died).
 */
export async function claimKey(database: Database, claim: IdempotencyClaim): Promise<boolean> {
  const values = {
    operation_id: claim.operationId,
    request_hash: claim.requestHash,
    status: null,
    body: null,
    created_at: claim.now,
    locked_until: claim.lockedUntil,
    expires_at: claim.expiresAt,
  };
  const claimed = await database
    .insertInto('idempotency_record')
    .values({ application_id: claim.applicationId, idempotency_key: claim.key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'idempotency_key'])
        .doUpdateSet(values)
        .where((expression) =>
          expression.or([
            expression('idempotency_record.expires_at', '<=', claim.now),
            expression.and([
              expression('idempotency_record.status', 'is', null),
              expression('idempotency_record.locked_until', '<=', claim.now),
              expression('idempotency_record.request_hash', '=', claim.requestHash),
            ]),
          ]),
        ),
    )
    .returning('idempotency_key')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function findRecord(
  database: Database,
  applicationId: string,
  key: string,
): Promise<IdempotencyRecord | undefined> {
  return await database
    .selectFrom('idempotency_record')
    .select(['operation_id as operationId', 'request_hash as requestHash', 'status', 'body'])
    .where('application_id', '=', applicationId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Keeps the answer of the request that holds the key; `lockedUntil` tells its holders apart. */
export async function keepAnswer(
  database: Database,
  applicationId: string,
  key: string,
  lockedUntil: Date,
  answer: { status: number; body: string },
): Promise<void> {
  await database
    .updateTable('idempotency_record')
    .set(answer)
    .where('application_id', '=', applicationId)
    .where('idempotency_key', '=', key)
    .where('locked_until', '=', lockedUntil)
    .execute();
}

export async function releaseKey(
  database: Database,
  applicationId: string,
  key: string,
  lockedUntil: Date,
): Promise<void> {
  await database
    .deleteFrom('idempotency_record')
    .where('application_id', '=', applicationId)
    .where('idempotency_key', '=', key)
    .where('locked_until', '=', lockedUntil)
    .where('status', 'is', null)
    .execute();
}
