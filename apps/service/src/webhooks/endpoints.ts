import { ProblemError, type Schemas } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { reseal, type SealedRows } from '../platform/secrets/reseal.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';
import { ENDPOINT_DELETED } from './dispatch/domain/permission.ts';
import { endOfOverlap, supersede } from './dispatch/domain/signing.ts';
import { newSigningSecret, openPrevious, sealPrevious } from './dispatch/signing-secrets.ts';
import { isMatched } from './domain/views.ts';
import { endPendingDeliveries } from './store/deliveries.ts';
import {
  countEndpoints,
  type EndpointKey,
  findEndpoint,
  lockSealedSecrets,
  removeEndpoint,
  replaceSecret,
  type SealedSecretsRow,
} from './store/endpoints.ts';

/** Refuses what needs the secret of an endpoint whose secret the operator has lost the key to. */
export function noSecret(): ProblemError {
  return new ProblemError('not_found', {
    detail:
      'The secret of the webhook endpoint can no longer be read. Make a new one with webhooks.rotateSecret.',
  });
}

/** Refuses what needs an endpoint that the application does not have; any endpoint, where none is named. */
export function noEndpoint(endpointId: string | undefined): ProblemError {
  return new ProblemError('not_found', {
    detail:
      endpointId === undefined
        ? 'Your application has no webhook endpoint. Create one with webhooks.createEndpoint.'
        : `Your application has no webhook endpoint ${endpointId}. webhooks.listEndpoints names the id of each.`,
  });
}

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

/** Creates what gives an endpoint of a partner a new secret, beside which those before sign on for a day. */
export function createSecretRotation({ database, clock, configuration }: Dependencies) {
  const sealing = createSecretSealing(configuration);

  return async (
    endpoint: EndpointKey,
    /** Called last in the transaction that stores the secret. */
    beforeCommit: (
      transaction: DatabaseTransaction,
      rotated: Schemas.WebhookSecret,
    ) => Promise<void>,
  ): Promise<Schemas.WebhookSecret> => {
    const { applicationId, endpointId } = endpoint;
    const now = clock();
    const secret = newSigningSecret();
    return await database.transaction().execute(async (transaction) => {
      const row = await findEndpoint(transaction, endpoint, { forUpdate: true });
      if (row === null) throw noEndpoint(endpointId);
      const current = await openOrNull(sealing, row.secret_sealed, applicationId);
      const before = await openPrevious(applicationId, row.previous_secret_sealed, sealing);
      // One that cannot be read any more signs nothing.
      const previous = current === null ? [] : supersede(current, before, now);
      const expiresAt = current === null ? now : endOfOverlap(now);
      await replaceSecret(transaction, endpointId, {
        secretSealed: await sealing.seal(secret, applicationId),
        previousSecretSealed: await sealPrevious(applicationId, previous, sealing),
        previousSecretExpiresAt: expiresAt,
      });
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.secret_rotated',
        applicationId,
        memberId: null,
        details: { endpointId },
      });
      const rotated = { secret, previousSecretExpiresAt: expiresAt.toISOString() };
      await beforeCommit(transaction, rotated);
      return rotated;
    });
  };
}

/** The signing secrets of all endpoints. */
export const sealedSigningSecrets: SealedRows<SealedSecretsRow> = {
  count: countEndpoints,
  lockAfter: lockSealedSecrets,
  reseal: async (row, sealing) => {
    const { applicationId, secretSealed, previousSecretSealed: before } = row;
    const current = await reseal(sealing, secretSealed, applicationId);
    if (current === null) return null;
    const previous = before && (await reseal(sealing, before, applicationId));
    if (current === secretSealed && previous === before) return row;
    return { ...row, secretSealed: current, previousSecretSealed: previous };
  },
  store: (transaction, row) => replaceSecret(transaction, row.endpointId, row),
  ownerOf: ({ clientId, endpointId }) => `${clientId} ${endpointId}`,
};
