import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('response-objects-open');
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const closed = { type: 'object', additionalProperties: false };
const advice = 'separate schemas for input and output';

refuses('an answer or an event that can never gain a field', [
  [
    'an answer',
    documentWithOperation({ responses: { '200': content({ type: 'array', items: closed }) } }),
    [/\/responses\/200\/content\/application~1json\/schema\/items\/additionalProperties$/, advice],
  ],
  [
    'an event',
    documentWithEvent({ requestBody: content(closed), responses: {} }),
    [/\/additionalProperties$/, advice],
  ],
]);

accepts('open answers and closed requests', [
  [
    'both',
    documentWithOperation({
      requestBody: content(closed),
      responses: { '200': content({ type: 'object', properties: {} }) },
    }),
  ],
]);
