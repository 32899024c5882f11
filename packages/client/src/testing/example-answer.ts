import type { OperationId } from '../operations/operations.gen.ts';
import type { ExampleOperations } from './example-operations.gen.ts';
import type { ExampleRequest } from './example-request.ts';

/**
 * The name of a response example of an operation, of any status.
 *
 * @example
 * const answer: AnswerExample<'members.get'> = 'error-not_connected';
 */
export type AnswerExample<Id extends OperationId> = ExampleOperations[Id]['example'];

/**
 * A custom answer, instead of an example of the document: a success by its `body`, any other answer by its
 * `status`, or an example with other headers.
 *
 * @example
 * const answer: OwnAnswer<'members.get'> = { body: { ...example('members.get'), sport: {} } };
 *
 * @example
 * const answer: OwnAnswer<'usage.get'> = { status: 502, body: '<h1>Bad gateway</h1>' };
 */
export type OwnAnswer<Id extends OperationId> = {
  /** Header fields that are added to those of the example, or replace them. */
  headers?: Readonly<Record<string, string>>;
} & (
  | {
      /** An example of the operation, sent with other headers. */
      example: AnswerExample<Id>;
      status?: undefined;
      body?: undefined;
    }
  | {
      /** The body of a success response. */
      body: ExampleOperations[Id]['answer'];
      status?: undefined;
      example?: undefined;
    }
  | {
      /** Any status, in the document or not. */
      status: number;
      /** A string is sent as text, anything else as JSON. Default: the example for the status. */
      body?: object | string;
      example?: undefined;
    }
);

/**
 * An answer that does not depend on the request: the name of an example, a custom answer, or an error
 * that `fetch` rejects with.
 *
 * @example
 * const answers: StaticAnswer<'usage.get'>[] = ['usage.get', { status: 503 }, new TypeError('offline')];
 */
export type StaticAnswer<Id extends OperationId> = AnswerExample<Id> | OwnAnswer<Id> | Error;

/**
 * The answer of an operation: the name of an example, a custom answer, an error that `fetch` rejects
 * with as if the network had failed, or a function of the request that returns one of these. An `async`
 * function returns `{ example }` instead of a name, because TypeScript would infer any string.
 *
 * @example
 * const answer: ExampleAnswer<'members.get'> = ({ query }) =>
 *   query.memberId === '10482' ? 'members.get' : 'error-not_found';
 *
 * @example
 * const slow: ExampleAnswer<'members.get'> = async () => {
 *   await new Promise((resolve) => setTimeout(resolve, 2_000));
 *   return { example: 'members.get' };
 * };
 */
export type ExampleAnswer<Id extends OperationId> =
  | StaticAnswer<Id>
  | ((request: ExampleRequest<Id>) => StaticAnswer<Id> | Promise<StaticAnswer<Id>>);
