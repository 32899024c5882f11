// The use cases for a partner's webhook endpoints: create, change, delete, and rotate the secret.

import { ProblemError, type Schemas } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import { retryOnContention } from '../platform/concurrency/periodic-task.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import { newId } from '../platform/database/identifiers.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { reseal, type SealedRows } from '../platform/secrets/reseal.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';
import { ENDPOINT_DELETED } from './dispatch/domain/permission.ts';
import { endOfOverlap, supersede } from './dispatch/domain/signing.ts';
import { newSigningSecret, openPrevious, sealPrevious } from './dispatch/signing-secrets.ts';
import {
  EVENT_TYPES,
  endpointErrors,
  MAX_ENDPOINTS,
  normalizeTargets,
} from './domain/endpoint-address.ts';
import { isMatched, isSetTo, toEndpointView } from './domain/views.ts';
import { endPendingDeliveries } from './store/deliveries.ts';
import {
  changeEndpoint,
  countEndpoints,
  type EndpointKey,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  lockEndpointCount,
  lockSealedSecrets,
  removeEndpoint,
  replaceSecret,
  type SealedSecretsRow,
} from './store/endpoints.ts';

/** The secret of the endpoint cannot be read, because the operator has lost the key. */
export function noSecret(): ProblemError {
  return new ProblemError('not_found', {
    detail:
      'The secret of the webhook endpoint can no longer be read. Make a new one with webhooks.rotateSecret.',
  });
}

/** The application does not have this endpoint, or has no endpoint if none is named. */
export function noEndpoint(endpointId: string | undefined): ProblemError {
  return new ProblemError('not_found', {
    detail:
      endpointId === undefined
        ? 'Your application has no webhook endpoint. Create one with webhooks.createEndpoint.'
        : `Your application has no webhook endpoint ${endpointId}. webhooks.listEndpoints names the id of each.`,
  });
}

/**
 * Creates an endpoint of a partner.
 * @param beforeCommit Called at the end of the transaction.
 * @throws ProblemError if the service may not send there, or the partner has too many.
 */
export function createEndpointCreation({ database, clock, configuration }: Dependencies) {
  const sealing = createSecretSealing(configuration);
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async (
    applicationId: string,
    body: Schemas.WebhookEndpointInput,
    beforeCommit: (transaction: DatabaseTransaction, created: CreatedEndpoint) => Promise<void>,
  ): Promise<CreatedEndpoint> => {
    const errors = endpointErrors(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    const endpointId = newId('whe');
    const secret = newSigningSecret();
    const secretSealed = await sealing.seal(secret, applicationId);
    return await database.transaction().execute(async (transaction) => {
      if ((await lockEndpointCount(transaction, applicationId)) >= MAX_ENDPOINTS) {
        throw new ProblemError('too_many_endpoints');
      }
      const setting = { applicationId, endpointId, url, events, secretSealed, now };
      const row = await insertEndpoint(transaction, setting);
      await recordAudit(transaction, {
        occurredAt: now,
        actor: 'partner',
        action: 'webhook.set',
        applicationId,
        memberId: null,
        details: { endpointId, url, events },
      });
      const created = { ...toEndpointView(row), secret };
      await beforeCommit(transaction, created);
      return created;
    });
  };
}

type CreatedEndpoint = ReturnType<typeof toEndpointView> & { secret: string };

/**
 * Returns a function that sets the address and the events of an endpoint, and enables it.
 * @throws ProblemError if the service may not send there, there is no such endpoint, or it is not the version of `ifMatch`.
 */
export function createEndpointUpdate({ database, clock, configuration }: Dependencies) {
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async (
    key: EndpointKey,
    body: Schemas.WebhookEndpointInput,
    ifMatch: string | undefined,
  ): Promise<EndpointRow> => {
    const errors = endpointErrors(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });
    const { applicationId, endpointId } = key;
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    return await database.transaction().execute(async (transaction) => {
      const stored = await findEndpoint(transaction, key, { forUpdate: true });
      if (stored === null) throw noEndpoint(endpointId);
      // A request that is repeated after a lost answer succeeds, because the endpoint already is as requested (RFC 9110 section 13.1.1).
      if (!isSetTo(stored, { url, events }) && !isMatched(ifMatch, stored)) {
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
  };
}

/** Deletes an endpoint if it is the version of `ifMatch`, and ends its waiting deliveries. */
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
      // An attempt under way ends its delivery itself. The dispatcher ends the deliveries that other transactions are writing
      // now, because it finds no endpoint.
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

/** Returns a function that gives an endpoint a new secret. The earlier secrets also sign for another day. */
export function createSecretRotation({ database, clock, configuration }: Dependencies) {
  const sealing = createSecretSealing(configuration);

  return async (
    endpoint: EndpointKey,
    /** Called at the end of the transaction that stores the secret. */
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
      // A secret that cannot be read any more does not sign.
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
