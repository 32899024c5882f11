import {
  type FaultItem,
  type Handler,
  type OperationRequest,
  ProblemError,
} from '@partner-rating/server';
import { recordAudit } from '../audit/store/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { createSecretSealing } from '../secrets/sealing.ts';
import { judgeAddress, normalizeTargets } from './domain/endpoint-address.ts';
import { toEndpointView } from './domain/endpoint-view.ts';
import { EVENT_TYPES } from './domain/event-types.ts';
import { newSigningSecret } from './signing-secrets.ts';
import { upsertEndpoint } from './store/endpoints.ts';

type Input = OperationRequest<'webhooks.setEndpoint'>['body'];

export function setEndpoint(dependencies: Dependencies): Handler<'webhooks.setEndpoint', Caller> {
  const { database, clock, configuration } = dependencies;
  const sealing = createSecretSealing(configuration);
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async ({ body }, { principal }) => {
    const errors = findFaults(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });

    const { applicationId } = principal;
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    const secret = newSigningSecret();
    const secretSealed = await sealing.seal(secret, applicationId);
    const { row, created } = await database.transaction().execute(async (transaction) => {
      const set = await upsertEndpoint(transaction, {
        applicationId,
        url,
        events,
        secretSealed,
        now,
      });
      if (set.changed) {
        await recordAudit(transaction, {
          occurredAt: now,
          actor: 'partner',
          action: 'webhook.set',
          applicationId,
          memberId: null,
          details: { url, events },
        });
      }
      return set;
    });
    return created
      ? { status: 201, body: { ...toEndpointView(row), secret } }
      : { status: 200, body: toEndpointView(row) };
  };
}

function findFaults({ url, events = [] }: Input, privateTargets: readonly string[]): FaultItem[] {
  const address = judgeAddress(url, privateTargets);
  const known: readonly string[] = EVENT_TYPES;
  return [
    ...('fault' in address ? [{ pointer: '/url', ...address.fault }] : []),
    ...events.flatMap((type, index) =>
      known.includes(type)
        ? []
        : [
            {
              pointer: `/events/${index}`,
              code: 'unknown_event',
              detail: `There is no such event; send any of ${known.join(', ')}.`,
            },
          ],
    ),
  ];
}
