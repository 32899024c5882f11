import { readDocument } from '@partner-rating/spec/document';
import document from '@partner-rating/spec/openapi.json' with { type: 'json' };
import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { PartnerRatingClient } from './client.ts';
import type {
  ErrorCode,
  Leaderboard,
  MatchBatchResult,
  MatchVoid,
  Member,
  MembersGetQuery,
  OAuthError,
  OperationId,
  ScopeName,
  SportCode,
  SportRating,
  SportRatings,
  TokenResponse,
  ValidationError,
  WebhookEndpoint,
} from './index.ts';

const operationIds = readDocument(document)
  .operations()
  .map(({ id }) => id);
const client = new PartnerRatingClient({
  apiKey: 'prk_test',
  baseUrl: 'http://localhost:3001/api/v1',
});

// `oauth.getAuthorizationUrl` returns the URL of the page, and `oauth.authorize` does the same as its form.
const withoutMethod = ['oauth.showAuthorization', 'oauth.pushAuthorization'] as const;

describe('the methods', () => {
  testRows(operationIds.filter((id) => !(withoutMethod as readonly string[]).includes(id)))(
    'exist for every operation',
    (id) => {
      const [resource = '', method = ''] = id.split('.');
      expect(Reflect.get(Reflect.get(client, resource), method)).toBeTypeOf('function');
    },
  );

  test('have exactly the names of the operations', () => {
    type Resources = Exclude<keyof PartnerRatingClient, 'withOptions' | symbol>;
    type MethodsOf<Resource extends Resources> =
      `${Resource}.${keyof PartnerRatingClient[Resource] & string}`;
    type Method = { [Resource in Resources]: MethodsOf<Resource> }[Resources];
    expectTypeOf<Method>().toEqualTypeOf<
      | Exclude<OperationId, (typeof withoutMethod)[number]>
      | 'oauth.getAuthorizationUrl'
      | 'members.find'
    >();
  });

  test('return the types of the document', () => {
    expectTypeOf(client.members.get).returns.resolves.toEqualTypeOf<Member>();
    expectTypeOf(client.members.getBulk).returns.resolves.toEqualTypeOf<Member[]>();
    expectTypeOf(client.leaderboard.list).returns.resolves.toEqualTypeOf<Leaderboard>();
    expectTypeOf(client.webhooks.createEndpoint).returns.resolves.toEqualTypeOf<WebhookEndpoint>();
    expectTypeOf(client.webhooks.deleteEndpoint).returns.resolves.toEqualTypeOf<void>();
    expectTypeOf(client.matches.replace).returns.resolves.toEqualTypeOf<MatchBatchResult>();
    expectTypeOf(client.matches.void).returns.resolves.toEqualTypeOf<MatchVoid>();
    expectTypeOf(client.oauth.exchangeToken).returns.resolves.toEqualTypeOf<TokenResponse>();
    expectTypeOf(client.oauth.exchangeToken)
      .returns.resolves.toHaveProperty('scope')
      .toEqualTypeOf<ScopeName[]>();
  });

  test('take one or several sport codes, but only one member id', () => {
    expectTypeOf<string>().toExtend<NonNullable<MembersGetQuery['sport']>>();
    expectTypeOf<readonly string[]>().toExtend<NonNullable<MembersGetQuery['sport']>>();
    expectTypeOf(client.members.get).parameter(0).toEqualTypeOf<string | undefined>();
  });

  test('take an idempotency key or a version only if the operation does', () => {
    const { matches, members, webhooks } = client;
    expectTypeOf(matches.submit).parameter(1).exclude<undefined>().toHaveProperty('idempotencyKey');
    type Options = NonNullable<Parameters<typeof members.get>[2]>;
    expectTypeOf<Options>().not.toHaveProperty('idempotencyKey');
    expectTypeOf<Options>().not.toHaveProperty('ifMatch');
    expectTypeOf(webhooks.updateEndpoint)
      .parameter(2)
      .exclude<undefined>()
      .toHaveProperty('ifMatch');
    expectTypeOf(webhooks.deleteEndpoint)
      .parameter(1)
      .exclude<undefined>()
      .toHaveProperty('ifMatch');
  });

  test('refuse inputs that are not in the document', () => {
    // @ts-expect-error There is no such parameter.
    const unknownParameter: MembersGetQuery = { memberID: '10482' };
    // @ts-expect-error A batch names its sport.
    const withoutSport: Parameters<typeof client.matches.submit>[0] = { matches: [] };
    expect([unknownParameter, withoutSport]).toHaveLength(2);
  });
});

describe('the types', () => {
  test('of error codes know the current codes and allow new ones', () => {
    expectTypeOf<'match_conflict'>().toExtend<ErrorCode>();
    expectTypeOf<'a_new_one'>().toExtend<ErrorCode>();
    expectTypeOf<OAuthError['errorCode']>().toEqualTypeOf<ErrorCode>();
    expectTypeOf<ValidationError['errors'][number]>().toHaveProperty('pointer');
  });

  test('of open sets know the current values and allow new ones', () => {
    expectTypeOf<Extract<SportCode, 'pickleball'>>().toEqualTypeOf<'pickleball'>();
    expectTypeOf<string>().toExtend<SportCode>();
    expectTypeOf<'X'>().toExtend<NonNullable<Member['gender']>>();
    expectTypeOf<SportRating | undefined>().toEqualTypeOf<SportRatings['pickleball']>();
    expectTypeOf<SportRating | undefined>().toEqualTypeOf<SportRatings['a-new-one']>();
    expectTypeOf<'key:match:submit'>().not.toExtend<ScopeName>();
  });

  test('of a client allow at most one credential', () => {
    type Options = ConstructorParameters<typeof PartnerRatingClient>[0];
    expectTypeOf<{ apiKey: string; baseUrl: string }>().toExtend<Options>();
    expectTypeOf<{ accessToken: string; baseUrl: string }>().toExtend<Options>();
    expectTypeOf<{ environment: 'local' }>().toExtend<Options>();
    // Environment variables may be undefined.
    expectTypeOf<{ apiKey: string | undefined; baseUrl: string | undefined }>().toExtend<Options>();
    expectTypeOf<{ accessToken: string | undefined }>().not.toExtend<Options>();
    expectTypeOf<{ environment: 'prodution' }>().not.toExtend<Options>();
    expectTypeOf<{
      environment: 'staging';
      environments: { staging: string };
    }>().toExtend<Options>();
    expectTypeOf<{
      apiKey: string;
      accessToken: string;
      baseUrl: string;
    }>().not.toExtend<Options>();
  });
});
