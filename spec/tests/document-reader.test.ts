import { testRows } from '@partner-rating/table-tests';
import { describe, expect, it } from 'vitest';
import { componentName, keysOf, readDocument } from '../src/document.ts';

const reference = (pointer: string) => ({ $ref: `#/components/${pointer}` });

const clubs = readDocument({
  openapi: '3.1.1',
  info: { title: 'Clubs', version: '1.0.0' },
  paths: {
    '/clubs/{clubId}': {
      summary: 'A club',
      parameters: [reference('parameters/ClubId')],
      get: {
        operationId: 'clubs.get',
        security: [{ Key: [] }, {}],
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: reference('responses/Alias'),
          404: { description: 'There is none.' },
          410: { ...reference('responses/Club'), description: 'The club closed.' },
        },
      },
    },
  },
  webhooks: {
    'club.closed': {
      post: {
        operationId: 'events.clubClosed',
        requestBody: {
          content: { 'application/json': { schema: reference('schemas/Club') } },
        },
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      Id: { type: 'string', examples: ['club_1', 'club_2'] },
      Ids: { type: 'array', items: reference('schemas/Id') },
      Club: { type: 'object', properties: { id: reference('schemas/Id') } },
      Unused: { type: 'object' },
    },
    parameters: {
      ClubId: { name: 'clubId', in: 'path', required: true, schema: reference('schemas/Id') },
    },
    responses: {
      Alias: reference('responses/Club'),
      Club: {
        description: 'The club.',
        headers: { 'X-Request-Id': { $ref: '#/components/headers/X~1Request~0Id%20' } },
        content: {
          'application/json': {
            schema: reference('schemas/Club'),
            examples: { 'clubs.get': reference('examples/clubs.get') },
          },
        },
      },
    },
    headers: { 'X/Request~Id ': { required: true, schema: { type: 'string' } } },
    examples: { 'clubs.get': { summary: 'One club.', value: { id: 'club_1' } } },
  },
});

describe('an operation', () => {
  const club = clubs.operation('clubs.get');

  it('has the parameters of its path and its own', () => {
    expect(club.parameters.map(({ name, in: location }) => `${location} ${name}`)).toEqual([
      'path clubId',
      'query limit',
    ]);
  });

  it('has the defaults for fields that the document omits', () => {
    expect(club).toMatchObject({
      method: 'GET',
      body: null,
      requiredScopes: { key: [], user: [] },
      schemes: ['Key', null],
      isIdempotent: false,
      isSafe: false,
      isRepeatable: false,
      rateLimitClass: 'default',
      bodyLimit: 1_048_576,
    });
  });

  const secret = { type: 'string', 'x-secret': true };
  testRows<[string, object, boolean]>([
    ['a field of it', { properties: { link: secret } }, true],
    ['a schema that it names', reference('schemas/Secret'), true],
    ['an item', { type: 'array', items: reference('schemas/Secret') }, true],
    ['no schema', { properties: { id: reference('schemas/Id') } }, false],
  ])('shows a secret if a schema in its response is marked', (_what, schema, isShown) => {
    const { operation } = readDocument({
      openapi: '3.1.1',
      info: { title: 'Keys', version: '1.0.0' },
      paths: {
        '/keys': {
          post: {
            operationId: 'keys.create',
            requestBody: { content: { 'application/json': { schema: secret } } },
            responses: { 201: { content: { 'application/json': { schema } } } },
          },
        },
      },
      components: { schemas: { Secret: secret, Id: { type: 'string' } } },
    });
    expect(operation('keys.create').showsSecret).toBe(isShown);
  });

  it('has its responses with resolved references, except those to schemas', () => {
    expect(club.responses['200']).toEqual({
      component: 'Alias',
      description: 'The club.',
      isOwnText: false,
      headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
      content: {
        'application/json': {
          schema: reference('schemas/Club'),
          examples: [{ name: 'clubs.get', summary: 'One club.', value: { id: 'club_1' } }],
        },
      },
    });
    expect(club.responses['404']).toMatchObject({ component: null, headers: {}, content: {} });
  });

  it('has the description next to the reference of a response', () => {
    const said = Object.values(club.responses).map((response) => [
      response.description,
      response.isOwnText,
    ]);
    expect(said).toEqual([
      ['The club.', false],
      ['There is none.', true],
      ['The club closed.', true],
    ]);
  });

  it('that the document does not have is named', () => {
    expect(() => clubs.operation('clubs.close')).toThrow('The document has no clubs.close.');
  });
});

it('a document is read only once', () => {
  expect(clubs.operations()).toBe(clubs.operations());
  expect(clubs.events()).toBe(clubs.events());
  expect(clubs.operation('clubs.get')).toBe(clubs.operations()[0]);
});

it('all bodies of requests, responses, and events are listed', () => {
  expect(clubs.bodies().map(({ id, status, mediaType }) => [id, status, mediaType])).toEqual([
    ['clubs.get', '200', 'application/json'],
    ['clubs.get', '410', 'application/json'],
    ['events.clubClosed', null, 'application/json'],
  ]);
  expect(clubs.events()).toMatchObject([{ type: 'club.closed', id: 'events.clubClosed' }]);
});

describe('a reference', () => {
  it('is resolved through other references. Other values do not change', () => {
    expect(clubs.resolve(reference('responses/Alias'))).toHaveProperty('headers');
    const schema = { type: 'string' };
    expect(clubs.resolve(schema)).toBe(schema);
  });

  testRows(['#/components/schemas/None', '#/components/none/None', '#/info/title'])(
    'to nothing is refused',
    ($ref) => {
      expect(() => clubs.resolve({ $ref })).toThrow(`The reference ${$ref} leads nowhere.`);
    },
  );

  it('has the name of its component', () => {
    expect(componentName(reference('schemas/Club'))).toBe('Club');
    expect(componentName({ type: 'object' })).toBeUndefined();
  });
});

it('a pointer is a list of keys, unescaped', () => {
  expect(keysOf('#/paths/~1clubs~1%7BclubId%7D/get')).toEqual(['paths', '/clubs/{clubId}', 'get']);
});

describe('a schema', () => {
  it('has its first example, or for a list, the first example of its items', () => {
    expect(clubs.firstExample(reference('schemas/Id'))).toBe('club_1');
    expect(clubs.firstExample(reference('schemas/Ids'))).toEqual(['club_1']);
    expect(clubs.firstExample({ type: 'integer' })).toBeUndefined();
  });

  it('is found through direct and indirect references', () => {
    const { responses } = clubs.operation('clubs.get');
    expect([...clubs.schemasBehind(responses).keys()].sort()).toEqual(['Club', 'Id']);
    expect([...clubs.schemasBehind(reference('responses/Alias')).keys()].sort()).toEqual([
      'Club',
      'Id',
    ]);
  });
});
