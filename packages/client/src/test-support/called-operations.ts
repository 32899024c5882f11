import { clientContract as contract } from '@partner-rating/spec/contract';
import type { Operation } from '@partner-rating/spec/document';
import { exampleArguments } from '../../scripts/call-example.ts';
import { namesOf, signatureOf } from '../../scripts/signature.ts';
import type { PartnerRatingClient } from '../client.ts';
import type { PagePromise } from '../core/paging/page-promise.ts';
import type { IdempotentRequestOptions } from '../core/request-options.ts';
import type { ResponsePromise } from '../core/response-promise.ts';

/** The operations of the document that the client has methods for. */
export const calledOperations = contract.operations().filter(({ isCalled }) => isCalled);

/** Those that are lists. */
export const lists = calledOperations.filter(({ pagination }) => pagination !== null);

/** The first examples of the document; undefined for a body or query that may be left out and has none. */
function argumentsOf(operation: Operation): unknown[] {
  const given = exampleArguments(contract, operation);
  const { parameters } = signatureOf(contract, operation);
  return parameters.map((_, index) => given[index]);
}

type Answer = ResponsePromise<unknown> & PagePromise<{ nextCursor: null }, unknown>;

/** Calls the method of an operation with the first examples of the document. */
export function call(
  client: PartnerRatingClient,
  operation: Operation,
  options?: IdempotentRequestOptions,
): Answer {
  const { resource, method } = namesOf(operation);
  const methods = Reflect.get(client, resource);
  return Reflect.get(methods, method).apply(methods, [...argumentsOf(operation), options]);
}
