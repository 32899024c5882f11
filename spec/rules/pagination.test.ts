import { documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('pagination');
const properties = {
  matches: { type: 'array', items: { type: 'string' } },
  nextCursor: { type: ['string', 'null'] },
};
const pages = { items: 'matches', cursor: 'nextCursor' };
const list = (marks: object | undefined, names = ['cursor', 'limit']) =>
  documentWithOperation({
    operationId: 'matches.list',
    parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: {
      '200': { content: { 'application/json': { schema: { type: 'object', properties } } } },
    },
    'x-pagination': marks,
  });
const at = '#/paths/~1partner~1members/get';
const mark = `${at}/x-pagination`;

refuses('a list that does not say how its pages go on', [
  ['no mark', list(undefined), [`${at}/operationId`, 'x-pagination']],
]);

refuses('a mark that names a part that the operation does not have', [
  ['items that are no list', list({ ...pages, items: 'players' }), [mark, 'no list `players`']],
  ['a cursor that is no field', list({ ...pages, cursor: 'next' }), [mark, 'no field `next`']],
  [
    'an offset that is not taken',
    list({ ...pages, offset: 'offset' }),
    [mark, 'takes no `offset`'],
  ],
  ['no limit', list(pages, ['cursor']), [mark, 'the parameter `limit`']],
  [
    'an offset that is not named',
    list(pages, ['cursor', 'limit', 'offset']),
    [mark, 'add `offset: offset`'],
  ],
]);

accepts('each way to read a list, and operations without one', [
  ['a list with cursors', list(pages)],
  ['one with offsets too', list({ ...pages, offset: 'offset' }, ['cursor', 'limit', 'offset'])],
  ['what is no list', documentWithOperation({ operationId: 'members.get', responses: {} })],
]);
