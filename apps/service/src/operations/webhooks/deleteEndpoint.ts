import type { Handler } from '@partner-rating/server';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ENDPOINT_DELETED } from '../../webhooks/dispatch/domain/permission.ts';
import { noEndpoint } from '../../webhooks/no-endpoint.ts';
import { endPendingDeliveries } from '../../webhooks/store/deliveries.ts';
import { removeEndpoint } from '../../webhooks/store/endpoints.ts';

export function deleteEndpoint({
  database,
  clock,
}: Dependencies): Handler<'webhooks.deleteEndpoint', Caller> {
  return async (_request, { principal }) => {
    const { applicationId } = principal;
    const now = clock();
    await database.transaction().execute(async (transaction) => {
      const removed = await removeEndpoint(transaction, applicationId);
      if (removed === null) throw noEndpoint();
      // What is under way is ended where it ends, and what other transactions are writing now by the
      // dispatcher, which finds no endpoint.
      await endPendingDeliveries(transaction, applicationId, { reason: ENDPOINT_DELETED, now });
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.deleted',
        applicationId,
        memberId: null,
        details: { url: removed.url },
      });
    });
    return { status: 204 };
  };
}
