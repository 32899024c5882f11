import { checkLimits } from './client-options.ts';
import { type Logger, startLog, warnOfDeprecation } from './logger.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { type ResponsePromise, responsePromise } from './response-promise.ts';
import type { Transport } from './transport-settings.ts';

/** Carries out one operation. Every method of every resource goes through it. */
export type ClientSend = <Data extends OperationData, Result>(
  operation: Operation<Data, Result>,
  input: Input<Data>,
  options?: IdempotentRequestOptions,
) => ResponsePromise<Result>;

/** Adds to the transport what a client has: checked options, and the logger. */
export function createClientSend(transport: Transport, logger: Logger | undefined): ClientSend {
  return (operation, input, options) => {
    try {
      if (options) checkLimits(options);
      return transport(operation, input, options, logger ? startLog(logger) : warnOfDeprecation);
    } catch (error) {
      return responsePromise(Promise.reject(error));
    }
  };
}
