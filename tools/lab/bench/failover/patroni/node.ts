import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import { endServer, untilAnswering } from '@partner-rating/service/src/testing/server-process.ts';
import { parse, stringify } from 'yaml';
import type { Programs } from './programs.ts';

const guided = new URL(import.meta.resolve('@partner-rating/service/deploy/patroni.yml'));
const LOOPBACK = '127.0.0.1';

// PostgreSQL refuses to run as root.
const NOBODY = { uid: 65_534, gid: 65_534 };
const identity = process.getuid?.() === 0 ? NOBODY : {};

/** The settings of `deploy/patroni.yml` that the drill reads or changes. */
interface Settings {
  name: string;
  restapi: { listen: string; connect_address: string };
  etcd3: { hosts: string[] };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    authentication: { superuser: { username: string; password: string } };
  };
}

/** One PostgreSQL server with its Patroni. */
export interface Node {
  name: string;
  /** `host:port` of PostgreSQL. */
  address: string;
  /** The address of a superuser. */
  url: string;
  /** The address of Patroni's REST API. */
  restUrl: string;
  /** Starts Patroni, which starts PostgreSQL. */
  start: () => Promise<void>;
  /** Kills Patroni and all processes of PostgreSQL at the same time, like a power cut. */
  kill: () => Promise<void>;
  /** Stops Patroni, which stops PostgreSQL. */
  stop: () => Promise<void>;
  /** The latest output of Patroni. */
  output: () => string;
}

export interface NodeOptions {
  name: string;
  /** The parent of the node's directory. */
  directory: string;
  etcdAddress: string;
  programs: Programs;
}

/** Creates a directory that belongs to the user who runs PostgreSQL. */
export async function createOwnDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (identity === NOBODY) await chown(path, NOBODY.uid, NOBODY.gid);
}

/** Starts a program of the cluster. A Ctrl-C does not reach it, so that the drill stops everything in order. */
export function spawnOwn(program: string, words: readonly string[], home: string): ChildProcess {
  return spawn(program, words, {
    ...identity,
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Writes the settings of a node. Only its addresses, its paths, and its name differ from `deploy/patroni.yml`. */
export async function prepareNode(options: NodeOptions): Promise<Node> {
  const { name, programs } = options;
  const home = join(options.directory, name);
  await createOwnDirectory(home);
  const text = await readFile(guided, 'utf8');
  const settings = parse(text.replaceAll('10.0.0.0/24', `${LOOPBACK}/32`)) as Settings;
  const address = `${LOOPBACK}:${await freePort(LOOPBACK)}`;
  const restAddress = `${LOOPBACK}:${await freePort(LOOPBACK)}`;
  const data = join(home, 'data');
  settings.name = name;
  settings.restapi = { listen: restAddress, connect_address: restAddress };
  settings.etcd3 = { hosts: [options.etcdAddress] };
  Object.assign(settings.postgresql, {
    listen: address,
    connect_address: address,
    data_dir: data,
    bin_dir: programs.postgresFolder,
    parameters: { unix_socket_directories: home },
  });
  const file = join(home, 'patroni.yml');
  await writeFile(file, stringify(settings));

  const { username, password } = settings.postgresql.authentication.superuser;
  const restUrl = `http://${restAddress}`;
  let patroni: ChildProcess | undefined;
  let output = () => '';
  return {
    name,
    address,
    url: `postgres://${username}:${password}@${address}/postgres`,
    restUrl,
    start: async () => {
      const started = spawnOwn(programs.patroni, [file], home);
      patroni = started;
      output = await untilAnswering(`Patroni ${name}`, started, () =>
        answers(`${restUrl}/patroni`),
      );
    },
    kill: async () => {
      const pids = [patroni?.pid, ...(await postgresProcesses(data))];
      for (const pid of pids) if (pid !== undefined) kill(pid);
      if (patroni !== undefined) await endServer(patroni, 'SIGKILL');
    },
    stop: async () => {
      if (patroni !== undefined) await endServer(patroni, 'SIGTERM');
    },
    output: () => output(),
  };
}

/** Returns whether something answers, with whatever status. */
export async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
}

/** The server and the processes that it started, each of which serves a connection or a task. */
async function postgresProcesses(data: string): Promise<number[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const server = Number(text.split('\n', 1)[0]);
  if (!(server > 0)) return [];
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8').catch(
    () => '',
  );
  return [server, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
