import type { PartnerRatingClient } from '../client.ts';
import { NotFoundError } from '../core/errors/not-found-error.ts';
import { ValidationError } from '../core/errors/validation-error.ts';
import type { WebhookEndpoint, WebhookSecret } from '../generated/types.gen.ts';
import { CommandError, type ListenOptions } from './options.ts';

/** This machine as the webhook endpoint of the application, for a while. */
export interface Registration {
  /** What signs the events. */
  secret: string;
  /** The types of event that are sent. */
  events: readonly string[];
  /** What whoever runs the command must know about it. */
  notes: string[];
  /** Puts back what was set before, and says what is set now. */
  end: () => Promise<string>;
}

export type RegistrationOptions = Pick<ListenOptions, 'events' | 'replace' | 'secret'> & {
  /** Where the service reaches this machine. */
  url: string;
};

/** @throws CommandError where another endpoint is set, or the service does not take this one. */
export async function register(
  client: PartnerRatingClient,
  { url, events, replace, secret: knownSecret }: RegistrationOptions,
): Promise<Registration> {
  const previous = await findEndpoint(client);
  // Plain HTTP is allowed for trying things out only, so an endpoint at this very address is what
  // a run left that was killed.
  const isLeftBehind = previous?.url === url && url.startsWith('http:');
  if (previous !== null && !isLeftBehind && !replace) throw anotherIsSet(previous);

  const before = isLeftBehind ? null : previous;
  const end = () => putBack(client, url, before).catch((error) => explainLeftSet(url, error));
  try {
    const { secret, ...endpoint } = await setEndpoint(client, url, events);
    // Nobody holds the secret of a run that was killed, so one that is given is of another endpoint.
    const known = secret ?? (isLeftBehind ? undefined : knownSecret);
    const registration = { events: endpoint.events, end };
    const notes = previousNotes(previous, isLeftBehind);
    if (known !== undefined) return { ...registration, secret: known, notes };
    const rotated = await client.webhooks.rotateSecret({ idempotencyKey: crypto.randomUUID() });
    if (!isLeftBehind) notes.push(...rotationNotes(rotated));
    return { ...registration, secret: rotated.secret, notes };
  } catch (error) {
    // What the service refused was not set; of anything else nobody knows.
    if (!(error instanceof CommandError)) await end();
    throw error;
  }
}

function previousNotes(previous: WebhookEndpoint | null, isLeftBehind: boolean): string[] {
  if (previous === null) return [];
  return isLeftBehind
    ? [`${previous.url} was set already, as by a run that was killed. It is removed in the end.`]
    : [`Until this ends, events come here and not to ${previous.url}.`];
}

function rotationNotes({ secret, previousSecretExpiresAt }: WebhookSecret): string[] {
  return [
    `The endpoint that was set has a new secret: ${secret}`,
    `The one before signs beside it until ${previousSecretExpiresAt}. Give your own receiver the ` +
      'new one by then.',
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

function anotherIsSet({ url }: WebhookEndpoint): CommandError {
  return new CommandError(
    `Your application receives its events at ${url}, and it has one endpoint only. With --replace ` +
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
      [error.message, ...details, ...(isAddress ? [howToReach(url)] : [])].join('\n'),
    );
  }
}

function howToReach(url: string): string {
  const { host } = new URL(url);
  return (
    `If you run the service yourself, start it with WEBHOOK_PRIVATE_TARGETS=${host}. If not, open ` +
    'a tunnel to this port and give its https address with --url.'
  );
}

async function putBack(
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
    return 'The endpoint is removed again; none is set now.';
  }
  await client.webhooks.setEndpoint({ url: previous.url, events: previous.events });
  const enabled =
    previous.status === 'disabled' ? ' It was disabled before and is enabled now.' : '';
  return `Events go to ${previous.url} again.${enabled}`;
}

function explainLeftSet(url: string, { message }: Error): never {
  throw new CommandError(
    `The endpoint ${url} may still be set, since it could not be put back: ${message} Run the ` +
      'command again, or set the endpoint with webhooks.setEndpoint.',
  );
}
