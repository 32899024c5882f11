import { expectTypeOf, test } from 'vitest';
import type {
  AgeBracket,
  ClientCode,
  ErrorCode,
  Gender,
  GeographicScope,
  MatchInput,
  MatchResult,
  Member,
  OAuthCode,
  ProblemCode,
  RatingCategory,
  RatingChangeCause,
  ScopeName,
  WebhookEndpoint,
  WebhookEventType,
} from '../src/index.ts';
import type { WebhookVerificationErrorCode } from '../src/webhooks/index.ts';

/** A type that editors complete with the known values, and that takes any other string. */
type Open<Known extends string> = Known | (string & {});

test('what the service may add to keeps its known values, and takes any other string', () => {
  expectTypeOf<Gender>().toEqualTypeOf<Open<'MALE' | 'FEMALE' | 'OTHER' | 'UNKNOWN'>>();
  expectTypeOf<RatingChangeCause>().toEqualTypeOf<
    Open<'match' | 'void' | 'merge' | 'rebuild' | 'confirmation' | 'late' | 'settlement'>
  >();
  expectTypeOf<WebhookEventType>().toEqualTypeOf<
    Open<
      | 'rating.updated'
      | 'connection.created'
      | 'connection.revoked'
      | 'match.confirmed'
      | 'match.disputed'
      | 'webhook.test'
    >
  >();
  expectTypeOf<WebhookEndpoint['status']>().toEqualTypeOf<Open<'enabled' | 'disabled'>>();
  expectTypeOf<MatchResult['status']>().toEqualTypeOf<
    Open<'rated' | 'stored' | 'duplicate' | 'rejected' | 'projected'>
  >();
  expectTypeOf<ErrorCode>().toEqualTypeOf<Open<ProblemCode | OAuthCode | ClientCode>>();
});

test('what is closed takes no other string', () => {
  expectTypeOf<string>().not.toExtend<ScopeName>();
  expectTypeOf<string>().not.toExtend<AgeBracket>();
  expectTypeOf<string>().not.toExtend<GeographicScope>();
  expectTypeOf<string>().not.toExtend<RatingCategory>();
  expectTypeOf<string>().not.toExtend<NonNullable<MatchInput['outcome']>>();
  expectTypeOf<string>().not.toExtend<ProblemCode>();
  expectTypeOf<string>().not.toExtend<OAuthCode>();
  expectTypeOf<ClientCode>().toEqualTypeOf<
    'connection_failed' | 'timeout' | 'unexpected_answer' | 'client_closed'
  >();
  expectTypeOf<WebhookVerificationErrorCode>().toExtend<ErrorCode>();
  expectTypeOf<string>().not.toExtend<WebhookVerificationErrorCode>();
});

test('what may be missing is said to be', () => {
  expectTypeOf<Member['sport']>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<Member['email']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<{ email: undefined }>().not.toExtend<Pick<Member, 'email'>>();
  expectTypeOf<WebhookEndpoint['disabledReason']>().toEqualTypeOf<string | null>();
});
