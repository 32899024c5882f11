import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpenApiDocument } from './document.ts';
import { generate } from './generate.ts';

const read = async (path: string) =>
  JSON.parse(await readFile(new URL(`../../../spec/${path}`, import.meta.url), 'utf8'));
const document: OpenApiDocument = await read('dist/openapi.json');
const catalogue = await read('errors.json');

test('the same document makes the same files, byte for byte', async () => {
  expect(await generate(document, catalogue)).toEqual(await generate(document, catalogue));
});

test('every schema of the document is a model of its own name', async () => {
  const files = await generate(document, catalogue);
  for (const name of Object.keys(document.components.schemas ?? {})) {
    expect(files['generated/types.gen.ts']).toContain(`export type ${name} = `);
    expect(files['generated/models.gen.ts']).toContain(`  ${name},\n`);
  }
});

test('a list that is not joined by commas is refused with what to do', async () => {
  const operation = {
    operationId: 'members.getBulk',
    parameters: [{ name: 'ids', in: 'query', schema: { type: 'array', items: {} } }],
    responses: {},
  };
  const paths = { '/partner/members': { get: operation } };
  await expect(generate({ ...document, paths }, catalogue)).rejects.toThrow(
    'members.getBulk: the list ids is not joined by commas. Set `explode: false` in the document',
  );
});

test('every event of the document is found by its type', async () => {
  const files = await generate(document, catalogue);
  for (const type of Object.keys(document.webhooks)) {
    expect(files['generated/webhook-events.gen.ts']).toMatch(
      new RegExp(`^  '${type}': \\w+Event;$`, 'm'),
    );
  }
});

test('an event whose type says otherwise is refused with what to do', async () => {
  const { 'rating.updated': event = {} } = document.webhooks;
  await expect(
    generate({ ...document, webhooks: { 'rating.changed': event } }, catalogue),
  ).rejects.toThrow('RatingUpdatedEvent: set `const: rating.changed` on its property type');
});

test('the servers of the document are environments by their names', async () => {
  const files = await generate(document, catalogue);
  for (const { url, 'x-environment': name } of document.servers) {
    expect(files['generated/environments.gen.ts']).toContain(`  ${name}: '${url}',\n`);
  }
});

test('a server without a name is refused with what to do', async () => {
  const servers = [{ url: 'https://ratings.example/api/v1' }] as typeof document.servers;
  await expect(generate({ ...document, servers }, catalogue)).rejects.toThrow(
    'The server https://ratings.example/api/v1 has no name. Give it an x-environment',
  );
});

test('the operations that take an idempotency key, and no others, may be sent again by it', async () => {
  const { 'operations/operations.gen.ts': code = '' } = await generate(document, catalogue);
  const marked = [...code.matchAll(/id: '([\w.]+)',\n(?:.+\n)+? {2}write: writeOnce/g)];
  const idempotent = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => operation['x-idempotent']);
  expect(marked.map(([, id]) => id)).toEqual(idempotent.map(({ operationId }) => operationId));
});

test('what the service may add values to has the known ones, and takes any other string', async () => {
  const { 'generated/types.gen.ts': code = '' } = await generate(document, catalogue);
  expect(code).toContain(
    "export type Gender = 'MALE' | 'FEMALE' | 'OTHER' | 'UNKNOWN' | (string & {});",
  );
  expect(code).toContain(
    "export type RatingChangeCause = 'match' | 'void' | 'merge' | 'rebuild' | (string & {});",
  );
  expect(code).toMatch(/revokedBy: 'player' \| 'partner' \| 'service' \| \(string & \{\}\);/);
});

test('scopes, constants and what only a caller sends are closed', async () => {
  const { 'generated/types.gen.ts': code = '' } = await generate(document, catalogue);
  expect(code).toMatch(/export type ScopeName = [^;(]+;/);
  expect(code).toContain("export type TokenType = 'Bearer';");
  expect(code).toContain("type: 'rating.updated';");
  expect(code).toMatch(/sort\?: [^;(]+;/);
});
