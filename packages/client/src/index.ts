export { PartnerRatingClient } from './client.ts';
export type { ClientOptions, Credential, Environment } from './client-options.ts';
export { describeScope } from './describe-scope.ts';
export { AuthenticationError } from './errors/authentication-error.ts';
export { ConflictError } from './errors/conflict-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { type ErrorKinds, isPartnerRatingError } from './errors/is-partner-rating-error.ts';
export { NotFoundError } from './errors/not-found-error.ts';
export { OAuthError, type OAuthErrorDetails } from './errors/oauth-error.ts';
export {
  type ClientCode,
  type ErrorCode,
  type ErrorDetails,
  PartnerRatingError,
} from './errors/partner-rating-error.ts';
export { PermissionError } from './errors/permission-error.ts';
export { RateLimitError } from './errors/rate-limit-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { ValidationError } from './errors/validation-error.ts';
export type { OAuthCode, ProblemCode } from './generated/error-codes.gen.ts';
export type * from './generated/models.gen.ts';
export type { OperationId } from './generated/operations.gen.ts';
export type { LogEntry, Logger } from './logger.ts';
export { generatePkce, type Pkce } from './oauth/pkce.ts';
export { generateState } from './oauth/state.ts';
export {
  type SessionTokens,
  TokenSession,
  type TokenSessionOptions,
  type TokenStore,
} from './oauth/token-session.ts';
export type { Query } from './operation.ts';
export type { PagePromise } from './paging/page-promise.ts';
export type { ListQuery } from './paging/paged.ts';
export type { AnswerWithResponse, PendingAnswer } from './pending-answer.ts';
export {
  type Rated,
  ratingDifference,
  ratingFor,
  type Split,
  splitFor,
  splitsFor,
} from './ratings.ts';
export type { IdempotentRequestOptions, RequestOptions } from './request-options.ts';
export type { LeaderboardListQuery } from './resources/leaderboard.ts';
export type {
  MembersFindQuery,
  MembersGetBulkQuery,
  MembersGetQuery,
  MembersListRatingHistoryQuery,
  MembersListRatingUpdatesQuery,
  MembersSearchQuery,
} from './resources/members.ts';
export type { AuthorizationStart, BrowserAuthorizationStart } from './resources/oauth.ts';
export type { WebhooksListDeliveriesQuery } from './resources/webhooks.ts';
export { DEFAULT_SCOPES, isScope, SCOPES, type ScopeRequest } from './scopes.ts';
export type { Fetch } from './transport.ts';
