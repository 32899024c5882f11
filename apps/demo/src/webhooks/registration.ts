import {
  AuthenticationError,
  type PartnerRatingClient,
  PartnerRatingError,
  ValidationError,
} from '@partner-rating/client';
import { readSecret, writeSecret } from './secret-file.ts';

/** This application's webhook endpoint, as the service knows it. */
export interface Registration {
  /** Sets the endpoint, unless it is set; gives what prevents it, in sentences, or nothing. */
  ensure: () => Promise<string[]>;
  /** The secret that events are signed with; null while it is not known. */
  secret: () => string | null;
}

export interface RegistrationOptions {
  client: PartnerRatingClient;
  /** Where this application receives webhooks. */
  url: string;
  /** The file the secret is kept in, since the service shows it only once. */
  secretPath: string;
}

export function createRegistration(options: RegistrationOptions): Registration {
  let secret: string | null = null;
  let underWay: Promise<string[]> | null = null;

  async function register(): Promise<string[]> {
    try {
      secret = await setEndpoint(options);
      return secret === null ? explainLostSecret(options) : [];
    } catch (error) {
      const mayBeFixed =
        error instanceof PartnerRatingError && !(error instanceof AuthenticationError);
      if (!mayBeFixed) throw error;
      return error instanceof ValidationError
        ? explainRefusedAddress(options)
        : [`The service did not take the webhook endpoint: ${error.message}`];
    }
  }

  return {
    secret: () => secret,
    ensure: async () => {
      if (secret !== null) return [];
      underWay ??= register().finally(() => {
        underWay = null;
      });
      return await underWay;
    },
  };
}

async function setEndpoint({ client, url, secretPath }: RegistrationOptions) {
  // Set at every start, also when it is known: the port may be another one, and an endpoint that
  // failed for long was disabled.
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
    `The service that runs may not send webhooks to ${host}: without https it sends them only where its operator allows it.`,
    `Stop it, start it again with WEBHOOK_PRIVATE_TARGETS=${host} npx -y pnpm@12 start, and load this page once more. Everything but the webhooks works without.`,
  ];
}

function explainLostSecret({ secretPath }: RegistrationOptions): string[] {
  return [
    `The webhook endpoint was made earlier, and its secret was shown only then; it is not in ${secretPath}. Without it no signature can be verified, so events are not taken.`,
    'Put that file back and start the demo again, or stop the service, delete its data directory and start over. Everything but the webhooks works without.',
  ];
}
