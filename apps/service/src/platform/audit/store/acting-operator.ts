import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string>();

/**
 * Runs what an operator does by a page: every entry of the audit that it writes for an operator has the name of
 * the account. It is no parameter, so that no function on the way can forget to pass it on.
 */
export async function actAs<Outcome>(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
  return await acting.run(name, run);
}

/** Who acts; null for a command, which anybody gives who has the database. */
export function actingOperator(): string | null {
  return acting.getStore() ?? null;
}
