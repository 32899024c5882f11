export {
  type ErrorFormOptions,
  type FastifyOptionsInput,
  fastifyOptions,
} from './fastify-options.ts';
export { isUnreachable } from './framework-errors.ts';
export { operations } from './generated/operations.gen.ts';
export type * as Schemas from './generated/types.gen.ts';
export type {
  AnyReply,
  Handler,
  Handlers,
  Interceptor,
  OperationCall,
  OperationContext,
  OperationId,
  OperationRequest,
  Principal,
  PrincipalOf,
  Reply,
  ReplyHeaders,
} from './handler-types.ts';
export { OAuthError, type OAuthErrorCode, type OAuthErrorOptions } from './oauth-error.ts';
export type {
  Deprecation,
  JsonSchema,
  Operation,
  OperationBody,
  OperationParameter,
  OperationResponse,
  SecurityScheme,
} from './operation-table.ts';
export type {
  Authenticators,
  BasicCredential,
  Credential,
  PartnerRatingServerOptions,
} from './options.ts';
export { partnerRatingServer } from './plugin.ts';
export type { ProblemDetails } from './problem-answer.ts';
export {
  type FaultItem,
  type ProblemCode,
  ProblemError,
  type ProblemErrorOptions,
} from './problem-error.ts';
export { RenderedJson } from './rendered-json.ts';
