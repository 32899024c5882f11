import {
  type FaultItem,
  type Handler,
  type OperationRequest,
  ProblemError,
} from '@partner-rating/server';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createSecretSealing } from '../../platform/secrets/sealing.ts';
import { newSigningSecret } from '../../webhooks/dispatch/signing-secrets.ts';
import { judgeAddress, normalizeTargets } from '../../webhooks/domain/endpoint-address.ts';
import { toEndpointView } from '../../webhooks/domain/endpoint-view.ts';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { upsertEndpoint } from '../../webhooks/store/endpoints.ts';

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
