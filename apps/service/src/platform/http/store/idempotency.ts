import { sql } from 'kysely';
import { tableOf } from '../../database/rows.ts';
import type { Database, DatabaseTransaction } from '../../database/schema.ts';

/** The claim of a key by a request. `holder` distinguishes it from earlier claims of the key. */
export interface KeyClaim {
  owner: string;
  key: string;
  holder: string;
}

interface NewKeyClaim extends KeyClaim {
  operationId: string;
  requestHash: Uint8Array;
  now: Date;
  lockedUntil: Date;
  expiresAt: Date;
}

interface IdempotencyRecord {
  operationId: string;
  requestHash: Uint8Array;
  status: number | null;
  body: string | null;
}

interface StoredAnswer {
  status: number;
  body: string;
}

/**
 * Claims the key for a new request. Returns true if it was free or expired, or if the process of
 * an earlier identical request died.
 */
export async function claimKey(database: Database, claim: NewKeyClaim): Promise<boolean> {
  const values = {
    operation_id: claim.operationId,
    request_hash: claim.requestHash,
    status: null,
    body: null,
    created_at: claim.now,
    holder: claim.holder,
    locked_until: claim.lockedUntil,
    expires_at: claim.expiresAt,
  };
  const claimed = await database
    .insertInto('idempotency_record')
    .values({ owner: claim.owner, idempotency_key: claim.key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['owner', 'idempotency_key'])
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
  owner: string,
  key: string,
): Promise<IdempotencyRecord | undefined> {
  return await database
    .selectFrom('idempotency_record')
    .select(['operation_id as operationId', 'request_hash as requestHash', 'status', 'body'])
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Stores the response of the request that holds the key. Returns false if another request holds it now. */
export async function storeAnswer(
  database: Database,
  { owner, key, holder }: KeyClaim,
  answer: StoredAnswer,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('idempotency_record')
    .set(answer)
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Finds which of these members were erased since a moment, and prevents erasures of the others until the transaction ends.
 * Waits for erasures that are not committed yet.
 */
export async function findErasedSince(
  transaction: DatabaseTransaction,
  memberIds: readonly string[],
  since: Date,
): Promise<string[]> {
  const members = await transaction
    .selectFrom('member')
    .select(['id', 'erased_at as erasedAt'])
    .where('id', '=', sql<string>`any(${memberIds}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return members
    .filter(({ erasedAt }) => erasedAt !== null && erasedAt > since)
    .map(({ id }) => id);
}

/** Extends the claims. */
export async function renewClaims(
  database: Database,
  claims: readonly KeyClaim[],
  lockedUntil: Date,
): Promise<void> {
  await sql`
    update idempotency_record as record
    set locked_until = ${lockedUntil}
    from ${tableOf('claim', claims, { owner: 'text', key: 'text', holder: 'text' })}
    where record.owner = claim.owner
      and record.idempotency_key = claim.key
      and record.holder = claim.holder
      and record.status is null
  `.execute(database);
}

export async function releaseKey(
  database: Database,
  { owner, key, holder }: KeyClaim,
): Promise<void> {
  await database
    .deleteFrom('idempotency_record')
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
    .where('holder', '=', holder)
    .where('status', 'is', null)
    .execute();
}

/** Deletes a response with its key, unless another one has replaced it. */
export async function deleteAnswer(
  database: Database,
  { owner, key, body }: Pick<KeyClaim, 'owner' | 'key'> & { body: string },
): Promise<void> {
  await database
    .deleteFrom('idempotency_record')
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
    .where('body', '=', body)
    .execute();
}

/** Frees every key whose request never finished. Call it only if no other process may hold a key. */
export async function releaseStaleClaims(database: Database): Promise<void> {
  await database.deleteFrom('idempotency_record').where('status', 'is', null).execute();
}

export interface StoredAnswerRow {
  owner: string;
  key: string;
  body: string;
}

const answersOf = (database: Database, operations: readonly string[]) =>
  database
    .selectFrom('idempotency_record')
    .where('operation_id', 'in', operations)
    .where('body', 'is not', null);

export async function countAnswers(
  database: Database,
  operations: readonly string[],
): Promise<number> {
  const { count } = await answersOf(database, operations)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the responses of these operations after a row, and locks them until the transaction ends. */
export async function lockAnswers(
  transaction: DatabaseTransaction,
  operations: readonly string[],
  row: StoredAnswerRow | null,
  limit: number,
): Promise<StoredAnswerRow[]> {
  return await answersOf(transaction, operations)
    .select(['owner', 'idempotency_key as key'])
    .select(({ ref }) => ref('body').$notNull().as('body'))
    .$if(row !== null, (query) =>
      query.where(sql<boolean>`(owner, idempotency_key) > (${row?.owner}, ${row?.key})`),
    )
    .orderBy('owner')
    .orderBy('idempotency_key')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function replaceAnswer(
  transaction: DatabaseTransaction,
  { owner, key, body }: StoredAnswerRow,
): Promise<void> {
  await transaction
    .updateTable('idempotency_record')
    .set({ body })
    .where('owner', '=', owner)
    .where('idempotency_key', '=', key)
    .execute();
}
