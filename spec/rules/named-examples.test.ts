import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

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

async function messages(operation: object) {
  const document = documentWithOperation(operation, { components });
  return (await findings('named-examples', document)).map(({ message }) => message);
}

describe('named-examples', () => {
  testRows([
    [
      'a success with one example',
      { responses: { '200': content(refer('one')) } },
      'two named examples',
    ],
    ['an error without one', { responses: { '404': content({}, problem) } }, 'one named example'],
    ['a form without one', { requestBody: content({}, form), responses: {} }, 'one named example'],
  ])('refuses too few or unnamed examples, with advice', async (_, operation, advice) => {
    expect(await messages(operation)).toEqual([expect.stringContaining(advice)]);
  });

  it('refuses an event without an example', async () => {
    const event = { requestBody: content({}), responses: {} };
    const document = documentWith({ webhooks: { 'rating.updated': { post: event } } });
    expect(await findings('named-examples', document)).toHaveLength(1);
  });

  it('refuses an example without a file', async () => {
    const examples = { ...refer('one', 'two'), three: { summary: 'Three', value: 3 } };
    expect(await messages({ responses: { '200': content(examples) } })).toEqual([
      expect.stringContaining('`three` stands in a file of its own'),
    ]);
  });

  testRows([
    ['a success with two examples', { responses: { '200': content(refer('one', 'two')) } }],
    ['an error with one', { responses: { '404': content(refer('one'), problem) } }],
    ['a request with one', { requestBody: content(refer('one')), responses: {} }],
    ['a page without one', { responses: { '200': content({}, 'text/html') } }],
    ['an answer without a body', { responses: { '204': { description: 'Deleted.' } } }],
  ])('accepts named examples, and operations that need none', async (_, operation) => {
    expect(await messages(operation)).toEqual([]);
  });
});
