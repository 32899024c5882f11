import { randomBytes } from 'node:crypto';
import { type SignedWebhook, signWebhook } from '@partner-rating/client/webhooks';
import { contract } from './contract.ts';

const timeoutMilliseconds = 15_000;
const maxBodyLength = 1_024;

/** Where webhooks are sent, and what signs them. */
export interface Receiver {
  url: string;
  secret: string;
}

/**
 * What became of a webhook that was sent.
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
  /** The status of the answer; null where none came. */
  statusCode: number | null;
  /** The first 1024 characters of the answer; null where none came. */
  responseBody: string | null;
  /** What failed; null where it was delivered. */
  errorMessage: string | null;
}

/** The examples of the events of the contract by their type, the usual one first. */
export const eventExamples = new Map(
  contract
    .events()
    .map(({ type, body }) => [
      type,
      body?.content['application/json']?.examples.map(({ name }) => name) ?? [],
    ]),
);

/**
 * The receiver at an address, with a new secret where none is given.
 *
 * @throws TypeError where the address or the secret is none.
 */
export async function createReceiver({
  url,
  secret = `whsec_${randomBytes(32).toString('base64')}`,
}: {
  url: string;
  secret?: string | undefined;
}): Promise<Receiver> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TypeError(`${url} is no http or https address to send webhooks to.`);
  }
  await signWebhook('{}', { secret });
  return { url, secret };
}

/**
 * Sends an event of the contract, named by its type or by its example, signed as the service signs:
 * with a new id and the time of now.
 *
 * @throws RangeError where there is no such event; the message names those there are.
 * @throws TypeError where the secret is none.
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
    // As the service: what answers is what counts, not where it points.
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
    `There is no event ${name}. There are the types ${[...eventExamples.keys()].join(', ')}, ` +
      `and the examples ${[...eventExamples.values()].flat().join(', ')}.`,
  );
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `${timeoutMilliseconds / 1_000} seconds passed`;
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? error.message;
}
