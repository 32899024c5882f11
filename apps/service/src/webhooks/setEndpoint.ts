import { randomBytes } from 'node:crypto';
import {
  type FaultItem,
  type Handler,
  type OperationRequest,
  ProblemError,
} from '@partner-rating/server';
import type { Dependencies } from '../dependencies.ts';
import type { Caller } from '../http/caller.ts';
import { judgeAddress, normalizeTargets } from './domain/endpoint-address.ts';
import { toEndpointView } from './domain/endpoint-view.ts';
import { EVENT_TYPES } from './domain/event-types.ts';
import { SIGNING_SECRET_BYTES, toSigningSecret } from './domain/signing.ts';
import { createSecretSealing } from './secret-sealing.ts';
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
    const secret = toSigningSecret(randomBytes(SIGNING_SECRET_BYTES));
    const { row, created } = await upsertEndpoint(database, {
      applicationId,
      url: body.url,
      events: body.events ?? [...EVENT_TYPES],
      secretSealed: await sealing.seal(secret, applicationId),
      now: clock(),
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
