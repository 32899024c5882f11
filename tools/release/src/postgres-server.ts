import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import type { OrdinaryUser } from './installed-service.ts';
import type { Programs, RunOptions } from './run-programs.ts';

/** A PostgreSQL that only this machine can reach, with its programs. */
export interface PostgresServer {
  /** Returns the address of a database in it. */
  address: (database: string) => string;
  createDatabase: (name: string) => Promise<void>;
  /** Runs one of its programs: `psql`, `pg_dump` … */
  use: (program: string, ...args: string[]) => Promise<string>;
  /** The environment with which a script finds its programs. */
  environment: NodeJS.ProcessEnv;
}

/** Starts a PostgreSQL in a new folder below the user's. The server stops together with the programs. */
export async function startPostgres(
  { begin, run }: Programs,
  { user, home }: OrdinaryUser,
): Promise<PostgresServer> {
  const { path, environment } = await providedProgram('postgres');
  const program = (name: string) => join(dirname(realpathSync(path)), name);
  const options: RunOptions = { user, environment };
  const use = (name: string, ...args: string[]) => run(home, program(name), args, options);
  const data = join(home, 'postgres');
  // Debian creates such a cluster if the system has no locale.
  await use('initdb', '--username=postgres', '--auth=trust', '--locale=C', '--no-sync', data);
  const port = await freePort();
  const own = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    `port=${port}`,
  ];
  const server = begin(
    home,
    program('postgres'),
    ['-D', data, ...own.flatMap((setting) => ['-c', setting])],
    options,
  );
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  while (!(await isReady(use, address('postgres')))) {
    if (server.child.exitCode !== null) throw new Error(server.output());
    await wait(50);
  }
  return {
    address,
    use,
    environment: { ...environment, PG_BIN: dirname(program('postgres')) },
    createDatabase: async (name) => {
      const asInGuide = ['--encoding=UTF8', '--locale=C.UTF-8', '--template=template0'];
      await use('createdb', `--maintenance-db=${address('postgres')}`, ...asInGuide, name);
    },
  };
}

async function isReady(use: PostgresServer['use'], address: string): Promise<boolean> {
  return await use('pg_isready', `--dbname=${address}`).then(
    () => true,
    () => false,
  );
}
