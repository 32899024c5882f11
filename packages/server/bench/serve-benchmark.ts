import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the driver where a server listens and, whenever asked, how much CPU it has used, in µs. */
export function serveBenchmark(server: Server): void {
  process.send?.({ port: (server.address() as AddressInfo).port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
}
