import { setTimeout as sleep } from 'node:timers/promises';

export interface OpenLoop {
  requestsPerSecond: number;
  seconds: number;
  /** Sends the request with this index, and rejects if it fails. */
  send: (index: number) => Promise<unknown>;
  onEnd: (request: EndedRequest) => void;
}

export interface EndedRequest {
  /** When it was due, in seconds from the start. */
  dueSeconds: number;
  /** From when it was due until it ended. */
  latencyMilliseconds: number;
  /** The reason of a failure, or null. */
  error: unknown;
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones have finished, as independent callers
 * do (an open loop). A closed loop would send fewer requests to a slow service and miss the
 * latencies that matter (coordinated omission).
 */
export async function sendAtRate(load: OpenLoop): Promise<void> {
  const { requestsPerSecond, seconds, send, onEnd } = load;
  const start = performance.now();
  const requests: Promise<void>[] = [];
  for (let index = 0; index < requestsPerSecond * seconds; index += 1) {
    const dueSeconds = index / requestsPerSecond;
    const due = start + dueSeconds * 1_000;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const end = (error: unknown) =>
      onEnd({ dueSeconds, latencyMilliseconds: performance.now() - due, error });
    requests.push(send(index).then(() => end(null), end));
  }
  await Promise.all(requests);
}
