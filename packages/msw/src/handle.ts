import type { OperationId } from '@partner-rating/client';
import type { ExampleAnswer } from '@partner-rating/client/testing';
import type { HttpHandler } from 'msw';

/**
 * Makes the handler of one operation. It answers with the name of an example, with an answer of your own, with an error
 * for a network that fails, or with what a function of the request returns; several are answered one after the other,
 * the last one from then on. Without any it answers with the first example of a success.
 *
 * @throws TypeError where the operation has no example of that name.
 *
 * @example
 * server.use(rating.members.get('error-not_connected'));
 */
export type Handle<Id extends OperationId> = (...answers: ExampleAnswer<Id>[]) => HttpHandler;
