import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends the benchmark the port of a server and, on request, the CPU time it has used, in µs. */
export function serveBenchmark(server: Server): void {
  process.send?.({ port: (server.address() as AddressInfo).port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system });
  });
}
