import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import { answersQueries } from './postgres-cluster.ts';
import { endServer, untilAnswering } from './server-process.ts';

export interface PgBouncer {
  /** The address of the same database behind the pooler. */
  url: string;
  stop: () => Promise<void>;
}

const guided = new URL('../../deploy/pgbouncer.ini', import.meta.url);

/** Starts a real PgBouncer before a database. Only ports, paths, and users differ from `deploy/`. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const { path, environment } = await providedProgram('pgbouncer');
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-pgbouncer-'));
  await chmod(directory, 0o755);
  const port = await freePort('127.0.0.1');
  const target = new URL(databaseUrl);
  const database = target.pathname.slice(1);
  const users = join(directory, 'users.txt');
  const own: Record<string, string> = {
    listen_port: String(port),
    auth_type: 'trust',
    auth_file: users,
    // Fewer connections than the service opens to the pooler, so that the pooler shares them.
    default_pool_size: '3',
  };
  const text = await readFile(guided, 'utf8');
  const settings = join(directory, 'pgbouncer.ini');
  await writeFile(users, `"${target.username}" ""\n`);
  await writeFile(
    settings,
    text
      .replace(/^(\w+) = .*$/gm, (line, name: string) =>
        name in own ? `${name} = ${own[name]}` : line,
      )
      .replace(/ port=5432 dbname=\w+/, ` port=${target.port} dbname=${database}`),
  );
  // PgBouncer refuses to run as root.
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const server = spawn(path, [settings], {
    ...identity,
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `postgres://${target.username}@127.0.0.1:${port}/partner_rating`;
  await untilAnswering('PgBouncer', server, () => answersQueries(url));
  return {
    url,
    stop: async () => {
      await endServer(server, 'SIGTERM');
      await rm(directory, { recursive: true });
    },
  };
}
