import { resolve } from 'node:path';
import {
  ConfigurationError,
  commandLines,
  readConfiguration,
  readEnvironment,
} from '../platform/configuration/configuration.ts';
import {
  type DatabaseAddress,
  databaseName,
  hasEmbeddedDatabase,
} from '../platform/database/connect.ts';
import { NoPrimaryError, OldPostgresError } from '../platform/database/hosts.ts';
import { DirectoryInUseError, UnwritableDatabaseError } from '../platform/database/lock.ts';
import { MigrationError, openDatabase } from '../platform/database/migrate.ts';
import { SchemaVersionError } from '../platform/database/schema-version.ts';
import { ListenError } from '../platform/net.ts';
import { SecretsKeyError } from '../platform/secrets/sealing.ts';
import { OperatorError, textWriter } from './terminal.ts';

/**
 * Explains to an operator why the service or a command cannot start; null for an error of the
 * program itself. `what` begins the sentence: "The service did not start".
 */
export function explainStartFailure(error: unknown, what: string): string | null {
  const reason = reasonOf(error);
  return reason === null ? null : `${what}. ${reason}`;
}

/** Describes an error of the program itself, with its stack. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function reasonOf(error: unknown): string | null {
  // PostgreSQL's own message is enough. An error of the program itself needs its stack.
  if (error instanceof MigrationError) {
    const { code } = systemErrorOf(error.cause);
    const stack = code === undefined ? `\n${describeError(error.cause)}` : '';
    return reasonOf(error.cause) ?? `${error.message}${stack}`;
  }
  if (error instanceof ConfigurationError) {
    return `Fix the settings:\n${error.message}\n\`${commandLines.start} --help\` lists every one.`;
  }
  if (isExplained(error)) return error.message;
  const { code, path } = systemErrorOf(error);
  switch (code) {
    case 'EACCES':
    case 'EROFS':
      return `It cannot write ${path ?? 'its data'}. Set DATA_DIR to a directory that it can write.`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case '08006':
    case '28P01':
    case '3D000':
    case '57P03':
      return `The database of DATABASE_URL cannot be reached (${messageOf(error)}). Check that it runs, and check the address, user, and password.`;
    case '53100':
      return `The database of DATABASE_URL has no space left (${messageOf(error)}). Free space on its disk, then try again.`;
    case '53300':
      return `The database of DATABASE_URL accepts no more connections (${messageOf(error)}). Raise max_connections, or run fewer instances.`;
    default:
      return null;
  }
}

const EXPLAINED = [
  DirectoryInUseError,
  ListenError,
  NoPrimaryError,
  OldPostgresError,
  OperatorError,
  SchemaVersionError,
  SecretsKeyError,
  UnwritableDatabaseError,
];

function isExplained(error: unknown): error is Error {
  return EXPLAINED.some((kind) => error instanceof kind);
}

interface SystemError {
  code?: string;
  path?: string;
}

function systemErrorOf(error: unknown): SystemError {
  // A host with several addresses fails with one error for all of them.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0];
  return error instanceof Error ? (error as SystemError) : {};
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return String(error.errors[0]?.message ?? error.message);
  return error instanceof Error ? error.message : String(error);
}

const print = textWriter(process.stdout);

const printError = textWriter(process.stderr);

/** Migrates the schema of an existing database, and prints the migrations. */
export async function migrate({ envFile }: { envFile?: string }): Promise<void> {
  try {
    const configuration = readConfiguration(readEnvironment(envFile, process.env));
    printError(`Database: ${whichDatabase(configuration)}`);
    const { applied, close } = await openDatabase(configuration);
    await close();
    print(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
  } catch (error) {
    printError(explainStartFailure(error, 'Nothing was migrated') ?? describeError(error));
    process.exitCode = 1;
  }
}

/**
 * Describes the database of a command, without its password.
 * @throws OperatorError if the embedded database does not exist: a forgotten variable must not create one.
 */
export function whichDatabase(address: DatabaseAddress): string {
  const { databaseUrl, dataDirectory } = address;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    throw new OperatorError(
      `There is no database in ${resolve(dataDirectory)}, and a command does not create one. Set DATABASE_URL, or DATA_DIR to the ` +
        'directory that the service runs with, or start the service there once.',
    );
  }
  return databaseName(address);
}
