import { sql } from 'kysely';
import { findOldestOpen } from '../../platform/database/open-transactions.ts';
import type { Database } from '../../platform/database/schema.ts';

/** The position of an update in the list: the transaction that wrote it, then its number. */
export interface UpdatePosition {
  transactionId: number;
  position: number;
}

export interface UpdatesQuestion {
  applicationId: string;
  since: Date | null;
  /** The position of the last update of the page before. Null for the first page. */
  after: UpdatePosition | null;
  limit: number;
}

export interface UpdateRow extends UpdatePosition {
  /** The data of the event, as JSON text. */
  data: string;
  /** The scopes that the player grants the application now. */
  scopes: string[];
}

/**
 * Returns rating updates for an application, in the order of the transactions that wrote them. An update is listed when
 * no earlier transaction can still commit. So no update ever appears before one that was listed.
 *
 * With `since`, the list begins at the first update that took effect then or later. After it there may be updates that took
 * effect a moment earlier and were committed later. A partner that polls by `since` would otherwise never receive them.
 */
export async function findUpdates(
  database: Database,
  { applicationId, since, after, limit }: UpdatesQuestion,
): Promise<UpdateRow[]> {
  // Before the updates are read, so that the read sees everything before.
  const oldestOpen = await findOldestOpen(database);
  return await database
    .selectFrom('rating_update as listed')
    .innerJoin('connection', (join) =>
      join
        .onRef('connection.application_id', '=', 'listed.application_id')
        .onRef('connection.member_id', '=', 'listed.member_id'),
    )
    .select([
      'listed.transaction_id as transactionId',
      'listed.position',
      'listed.data',
      'connection.scopes',
    ])
    .where('listed.application_id', '=', applicationId)
    .where('listed.transaction_id', '<', oldestOpen)
    .where('connection.revoked_at', 'is', null)
    .where(sql<boolean>`'user:webhook:subscribe' = any(connection.scopes)`)
    // A connection that was revoked and created again begins with its creation.
    .whereRef('listed.changed_at', '>=', 'connection.created_at')
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(listed.transaction_id, listed.position) > (${after?.transactionId}, ${after?.position})`,
      ),
    )
    .$if(since !== null, (query) =>
      query.where(sql<boolean>`
        (listed.transaction_id, listed.position) >= (
          select later.transaction_id, later.position
          from rating_update as later
          where later.application_id = ${applicationId}
            and later.changed_at >= ${since}
            -- No transaction lasts a day, so updates of later days come after these anyway.
            and later.changed_at < interval '1 day' + (
              select min(changed_at) from rating_update
              where application_id = ${applicationId} and changed_at >= ${since}
            )
          order by later.transaction_id, later.position
          limit 1
        )
      `),
    )
    .orderBy('listed.transaction_id')
    .orderBy('listed.position')
    .limit(limit)
    .execute();
}

export async function isUpdateStored(
  database: Database,
  applicationId: string,
  { transactionId, position }: UpdatePosition,
): Promise<boolean> {
  const row = await database
    .selectFrom('rating_update')
    .select('position')
    .where('application_id', '=', applicationId)
    .where('transaction_id', '=', transactionId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row !== undefined;
}
