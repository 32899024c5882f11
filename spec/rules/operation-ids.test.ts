import {
  documentWith,
  documentWithEvent,
  documentWithOperation,
  testsOf,
} from './testing/findings.ts';

const { refuses, accepts } = testsOf('operation-ids');
const operation = (operationId: string, tags: string[]) => ({ operationId, tags, responses: {} });
const at = '#/paths/~1partner~1members/get';

refuses(
  'an id of another form',
  ['submitMatches', 'Matches.submit', 'matches.Submit', 'matches.submit.batch', ''].map((id) => [
    id,
    documentWithOperation(operation(id, ['Matches'])),
    [`${at}/operationId`, '`<resource>.<method>`'],
  ]),
);

refuses('an operation under another tag or two, and an event that is not called one', [
  [
    'the tag of another resource',
    documentWithOperation(operation('matches.submit', ['Members'])),
    [`${at}/tags`, 'stands under one tag'],
  ],
  [
    'two tags',
    documentWithOperation(operation('matches.submit', ['Matches', 'Members'])),
    [`${at}/tags`, 'stands under one tag'],
  ],
  [
    'an event',
    documentWithEvent(operation('webhooks.ratingUpdated', ['Webhooks'])),
    [/\/operationId$/, 'events'],
  ],
]);

accepts('a resource with its method, and an event', [
  [
    'both',
    documentWith({
      paths: { '/partner/oauth/scopes': { get: operation('oauth.listScopes', ['OAuth']) } },
      webhooks: { 'rating.updated': { post: operation('events.ratingUpdated', ['Webhooks']) } },
    }),
  ],
]);
