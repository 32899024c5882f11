import type { Schemas } from '@partner-rating/server';
import { createKey } from '../../console/actions/keys.ts';
import { createPartner } from '../../console/actions/partners.ts';
import { noon } from '../../testing/builders.ts';
import { createTestDatabase, type DatabaseKind } from '../../testing/test-database.ts';
import { startTestService } from '../../testing/test-service.ts';

const ALLOWED = '127.0.0.1:4020';

/** The possible contents of the answers of these operations. */
type AnswerBody = Schemas.WebhookDeliveriesResult &
  Omit<Schemas.WebhookEndpoint, 'status'> &
  Schemas.WebhookEndpoints &
  Schemas.WebhookSecret &
  Omit<Schemas.WebhookDelivery, 'status'> &
  Schemas.WebhookReplay &
  Schemas.WebhookTestResult;

interface PartnerRequest {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Empty for none. */
  apiKey?: string;
}

/** Starts the service over HTTP, as a partner calls it, at noon. */
export async function startWebhookService(
  kind: DatabaseKind = 'postgres',
  environment: Record<string, string> = {},
) {
  const database = await createTestDatabase(kind);
  const time = { now: noon };
  const { baseUrl, partner, dependencies } = await startTestService({
    database,
    clock: () => time.now,
    environment: { WEBHOOK_PRIVATE_TARGETS: ALLOWED, ...environment },
  });
  const { id: applicationId } = await database
    .selectFrom('application')
    .select('id')
    .where('client_id', '=', partner.clientId)
    .executeTakeFirstOrThrow();

  async function send({ method, path, body, headers, apiKey = partner.apiKey }: PartnerRequest) {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(apiKey !== '' && { 'x-api-key': apiKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? undefined : JSON.parse(text)) as AnswerBody;
    return { status: response.status, headers: response.headers, body: answer };
  }

  async function call(method: string, path: string, body?: unknown, apiKey = partner.apiKey) {
    const answer = await send({ method, path, body, apiKey });
    return { status: answer.status, body: answer.body };
  }

  return {
    database,
    time,
    applicationId,
    call,
    /** Does the same, for headers of the request or the answer. */
    send,
    dependencies,
    /** Creates the key of another application. */
    createOther: async (): Promise<string> => {
      const clientId = 'rally-league';
      const redirectUris = ['https://rally.example/callback'];
      await createPartner(dependencies, { clientId, name: 'Rally League', redirectUris });
      return (await createKey(dependencies, { clientId })).apiKey;
    },
  };
}
