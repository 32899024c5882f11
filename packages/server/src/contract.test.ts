import { contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { expect } from 'vitest';
import type { AnyReply, Handlers } from './index.ts';
import { testServer, withKey } from './testing/test-server.ts';

/** The requests of the document's examples: the queries from the parameters' examples, the bodies from their own. */
function requestsOf({ path, parameters, body }: Operation) {
  const query = new URLSearchParams();
  let url = `/api/v1${path}`;
  for (const { name, in: location, required, schema } of parameters) {
    const example = String(contract.firstExample(schema));
    if (location === 'path') url = url.replace(`{${name}}`, example);
    if (location === 'query' && required) query.set(name, example);
  }
  if (query.size > 0) url = `${url}?${query}`;
  const bodies = Object.entries(body?.content ?? {}).flatMap(([mediaType, { examples }]) =>
    examples.map(({ name, value }) => ({ name, url, mediaType, body: value })),
  );
  return bodies.length > 0
    ? bodies
    : [{ name: 'no body', url, mediaType: undefined, body: undefined }];
}

function successesOf({ responses }: Operation) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { content }]) => {
      const none = { name: 'without a body', status: Number(status), body: undefined };
      if (Object.keys(content).length === 0) return status === '204' ? [none] : [];
      return Object.values(content).flatMap(({ examples }) =>
        examples.map(({ name, value }) => ({ name, status: Number(status), body: value })),
      );
    });
}

async function call(
  operation: Operation,
  request: ReturnType<typeof requestsOf>[number],
  reply: AnyReply,
) {
  const handler = (() => reply) as never;
  const app = await testServer({ [operation.id]: handler } as Partial<Handlers>);
  return await app.inject({
    method: operation.method,
    url: request.url,
    headers: {
      ...(operation.security.length > 0 && withKey),
      ...(request.mediaType !== undefined && { 'content-type': request.mediaType }),
    },
    ...(request.body !== undefined && { payload: encoded(request) }),
  });
}

function encoded({ mediaType, body }: ReturnType<typeof requestsOf>[number]): string {
  return mediaType === 'application/json'
    ? JSON.stringify(body)
    : String(new URLSearchParams(body as Record<string, string>));
}

function decoded({ body, headers }: Awaited<ReturnType<typeof call>>): unknown {
  if (body === '') return undefined;
  return String(headers['content-type']).includes('json') ? JSON.parse(body) : body;
}

const operations = contract.operations();

testRows(
  operations.flatMap((operation) =>
    successesOf(operation).map(
      (success) => [operation.id, success.name, operation, success] as const,
    ),
  ),
)(
  'the example responses of the document are sent unchanged',
  async (_id, _name, operation, { status, body }) => {
    const [request] = requestsOf(operation);
    if (request === undefined) throw new Error('The operation has no example request.');
    const response = await call(operation, request, { status, body });
    expect([response.statusCode, decoded(response)]).toEqual([status, body]);
  },
);

testRows(
  operations.flatMap((operation) => {
    const [success] = successesOf(operation);
    if (success === undefined) return [];
    return requestsOf(operation).map((each) => [operation.id, each, operation, success] as const);
  }),
)(
  'the example requests of the document are valid',
  async (_id, each, operation, { status, body }) => {
    const response = await call(operation, each, { status, body });
    expect([response.statusCode, decoded(response)]).toEqual([status, body]);
  },
);
