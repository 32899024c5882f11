import { resolve } from 'node:path';
import type { Configuration } from '../../platform/configuration/configuration.ts';
import { hasEmbeddedDatabase } from '../../platform/database/connect.ts';
import { OperatorError } from './operator-error.ts';

type Address = Pick<Configuration, 'databaseUrl' | 'dataDirectory'>;

/**
 * Which database a command works on, in words that hold no password.
 * @throws OperatorError where it is an embedded one that is not there: a forgotten variable must not make one.
 */
export function whichDatabase({ databaseUrl, dataDirectory }: Address): string {
  const directory = resolve(dataDirectory);
  if (databaseUrl === null) {
    if (hasEmbeddedDatabase(dataDirectory)) return `the embedded one in ${directory}`;
    throw new OperatorError(
      `There is no database in ${directory}, and a command makes none. Set DATABASE_URL, or DATA_DIR to the ` +
        'directory that the service runs with, or start the service there once.',
    );
  }
  const { host, pathname, username } = new URL(databaseUrl);
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  return `PostgreSQL at ${host || 'a socket of this machine'}, ${database}`;
}
