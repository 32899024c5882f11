import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Database } from './schema.ts';

/**
 * A statement that PostgreSQL parses and plans once a connection rather than at every use, which
 * takes longer than running a look-up by key. Its plan does not depend on the values it is used
 * with, so this is for statements that have one good plan whatever is asked for. The embedded
 * database runs it as any other.
 */
export interface PreparedStatement<Row> {
  name: string;
  text: string;
  /** Runs it with the values of `$1`, `$2` and so on. */
  run: (database: Database, values: readonly unknown[]) => Promise<Row[]>;
}

const names = new Map<string, string>();

/** @param name Tells the statements of a connection apart, so no other may bear it. */
export function prepareStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  names.set(text, name);
  const run = async (database: Database, values: readonly unknown[]): Promise<Row[]> => {
    const query = CompiledQuery.raw(text, [...values]);
    const { rows } = await database.executeQuery<Row>(query as CompiledQuery<Row>);
    return rows;
  };
  return { name, text, run };
}

type Ask = (text: unknown, ...rest: unknown[]) => unknown;

/** Has a connection call the statements prepared above by their names. */
export function usePreparedStatements(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as Ask;
  const askByName: Ask = (text, ...rest) => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return ask(name === undefined ? text : { name, text }, ...rest);
  };
  client.query = askByName as typeof client.query;
}
