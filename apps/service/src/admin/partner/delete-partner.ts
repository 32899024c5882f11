import { endTokensOf } from '../../oauth/store/ended-tokens.ts';
import { recordAudit, recordAudits } from '../../platform/audit/store/audit.ts';
import { retryOnContention } from '../../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import { ENDPOINT_DELETED } from '../../webhooks/dispatch/domain/permission.ts';
import { endPendingDeliveries } from '../../webhooks/store/deliveries.ts';
import { findEndpoints, removeEndpoint } from '../../webhooks/store/endpoints.ts';
import { lockLivePartner, operatorsAct } from './partners.ts';
import { updateApplication } from './store/applications.ts';
import { endConnectionsOf, endRequestsOf, revokeKeysOf } from './store/ended-partner.ts';

/** How much ended with a partner. */
export interface PartnerDeletion {
  keys: number;
  connections: number;
  endpoints: number;
}

/**
 * Ends a partner for good, in one transaction. The application stays as the name beside its matches, suspended, so
 * that whatever looks at it refuses; no event says so, since there is nowhere to send one.
 * @throws OperatorError where there is no such partner, or no more.
 */
export async function deletePartner(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  clientId: string,
  { reason }: { reason?: string | undefined },
): Promise<PartnerDeletion> {
  const now = clock();
  return await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const { id, disabled_at: suspendedAt } = await lockLivePartner(transaction, clientId);
      await endTokensOf(transaction, { applicationId: id }, now);
      await endRequestsOf(transaction, id, now);
      const memberIds = await endConnectionsOf(transaction, id, now);
      const keys = await revokeKeysOf(transaction, id, now);
      const endpoints = await findEndpoints(transaction, id);
      for (const endpoint of endpoints) {
        await removeEndpoint(transaction, { applicationId: id, endpointId: endpoint.id });
        await endPendingDeliveries(transaction, endpoint.id, { reason: ENDPOINT_DELETED, now });
      }
      await updateApplication(transaction, id, {
        deleted_at: now,
        disabled_at: suspendedAt ?? now,
        redirect_uris: [],
        rate_limits: null,
      });
      const act = operatorsAct(id, now);
      await recordAudits(
        transaction,
        memberIds.map((memberId) => ({ ...act, memberId, action: 'connection.revoked' })),
      );
      const ended = { keys, connections: memberIds.length, endpoints: endpoints.length };
      await recordAudit(transaction, {
        ...act,
        action: 'partner.deleted',
        details: { ...ended, ...(reason !== undefined && { reason }) },
      });
      return ended;
    }),
  );
}
