export type { Input, Operation, OperationData, Query } from '../core/operation.ts';
export type {
  ConditionalRequestOptions,
  IdempotentRequestOptions,
  RequestOptions,
} from '../core/request-options.ts';
export type { Fetch } from '../core/transport-settings.ts';
export { environments } from '../generated/environments.gen.ts';
export { createSend, type Send, type SendOptions } from './create-send.ts';
export * from './operations.gen.ts';
