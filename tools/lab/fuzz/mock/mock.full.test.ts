import { type RunningMock, startMock } from '@partner-rating/mock';
import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FuzzFixture, openFixture } from '../fixture.ts';
import { invalidRequests } from '../invalid-requests.ts';
import { onWire, toCurl, type ValidRequest, type WireRequest } from '../requests.ts';
import { send } from '../wire.ts';
import { differencesOfReadme, madeByHand } from './differences.ts';
import { fullRequests } from './full-requests.ts';
import { outcomeOf } from './outcome.ts';
import { knownThings, sentRequest } from './sent-requests.ts';
import { validRequests } from './valid-requests.ts';

const operations = contract.operations();
const differences = await differencesOfReadme();
const seen = new Set<string>();

let fixture: FuzzFixture;
let mock: RunningMock;
beforeAll(async () => {
  [fixture, mock] = await Promise.all([openFixture(), startMock()]);
});
afterAll(async () => {
  await mock?.close();
  await fixture?.close();
});
beforeEach(async () => await fixture.restore());

describe.each(operations)('the mock responds to $id as the service does', (operation) => {
  test('for valid requests with required fields only, each parameter, and each example', async () => {
    const statuses: number[] = [];
    for (const { what, request } of validRequests(operation, knownThings(fixture))) {
      const wire = await sentRequest(operation, request, fixture);
      statuses.push(await expectAgreement(operation, what, wire));
      await fixture.restore();
    }
    expect(Math.min(...statuses), 'No request succeeded.').toBeLessThan(400);
  });

  test('for requests with one error', async () => {
    const [credential = {}] = fixture.credentials(operation);
    const requests = fullRequests(operation).flatMap((request) => [
      ...invalidRequests(operation, request, credential).flat(),
      ...withoutCredential.map((headers) => ({
        what: `the credential ${JSON.stringify(headers)}`,
        make: () => onWire(operation, withoutClient(request), headers),
      })),
    ]);
    for (const { what, make } of requests) {
      const wire = make();
      if (wire !== null) await expectAgreement(operation, what, wire);
    }
  });
});

// The mock accepts any other credential.
const withoutCredential = [{}, { authorization: 'Basic nonsense' }, { authorization: 'Bearer ' }];

/** Returns the request without the credential in its body. */
function withoutClient(request: ValidRequest): ValidRequest {
  if (request.contentType === null) return request;
  const { client_secret: _, ...body } = request.body as Record<string, unknown>;
  return { ...request, body };
}

describe('except for the differences in the README', () => {
  test.each(Object.entries(madeByHand))('%s', async (name, make) => {
    const [id = '', what = ''] = name.split(/ with (.*)/);
    await expectAgreement(contract.operation(id), what, await make(fixture));
    expect(seen, 'The table in the README does not list this difference.').toContain(name);
  });

  test('each row of the table occurred, and has a reason', () => {
    const rows = differences.map(({ operation, request }) => `${operation} with ${request}`);
    expect(rows.toSorted()).toEqual([...seen].toSorted());
    for (const { reason } of differences) expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});

/**
 * Sends a request to both, and expects the same status, code, and errors, or a difference that the
 * table lists. Returns the status of the service.
 */
async function expectAgreement(
  { id }: Operation,
  what: string,
  wire: WireRequest,
): Promise<number> {
  const [service, mocked] = await Promise.all([
    send(fixture.baseUrl, wire),
    send(mock.baseUrl, wire),
  ]);
  const listed = differences.find(({ operation, request }) => operation === id && request === what);
  const outcomes = { service: outcomeOf(service), mock: outcomeOf(mocked) };
  if (listed === undefined) {
    expect(outcomes.mock, `${what}\n${toCurl(wire)}`).toBe(outcomes.service);
  } else {
    expect(outcomes, what).toEqual({ service: listed.service, mock: listed.mock });
    seen.add(`${id} with ${what}`);
  }
  return service.status;
}
