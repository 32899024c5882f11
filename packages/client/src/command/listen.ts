import { PartnerRatingClient } from '../client.ts';
import type { Environment } from '../core/client-options.ts';
import { eventJson, eventLine } from './event-line.ts';
import { CommandError, type ListenOptions } from './options.ts';
import { openReceiver } from './receiver.ts';
import { type Registration, register } from './registration.ts';

/** The output of the command. */
export interface Terminal {
  /** A line of the result, on standard output. */
  print: (line: string) => void;
  /** A line of progress, on standard error. */
  log: (line: string) => void;
}

/**
 * Runs `webhooks listen`: adds a webhook endpoint to the application, and prints its events until the signal is
 * aborted.
 *
 * @throws CommandError, or an error of the client.
 */
export async function listen(
  options: ListenOptions,
  { print, log }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const client = checkedClient(options);
  let registration: Registration | null = null;
  const printed = new Set<string>();
  // Listens before the endpoint exists, because the first event may arrive at once.
  const receiver = await openReceiver({
    port: options.port,
    secret: () => registration?.secret ?? null,
    onWebhook: (webhook) => {
      const again = printed.has(webhook.id) ? '  (again)' : '';
      printed.add(webhook.id);
      print(options.json ? eventJson(webhook) : `${eventLine(webhook)}${again}`);
    },
    onRefusal: (reason) => log(`Refused: ${reason}`),
  });
  try {
    const url = options.url ?? `http://localhost:${receiver.port}/hooks`;
    registration = await register(client, { events: options.events, url });
    for (const note of registration.notes) log(note);
    log(`Receiving ${registration.events.join(', ')} at ${url}. Press Ctrl-C to stop.`);
    await aborted(signal);
    log(await registration.end());
  } finally {
    await receiver.close();
  }
}

function checkedClient({ apiKey, baseUrl, environment }: ListenOptions): PartnerRatingClient {
  try {
    const service =
      baseUrl === undefined ? { environment: environment as Environment } : { baseUrl };
    return new PartnerRatingClient({ apiKey, ...service });
  } catch (error) {
    throw new CommandError((error as TypeError).message);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
}
