import { resolve } from 'node:path';
import { type DatabaseAddress, hasEmbeddedDatabase } from '../../platform/database/connect.ts';
import { databaseName } from '../../platform/database/database-name.ts';
import { OperatorError } from './operator-error.ts';

/**
 * Which database a command works on, in words that hold no password.
 * @throws OperatorError where it is an embedded one that is not there: a forgotten variable must not make one.
 */
export function whichDatabase(address: DatabaseAddress): string {
  const { databaseUrl, dataDirectory } = address;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    throw new OperatorError(
      `There is no database in ${resolve(dataDirectory)}, and a command makes none. Set DATABASE_URL, or DATA_DIR to the ` +
        'directory that the service runs with, or start the service there once.',
    );
  }
  return databaseName(address);
}
