import { type Handler, ProblemError } from '@partner-rating/server';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { EVENT_TYPES, endpointFaults, normalizeTargets } from '../domain/endpoint-address.ts';
import { endpointTag, isMatched, isSetTo, toEndpointView } from '../domain/views.ts';
import { noEndpoint } from '../endpoints.ts';
import { changeEndpoint, findEndpoint } from '../store/endpoints.ts';

export function updateEndpoint({
  database,
  clock,
  configuration,
}: Dependencies): Handler<'webhooks.updateEndpoint', Caller> {
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async ({ path: { endpointId }, headers, body }, { principal }) => {
    const errors = endpointFaults(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });

    const { applicationId } = principal;
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    const row = await database.transaction().execute(async (transaction) => {
      const key = { applicationId, endpointId };
      const stored = await findEndpoint(transaction, key, { forUpdate: true });
      if (stored === null) throw noEndpoint(endpointId);
      // A request that is repeated because its answer was lost finds what it set (RFC 9110 section 13.1.1).
      if (!isSetTo(stored, { url, events }) && !isMatched(headers['if-match'], stored)) {
        throw new ProblemError('changed_meanwhile');
      }
      const endpoint = await changeEndpoint(transaction, { ...key, url, events, now });
      if (endpoint === null) throw noEndpoint(endpointId);
      if (endpoint.changed) {
        await recordAudit(transaction, {
          occurredAt: now,
          actor: 'partner',
          action: 'webhook.set',
          applicationId,
          memberId: null,
          details: { endpointId, url, events },
        });
      }
      return endpoint.row;
    });
    return { status: 200, body: toEndpointView(row), headers: { etag: endpointTag(row) } };
  };
}
