import type { Configuration } from '../platform/configuration/configuration.ts';

/** Where `partner-rating webhooks listen` waits by default. */
const LISTENING_COMMAND = 'localhost:4020';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Lets webhooks go to the listening command on this machine, and to the applications that are built here, by their
 * redirect addresses, so that they can be tried at once. Only for a demonstration that nobody else can reach: from
 * outside, no partner could have the service look at what waits on these ports.
 */
export function withTargetsOnThisMachine(
  configuration: Configuration,
  redirectUris: readonly string[],
): Configuration {
  const { seed, host, publicUrl, webhookPrivateTargets } = configuration;
  const isOwnDemonstration = seed === 'demo' && publicUrl === null && LOOPBACK.includes(host);
  if (!isOwnDemonstration || webhookPrivateTargets.length > 0) return configuration;
  const targets = new Set([LISTENING_COMMAND, ...redirectUris.flatMap(targetOf)]);
  return { ...configuration, webhookPrivateTargets: [...targets] };
}

/** The host and port of an address on this machine, as the setting lists it; none for one elsewhere. */
export function targetOf(redirectUri: string): string[] {
  const { protocol, hostname, port } = new URL(redirectUri);
  const isHere = LOOPBACK.includes(hostname.replace(/^\[(.*)\]$/, '$1'));
  if (!isHere || (protocol !== 'http:' && protocol !== 'https:')) return [];
  return [`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`];
}

/** Whether webhooks may go to the listening command. */
export function allowsListeningCommand({ webhookPrivateTargets }: Configuration): boolean {
  return webhookPrivateTargets.includes(LISTENING_COMMAND);
}
