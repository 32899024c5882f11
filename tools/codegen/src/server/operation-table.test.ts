import {
  type DocumentReader,
  type OperationObject,
  readDocument,
} from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { readModel } from '../model/index.ts';
import { fixture } from './fixture.ts';
import { operationTable, securitySchemes } from './operation-table.ts';
import { operationTableCode } from './operation-table-code.ts';

describe('an operation as data', () => {
  const [get, replace, show] = operationTable(readModel(readDocument(fixture())));

  test('has its path in the notations of OpenAPI and Fastify', () => {
    expect(get).toMatchObject({ method: 'GET', path: '/clubs/{clubId}', route: '/clubs/:clubId' });
  });

  test('has the parameters of its path and its own', () => {
    expect(
      get?.parameters.map(({ name, in: location, explode }) => [name, location, explode]),
    ).toEqual([
      ['clubId', 'path', false],
      ['ids', 'query', false],
      ['limit', 'query', true],
    ]);
  });

  test('has the values of the extensions, or their defaults', () => {
    expect(get).toMatchObject({
      requiredScopes: { key: ['key:club:read'], user: [] },
      idempotent: false,
      rateLimitClass: 'default',
      bodyLimit: 1024 * 1024,
      body: null,
    });
    expect(replace).toMatchObject({
      idempotent: true,
      rateLimitClass: 'ingest',
      bodyLimit: 10,
      security: [{ Basic: [] }, {}],
    });
  });

  test('has the error format of its 400 response', () => {
    expect([get, replace, show].map((operation) => operation?.errorFormat)).toEqual([
      'problem',
      'oauth',
      'html',
    ]);
  });

  test('has header fields by lower-case name', () => {
    expect(get?.responses['200']?.headers).toEqual({
      'x-request-id': { required: true, schema: { type: 'string' } },
    });
  });
});

test('the module of the table contains shared values once', () => {
  const contract = readDocument(fixture());
  const code = operationTableCode(operationTable(readModel(contract)), securitySchemes(contract));
  expect(code.match(/"x-request-id": \{/g)).toHaveLength(1);
  expect(code).toContain('"400": responses[\'400#2\']');
  expect(code).not.toContain('@@');
});

describe('the generator refuses', () => {
  function withOperation(change: Partial<OperationObject>): DocumentReader {
    const document = fixture();
    const item = document.paths['/page'];
    if (item?.get === undefined) throw new Error('The fixture has this operation.');
    Object.assign(item.get, change);
    return readDocument(document);
  }

  testRows<[string, Partial<OperationObject>, string]>([
    ['no operationId', { operationId: '' }, 'no operationId'],
    ['two credentials at once', { security: [{ Key: [], Token: [] }] }, 'two credentials'],
    ['an unknown rate limit class', { 'x-rate-limit-class': 'upload' }, 'upload'],
    ['a status that is a range', { responses: { '4XX': {} } }, '"4XX"'],
    ['a cookie', { parameters: [{ name: 'a', in: 'cookie', schema: {} }] }, 'cookie'],
    [
      'an unsupported style',
      { parameters: [{ name: 'a', in: 'query', style: 'deepObject', schema: {} }] },
      'deepObject',
    ],
    [
      'an unknown reference',
      { parameters: [{ $ref: '#/components/parameters/None' }] },
      'leads nowhere',
    ],
  ])('what the stubs cannot implement, and says why', (_what, change, message) => {
    expect(() => operationTable(readModel(withOperation(change)))).toThrow(message);
  });

  test('an unsupported security scheme', () => {
    const document = fixture();
    document.components = { securitySchemes: { Mutual: { type: 'mutualTLS' } } };
    expect(() => securitySchemes(readDocument(document))).toThrow('Mutual');
  });
});
