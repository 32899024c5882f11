import type { Configuration } from '../platform/configuration/configuration.ts';

/** Where `partner-rating webhooks listen` waits by default. */
const LISTENING_COMMAND = 'localhost:4020';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Lets webhooks go to the listening command on this machine, so that they can be tried at once.
 * Only for a demonstration that nobody else can reach: from outside, no partner could have the
 * service look at what waits on that port.
 */
export function withListeningCommand(configuration: Configuration): Configuration {
  const { seed, host, publicUrl, webhookPrivateTargets } = configuration;
  const isOwnDemonstration = seed === 'demo' && publicUrl === null && LOOPBACK.includes(host);
  if (!isOwnDemonstration || webhookPrivateTargets.length > 0) return configuration;
  return { ...configuration, webhookPrivateTargets: [LISTENING_COMMAND] };
}

/** Whether webhooks may go to the listening command. */
export function allowsListeningCommand({ webhookPrivateTargets }: Configuration): boolean {
  return webhookPrivateTargets.includes(LISTENING_COMMAND);
}
