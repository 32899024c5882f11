import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWithOperation, findings } from './findings.ts';

const parameter = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const properties = {
  matches: { type: 'array', items: { type: 'string' } },
  nextCursor: { type: ['string', 'null'] },
};

const list = (given: object, names = ['cursor', 'limit']) => ({
  operationId: 'matches.list',
  parameters: names.map(parameter),
  responses: {
    '200': { content: { 'application/json': { schema: { type: 'object', properties } } } },
  },
  ...given,
});
const pages = { items: 'matches', cursor: 'nextCursor' };
const at = '#/paths/~1partner~1members/get';

describe('pagination', () => {
  it('refuses a list that does not say how its pages go on', async () => {
    expect(await findings('pagination', documentWithOperation(list({})))).toEqual([
      { at: `${at}/operationId`, message: expect.stringContaining('x-pagination') },
    ]);
  });

  testRows([
    ['items that are no list', { ...pages, items: 'players' }, 'no list `players`'],
    ['a cursor that is no field', { ...pages, cursor: 'next' }, 'no field `next`'],
    ['an offset that is not taken', { ...pages, offset: 'offset' }, 'takes no `offset`'],
  ])('refuses a mark that names what the answer does not have', async (_, named, message) => {
    const document = documentWithOperation(list({ 'x-pagination': named }));
    expect(await findings('pagination', document)).toEqual([
      { at: `${at}/x-pagination`, message: expect.stringContaining(message) },
    ]);
  });

  testRows([
    ['no limit', ['cursor'], 'the parameter `limit`'],
    ['an offset that is not named', ['cursor', 'limit', 'offset'], 'add `offset: offset`'],
  ])('refuses a list without the parameters of its pages', async (_, names, message) => {
    const document = documentWithOperation(list({ 'x-pagination': pages }, names));
    expect(await findings('pagination', document)).toEqual([
      { at: `${at}/x-pagination`, message: expect.stringContaining(message) },
    ]);
  });

  testRows([
    ['a list with cursors', list({ 'x-pagination': pages })],
    [
      'one with offsets as well',
      list({ 'x-pagination': { ...pages, offset: 'offset' } }, ['cursor', 'limit', 'offset']),
    ],
    ['what is no list', { operationId: 'members.get', responses: {} }],
  ])('accepts each way to read a list, and operations without one', async (_, operation) => {
    expect(await findings('pagination', documentWithOperation(operation))).toEqual([]);
  });
});
