import type { Catalogue } from '@partner-rating/spec/catalogue';
import type { OpenApiDocument } from '@partner-rating/spec/document';

/** A small document with every construct that the generator supports. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table
export function fixture(): OpenApiDocument {
  const problem = { content: { 'application/problem+json': { schema: { type: 'object' } } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Clubs', version: '1.0.0' },
    paths: {
      '/clubs/{clubId}': {
        parameters: [
          {
            name: 'clubId',
            in: 'path',
            required: true,
            schema: { $ref: '#/components/schemas/Id' },
          },
        ],
        get: {
          operationId: 'clubs.get',
          security: [{ Key: [] }, { Token: [] }],
          'x-required-scopes': { key: ['key:club:read'] },
          parameters: [
            {
              name: 'ids',
              in: 'query',
              explode: false,
              schema: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Id' } },
            },
            {
              name: 'limit',
              in: 'query',
              description: 'How many.',
              schema: { type: 'integer', default: 20 },
            },
          ],
          responses: {
            '200': {
              headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Club' } } },
            },
            '400': problem,
          },
        },
        put: {
          operationId: 'clubs.replace',
          security: [{ Basic: [] }, {}],
          'x-idempotent': true,
          'x-rate-limit-class': 'ingest',
          'x-body-limit': 10,
          parameters: [
            { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 9 } },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Club' } },
              'application/x-www-form-urlencoded': { schema: { type: 'object' } },
            },
          },
          responses: {
            '204': {},
            '400': { content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
      '/page': {
        get: {
          operationId: 'pages.show',
          security: [],
          responses: {
            '200': { content: { 'text/html': { schema: { type: 'string' } } } },
            '303': { headers: { Location: { required: true, schema: { type: 'string' } } } },
            '400': { content: { 'text/html': { schema: { type: 'string' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Id: {
          type: 'string',
          description: 'Identifies a club.',
          examples: ['club_1', 'club_2'],
          pattern: '^club_',
        },
        Club: {
          type: 'object',
          title: 'A club',
          required: ['id'],
          properties: {
            id: { $ref: '#/components/schemas/Id' },
            description: { type: ['string', 'null'], description: 'In words.', 'x-note': 'prose' },
            size: { type: 'integer', examples: [12] },
          },
        },
        Unused: { type: 'object' },
      },
      securitySchemes: {
        Key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        Token: { type: 'http', scheme: 'bearer' },
        Basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}

/** A catalogue with one entry of each kind. */
export const catalogue: Catalogue = {
  sports: [{ code: 'squash', name: 'Squash' }],
  gameFormats: [
    {
      code: 'squash-11',
      sport: 'squash',
      name: 'Game to 11',
      isDefault: true,
      winScore: 11,
      winBy: 2,
      maxScore: null,
    },
  ],
  scopes: {
    player: [{ name: 'user:club:read', description: 'the club', isDefault: true }],
    key: [{ name: 'key:club:read', isDefault: true }],
  },
  eventTypes: [{ type: 'club.closed', needsConsent: false }],
  rateLimitClasses: [{ name: 'default', counts: 'all others', requestsPerMinute: 600 }],
  errorItemCodes: [{ of: 'of a club', codes: ['club_closed'] }],
  sets: { 'club-statuses': ['open', 'closed'] },
  errors: {
    problems: [
      {
        code: 'not_found',
        status: 404,
        title: 'Not found',
        detail: 'There is nothing here.',
        action: 'Check the id.',
        clientError: 'NotFoundError',
      },
    ],
    oauth: [
      { error: 'invalid_grant', status: 400, description: 'It was used.', action: 'Start again.' },
    ],
  },
};
