import { type RunningMock, startMock } from '@partner-rating/mock';
import { prismError, startPrism } from '@partner-rating/prism';
import { contract } from '@partner-rating/spec/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FuzzFixture, openFixture } from './fixture.ts';
import { onWire, toCurl, validRequests } from './requests.ts';
import { send } from './wire.ts';

// An independent check of the responses. The service's own suite covers many more.
const REQUESTS_OF_EACH = 8;
const SEED = 20260912;

let fixture: FuzzFixture;
let mock: RunningMock;
const judges: Record<string, Awaited<ReturnType<typeof startPrism>>> = {};
beforeAll(async () => {
  [fixture, mock] = await Promise.all([openFixture(), startMock()]);
  judges.service = await startPrism(fixture.baseUrl);
  judges.mock = await startPrism(mock.baseUrl);
});
afterAll(async () => {
  for (const judge of Object.values(judges)) await judge.stop();
  await mock?.close();
  await fixture?.close();
});
beforeEach(async () => await fixture.restore());

describe.each(['service', 'mock'])('Prism accepts the %s', (host) => {
  test.each(contract.operations())('$id', async (operation) => {
    const [credential = {}] = fixture.credentials(operation);
    const requests = fc.sample(validRequests(operation, fixture.known), {
      numRuns: REQUESTS_OF_EACH,
      seed: SEED,
    });
    for (const request of requests) {
      const wire = onWire(operation, request, credential);
      const { body } = await send(judges[host]?.origin ?? '', wire);
      expect(prismError(body), toCurl(wire)).toBeNull();
    }
  });
});
