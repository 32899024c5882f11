import { type Deprecable, type OpenApiDocument, readDocument } from '@partner-rating/spec/document';
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, test } from 'vitest';
import { readModel } from '../model/index.ts';
import { deprecationsOf } from './deprecations.ts';
import { catalogue, fixture } from './fixture.ts';
import { serverFiles } from './index.ts';
import { operationTable } from './operation-table.ts';

const dates = { deprecated: true, 'x-deprecated-at': '2026-10-01', 'x-sunset': '2027-04-01' };
const announced = { deprecatedAt: '2026-10-01', sunset: '2027-04-01' };

function documentWith(change: (document: OpenApiDocument) => void): OpenApiDocument {
  const document = fixture();
  change(document);
  return document;
}

function found(document: OpenApiDocument, id: string) {
  const contract = readDocument(document);
  return deprecationsOf(contract, contract.operation(id));
}

const clubs = (document: OpenApiDocument) => document.paths['/clubs/{clubId}'] ?? {};
const club = (document: OpenApiDocument) => document.components?.schemas?.Club?.properties ?? {};

describe('the deprecated parts of an operation', () => {
  test('are missing in the table if there are none', () => {
    expect(found(fixture(), 'clubs.get')).toEqual([]);
    expect(operationTable(readModel(readDocument(fixture())))[0]).not.toHaveProperty(
      'deprecations',
    );
  });

  test('contain the operation itself, which every request uses', () => {
    const document = documentWith((draft) => Object.assign(clubs(draft).get ?? {}, dates));
    expect(found(document, 'clubs.get')).toEqual([{ ...announced, usedBy: null }]);
    expect(operationTable(readModel(readDocument(document)))[0]?.deprecations).toHaveLength(1);
  });

  test('contain a parameter, used by the requests that send it', () => {
    const document = documentWith((draft) => {
      Object.assign(clubs(draft).get?.parameters?.[1] ?? {}, dates);
      Object.assign(clubs(draft).put?.parameters?.[0] ?? {}, dates);
    });
    expect(found(document, 'clubs.get')).toEqual([
      { ...announced, usedBy: { in: 'query', name: 'limit' } },
    ]);
    expect(found(document, 'clubs.replace')).toEqual([
      { ...announced, usedBy: { in: 'header', name: 'Idempotency-Key' } },
    ]);
  });

  test('contain a field of the body at any depth, also next to or behind a reference', () => {
    const document = documentWith((draft) => {
      const schemas = draft.components?.schemas ?? {};
      schemas.Court = { type: 'object', properties: { surface: { type: 'string', ...dates } } };
      Object.assign(club(draft), {
        code: { $ref: '#/components/schemas/Id', ...dates },
        courts: { type: 'array', items: { $ref: '#/components/schemas/Court' } },
        rooms: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Court' } },
      });
    });
    expect(found(document, 'clubs.replace').map(({ usedBy }) => usedBy)).toEqual([
      { in: 'body', path: ['code'] },
      { in: 'body', path: ['courts', '*', 'surface'] },
      { in: 'body', path: ['rooms', '*', 'surface'] },
    ]);
  });

  test('contain a field of the response, which every request uses', () => {
    const document = documentWith((draft) => Object.assign(club(draft).size ?? {}, dates));
    expect(found(document, 'clubs.get')).toEqual([{ ...announced, usedBy: null }]);
  });

  testRows<Deprecable>([
    { deprecated: true },
    { deprecated: true, 'x-sunset': '2027-04-01' },
    { deprecated: true, 'x-deprecated-at': '2026-10-01' },
  ])('are refused without both dates', (marks) => {
    const document = documentWith((draft) => Object.assign(clubs(draft).get ?? {}, marks));
    expect(() => found(document, 'clubs.get')).toThrow(
      'clubs.get is deprecated. Give it x-deprecated-at',
    );
  });
});

test('the types of deprecated fields and parameters are marked', async () => {
  const document = documentWith((draft) => {
    Object.assign(club(draft).size ?? {}, dates);
    Object.assign(clubs(draft).get?.parameters?.[1] ?? {}, dates);
  });
  const { 'generated/types.gen.ts': types } = await serverFiles(
    readDocument(document),
    catalogue,
    [],
  );
  expect(types).toMatch(/@deprecated\s+\*\/\s+size\?: number;/);
  expect(types).toMatch(/@deprecated\s+\*\/\s+limit: number;/);
});
