import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Address {
  host: string;
  port: number;
}

type ClientListener = (data: Buffer, connection: object) => void;

export async function openTcpProxy(target: Address): Promise<TcpProxy> {
  const proxy = new TcpProxy(target);
  await proxy.listen();
  return proxy;
}

/** A proxy between a client and a server that can simulate a failing network. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #clients = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #target: Address;
  #swallows = false;
  #listener: ClientListener = () => {};

  constructor(target: Address) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on, connections stay open and new ones open, but no data arrives. */
  swallow(): void {
    this.#swallows = true;
  }

  /** Forwards data again, first the data that was held back. */
  forward(): void {
    this.#swallows = false;
    for (const action of this.#held.splice(0)) action();
  }

  /** Sends new connections to another server, as a load balancer does. Open connections stay. */
  redirect(target: Address): void {
    this.#target = target;
  }

  /** Calls back before the proxy forwards data of a client. */
  onClientData(listener: ClientListener): void {
    this.#listener = listener;
  }

  /** Returns the number of open client connections. */
  countConnections(): number {
    return this.#clients.size;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    this.#clients.add(client);
    const upstream = connect(this.#target.port, this.#target.host);
    // The client's data waits in its socket until the upstream is connected.
    client.pause();
    upstream.once('connect', () => client.resume());
    this.#link(client, upstream);
    this.#link(upstream, client);
  }

  #link(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (this.#clients.has(from)) this.#listener(chunk, from);
      this.#through(() => to.write(chunk));
    });
    // The end of a connection can be held back too.
    from.on('close', () => this.#through(() => to.destroy()));
    from.on('error', () => {});
    this.#sockets.add(from);
    from.on('close', () => {
      this.#sockets.delete(from);
      this.#clients.delete(from);
    });
  }

  #through(action: () => void): void {
    if (this.#swallows) this.#held.push(action);
    else action();
  }
}
