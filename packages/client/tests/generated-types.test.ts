import { expectTypeOf, test } from 'vitest';
import type {
  AgeBracket,
  ClientCode,
  DeliveryId,
  ErrorCode,
  Gender,
  GeographicScope,
  MatchId,
  MatchInput,
  MatchResult,
  Member,
  MemberId,
  MemberReference,
  OAuthCode,
  ProblemCode,
  RatingCategory,
  RatingChangeCause,
  RatingHistoryEntry,
  ScopeName,
  WebhookEndpoint,
  WebhookEventType,
} from '../src/index.ts';
import type { KnownWebhookEvent, WebhookVerificationErrorCode } from '../src/webhooks/index.ts';

/** A type that editors complete with the known values, and that takes any other string. */
type Open<Known extends string> = Known | (string & {});

test('what the service may add to keeps its known values, and takes any other string', () => {
  expectTypeOf<Gender>().toEqualTypeOf<Open<'MALE' | 'FEMALE' | 'OTHER' | 'UNKNOWN'>>();
  expectTypeOf<RatingChangeCause>().toEqualTypeOf<
    Open<'match' | 'void' | 'merge' | 'rebuild' | 'confirmation' | 'late' | 'settlement'>
  >();
  expectTypeOf<WebhookEventType>().toEqualTypeOf<Open<KnownWebhookEvent['type']>>();
  expectTypeOf<WebhookEndpoint['status']>().toEqualTypeOf<Open<'enabled' | 'disabled'>>();
  expectTypeOf<MatchResult['status']>().toEqualTypeOf<
    Open<'rated' | 'stored' | 'held' | 'duplicate' | 'rejected' | 'projected'>
  >();
  expectTypeOf<ErrorCode>().toEqualTypeOf<Open<ProblemCode | OAuthCode | ClientCode>>();
});

test('an identifier is of its own kind, also where there may be none', () => {
  expectTypeOf<'mat_01k4yh2c9f3v7b1r5x8z6k2a0d'>().toExtend<MatchId>();
  expectTypeOf<DeliveryId>().not.toExtend<MatchId>();
  expectTypeOf<MemberId>().not.toExtend<MatchId>();
  expectTypeOf<string>().not.toExtend<MatchId>();
  expectTypeOf<MatchResult['id']>().toEqualTypeOf<MatchId | null>();
  expectTypeOf<RatingHistoryEntry['matchId']>().toEqualTypeOf<MatchId | null>();
  // A member may be named by number too, and a number is often text.
  expectTypeOf<string>().toExtend<MemberReference>();
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
