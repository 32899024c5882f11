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
  /** Resolves once this many requests have come in. */
  received: (count: number) => Promise<void>;
}

/** Holds every answer back until `release`. */
export function holding(): { behaviour: Behaviour; release: () => void } {
  const released = Promise.withResolvers<void>();
  return {
    release: released.resolve,
    behaviour: (response) => {
      released.promise.then(() => response.end());
    },
  };
}

/** A real HTTP server on loopback, until the test has finished. */
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

/** Gives the event of a request, verified by the receivers' own library at the time it was signed. */
export function verify(request: ReceivedRequest | undefined, secret: string): unknown {
  if (request === undefined) throw new Error('There is no such request.');
  const timestamp = Number(request.headers['webhook-timestamp']);
  vi.useFakeTimers({ toFake: ['Date'], now: timestamp * 1_000 });
  try {
    return new Webhook(secret).verify(request.body, request.headers);
  } finally {
    vi.useRealTimers();
  }
}
