export { environments } from '../generated/environments.gen.ts';
export * from '../generated/operations.gen.ts';

export type { Input, Operation, OperationData, Query } from '../operation.ts';
export type { IdempotentRequestOptions, RequestOptions } from '../request-options.ts';
export type { Fetch } from '../transport.ts';
export { createSend, type Send, type SendOptions } from './create-send.ts';
