import {
  AuthenticationError,
  type PartnerRatingClient,
  PartnerRatingError,
  ValidationError,
} from '@partner-rating/client';
import { readSecret, writeSecret } from './secret-file.ts';

/** This application's webhook endpoint, as the service knows it. */
export interface Registration {
  /** Sets the endpoint, unless it is set; returns the reasons why that is not possible. */
  ensure: () => Promise<string[]>;
  /** The secret that events are signed with; null while it is unknown. */
  secret: () => string | null;
}

export interface RegistrationOptions {
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
      secret = await setEndpoint(options);
      return secret === null ? explainLostSecret(options) : [];
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

async function setEndpoint({ client, url, secretPath }: RegistrationOptions) {
  // Set at every start, also when it is known: the port may have changed, and an endpoint that failed
  // for days is disabled.
  const { secret, createdAt } = await client.webhooks.setEndpoint({ url });
  if (secret !== undefined) {
    await writeSecret(secretPath, { secret, createdAt });
    return secret;
  }
  const stored = await readSecret(secretPath);
  return stored?.createdAt === createdAt ? stored.secret : null;
}

function explainRefusedAddress({ url }: RegistrationOptions): string[] {
  const { host } = new URL(url);
  return [
    `The service may not send webhooks to ${host}: without https it sends them only to addresses its operator allows.`,
    `Stop it, start it again with WEBHOOK_PRIVATE_TARGETS=${host} npx -y pnpm@12 start, and reload this page. Everything except webhooks works without it.`,
  ];
}

function explainLostSecret({ secretPath }: RegistrationOptions): string[] {
  return [
    `The webhook endpoint was created earlier, and its secret was shown only then; it is not in ${secretPath}. Without it no signature can be verified, so events are not accepted.`,
    'Put that file back and start the demo again, or stop the service, delete its data directory and start over. Everything except webhooks works without it.',
  ];
}
