import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runServer } from 'verdaccio';

/** A package registry that only this machine can reach. */
export interface LocalRegistry {
  /** With a slash at the end. */
  url: string;
  /** The `.npmrc` with which to publish to it and install from it. */
  npmrc: string;
  close: () => Promise<void>;
}

/**
 * Starts Verdaccio on a free port of the loopback address, only for the scope of this project. It uses no other
 * registry.
 *
 * @param storage - an empty folder.
 */
export async function startLocalRegistry(storage: string): Promise<LocalRegistry> {
  const server = (await runServer({
    storage,
    self_path: storage,
    web: { enable: false },
    auth: {},
    uplinks: {},
    // The package of the service is large, because it contains the documentation.
    max_body_size: '50mb',
    packages: { '@partner-rating/*': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', level: 'fatal' },
  } as never)) as Server;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url: `http://${address}`,
    npmrc: `@partner-rating:registry=http://${address}\n//${address}:_authToken=rehearsal\n`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
