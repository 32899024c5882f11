import { Webhook } from 'standardwebhooks';
import { onTestFinished, vi } from 'vitest';
import {
  answering,
  type Behaviour,
  openWebhookReceiver,
  type ReceivedRequest,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';

export { answering, type Behaviour };

export interface Receiver extends Omit<WebhookReceiver, 'received' | 'close'> {
  /** Resolves after this many requests have arrived. */
  received: (count: number) => Promise<void>;
}

/** Delays every answer until `release`. */
export function holding(): { behaviour: Behaviour; release: () => void } {
  const released = Promise.withResolvers<void>();
  return {
    release: released.resolve,
    behaviour: (response) => {
      released.promise.then(() => response.end());
    },
  };
}

/** Opens a real HTTP server on loopback until the end of the test. */
export async function openReceiver(behaviour?: Behaviour, host?: string): Promise<Receiver> {
  const { received, close, ...receiver } = await openWebhookReceiver(behaviour, host);
  onTestFinished(close);
  return {
    ...receiver,
    url: `${receiver.url}?from=courtside`,
    received: async (count) => {
      if (count > 0) await received(count - 1);
    },
  };
}

/** Returns the event of a request, verified by the receivers' library at the time of its signature. */
export function verify(request: ReceivedRequest | undefined, secret: string): unknown {
  if (request === undefined) throw new Error('The request is missing.');
  const timestamp = Number(request.headers['webhook-timestamp']);
  vi.useFakeTimers({ toFake: ['Date'], now: timestamp * 1_000 });
  try {
    return new Webhook(secret).verify(request.body, request.headers);
  } finally {
    vi.useRealTimers();
  }
}
