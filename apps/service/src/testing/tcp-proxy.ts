import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands between a client and a server, and can be a network that fails. */
export interface TcpProxy {
  port: number;
  /** Swallows what is sent from now on: connections stay open, new ones open, nothing arrives. */
  swallow: () => void;
  /** Lets through again, and what was held back with it. */
  forward: () => void;
  /** Leads new connections to another server, as a load balancer does that moves an address; those open stay. */
  redirect: (to: { host: string; port: number }) => void;
  /** Calls back before each piece of what a client sends on its connection is let through. */
  onClientData: (listener: (data: Buffer, connection: object) => void) => void;
  /** Connections that clients hold open. */
  countConnections: () => number;
  close: () => Promise<void>;
}

export async function openTcpProxy(first: { host: string; port: number }): Promise<TcpProxy> {
  let target = first;
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  const held: (() => void)[] = [];
  let swallows = false;
  let listener: (data: Buffer, connection: object) => void = () => {};

  function through(action: () => void): void {
    if (swallows) held.push(action);
    else action();
  }

  function link(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (clients.has(from)) listener(chunk, from);
      through(() => to.write(chunk));
    });
    // The end of a connection is a message too.
    from.on('close', () => through(() => to.destroy()));
    from.on('error', () => {});
    sockets.add(from);
    from.on('close', () => {
      sockets.delete(from);
      clients.delete(from);
    });
  }

  const server = createServer((client) => {
    clients.add(client);
    const upstream = connect(target.port, target.host);
    // What a client says is kept in its socket until there is somebody to say it to.
    client.pause();
    upstream.once('connect', () => client.resume());
    link(client, upstream);
    link(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => {
      swallows = true;
    },
    forward: () => {
      swallows = false;
      for (const action of held.splice(0)) action();
    },
    redirect: (to) => {
      target = to;
    },
    onClientData: (called) => {
      listener = called;
    },
    countConnections: () => clients.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
