import { describe, expect, it, onTestFinished } from 'vitest';
import { noon } from '../testing/builders.ts';
import { createAddressGuard, createReceiverPools } from './dispatch/receiver-pools.ts';
import { sendTest } from './test-endpoint.ts';
import { secret } from './testing/dispatch.ts';
import { answering, type Behaviour, openReceiver } from './testing/receiver.ts';

// What gets no answer takes all of it.
const SHORT_MILLISECONDS = 400;

interface SendOptions {
  targets?: string[];
  resolvePublic?: (host: string) => Promise<string[]>;
  timeoutMilliseconds?: number;
}

/** Sends a test as the operation does, but within less time. */
async function sendTo(
  url: string,
  {
    targets = [],
    resolvePublic = async () => [],
    timeoutMilliseconds = SHORT_MILLISECONDS,
  }: SendOptions = {},
) {
  const pools = createReceiverPools({ connectTimeoutMilliseconds: timeoutMilliseconds });
  onTestFinished(pools.close);
  const checkAddress = createAddressGuard({ privateTargets: targets, resolvePublic });
  const start = performance.now();
  const tools = { pools, checkAddress, timeoutMilliseconds, clock: () => noon };
  const { eventId, payload, startedAt, ...result } = await sendTest(
    { url, secrets: [secret] },
    tools,
  );
  return { result, elapsed: performance.now() - start };
}

const behaviours: [string, Behaviour][] = [
  ['a silent one', () => {}],
  ['one that resets', (response) => void response.destroy()],
  ['one that speaks no HTTP', (response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n')],
];

describe('a test that gets no answer', () => {
  const nothing = {
    delivered: false,
    statusCode: null,
    responseBody: null,
    durationMilliseconds: SHORT_MILLISECONDS,
  };

  it('does not distinguish a closed port from an open one, by its text or by its time', async () => {
    const closed = '127.0.0.1:1';
    const tests = [await sendTo(`http://${closed}/`, { targets: [closed] })];
    for (const [, behaviour] of behaviours) {
      const receiver = await openReceiver(behaviour);
      tests.push(await sendTo(receiver.url, { targets: [receiver.target] }));
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

  it('does not distinguish a name that leads inside from an unknown one, and connects nowhere', async () => {
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

describe('a test that is answered', () => {
  const timeoutMilliseconds = 600_000;

  it('returns at once, a refusal too', async () => {
    for (const status of [204, 401]) {
      const receiver = await openReceiver(answering(status));
      const options = { targets: [receiver.target], timeoutMilliseconds };
      const { result } = await sendTo(receiver.url, options);
      expect(result).toMatchObject({ delivered: status === 204, statusCode: status });
      expect(result.durationMilliseconds).toBeLessThan(timeoutMilliseconds);
    }
  });

  it('by a redirect does not follow it', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const options = { targets: [receiver.target], timeoutMilliseconds };
    const { result } = await sendTo(receiver.url, options);
    expect(result).toMatchObject({ delivered: false, statusCode: 307 });
    expect(receiver.requests).toHaveLength(1);
  });
});
