import { ProblemError } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/retry-on-contention.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { ENDPOINT_DELETED } from './dispatch/domain/permission.ts';
import { isMatched } from './domain/endpoint-view.ts';
import { noEndpoint } from './no-endpoint.ts';
import { endPendingDeliveries } from './store/deliveries.ts';
import type { EndpointKey } from './store/endpoints.ts';
import { removeEndpoint } from './store/endpoints.ts';

/** Deletes an endpoint of a partner, if it is the version of `ifMatch`, and gives up what waits for it. */
export async function endEndpoint(
  { database, clock }: Dependencies,
  endpoint: EndpointKey,
  ifMatch?: string,
): Promise<void> {
  const { applicationId, endpointId } = endpoint;
  const now = clock();
  await retryOnContention(() =>
    database.transaction().execute(async (transaction) => {
      const removed = await removeEndpoint(transaction, endpoint);
      if (removed === null) throw noEndpoint(endpointId);
      if (!isMatched(ifMatch, removed)) throw new ProblemError('changed_meanwhile');
      // What is under way is ended where it ends, and what other transactions are writing now by the
      // dispatcher, which finds no endpoint.
      await endPendingDeliveries(transaction, endpointId, { reason: ENDPOINT_DELETED, now });
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.deleted',
        applicationId,
        memberId: null,
        details: { endpointId, url: removed.url },
      });
    }),
  );
}
