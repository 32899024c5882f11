import { readFile, writeFile } from 'node:fs/promises';
import {
  AuthenticationError,
  type EndpointId,
  type PartnerRatingClient,
  PartnerRatingError,
  ValidationError,
} from '@partner-rating/client';

/** This application's webhook endpoint, as the service knows it. */
export interface Registration {
  /** Registers the endpoint if necessary. Returns the reasons if that fails; an empty list means success. */
  ensure: () => Promise<string[]>;
  /** The secret that events are signed with; null while it is unknown. */
  secret: () => string | null;
}

interface RegistrationOptions {
  client: PartnerRatingClient;
  /** Where this application receives webhooks. */
  url: string;
  /** The file in which the secret is stored, since the service shows it only once. */
  secretPath: string;
}

export function createRegistration(options: RegistrationOptions): Registration {
  let secret: string | null = null;
  let pending: Promise<string[]> | null = null;

  async function register(): Promise<string[]> {
    try {
      secret = await registerEndpoint(options);
      return [];
    } catch (error) {
      const isRecoverable =
        error instanceof PartnerRatingError && !(error instanceof AuthenticationError);
      if (!isRecoverable) throw error;
      return error instanceof ValidationError
        ? explainRefusedAddress(options)
        : [`The service did not accept the webhook endpoint: ${error.message}`];
    }
  }

  return {
    secret: () => secret,
    ensure: async () => {
      if (secret !== null) return [];
      pending ??= register().finally(() => {
        pending = null;
      });
      return await pending;
    },
  };
}

// Updated at every start: the port may have changed, and an endpoint that failed for days is disabled.
async function registerEndpoint({ client, url, secretPath }: RegistrationOptions) {
  const stored = await readSecret(secretPath);
  const { endpoints } = await client.webhooks.listEndpoints();
  if (stored !== null && endpoints.some(({ id }) => id === stored.id)) {
    await client.webhooks.updateEndpoint(stored.id, { url });
    return stored.secret;
  }
  // The secret of an endpoint that an earlier start created is lost, so no event from that endpoint can be verified.
  for (const { id } of endpoints.filter((endpoint) => endpoint.url === url)) {
    await client.webhooks.deleteEndpoint(id);
  }
  const { id, secret } = await client.webhooks.createEndpoint({ url });
  if (secret === undefined) throw new TypeError('The new endpoint has no secret.');
  await writeSecret(secretPath, { id, secret });
  return secret;
}

function explainRefusedAddress({ url }: RegistrationOptions): string[] {
  const { host } = new URL(url);
  return [
    `The service may not send webhooks to ${host}. Without https, it sends them only to addresses that its operator allows.`,
    `Stop the service, start it with WEBHOOK_PRIVATE_TARGETS=${host} npx -y pnpm@12 start, and reload this page. Everything else works without webhooks.`,
  ];
}

/** The signing secret of a webhook endpoint, and the id of that endpoint. */
interface StoredSecret {
  id: EndpointId;
  secret: string;
}

/** Returns the stored secret, or null if there is none that can be read. */
async function readSecret(path: string): Promise<StoredSecret | null> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Partial<StoredSecret>;
    const { id, secret } = stored;
    if (typeof id !== 'string' || typeof secret !== 'string') return null;
    return { id, secret };
  } catch {
    return null;
  }
}

async function writeSecret(path: string, stored: StoredSecret): Promise<void> {
  // Only the owner may read it: it can be used to sign events.
  await writeFile(path, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
}
