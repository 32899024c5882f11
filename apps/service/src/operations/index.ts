import type { Handlers } from '@partner-rating/server';
import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '../platform/configuration/dependencies.ts';
import type { Caller } from '../platform/http/caller.ts';
import type { Limits } from '../platform/http/limits.ts';
import * as operations from './operations.gen.ts';

type Created = Handlers<Caller, FastifyRequest>;

/** What makes the handler of each operation; one that is missing does not compile. */
const createdBy: {
  [Id in keyof Created]: (dependencies: Dependencies, limits: Limits) => Created[Id];
} = operations.createdBy;

/** A handler for every operation of the contract. */
export function createHandlers(dependencies: Dependencies, limits: Limits): Created {
  return Object.fromEntries(
    Object.entries(createdBy).map(([id, create]) => [id, create(dependencies, limits)]),
  ) as Created;
}
