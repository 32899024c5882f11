import { catalogue } from '../src/catalogue.ts';
import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('answer-sets');
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const answering = (schema: object) =>
  documentWithOperation({ responses: { '200': content(schema) } });
const closed = { type: 'string', enum: ['enabled', 'disabled'] };
const scopes = catalogue.scopes.player.map(({ name }) => name);

refuses('a closed set in an answer, and in an event', [
  [
    'an answer',
    answering({ type: 'object', properties: { status: closed } }),
    [/\/properties\/status\/enum$/, 'x-extensible-enum'],
  ],
  [
    'an event',
    documentWithEvent({ requestBody: content(closed), responses: {} }),
    [/\/enum$/, 'x-extensible-enum'],
  ],
]);

accepts('closed sets in requests, open sets, constants and the scopes', [
  ['a request', documentWithOperation({ requestBody: content(closed), responses: {} })],
  [
    'an open set',
    answering({ type: 'string', pattern: '^[a-z]+$', 'x-extensible-enum': closed.enum }),
  ],
  ['a constant', answering({ type: 'string', enum: ['Bearer'] })],
  ['the scopes, which the specification closes', answering({ type: 'string', enum: scopes })],
]);
