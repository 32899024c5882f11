import { fastify } from 'fastify';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type Authenticators,
  createHandler,
  type Handler,
  type Handlers,
  type Interceptor,
  type Missing,
  OAuthError,
  type OperationId,
  type OperationRequest,
  type Principal,
  ProblemError,
  type Reply,
  type Schemas,
} from '../index.ts';
import { type PartnerRatingServerOptions, partnerRatingServer } from './index.ts';

interface Caller extends Principal {
  applicationId: string;
}

describe('handlers', () => {
  test('an operation without a handler does not compile', () => {
    type Missing = Omit<Handlers<Caller>, 'matches.submit'>;
    expectTypeOf<Missing>().not.toExtend<Handlers<Caller>>();
    // @ts-expect-error matches.submit is missing.
    const handlers: Handlers<Caller> = {} as Missing;
    expectTypeOf(handlers).toEqualTypeOf<Handlers<Caller>>();
  });

  test('a handler for an unknown operation does not compile', () => {
    // @ts-expect-error There is no operation with this id.
    expectTypeOf<Handler<'matches.delete', Caller>>();
    expectTypeOf<'matches.delete'>().not.toExtend<OperationId>();
  });

  test('a request has the types of the document', () => {
    type Get = OperationRequest<'members.get'>;
    expectTypeOf<Get['query']['memberId']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Get['query']['sport']>().toEqualTypeOf<string[] | undefined>();
    expectTypeOf<Get['body']>().toEqualTypeOf<undefined>();
    expectTypeOf<OperationRequest<'members.getBulk'>['query']['ids']>().toEqualTypeOf<string[]>();
    expectTypeOf<OperationRequest<'matches.submit'>['body']>().toEqualTypeOf<Schemas.MatchBatch>();
    expectTypeOf<OperationRequest<'matches.submit'>['headers']>().toEqualTypeOf<{
      'idempotency-key'?: string;
    }>();
    expectTypeOf<
      OperationRequest<'webhooks.redeliver'>['path']['deliveryId']
    >().toEqualTypeOf<string>();
  });

  test('a parameter with a default is never undefined', () => {
    expectTypeOf<OperationRequest<'leaderboard.list'>['query']['limit']>().toEqualTypeOf<number>();
  });

  test('contentType narrows the type of the body', () => {
    const handler: Handler<'oauth.exchangeToken', Caller> = (request) => {
      if (request.contentType === 'application/json') {
        expectTypeOf(request.body).toEqualTypeOf<Schemas.TokenRequest>();
      } else {
        expectTypeOf(request.body).toEqualTypeOf<Schemas.TokenRequestForm>();
      }
      throw new OAuthError('invalid_grant');
    };
    expectTypeOf(handler).toBeFunction();
  });

  test('the principal can be null only if the credential is optional', () => {
    expectTypeOf<
      Parameters<Handler<'members.get', Caller>>[1]['principal']
    >().toEqualTypeOf<Caller>();
    type Exchange = Handler<'oauth.exchangeToken', Caller>;
    expectTypeOf<Parameters<Exchange>[1]['principal']>().toEqualTypeOf<Caller | null>();
  });

  test('a reply is a documented response other than an error', () => {
    expectTypeOf<Reply<'webhooks.createEndpoint'>['status']>().toEqualTypeOf<201>();
    expectTypeOf<Reply<'webhooks.deleteEndpoint'>['status']>().toEqualTypeOf<204>();
    expectTypeOf<Reply<'oauth.showAuthorization'>['status']>().toExtend<number>();
    // @ts-expect-error 418 is not documented.
    const status: Reply<'members.get'> = { status: 418, body: {} as Schemas.Member };
    // @ts-expect-error The body of a member is a member.
    const body: Reply<'members.get'> = { status: 200, body: { id: 1 } };
    expectTypeOf([status, body]).toBeArray();
  });

  test('an error must have a code of the catalogue', () => {
    expectTypeOf(ProblemError).toBeConstructibleWith('not_found');
    // @ts-expect-error There is no such code.
    expectTypeOf(ProblemError).toBeConstructibleWith('not_there');
  });
});

describe('registration', () => {
  const app = fastify();
  const options = {} as PartnerRatingServerOptions<Caller>;

  test('accepts handlers and authenticators with the same type of caller', () => {
    expectTypeOf(() => app.register(partnerRatingServer<Caller>, options)).toBeFunction();
    expectTypeOf(() =>
      app.register(partnerRatingServer<Caller>, {
        ...options,
        authenticate: {
          ApiKey: (key, request) => {
            expectTypeOf(key).toEqualTypeOf<string>();
            return { kind: 'key', scopes: new Set(), applicationId: request.id };
          },
          AccessToken: async () => null,
          ClientBasic: ({ username, password }) => {
            expectTypeOf([username, password]).toEqualTypeOf<string[]>();
            return null;
          },
        },
      }),
    ).toBeFunction();
  });

  test('does not compile if a handler and its replacement are missing', () => {
    const some = {} as Omit<Handlers<Caller>, 'usage.get'>;
    const shared = { authenticate: {} as Authenticators<Caller>, problemTypeBase: '' };
    // @ts-expect-error There is no handler of usage.get.
    expectTypeOf(() => createHandler<Caller>({ ...shared, handlers: some })).toBeFunction();
    for (const missing of [501, 'example'] as const) {
      expectTypeOf(() =>
        createHandler<Caller>({ ...shared, handlers: some, missing }),
      ).toBeFunction();
    }
    expectTypeOf<404>().not.toExtend<Missing>();
  });

  test('does not compile with authenticators of another type, or if one is missing', () => {
    const other = {} as Authenticators<Principal>;
    const mixed = { ...options, authenticate: other };
    // @ts-expect-error The handlers need a Caller, and these authenticators return a Principal.
    const register = () => app.register(partnerRatingServer<Caller>, mixed);
    expectTypeOf(register).toBeFunction();
    expectTypeOf<Omit<Authenticators<Caller>, 'AccessToken'>>().not.toExtend<
      Authenticators<Caller>
    >();
  });

  test('an interceptor has the type of the caller', () => {
    const intercept: Interceptor<Caller> = async ({ context }, next) => {
      expectTypeOf(context.principal).toEqualTypeOf<Caller | null>();
      return await next();
    };
    expectTypeOf(intercept).toBeFunction();
  });
});
