import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('named-examples');
const components = {
  examples: { one: { summary: 'One', value: 1 }, two: { summary: 'Two', value: 2 } },
};
const refer = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
const content = (examples: object, mediaType = 'application/json') => ({
  content: { [mediaType]: { examples } },
});
const problem = 'application/problem+json';
const form = 'application/x-www-form-urlencoded';
const of = (operation: object) =>
  documentWithOperation({ responses: {}, ...operation }, { components });
const answering = (status: string, response: object) => of({ responses: { [status]: response } });

refuses('too few or unnamed examples, with advice', [
  ['a success with one', answering('200', content(refer('one'))), [/^#/, 'two named examples']],
  ['an error without one', answering('404', content({}, problem)), [/^#/, 'one named example']],
  ['a form without one', of({ requestBody: content({}, form) }), [/^#/, 'one named example']],
  [
    'an event without one',
    documentWithEvent({ requestBody: content({}), responses: {} }),
    [/^#/, 'named example'],
  ],
  [
    'one without a file',
    answering('200', content({ ...refer('one', 'two'), three: { summary: 'Three', value: 3 } })),
    [/^#/, '`three` stands in a file of its own'],
  ],
]);

accepts('named examples, and operations that need none', [
  ['a success with two examples', answering('200', content(refer('one', 'two')))],
  ['an error with one', answering('404', content(refer('one'), problem))],
  ['a request with one', of({ requestBody: content(refer('one')) })],
  ['a page without one', answering('200', content({}, 'text/html'))],
  ['an answer without a body', answering('204', { description: 'Deleted.' })],
]);
