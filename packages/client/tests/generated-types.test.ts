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

/** A type for which editors suggest the known values, and which accepts any string. */
type Open<Known extends string> = Known | (string & {});

test('open sets have their known values, and accept any other string', () => {
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

test('each identifier has its own type, also if it may be missing', () => {
  expectTypeOf<'mat_01k4yh2c9f3v7b1r5x8z6k2a0d'>().toExtend<MatchId>();
  expectTypeOf<DeliveryId>().not.toExtend<MatchId>();
  expectTypeOf<MemberId>().not.toExtend<MatchId>();
  expectTypeOf<string>().not.toExtend<MatchId>();
  expectTypeOf<MatchResult['id']>().toEqualTypeOf<MatchId | null>();
  expectTypeOf<RatingHistoryEntry['matchId']>().toEqualTypeOf<MatchId | null>();
  // A member may also be named by number, and numbers often arrive as strings.
  expectTypeOf<string>().toExtend<MemberReference>();
});

test('closed sets accept no other string', () => {
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

test('values that may be missing are optional', () => {
  expectTypeOf<Member['sport']>().extract<undefined>().toEqualTypeOf<undefined>();
  expectTypeOf<Member['email']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<{ email: undefined }>().not.toExtend<Pick<Member, 'email'>>();
  expectTypeOf<WebhookEndpoint['disabledReason']>().toEqualTypeOf<string | null>();
});
