import { exampleArguments, type ModelOperation, readModel } from '@partner-rating/codegen/model';
import { clientContract as contract } from '@partner-rating/spec/contract';
import type { PartnerRatingClient } from '../client.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import type { IdempotentRequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';

/** The operations of the document that the client has methods for. */
export const calledOperations = readModel(contract).operations.filter(({ isCalled }) => isCalled);

/** Returns the first examples of the document, or undefined for an optional body or query without an example. */
function argumentsOf(operation: ModelOperation): unknown[] {
  const { positional, named, body } = exampleArguments(contract, operation);
  const inQuery = Object.keys(named).length > 0 ? named : undefined;
  return [
    ...positional,
    ...(operation.namedQuery.length > 0 ? [inQuery] : []),
    ...(operation.body ? [body[0]] : []),
  ];
}

type Answer = ResponsePromise<unknown> & PagePromise<{ nextCursor: null }, unknown>;

/** Calls the method of an operation with the first examples of the document. */
export function call(
  client: PartnerRatingClient,
  operation: ModelOperation,
  options?: IdempotentRequestOptions,
): Answer {
  const methods = Reflect.get(client, operation.resource);
  return Reflect.get(methods, operation.name).apply(methods, [...argumentsOf(operation), options]);
}
