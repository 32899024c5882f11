import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { documentWith, documentWithOperation, findings } from './findings.ts';

const operation = (operationId: string, tags?: string[]) => ({
  operationId,
  ...(tags && { tags }),
  responses: {},
});

describe('operation-ids', () => {
  testRows(['submitMatches', 'Matches.submit', 'matches.Submit', 'matches.submit.batch', ''])(
    'refuses an id of another form',
    async (operationId) => {
      const document = documentWithOperation(operation(operationId, ['Matches']));
      expect(await findings('operation-ids', document)).toEqual([
        {
          at: '#/paths/~1partner~1members/get/operationId',
          message: expect.stringContaining('`<resource>.<method>`'),
        },
      ]);
    },
  );

  testRows([
    ['the tag of another resource', ['Members']],
    ['two tags', ['Matches', 'Members']],
  ])('refuses an operation under another tag, or two', async (_, tags) => {
    const document = documentWithOperation(operation('matches.submit', tags));
    const found = await findings('operation-ids', document);
    expect(found.map(({ at }) => at)).toEqual(['#/paths/~1partner~1members/get/tags']);
  });

  it('refuses an event that is not called one', async () => {
    const event = operation('webhooks.ratingUpdated');
    const document = documentWith({ webhooks: { 'rating.updated': { post: event } } });
    expect(await findings('operation-ids', document)).toHaveLength(1);
  });

  it('accepts a resource with its method, and an event', async () => {
    const document = documentWith({
      paths: { '/partner/oauth/scopes': { get: operation('oauth.listScopes', ['OAuth']) } },
      webhooks: { 'rating.updated': { post: operation('events.ratingUpdated', ['Webhooks']) } },
    });
    expect(await findings('operation-ids', document)).toEqual([]);
  });
});
