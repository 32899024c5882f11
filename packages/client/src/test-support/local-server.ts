import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { PartnerRatingClient } from '../client.ts';

/** A request as the server received it. */
export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server on this machine, and a client of it. */
export interface LocalServer {
  client: PartnerRatingClient;
  baseUrl: string;
  requests: ReceivedRequest[];
}

/** Starts a server that answers every request the same way and records it, and closes the server after the test. */
export async function localServer(
  answer: (response: ServerResponse) => void,
): Promise<LocalServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  // Tests of retries pass another value.
  const client = new PartnerRatingClient({ apiKey: 'prk_test', baseUrl, maxRetries: 0 });
  return { client, baseUrl, requests };
}

/** Starts a server that answers with this status and JSON. */
export function jsonServer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LocalServer> {
  return localServer((response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
  });
}

/** Returns a port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns the reason with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => {
      throw new Error('The call succeeded, but it should fail.');
    },
    (error: unknown) => error,
  );
}
