import { execFile } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { providedProgram } from '@partner-rating/provision';

const run = promisify(execFile);

/** The programs of a cluster, by their paths. */
export interface Programs {
  patroni: string;
  etcd: string;
  /** The folder with `postgres`, `pg_basebackup`, and `pg_rewind`. */
  postgresFolder: string;
  /** What was found, for the report. */
  versions: string;
}

export class MissingProgramsError extends Error {
  override name = 'MissingProgramsError';

  constructor(missing: readonly string[]) {
    super(
      `The drill needs ${missing.join(' and ')}. On Debian: ` +
        '`apt-get install --no-install-recommends patroni etcd-server postgresql`. ' +
        'PATRONI and ETCD name programs in other places, and POSTGRES_SERVER names `postgres`.',
    );
  }
}

/** @throws MissingProgramsError */
export async function findPrograms(): Promise<Programs> {
  const patroni = process.env.PATRONI ?? 'patroni';
  const etcd = process.env.ETCD ?? 'etcd';
  const postgres = await providedProgram('postgres').then(
    ({ path }) => realpath(path),
    () => '',
  );
  const postgresFolder = dirname(postgres);
  const found = {
    Patroni: await versionOf(patroni),
    etcd: await versionOf(etcd),
    PostgreSQL: await versionOf(join(postgresFolder, 'postgres')),
    'pg_basebackup and pg_rewind of PostgreSQL': await exists(join(postgresFolder, 'pg_rewind')),
  };
  const missing = Object.entries(found).flatMap(([name, version]) => (version ? [] : [name]));
  if (missing.length > 0) throw new MissingProgramsError(missing);
  const versions = `Patroni ${found.Patroni}, etcd ${found.etcd}, PostgreSQL ${found.PostgreSQL}`;
  return { patroni, etcd, postgresFolder, versions };
}

async function versionOf(program: string): Promise<string | null> {
  return await run(program, ['--version']).then(
    ({ stdout }) => /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? null,
    () => null,
  );
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
