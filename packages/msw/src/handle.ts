import type { OperationId } from '@partner-rating/client';
import type { ExampleAnswer } from '@partner-rating/client/testing';
import type { HttpHandler } from 'msw';

/** The data of an operation that its handler needs. */
export interface MockedOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters in braces. */
  readonly path: string;
  /** The properties of the request that the answer repeats, with their names in the answer. */
  readonly echoes: Readonly<Record<string, string>>;
  /** The property of a page that has its items. */
  readonly items?: string;
}

/**
 * Creates the handler of one operation. Pass the name of an example, a custom answer, an error for a network failure,
 * or a function of the request that returns one of these. Several answers are returned in turn, and then the last one
 * repeats. Default: the first success example.
 *
 * @throws TypeError if the operation has no example with that name.
 *
 * @example
 * server.use(rating.members.get('error-not_connected'));
 */
export type Handle<Id extends OperationId> = (...answers: ExampleAnswer<Id>[]) => HttpHandler;
