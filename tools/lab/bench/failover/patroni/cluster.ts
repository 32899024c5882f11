import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEtcd } from './etcd.ts';
import { type Node, prepareNode } from './node.ts';
import type { Programs } from './programs.ts';

const NAMES = ['one', 'two', 'three'];
const ROLE = 'partner_rating';
const PASSWORD = 'choose-one';

/** Three nodes that replicate synchronously, and the address of the service's database on them. */
export interface Cluster {
  nodes: readonly Node[];
  databaseUrl: string;
  /** Returns the node that leads. */
  leader: () => Promise<Node>;
  /** Resolves when another node than this one accepts writes. */
  promotion: (old: Node) => Promise<Node>;
  /** Resolves when all nodes run, and one of them is a synchronous standby. */
  healthy: () => Promise<void>;
}

interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby';
  state: string;
}

/** Starts the cluster. What must be stopped is given to the stack as soon as it runs. */
export async function startCluster(
  programs: Programs,
  stack: AsyncDisposableStack,
): Promise<Cluster> {
  const directory = await mkdtemp(join(tmpdir(), 'partner-rating-patroni-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  await chmod(directory, 0o755);
  const etcd = await startEtcd(programs, directory);
  stack.defer(etcd.stop);
  const nodes: Node[] = [];
  for (const name of NAMES) {
    const node = await prepareNode({ name, directory, etcdAddress: etcd.address, programs });
    nodes.push(node);
    stack.defer(node.stop);
  }
  await Promise.all(nodes.map((node) => node.start()));
  const hosts = nodes.map(({ address }) => address).join(',');
  const cluster = {
    nodes,
    databaseUrl: `postgres://${ROLE}:${PASSWORD}@${hosts}/${ROLE}?target_session_attrs=read-write`,
    leader: () => findLeader(nodes),
    promotion: (old: Node) => waitForPromotion(nodes.filter((node) => node !== old)),
    healthy: () => waitUntilHealthy(nodes),
  };
  await cluster.healthy();
  await createDatabase(await cluster.leader());
  return cluster;
}

/** Returns the members of the cluster as a node sees them. Nothing if it does not answer. */
async function membersSeenBy({ restUrl }: Node): Promise<Member[]> {
  try {
    const response = await fetch(`${restUrl}/cluster`);
    const { members } = (await response.json()) as { members?: Member[] };
    return members ?? [];
  } catch {
    return [];
  }
}

async function findLeader(nodes: readonly Node[]): Promise<Node> {
  for (;;) {
    for (const node of nodes) {
      const leader = (await membersSeenBy(node)).find(({ role }) => role === 'leader');
      const found = nodes.find(({ name }) => name === leader?.name);
      if (found !== undefined) return found;
    }
    await sleep(100);
  }
}

async function waitUntilHealthy(nodes: readonly Node[]): Promise<void> {
  for (;;) {
    const members = await membersSeenBy(await findLeader(nodes));
    const isComplete =
      members.length === nodes.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      members.some(({ role }) => role === 'leader') &&
      members.some(({ role }) => role === 'sync_standby');
    if (isComplete) return;
    await sleep(200);
  }
}

async function waitForPromotion(standbys: readonly Node[]): Promise<Node> {
  const clients = await Promise.all(
    standbys.map(async (node) => ({ node, client: await connect(node) })),
  );
  try {
    for (;;) {
      for (const { node, client } of clients) {
        const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
        if (rows[0]?.isStandby === false) return node;
      }
      await sleep(10);
    }
  } finally {
    await Promise.all(clients.map(({ client }) => client.end()));
  }
}

async function connect({ url }: Node): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function createDatabase(leader: Node): Promise<void> {
  const client = await connect(leader);
  await client.query(`create role ${ROLE} login password '${PASSWORD}'`);
  await client.query(`create database ${ROLE} owner ${ROLE} encoding 'UTF8' template template0`);
  await client.end();
}
