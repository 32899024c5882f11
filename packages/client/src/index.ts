export { PartnerRatingClient } from './client.ts';
export type {
  ClientOptions,
  Credential,
  Environment,
  NamedService,
} from './core/client-options.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TimeoutError,
  ValidationError,
} from './core/errors/call-errors.ts';
export { type ErrorKinds, isPartnerRatingError } from './core/errors/is-partner-rating-error.ts';
export { OAuthError, type OAuthErrorDetails } from './core/errors/oauth-error.ts';
export {
  type ClientCode,
  type ErrorCode,
  type ErrorDetails,
  PartnerRatingError,
} from './core/errors/partner-rating-error.ts';
export type { HookRequest, Hooks } from './core/hooks.ts';
export type { LogEntry, Logger } from './core/logger.ts';
export type { Input, OperationData, Query } from './core/operation.ts';
export type { PagePromise } from './core/paging/page-promise.ts';
export type { ListQuery } from './core/paging/paged.ts';
export type {
  ConditionalRequestOptions,
  IdempotentRequestOptions,
  RequestOptions,
} from './core/request-options.ts';
export type { ResponsePromise, WithResponse } from './core/response-promise.ts';
export type { Fetch } from './core/transport-settings.ts';
export type { ErrorItemCode, OAuthCode, ProblemCode } from './generated/error-codes.gen.ts';
export type * from './generated/models.gen.ts';
export { VERSION } from './generated/version.gen.ts';
export { generatePkce, type Pkce } from './oauth/pkce.ts';
export {
  DEFAULT_SCOPES,
  describeScope,
  isScope,
  SCOPES,
  type ScopeRequest,
} from './oauth/scopes.ts';
export { generateState } from './oauth/state.ts';
export {
  type SessionTokens,
  TokenSession,
  type TokenSessionOptions,
  type TokenStore,
} from './oauth/token-session.ts';
export type { OperationId } from './operations/operations.gen.ts';
export type * from './operations/queries.gen.ts';
export {
  type Rated,
  ratingDifference,
  ratingFor,
  type Split,
  splitFor,
  splitsFor,
} from './ratings.ts';
export type { MembersFindQuery } from './resources/members.ts';
export type { AuthorizationStart, BrowserAuthorizationStart } from './resources/oauth.ts';
