import type { PartnerRatingClient } from '../client.ts';
import { ConflictError, NotFoundError, ValidationError } from '../core/errors/call-errors.ts';
import type { WebhookEndpoint } from '../generated/types.gen.ts';
import { CommandError, type ListenOptions } from './options.ts';
import { escapeDeceptive } from './terminal.ts';

/** A webhook endpoint of the application that leads to this machine. */
export interface Registration {
  /** The signing secret. */
  secret: string;
  /** The event types to receive. */
  events: readonly string[];
  /** Notes to log. */
  notes: string[];
  /** Removes the endpoint, and returns a sentence about the result. */
  end: () => Promise<string>;
}

export type RegistrationOptions = Pick<ListenOptions, 'events'> & {
  /** The URL that the service sends events to. */
  url: string;
};

// Marks the URL, so that the command recognizes endpoints of killed runs, and removes only its own.
const MARK = 'partner-rating-listen';

/**
 * Adds an endpoint to the application. Replaces the endpoint that an earlier run left at the same URL.
 *
 * @throws CommandError if the service refuses the endpoint.
 */
export async function register(
  client: PartnerRatingClient,
  { url, events }: RegistrationOptions,
): Promise<Registration> {
  const ownUrl = markedUrl(url);
  const left = await removeEndpoints(client, ownUrl);
  const end = () => endOf(client, ownUrl);
  try {
    const endpoint = await createEndpoint(client, ownUrl, events);
    if (endpoint.secret === undefined) throw new TypeError('The new endpoint has no secret.');
    const notes = left === 0 ? [] : ['Replaced the endpoint of an earlier run.'];
    return { secret: endpoint.secret, events: endpoint.events, notes, end };
  } catch (error) {
    // A refusal creates no endpoint; after any other error there may be one.
    if (!(error instanceof CommandError)) await end();
    throw error;
  }
}

function markedUrl(url: string): string {
  const marked = new URL(url);
  marked.searchParams.set(MARK, '1');
  return marked.href;
}

/** Removes the endpoints at the URL, which this command marked, and returns how many there were. */
async function removeEndpoints(client: PartnerRatingClient, url: string): Promise<number> {
  const { endpoints } = await client.webhooks.listEndpoints();
  const own = endpoints.filter((endpoint) => endpoint.url === url);
  for (const { id } of own) {
    await client.webhooks.deleteEndpoint(id).catch((error: unknown) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
  }
  return own.length;
}

async function createEndpoint(
  client: PartnerRatingClient,
  url: string,
  events: string[] | undefined,
): Promise<WebhookEndpoint> {
  try {
    return await client.webhooks.createEndpoint(events === undefined ? { url } : { url, events });
  } catch (error) {
    if (error instanceof ConflictError && error.code === 'too_many_endpoints') {
      throw new CommandError(
        'Your application has reached its limit of endpoints. Remove one with webhooks.deleteEndpoint, such ' +
          `as an endpoint of a killed run, whose URL ends in ${MARK}=1. Then run the command again.`,
      );
    }
    if (!(error instanceof ValidationError)) throw error;
    const details = error.errors.map(({ detail }) => detail);
    const isAddress = error.errors.some(({ pointer }) => pointer === '/url');
    const hints = isAddress ? reachabilityHints(url, details) : [];
    throw new CommandError(
      [error.detail ?? error.message, ...details, ...hints].map(escapeDeceptive).join('\n'),
    );
  }
}

/** Returns advice about a URL that the service does not send to, unless the service gave the advice itself. */
function reachabilityHints(url: string, details: string[]): string[] {
  const target = `WEBHOOK_PRIVATE_TARGETS=${new URL(url).host}.`;
  const isSaid = details.some((detail) => detail.includes(target));
  return [
    ...(isSaid ? [] : [`If you run the service yourself, start it with ${target}`]),
    'Or open a tunnel to this port and pass its https URL with --url.',
  ];
}

async function endOf(client: PartnerRatingClient, url: string): Promise<string> {
  try {
    const removed = await removeEndpoints(client, url);
    return removed === 0 ? 'Somebody else removed the endpoint.' : 'Removed the endpoint.';
  } catch (error) {
    throw new CommandError(
      `Could not remove the endpoint ${url}: ${(error as Error).message} Run the ` +
        'command again, or remove the endpoint with webhooks.deleteEndpoint.',
    );
  }
}
