import { operatorCaller } from '../api/caller.ts';
import { createAdminHandler } from '../serve-admin.ts';
import { OperatorError, type WithDependencies } from '../terminal.ts';
import type { WithClient } from './call-operation.ts';

/** Answers in this process, for somebody who has the database. */
export function clientInProcess(withDependencies: WithDependencies): WithClient {
  return async (run) =>
    await withDependencies(async (dependencies) => {
      const findCaller = async () => operatorCaller(null, 'admin');
      const handle = createAdminHandler(dependencies, { findCaller });
      await run(async (request) => {
        request.headers.set('authorization', 'Bearer owner-of-the-database');
        return await handle(request);
      });
    });
}

/**
 * Asks a service over HTTP, in the name of an operator.
 * @throws OperatorError where the address is none, or the token is missing.
 */
export function clientOverHttp(address: string, token: string | undefined): WithClient {
  const base = URL.parse(address);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new OperatorError(
      `OPERATOR_URL is the address of the service, such as https://ratings.example. It is ${address}.`,
    );
  }
  if (token === undefined || token === '') {
    throw new OperatorError(
      'Set OPERATOR_TOKEN to the token of an operator. `operator token create` on the machine of the service creates one.',
    );
  }
  return async (run) =>
    await run(async (request) => {
      const { pathname, search } = new URL(request.url);
      request.headers.set('authorization', `Bearer ${token}`);
      try {
        return await fetch(new Request(new URL(pathname + search, base), request));
      } catch (error) {
        const { cause } = error as Error;
        const reason = cause instanceof Error ? cause.message : String(error);
        throw new OperatorError(`${base.origin} did not answer: ${reason}`);
      }
    });
}
