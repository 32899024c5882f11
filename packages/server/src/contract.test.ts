import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { schemas } from './generated/schemas.gen.ts';
import type { AnyReply, Handlers } from './index.ts';
import { operations } from './index.ts';
import { withoutReferences } from './schema/references.ts';
import { testServer, withKey } from './testing/test-server.ts';

interface Example {
  value: unknown;
}

const document = JSON.parse(
  readFileSync(new URL(import.meta.resolve('@partner-rating/spec/openapi.json')), 'utf8'),
);

/** What stands at some keys of the document, references followed. */
function at(start: unknown, ...keys: string[]): unknown {
  let current = start;
  for (const key of ['', ...keys]) {
    if (key !== '') current = (current as Record<string, unknown> | undefined)?.[key];
    while (typeof current === 'object' && current !== null && '$ref' in current) {
      current = at(document, ...String(current.$ref).slice(2).split('/'));
    }
  }
  return current;
}

function examplesOf(media: unknown): [string, unknown][] {
  const examples = (at(media, 'examples') ?? {}) as Record<string, unknown>;
  return Object.entries(examples).map(([name, example]) => [
    name,
    (at(example) as Example | undefined)?.value,
  ]);
}

/** A request the document shows: its query from the parameters' examples, its body from its own. */
function requestsOf(operation: (typeof operations)[number]) {
  const query = new URLSearchParams();
  let url = `/api/v1${operation.path}`;
  for (const { name, in: place, required, schema } of operation.parameters) {
    const whole = withoutReferences(schema, schemas) as {
      examples?: string[];
      items?: { examples: string[] };
    };
    const example = whole.examples?.[0] ?? whole.items?.examples[0] ?? '';
    if (place === 'path') url = url.replace(`{${name}}`, example);
    if (place === 'query' && required) query.set(name, example);
  }
  if (query.size > 0) url = `${url}?${query}`;
  const source = at(document, 'paths', operation.path, operation.method.toLowerCase());
  const content = (at(source, 'requestBody', 'content') ?? {}) as Record<string, unknown>;
  const bodies = Object.entries(content).flatMap(([mediaType, media]) =>
    examplesOf(media).map(([name, body]) => ({ name, url, mediaType, body })),
  );
  return bodies.length > 0
    ? bodies
    : [{ name: 'no body', url, mediaType: undefined, body: undefined }];
}

function successesOf(operation: (typeof operations)[number]) {
  const source = at(document, 'paths', operation.path, operation.method.toLowerCase());
  const responses = at(source, 'responses') as Record<string, unknown>;
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, response]) => {
      const content = (at(response, 'content') ?? {}) as Record<string, unknown>;
      const none = { name: 'without a body', status: Number(status), body: undefined };
      if (Object.keys(content).length === 0) return status === '204' ? [none] : [];
      return Object.values(content).flatMap((media) =>
        examplesOf(media).map(([name, body]) => ({ name, status: Number(status), body })),
      );
    });
}

async function call(
  operation: (typeof operations)[number],
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

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_id, operation) => {
    const successes = successesOf(operation);
    const [request] = requestsOf(operation);
    if (request === undefined) throw new Error('There is always a request.');

    test.each(successes.map((success) => [success.name, success] as const))(
      'the answer %s of the document goes out as it is',
      async (_name, { status, body }) => {
        const response = await call(operation, request, { status, body });
        expect([response.statusCode, decoded(response)]).toEqual([status, body]);
      },
    );

    const [success] = successes;
    test
      .skipIf(success === undefined)
      .each(requestsOf(operation).map((each) => [each.name, each] as const))(
      'the request %s of the document is taken',
      async (_name, each) => {
        const response = await call(operation, each, {
          status: success?.status ?? 200,
          body: success?.body,
        });
        expect([response.statusCode, decoded(response)]).toEqual([success?.status, success?.body]);
      },
    );
  },
);
