import { type Handlers, type OperationCall, ProblemError } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Limits } from '../platform/http/limits.ts';
import { sportFaults } from '../ratings/domain/sports.ts';
import * as operations from './operations.gen.ts';

type Created = Handlers<Caller, FastifyRequest>;

/** What makes the handler of each operation; one that is missing does not compile. */
const createdBy: {
  [Id in keyof Created]: (dependencies: Dependencies, limits: Limits) => Created[Id];
} = operations.createdBy;

/**
 * Checks the sports that the query of any operation names. An empty answer would hide a misspelling.
 *
 * @throws ProblemError `validation_failed` with `unknown_sport` for each.
 */
export function requireKnownSports({ operation, request }: OperationCall): void {
  if (!operation.parameters.some(({ in: part, name }) => part === 'query' && name === 'sport'))
    return;
  const { sport } = request.query as { sport?: string | string[] };
  const errors =
    typeof sport === 'string'
      ? sportFaults(sport, '/query/sport')
      : sport?.flatMap((code, index) => sportFaults(code, `/query/sport/${index}`));
  if (errors !== undefined && errors.length > 0) {
    throw new ProblemError('validation_failed', { errors });
  }
}

/** A handler for every operation of the contract. */
export function createHandlers(dependencies: Dependencies, limits: Limits): Created {
  return Object.fromEntries(
    Object.entries(createdBy).map(([id, create]) => [id, create(dependencies, limits)]),
  ) as Created;
}
