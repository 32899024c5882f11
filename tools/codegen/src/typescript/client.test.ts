import { catalogue } from '@partner-rating/spec/catalogue';
import { clientContract as contract } from '@partner-rating/spec/contract';
import { type OpenApiDocument, readDocument } from '@partner-rating/spec/document';
import { expect, test } from 'vitest';
import { clientFiles } from './index.ts';

const { document } = contract;

/** Returns the generated files of the contract with some parts replaced. */
const generateWith = (parts: Partial<OpenApiDocument>) =>
  clientFiles(readDocument({ ...document, ...parts }), catalogue, '1.2.3');

test('the same document always gives the same files, byte for byte', async () => {
  expect(await clientFiles(contract, catalogue, '1.2.3')).toEqual(
    await clientFiles(contract, catalogue, '1.2.3'),
  );
});

test('a new operation becomes a method with a description, errors, and a call', async () => {
  const schema = { $ref: '#/components/schemas/Usage' };
  const court = { type: 'string', examples: ['court-3'] };
  const operation = {
    operationId: 'courts.close',
    tags: ['Courts'],
    description: ['Closes a court.\n', '**Needs** an API key.'].join('\n'),
    'x-idempotent': true,
    parameters: [{ name: 'court', in: 'path' as const, required: true, schema: court }],
    responses: {
      '200': { description: 'Closed.', content: { 'application/json': { schema } } },
      '401': { description: 'The key is unknown: use another.' },
      '403': { $ref: '#/components/responses/InsufficientScope' },
      '404': {
        $ref: '#/components/responses/NotFound',
        description: 'There is no such court. The guide [Courts](/docs/guides/courts) lists them.',
      },
      '409': {
        description:
          'People play on the court, so that it cannot be closed yet (`court_in_use`): wait until it is free again.',
      },
    },
  };
  const files = await generateWith({
    paths: { ...document.paths, '/courts/{court}/close': { post: operation } },
    tags: [{ name: 'Courts', description: 'Open and close courts.' }],
    components: { ...document.components },
  });
  const code = files['resources/courts.gen.ts'] ?? '';
  expect(code).toContain(
    [
      '/**',
      ' * The operations `courts.*`: open and close courts.',
      ' */',
      'export interface Courts {',
      '    /**',
      '     * Closes a court.',
      '     *',
      '     * Needs an API key.',
      '     *',
      '     * @throws NotFoundError: There is no such court. The guide Courts lists them.',
      '     * @throws ConflictError: People play on the court, so that it cannot be closed yet (`court_in_use`): wait until it is free',
      '     *   again.',
      '     *',
      '     * @example',
      "     * const { requests, limit, remaining } = await client.courts.close('court-3');",
      '     */',
      '    close(court: string, options?: IdempotentRequestOptions): ResponsePromise<Types.Usage>;',
      '}',
    ].join('\n'),
  );
  expect(code).toContain("    close: 'POST /courts/{court}/close key'\n");
  expect(files['operations/operations.gen.ts']).toContain('export const courtsClose: Operation');
});

test('every schema of the document becomes a model with the same name', async () => {
  const files = await clientFiles(contract, catalogue, '1.2.3');
  for (const name of Object.keys(contract.schemas)) {
    expect(files['generated/types.gen.ts']).toContain(`export type ${name} = `);
    expect(files['generated/models.gen.ts']).toContain(`  ${name},\n`);
  }
});

test('a list that is not joined by commas is refused with advice', async () => {
  const operation = {
    operationId: 'members.getBulk',
    parameters: [{ name: 'ids', in: 'query' as const, schema: { type: 'array', items: {} } }],
    responses: {},
  };
  const paths = { '/partner/members': { get: operation } };
  await expect(generateWith({ paths })).rejects.toThrow(
    'members.getBulk: the list ids is not joined by commas. Set `explode: false` in the document',
  );
});

test('a server without a name is refused with advice', async () => {
  const servers = [{ url: 'https://ratings.example/api/v1' }];
  await expect(generateWith({ servers })).rejects.toThrow(
    'The server https://ratings.example/api/v1 has no name. Give it an x-environment',
  );
});

test('the types of deprecated fields and parameters are marked', async () => {
  const changed = readDocument(structuredClone(document));
  const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
  Object.assign(changed.schemas.Member?.properties?.city ?? {}, dates);
  const { parameters = [] } = changed.document.paths['/partner/webhook-deliveries']?.get ?? {};
  Object.assign(parameters.find((one) => 'name' in one && one.name === 'event') ?? {}, dates);
  const { 'generated/types.gen.ts': code = '' } = await clientFiles(changed, catalogue, '1.2.3');
  expect(code).toMatch(/@deprecated\s+\*\/\s+city\?: City;/);
  expect(code).toMatch(/@deprecated\s+\*\/\s+event\?: /);
});
