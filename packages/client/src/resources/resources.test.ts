import { testRows } from '@partner-rating/table-tests';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { PartnerRatingClient } from '../client.ts';
import type {
  LeaderboardListQuery,
  Member,
  MemberSearchPage,
  MembersGetBulkQuery,
  MembersGetQuery,
  RequestOptions,
  ResponsePromise,
  WithResponse,
} from '../index.ts';
import { call, calledOperations } from '../test-support/called-operations.ts';
import { ExampleService } from '../testing/index.ts';

type Client = PartnerRatingClient;
type Resource = 'leaderboard' | 'matches' | 'members' | 'oauth' | 'usage' | 'webhooks';
type Method = (...given: never[]) => unknown;

/** The methods whose result has such a member. */
type MethodsGiving<Name extends string> = {
  [Each in Resource]: {
    [Key in keyof Client[Each] & string]: Client[Each][Key] extends Method
      ? Name extends keyof ReturnType<Client[Each][Key]>
        ? `${Each}.${Key}`
        : never
      : never;
  }[keyof Client[Each] & string];
}[Resource];

const client = new PartnerRatingClient({
  apiKey: 'prk_test',
  environment: 'local',
  fetch: new ExampleService().fetch,
});

describe('the methods', () => {
  testRows(calledOperations)('send the request of the document', async (operation) => {
    const service = new ExampleService();
    const { fetch } = service;
    const options = { apiKey: 'prk_test', environment: 'local', fetch } as const;
    await call(new PartnerRatingClient(options), operation, { idempotencyKey: 'court-3' });
    const [request] = service.requests;
    expect(request?.operation).toBe(operation.id);
    expect(request?.headers['idempotency-key']).toBe(
      operation.isIdempotent ? 'court-3' : undefined,
    );
    expect(request?.body !== undefined).toBe(operation.body?.required === true);
  });

  test('can return their response, and lists return the response of their first page', async () => {
    type All = { [Each in Resource]: `${Each}.${keyof Client[Each] & string}` }[Resource];
    expectTypeOf<MethodsGiving<'withResponse'>>().toEqualTypeOf<
      Exclude<All, 'oauth.getAuthorizationUrl'>
    >();
    expectTypeOf(client.members.search().page).returns.toEqualTypeOf<
      ResponsePromise<MemberSearchPage>
    >();
    const { data, response } = await client.members.get().withResponse();
    expectTypeOf(data).toEqualTypeOf<Member>();
    expectTypeOf<WithResponse<Member>['response']>().toEqualTypeOf<Response>();
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('take what the operation needs, and nothing else', () => {
    expectTypeOf(client.members.get).toBeCallableWith();
    expectTypeOf(client.members.get).toBeCallableWith('10482');
    expectTypeOf(client.members.get).toBeCallableWith(undefined, { sport: 'padel' });
    expectTypeOf(client.webhooks.listDeliveries).toBeCallableWith();
    expectTypeOf(client.leaderboard.list).toBeCallableWith();
    expectTypeOf<Record<never, never>>().not.toExtend<MembersGetBulkQuery>();
    expectTypeOf<{ ids: '10482' }>().toExtend<MembersGetBulkQuery>();
    const padel = { sport: 'padel' } as const;
    expectTypeOf(client.leaderboard.list).toBeCallableWith({ ...padel, offset: 10 });
    expectTypeOf(client.leaderboard.list).toBeCallableWith({ ...padel, cursor: 'abc' });
    const city = { ...padel, scope: 'city', country: 'US', state: 'TX', city: 'Austin' } as const;
    expectTypeOf(client.leaderboard.list).toBeCallableWith(city);
    expectTypeOf<undefined>().not.toExtend<Parameters<typeof client.matches.submit>[0]>();
    const wrong = () => {
      // @ts-expect-error Another service's name of a member.
      client.leaderboard.rank({ playerId: '10482' });
      // @ts-expect-error There is no such scope.
      client.oauth.authorize({ redirect_uri: 'https://a.example', scope: ['user:rating:write'] });
      // @ts-expect-error The member has no name in a call.
      client.members.get({ memberId: '10482' });
      // @ts-expect-error A replacement is the whole match.
      client.matches.replace('mat_1', { reason: 'The wrong court.' });
      // @ts-expect-error A state is one of a country.
      client.leaderboard.list({ sport: 'padel', scope: 'state', state: 'TX' });
      // @ts-expect-error The world has no use for a country.
      client.leaderboard.list({ sport: 'padel', country: 'US' });
      // @ts-expect-error A state is one of a country.
      client.leaderboard.rank({ memberId: '10482', sport: 'padel', scope: 'state', state: 'TX' });
      // @ts-expect-error The world has no use for a city.
      client.leaderboard.rank({ memberId: '10482', sport: 'padel', city: 'Austin' });
      // @ts-expect-error A page begins at a cursor or at an offset.
      client.leaderboard.list({ sport: 'padel', cursor: 'abc', offset: 10 });
      // @ts-expect-error A page begins at a cursor or at an offset.
      client.members.search({ cursor: 'abc', offset: 10 });
      // @ts-expect-error A void needs its reason.
      client.matches.void('mat_1');
      // @ts-expect-error It only reads, so there is nothing to repeat.
      client.members.get(undefined, {}, { idempotencyKey: 'k1' });
    };
    expect(wrong).toBeTypeOf('function');
  });

  test('do not accept undefined in place of a missing value', () => {
    expectTypeOf<{ memberId: undefined }>().not.toExtend<MembersGetQuery>();
    expectTypeOf<{ signal: undefined }>().not.toExtend<RequestOptions>();
    expectTypeOf<{ sport: 'padel'; maxItems: undefined }>().not.toExtend<LeaderboardListQuery>();
  });
});
