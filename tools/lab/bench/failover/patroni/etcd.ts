import { join } from 'node:path';
import { freePort } from '@partner-rating/processes';
import { endServer, untilAnswering } from '@partner-rating/service/src/testing/server-process.ts';
import { answers, createOwnDirectory, spawnOwn } from './node.ts';
import type { Programs } from './programs.ts';

export interface Etcd {
  /** `host:port` for clients. */
  address: string;
  stop: () => Promise<void>;
}

/** Starts the etcd in which Patroni keeps who is the leader. One node is enough, because the drill does not kill it. */
export async function startEtcd({ etcd }: Programs, directory: string): Promise<Etcd> {
  const home = join(directory, 'etcd');
  await createOwnDirectory(home);
  const address = `127.0.0.1:${await freePort('127.0.0.1')}`;
  const peers = `http://127.0.0.1:${await freePort('127.0.0.1')}`;
  const server = spawnOwn(
    etcd,
    [
      `--data-dir=${join(home, 'data')}`,
      '--name=etcd',
      `--listen-client-urls=http://${address}`,
      `--advertise-client-urls=http://${address}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=etcd=${peers}`,
    ],
    home,
  );
  await untilAnswering('etcd', server, () => answers(`http://${address}/health`));
  return { address, stop: () => endServer(server, 'SIGTERM') };
}
