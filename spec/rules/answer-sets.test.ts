import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const closed = { type: 'string', enum: ['enabled', 'disabled'] };

describe('answer-sets', () => {
  it('refuses a closed set in an answer, and in an event', async () => {
    const operation = {
      responses: { '200': content({ type: 'object', properties: { status: closed } }) },
    };
    expect(await findings('answer-sets', documentWithOperation(operation))).toEqual([
      {
        at: expect.stringMatching(/\/properties\/status\/enum$/),
        message: expect.stringContaining('x-extensible-enum'),
      },
    ]);
    const event = { requestBody: content(closed), responses: {} };
    const document = documentWith({ webhooks: { 'rating.updated': { post: event } } });
    expect(await findings('answer-sets', document)).toHaveLength(1);
  });

  testRows([
    ['a closed set in a request', { requestBody: content(closed), responses: {} }],
    [
      'an open one in an answer',
      {
        responses: {
          '200': content({ type: 'string', pattern: '^[a-z]+$', 'x-extensible-enum': closed.enum }),
        },
      },
    ],
    ['a constant', { responses: { '200': content({ type: 'string', enum: ['Bearer'] }) } }],
    [
      'the scopes, which the specification closes',
      {
        responses: {
          '200': content({
            type: 'string',
            enum: catalogue.scopes.player.map(({ name }) => name),
          }),
        },
      },
    ],
  ])(
    'accepts closed sets in requests, open sets, constants and the scopes',
    async (_, operation) => {
      expect(await findings('answer-sets', documentWithOperation(operation))).toEqual([]);
    },
  );
});
