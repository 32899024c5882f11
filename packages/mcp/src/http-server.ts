import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';

const PATH = '/mcp';

/** A listening MCP server. */
export interface HttpServer {
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves Streamable HTTP only on this machine. Refuses pages of other origins, including those whose name was
 * rebound to this machine.
 *
 * @throws if the port cannot be used.
 */
export async function startHttpServer(
  createMcpServer: () => McpServer,
  port: number,
): Promise<HttpServer> {
  const handler = createMcpHandler(createMcpServer);
  const handle = toNodeHandler(handler);
  const isLocalHost = localhostHostValidation();
  const isLocalOrigin = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (!isLocalHost(request, response) || !isLocalOrigin(request, response)) return;
    if (request.url?.split('?')[0] === PATH) {
      // The type of the handler's argument does not allow undefined properties, but Node's type does.
      void handle(request as Parameters<typeof handle>[0], response);
    } else response.writeHead(404).end(`The MCP server is at ${PATH}.\n`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${taken}${PATH}`,
    close: async () => {
      await handler.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
