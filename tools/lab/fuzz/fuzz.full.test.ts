import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOfAnswer, errorOfRefusal } from './answers.ts';
import { type FuzzFixture, openFixture } from './fixture.ts';
import { type Credential, invalidRequests } from './invalid-requests.ts';
import { onWire, toCurl, validRequests, type WireRequest } from './requests.ts';
import { send, type WireAnswer } from './wire.ts';

// A few requests with a fixed seed. README.md says how to run more.
const { FUZZ_RUNS = '20', FUZZ_SEED = '20260912', FUZZ_OPERATION = '' } = process.env;
const parameters = { numRuns: Number(FUZZ_RUNS), seed: Number(FUZZ_SEED) };
const UNLIMITED = 2 ** 31 - 1;

let fixture: FuzzFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(async () => await fixture?.close());
beforeEach(async () => await fixture.restore());

const chosen = contract
  .operations()
  .filter(({ id }) => FUZZ_OPERATION === '' || id === FUZZ_OPERATION);

describe.each(chosen)('$id', (operation) => {
  test('responds to a valid request as documented', { timeout: UNLIMITED }, async () => {
    let successes = 0;
    const requests = wireRequests(operation, fixture.credentials(operation));
    await fc.assert(
      fc.asyncProperty(requests, async (wire) => {
        const answer = await answerTo(operation, wire, (received) =>
          errorOfAnswer(operation, received),
        );
        if (answer.status < 400) successes += 1;
      }),
      parameters,
    );
    // In a short run, all may fail by chance. In a long run, that means the requests reach too
    // little.
    const shouldHit = succeeds(operation) && parameters.numRuns >= 20;
    if (shouldHit) expect(successes, 'No request succeeded.').toBeGreaterThan(0);
  });

  test('refuses a request with one error', { timeout: UNLIMITED }, async () => {
    const requests = fc
      .tuple(
        validRequests(operation, fixture.known),
        fc.constantFrom(...fixture.credentials(operation)),
      )
      .chain(([valid, credential]) =>
        fc.constantFrom(...invalidRequests(operation, valid, credential)),
      )
      .chain((requestsOfAKind) => fc.constantFrom(...requestsOfAKind))
      .map((request) => printedAs(request, request.what));
    await fc.assert(
      fc.asyncProperty(requests, async ({ what, make, outcome }) => {
        const wire = make();
        fc.pre(wire !== null);
        await answerTo(operation, wire, (received) => {
          if (outcome === 'problem') return errorOfRefusal(received);
          const isTaken = outcome === 'refusal' && !isRefusal(operation, received);
          const taken = isTaken ? `The service accepted a request with ${what}.` : null;
          return errorOfAnswer(operation, received) ?? taken;
        });
      }),
      parameters,
    );
  });
});

const guarded = chosen.filter(({ schemes }) => schemes.length > 0);

describe.each(guarded)('$id', (operation) => {
  test('refuses a caller without access', { timeout: UNLIMITED }, async () => {
    const requests = wireRequests(operation, fixture.wrongCredentials);
    await fc.assert(
      fc.asyncProperty(requests, async (wire) => {
        await answerTo(operation, wire, (received) => {
          // Without a header, the credential may be in the body.
          const isRefused = operation.schemes.includes(null)
            ? received.status >= 400
            : received.status === 401;
          const taken = isRefused ? null : 'The service accepted a caller without access.';
          return errorOfAnswer(operation, received) ?? taken;
        });
      }),
      parameters,
    );
  });
});

/** Valid requests of the operation with one of these credentials. */
function wireRequests(operation: Operation, credentials: readonly Credential[]) {
  return fc
    .tuple(validRequests(operation, fixture.known), fc.constantFrom(...credentials))
    .map(([valid, credential]) => onWire(operation, valid, credential))
    .map((wire) => printedAs(wire, `${wire.method} ${wire.target}`));
}

/** Returns the value as fast-check prints it. The failure's cause describes the rest. */
function printedAs<Value extends object>(value: Value, name: string): Value {
  return { ...value, [fc.toStringMethod]: () => name };
}

/** Sends the request. Throws with everything needed to repeat it if the response is wrong. */
async function answerTo(
  { id }: Operation,
  wire: WireRequest,
  judge: (answer: WireAnswer) => string | null,
): Promise<WireAnswer> {
  const again = [
    toCurl(wire),
    `All requests: npx -y pnpm@12 fuzz --runs ${FUZZ_RUNS} --seed ${FUZZ_SEED} --operation ${id}`,
  ].join('\n');
  const answer = await send(fixture.baseUrl, wire).catch((error: unknown) => {
    throw new Error(`No answer: ${String(error)}\n${again}`);
  });
  const error = judge(answer);
  if (error !== null) throw new Error(`${error}\n${again}\n${answer.body.slice(0, 500)}`);
  return answer;
}

/** Whether the service refused the request itself. The page may redirect the player instead. */
function isRefusal({ id }: Operation, { status, headers }: WireAnswer): boolean {
  if ([400, 413, 415].includes(status)) return true;
  return id === 'oauth.showAuthorization' && /[?&]error=/.test(String(headers.location));
}

// Nobody can make up a code or a refresh token.
function succeeds({ id }: Operation): boolean {
  return !['oauth.exchangeToken', 'oauth.refresh'].includes(id);
}
