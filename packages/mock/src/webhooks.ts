import { randomBytes } from 'node:crypto';
import { type SignedWebhook, signWebhook } from '@partner-rating/client/webhooks';
import { contract } from './contract.ts';

const timeoutMilliseconds = 15_000;
const maxBodyLength = 1_024;

/** The address that receives webhooks, and the secret that signs them. */
export interface Receiver {
  url: string;
  secret: string;
}

/**
 * The result of a webhook that was sent.
 *
 * @example
 * await using mock = await startMock({ webhooks: { url: 'http://localhost:3000/webhooks' } });
 * const { delivered, statusCode }: EmittedWebhook = await mock.emit('connection.revoked');
 */
export interface EmittedWebhook {
  /** Whether the receiver answered 2xx. */
  delivered: boolean;
  /** The example that was sent, such as `events.ratingUpdated`. */
  example: string;
  /** Its `webhook-id`, new each time. */
  webhookId: string;
  url: string;
  /** The status of the answer; null if there was none. */
  statusCode: number | null;
  /** The first 1024 characters of the answer; null if there was none. */
  responseBody: string | null;
  /** The reason of a failure; null if it was delivered. */
  errorMessage: string | null;
}

/** The names of the contract's event examples, by type; the default example comes first. */
export const eventExamples = new Map(
  contract
    .events()
    .map(({ type, body }) => [
      type,
      body?.content['application/json']?.examples.map(({ name }) => name) ?? [],
    ]),
);

/**
 * Creates a receiver for an address. Default: a new secret.
 *
 * @throws TypeError if the address or the secret is invalid.
 */
export async function createReceiver({
  url,
  secret = `whsec_${randomBytes(32).toString('base64')}`,
}: {
  url: string;
  secret?: string | undefined;
}): Promise<Receiver> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError(
      `"${url}" is not an http or https address. Pass the address of your receiver.`,
    );
  }
  await signWebhook('{}', { secret });
  return { url, secret };
}

/**
 * Sends an event of the contract, named by its type or by its example. The event is signed like events of the service,
 * with a new id and the current time.
 *
 * @throws RangeError if there is no such event; the message lists the events.
 * @throws TypeError if the secret is invalid.
 */
export async function emitWebhook(receiver: Receiver, name: string): Promise<EmittedWebhook> {
  const example = exampleOf(name);
  const body = JSON.stringify(contract.example(example).value);
  const signed = await signWebhook(body, { secret: receiver.secret });
  const sent = { example, webhookId: signed.headers['webhook-id'], url: receiver.url };
  try {
    return { ...sent, ...(await post(receiver.url, signed)) };
  } catch (error) {
    const errorMessage = `The receiver did not answer: ${reason(error)}.`;
    return { ...sent, delivered: false, statusCode: null, responseBody: null, errorMessage };
  }
}

async function post(url: string, { headers, body }: SignedWebhook) {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    // Like the service, which does not follow redirects.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  const responseBody = (await response.text()).slice(0, maxBodyLength);
  return {
    delivered: response.ok,
    statusCode: response.status,
    responseBody,
    errorMessage: response.ok ? null : `The receiver answered ${response.status}.`,
  };
}

function exampleOf(name: string): string {
  const example =
    eventExamples.get(name)?.[0] ?? [...eventExamples.values()].flat().find((one) => one === name);
  if (example !== undefined) return example;
  throw new RangeError(
    `There is no event ${name}. The types: ${[...eventExamples.keys()].join(', ')}. ` +
      `The examples: ${[...eventExamples.values()].flat().join(', ')}.`,
  );
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `${timeoutMilliseconds / 1_000} seconds passed`;
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}
