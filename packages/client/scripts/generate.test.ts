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
    expect(files['types.gen.ts']).toContain(`export type ${name} = `);
    expect(files['models.gen.ts']).toContain(`  ${name},\n`);
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
    expect(files['webhook-events.gen.ts']).toMatch(new RegExp(`^  '${type}': \\w+Event;$`, 'm'));
  }
});

test('an event whose type says otherwise is refused with what to do', async () => {
  const { 'rating.updated': event = {} } = document.webhooks;
  await expect(
    generate({ ...document, webhooks: { 'rating.changed': event } }, catalogue),
  ).rejects.toThrow('RatingUpdatedEvent: set `const: rating.changed` on its property type');
});
