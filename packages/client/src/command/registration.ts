import type { PartnerRatingClient } from '../client.ts';
import { ConflictError } from '../core/errors/conflict-error.ts';
import { NotFoundError } from '../core/errors/not-found-error.ts';
import { ValidationError } from '../core/errors/validation-error.ts';
import type { WebhookEndpoint } from '../generated/types.gen.ts';
import { CommandError, type ListenOptions } from './options.ts';
import { escapeDeceptive } from './terminal.ts';

/** This machine as one more webhook endpoint of the application. */
export interface Registration {
  /** The signing secret. */
  secret: string;
  /** The types of event to receive. */
  events: readonly string[];
  /** Notes to log. */
  notes: string[];
  /** Removes the endpoint, and describes the result. */
  end: () => Promise<string>;
}

export type RegistrationOptions = Pick<ListenOptions, 'events'> & {
  /** The URL under which the service reaches this machine. */
  url: string;
};

// In the URL, so that what a killed run left is recognized, and no endpoint of anything else is taken for it.
const MARK = 'partner-rating-listen';

/**
 * Adds an endpoint to those of the application, in place of one that an earlier run left at the same URL.
 *
 * @throws CommandError where the service refuses it.
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
    const notes = left === 0 ? [] : ['The endpoint that an earlier run left here is replaced.'];
    return { secret: endpoint.secret, events: endpoint.events, notes, end };
  } catch (error) {
    // After a refusal there is none; after any other error there may be.
    if (!(error instanceof CommandError)) await end();
    throw error;
  }
}

function markedUrl(url: string): string {
  const marked = new URL(url);
  marked.searchParams.set(MARK, '1');
  return marked.href;
}

/** How many it removed: what has the mark of this command is its own. */
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
        'Your application has as many endpoints as it may. Remove one with webhooks.deleteEndpoint, such as ' +
          `one whose URL ends in ${MARK}=1, which a killed run of this command left, and run it again.`,
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

/** What to do about an address that the service does not send to, where it does not say so itself. */
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
    return removed === 0 ? 'The endpoint was removed meanwhile.' : 'The endpoint is removed.';
  } catch (error) {
    throw new CommandError(
      `The endpoint ${url} may still be there, since it could not be removed: ${(error as Error).message} Run the ` +
        'command again, or remove the endpoint with webhooks.deleteEndpoint.',
    );
  }
}
