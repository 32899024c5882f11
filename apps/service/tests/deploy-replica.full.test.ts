// What compose.replica.yaml runs in containers, run here as processes: its scripts, its commands, and its settings.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startPgBouncer } from '../src/testing/pgbouncer.ts';
import { answersQueries } from '../src/testing/postgres-cluster.ts';
import { endServer, untilAnswering } from '../src/testing/server-process.ts';
import { serviceProcess } from '../src/testing/service-process.ts';

const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));
const readDeploy = (file: string) => readFile(join(deploy, file), 'utf8');

// PostgreSQL refuses to run as root.
const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const POSTGRES_PASSWORD = 'of-the-service';
const REPLICATION_PASSWORD = 'of-the-replica';

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'partner-rating-replica-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid);
  return folder;
}

/** Starts one of the services of compose.replica.yaml that are a PostgreSQL. Returns the address of its database. */
async function startServer(
  service: 'postgres' | 'replica',
  program: readonly string[],
  environment: Record<string, string> & { PGHOST: string; PGPORT: string },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { services } = parse(await readDeploy('compose.replica.yaml'));
  const [, ...options]: string[] = services[service].command;
  const { PGHOST: socket, PGPORT: port } = environment;
  const own = [`port=${port}`, `unix_socket_directories=${socket}`, 'listen_addresses=127.0.0.1'];
  const [file = '', ...first] = program;
  const server = spawn(file, [...first, ...options, ...own.flatMap((option) => ['-c', option])], {
    ...identity,
    cwd: socket,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => endServer(server, 'SIGINT'));
  const url = `postgres://partner_rating:${POSTGRES_PASSWORD}@127.0.0.1:${port}/partner_rating`;
  const maintenance = url.replace(/partner_rating$/, 'postgres');
  await untilAnswering(service, server, () => answersQueries(maintenance));
  return { url, stop: () => endServer(server, 'SIGINT') };
}

/** The environment of a container, whose image has `docker-entrypoint.sh` on its PATH. */
async function containerOf(folder: string) {
  const { path, environment } = await providedProgram('postgres');
  const entrypoint = join(folder, 'docker-entrypoint.sh');
  await writeFile(entrypoint, '#!/bin/sh\nexec "$@"\n');
  await chmod(entrypoint, 0o755);
  return {
    ...environment,
    PATH: [folder, dirname(path), process.env.PATH].join(delimiter),
    PGDATA: join(folder, '18', 'docker'),
    PGHOST: folder,
    PGPORT: String(await freePort('127.0.0.1')),
    REPLICATION_PASSWORD,
  };
}

async function query<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function startPrimary() {
  const folder = await openFolder();
  const container = await containerOf(folder);
  const as = { ...identity, cwd: folder, env: container };
  const password = join(folder, 'password');
  await writeFile(password, POSTGRES_PASSWORD, { mode: 0o644 });
  const options = ['--username=partner_rating', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run('initdb', [`--pgdata=${container.PGDATA}`, `--pwfile=${password}`, ...options], as);
  // As in the image, except that the image also trusts its own loopback, which stands for the network here.
  const access = 'local all all trust\nhost all all all scram-sha-256\n';
  await writeFile(join(container.PGDATA, 'pg_hba.conf'), access);
  const server = await startServer('postgres', ['postgres'], container);
  await query(server.url.replace(/partner_rating$/, 'postgres'), 'create database partner_rating');
  const user = { POSTGRES_USER: 'partner_rating', POSTGRES_DB: 'partner_rating' };
  const script = join(deploy, 'replica', 'primary.sh');
  await copyFile(script, join(folder, 'primary.sh'));
  await run('sh', [join(folder, 'primary.sh')], { ...as, env: { ...container, ...user } });
  return { ...server, port: container.PGPORT };
}

async function prepareReplica(primaryPort: string) {
  const folder = await openFolder();
  const container = await containerOf(folder);
  await copyFile(join(deploy, 'replica', 'replica.sh'), join(folder, 'replica.sh'));
  const environment = { ...container, PRIMARY_HOST: '127.0.0.1', PRIMARY_PORT: primaryPort };
  const program = ['sh', join(folder, 'replica.sh'), 'postgres'];
  return { folder: container.PGDATA, start: () => startServer('replica', program, environment) };
}

it('compose.replica.yaml: the service writes through PgBouncer, and the replica has what it wrote', async () => {
  const primary = await startPrimary();
  const replica = await prepareReplica(primary.port);
  // What an interrupted copy left.
  await mkdir(`${replica.folder}.part`, { recursive: true });
  await writeFile(join(`${replica.folder}.part`, 'PG_VERSION'), '18');
  if (identity.uid !== undefined)
    await run('chown', ['-R', `${identity.uid}`, dirname(replica.folder)]);
  const { url: replicaUrl, stop: stopReplica } = await replica.start();
  expect(
    await query(
      replicaUrl.replace(/partner_rating$/, 'postgres'),
      'select pg_is_in_recovery() as it',
    ),
  ).toEqual([{ it: true }]);

  const pooler = await startPgBouncer(primary.url, 'replica/pgbouncer.ini');
  onTestFinished(pooler.stop);
  const service = await serviceProcess({
    DATABASE_URL: pooler.url,
    DATABASE_PREPARED_STATEMENTS: String(pooler.preparesStatements),
    READ_DATABASE_URL: replicaUrl,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: await openFolder(),
  });
  onTestFinished(async () => void (await service.stop()));
  await service.start();
  const migrations = 'select name from kysely_migration order by name';
  const applied = await query(primary.url, migrations);
  expect(applied).not.toEqual([]);
  await expect.poll(() => query(replicaUrl, migrations)).toEqual(applied);

  // The replica was away, and continues where it was, without a new copy.
  await stopReplica();
  await query(primary.url, 'create table while_it_was_away ()');
  const again = await replica.start();
  const there = `select to_regclass('while_it_was_away') is not null as there`;
  await expect.poll(() => query(replicaUrl, there)).toEqual([{ there: true }]);

  // Its volume was deleted: it takes a new copy, and no log is kept for the earlier one.
  await again.stop();
  await rm(replica.folder, { recursive: true });
  await replica.start();
  await expect.poll(() => query(replicaUrl, there)).toEqual([{ there: true }]);
  const slots = 'select slot_name, active from pg_replication_slots';
  await expect
    .poll(() => query(primary.url, slots))
    .toEqual([{ slot_name: 'replica', active: true }]);
});
