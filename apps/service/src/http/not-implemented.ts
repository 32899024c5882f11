import { type Handler, type OperationId, ProblemError } from '@partner-rating/server';
import type { Caller } from './caller.ts';

/** An operation of the contract that this service does not offer yet; the README lists them. */
export function notImplemented<Id extends OperationId>(): Handler<Id, Caller> {
  return () => {
    throw new ProblemError('not_implemented');
  };
}
