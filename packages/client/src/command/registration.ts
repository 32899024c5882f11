import type { PartnerRatingClient } from '../client.ts';
import { NotFoundError } from '../core/errors/not-found-error.ts';
import { ValidationError } from '../core/errors/validation-error.ts';
import type { WebhookEndpoint, WebhookSecret } from '../generated/types.gen.ts';
import { CommandError, type ListenOptions } from './options.ts';

/** This machine as the temporary webhook endpoint of the application. */
export interface Registration {
  /** The signing secret. */
  secret: string;
  /** The types of event to receive. */
  events: readonly string[];
  /** Notes to log. */
  notes: string[];
  /** Restores the previous endpoint, and describes the result. */
  end: () => Promise<string>;
}

export type RegistrationOptions = Pick<ListenOptions, 'events' | 'replace' | 'secret'> & {
  /** The URL under which the service reaches this machine. */
  url: string;
};

/** @throws CommandError where another endpoint is set, or the service refuses this one. */
export async function register(
  client: PartnerRatingClient,
  { url, events, replace, secret: knownSecret }: RegistrationOptions,
): Promise<Registration> {
  const previous = await findEndpoint(client);
  // Plain HTTP is for trying things out, so an endpoint with this URL is stale: a killed run left it.
  const isStale = previous?.url === url && url.startsWith('http:');
  if (previous !== null && !isStale && !replace) throw endpointTaken(previous);

  const before = isStale ? null : previous;
  const end = () =>
    restoreEndpoint(client, url, before).catch((error) => explainNotRestored(url, error));
  try {
    const { secret, ...endpoint } = await setEndpoint(client, url, events);
    // The secret of a killed run is lost, so a given one belongs to another endpoint.
    const known = secret ?? (isStale ? undefined : knownSecret);
    const registration = { events: endpoint.events, end };
    const notes = previousNotes(previous, isStale);
    if (known !== undefined) return { ...registration, secret: known, notes };
    const rotated = await client.webhooks.rotateSecret({ idempotencyKey: crypto.randomUUID() });
    if (!isStale) notes.push(...rotationNotes(rotated));
    return { ...registration, secret: rotated.secret, notes };
  } catch (error) {
    // After a refusal the endpoint is not set; after any other error it may be.
    if (!(error instanceof CommandError)) await end();
    throw error;
  }
}

function previousNotes(previous: WebhookEndpoint | null, isStale: boolean): string[] {
  if (previous === null) return [];
  return isStale
    ? [`${previous.url} was already set, as by a killed run. It is removed at the end.`]
    : [`Until this ends, events come here and not to ${previous.url}.`];
}

function rotationNotes({ secret, previousSecretExpiresAt }: WebhookSecret): string[] {
  return [
    `The previous endpoint has a new secret: ${secret}`,
    `The old one also signs until ${previousSecretExpiresAt}. Set the new one in your own receiver ` +
      'by then.',
  ];
}

async function findEndpoint(client: PartnerRatingClient): Promise<WebhookEndpoint | null> {
  try {
    return await client.webhooks.getEndpoint();
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

function endpointTaken({ url }: WebhookEndpoint): CommandError {
  return new CommandError(
    `Your application receives its events at ${url}, and it has only one endpoint. With --replace ` +
      'they come here while this runs, and go there again afterwards; meanwhile that receiver ' +
      'gets none. Or use the API key of another application.',
  );
}

async function setEndpoint(
  client: PartnerRatingClient,
  url: string,
  events: string[] | undefined,
): Promise<WebhookEndpoint> {
  try {
    return await client.webhooks.setEndpoint(events === undefined ? { url } : { url, events });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const details = error.errors.map(({ detail }) => detail);
    const isAddress = error.errors.some(({ pointer }) => pointer === '/url');
    throw new CommandError(
      [error.detail, ...details, ...(isAddress ? [reachabilityHint(url)] : [])].join('\n'),
    );
  }
}

function reachabilityHint(url: string): string {
  const { host } = new URL(url);
  return (
    `If you run the service yourself, start it with WEBHOOK_PRIVATE_TARGETS=${host}. If not, open ` +
    'a tunnel to this port and pass its https URL with --url.'
  );
}

async function restoreEndpoint(
  client: PartnerRatingClient,
  url: string,
  previous: WebhookEndpoint | null,
): Promise<string> {
  const current = await findEndpoint(client);
  if (current === null) return 'No endpoint is set: it was removed meanwhile.';
  if (current.url !== url) {
    return `Events go to ${current.url}: that was set meanwhile, so it stays.`;
  }
  if (previous === null) {
    await client.webhooks.deleteEndpoint();
    return 'The endpoint is removed; none is set now.';
  }
  await client.webhooks.setEndpoint({ url: previous.url, events: previous.events });
  const enabled =
    previous.status === 'disabled' ? ' It was disabled before and is enabled now.' : '';
  return `Events go to ${previous.url} again.${enabled}`;
}

function explainNotRestored(url: string, { message }: Error): never {
  throw new CommandError(
    `The endpoint ${url} may still be set, since it could not be restored: ${message} Run the ` +
      'command again, or set the endpoint with webhooks.setEndpoint.',
  );
}
