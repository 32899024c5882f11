import { describe, expect, it, onTestFinished } from 'vitest';
import { noon } from '../testing/builders.ts';
import { createAddressGuard, createReceiverPools } from './dispatch/receiver-pools.ts';
import { sendTest } from './test-endpoint.ts';
import { secret } from './testing/dispatch.ts';
import { type Behaviour, openReceiver } from './testing/receiver.ts';

// A test without an answer takes all of it.
const SHORT_MILLISECONDS = 400;

/** Sends a test like the operation, but with a shorter timeout. */
async function sendTo(url: string, guard: Partial<Parameters<typeof createAddressGuard>[0]>) {
  const timeoutMilliseconds = SHORT_MILLISECONDS;
  const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
  onTestFinished(pools.close);
  const checkAddress = createAddressGuard({ privateTargets: [], ...guard });
  const start = performance.now();
  const tools = { pools, checkAddress, timeoutMilliseconds, clock: () => noon };
  const { eventId, payload, startedAt, ...result } = await sendTest(
    { url, secrets: [secret] },
    tools,
  );
  return { result, elapsed: performance.now() - start };
}

const behaviours: Record<string, Behaviour> = {
  silent: () => {},
  resets: (response) => void response.destroy(),
  'speaks no HTTP': (response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n'),
};

describe('a test without an answer', () => {
  const nothing = {
    delivered: false,
    statusCode: null,
    responseBody: null,
    durationMilliseconds: SHORT_MILLISECONDS,
  };

  it('does not distinguish a closed port from an open one, by its text or by its time', async () => {
    const closed = '127.0.0.1:1';
    const tests = [await sendTo(`http://${closed}/`, { privateTargets: [closed] })];
    for (const behaviour of Object.values(behaviours)) {
      const receiver = await openReceiver(behaviour);
      tests.push(await sendTo(receiver.url, { privateTargets: [receiver.target] }));
    }
    for (const { result, elapsed } of tests) {
      expect(result).toEqual({
        ...nothing,
        errorMessage: expect.stringMatching(/^The endpoint did not answer: .* passed\.$/),
      });
      // Timers may fire a millisecond early.
      expect(elapsed).toBeGreaterThan(SHORT_MILLISECONDS - 5);
    }
  });

  it('does not distinguish a name with a private address from an unknown one, and connects to neither', async () => {
    const receiver = await openReceiver();
    const { port } = new URL(receiver.url);
    const resolvePublic = async (host: string) => {
      if (host === 'inside.example') return ['127.0.0.1'];
      throw new Error('ENOTFOUND');
    };
    for (const host of ['inside.example', 'unknown.example']) {
      const { result, elapsed } = await sendTo(`https://${host}:${port}/`, { resolvePublic });
      expect(result).toEqual({
        ...nothing,
        errorMessage: 'Nothing was sent: the URL does not lead to a public address over HTTPS.',
      });
      expect(elapsed).toBeGreaterThan(SHORT_MILLISECONDS - 5);
    }
    expect(receiver.connections()).toBe(0);
  });
});
