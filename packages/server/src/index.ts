export type { OperationId } from './generated/operation-types.gen.ts';
export { operations } from './generated/operations.gen.ts';
export type * as Schemas from './generated/types.gen.ts';
export { requestFingerprint } from './idempotency/fingerprint.ts';
export { type IdempotencyOptions, idempotencyKeys } from './idempotency/idempotency-keys.ts';
export { memoryIdempotencyStore } from './idempotency/memory-store.ts';
export type {
  IdempotencyClaim,
  IdempotencyRecord,
  IdempotencyStore,
  StoredAnswer,
} from './idempotency/store.ts';
export { memoryRateLimitStore } from './limits/memory-store.ts';
export {
  type RateLimitCount,
  type RateLimitStore,
  type RateLimits,
  rateLimited,
} from './limits/rate-limits.ts';
export type {
  Handler,
  HandlerOf,
  Handlers,
  Interceptor,
  OperationCall,
  OperationRequest,
  PrincipalOf,
  RequestOf,
} from './pipeline/handler-types.ts';
export type {
  Authenticators,
  CompleteOptions,
  Credential,
  Missing,
  PartialOptions,
  PipelineOptions,
  ServerOptions,
  SharedOptions,
} from './pipeline/options.ts';
export {
  type DocumentOptions,
  type ServedDocument,
  servedDocument,
} from './pipeline/served-document.ts';
export type { ProblemDetails } from './reply/error-response.ts';
export {
  OAuthError,
  type OAuthErrorCode,
  type OAuthErrorOptions,
  type OAuthFailure,
  oauthError,
} from './reply/oauth-error.ts';
export {
  type Problem,
  type ProblemCode,
  ProblemError,
  type ProblemErrorOptions,
  problem,
} from './reply/problem-error.ts';
export { RenderedJson } from './reply/rendered-json.ts';
export type {
  AnyReply,
  OAuthErrorCodeOf,
  OperationParts,
  ProblemCodeOf,
  Reply,
  ReplyHeaders,
  ReplyOf,
  Result,
  ResultOf,
} from './reply/reply.ts';
export { isUnreachable } from './reply/thrown-error.ts';
export type { BasicCredential } from './request/credentials.ts';
export type { Logger } from './request/logger.ts';
export type { OperationContext } from './request/operation-context.ts';
export type { Principal } from './request/principal.ts';
export { deceptiveCharacterIn, escapeDeceptive } from './schema/deceptive-character.ts';
export type { ErrorItem, ErrorItemCode } from './schema/errors.ts';
export type {
  Deprecation,
  JsonSchema,
  Operation,
  OperationBody,
  OperationParameter,
  OperationResponse,
  SecurityScheme,
} from './schema/operation-table.ts';
export { schemaCheck } from './schema-check.ts';
export { createDocumentHandler, createHandler } from './web/handler.ts';
