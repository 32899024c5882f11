import { setImmediate as readSockets, setTimeout as sleep } from 'node:timers/promises';

export interface OpenLoop {
  requestsPerSecond: number;
  /** How long to send. It may be infinite if `isOver` ends it. */
  seconds: number;
  isOver?: () => boolean;
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
  const { requestsPerSecond, seconds, isOver = () => false, send, onEnd } = load;
  const start = performance.now();
  const requests: Promise<void>[] = [];
  for (let index = 0; index < requestsPerSecond * seconds && !isOver(); index += 1) {
    const dueSeconds = index / requestsPerSecond;
    const due = start + dueSeconds * 1_000;
    const wait = due - performance.now();
    // A sender that is late still reads its answers.
    await (wait > 0 ? sleep(wait) : readSockets());
    const end = (error: unknown) =>
      onEnd({ dueSeconds, latencyMilliseconds: performance.now() - due, error });
    requests.push(send(index).then(() => end(null), end));
  }
  await Promise.all(requests);
}
