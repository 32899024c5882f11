import { execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { answersQueries } from './postgres-cluster.ts';
import { endServer, untilAnswering } from './server-process.ts';

export interface PgBouncer {
  /** The address of the same database behind the pooler. */
  url: string;
  /** Whether it prepares statements for its clients, as from 1.21 on. */
  preparesStatements: boolean;
  stop: () => Promise<void>;
}

const deploy = new URL('../../deploy/', import.meta.url);

/**
 * Starts a real PgBouncer before a database. Only ports, paths, users, and the host of the database differ from the file
 * in `deploy/`. Without a password in the address of the database, it trusts everybody.
 */
export async function startPgBouncer(
  databaseUrl: string,
  file = 'pgbouncer.ini',
): Promise<PgBouncer> {
  const { path, environment } = await providedProgram('pgbouncer');
  const preparesStatements = await isAtLeast(path, environment, [1, 21]);
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-pgbouncer-'));
  await chmod(directory, 0o755);
  const port = await freePort('127.0.0.1');
  const target = new URL(databaseUrl);
  const database = target.pathname.slice(1);
  const users = join(directory, 'users.txt');
  const own: Record<string, string> = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    ...(target.password === '' && { auth_type: 'trust' }),
    auth_file: users,
    // Fewer connections than the service opens to the pooler, so that the pooler shares them.
    default_pool_size: '3',
  };
  const text = await readFile(new URL(file, deploy), 'utf8');
  const settings = join(directory, 'pgbouncer.ini');
  await writeFile(users, `"${target.username}" "${target.password}"\n`);
  await writeFile(
    settings,
    text
      .replace(/^(\w+) = .*$/gm, (line, name: string) =>
        name in own ? `${name} = ${own[name]}` : line,
      )
      .replace(/^(; )?(?=max_prepared_statements)/m, preparesStatements ? '' : '; ')
      .replace(
        /host=\S+ port=5432 dbname=\w+/,
        `host=127.0.0.1 port=${target.port} dbname=${database}`,
      ),
  );
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const server = spawn(path, [settings], {
    ...identity,
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const user = databaseUrl.slice('postgres://'.length, databaseUrl.indexOf('@'));
  const url = `postgres://${user}@127.0.0.1:${port}/partner_rating`;
  await untilAnswering('PgBouncer', server, () => answersQueries(url));
  return {
    url,
    preparesStatements,
    stop: async () => {
      await endServer(server, 'SIGTERM');
      await rm(directory, { recursive: true });
    },
  };
}

async function isAtLeast(
  path: string,
  environment: Record<string, string>,
  [major, minor]: [number, number],
): Promise<boolean> {
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(path, ['--version'], { env });
  const found = /PgBouncer (\d+)\.(\d+)/.exec(stdout);
  return (
    Number(found?.[1]) > major || (Number(found?.[1]) === major && Number(found?.[2]) >= minor)
  );
}
