import type { DatabaseTransaction } from '../../platform/database/schema.ts';

/** The applications a member is connected to now. */
export async function listConnectedIds(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('connection')
    .select('application_id')
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .orderBy('application_id')
    .execute();
  return rows.map(({ application_id }) => application_id);
}

export interface UnsentRevocation {
  applicationId: string;
  endpointId: string;
  /** The event as it was written, as JSON text. */
  payload: string;
}

/** Events of connections of the member that ended earlier, which endpoints of their applications have not received. */
export async function findUnsentRevocations(
  transaction: DatabaseTransaction,
  memberId: string,
): Promise<UnsentRevocation[]> {
  return await transaction
    .selectFrom('webhook_delivery')
    .select(['application_id as applicationId', 'endpoint_id as endpointId', 'payload'])
    .where('member_id', '=', memberId)
    .where('event_type', '=', 'connection.revoked')
    .where('status', '=', 'pending')
    .orderBy('delivery_order')
    .execute();
}
