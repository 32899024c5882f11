import type {
  CheckedAddress,
  ReceiverPools,
} from '@partner-rating/service/src/webhooks/dispatch/receiver-pools.ts';
import { Webhook } from 'standardwebhooks';
import type { Dispatcher } from 'undici';

export const MOODS = ['well', 'broken', 'hanging', 'answer lost', 'slow'] as const;

/** How a receiver treats its events. */
export type Mood = (typeof MOODS)[number];

export interface ReceivedEvent {
  eventId: string;
  url: string;
  body: string;
  isSigned: boolean;
  at: number;
}

const SLOW_MILLISECONDS = 4_000;

/**
 * The partners' endpoints by URL, and the events that arrived. They are outside the service, so no
 * crash affects them.
 */
export class Receivers {
  readonly received: ReceivedEvent[] = [];
  readonly #moods = new Map<string, Mood>();
  readonly #secrets = new Map<string, string[]>();

  setMood(url: string, mood: Mood): void {
    this.#moods.set(url, mood);
  }

  allWell(): void {
    this.#moods.clear();
  }

  /** Adds a secret that may sign events for the host of a URL from now on. */
  addSecret(url: string, secret: string): void {
    const { host } = new URL(url);
    this.#secrets.set(host, [...(this.#secrets.get(host) ?? []), secret]);
  }

  /** The network between the service and the receivers. */
  pools(now: () => number): ReceiverPools {
    return {
      open: ({ url }: CheckedAddress) => ({
        dispatch: (request, handler) => {
          const { headers, body } = request as { headers: Record<string, string>; body: string };
          return this.#receive({ url: url.href, headers, body, now: now() }, handler);
        },
      }),
      close: async () => {},
    };
  }

  #receive(
    {
      url,
      headers,
      body,
      now,
    }: { url: string; headers: Record<string, string>; body: string; now: number },
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const mood = this.#moods.get(url) ?? 'well';
    const controller = { abort: () => {} } as unknown as Dispatcher.DispatchController;
    const answer = (status: number) => {
      handler.onResponseStart?.(controller, status, {}, '');
      handler.onResponseEnd?.(controller, {});
    };
    handler.onRequestStart?.(controller, {});
    if (mood === 'broken') answer(500);
    if (mood === 'broken' || mood === 'hanging') return true;
    const eventId = headers['webhook-id'] ?? '';
    this.received.push({
      eventId,
      url,
      body,
      isSigned: this.#isSigned(url, headers, body),
      at: now,
    });
    if (mood === 'answer lost') {
      handler.onResponseError?.(controller, new Error('The connection was lost.'));
    } else if (mood === 'slow') setTimeout(answer, SLOW_MILLISECONDS, 204);
    else answer(204);
    return true;
  }

  #isSigned(url: string, headers: Record<string, string>, body: string): boolean {
    return (this.#secrets.get(new URL(url).host) ?? []).some((secret) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
  }
}
