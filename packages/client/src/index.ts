export { PartnerRatingClient } from './client.ts';
export type { ClientOptions, Credential, Fetch } from './client-options.ts';
export { AuthenticationError } from './errors/authentication-error.ts';
export { ConflictError } from './errors/conflict-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { NotFoundError } from './errors/not-found-error.ts';
export { OAuthError, type OAuthErrorDetails } from './errors/oauth-error.ts';
export {
  type ErrorCode,
  type ErrorDetails,
  PartnerRatingError,
} from './errors/partner-rating-error.ts';
export { PermissionError } from './errors/permission-error.ts';
export { RateLimitError, type RateLimitErrorDetails } from './errors/rate-limit-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { ValidationError, type ValidationErrorDetails } from './errors/validation-error.ts';
export type { OAuthCode, ProblemCode } from './generated/error-codes.gen.ts';
export type * from './generated/models.gen.ts';
export type { OperationId } from './generated/operations.gen.ts';
export type { Query } from './operation.ts';
export type { IdempotentRequestOptions, RequestOptions } from './request-options.ts';
export type { LeaderboardListQuery } from './resources/leaderboard.ts';
export type {
  MembersGetBulkQuery,
  MembersGetQuery,
  MembersListRatingHistoryQuery,
  MembersListRatingUpdatesQuery,
  MembersSearchQuery,
} from './resources/members.ts';
export type { AuthorizationStart, BrowserAuthorizationStart } from './resources/oauth.ts';
export type { WebhooksListDeliveriesQuery } from './resources/webhooks.ts';
export {
  DEFAULT_SCOPES,
  describeScope,
  isScope,
  SCOPES,
  type ScopeRequest,
} from './scopes.ts';
