import { checkLimits } from './client-options.ts';
import { type Logger, startLog } from './logger.ts';
import type { Input, Operation, OperationData } from './operation.ts';
import type { IdempotentRequestOptions } from './request-options.ts';
import { type Exchange, type PendingAnswer, pendingAnswer } from './response-promise.ts';
import type { OnAttempt, Transport } from './transport.ts';

/** Carries out one operation. Every method of every resource goes through it. */
export type Send = <Data extends OperationData, Answer>(
  operation: Operation<Data, Answer>,
  input: Input<Data>,
  options?: IdempotentRequestOptions,
) => PendingAnswer<Answer>;

/** The transport as a client has it: it checks the options, tells the logger, and keeps the answer. */
export function createSend(transport: Transport, logger: Logger | undefined): Send {
  return (operation, input, options) => {
    const exchange: Exchange = {};
    const log = startLog(logger, operation.id);
    const onAttempt: OnAttempt = (response, error, retryInMs) => {
      exchange.response = response;
      log(response, error, retryInMs);
    };
    try {
      if (options) checkLimits(options);
      return pendingAnswer(transport(operation, input, options, onAttempt), exchange);
    } catch (error) {
      return pendingAnswer(Promise.reject(error));
    }
  };
}
