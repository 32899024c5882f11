import type { Schemas } from '@partner-rating/server';
import { createKey } from '../../admin/partners.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';
import { noon } from './fixtures.ts';

const ALLOWED = '127.0.0.1:4020';

/** What the answers of these operations may hold. */
type AnswerBody = Schemas.WebhookDeliveriesResult & Schemas.WebhookEndpoint;

/** The service over HTTP as a partner calls it, at noon. */
export async function startWebhookService(kind: DatabaseKind = 'pglite') {
  const database = await createTestDatabase(kind);
  const time = { now: noon };
  const { baseUrl, partner, dependencies } = await startTestService({
    database,
    clock: () => time.now,
    environment: { WEBHOOK_PRIVATE_TARGETS: ALLOWED },
  });
  const { id: applicationId } = await database
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', partner.clientId)
    .executeTakeFirstOrThrow();

  async function call(method: string, path: string, body?: unknown, apiKey = partner.apiKey) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey !== '' && { 'x-api-key': apiKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as AnswerBody };
  }

  return {
    database,
    time,
    applicationId,
    call,
    /** A key of the same application that holds these scopes alone. */
    createKeyWith: async (scopes: string[]): Promise<string> => {
      const { apiKey } = await createKey(dependencies, { clientId: partner.clientId, scopes });
      return apiKey;
    },
  };
}
