import { checkLimits } from './client-options.ts';
import { type Logger, startLog } from './logger.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { type LastResponse, type ResponsePromise, responsePromise } from './response-promise.ts';
import type { OnAttempt, Transport } from './transport.ts';

/** Carries out one operation. Every method of every resource goes through it. */
export type ClientSend = <Data extends OperationData, Result>(
  operation: Operation<Data, Result>,
  input: Input<Data>,
  options?: IdempotentRequestOptions,
) => ResponsePromise<Result>;

/** Adds to the transport what a client has: checked options, the logger, `withResponse()`. */
export function createClientSend(transport: Transport, logger: Logger | undefined): ClientSend {
  return (operation, input, options) => {
    const last: LastResponse = {};
    const log = startLog(logger, operation.id);
    const onAttempt: OnAttempt = (response, error, retryInMs) => {
      last.response = response;
      log(response, error, retryInMs);
    };
    try {
      if (options) checkLimits(options);
      return responsePromise(transport(operation, input, options, onAttempt), last);
    } catch (error) {
      return responsePromise(Promise.reject(error));
    }
  };
}
