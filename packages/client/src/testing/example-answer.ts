import type { OperationId } from '../operations/operations.gen.ts';
import type { ExampleOperations } from './example-operations.gen.ts';
import type { ExampleRequest } from './example-request.ts';

/**
 * The name of an example that the document has for an answer of an operation, of any status.
 *
 * @example
 * const answer: AnswerExample<'members.get'> = 'error-not_connected';
 */
export type AnswerExample<Id extends OperationId> = ExampleOperations[Id]['example'];

/**
 * An answer of your own, in place of an example of the document: a success by its `body`, anything by
 * its `status`, or an example with other header fields.
 *
 * @example
 * const answer: OwnAnswer<'members.get'> = { body: { ...example('members.get'), sport: {} } };
 *
 * @example
 * const answer: OwnAnswer<'usage.get'> = { status: 502, body: '<h1>Bad gateway</h1>' };
 */
export type OwnAnswer<Id extends OperationId> = {
  /** Header fields in place of those of the example, or beside them. */
  headers?: Readonly<Record<string, string>>;
} & (
  | { example: AnswerExample<Id>; status?: undefined; body?: undefined }
  | {
      /** The body of a success. */
      body: ExampleOperations[Id]['answer'];
      status?: undefined;
      example?: undefined;
    }
  | {
      /** Any status, also one the document does not have. */
      status: number;
      /** Text is sent as it is, all else as JSON; an example of the status where it is left out. */
      body?: object | string;
      example?: undefined;
    }
);

/**
 * An answer that need not be worked out: the name of an example, an answer of your own, or an error
 * that `fetch` rejects with.
 *
 * @example
 * const answers: ReadyAnswer<'usage.get'>[] = ['usage.get', { status: 503 }, new TypeError('offline')];
 */
export type ReadyAnswer<Id extends OperationId> = AnswerExample<Id> | OwnAnswer<Id> | Error;

/**
 * How an operation is answered: by the name of an example, by an answer of your own, by an error that
 * `fetch` rejects with as if the network had failed, or by a function of the request that gives one of
 * these.
 *
 * @example
 * const answer: ExampleAnswer<'members.get'> = ({ query }) =>
 *   query.memberId === '10482' ? 'members.get' : 'error-not_found';
 */
export type ExampleAnswer<Id extends OperationId> =
  | ReadyAnswer<Id>
  | ((request: ExampleRequest<Id>) => ReadyAnswer<Id> | Promise<ReadyAnswer<Id>>);
