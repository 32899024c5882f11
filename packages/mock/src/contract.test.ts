import * as client from '@partner-rating/client';
import { startPrismMock } from '@partner-rating/prism';
import errors from '@partner-rating/spec/errors.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { afterAll, describe, expect, test } from 'vitest';
import { startMock } from './start-mock.ts';
import { call, clientOf, prefer } from './testing/calls.ts';
import { operations } from './testing/operations.ts';
import { rawCall } from './testing/raw-call.ts';

const mock = await startMock();
afterAll(() => mock.close());
const prism = await startPrismMock();
afterAll(() => prism.stop());

const called = operations.filter(({ isCalled }) => isCalled);

/** The documented examples of answers, each named by its operation, status, and example. */
function answersOf(chosen: typeof operations, isChosen: (status: number) => boolean = () => true) {
  return chosen.flatMap((operation) =>
    operation.answers
      .filter(({ status }) => isChosen(status))
      .map(({ status, example }) => [operation.id, status, example, operation] as const),
  );
}

// Prism knows only the published document, whose paths do not contain `/api/v1`.
testRows(answersOf(called))(
  'the client reads every answer of Prism',
  async (_, status, example, operation) => {
    const client = clientOf({ baseUrl: prism.origin }, prefer(status, example?.name));
    const answer = await call(client, operation).catch((reason: unknown) => reason);
    if (status < 400) {
      expect(answer).toEqual(example?.value);
      return;
    }
    const body = example?.value as { code?: string; error?: string };
    expect((answer as Error).constructor).toBe(errorClass(body));
    expect(answer).toMatchObject({ statusCode: status, code: body.code ?? body.error });
  },
);

describe('the client', () => {
  testRows(answersOf(called, (status) => status < 400))(
    'reads every success',
    async (id, status, example, operation) => {
      const answer = await call(clientOf(mock, prefer(status, example?.name)), operation);
      if (id === 'oauth.authorize') {
        // Its address leads to the mock, and its state comes from the request.
        const code = (example?.value as { code: string } | undefined)?.code;
        const address = expect.stringContaining(`${mock.baseUrl}/partner/oauth/authorize?`);
        expect(answer).toMatchObject({ code, authorization_url: address });
      } else {
        expect(answer).toEqual(example?.value);
      }
    },
  );

  testRows(
    called.flatMap((operation) =>
      (operation.bodies['application/json'] ?? []).map(
        ({ name, value }) => [operation.id, name, value, operation] as const,
      ),
    ),
  )('can send every example of a body', async (_, _name, value, operation) => {
    const client = clientOf(mock, authenticatesClient(value) ? { 'x-api-key': '' } : {});
    await expect(call(client, operation, value)).resolves.toBeDefined();
  });

  testRows(answersOf(called, (status) => status >= 400))(
    'throws the error of every failure',
    async (_, status, example, operation) => {
      const body = example?.value as { code?: string; error?: string; instance?: string };
      const failure = call(clientOf(mock, prefer(status, example?.name)), operation);
      const error = await failure.catch((reason: unknown) => reason);
      expect((error as Error).constructor).toBe(errorClass(body));
      expect(error).toMatchObject({
        statusCode: status,
        code: body.code ?? body.error,
        requestId: expect.stringMatching(/^req_/),
        response: { status },
      });
    },
  );

  testRows(called.filter(({ needsCredential }) => needsCredential))(
    'receives 401 without a credential',
    async (operation) => {
      const failure = call(clientOf(mock, { 'x-api-key': '' }), operation);
      await expect(failure).rejects.toMatchObject({
        statusCode: 401,
        code: expect.stringMatching(/^(unauthenticated|invalid_client)$/),
      });
    },
  );

  testRows(called.filter(({ answers }) => answers.some(({ status }) => status === 429)))(
    'receives Retry-After with a 429',
    async (operation) => {
      const failure = call(clientOf(mock, prefer(429)), operation);
      await expect(failure).rejects.toMatchObject({
        name: 'RateLimitError',
        retryAfter: expect.any(Number),
      });
    },
  );
});

testRows(answersOf(operations.filter(({ isPage }) => isPage)))(
  'a browser receives every answer of a page',
  async (_, status, example, { path, query }) => {
    const url = `${mock.baseUrl}${path}?${new URLSearchParams(query as Record<string, string>)}`;
    const headers = prefer(status, example?.name);
    const response = await fetch(url, { headers, redirect: 'manual' });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(example?.value ?? '');
    expect(response.headers.has('location')).toBe(status === 303);
  },
);

testRows(answersOf(operations.filter(({ isCalled, isPage }) => !isCalled && !isPage)))(
  'an OAuth library that sends a form receives every answer',
  async (_, status, example, operation) => {
    const response = await rawCall(mock, operation, prefer(status, example?.name));
    expect(response.status).toBe(status);
    // The reference and the page of an error are from the mock, and the instance is this request.
    const {
      request_uri: _uri,
      type: _type,
      error_uri: _page,
      instance: _instance,
      ...same
    } = Object(example?.value);
    expect(await response.json()).toMatchObject(same);
  },
);

const forms = operations.flatMap(({ id, path, bodies }) =>
  (bodies['application/x-www-form-urlencoded'] ?? []).map((example) => ({ id, path, ...example })),
);

describe('a form, as OAuth libraries send it', () => {
  testRows(forms)(
    'is answered by every operation that accepts a form',
    async ({ id, path, value }) => {
      const body = new URLSearchParams(value as Record<string, string>);
      const headers = authenticatesClient(value) ? {} : { 'x-api-key': 'prk_any' };
      const response = await fetch(mock.baseUrl + path, { method: 'POST', headers, body });
      expect(response.ok).toBe(true);
      const answer = (await response.json()) as object;
      if (id === 'oauth.exchangeToken') expect(answer).toHaveProperty('scope', expect.any(String));
    },
  );

  test('400 invalid_request if a field is repeated', async () => {
    const example = forms.find(({ id }) => id === 'oauth.exchangeToken');
    const body = new URLSearchParams(example?.value as Record<string, string>);
    body.append('grant_type', 'refresh_token');
    const response = await fetch(`${mock.baseUrl}/partner/oauth/token`, { method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: 'invalid_request',
      error_description: '/grant_type: This must be a string.',
      error_uri: `${mock.origin}/docs/errors/#invalid_request`,
    });
  });
});

/** Returns whether a body authenticates the application. A header must not authenticate it as well. */
function authenticatesClient(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'client_secret' in body;
}

function errorClass({ code, error }: { code?: string; error?: string }): unknown {
  const entry = errors.problems.find((problem) => problem.code === code);
  return Reflect.get(client, error === undefined ? (entry?.clientError ?? '') : 'OAuthError');
}
