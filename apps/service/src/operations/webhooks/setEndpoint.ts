import { type Handler, ProblemError } from '@partner-rating/server';
import { recordAudit } from '../../platform/audit/store/audit.ts';
import type { Dependencies } from '../../platform/configuration/dependencies.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { createSecretSealing, openOrNull } from '../../platform/secrets/sealing.ts';
import { newSigningSecret } from '../../webhooks/dispatch/signing-secrets.ts';
import { normalizeTargets } from '../../webhooks/domain/endpoint-address.ts';
import { endpointFaults } from '../../webhooks/domain/endpoint-faults.ts';
import { defaultEndpoint } from '../../webhooks/domain/endpoint-key.ts';
import { toEndpointView } from '../../webhooks/domain/endpoint-view.ts';
import { EVENT_TYPES } from '../../webhooks/domain/event-types.ts';
import { replaceSecret, upsertEndpoint } from '../../webhooks/store/endpoints.ts';

export function setEndpoint(dependencies: Dependencies): Handler<'webhooks.setEndpoint', Caller> {
  const { database, clock, configuration } = dependencies;
  const sealing = createSecretSealing(configuration);
  const privateTargets = normalizeTargets(configuration.webhookPrivateTargets);

  return async ({ body }, { principal }) => {
    const errors = endpointFaults(body, privateTargets);
    if (errors.length > 0) throw new ProblemError('validation_failed', { errors });

    const { applicationId } = principal;
    const { endpointId } = defaultEndpoint(applicationId);
    const { url, events = [...EVENT_TYPES] } = body;
    const now = clock();
    const secret = newSigningSecret();
    const secretSealed = await sealing.seal(secret, applicationId);
    const { row, isNewSecret } = await database.transaction().execute(async (transaction) => {
      const { row, created, changed } = await upsertEndpoint(transaction, {
        applicationId,
        endpointId,
        url,
        events,
        secretSealed,
        now,
      });
      const audited = { occurredAt: now, actor: 'partner', applicationId, memberId: null } as const;
      if (changed) {
        const details = { endpointId, url, events };
        await recordAudit(transaction, { ...audited, action: 'webhook.set', details });
      }
      const isLost =
        !created && (await openOrNull(sealing, row.secret_sealed, applicationId)) === null;
      if (isLost) {
        const none = { previousSecretSealed: null, previousSecretExpiresAt: null };
        await replaceSecret(transaction, endpointId, { secretSealed, ...none });
        const details = { endpointId };
        await recordAudit(transaction, { ...audited, action: 'webhook.secret_rotated', details });
      }
      return { row, isNewSecret: created || isLost };
    });
    return isNewSecret
      ? { status: 201, body: { ...toEndpointView(row), secret } }
      : { status: 200, body: toEndpointView(row) };
  };
}
