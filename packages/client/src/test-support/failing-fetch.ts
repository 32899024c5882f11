import { afterEach, beforeEach, vi } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import type { ClientOptions } from '../core/client-options.ts';

const baseUrl = 'http://localhost:3001/api/v1';

/** Returns a client whose fetch fails a number of times, and then succeeds. */
export function failing(times: number, answer: () => Response | Promise<Response>) {
  const sent: { method: string | undefined; headers: Headers; body: unknown }[] = [];
  const fetch = async (_: string, { method, headers, body }: RequestInit) => {
    sent.push({ method, headers: new Headers(headers), body });
    return sent.length <= times ? await answer() : Response.json({ done: true });
  };
  const client = (options: Partial<ClientOptions> = {}) =>
    new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, fetch, ...options } as ClientOptions);
  return { client, sent };
}

/** Returns a response with a problem document. */
export function problem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json(
    { code },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );
}

/** Returns a response after which a read is retried. */
export const unavailable = () => problem(503, 'unavailable');

/** Makes the timers of a file's tests fire at once, with half of the greatest jitter. */
export function withFakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
