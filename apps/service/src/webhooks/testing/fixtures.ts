import type { Insertable } from 'kysely';
import { newId } from '../../platform/database/identifiers.ts';
import type { Database, WebhookDeliveryTable } from '../../platform/database/schema.ts';
import { createSecretSealing, type SecretSealing } from '../../platform/secrets/sealing.ts';
import { endpointOf, insertApplication, insertEndpoint, noon } from '../../testing/builders.ts';
import { toSigningSecret } from '../dispatch/domain/signing.ts';
import { findEndpoints } from '../store/endpoints.ts';
import { connectionCreated, ratingUpdated, webhookTest } from './event-data.ts';

/** Returns the time this many seconds after noon of the test's day. */
export function after(seconds: number): Date {
  return new Date(noon.getTime() + seconds * 1_000);
}

/** Seals the secrets with an unknown key, as if the operator had lost theirs. */
export async function loseSecretsKey(database: Database, applicationId: string): Promise<void> {
  const lost = createSecretSealing({ secretsKeys: [Buffer.alloc(32, 13)], dataDirectory: '' });
  const sealed = await lost.seal('whsec_lost', applicationId);
  await database
    .updateTable('webhook_endpoint')
    .set({
      secret_sealed: sealed,
      previous_secret_sealed: sealed,
      previous_secret_expires_at: after(60),
    })
    .execute();
  const body = Buffer.from(sealed).toString('base64');
  await database.updateTable('idempotency_record').set({ body }).execute();
}

/** The secret that signs the deliveries of `insertReceivers`. */
export const signingSecret = toSigningSecret(Buffer.alloc(32, 1));

/** Inserts applications whose endpoints have this URL. */
export async function insertReceivers(
  database: Database,
  sealing: SecretSealing,
  { url, count }: { url: string; count: number },
): Promise<string[]> {
  const applications: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const applicationId = await insertApplication(database);
    const secretSealed = await sealing.seal(signingSecret, applicationId);
    await insertEndpoint(database, applicationId, { url, secret_sealed: secretSealed });
    applications.push(applicationId);
  }
  return applications;
}

const data = {
  'connection.created': connectionCreated,
  'rating.updated': ratingUpdated,
  'webhook.test': webhookTest,
};

/** Returns the columns of a delivery that depend on its type of event. */
export function eventRow(type: keyof typeof data) {
  const payload = JSON.stringify({ type, timestamp: noon, data: data[type] });
  return { event_type: type, payload };
}

/** Inserts deliveries of `connection.created` to the first endpoint, due at noon, in this order. */
export async function insertDueDeliveries(
  database: Database,
  applicationId: string,
  count: number,
  delivery: Partial<Insertable<WebhookDeliveryTable>> = {},
): Promise<string[]> {
  const [endpoint] = await findEndpoints(database, applicationId);
  const rows = Array.from({ length: count }, () => ({
    id: newId('whd'),
    event_id: newId('evt'),
    application_id: applicationId,
    endpoint_id: endpoint?.id ?? endpointOf(applicationId),
    member_id: null,
    ...eventRow('connection.created'),
    url: 'https://courtside.example/webhooks',
    max_attempts: 10,
    next_attempt_at: noon,
    created_at: noon,
    ...delivery,
  }));
  await database.insertInto('webhook_delivery').values(rows).execute();
  return rows.map((row) => row.id);
}
