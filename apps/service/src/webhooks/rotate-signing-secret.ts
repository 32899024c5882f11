import type { Schemas } from '@partner-rating/server';
import { recordAudit } from '../platform/audit/store/audit.ts';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { DatabaseTransaction } from '../platform/database/schema.ts';
import { createSecretSealing, openOrNull } from '../platform/secrets/sealing.ts';
import { newSigningSecret, openPrevious, sealPrevious } from './dispatch/signing-secrets.ts';
import { endOfOverlap, supersede } from './domain/rotation.ts';
import { noEndpoint } from './no-endpoint.ts';
import type { EndpointKey } from './store/endpoints.ts';
import { findEndpoint, replaceSecret } from './store/endpoints.ts';

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
