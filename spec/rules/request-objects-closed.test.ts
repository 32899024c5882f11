import { documentWithEvent, documentWithOperation, testsOf } from './testing/findings.ts';

const { refuses, accepts } = testsOf('request-objects-closed');
const taking = (schema: object, mediaType = 'application/json') => ({
  requestBody: { content: { [mediaType]: { schema } } },
  responses: {},
});
const closed = (properties: object) => ({
  type: 'object',
  properties,
  additionalProperties: false,
});
const open = { type: 'object', properties: { scores: { type: 'array' } } };
const games = { type: 'array', items: { $ref: '#/components/schemas/GameInput' } };
const form = 'application/x-www-form-urlencoded';

refuses('a body that takes unknown fields, each open object once', [
  [
    'the body',
    documentWithOperation(taking(open)),
    [
      '#/paths/~1partner~1members/get/requestBody/content/application~1json/schema',
      '`additionalProperties: false`',
    ],
  ],
  [
    'an object deep in the body',
    documentWithOperation(taking(closed({ games, more: games })), {
      components: { schemas: { GameInput: open } },
    }),
    ['#/components/schemas/GameInput', '`additionalProperties: false`'],
  ],
]);

accepts('closed bodies, and all objects outside requests', [
  [
    'a closed body',
    documentWithOperation(taking(closed({ games: { type: 'array', items: closed({}) } }))),
  ],
  [
    'a map',
    documentWithOperation(taking({ type: 'object', additionalProperties: { type: 'string' } })),
  ],
  ['an open form', documentWithOperation(taking(open, form))],
  ['an open event, which a receiver must be able to see grow', documentWithEvent(taking(open))],
]);
